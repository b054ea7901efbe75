/* Tests whether a disc can get from one position to another. The answer of a corridor map is
 * compared with that of the inset ground, from which GEOS has removed everything too near to walls.
 * On the inset ground, a disc can get from one position to another if both lie on the same island
 * of a navigation mesh. In some worlds, the answer is also compared with paths in the visibility
 * graph of all corners; doing this in every world would take too long. */
/* cost: 13 */
#include "map/navmesh/navmesh.h"
#include "support/kit/disc_oracle.h"
#include "support/kit/disc_worlds.h"
#include "support/suite.h"
#include "support/trials.h"
#include <math.h>
#include <stdlib.h>
#include <wend/kit.h>

static wend_map *build(wend_space *space) {
    wend_corridor_def def = wend_default_corridor_def();
    def.space = space;
    wend_map *map = NULL;
    wend_error error = {.message = ""};
    wend_result result = wend_corridor_build(&def, &map, &error);
    ck_assert_msg(result == WEND_OK, "%s", error.message);
    return map;
}

static wend_map *build_mesh(const disc_world *world) {
    wend_navmesh_def def = wend_default_navmesh_def();
    def.space = world->space;
    def.radii = world->levels;
    def.radius_count = DISC_RADII;
    wend_map *map = NULL;
    ck_assert_int_eq(wend_navmesh_build(&def, &map, NULL), WEND_OK);
    return map;
}

static uint32_t root_of(uint32_t *parents, uint32_t i) {
    while (parents[i] != i) {
        parents[i] = parents[parents[i]];
        i = parents[i];
    }
    return i;
}

/* The part of a map that a disc can use. Connected vertices have the same root. */
typedef struct passage {
    const wend_map *map;
    double radius;
    uint32_t *parents;
} passage;

static passage open_passage(const wend_map *map, double radius) {
    uint32_t count = wend_corridor_vertex_count(map);
    passage p = {map, radius, calloc((size_t)count + 1, sizeof *p.parents)};
    ck_assert_ptr_nonnull(p.parents);
    for (uint32_t i = 0; i < count; i++) {
        p.parents[i] = i;
    }
    for (uint32_t i = 0; i < wend_corridor_edge_count(map); i++) {
        wend_corridor_edge e = wend_corridor_edge_at(map, i);
        if ((double)e.least_clearance >= radius) {
            p.parents[root_of(p.parents, e.from)] = root_of(p.parents, e.to);
        }
    }
    return p;
}

/* True if the clearance at every breakpoint from `first` up to but not including `end` is at least
 * the disc's radius. */
static bool is_open(const passage *p, uint32_t edge, uint32_t first, uint32_t end) {
    for (uint32_t i = first; i < end; i++) {
        if ((double)wend_corridor_breakpoint_at(p->map, edge, i).clearance < p->radius) {
            return false;
        }
    }
    return true;
}

/* Finds the roots of the vertices that can be reached from an axis point along its edge. Returns
 * the number of these vertices. */
static uint32_t exits_of(const passage *p, const wend_corridor_projection *at, uint32_t out[2]) {
    wend_corridor_edge e = wend_corridor_edge_at(p->map, at->edge);
    uint32_t count = 0;
    if (is_open(p, at->edge, 0, at->segment + 1)) {
        out[count++] = root_of(p->parents, e.from);
    }
    if (is_open(p, at->edge, at->segment + 1, e.breakpoint_count)) {
        out[count++] = root_of(p->parents, e.to);
    }
    return count;
}

static bool can_pass(const passage *p, const wend_corridor_projection *from,
                     const wend_corridor_projection *to) {
    uint32_t a[2], b[2], first = exits_of(p, from, a), second = exits_of(p, to, b);
    bool same =
        from->edge == to->edge &&
        is_open(p, from->edge, (from->segment < to->segment ? from->segment : to->segment) + 1,
                (from->segment < to->segment ? to->segment : from->segment) + 1);
    for (uint32_t i = 0; i < first; i++) {
        for (uint32_t k = 0; k < second; k++) {
            same |= a[i] == b[k];
        }
    }
    return same;
}

