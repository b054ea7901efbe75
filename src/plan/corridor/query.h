/* plan/corridor/query.h: the way of one agent while the planner `corridor` finds it. */
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

typedef struct corridor_journey {
    corridor_ground ground;
    const corridor_params *p;
    const roadmap_ground *network; /* NULL: none leads */
    float tolerance;               /* m, the radius included */
    corridor_stand at;             /* where it has got to */
    corridor_way way;
    corridor_points points;
    corridor_leg *legs; /* between points of its path, in scratch memory */
    uint32_t leg_count;
    bool partial;
} corridor_journey;

/* A path of a disc from a location, without a leg yet; false if the axis is out of reach. The
 * ground has view, worker, map and what is blocked now. */
bool corridor_begin(corridor_journey *j, const corridor_ground *ground,
                    const roadmap_ground *network, const corridor_params *p, float radius,
                    wend_location start);

/* Adds a leg to a location, or as near to it as there is a path. */
search_outcome corridor_go_to(corridor_journey *j, wend_location place);

/* All legs of the way of body `index`, from `at` on. */
search_outcome corridor_go(corridor_journey *j, uint32_t index);

/* Where the control path has got to. */
wend_location corridor_last_place(const corridor_journey *j);

/* ---- around.c ----------------------------------------------------------------------- */

/* What leads around obstacles that stand still: portals instead of those of some legs of the
 * control path as it was. */
typedef struct corridor_around {
    bypass_section *sections;
    uint32_t count;
    wend_location *before; /* vertices of the control path as it was, in scratch memory */
    uint32_t last;         /* vertex */
    uint32_t obstacle;     /* that leaves no passage; after SEARCH_NONE */
    bool blocked;          /* no passage was found, and the route leads up to obstacles */
} corridor_around;

/* Leads the control path around obstacles that stand still, leg by leg, if any are in it.
 * SEARCH_NONE: there is no passage near it. */
search_outcome corridor_lead_around(corridor_journey *j, corridor_around *out);

/* Replaces portals where the control path was led around something. The list is the worker's; NULL
 * without memory. */
wend_portal *corridor_replace_portals(corridor_journey *j, const corridor_around *around,
                                      wend_portal *portals, uint32_t *count);

#endif
