/* The property of a goal velocity obstacle: a constant velocity lies in it if and only if the agent
 * and the region meet in the time window. Regions of every shape are checked against distances in
 * closed form and against a walk in small steps, in double precision. Some sets are checked against
 * results computed by hand. */
#include "steer/solve/goals/set.h"

#include <math.h>

#include "geom/vec.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/velocity_sets.h"

#define EDGE 2e-3F /* m or s: a miss by less than this counts as touching */

static const double endless = 1e5; /* s: stands for an infinite time */

/* ---- Membership, as the header defines it ---------------------------------------------------- */

static double off_line(wend_vec2 from, wend_vec2 along, wend_vec2 v) {
    return (double)along.x * ((double)v.y - (double)from.y) -
           (double)along.y * ((double)v.x - (double)from.x);
}

static bool left_of_chord(const velocity_arc *arc, wend_vec2 v) {
    wend_vec2 start = vec_add(arc->centre, vec_scale(arc->from, arc->radius));
    return off_line(start, vec_sub(arc->to, arc->from), v) >= 0.0;
}

static bool in_set(const velocity_set *set, wend_vec2 v) {
    bool inner = true, in_disc = false;
    for (uint32_t i = 0; i < set->side_count; i++) {
        inner = inner && off_line(set->sides[i].from, set->sides[i].along, v) >= 0.0;
    }
    for (uint32_t i = 0; i < set->arc_count; i++) {
        const velocity_arc *arc = &set->arcs[i];
        double x = (double)v.x - (double)arc->centre.x, y = (double)v.y - (double)arc->centre.y;
        in_disc = in_disc || sqrt(x * x + y * y) <= (double)arc->radius;
        inner = inner && left_of_chord(arc, v);
    }
    return inner || in_disc;
}

/* ---- Distances in closed form ---------------------------------------------------------------- */

static wend_point minus(wend_point a, wend_point b) {
    return (wend_point){a.x - b.x, a.y - b.y};
}

static double cross(wend_point a, wend_point b) {
    return a.x * b.y - a.y * b.x;
}

static double off_segment(wend_point p, wend_point a, wend_point b) {
    return point_to_segment(p.x, p.y, a.x, a.y, b.x, b.y);
}

static bool on_both_sides(wend_point a, wend_point b, wend_point p, wend_point q) {
    return cross(minus(b, a), minus(p, a)) * cross(minus(b, a), minus(q, a)) < 0.0;
}

static double segments_apart(wend_point a, wend_point b, wend_point p, wend_point q) {
    if (on_both_sides(a, b, p, q) && on_both_sides(p, q, a, b)) {
        return 0.0;
    }
    return fmin(fmin(off_segment(a, p, q), off_segment(b, p, q)),
                fmin(off_segment(p, a, b), off_segment(q, a, b)));
}

static wend_point corner_of(const wend_region *region, uint32_t i) {
    wend_vec2 v = region->shape == WEND_SHAPE_POLYGON ? region->points[i % region->count]
                  : region->shape == WEND_SHAPE_SEGMENT && i % 2 == 1 ? region->b
                                                                      : region->a;
    return (wend_point){(double)v.x, (double)v.y};
}

static bool polygon_contains(const wend_region *region, wend_point p) {
    for (uint32_t i = 0; i < region->count; i++) {
        wend_point a = corner_of(region, i), b = corner_of(region, i + 1);
        if (cross(minus(b, a), minus(p, a)) < 0.0) {
            return false;
        }
    }
    return region->count > 0;
}

/* Returns the smallest distance between a region and the straight path from p to q. */
static double path_distance(const wend_region *region, wend_point p, wend_point q) {
    double radius = region->shape == WEND_SHAPE_DISC ? (double)region->b.x : 0.0;
    double least = INFINITY;
    if (region->shape == WEND_SHAPE_POLYGON && polygon_contains(region, p)) {
        return 0.0;
    }
    uint32_t edges = region->shape == WEND_SHAPE_POLYGON ? region->count : 1;
    for (uint32_t i = 0; i < edges; i++) {
        double apart = segments_apart(corner_of(region, i), corner_of(region, i + 1), p, q);
        least = fmin(least, apart);
    }
    return fmax(0.0, least - radius);
}

/* An agent and a region. The tests compute how near they come to each other within the window. */
typedef struct meeting {
    wend_region region;
    wend_vec2 points[WEND_MAX_POLYGON];
    float radius, earliest, latest;
    wend_vec2 from, velocity;
} meeting;

