/* plan/corridor/query.h: the state of one search for a route by the planner `corridor`. */
#ifndef PLAN_CORRIDOR_QUERY_H
#define PLAN_CORRIDOR_QUERY_H

#include "plan/around/bypass.h"
#include "plan/corridor/corridor.h"
#include "plan/graph/roadmap.h"

enum { CONTROL_AXIS, CONTROL_SHORTEST, CONTROL_VISIBILITY_VORONOI, CONTROL_PATH, CONTROL_NETWORK };

typedef struct corridor_params {
    const char *map;
    const char *network;
    int32_t control;
    double spacing;
    double clearance;
    double tolerance;
    int32_t strict_clearance;
    int32_t partial;
} corridor_params;

typedef struct corridor_query {
    corridor_ground ground;
    const corridor_params *p;
    const roadmap_ground *network; /* roadmap for the control path; NULL if none is used */
    float tolerance;               /* m: tolerance plus the radius */
    corridor_projection at;        /* the end of the path so far */
    corridor_axis_path axis_path;
    corridor_points points;
    corridor_leg *legs; /* legs between points of the agent's own path, in scratch memory */
    uint32_t leg_count;
    bool partial;
    bool follows_path; /* the control path is the agent's own path where that is open */
} corridor_query;

/* Begins the path of a disc at a location, without legs. The members `view`, `worker`, `map` and
 * `now` of the ground must be set. Returns false if no open point of the axis is within reach. */
bool corridor_begin(corridor_query *q, const corridor_ground *ground, const roadmap_ground *network,
                    const corridor_params *p, float radius, wend_location start);

/* Adds a leg that leads to a location, or as near to it as possible. */
search_outcome corridor_add_leg_to(corridor_query *q, wend_location location);

/* Adds all legs of the path of body `index`, starting at `at`. */
search_outcome corridor_add_legs(corridor_query *q, uint32_t index);

/* Returns the location at which the control path ends so far. */
wend_location corridor_path_end(const corridor_query *q);

/* ---- around.c -------------------------------------------------------------------------------- */

/* How a control path was rerouted around obstacles that stand still: the replaced sections, and the
 * old control path, which is needed to replace portals. */
typedef struct corridor_around {
    bypass_section *sections;
    uint32_t count;
    wend_location *old_vertices; /* vertices of the old control path, in scratch memory */
    uint32_t last;               /* index of the last old vertex */
    uint32_t obstacle;           /* after SEARCH_NONE: the obstacle that leaves no passage */
    bool blocked; /* true if no passage was found, so the route leads up to obstacles */
} corridor_around;

/* Reroutes the control path, leg by leg, around any obstacles on it that stand still. Returns
 * SEARCH_NONE if there is no passage near the path. */
search_outcome corridor_lead_around(corridor_query *q, corridor_around *out);

/* Replaces portals where the control path was rerouted around an obstacle. Returns the new list,
 * which is in scratch memory, or NULL when out of memory. */
wend_portal *corridor_replace_portals(corridor_query *q, const corridor_around *around,
                                      wend_portal *portals, uint32_t *count);

/* Cuts portals that touch obstacles that stand still to the free part around the control path. Sets
 * *any_cut to true if it cuts one. Returns false when out of memory. */
bool corridor_cut_portals(corridor_query *q, wend_portal *portals, uint32_t count, bool *any_cut);

#endif
