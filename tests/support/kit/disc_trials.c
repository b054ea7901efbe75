/* How far the planner and the oracle may differ in length, and why:
 *
 *     1e-4 of the length   the required accuracy. The oracle's inscribed arcs are too short by
 *                          2.6e-5 of their length; the circumscribed arcs of a mesh with 64 pieces
 *                          per quarter circle are too long by 5.1e-5
 *     20 um                errors of single precision and of the mesh's grid (a few um here,
 *                          rounded outwards)
 *     0.25 mm per radian   with a mesh's default number of pieces: its arcs lie within those of a
 *                          disc that is 0.25 mm larger, and that disc's path is longer by this
 *                          amount times its total turn angle
 *
 * The planner and the oracle both round the radius up to the next whole centimetre, as meshes do,
 * so the rounding makes no difference. A gap within a millimetre of the diameter may be open or
 * closed: then the length must lie between the lengths for discs with radii half a millimetre
 * smaller and larger. */
#include "support/kit/disc_trials.h"

#include "geom/segment.h"
#include "support/kit/disc_oracle.h"
#include "support/kit/disc_worlds.h"
#include "support/mesh_checks.h"
#include "support/worlds.h"
#include <check.h>
#include <math.h>

enum { QUERIES = 6, MOST_DRAWS = 400 };

static const double RELATIVE = 1e-4;
static const double ABSOLUTE = 20e-6;    /* m: absolute tolerance of lengths */
static const double ARC_ERROR = 0.25e-3; /* m: as documented in wend/kit.h */
/* m: a gap is in doubt if it opens or closes when the radius changes by this much. */
static const double IN_DOUBT = 0.5e-3;
static const double GRID = 1024.0; /* grid points per m */

typedef struct query {
    wend_vec2 from, to;
    wend_agent agent;
} query;

typedef struct trial {
    uint64_t seed;
    disc_world sampled;
    wend_world *world;
    wend_point origin;
    double arc_error; /* m: error of the mesh's arcs */
    disc_tally *tally;
} trial;

/* ---- Points ---------------------------------------------------------------------------------- */

static bool sample_point(const trial *t, dice *from, const disc_oracle *oracle, double radius,
                         wend_vec2 *out) {
    for (int i = 0; i < MOST_DRAWS; i++) {
        double x = floor(GRID * dice_between(from, 0.0, t->sampled.side)) / GRID - t->origin.x;
        double y = floor(GRID * dice_between(from, 0.0, t->sampled.side)) / GRID - t->origin.y;
        *out = (wend_vec2){(float)x, (float)y};
        if (disc_oracle_contains(oracle, *out) &&
            mesh_wall_distance(t->sampled.space, *out, 0) > radius + 2.0 * IN_DOUBT) {
            return true;
        }
    }
    return false;
}

static wend_point from_local(const trial *t, wend_vec2 p) {
    return (wend_point){(double)p.x + t->origin.x, (double)p.y + t->origin.y};
}

static void add_query(const trial *t, wend_profile profile, query *q) {
    wend_point to = from_local(t, q->to);
    wend_agent_def def = wend_default_agent_def();
    def.position = from_local(t, q->from);
    def.profile = profile;
    def.goal = worlds_point(t->world, to.x, to.y);
    q->agent = worlds_add(t->world, &def);
}

/* ---- Routes of the planner ------------------------------------------------------------------- */

static void check_leg(const trial *t, wend_vec2 a, wend_vec2 b, double radius) {
    for (uint32_t i = 0; i < wend_space_wall_count(t->sampled.space); i++) {
        wend_wall wall = wend_space_wall(t->sampled.space, i);
        double least = segment_distance(a, b, wall.a, wall.b);
        if (least < radius - ABSOLUTE) {
            ck_abort_msg("seed %llu, radius %g: a leg at %g m", (unsigned long long)t->seed, radius,
                         least);
        }
    }
}

/* Returns the length of the path that the planner found, or INFINITY. Fails if a leg is too near to
 * a wall. */
static double planned_length(const trial *t, const query *q, double radius) {
    const wend_route *route = worlds_route(t->world, q->agent);
    if (route == NULL || route->status != WEND_ROUTE_STATUS_FOUND) {
        return INFINITY;
    }
    double length = 0.0;
    wend_vec2 a = q->from;
    for (uint32_t i = 0; i <= route->point_count; i++) {
        wend_vec2 b = i < route->point_count ? route->points[i].position : q->to;
        length += hypot((double)b.x - (double)a.x, (double)b.y - (double)a.y);
        check_leg(t, a, b, radius);
        a = b;
    }
    ck_assert_double_eq_tol((double)route->cost, length, 1e-5 * length + ABSOLUTE);
    return length;
}

/* ---- Comparing ------------------------------------------------------------------------------- */

static bool lengths_agree(const trial *t, double ours, disc_path theirs) {
    if (isinf(ours) || isinf(theirs.length)) {
        return isinf(ours) && isinf(theirs.length);
    }
    double most = RELATIVE * theirs.length + ABSOLUTE;
    return ours >= theirs.length - most &&
           ours <= theirs.length + most + t->arc_error * theirs.turn_angle;
}

static void count_agreed(disc_tally *tally, const query *q, double ours, double theirs) {
    if (isinf(ours)) {
        tally->none++;
        return;
    }
    double straight =
        hypot((double)q->to.x - (double)q->from.x, (double)q->to.y - (double)q->from.y);
    tally->paths++;
    tally->bent += theirs > straight + 1e-3;
    tally->longest = fmax(tally->longest, ours / theirs - 1.0);
    tally->shortest = fmax(tally->shortest, 1.0 - ours / theirs);
}

