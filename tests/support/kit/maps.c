#include "support/kit/maps.h"
#include <check.h>
#include <stdlib.h>

static wend_error error;

wend_space *maps_space(const wend_space_def *def) {
    wend_space *space = NULL;
    wend_result result = wend_space_create(def, &space, &error);
    ck_assert_msg(result == WEND_OK, "%s", error.message);
    return space;
}

wend_map *maps_navmesh(const wend_navmesh_def *def) {
    wend_map *map = NULL;
    wend_result result = wend_navmesh_build(def, &map, &error);
    ck_assert_msg(result == WEND_OK, "%s", error.message);
    return map;
}

void maps_add(wend_world *world, wend_space *space, bool mesh) {
    const double radius = 0.25;
    wend_navmesh_def mesh_def = wend_default_navmesh_def();
    wend_corridor_def axis_def = wend_default_corridor_def();
    wend_map *map = NULL;
    mesh_def.space = axis_def.space = space;
    mesh_def.radii = &radius;
    mesh_def.radius_count = 1;
    wend_result result = mesh ? wend_navmesh_build(&mesh_def, &map, &error)
                              : wend_corridor_build(&axis_def, &map, &error);
    ck_assert_msg(result == WEND_OK, "%s", error.message);
    ck_assert_int_eq(wend_world_add_map(world, "map", map, NULL, NULL), WEND_OK);
    wend_map_release(map);
}

/* ---- Topology -------------------------------------------------------------------------------- */

/* Disjoint sets (union-find with path halving). */
typedef struct sets {
    uint32_t *parents;
    maps_topology topology;
} sets;

static sets sets_make(uint32_t count) {
    sets s = {calloc((size_t)count + 1, sizeof *s.parents), {count, 0}};
    ck_assert_ptr_nonnull(s.parents);
    for (uint32_t i = 0; i < count; i++) {
        s.parents[i] = i;
    }
    return s;
}

static uint32_t root_of(sets *s, uint32_t i) {
    while (s->parents[i] != i) {
        s->parents[i] = s->parents[s->parents[i]];
        i = s->parents[i];
    }
    return i;
}

static void join(sets *s, uint32_t i, uint32_t k) {
    uint32_t a = root_of(s, i), b = root_of(s, k);
    s->topology.islands -= a != b;
    s->topology.cycles += a == b;
    s->parents[a] = b;
}

maps_topology maps_ground_topology(wend_space *space) {
    wend_navmesh_def def = wend_default_navmesh_def();
    def.space = space;
    wend_map *mesh = maps_navmesh(&def);
    uint32_t count = wend_navmesh_polygon_count(mesh, 0);
    sets s = sets_make(count);
    for (uint32_t i = 0; i < count; i++) {
        wend_navmesh_polygon polygon = wend_navmesh_polygon_at(mesh, 0, i);
        for (uint32_t k = 0; k < polygon.count; k++) {
            uint32_t other = polygon.neighbours[k];
            if (other != WEND_NO_POLYGON && other > i) {
                join(&s, i, other);
            }
        }
    }
    free(s.parents);
    wend_map_release(mesh);
    return s.topology;
}

maps_topology maps_axis_topology(const wend_map *map) {
    uint32_t count = wend_corridor_vertex_count(map);
    sets s = sets_make(count);
    for (uint32_t i = 0; i < count; i++) {
        ck_assert_uint_gt(wend_corridor_vertex_at(map, i).degree, 0);
    }
    for (uint32_t i = 0; i < wend_corridor_edge_count(map); i++) {
        wend_corridor_edge e = wend_corridor_edge_at(map, i);
        join(&s, e.from, e.to);
    }
    free(s.parents);
    ck_assert_uint_eq(s.topology.cycles, (uint32_t)wend_map_find_figure(map, "cycles"));
    return s.topology;
}
