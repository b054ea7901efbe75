/* Concave goals: checks that the convex parts together cover exactly the polygon, and checks
 * arrival and aim. */
#include <math.h>

#include <wend/random.h>

#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

static double cross(wend_vec2 o, wend_vec2 a, wend_vec2 b) {
    return ((double)a.x - (double)o.x) * ((double)b.y - (double)o.y) -
           ((double)a.y - (double)o.y) * ((double)b.x - (double)o.x);
}

/* True if the point is inside the outline, according to the even-odd rule. */
static bool is_inside(const wend_point *points, uint32_t count, double x, double y) {
    bool inside = false;
    for (uint32_t i = 0, k = count - 1; i < count; k = i++) {
        wend_point a = points[i], b = points[k];
        if ((a.y > y) != (b.y > y) && x < (b.x - a.x) * (y - a.y) / (b.y - a.y) + a.x) {
            inside = !inside;
        }
    }
    return inside;
}

static double to_outline(const wend_point *points, uint32_t count, double x, double y) {
    double least = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        wend_point a = points[i], b = points[(i + 1) % count];
        double dx = b.x - a.x, dy = b.y - a.y;
        double t = ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy);
        t = fmin(fmax(t, 0), 1);
        least = fmin(least, hypot(x - a.x - t * dx, y - a.y - t * dy));
    }
    return least;
}

static double ring_area(const wend_vec2 *points, uint32_t count) {
    double twice = 0;
    for (uint32_t i = 1; i + 1 < count; i++) {
        twice += cross(points[0], points[i], points[i + 1]);
    }
    return twice / 2;
}

static double outline_area(const wend_point *points, uint32_t count) {
    double twice = 0;
    for (uint32_t i = 0, k = count - 1; i < count; k = i++) {
        twice += points[k].x * points[i].y - points[i].x * points[k].y;
    }
    return fabs(twice) / 2;
}

static bool part_contains(const wend_region *part, double x, double y, double slack) {
    wend_vec2 p = {(float)x, (float)y};
    for (uint32_t i = 0; i < part->count; i++) {
        wend_vec2 a = part->points[i], b = part->points[(i + 1) % part->count];
        if (cross(a, b, p) < -slack) {
            return false;
        }
    }
    return true;
}

/* Samples a polygon that is star-shaped about the origin, and therefore simple, with radii between
 * 1 and 5 m and either winding. */
static uint32_t random_star(uint64_t trial, wend_point *out) {
    uint32_t count = 5 + (uint32_t)(wend_random_bits(trial, 0, 0, 0) % 60);
    bool turned = wend_random_bits(trial, 0, 0, 1) & 1;
    for (uint32_t i = 0; i < count; i++) {
        double angle = 6.283185307179586 * (turned ? count - i : i) / count;
        double radius = 1 + 4 * wend_random_uniform(trial, i, 0, 2);
        out[i] = (wend_point){radius * cos(angle), radius * sin(angle)};
    }
    return count;
}

static void check_parts(const wend_view *view, uint32_t goal, const wend_point *outline,
                        uint32_t count) {
    const wend_region *parts;
    uint32_t part_count = wend_view_goal_parts(view, goal, &parts);
    double area = 0;
    for (uint32_t k = 0; k < part_count; k++) {
        ck_assert_uint_eq(wend_region_id_kind(parts[k].id), WEND_REGION_KIND_GOAL);
        ck_assert_uint_eq(wend_region_id_index(parts[k].id), goal);
        ck_assert_uint_eq(wend_region_id_part(parts[k].id), k);
        ck_assert_int_eq(parts[k].shape, WEND_SHAPE_POLYGON);
        ck_assert_uint_ge(parts[k].count, 3);
        for (uint32_t i = 0; i < parts[k].count; i++) {
            const wend_vec2 *p = parts[k].points;
            uint32_t n = parts[k].count;
            ck_assert_double_ge(cross(p[i], p[(i + 1) % n], p[(i + 2) % n]), 0.0);
        }
        ck_assert(part_contains(&parts[k], (double)parts[k].a.x, (double)parts[k].a.y, 1e-6));
        area += ring_area(parts[k].points, parts[k].count);
    }
    ck_assert_double_eq_tol(area, outline_area(outline, count), 0.1);
    const wend_region *first = wend_view_goal_region(view, goal);
    ck_assert_float_eq(first->a.x, parts[0].a.x);
    ck_assert_uint_eq(first->count, parts[0].count);
    for (uint64_t i = 0; i < 300; i++) {
        double x = 12 * wend_random_uniform(i, 1, 0, 0) - 6;
        double y = 12 * wend_random_uniform(i, 1, 0, 1) - 6;
        if (to_outline(outline, count, x, y) < 0.002) {
            continue; /* corners are rounded to a grid of 1 mm */
        }
        bool any = false;
        for (uint32_t k = 0; k < part_count; k++) {
            any = any || part_contains(&parts[k], x, y, 1e-6);
        }
        ck_assert_msg(any == is_inside(outline, count, x, y), "(%g, %g)", x, y);
    }
}

