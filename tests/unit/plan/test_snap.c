/* needs: kit */
/* Routes of agents that are nearer to a thin wall than their radius: in random rooms with walls of
 * 2 to 20 cm, single or in pairs with narrow alleys between them. */
#include <inttypes.h>
#include <math.h>

#include "support/kit/maps.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

enum { CELLS = 3, PAIRS = 12 };

static const double SIDE = 4.0; /* m: size of a cell */
static const double RADIUS = 0.25;

typedef struct room {
    wend_space *space;
    wend_map *mesh;
    wend_point contacts[2 * PAIRS]; /* walkable points nearer to a wall than the radius */
} room;

/* Adds one wall, or two parallel ones, at a random angle in a cell. */
static void add_walls(sketch *s, dice *from, double x, double y) {
    double half = dice_between(from, 0.3, 1.6), thick = dice_between(from, 0.02, 0.2);
    double gap = dice_between(from, 0.05, 0.45);
    sketch_set_transform(s, dice_between(from, 0.0, 6.28), x, y);
    sketch_box(s, 0, 0, -half, 0.0, half, thick);
    if (dice_below(from, 2) == 0) {
        sketch_box(s, 0, 0, -half, -gap - thick, dice_between(from, -0.5, half), -gap);
    }
}

/* Samples a walkable point nearer to a wall than the radius. */
static wend_point sample_contact(const wend_space *space, dice *from) {
    for (;;) {
        wend_point p = {dice_between(from, 0.0, CELLS * SIDE),
                        dice_between(from, 0.0, CELLS * SIDE)};
        wend_location at = {wend_space_to_local(space, p), 0};
        if (wend_space_is_walkable(space, at, 1U) &&
            (double)wend_space_clearance(space, at, 1.0F, 1U) < 0.98 * RADIUS) {
            return p;
        }
    }
}

static room make_room(uint64_t seed) {
    dice from = {seed};
    sketch s;
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0.0, 0.0, CELLS * SIDE, CELLS * SIDE);
    for (int i = 0; i < CELLS * CELLS; i++) {
        add_walls(&s, &from, (i % CELLS + 0.5) * SIDE, (i / CELLS + 0.5) * SIDE);
    }
    room made = {.space = sketch_space(&s)};
    wend_navmesh_def def = wend_default_navmesh_def();
    double radius = RADIUS;
    def.space = made.space;
    def.radii = &radius;
    def.radius_count = 1;
    made.mesh = maps_navmesh(&def);
    for (int i = 0; i < 2 * PAIRS; i++) {
        made.contacts[i] = sample_contact(made.space, &from);
    }
    return made;
}

static void end_room(room *r) {
    wend_map_release(r->mesh);
    wend_space_release(r->space);
}

/* True if the inner points of a leg and of a wall cross. Exact. */
static bool crosses_wall(const wend_space *space, wend_vec2 p, wend_vec2 q) {
    for (uint32_t i = 0; i < wend_space_wall_count(space); i++) {
        wend_wall wall = wend_space_wall(space, i);
        if (exact_side(p, q, wall.a) * exact_side(p, q, wall.b) < 0 &&
            exact_side(wall.a, wall.b, p) * exact_side(wall.a, wall.b, q) < 0) {
            return true;
        }
    }
    return false;
}

/* Plans routes between all pairs of contacts. Returns the number of complete routes. */
static uint32_t check_routes(const room *r, uint64_t seed) {
    wend_space_retain(r->space);
    wend_world *world = worlds_make(r->space, NULL);
    wend_profile_def def = worlds_profile_def();
    wend_agent agents[2 * PAIRS];
    ck_assert_int_eq(wend_world_add_map(world, "mesh", r->mesh, NULL, NULL), WEND_OK);
    def.radius = wend_constant(RADIUS);
    def.plan = (wend_choice){"navmesh", NULL, 0};
    wend_profile profile = worlds_add_profile(world, &def);
    for (int i = 0; i < 2 * PAIRS; i++) {
        wend_point to = r->contacts[i ^ 1];
        wend_agent_def agent = wend_default_agent_def();
        agent.position = r->contacts[i];
        agent.profile = profile;
        agent.goal = worlds_point(world, to.x, to.y);
        agents[i] = worlds_add(world, &agent);
    }
    worlds_step(world, 1);
    uint32_t found = 0;
    for (int i = 0; i < 2 * PAIRS; i++) {
        const wend_route *route = worlds_route(world, agents[i]);
        wend_vec2 at = wend_space_to_local(r->space, r->contacts[i]);
        bool is_found = route != NULL && route->status == WEND_ROUTE_STATUS_FOUND;
        uint32_t count = route != NULL ? route->point_count : 0;
        for (uint32_t k = 0; k < count + is_found; k++) {
            wend_vec2 next = k < count ? route->points[k].position
                                       : wend_space_to_local(r->space, r->contacts[i ^ 1]);
            ck_assert_msg(!crosses_wall(r->space, at, next),
                          "seed %" PRIu64 ", agent %d: leg %u from (%g, %g) to (%g, %g)", seed, i,
                          k, (double)at.x, (double)at.y, (double)next.x, (double)next.y);
            at = next;
        }
        found += is_found;
    }
    wend_world_destroy(world);
    return found;
}

