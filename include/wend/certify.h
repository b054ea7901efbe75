/* wend/certify.h: lower bounds for the cost of weighted paths (library wend-kit).
 *
 * A bound is certified: it is verified, with margins for rounding, that no path on the map has a
 * lower cost. Planners of weighted routes do not promise to find the best route; a bound limits how
 * far from the optimum a route can be. This takes far longer than planning: it is for tests and for
 * studies. */
#ifndef WEND_CERTIFY_H
#define WEND_CERTIFY_H

#include <signal.h>
#include <wend/base.h>
#include <wend/map.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The definition of a lower bound for the cost of all paths between two locations. */
typedef struct wend_certify_def {
    uint32_t size;       /* set by wend_default_certify_def */
    const wend_map *map; /* required: a map of kind "terrain" */
    /* The ends of the path, in local coordinates. If one is not on the map, the nearest point of
     * the map within `tolerance` is used instead. */
    wend_location from, to;
    float radius;    /* m: selects the level of the map, like the radius of an agent */
    float tolerance; /* m, 0 or more */
    /* Returns the cost (m) of one metre of a terrain type: 1e-6 to 1e6, or INFINITY if the terrain
     * is forbidden. NULL: 1 for all types. */
    double (*weight)(void *weight_user, uint32_t type);
    void *weight_user;
    uint32_t classes; /* the obstacle classes that are on; doors are open */
    /* The bound is refined until no path can cost less than 1 / target of a path that was found:
     * 1.0001 to 2. */
    double target;
    double known_cost; /* the cost of a known path, if it is useful to the refinement; INFINITY:
                          none */
    uint64_t
        max_work; /* the largest number of arcs to consider; then the bound found so far counts */
    void (*progress)(void *user, double done); /* receives the fraction done, 0 to 1; may be NULL */
    void *user;
    wend_allocator allocator;            /* if zeroed, the C heap is used */
    const volatile sig_atomic_t *cancel; /* set `*cancel` to nonzero to stop; may be NULL */
} wend_certify_def;

/* Writes the defaults of wend_default_certify_def to a def of `size` bytes. */
WEND_API void wend_certify_def_init(wend_certify_def *def, size_t size);
/* Returns a def with the target 1.008, all classes on, at most 2e9 arcs, and no known cost. The
 * caller must fill in the map and the ends. */
static inline wend_certify_def wend_default_certify_def(void) {
    wend_certify_def def;
    wend_certify_def_init(&def, sizeof def);
    return def;
}

/* A verified bound. */
typedef struct wend_certificate {
    /* m: every path on the map from `from` to `to` has at least this cost. */
    double lower_bound;
    double path_cost; /* m: the cost of the best path that was found on the way, or known_cost */
    wend_location from, to; /* the ends on the map */
    bool reached;           /* false: max_work was too small for the target */
    uint32_t rounds;        /* number of refinements */
    uint32_t points;        /* number of points on edges of the map */
    uint64_t work;          /* number of arcs considered */
} wend_certificate;

/* Computes a lower bound for the cost of all paths between two locations on a level of a terrain
 * map, and verifies it. Paths may touch walls and pass through points where triangles touch. Along
 * the border of two types, the lower weight counts. Fails with WEND_ERROR_INVALID (not a terrain
 * map, no level for the radius, a weight or another value out of range, an end that is not on the
 * map or on forbidden ground), WEND_ERROR_GEOMETRY (there is no path, or the bound could not be
 * verified), WEND_ERROR_MEMORY or WEND_ERROR_CANCELLED. Memory: about 60 bytes for each point. The
 * result does not depend on the machine. */
WEND_API wend_result wend_certify_path(const wend_certify_def *def, wend_certificate *out,
                                       wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