START_TEST(parts_are_convex_and_cover_the_polygon) {
    uint32_t several = 0;
    for (uint64_t trial = 0; trial < trials(300); trial++) {
        wend_world *world = worlds_make(worlds_open(), NULL);
        wend_point outline[WEND_MAX_POLYGON];
        wend_goal_def def = wend_default_goal_def();
        def.shape = WEND_GOAL_POLYGON;
        def.points = outline;
        def.point_count = random_star(trial, outline);
        worlds_add_goal(world, &def);
        check_parts(wend_world_view(world), 0, outline, def.point_count);
        const wend_region *parts;
        several += wend_view_goal_parts(wend_world_view(world), 0, &parts) > 1;
        wend_world_destroy(world);
    }
    ck_assert_uint_ge(several, trials_bound(251));
}
END_TEST

static const wend_point cup[] = {{0, 0}, {10, 0}, {10, 10}, {8, 10},
                                 {8, 2}, {2, 2},  {2, 10},  {0, 10}};

static wend_goal add_cup(wend_world *world, wend_arrive arrive) {
    wend_goal_def def = wend_default_goal_def();
    def.shape = WEND_GOAL_POLYGON;
    def.points = cup;
    def.point_count = 8;
    def.arrive = arrive;
    return worlds_add_goal(world, &def);
}

/* The centre of a U shape lies outside it, but its preferred point lies inside. */
START_TEST(preferred_point_lies_inside) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    add_cup(world, WEND_ARRIVE_TOUCH);
    const wend_region *region = wend_view_goal_region(wend_world_view(world), 0);
    ck_assert(is_inside(cup, 8, (double)region->a.x, (double)region->a.y));
    wend_world_destroy(world);
}
END_TEST

/* A walker from a random position arrives in the step in which its disc first comes within the
 * tolerance of the U shape, or its centre enters the U shape. */
START_TEST(agent_arrives_when_it_reaches_any_part) {
    const double reach = 0.25 + 0.05; /* the radius, and the default tolerance */
    for (uint64_t trial = 0; trial < trials(60); trial++) {
        wend_arrive arrive = trial % 2 ? WEND_ARRIVE_INSIDE : WEND_ARRIVE_TOUCH;
        wend_world *world = worlds_make(worlds_open(), NULL);
        worlds_profile(world, "external");
        wend_goal goal = add_cup(world, arrive);
        wend_point at = {30 * wend_random_uniform(trial, 0, 0, 0) - 10,
                         30 * wend_random_uniform(trial, 0, 0, 1) - 10};
        wend_point to = {10 * wend_random_uniform(trial, 0, 0, 2),
                         10 * wend_random_uniform(trial, 0, 0, 3)};
        wend_agent agent = worlds_agent(world, at.x, at.y, goal);
        worlds_step(world, 1);
        bool here = is_inside(cup, 8, at.x, at.y) || to_outline(cup, 8, at.x, at.y) < 0.35;
        double length = hypot(to.x - at.x, to.y - at.y);
        wend_point velocity = {1.5 * (to.x - at.x) / length, 1.5 * (to.y - at.y) / length};
        ck_assert_int_eq(wend_world_set_agent_velocity(world, agent, velocity, NULL), WEND_OK);
        for (int i = 0; i < 200 && !here; i++) {
            worlds_step(world, 1);
            wend_point p = worlds_state(world, agent).position;
            double gap = is_inside(cup, 8, p.x, p.y) ? 0 : to_outline(cup, 8, p.x, p.y);
            bool has = worlds_state(world, agent).activity == WEND_ACTIVITY_ARRIVED;
            bool clear = arrive == WEND_ARRIVE_TOUCH ? fabs(gap - reach) > 0.01
                                                     : to_outline(cup, 8, p.x, p.y) > 0.003;
            bool there = arrive == WEND_ARRIVE_TOUCH ? gap < reach : gap == 0;
            ck_assert_msg(!clear || !there || has, "trial %d: at (%g, %g)", (int)trial, p.x, p.y);
            ck_assert_msg(!clear || there || !has, "trial %d: not at (%g, %g)", (int)trial, p.x,
                          p.y);
            here = has;
        }
        wend_world_destroy(world);
    }
}
END_TEST