typedef struct tally {
    uint32_t open, blocked, unsure;
} tally;

/* The ground that remains for a disc of one radius. */
typedef struct rest {
    const navmesh_level *level;
    disc_oracle *oracle; /* NULL in most worlds */
} rest;

static bool is_connected(const rest *r, const wend_vec2 at[2]) {
    uint32_t from = navmesh_locate(r->level, (wend_location){at[0], 0});
    uint32_t to = navmesh_locate(r->level, (wend_location){at[1], 0});
    ck_assert(from != NAVMESH_NONE && to != NAVMESH_NONE);
    bool connected = r->level->islands[from] == r->level->islands[to];
    if (r->oracle != NULL) {
        bool found = isfinite(disc_oracle_find(r->oracle, at[0], at[1]).length);
        ck_assert_int_eq(found, connected);
    }
    return connected;
}

/* Compares the answers for two positions at which the disc fits. The comparison is skipped if it
 * depends on a bottleneck whose width differs from the disc's diameter by less than 1 mm: GEOS
 * approximates arcs by chords, so it may be wrong there. */
static void try_query(const disc_world *world, const wend_map *map, const rest *r, double radius,
                      dice *from, tally *count) {
    wend_corridor_projection projections[2];
    wend_vec2 at[2];
    for (int i = 0; i < 2; i++) {
        int tries = 0;
        do {
            at[i] = (wend_vec2){(float)dice_between(from, 0.0, world->side),
                                (float)dice_between(from, 0.0, world->side)};
        } while (++tries < 200 &&
                 (!wend_corridor_project(map, (wend_location){at[i], 0}, &projections[i]) ||
                  (double)projections[i].clearance < radius + 1e-3));
        if (tries == 200) {
            return;
        }
    }
    passage wide = open_passage(map, radius + 0.5e-3), tight = open_passage(map, radius - 0.5e-3);
    bool surely = can_pass(&wide, &projections[0], &projections[1]);
    bool perhaps = can_pass(&tight, &projections[0], &projections[1]);
    free(wide.parents);
    free(tight.parents);
    if (surely != perhaps) {
        count->unsure++;
        return;
    }
    bool truth = is_connected(r, at);
    ck_assert_msg(truth == surely, "a disc of %g m from (%g, %g) to (%g, %g): %d, not %d", radius,
                  (double)at[0].x, (double)at[0].y, (double)at[1].x, (double)at[1].y, surely,
                  truth);
    count->open += truth;
    count->blocked += !truth;
}

START_TEST(discs_pass_where_inset_ground_is_connected) {
    tally count = {0, 0, 0};
    for (uint64_t seed = 200; seed < 200 + trials(60); seed++) {
        disc_world world;
        disc_world_make(&world, seed);
        wend_map *map = build(world.space);
        dice from = {seed};
        wend_map *mesh = build_mesh(&world);
        for (uint32_t i = 0; i < DISC_RADII; i++) {
            uint32_t level = navmesh_level_for(navmesh_of(mesh), (float)world.levels[i]);
            rest r = {&navmesh_of(mesh)->levels[level], NULL};
            if (seed % 14 == 0) {
                r.oracle =
                    disc_oracle_make(&world.layer, wend_space_origin(world.space), world.levels[i]);
            }
            for (int k = 0; k < 8; k++) {
                try_query(&world, map, &r, world.levels[i], &from, &count);
            }
            if (r.oracle != NULL) {
                disc_oracle_free(r.oracle);
            }
        }
        wend_map_release(mesh);
        wend_map_release(map);
        disc_world_end(&world);
    }
    ck_assert_uint_ge(count.open, trials_bound(701));
    ck_assert_uint_ge(count.blocked, trials_bound(151));
    ck_assert_uint_lt(count.unsure, 20);
}
END_TEST

int main(void) {
    SUITE("build/corridor_discs", discs_pass_where_inset_ground_is_connected);
}
