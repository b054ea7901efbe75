/* Compares the attraction point of the follower `indicative` with the point where a route leaves a
 * circle. The test finds that point by cutting the route into small pieces. It uses a real corridor
 * map, and discs without a map. The agents are scripted. */
/* needs: kit */
#include <math.h>

#include <wend/kit.h>
#include <wend/random.h>

#include "support/scripted.h"
#include "support/suite.h"
#include "support/worlds.h"

enum { COUNT = 237, FINE = 40, STEPS = 140 };

/* The route lies in a hall of 40 m by 6 m. The hall's axis is y = 3 from x = 3 to 37, and branches
 * into the corners at both ends. */
static wend_route_point points[COUNT];
static wend_corridor_disc discs[2];

/* Makes a route that winds through the hall, with points 0.15 m apart in x. It leaves clearance
 * discs and enters them again. */
static void make_wave_path(uint32_t map) {
    for (int i = 0; i < COUNT; i++) {
        double x = 2 + 0.15 * i;
        points[i] = (wend_route_point){{(float)x, (float)(3 + 2 * sin(x / 0.4))}, 1, 0};
    }
    discs[0] = (wend_corridor_disc){{3, 3}, {3, 6}, {3, 0}, 3, 0};
    discs[1] = (wend_corridor_disc){{37, 3}, {37, 6}, {37, 0}, 3, 0};
    scripted_route = scripted_path_route(points, COUNT);
    scripted_route.gives |= WEND_ROUTE_CORRIDOR;
    scripted_route.discs = discs;
    scripted_route.disc_count = 2;
    scripted_route.map = map;
    scripted_route.generation = 1;
}

static wend_world *hall(const wend_setting *settings, uint32_t count) {
    wend_space *space = worlds_room(40, 6);
    wend_corridor_def def = wend_default_corridor_def();
    wend_map *map = NULL;
    def.space = space;
    ck_assert_int_eq(wend_corridor_build(&def, &map, NULL), WEND_OK);
    wend_world *world = scripted_world_create(space, "indicative", settings, count);
    ck_assert_int_eq(wend_world_add_map(world, "axis", map, NULL, NULL), WEND_OK);
    wend_map_release(map);
    return world;
}

/* Finds the start of piece `i` of the route. Pieces are counted from point 0, and each leg has FINE
 * pieces. */
static void fine_at(int i, double *x, double *y) {
    wend_vec2 a = points[i / FINE].position, b = points[i / FINE + 1].position;
    double t = (double)(i % FINE) / FINE;
    *x = (double)a.x + t * ((double)b.x - (double)a.x);
    *y = (double)a.y + t * ((double)b.y - (double)a.y);
}

/* Returns the last piece inside the disc, at or after `from`. The search ends when the route has
 * been outside for `window` m. */
static int last_inside(int from, double x, double y, double radius, double window) {
    int last = from;
    double outside = 0, before_x, before_y;
    fine_at(from, &before_x, &before_y);
    for (int i = from; i < FINE * (COUNT - 1) && outside <= window; i++) {
        double px, py;
        fine_at(i, &px, &py);
        bool inside = hypot(px - x, py - y) <= radius;
        last = inside ? i : last;
        outside = inside ? 0 : outside + hypot(px - before_x, py - before_y);
        before_x = px;
        before_y = py;
    }
    return last;
}

static double noise(uint64_t step, uint32_t purpose) {
    return 2 * wend_random_uniform(3, 1, step, purpose) - 1;
}

/* The projection of an agent at (x, y) onto the axis is (x, 3), where the clearance is 3 m. */
START_TEST(point_is_where_the_route_last_leaves_the_disc) {
    static const double windows[] = {0, 2, 50};
    static int alpha[3][STEPS];
    int skipped = 0;
    for (int w = 0; w < 3; w++) {
        wend_setting setting = {"window", {.number = {.a = windows[w]}}};
        wend_world *world = hall(&setting, 1);
        make_wave_path(1);
        scripted_add_agent(world, 1, 3.2, 3, worlds_point(world, 39, 1));
        worlds_step(world, 1);
        int last = last_inside(0, 3.2, 3, 3, windows[w]), on_circle = 0;
        for (uint64_t i = 0; i < STEPS; i++) { /* the agent moves forward, and sometimes back */
            float x = (float)fmin(fmax(3.2 + 0.2 * (double)i + 0.4 * noise(i, 1), 3.1), 30);
            wend_intent intent = scripted_intent_at(world, x, (float)(3 + 2.5 * noise(i, 2)), 0);
            int before = last;
            last = last_inside(last, (double)x, 3, 3, windows[w]);
            double px, py, ax = (double)intent.region.a.x, ay = (double)intent.region.a.y;
            fine_at(last, &px, &py);
            ck_assert_uint_eq(intent.region.flags, WEND_REGION_INTERCEPT | WEND_REGION_AIM_NEAREST);
            ck_assert_msg(hypot(px - ax, py - ay) < 0.02, "window %g, x %g: (%g, %g), (%g, %g)",
                          windows[w], (double)x, ax, ay, px, py);
            if (last > before + 1) {
                on_circle++;
                ck_assert_double_eq_tol(hypot(ax - (double)x, ay - 3), 3, 2e-5);
            }
            ck_assert_float_eq_tol(intent.region.b.x, 1, 1e-5F);
            alpha[w][i] = last;
            skipped += w > 0 && last > alpha[w - 1][i] + FINE;
        }
        ck_assert_int_gt(on_circle, 60);
        scripted_world_destroy(world);
    }
    ck_assert_int_gt(skipped, 20); /* parts of the route were skipped */
}
END_TEST

