/* plan/corridor_journey.h: the way of one agent while the planner `corridor` finds it. */
#ifndef PLAN_CORRIDOR_JOURNEY_H
#define PLAN_CORRIDOR_JOURNEY_H

#include "plan/corridor.h"
#include "plan/roadmap_search.h"

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

/* All legs of the way of body `index`, from `at` on. */
search_outcome corridor_go(corridor_journey *j, uint32_t index);

/* Where the control path has got to. */
wend_place corridor_last_place(const corridor_journey *j);

#endif
