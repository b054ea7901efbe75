/* needs: kit */
/* cost: 8 */
/* Agents whose disc overlaps thin walls at the start, by up to 90 % of the radius, in random rooms:
 * each of them gets out of the contact and arrives, with every steering model that avoids walls.
 *
 * The oracle is a flood fill over a grid of the room, with distances to walls by brute force. An
 * agent must arrive if a path leads from its start to ground where its disc has room, within the
 * reach of the planners, such that the deepest overlap on the path is less than the one at the
 * start, and if the goal lies on the same part of that ground. Starts near the limits are left out.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/kit/needed_maps.h"
#include "support/kit/thin_walls.h"
#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

enum { CELLS = 480, CELL_COUNT = CELLS * CELLS, STARTS = 8, STEPS = 900 };

static const double CELL = THIN_WALLS_SIDE / CELLS; /* m */
static const double DOUBT = 0.02;  /* m: the deepest overlap must fall by more than this */
static const double REACH = 0.7;   /* m: room for the disc must be within this distance */
static const double LEAST = 0.025; /* m: smallest distance from a start to a wall */

/* ---- The oracle ------------------------------------------------------------------------------ */

typedef struct grid {
    float clearance[CELL_COUNT]; /* m; 0 off the ground */
    bool marked[CELL_COUNT];
    uint32_t queue[CELL_COUNT];
} grid;

static grid g;

static wend_point centre_of(uint32_t cell) {
    return (wend_point){(cell % CELLS + 0.5) * CELL, (cell / CELLS + 0.5) * CELL};
}

static uint32_t cell_at(wend_point p) {
    uint32_t x = (uint32_t)fmin(fmax(p.x / CELL, 0.0), CELLS - 1.0);
    uint32_t y = (uint32_t)fmin(fmax(p.y / CELL, 0.0), CELLS - 1.0);
    return y * CELLS + x;
}

static double distance_to_walls(const wend_space *space, wend_point p) {
    double least = INFINITY;
    for (uint32_t i = 0; i < wend_space_wall_count(space); i++) {
        wend_wall wall = wend_space_wall(space, i);
        wend_point a = wend_space_from_local(space, wall.a),
                   b = wend_space_from_local(space, wall.b);
        least = fmin(least, point_to_segment(p.x, p.y, a.x, a.y, b.x, b.y));
    }
    return least;
}

static void measure(const wend_space *space) {
    for (uint32_t i = 0; i < CELL_COUNT; i++) {
        wend_point p = centre_of(i);
        wend_location at = {wend_space_to_local(space, p), 0};
        bool walkable = wend_space_is_walkable(space, at, 1U);
        g.clearance[i] = walkable ? (float)distance_to_walls(space, p) : 0.0F;
    }
}

/* Marks the cells that a path leads to from `from` over cells with more than `least` m of room, no
 * farther than `reach` from `from`. */
static void flood(uint32_t from, double least, double reach) {
    uint32_t count = 0;
    wend_point origin = centre_of(from);
    memset(g.marked, 0, sizeof g.marked);
    g.marked[from] = true;
    g.queue[count++] = from;
    for (uint32_t i = 0; i < count; i++) {
        const int steps[] = {1, -1, CELLS, -CELLS};
        for (int k = 0; k < 4; k++) {
            uint32_t next = g.queue[i] + (uint32_t)steps[k];
            wend_point p = centre_of(next);
            if (next < CELL_COUNT && !g.marked[next] && (double)g.clearance[next] > least &&
                hypot(p.x - origin.x, p.y - origin.y) <= reach) {
                g.marked[next] = true;
                g.queue[count++] = next;
            }
        }
    }
}

/* Returns the cell near a point that has the most room; the line to it crosses no wall. */
static uint32_t widest_cell_near(const thin_walls *room, wend_point p) {
    uint32_t best = cell_at(p);
    for (int i = 0; i < 9; i++) {
        uint32_t cell = cell_at((wend_point){p.x + (i % 3 - 1) * CELL, p.y + (i / 3 - 1) * CELL});
        if (g.clearance[cell] > g.clearance[best] &&
            !thin_walls_cross(room, wend_space_to_local(room->space, p),
                              wend_space_to_local(room->space, centre_of(cell)))) {
            best = cell;
        }
    }
    return best;
}

/* True if an agent at `from` can get to `to` for certain. */
static bool can_arrive(const thin_walls *room, wend_point from, wend_point to) {
    static bool reached[CELL_COUNT];
    uint32_t start = widest_cell_near(room, from);
    double at_start = distance_to_walls(room->space, from);
    if ((double)g.clearance[start] <= at_start + DOUBT) {
        return false;
    }
    flood(start, at_start + DOUBT, REACH);
    memcpy(reached, g.marked, sizeof reached);
    flood(cell_at(to), THIN_WALLS_RADIUS + DOUBT, INFINITY);
    bool any = false, all = true; /* of the ground with room that the agent can get to */
    for (uint32_t i = 0; i < CELL_COUNT; i++) {
        bool has_room = reached[i] && (double)g.clearance[i] > THIN_WALLS_RADIUS + DOUBT;
        any = any || (has_room && g.marked[i]);
        all = all && (!has_room || g.marked[i]);
    }
    return any && all;
}

/* ---- Runs ------------------------------------------------------------------------------------ */