/* In a corner of the hall, at (0.5, 1), the nearest wall is x = 0: the projection onto the axis is
 * (1, 1), where the clearance is 1 m. */
START_TEST(projection_may_lie_in_a_corner) {
    wend_world *world = hall(NULL, 0);
    make_wave_path(1);
    for (int i = 0; i < COUNT; i++) {
        points[i].position = (wend_vec2){0.5F + 0.15F * (float)i, 1};
    }
    scripted_add_agent(world, 1, 0.5, 1, worlds_point(world, 39, 1));
    worlds_step(world, 1);
    ck_assert_float_eq_tol(scripted_intents[1].region.a.x, 2, 1e-5F);
    ck_assert_float_eq(scripted_intents[1].region.a.y, 1);
    scripted_world_destroy(world);
}
END_TEST

/* Without a corridor map, the follower chooses among the route's discs that contain the agent. It
 * uses the disc with the largest margin around the agent. */
START_TEST(uses_route_discs_without_a_map) {
    make_wave_path(WEND_NO_MAP);
    wend_world *world = scripted_world_create(worlds_open(), "indicative", NULL, 0);
    scripted_add_agent(world, 1, 4, 3, worlds_point(world, 39, 1));
    worlds_step(world, 1);
    double x, y;
    fine_at(last_inside(0, 3, 3, 3, 50), &x, &y);
    ck_assert_float_eq_tol(scripted_intents[1].region.a.x, (float)x, 0.02F);
    ck_assert_float_eq_tol(scripted_intents[1].region.a.y, (float)y, 0.02F);
    scripted_world_destroy(world);
}
END_TEST

START_TEST(heads_for_the_goal_at_the_end_of_the_route) {
    wend_world *world = hall(NULL, 0);
    make_wave_path(1);
    scripted_add_agent(world, 1, 3.2, 3, worlds_point(world, 38.5, 2));
    for (int i = 0; i < 168; i++) {
        double x = 3.2 + 0.2 * i;
        scripted_intent_at(world, (float)x, 3, 0);
        bool stops = scripted_intents[1].region.flags & WEND_REGION_STOP;
        ck_assert_int_eq(stops, hypot(38.5 - x, 1) < 3);
    }
    ck_assert_float_eq(scripted_intents[1].region.a.x, 38.5F);
    scripted_world_destroy(world);
}
END_TEST

/* The corridor is 6 m wide from x = 3 on and ends at x = 0. An agent on a route without a map
 * requests no new route. */
START_TEST(replans_outside_the_corridor) {
    for (int i = 0; i < 4; i++) {
        make_wave_path(i / 2 ? WEND_NO_MAP : 0);
        wend_world *world = scripted_world_create(worlds_open(), "indicative", NULL, 0);
        scripted_add_agent(world, 1, 10, i % 2 ? 6.4 : 6.1, worlds_point(world, 60, 1));
        uint32_t asked = worlds_step_counting(world, 60, WEND_EVENT_REPLANNED);
        bool lost = i == 1;
        ck_assert_uint_ge(asked, lost ? 2 : 0);
        ck_assert_uint_le(asked, lost ? 6 : 0);
        scripted_world_destroy(world);
    }
}
END_TEST

int main(void) {
    SUITE("follow/indicative", point_is_where_the_route_last_leaves_the_disc,
          projection_may_lie_in_a_corner, uses_route_discs_without_a_map,
          heads_for_the_goal_at_the_end_of_the_route, replans_outside_the_corridor);
}