static wend_point position_at(const meeting *m, double time) {
    return (wend_point){
        (double)m->from.x + time * ((double)m->velocity.x - (double)m->region.velocity.x),
        (double)m->from.y + time * ((double)m->velocity.y - (double)m->region.velocity.y)};
}

static double closest(const meeting *m) {
    double latest = fmin((double)m->latest, endless);
    return path_distance(&m->region, position_at(m, (double)m->earliest), position_at(m, latest));
}

/* Returns the same distance as `closest`, found by walking in steps of a few millimetres until the
 * agent is far past the region. */
static double closest_walked(const meeting *m) {
    wend_point start = position_at(m, 0.0), later = position_at(m, 1.0);
    double speed = hypot(later.x - start.x, later.y - start.y), least = INFINITY;
    double latest = fmin((double)m->latest, (double)m->earliest + 90.0 / speed);
    enum { STEPS = 20000 };
    for (int k = 0; k <= STEPS; k++) {
        double time = (double)m->earliest + (latest - (double)m->earliest) * k / STEPS;
        wend_point at = position_at(m, time);
        least = fmin(least, path_distance(&m->region, at, at));
    }
    return least;
}

/* ---- Draws ----------------------------------------------------------------------------------- */

static wend_vec2 sample_vec(dice *from, double reach) {
    return (wend_vec2){(float)dice_between(from, -reach, reach),
                       (float)dice_between(from, -reach, reach)};
}

/* Samples a convex polygon. Its corners lie on a rotated ellipse, in order of increasing angle. */
static void sample_polygon(dice *from, meeting *m) {
    uint32_t count = dice_below(from, 8) == 0 ? WEND_MAX_POLYGON : 3 + dice_below(from, 7);
    double angle = dice_between(from, 0.0, 1.0), turn = dice_between(from, 0.0, 7.0);
    double wide = dice_between(from, 0.3, 6.0), high = dice_between(from, 0.3, 6.0);
    wend_vec2 middle = m->region.a;
    for (uint32_t i = 0; i < count; i++) {
        double x = wide * cos(angle), y = high * sin(angle);
        m->points[i] = (wend_vec2){middle.x + (float)(x * cos(turn) - y * sin(turn)),
                                   middle.y + (float)(x * sin(turn) + y * cos(turn))};
        angle += dice_between(from, 0.5, 1.0) * 6.283 / (double)count;
    }
    m->region.points = m->points;
    m->region.count = (uint16_t)count;
}

static void sample_window(dice *from, meeting *m) {
    uint32_t kind = dice_below(from, 4);
    m->earliest = kind < 2 ? 0.0F : (float)dice_between(from, 0.05, 8.0);
    m->latest = kind % 2 == 0 ? INFINITY : m->earliest + (float)dice_between(from, 0.05, 10.0);
}

static void sample_region(dice *from, meeting *m, uint8_t shape) {
    m->region = (wend_region){.shape = shape, .a = sample_vec(from, 12.0)};
    if (shape == WEND_SHAPE_SEGMENT) {
        uint32_t kind = dice_below(from, 6);
        m->region.b = kind == 0   ? m->region.a      /* a zero-length segment */
                      : kind == 1 ? vec_add(m->from, /* a segment in line with the agent */
                                            vec_scale(vec_sub(m->region.a, m->from), 2.5F))
                                  : sample_vec(from, 12.0);
    } else if (shape == WEND_SHAPE_DISC) {
        m->region.b = (wend_vec2){(float)dice_between(from, 0.05, 6.0), 0.0F};
    } else if (shape == WEND_SHAPE_POLYGON) {
        sample_polygon(from, m);
    }
    if (dice_below(from, 2) == 0) {
        m->region.velocity = sample_vec(from, 2.0);
    }
}

/* Samples a velocity that leads to a point near the region at a time near the window. About half of
 * these velocities hit the region or almost hit it. */
static void sample_velocity(dice *from, meeting *m) {
    double latest = fmin((double)m->latest, (double)m->earliest + 10.0);
    double time = dice_between(from, (double)m->earliest * 0.7 + 0.02, latest * 1.2 + 0.02);
    wend_point corner = corner_of(&m->region, dice_below(from, 64));
    double disc = m->region.shape == WEND_SHAPE_DISC ? (double)m->region.b.x : 0.0;
    double reach = ((double)m->radius + disc) * 1.6 + (dice_below(from, 3) == 0 ? 9.0 : 0.3);
    double x = corner.x - (double)m->from.x + dice_between(from, -reach, reach);
    double y = corner.y - (double)m->from.y + dice_between(from, -reach, reach);
    m->velocity = (wend_vec2){(float)((double)m->region.velocity.x + x / time),
                              (float)((double)m->region.velocity.y + y / time)};
}