START_TEST(no_leg_crosses_a_wall) {
    uint32_t rounds = trials(60), found = 0;
    for (uint64_t seed = 1; seed <= rounds; seed++) {
        room r = make_room(seed);
        found += check_routes(&r, seed);
        end_room(&r);
    }
    ck_assert_uint_ge(found, trials_bound(40 * PAIRS));
}
END_TEST

START_TEST(paths_are_equally_long_in_both_directions) {
    uint32_t rounds = trials(60), found = 0;
    for (uint64_t seed = 1; seed <= rounds; seed++) {
        room r = make_room(seed);
        for (int i = 0; i < 2 * PAIRS; i += 2) {
            wend_path_result both[2];
            for (int k = 0; k < 2; k++) {
                wend_path_def def = wend_default_path_def();
                def.from.position = wend_space_to_local(r.space, r.contacts[i + k]);
                def.to.position = wend_space_to_local(r.space, r.contacts[i + 1 - k]);
                def.radius = (float)RADIUS;
                ck_assert_int_eq(
                    wend_map_find_path(r.mesh, r.space, &def, NULL, NULL, 0, &both[k], NULL),
                    WEND_OK);
            }
            bool is_found = both[0].status == WEND_PATH_FOUND;
            ck_assert_msg(both[1].status != WEND_PATH_FOUND || is_found, "seed %" PRIu64, seed);
            if (is_found) {
                ck_assert_int_eq(both[1].status, WEND_PATH_FOUND);
                /* A point within 1 mm of the one before it is left out, in either direction. */
                ck_assert_double_eq_tol(both[0].length, both[1].length, 2e-3);
                found++;
            }
        }
        end_room(&r);
    }
    ck_assert_uint_ge(found, trials_bound(20 * PAIRS));
}
END_TEST

/* A wall of 4 cm, and an agent that is 5 cm above it, beside an alley without room: the nearest
 * point of the mesh lies below the wall. */
START_TEST(enters_the_mesh_on_its_own_side) {
    sketch s;
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0.0, 0.0, 10.0, 10.0);
    sketch_box(&s, 0, 0, 3.0, 4.96, 7.0, 5.0);
    sketch_box(&s, 0, 0, 3.0, 5.1, 5.5, 5.2);
    room r = {.space = sketch_space(&s)};
    wend_navmesh_def def = wend_default_navmesh_def();
    double radius = RADIUS;
    def.space = r.space;
    def.radii = &radius;
    def.radius_count = 1;
    r.mesh = maps_navmesh(&def);
    wend_path_def path = wend_default_path_def();
    wend_path_result found;
    wend_location points[16];
    path.from.position = (wend_vec2){5.4F, 5.05F};
    path.to.position = (wend_vec2){5.0F, 8.0F};
    ck_assert_int_eq(wend_map_find_path(r.mesh, r.space, &path, NULL, points, 16, &found, NULL),
                     WEND_OK);
    ck_assert_int_eq(found.status, WEND_PATH_FOUND);
    ck_assert_float_gt(points[0].position.y, 5.0F);
    path.from.position = path.to.position;
    path.to.position = (wend_vec2){5.4F, 5.05F};
    ck_assert_int_eq(wend_map_find_path(r.mesh, r.space, &path, NULL, points, 16, &found, NULL),
                     WEND_OK);
    ck_assert_float_gt(points[found.point_count - 1].position.y, 5.0F);
    end_room(&r);
}
END_TEST

int main(void) {
    SUITE("plan/snap", no_leg_crosses_a_wall, paths_are_equally_long_in_both_directions,
          enters_the_mesh_on_its_own_side);
}