static disc_path path_for(const trial *t, const query *q, double radius) {
    disc_oracle *oracle = disc_oracle_make(&t->sampled.layer, t->origin, radius);
    disc_path path = disc_oracle_find(oracle, q->from, q->to);
    disc_oracle_free(oracle);
    return path;
}

/* Checks that a bottleneck explains a difference in length. Without a bottleneck, the path of a
 * larger disc is longer only in proportion to its turn angle. */
static void check_bottleneck(const trial *t, const query *q, double radius, double ours,
                             double theirs) {
    disc_path small = path_for(t, q, radius - IN_DOUBT), large = path_for(t, q, radius + IN_DOUBT);
    double growth = 2.0 * IN_DOUBT * large.turn_angle;
    bool jumps = isinf(large.length) ? !isinf(small.length)
                                     : large.length - small.length > 1.5 * growth + ABSOLUTE;
    bool within = ours >= small.length * (1.0 - RELATIVE) - ABSOLUTE &&
                  ours <= large.length * (1.0 + RELATIVE) + ABSOLUTE;
    ck_assert_msg(jumps && within,
                  "seed %llu, kind %d, radius %g, (%.9g, %.9g) to (%.9g, %.9g): %.9g m, but %.9g m "
                  "(%.9g to %.9g m within half a millimetre)",
                  (unsigned long long)t->seed, (int)t->sampled.kind, radius, (double)q->from.x,
                  (double)q->from.y, (double)q->to.x, (double)q->to.y, ours, theirs, small.length,
                  large.length);
    t->tally->bottlenecks++;
}

static void compare(const trial *t, disc_oracle *oracle, const query *q, double radius) {
    double ours = planned_length(t, q, radius);
    disc_path theirs = disc_oracle_find(oracle, q->from, q->to);
    if (lengths_agree(t, ours, theirs)) {
        count_agreed(t->tally, q, ours, theirs.length);
    } else {
        check_bottleneck(t, q, radius, ours, theirs.length);
    }
}

/* ---- Worlds ---------------------------------------------------------------------------------- */

static void add_mesh(const trial *t, uint32_t arc_pieces) {
    wend_error error = {.message = ""};
    wend_map *map = NULL;
    wend_navmesh_def def = wend_default_navmesh_def();
    def.space = t->sampled.space;
    def.radii = t->sampled.radii;
    def.radius_count = DISC_RADII;
    def.arc_pieces = arc_pieces;
    ck_assert_msg(wend_navmesh_build(&def, &map, &error) == WEND_OK, "%s", error.message);
    ck_assert_uint_eq(wend_navmesh_level_count(map), DISC_RADII + 1);
    for (uint32_t i = 0; i < DISC_RADII; i++) {
        ck_assert_float_eq(wend_navmesh_level_radius(map, i + 1), (float)t->sampled.levels[i]);
    }
    ck_assert_int_eq(wend_world_add_map(t->world, "mesh", map, NULL, &error), WEND_OK);
    wend_map_release(map);
}

/* Adds queries for one radius, at positions where the disc fits. */
static uint32_t add_queries(const trial *t, uint32_t index, disc_oracle *oracle, query *queries) {
    dice from = {t->seed * DISC_RADII + index};
    wend_profile_def profile = wend_default_profile_def();
    profile.radius = wend_constant(t->sampled.radii[index]);
    profile.plan.name = "navmesh";
    wend_profile number = worlds_add_profile(t->world, &profile);
    uint32_t count = 0;
    while (count < QUERIES &&
           sample_point(t, &from, oracle, t->sampled.levels[index], &queries[count].from) &&
           sample_point(t, &from, oracle, t->sampled.levels[index], &queries[count].to)) {
        add_query(t, number, &queries[count++]);
    }
    return count;
}

static void try_radii(const trial *t) {
    disc_oracle *oracles[DISC_RADII];
    query queries[DISC_RADII][QUERIES];
    uint32_t counts[DISC_RADII];
    for (uint32_t i = 0; i < DISC_RADII; i++) {
        oracles[i] = disc_oracle_make(&t->sampled.layer, t->origin, t->sampled.levels[i]);
        counts[i] = add_queries(t, i, oracles[i], queries[i]);
    }
    worlds_step(t->world, 1);
    for (uint32_t i = 0; i < DISC_RADII; i++) {
        for (uint32_t k = 0; k < counts[i]; k++) {
            compare(t, oracles[i], &queries[i][k], t->sampled.levels[i]);
        }
        disc_oracle_free(oracles[i]);
    }
}

void disc_trial(uint64_t seed, uint32_t arc_pieces, disc_tally *tally) {
    trial t = {.seed = seed, .tally = tally};
    t.arc_error = arc_pieces == 0 ? ARC_ERROR : 0.0;
    disc_world_make(&t.sampled, seed);
    t.origin = wend_space_origin(t.sampled.space);
    wend_space_retain(t.sampled.space);
    t.world = worlds_make(t.sampled.space, NULL);
    add_mesh(&t, arc_pieces);
    try_radii(&t);
    wend_world_destroy(t.world);
    disc_world_end(&t.sampled);
}

void disc_check_tally(const disc_tally *tally, uint32_t worlds) {
    /* Results vary more if there are fewer trials than usual. */
    uint32_t slack = worlds < 12 ? 2 : 1;
    ck_assert_uint_gt(tally->bent, 6 * worlds / slack);
    ck_assert_uint_gt(tally->paths, tally->bent + worlds / slack);
    ck_assert_uint_ge(tally->none, slack == 1 ? worlds / 3 + 1 : 1);
    ck_assert_uint_le(tally->bottlenecks, slack * worlds / 4);
}