typedef struct walk {
    const wend_registry *registry;
    const thin_walls *room;
    const char *steer, *plan;
    wend_point from, to;
} walk;

/* True if the agent arrives. Fails if the deepest overlap with walls ever grows. */
static bool arrives(const walk *w, uint64_t seed) {
    wend_space_retain(w->room->space);
    wend_world *world = worlds_make(w->room->space, w->registry);
    wend_profile_def def = wend_default_profile_def();
    ck_assert_int_eq(wend_world_add_map(world, "mesh", w->room->mesh, NULL, NULL), WEND_OK);
    ck_assert_int_eq(wend_world_add_map(world, "axis", w->room->axis, NULL, NULL), WEND_OK);
    def.radius = wend_constant(THIN_WALLS_RADIUS);
    def.plan.name = w->plan;
    def.steer.name = w->steer;
    wend_agent_def agent = wend_default_agent_def();
    agent.profile = worlds_add_profile(world, &def);
    agent.position = w->from;
    agent.goal = worlds_point(world, w->to.x, w->to.y);
    wend_agent walker = worlds_add(world, &agent);
    bool arrived = false;
    double room = distance_to_walls(w->room->space, w->from);
    for (int i = 0; i < STEPS && !arrived; i++) {
        worlds_step(world, 1);
        arrived = worlds_events(world, WEND_EVENT_ARRIVED, NULL) > 0;
        double now = distance_to_walls(w->room->space, worlds_state(world, walker).position);
        ck_assert_msg(now >= fmin(room, THIN_WALLS_RADIUS) - 1e-5,
                      "%s, seed %" PRIu64 ", (%g, %g): the distance to walls fell from %g to %g m",
                      w->steer, seed, w->from.x, w->from.y, room, now);
        room = now;
    }
    wend_world_destroy(world);
    return arrived;
}

static uint32_t count_arrivals(walk *w, uint64_t seed, uint32_t *failed) {
    uint32_t tried = 0;
    for (uint32_t i = 0; i < wend_registry_count(w->registry, WEND_KIND_STEERING); i++) {
        const wend_entry *entry = wend_registry_get(w->registry, WEND_KIND_STEERING, i);
        const wend_steering *model = (const wend_steering *)(const void *)entry;
        if (!model->avoids_walls) {
            continue;
        }
        w->steer = entry->name;
        bool needs_corridor = (model->needs & WEND_NEEDS_CORRIDOR) != 0;
        for (int k = needs_corridor ? 1 : 0; k < 2; k++) {
            w->plan = k == 0 ? "navmesh" : "corridor";
            tried++;
            if (!arrives(w, seed) && !model->may_not_arrive) {
                fprintf(stderr, "%s, %s, seed %" PRIu64 ": from (%.4f, %.4f) to (%.4f, %.4f)\n",
                        w->steer, w->plan, seed, w->from.x, w->from.y, w->to.x, w->to.y);
                (*failed)++;
            }
        }
    }
    return tried;
}

START_TEST(agents_that_overlap_walls_arrive) {
    /* Without the rule for overlapping agents, 3 of these seeds fail. Of 150 seeds, one fails with
     * it: `corridor_force` stops in one of 14,295 walks. */
    uint32_t rounds = trials_at_most(20), tried = 0, failed = 0;
    wend_registry *registry = needed_maps_registry();
    for (uint64_t seed = 20; seed < 20 + rounds; seed++) {
        thin_walls room = thin_walls_make(seed, seed % 4 ? THIN_WALLS_LINES : THIN_WALLS_BOXES);
        dice from = {seed};
        thin_walls_build(&room);
        measure(room.space);
        for (int i = 0; i < STARTS; i++) {
            walk w = {.registry = registry, .room = &room};
            w.from = thin_walls_sample(&room, &from, LEAST, 0.95 * THIN_WALLS_RADIUS);
            w.to = thin_walls_sample(&room, &from, THIN_WALLS_RADIUS + 2.0 * DOUBT, 1.0);
            if (can_arrive(&room, w.from, w.to)) {
                tried += count_arrivals(&w, seed, &failed);
            }
        }
        thin_walls_end(&room);
    }
    wend_registry_destroy(registry);
    ck_assert_msg(failed == 0, "%u of %u do not arrive", failed, tried);
    ck_assert_uint_ge(tried, trials_bound(100));
}
END_TEST

/* An agent in a gap between the ends of two walls that is narrower than its disc. */
START_TEST(agents_in_a_narrow_gap_arrive) {
    sketch s;
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0.0, 0.0, 6.0, 6.0);
    sketch_open(&s, 0, 0, (double[]){5.1, 3.942, 3.838, 3.942, 3.838, 2.68}, 3);
    sketch_line(&s, 0, 0, 3.47, 3.82, 2.357, 3.82);
    thin_walls room = {.space = sketch_space(&s)};
    wend_registry *registry = needed_maps_registry();
    walk w = {registry, &room, NULL, NULL, {3.611, 3.823}, {3.6113, 5.4566}};
    uint32_t failed = 0;
    thin_walls_build(&room);
    ck_assert_uint_ge(count_arrivals(&w, 0, &failed), 15);
    ck_assert_uint_eq(failed, 0);
    thin_walls_end(&room);
    wend_registry_destroy(registry);
}
END_TEST

int main(void) {
    SUITE("conformance/wall_contacts", agents_that_overlap_walls_arrive,
          agents_in_a_narrow_gap_arrive);
}