static void sample_meeting(dice *from, meeting *m, uint8_t shape) {
    m->from = sample_vec(from, 6.0);
    bool has_inside = shape == WEND_SHAPE_DISC || shape == WEND_SHAPE_POLYGON;
    float least = has_inside ? 0.0F : 0.005F; /* no velocity hits a point exactly */
    m->radius = dice_below(from, 4) == 0 ? least : (float)dice_between(from, 0.05, 2.0);
    sample_window(from, m);
    sample_region(from, m, shape);
    sample_velocity(from, m);
}

/* ---- The property ---------------------------------------------------------------------------- */

typedef struct tally {
    int in, out, on_edge;
} tally;

/* True if a small difference in space or in time would not change the outcome. */
static bool is_clear(const meeting *m, bool meets) {
    static const wend_vec2 nudges[] = {{EDGE, 0.0F}, {-EDGE, 0.0F}, {0.0F, EDGE}, {0.0F, -EDGE}};
    for (uint32_t i = 0; i < 8; i++) {
        meeting other = *m;
        float margin = i < 4 ? EDGE : -EDGE;
        other.from = vec_add(m->from, nudges[i % 4]);
        other.earliest = m->earliest > 0.0F ? fmaxf(0.0F, m->earliest - margin) : 0.0F;
        other.latest += margin;
        if ((closest(&other) <= (double)m->radius) != meets) {
            return false;
        }
    }
    return true;
}

static void check(const meeting *m, bool walk, tally *count) {
    goal_set goal;
    ck_assert(velocity_set_of_goal(&m->region, m->from, m->radius, m->earliest, m->latest, &goal));
    bool meets = (walk ? closest_walked(m) : closest(m)) <= (double)m->radius;
    if (!is_clear(m, meets)) {
        count->on_edge++;
        return;
    }
    ck_assert_int_eq(in_set(&goal.set, m->velocity), meets);
    count->in += meets;
    count->out += !meets;
}

static void check_shape(uint8_t shape, bool walk, uint64_t draws, tally *count) {
    for (uint64_t seed = 1; seed <= draws; seed++) {
        dice from = {seed * 5 + shape};
        meeting m;
        sample_meeting(&from, &m, shape);
        /* Large enough that a step cannot jump over the region. */
        m.radius = walk ? fmaxf(m.radius, 0.05F) : m.radius;
        check(&m, walk, count);
    }
}

static const uint8_t shapes[] = {WEND_SHAPE_POINT, WEND_SHAPE_DISC, WEND_SHAPE_SEGMENT,
                                 WEND_SHAPE_POLYGON};

START_TEST(velocity_is_in_set_if_and_only_if_agent_and_region_meet) {
    for (uint32_t k = 0; k < 4; k++) {
        tally count = {0};
        check_shape(shapes[k], false, 20000, &count);
        ck_assert_int_gt(count.in, 5000); /* each kind of case occurs often enough */
        ck_assert_int_gt(count.out, 3000);
        ck_assert_int_lt(count.on_edge, 600);
    }
}
END_TEST

START_TEST(set_matches_simulation_in_small_steps) {
    for (uint32_t k = 0; k < 4; k++) {
        tally count = {0};
        check_shape(shapes[k], true, 100, &count);
        ck_assert_int_gt(count.in, 25);
        ck_assert_int_gt(count.out, 15);
    }
}
END_TEST

/* ---- Known sets ------------------------------------------------------------------------------ */

static const wend_vec2 zero = {0.0F, 0.0F};

static goal_set make(wend_region region, float radius, float earliest, float latest) {
    static goal_set goal; /* static, because its copies point into it */
    ck_assert(velocity_set_of_goal(&region, zero, radius, earliest, latest, &goal));
    return goal;
}

static bool holds(const goal_set *goal, double x, double y) {
    return in_set(&goal->set, (wend_vec2){(float)x, (float)y});
}