/* With `aim: nearest` the agent walks straight to the nearest part, with `aim: preferred_point` to
 * the preferred point. */
START_TEST(nearest_aim_considers_all_parts) {
    static const char *const aims[] = {"nearest", "preferred_point"};
    for (int i = 0; i < 2; i++) {
        wend_world *world = worlds_make(worlds_open(), NULL);
        wend_setting aim = {"aim", {.kind = WEND_VALUE_TEXT, .text = aims[i]}};
        wend_profile_def profile = worlds_profile_def();
        profile.follow.settings = &aim;
        profile.follow.setting_count = 1;
        worlds_add_profile(world, &profile);
        wend_goal goal = add_cup(world, WEND_ARRIVE_TOUCH);
        wend_agent agents[3] = {worlds_agent(world, -5, 9, goal), worlds_agent(world, 15, 9, goal),
                                worlds_agent(world, 5, -5, goal)};
        worlds_step(world, 1);
        static const wend_vec2 offsets[3] = {{1, 0}, {-1, 0}, {0, 1}};
        const wend_region *region = wend_view_goal_region(wend_world_view(world), 0);
        for (int k = 0; k < 3; k++) {
            wend_agent_state state = worlds_state(world, agents[k]);
            double x = (double)region->a.x - state.position.x;
            double y = (double)region->a.y - state.position.y, length = hypot(x, y);
            double u = i ? x / length : (double)offsets[k].x,
                   v = i ? y / length : (double)offsets[k].y;
            ck_assert_double_eq_tol((double)state.velocity.x, 1.3 * u, 1e-4);
            ck_assert_double_eq_tol((double)state.velocity.y, 1.3 * v, 1e-4);
        }
        wend_world_destroy(world);
    }
}
END_TEST

START_TEST(parts_survive_snapshots_and_moves_of_the_goal) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    wend_goal goal = add_cup(world, WEND_ARRIVE_INSIDE);
    worlds_agent(world, -5, 9, goal);
    ck_assert_int_eq(worlds_shift_goal(world, goal, (wend_point){1, 2}, (wend_point){0.5, 0}),
                     WEND_OK);
    worlds_step(world, 11);
    wend_world *loaded = worlds_reload(world, NULL);
    const wend_region *parts, *again;
    uint32_t count = wend_view_goal_parts(wend_world_view(world), 0, &parts);
    ck_assert_uint_gt(count, 1);
    ck_assert_uint_eq(wend_view_goal_parts(wend_world_view(loaded), 0, &again), count);
    wend_point moved[8];
    for (int i = 0; i < 8; i++) { /* the goal started to move in the first step, 1.1 s ago */
        moved[i] = (wend_point){cup[i].x + 1 + 0.55, cup[i].y + 2};
    }
    check_parts(wend_world_view(loaded), 0, moved, 8);
    for (uint32_t i = 0; i < count; i++) {
        ck_assert_uint_eq(parts[i].flags, again[i].flags);
        ck_assert(parts[i].flags & WEND_REGION_INSIDE);
        ck_assert_mem_eq(parts[i].points, again[i].points, parts[i].count * sizeof(wend_vec2));
    }
    worlds_step(world, 60);
    worlds_step(loaded, 60);
    ck_assert_uint_eq(wend_world_hash(world), wend_world_hash(loaded));
    wend_world_destroy(loaded);
    wend_world_destroy(world);
}
END_TEST

int main(void) {
    SUITE("world/goal_parts", parts_are_convex_and_cover_the_polygon, preferred_point_lies_inside,
          agent_arrives_when_it_reaches_any_part, nearest_aim_considers_all_parts,
          parts_survive_snapshots_and_moves_of_the_goal);
}
