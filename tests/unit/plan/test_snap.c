/* needs: kit */
/* Routes of agents that are nearer to a thin wall than their radius: in random rooms with walls of
 * 0 to 20 cm, single or in pairs with narrow alleys between them. */
#include <inttypes.h>
#include <math.h>

#include "support/kit/maps.h"
#include "support/kit/thin_walls.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

enum { PAIRS = 12 };

static const double CONTACT = 0.98 * THIN_WALLS_RADIUS; /* m: contacts are nearer to a wall */

typedef struct room {
    thin_walls made;
    wend_point contacts[2 * PAIRS]; /* walkable points nearer to a wall than the radius */
} room;

static room make_room(uint64_t seed, thin_walls_kind kind) {
    room r = {.made = thin_walls_make(seed, kind)};
    dice from = {seed};
    thin_walls_build(&r.made);
    for (int i = 0; i < 2 * PAIRS; i++) {
        r.contacts[i] = thin_walls_sample(&r.made, &from, 0.0, CONTACT);
    }
    return r;
}

/* A planner with its settings. */
static const wend_setting corridor_settings[][1] = {
    {{"control", {.kind = WEND_VALUE_TEXT, .text = "axis"}}},
    {{"control", {.kind = WEND_VALUE_TEXT, .text = "shortest"}}},
    {{"control", {.kind = WEND_VALUE_TEXT, .text = "visibility_voronoi"}}},
    {{"control", {.kind = WEND_VALUE_TEXT, .text = "path"}}},
};
static const wend_choice choices[] = {
    {"navmesh", NULL, 0},
    {"corridor", corridor_settings[0], 1},
    {"corridor", corridor_settings[1], 1},
    {"corridor", corridor_settings[2], 1},
    {"corridor", corridor_settings[3], 1},
};
enum { CHOICES = sizeof choices / sizeof *choices };

/* Plans routes between all pairs of contacts. Returns the number of complete routes. */
static uint32_t check_routes(const room *r, const wend_choice *plan, uint64_t seed) {
    wend_space *space = r->made.space;
    wend_space_retain(space);
    wend_world *world = worlds_make(space, NULL);
    wend_profile_def def = worlds_profile_def();
    wend_agent agents[2 * PAIRS];
    ck_assert_int_eq(wend_world_add_map(world, "mesh", r->made.mesh, NULL, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_add_map(world, "axis", r->made.axis, NULL, NULL), WEND_OK);
    def.radius = wend_constant(THIN_WALLS_RADIUS);
    def.plan = *plan;
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
        wend_vec2 at = wend_space_to_local(space, r->contacts[i]);
        bool is_found = route != NULL && route->status == WEND_ROUTE_STATUS_FOUND;
        uint32_t count = route != NULL ? route->point_count : 0;
        for (uint32_t k = 0; k < count + is_found; k++) {
            wend_vec2 next = k < count ? route->points[k].position
                                       : wend_space_to_local(space, r->contacts[i ^ 1]);
            ck_assert_msg(!thin_walls_cross(&r->made, at, next),
                          "%s %s, seed %" PRIu64 ", agent %d: leg %u from (%g, %g) to (%g, %g)",
                          plan->name, plan->setting_count > 0 ? plan->settings[0].value.text : "",
                          seed, i, k, (double)at.x, (double)at.y, (double)next.x, (double)next.y);
            at = next;
        }
        found += is_found;
    }
    wend_world_destroy(world);
    return found;
}

/* Four rooms in five have walls without thickness. */
static thin_walls_kind kind_of(uint64_t seed) {
    return seed % 5 == 0 ? THIN_WALLS_BOXES : THIN_WALLS_LINES;
}

START_TEST(no_leg_crosses_a_wall) {
    uint32_t rounds = trials(100), found[CHOICES] = {0};
    for (uint64_t seed = 1; seed <= rounds; seed++) {
        room r = make_room(seed, kind_of(seed));
        for (int i = 0; i < CHOICES; i++) {
            found[i] += check_routes(&r, &choices[i], seed);
        }
        thin_walls_end(&r.made);
    }
    for (int i = 0; i < CHOICES; i++) {
        ck_assert_uint_ge(found[i], trials_bound(60 * PAIRS));
    }
}
END_TEST

START_TEST(paths_are_equally_long_in_both_directions) {
    uint32_t rounds = trials(60), found = 0;
    for (uint64_t seed = 1; seed <= rounds; seed++) {
        room r = make_room(seed, THIN_WALLS_BOXES);
        for (int i = 0; i < 2 * PAIRS; i += 2) {
            wend_path_result both[2];
            for (int k = 0; k < 2; k++) {
                wend_path_def def = wend_default_path_def();
                def.from.position = wend_space_to_local(r.made.space, r.contacts[i + k]);
                def.to.position = wend_space_to_local(r.made.space, r.contacts[i + 1 - k]);
                def.radius = (float)THIN_WALLS_RADIUS;
                ck_assert_int_eq(wend_map_find_path(r.made.mesh, r.made.space, &def, NULL, NULL, 0,
                                                    &both[k], NULL),
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
        thin_walls_end(&r.made);
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
    room r = {.made.space = sketch_space(&s)};
    wend_navmesh_def def = wend_default_navmesh_def();
    double radius = THIN_WALLS_RADIUS;
    def.space = r.made.space;
    def.radii = &radius;
    def.radius_count = 1;
    r.made.mesh = maps_navmesh(&def);
    wend_path_def path = wend_default_path_def();
    wend_path_result found;
    wend_location points[16];
    path.from.position = (wend_vec2){5.4F, 5.05F};
    path.to.position = (wend_vec2){5.0F, 8.0F};
    ck_assert_int_eq(
        wend_map_find_path(r.made.mesh, r.made.space, &path, NULL, points, 16, &found, NULL),
        WEND_OK);
    ck_assert_int_eq(found.status, WEND_PATH_FOUND);
    ck_assert_float_gt(points[0].position.y, 5.0F);
    path.from.position = path.to.position;
    path.to.position = (wend_vec2){5.4F, 5.05F};
    ck_assert_int_eq(
        wend_map_find_path(r.made.mesh, r.made.space, &path, NULL, points, 16, &found, NULL),
        WEND_OK);
    ck_assert_float_gt(points[found.point_count - 1].position.y, 5.0F);
    thin_walls_end(&r.made);
}
END_TEST

int main(void) {
    SUITE("plan/snap", no_leg_crosses_a_wall, paths_are_equally_long_in_both_directions,
          enters_the_mesh_on_its_own_side);
}