START_TEST(disc_without_a_time_window_gives_a_cone) {
    /* The disc is 4 m away and has a radius of 1 m. Grown by the agent's radius of 1 m, it spans 30
     * degrees to each side. */
    wend_region disc = {.shape = WEND_SHAPE_DISC, .a = {4.0F, 0.0F}, .b = {1.0F, 0.0F}};
    disc.velocity = (wend_vec2){0.0F, 1.0F};
    goal_set goal = make(disc, 1.0F, 0.0F, INFINITY);
    ck_assert_uint_eq(goal.set.side_count, 2);
    ck_assert_uint_eq(goal.set.arc_count, 0);
    ck_assert(holds(&goal, 1.0, 1.0 + 0.57) && !holds(&goal, 1.0, 1.0 + 0.58));
    ck_assert(holds(&goal, 1.0, 1.0 - 0.57) && !holds(&goal, 1.0, 1.0 - 0.58));
    ck_assert(holds(&goal, 0.001, 1.0) && !holds(&goal, -0.001, 1.0));
}
END_TEST

START_TEST(window_cuts_the_cone_off_at_both_ends) {
    wend_region point = {.shape = WEND_SHAPE_POINT, .a = {6.0F, 0.0F}};
    goal_set goal = make(point, 1.0F, 2.0F, 5.0F);
    ck_assert(holds(&goal, 1.01, 0.0) && !holds(&goal, 0.99, 0.0)); /* at least 5 m in 5 s */
    ck_assert(holds(&goal, 3.49, 0.0) && !holds(&goal, 3.51, 0.0)); /* at most 7 m in 2 s */
    ck_assert(holds(&goal, 3.0, 0.49) && !holds(&goal, 3.0, 0.51));
    ck_assert(!holds(&goal, -2.0, 0.0) && !holds(&goal, 0.0, 0.0));
    ck_assert_uint_eq(goal.set.side_count, 2);
    ck_assert_uint_eq(goal.set.arc_count, 3);
}
END_TEST

START_TEST(agent_in_open_region_may_take_any_velocity) {
    wend_region disc = {.shape = WEND_SHAPE_DISC, .a = {4.0F, 0.0F}, .b = {3.5F, 0.0F}};
    goal_set goal = make(disc, 1.0F, 0.0F, 3.0F);
    ck_assert_uint_eq(goal.set.side_count + goal.set.arc_count, 0);
    goal = make(disc, 1.0F, 2.0F, 3.0F);
    ck_assert(holds(&goal, 0.0, 0.0) && holds(&goal, 4.24, 0.0) && !holds(&goal, 4.26, 0.0));
    ck_assert(holds(&goal, -0.24, 0.0) && !holds(&goal, -0.26, 0.0));
    ck_assert(!holds(&goal, 100.0, 0.0) && !holds(&goal, 2.0, 3.0));
    wend_vec2 square[] = {{-1.0F, -1.0F}, {1.0F, -1.0F}, {1.0F, 1.0F}, {-1.0F, 1.0F}};
    wend_region polygon = {.shape = WEND_SHAPE_POLYGON, .points = square, .count = 4};
    goal = make(polygon, 1.0F, 2.0F, 2.0F);
    ck_assert(holds(&goal, 0.99, 0.4) && !holds(&goal, 1.01, 0.4));
    /* The corner of the set is round. */
    ck_assert(holds(&goal, 0.85, 0.85) && !holds(&goal, 0.86, 0.86));
}
END_TEST

START_TEST(collinear_segment_appears_as_its_nearer_end) {
    wend_region segment = {.shape = WEND_SHAPE_SEGMENT, .a = {8.0F, 0.0F}, .b = {2.0F, 0.0F}};
    goal_set goal = make(segment, 1.0F, 0.0F, INFINITY);
    ck_assert(holds(&goal, 1.0, 0.577) && !holds(&goal, 1.0, 0.578));
    ck_assert(holds(&goal, 1.0, -0.577) && !holds(&goal, 1.0, -0.578));
    goal = make(segment, 1.0F, 1.0F, 4.0F);
    ck_assert(holds(&goal, 0.26, 0.0) && !holds(&goal, 0.24, 0.0));
    ck_assert(holds(&goal, 8.99, 0.0) && !holds(&goal, 9.01, 0.0));
    ck_assert(holds(&goal, 8.0, 0.99) && !holds(&goal, 8.0, 1.01));
}
END_TEST

