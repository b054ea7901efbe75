#include "support/kit/corridor_worlds.h"

#include "support/mesh_checks.h"
#include "support/worlds.h"
#include <check.h>
#include <geos_c.h>
#include <math.h>
#include <stdlib.h>

enum { QUARTER = 32 /* chords per quarter circle */, MOST_DRAWS = 400 };

static const double GRID = 1024.0; /* grid points per m */

/* ---- Worlds ---------------------------------------------------------------------------------- */

static void make(corridor_world *w, uint64_t seed, double dt, const wend_registry *registry,
                 const wend_obstacle_def *doors, uint32_t count) {
    *w = (corridor_world){.seed = seed};
    disc_world_make(&w->sampled, seed);
    w->origin = wend_space_origin(w->sampled.space);
    wend_world_def def = wend_default_world_def();
    def.space = w->sampled.space;
    def.dt = dt;
    def.seed = seed;
    def.registry = registry;
    wend_space_retain(w->sampled.space);
    w->world = worlds_from(&def);
    wend_error error = {.message = ""};
    for (uint32_t i = 0; i < count; i++) {
        ck_assert_int_eq(wend_world_add_obstacle(w->world, &doors[i], &w->doors[i], &error),
                         WEND_OK);
    }
    wend_corridor_def map = wend_default_corridor_def();
    map.space = w->sampled.space;
    map.doors = doors;
    map.door_count = count;
    ck_assert_msg(wend_corridor_build(&map, &w->map, &error) == WEND_OK, "seed %llu: %s",
                  (unsigned long long)seed, error.message);
    ck_assert_int_eq(wend_world_add_map(w->world, "corridor", w->map, NULL, &error), WEND_OK);
}

void corridor_world_make(corridor_world *w, uint64_t seed, double dt,
                         const wend_registry *registry) {
    make(w, seed, dt, registry, NULL, 0);
}

void corridor_world_make_doors(corridor_world *w, uint64_t seed, double dt, wend_point (*ends)[2],
                               uint32_t count) {
    wend_obstacle_def doors[CORRIDOR_DOORS];
    ck_assert_uint_le(count, CORRIDOR_DOORS);
    for (uint32_t i = 0; i < count; i++) {
        doors[i] = wend_default_obstacle_def();
        doors[i].points = ends[i];
        doors[i].point_count = 2;
        doors[i].closed = true;
    }
    make(w, seed, dt, NULL, doors, count);
}

void corridor_world_end(corridor_world *w) {
    wend_world_destroy(w->world);
    wend_map_release(w->map);
    disc_world_end(&w->sampled);
}

double corridor_world_clearance(const corridor_world *w, wend_vec2 at) {
    return mesh_wall_distance(w->sampled.space, at, 0);
}

double corridor_world_leg_clearance(const corridor_world *w, wend_vec2 a, wend_vec2 b) {
    double least = HUGE_VAL;
    for (uint32_t i = 0; i < wend_space_wall_count(w->sampled.space); i++) {
        wend_wall wall = wend_space_wall(w->sampled.space, i);
        least = fmin(least, plain_gap(a, b, wall.a, wall.b));
    }
    return least;
}

bool corridor_world_sample_position(const corridor_world *w, dice *from, double clearance,
                                    wend_vec2 *out) {
    for (int i = 0; i < MOST_DRAWS; i++) {
        double x = floor(GRID * dice_between(from, 0.0, w->sampled.side)) / GRID - w->origin.x;
        double y = floor(GRID * dice_between(from, 0.0, w->sampled.side)) / GRID - w->origin.y;
        *out = (wend_vec2){(float)x, (float)y};
        if (wend_space_is_walkable(w->sampled.space, (wend_location){*out, 0}, 1) &&
            corridor_world_clearance(w, *out) >= clearance) {
            return true;
        }
    }
    return false;
}

wend_agent corridor_world_agent(corridor_world *w, wend_profile profile, wend_vec2 from,
                                wend_vec2 to) {
    wend_agent_def def = wend_default_agent_def();
    def.position = (wend_point){(double)from.x + w->origin.x, (double)from.y + w->origin.y};
    def.key = ++w->last_key;
    def.profile = profile;
    def.goal = worlds_point(w->world, (double)to.x + w->origin.x, (double)to.y + w->origin.y);
    return worlds_add(w->world, &def);
}

/* ---- The ground for a disc ------------------------------------------------------------------- */

struct inset_ground {
    GEOSContextHandle_t geos;
    GEOSGeometry *area;
};

