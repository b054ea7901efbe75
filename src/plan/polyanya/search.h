/* plan/polyanya/search.h: searches for a path through a level of a mesh. Polyanya finds the
 * shortest path; A* over polygons finds a short one. */
#ifndef PLAN_POLYANYA_SEARCH_H
#define PLAN_POLYANYA_SEARCH_H

#include <math.h>

#include <wend/model.h>

#include "map/navmesh/navmesh.h"
#include "plan/blocked/blocked.h"
#include "plan/graph/marks.h"
#include "plan/polyanya/target.h"

/* A level of a mesh, and what blocks a given disc on it now. */
typedef struct search_ground {
    const wend_view *view;
    uint32_t worker;
    const navmesh *mesh;
    const navmesh_level *level;
    blocked now;  /* what is blocked now, by set of polygons */
    float radius; /* m: radius of the disc; portals nearer than this to a door that the mesh does
                     not contain are blocked */
    uint32_t node_limit; /* node limit of a search for the shortest path; 0 stands for SEARCH_NODES
                          */
    /* By terrain type: its weight; INFINITY forbids the type, which then counts as closed. NULL:
     * all weights are 1. Only for levels with types. */
    const float *weights;
    uint32_t weight_count; /* types from this number on have weight 1 */
    float least_weight;    /* a lower bound on the weights of all polygons; used only if `weights`
                              is not NULL */
    bool has_slopes; /* true if the slope at a polygon's centroid adds to the weight of its terrain,
                        for the agent of body `body`; only if `weights` is not NULL */
    uint32_t body;
    double crowd; /* if above 0, the mean delay in crowds over a polygon (wend/density.h), times
                     this, adds to its weight as a fraction of it */
} search_ground;

typedef struct search_start {
    wend_vec2 position;
    uint32_t polygon;
} search_start;

/* The points that a path passes after its start; the last one lies in the target. */
typedef struct search_path {
    wend_route_point *points; /* in scratch memory or a worker buffer; the clearance of each is 0 or
                                 PORTALS_WANTED */
    uint32_t count;
    uint32_t polygon;    /* polygon in which the path ends */
    double length;       /* m */
    uint32_t node_count; /* number of nodes stored by the search for the shortest path */
    bool obstructed;     /* true if obstacles that stand still block the path */
    bool cut;            /* true if these are only the first points; `polygon` is not known then */
} search_path;

enum {
    SEARCH_NODES = 1 << 20,    /* default node limit (about 180 MB of nodes) */
    SEARCH_MAX_NODES = 1 << 24 /* highest node limit allowed */
};

/* Finds the shortest path for a point (Polyanya). */
search_outcome search_shortest(const search_ground *ground, search_start from, const target *to,
                               search_path *out);

/* Finds the shortest path in the channel of polygons that A* finds. In level 0, portals are clipped
 * to where the centre of the disc may be; other levels are already inset. */
search_outcome search_polygons(const search_ground *ground, search_start from, const target *to,
                               search_path *out);

/* Finds the reachable point nearest to `goal`, on the goal's layer. Writes its polygon to *polygon,
 * or NAVMESH_NONE if there is no such point. */
search_outcome search_nearest(const search_ground *ground, search_start from, wend_location goal,
                              wend_vec2 *out, uint32_t *polygon);

/* Sets `now`, which is in scratch memory. The members `view`, `worker` and `mesh` must be set.
 * Returns false when out of memory. */
bool search_find_blockers(search_ground *ground);

/* Returns the weight of a polygon's terrain, without its slope. */
static inline float search_terrain_weight(const search_ground *ground, uint32_t polygon) {
    uint32_t type = ground->weights != NULL ? ground->level->types[polygon] : 0;
    return ground->weights != NULL && type < ground->weight_count ? ground->weights[type] : 1.0F;
}

/* Returns the weight of a polygon with its slope and crowd. */
float search_full_weight(const search_ground *ground, uint32_t polygon);

/* Returns the weight of a polygon: that of its terrain, of its slope and of the crowd on it. */
static inline float search_weight(const search_ground *ground, uint32_t polygon) {
    return ground->has_slopes || ground->crowd > 0.0 ? search_full_weight(ground, polygon)
                                                     : search_terrain_weight(ground, polygon);
}

/* True if a polygon is closed now, or its terrain forbidden. */
static inline bool search_is_closed(const search_ground *ground, uint32_t polygon) {
    return blocked_is_closed(&ground->now, ground->level->polygons[polygon].set) ||
           (ground->weights != NULL && !(search_terrain_weight(ground, polygon) < INFINITY));
}

/* True if a path may now leave a polygon, from point `from`, across the edge that starts at
 * `corner`. The corner belongs to that polygon. */
bool search_is_open(const search_ground *ground, wend_point from, uint32_t corner);

/* True if a door that the mesh does not contain crosses the straight line between two points of a
 * polygon. */
bool search_is_crossed(const search_ground *ground, uint32_t polygon, wend_point from,
                       wend_point to);

/* True if a straight line of a layer runs over terrain that is forbidden, for more than a
 * centimetre. */
bool search_is_forbidden(const search_ground *ground, wend_location from, wend_vec2 to);

/* True if a point of the target lies in a polygon of the same island as `polygon`. */
bool search_may_reach(const search_ground *ground, uint32_t polygon, const target *to);

#endif
