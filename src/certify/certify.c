/* Lower bounds for the cost of weighted paths: the weighted region problem (Mitchell and
 * Papadimitriou 1991, JACM 38, 18).
 *
 * The dual of a shortest path is a function f with |f(p) - f(q)| <= w |p - q| within each triangle
 * of weight w: every such function proves that each path costs at least f(goal) - f(start). Here f
 * is the distance from the start in a graph of points on the edges, whose arcs are shorter than the
 * segments that they stand for by a factor that makes the inequality hold between all points of the
 * edges (arcs.c). Points are added where that factor keeps the bound low (refine.c). At last, the
 * function is verified from its values only (verify.c); a function that fails is never used.
 *
 * docs/decisions/0047-certified-bounds.md compares other bounds. */
#include <wend/certify.h>

#include <math.h>

#include "base/def.h"
#include "base/error.h"
#include "certify/refine.h"
#include "certify/verify.h"
#include "map/terrain/terrain.h"

static const double LEAST_TARGET = 1.0001, LARGEST_TARGET = 2.0;
static const double LEAST_WEIGHT = 1e-6, LARGEST_WEIGHT = 1e6; /* as wend_terrain_rule.weight */
static const double VERIFY_FROM = 0.8; /* the share of the work before the verification */
enum { FIRST_DEPTH = 2, MOST_CONTAINING = 64 };

void wend_certify_def_init(wend_certify_def *def, size_t size) {
    const wend_certify_def defaults = {.classes = WEND_ALL_CLASSES,
                                       .target = 1.008,
                                       .known_cost = INFINITY,
                                       .max_work = 2000000000};
    def_fill(def, size, &defaults, sizeof defaults);
}

typedef struct job {
    const wend_certify_def *def;
    const navmesh *mesh;
    const navmesh_level *level;
    double *weights; /* indexed by polygon; INFINITY if closed or forbidden */
    memory *heap;
    const watcher *progress;
} job;

/* ---- The ground ------------------------------------------------------------------------------ */

static bool is_closed(const job *j, const navmesh_polygon *polygon) {
    const navmesh_set *set = &j->mesh->sets[polygon->set];
    for (uint32_t i = 0; i < set->count; i++) {
        uint32_t blocker = j->mesh->members[set->first + i];
        uint32_t obstacle_class = j->mesh->blocking.blockers[blocker].obstacle_class;
        if (obstacle_class != 0 && (j->def->classes >> obstacle_class & 1U) != 0) {
            return true;
        }
    }
    return false;
}

static wend_result find_weights(const job *j, wend_error *error) {
    for (uint32_t i = 0; i < j->level->polygon_count; i++) {
        uint32_t type = j->level->types[i];
        double w = j->def->weight != NULL ? j->def->weight(j->def->weight_user, type) : 1.0;
        if (!(w >= LEAST_WEIGHT && w <= LARGEST_WEIGHT) && !(isinf(w) && w > 0.0)) {
            return error_set(
                error, WEND_ERROR_INVALID,
                "the weight of terrain type %u is %g; it must be %g to %g, or INFINITY", type, w,
                LEAST_WEIGHT, LARGEST_WEIGHT);
        }
        j->weights[i] = is_closed(j, &j->level->polygons[i]) ? INFINITY : w;
    }
    return WEND_OK;
}

/* Finds an open polygon that contains a location; otherwise NAVMESH_NONE. */
static uint32_t find_open(const job *j, wend_location at) {
    uint32_t found[MOST_CONTAINING];
    uint32_t count = navmesh_find_containing(j->level, at, found, MOST_CONTAINING);
    for (uint32_t i = 0; i < count; i++) {
        if (isfinite(j->weights[found[i]])) {
            return found[i];
        }
    }
    return NAVMESH_NONE;
}

/* Finds the polygon of an end, or of the nearest point on the map. */
static wend_result place_end(const job *j, const char *name, wend_location *at, uint32_t *polygon,
                             wend_error *error) {
    *polygon = NAVMESH_NONE;
    if (isfinite(at->position.x) && isfinite(at->position.y) && at->layer < j->mesh->layer_count) {
        uint32_t any = navmesh_locate(j->level, *at);
        if (any == NAVMESH_NONE) {
            wend_vec2 nearest = at->position;
            any = navmesh_nearest(j->level, NULL, *at, j->def->tolerance, &nearest);
            at->position = any != NAVMESH_NONE ? nearest : at->position;
        }
        *polygon = any != NAVMESH_NONE ? find_open(j, *at) : NAVMESH_NONE;
        if (any != NAVMESH_NONE && *polygon == NAVMESH_NONE) {
            return error_set(error, WEND_ERROR_INVALID,
                             "%s (%g, %g) lies on ground that is forbidden or blocked", name,
                             (double)at->position.x, (double)at->position.y);
        }
    }
    if (*polygon == NAVMESH_NONE) {
        return error_set(error, WEND_ERROR_INVALID,
                         "%s (%g, %g) on layer %u is not within %g m of the map", name,
                         (double)at->position.x, (double)at->position.y, at->layer,
                         (double)j->def->tolerance);
    }
    return WEND_OK;
}

/* ---- The bound ------------------------------------------------------------------------------- */