static GEOSGeometry *checked(GEOSGeometry *geometry) {
    ck_assert_ptr_nonnull(geometry);
    return geometry;
}

static GEOSGeometry *ring_of(GEOSContextHandle_t geos, const wend_ring *ring, wend_point origin) {
    GEOSCoordSequence *points = GEOSCoordSeq_create_r(geos, ring->count + 1, 2);
    for (uint32_t i = 0; i <= ring->count; i++) {
        wend_point p = ring->points[i % ring->count];
        GEOSCoordSeq_setXY_r(geos, points, i, p.x - origin.x, p.y - origin.y);
    }
    return checked(GEOSGeom_createLinearRing_r(geos, points));
}

static GEOSGeometry *replace(GEOSContextHandle_t geos, GEOSGeometry *old, GEOSGeometry *other,
                             GEOSGeometry *result) {
    GEOSGeom_destroy_r(geos, old);
    GEOSGeom_destroy_r(geos, other);
    return checked(result);
}

/* Returns the symmetric difference of `area` and the inside of a ring. Frees both inputs. */
static GEOSGeometry *put_ring(GEOSContextHandle_t geos, GEOSGeometry *area, GEOSGeometry *ring) {
    GEOSGeometry *inside = checked(GEOSGeom_createPolygon_r(geos, ring, NULL, 0));
    return replace(geos, area, inside, GEOSSymDifference_r(geos, area, inside));
}

/* Adds the points that are too near to the walls of a ring. Each wall is buffered separately,
 * because GEOS would simplify the buffer of a whole ring. */
static void widen_ring(GEOSContextHandle_t geos, const wend_ring *ring, wend_point origin,
                       double radius, GEOSGeometry **out) {
    for (uint32_t i = 0; i < ring->count; i++) {
        GEOSCoordSequence *ends = GEOSCoordSeq_create_r(geos, 2, 2);
        for (uint32_t k = 0; k < 2; k++) {
            wend_point p = ring->points[(i + k) % ring->count];
            GEOSCoordSeq_setXY_r(geos, ends, k, p.x - origin.x, p.y - origin.y);
        }
        GEOSGeometry *wall = checked(GEOSGeom_createLineString_r(geos, ends));
        out[i] = checked(GEOSBuffer_r(geos, wall, radius, QUARTER));
        GEOSGeom_destroy_r(geos, wall);
    }
}

inset_ground *inset_ground_make(const corridor_world *w, double radius) {
    inset_ground *rest = calloc(1, sizeof *rest);
    ck_assert_ptr_nonnull(rest);
    GEOSContextHandle_t geos = rest->geos = GEOS_init_r();
    const wend_layer_def *layer = &w->sampled.layer;
    uint32_t rings = layer->boundary_count + layer->solid_count, count = 0;
    GEOSGeometry *area = checked(GEOSGeom_createEmptyPolygon_r(geos)), **near = NULL;
    for (uint32_t i = 0; i < rings; i++) {
        const wend_ring *ring = i < layer->boundary_count
                                    ? &layer->boundaries[i]
                                    : &layer->solids[i - layer->boundary_count].ring;
        near = realloc(near, (count + ring->count) * sizeof *near);
        ck_assert_ptr_nonnull(near);
        area = put_ring(geos, area, ring_of(geos, ring, w->origin));
        widen_ring(geos, ring, w->origin, radius, near + count);
        count += ring->count;
    }
    GEOSGeometry *heap =
        checked(GEOSGeom_createCollection_r(geos, GEOS_GEOMETRYCOLLECTION, near, count));
    GEOSGeometry *all = checked(GEOSUnaryUnion_r(geos, heap));
    rest->area = replace(geos, area, all, GEOSDifference_r(geos, area, all));
    GEOSGeom_destroy_r(geos, heap);
    free(near);
    return rest;
}

void inset_ground_free(inset_ground *rest) {
    GEOSGeom_destroy_r(rest->geos, rest->area);
    GEOS_finish_r(rest->geos);
    free(rest);
}

int inset_ground_part(const inset_ground *rest, wend_vec2 at) {
    GEOSGeometry *point =
        checked(GEOSGeom_createPointFromXY_r(rest->geos, (double)at.x, (double)at.y));
    int found = -1, count = GEOSGetNumGeometries_r(rest->geos, rest->area);
    for (int i = 0; i < count && found < 0; i++) {
        const GEOSGeometry *part = GEOSGetGeometryN_r(rest->geos, rest->area, i);
        found = GEOSIntersects_r(rest->geos, part, point) == 1 ? i : -1;
    }
    GEOSGeom_destroy_r(rest->geos, point);
    return found;
}