START_TEST(regions_without_width_are_reached_in_one_direction) {
    wend_region point = {.shape = WEND_SHAPE_POINT, .a = {500.0F, 0.0F}};
    goal_set goal = make(point, 0.0F, 0.0F, INFINITY);
    ck_assert(holds(&goal, 1.0, 0.0) && !holds(&goal, -1.0, 0.0) && !holds(&goal, 1.0, 1e-3));
    wend_region line = {.shape = WEND_SHAPE_SEGMENT, .a = {3.0F, 3.0F}, .b = {1.0F, 1.0F}};
    goal = make(line, 0.0F, 1.0F, 2.0F);
    ck_assert(holds(&goal, 1.0, 1.0) && holds(&goal, 2.9, 2.9) && holds(&goal, 0.51, 0.51));
    ck_assert(!holds(&goal, 0.49, 0.49) && !holds(&goal, 3.1, 3.1) && !holds(&goal, -1.0, -1.0));
}
END_TEST

START_TEST(collinear_segment_is_reached_wherever_it_lies) {
    dice from = {1};
    for (int i = 0; i < 2000; i++) {
        double angle = dice_between(&from, 0.0, 6.3), near = i % 3 == 0 ? 90.0 : 1.0;
        double x = near * cos(angle), y = near * sin(angle);
        double far = i % 3 == 0 ? 1.0002 : dice_between(&from, 2.0, 90.0);
        wend_vec2 ends[] = {{(float)x, (float)y}, {(float)(far * x), (float)(far * y)}};
        wend_region line = {.shape = WEND_SHAPE_SEGMENT, .a = ends[i % 2], .b = ends[1 - i % 2]};
        goal_set goal = make(line, 0.0F, 1.0F, 2.0F);
        ck_assert(holds(&goal, 0.51 * x, 0.51 * y) && !holds(&goal, 0.49 * x, 0.49 * y));
        ck_assert(holds(&goal, 0.99 * far * x, 0.99 * far * y));
        ck_assert(!holds(&goal, 1.01 * far * x, 1.01 * far * y) && !holds(&goal, -x, -y));
    }
}
END_TEST

START_TEST(agent_centre_must_pass_the_portal) {
    wend_region portal = {.shape = WEND_SHAPE_SEGMENT, .a = {2.0F, 1.0F}, .b = {2.0F, -1.0F}};
    goal_set goal = make(portal, 0.0F, 0.0F, INFINITY);
    ck_assert(holds(&goal, 1.0, 0.499) && !holds(&goal, 1.0, 0.501));
    ck_assert(holds(&goal, 1.0, -0.499) && !holds(&goal, 1.0, -0.501));
    ck_assert(!holds(&goal, -1.0, 0.0) && !holds(&goal, 0.0, 1.0));
}
END_TEST

START_TEST(window_that_closes_now_requires_contact) {
    wend_region point = {.shape = WEND_SHAPE_POINT, .a = {3.0F, 0.0F}};
    goal_set goal;
    ck_assert(!velocity_set_of_goal(&point, zero, 0.0F, 0.0F, 0.0F, &goal));
    ck_assert(!velocity_set_of_goal(&point, zero, 2.9F, 0.0F, 0.0F, &goal));
    ck_assert(velocity_set_of_goal(&point, zero, 3.1F, 0.0F, 0.0F, &goal));
    ck_assert(holds(&goal, -50.0, 20.0));
}
END_TEST

START_TEST(coincident_corners_count_as_one) {
    wend_vec2 corners[] = {{4.0F, -1.0F}, {4.0F, -1.0F}, {6.0F, -1.0F},
                           {6.0F, 1.0F},  {4.0F, 1.0F},  {4.0F, -1.0F}};
    wend_region doubled = {.shape = WEND_SHAPE_POLYGON, .points = corners, .count = 6};
    goal_set goal = make(doubled, 0.5F, 1.0F, 2.0F);
    ck_assert(holds(&goal, 1.8, 0.0) && !holds(&goal, 1.7, 0.0));
    ck_assert(holds(&goal, 6.49, 0.0) && !holds(&goal, 6.51, 0.0));
    ck_assert(holds(&goal, 5.0, 1.49) && !holds(&goal, 5.0, 1.51));
    ck_assert(!holds(&goal, -5.0, 0.0));
}
END_TEST

int main(void) {
    SUITE("steer/goal_set", velocity_is_in_set_if_and_only_if_agent_and_region_meet,
          set_matches_simulation_in_small_steps, disc_without_a_time_window_gives_a_cone,
          window_cuts_the_cone_off_at_both_ends, agent_in_open_region_may_take_any_velocity,
          collinear_segment_appears_as_its_nearer_end,
          regions_without_width_are_reached_in_one_direction,
          collinear_segment_is_reached_wherever_it_lies, agent_centre_must_pass_the_portal,
          window_that_closes_now_requires_contact, coincident_corners_count_as_one);
}