static void set_anchor(net *n, uint32_t anchor, wend_vec2 at, uint32_t polygon) {
    net_anchor *a = &n->anchors[anchor];
    *a = (net_anchor){(double)at.x, (double)at.y, NET_NONE};
    for (uint32_t f = 0; f < n->face_count && a->face == NET_NONE; f++) {
        a->face = n->faces[f].polygon == polygon ? f : NET_NONE;
    }
}

static wend_result stop(const job *j, wend_error *error) {
    return watch_is_cancelled(j->progress) ? error_set(error, WEND_ERROR_CANCELLED, "cancelled")
                                           : error_no_memory(error, "a lower bound");
}

static wend_result verify_distances(const job *j, const net *n, const double *distances,
                                    wend_error *error) {
    const char *what = NULL;
    watcher part = watch_part(j->progress, VERIFY_FROM, 1.0);
    switch (verify_bound(n, j->weights, distances, &part, &what)) {
    case VERIFY_GOOD:
        return WEND_OK;
    case VERIFY_WRONG:
        return error_set(error, WEND_ERROR_GEOMETRY, "the bound could not be verified: %s", what);
    default:
        return stop(j, error);
    }
}

static wend_result certify_net(const job *j, net *n, wend_certificate *out, wend_error *error) {
    const refine_limits limits = {j->def->target, j->def->known_cost, j->def->max_work};
    watcher part = watch_part(j->progress, 0.0, VERIFY_FROM);
    double *distances = NULL;
    refine_result found;
    if (!refine_net(n, &limits, &part, &distances, &found)) {
        return stop(j, error);
    }
    out->lower_bound = found.lower;
    out->path_cost = found.upper;
    out->reached = !found.limited;
    out->rounds = found.rounds;
    out->points = n->node_count - NET_ANCHORS;
    out->work = found.work;
    wend_result result = isinf(found.lower)
                             ? error_set(error, WEND_ERROR_GEOMETRY,
                                         "no path leads from the start to the goal on the map")
                             : verify_distances(j, n, distances, error);
    memory_free(j->heap, distances, n->node_count * sizeof *distances);
    return result;
}

static wend_result certify(const job *j, wend_certificate *out, wend_error *error) {
    uint32_t from, to;
    wend_result result = find_weights(j, error);
    result = result == WEND_OK ? place_end(j, "the start", &out->from, &from, error) : result;
    result = result == WEND_OK ? place_end(j, "the goal", &out->to, &to, error) : result;
    if (result != WEND_OK) {
        return result;
    }
    net n;
    if (net_build(&n, j->level, j->weights, FIRST_DEPTH, j->heap)) {
        set_anchor(&n, NET_START, out->from.position, from);
        set_anchor(&n, NET_GOAL, out->to.position, to);
        result = certify_net(j, &n, out, error);
    } else {
        result = stop(j, error);
    }
    net_free(&n);
    return result;
}

static wend_result check_def(const wend_certify_def *def, const navmesh *mesh, wend_error *error) {
    if (mesh == NULL) {
        return error_set(
            error, WEND_ERROR_INVALID, "a lower bound needs a map of kind \"terrain\"%s%s",
            def->map != NULL ? ", not " : "", def->map != NULL ? wend_map_kind(def->map) : "");
    }
    if (!(def->target >= LEAST_TARGET && def->target <= LARGEST_TARGET)) {
        return error_set(error, WEND_ERROR_INVALID, "target is %g; it must be %g to %g",
                         def->target, LEAST_TARGET, LARGEST_TARGET);
    }
    if (!(def->radius >= 0.0F) || !(def->tolerance >= 0.0F) || !(def->known_cost >= 0.0)) {
        return error_set(error, WEND_ERROR_INVALID,
                         "radius, tolerance and known_cost must be 0 or more; they are %g, %g, %g",
                         (double)def->radius, (double)def->tolerance, def->known_cost);
    }
    return WEND_OK;
}

wend_result wend_certify_path(const wend_certify_def *given, wend_certificate *out,
                              wend_error *error) {
    wend_certify_def def;
    wend_result result = DEF_READ(certify, given, &def, error);
    *out = (wend_certificate){0};
    if (result != WEND_OK) {
        return result;
    }
    const navmesh *mesh = def.map != NULL ? terrain_map_of(def.map) : NULL;
    result = check_def(&def, mesh, error);
    if (result != WEND_OK || mesh == NULL) {
        return result;
    }
    uint32_t level = navmesh_level_for(mesh, def.radius);
    if (level == NAVMESH_NONE) {
        return error_set(error, WEND_ERROR_INVALID, "the map has no level for a radius of %g m",
                         (double)def.radius);
    }
    memory heap;
    memory_init(&heap, &def.allocator);
    double latest = 0.0;
    watcher progress = {def.progress, def.user, def.cancel, 0.0, 1.0, &latest};
    job j = {&def, mesh, &mesh->levels[level], NULL, &heap, &progress};
    out->from = def.from;
    out->to = def.to;
    size_t count = j.level->polygon_count;
    j.weights = memory_get_array(&heap, count, sizeof *j.weights);
    result = j.weights != NULL ? certify(&j, out, error) : stop(&j, error);
    memory_free(&heap, j.weights, count * sizeof *j.weights);
    return result;
}
