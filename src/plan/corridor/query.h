/* plan/corridor/query.h: the state of one route query of the planner `corridor`. */
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
    const roadmap_ground *network; /* NULL: no network is used */
    float tolerance;               /* m, including the radius */
    corridor_projection at;        /* where the path ends so far */
    corridor_axis_path axis_path;
    corridor_points points;
    corridor_leg *legs; /* between points of the agent's path, in scratch memory */
    uint32_t leg_count;
    bool partial;
} corridor_query;

/* Begins the path of a disc at a location, without legs. The ground must have view, worker, map and
 * what is blocked now. Returns false if the axis is out of reach. */
bool corridor_begin(corridor_query *q, const corridor_ground *ground, const roadmap_ground *network,
                    const corridor_params *p, float radius, wend_location start);

/* Adds a leg to a location, or as near to it as possible. */
search_outcome corridor_add_leg_to(corridor_query *q, wend_location location);

/* Adds all legs of the path of body `index`, from `at` on. */
search_outcome corridor_add_legs(corridor_query *q, uint32_t index);

/* Returns where the control path ends so far. */
wend_location corridor_path_end(const corridor_query *q);

/* ---- around.c -------------------------------------------------------------------------------- */

/* How a control path was led around obstacles that stand still: the replaced sections, and the old
 * control path, for replacing portals. */
typedef struct corridor_around {
    bypass_section *sections;
    uint32_t count;
    wend_location *old_vertices; /* vertices of the old control path, in scratch memory */
    uint32_t last;               /* index of the last vertex */
    uint32_t obstacle;           /* after SEARCH_NONE: the one that leaves no passage */
    bool blocked;                /* no passage was found; the route leads up to obstacles */
} corridor_around;

/* Leads the control path around obstacles that stand still, leg by leg, if any are in it. Returns
 * SEARCH_NONE if there is no passage near it. */
search_outcome corridor_lead_around(corridor_query *q, corridor_around *out);

/* Replaces portals where the control path was led around an obstacle. Returns the new list, in
 * scratch memory; NULL when out of memory. */
wend_portal *corridor_replace_portals(corridor_query *q, const corridor_around *around,
                                      wend_portal *portals, uint32_t *count);

#endif
