/* plan/roadmap/roads.h: finds paths of a disc over a roadmap, with doors and obstacles as they are
 * now. It is used for agents and for queries. */
#ifndef PLAN_ROADMAP_ROADS_H
#define PLAN_ROADMAP_ROADS_H

#include "plan/graph/roadmap.h"

enum {
    ROADS_NEAREST = 32,     /* default number of nodes that are tried on one layer */
    ROADS_MAX_NEAREST = 256 /* largest such number */
};

/* What to do with the nodes that can be linked to the start or to the goal. */
typedef enum roads_linking {
    ROADS_LINK_FIRST, /* link the nearest of them, as in the slides */
    ROADS_LINK_ALL    /* link all of them */
} roads_linking;

typedef struct roads_query {
    wend_location from;
    const wend_region *parts; /* the goal: the nearest of these regions, on `layer` */
    uint32_t part_count, layer;
    uint32_t nearest; /* k: number of nodes to try, at most ROADS_MAX_NEAREST */
    roads_linking linking;
    double variety;     /* each edge costs up to this fraction more: see roads_search */
    uint64_t seed, key; /* of the numbers that determine how much more */
    double crowd;       /* weight of the delays in crowds (wend/density.h) */
    bool shortens;
    bool may_be_partial;
} roads_query;

/* A point of a path, and the leg that leads to it. */
typedef struct roads_point {
    wend_location at;
    float width; /* m: clearance along the leg; negative: not measured yet */
} roads_point;

typedef struct roads_path {
    roads_point *points; /* after the start, up to the end; in worker buffers or scratch memory */
    uint32_t count;      /* at least 1 */
    bool partial;        /* the path ends at the reachable node nearest to the goal, or leads up to
                            an obstacle that stands still */
    bool standing;       /* an obstacle that stands still has changed the path */
} roads_path;

/* ---- lines.c: which straight lines are open -------------------------------------------------- */

/* True if a disc can move along the straight line between two locations. `ends` has
 * STANDING_AT_START or STANDING_AT_END if such an end may be beside an obstacle that stands still.
 */
bool roads_is_line_open(const roadmap_ground *ground, wend_location from, wend_location to,
                        float radius, uint32_t ends);

/* Returns the radius (m) of the largest disc that fits at a location, at most `limit`; 0 off the
 * walkable ground. */
float roads_room(const roadmap_ground *ground, wend_location location, float limit);

/* Returns a lower bound on the radius (m) of the largest disc that can move along a line, between 0
 * and ROADS_MAX_WIDTH; less than the true value by at most 5 %. */
float roads_line_width(const roadmap_ground *ground, wend_location from, wend_location to);
#define ROADS_MAX_WIDTH 5.0F

/* ---- links.c: nodes linked to the start and the goal ----------------------------------------- */

/* A straight line between a node and the start or the goal. */
typedef struct roads_link {
    uint32_t vertex;
    wend_location end; /* the start, or the point of the goal that the line leads to */
    double length;     /* m */
} roads_link;

typedef struct roads_links {
    roads_link items[ROADS_MAX_NEAREST];
    uint32_t count;
    double farthest; /* m: distance of the farthest node that was tried, or linked if only one is;
                        INFINITY if there is no node near the start at all */
} roads_links;

void roads_link_start(const roadmap_ground *ground, const roads_query *query, roads_links *out);
void roads_link_goal(const roadmap_ground *ground, const roads_query *query, roads_links *out);

/* Finds the straight line from the start to the goal. Returns false if it is not open for the disc.
 */
bool roads_line_to_goal(const roadmap_ground *ground, const roads_query *query, wend_location *end);

/* Returns the distance (m) from a position to the nearest part of the goal. */
double roads_goal_distance(const roads_query *query, wend_vec2 from);

/* ---- search.c, ends.c, shorten.c, path.c ----------------------------------------------------- */

/* Finds the cheapest path over the edges that are wide enough (search.c). An edge of length l costs
 * l * (1 + variety * u), where u is uniform in [0, 1) and depends on seed, key and edge. */
search_outcome roads_search(const roadmap_ground *ground, const roads_query *query,
                            roads_path *out);

/* Lets a path enter its first edge, and leave its last one, at the points nearest to its start and
 * end, if the nodes lie behind these (ends.c). The path never becomes longer. */
void roads_cut_ends(const roadmap_ground *ground, wend_location from, roads_path *path);

/* Removes points that the disc can pass in a straight line (shorten.c). The path never becomes
 * longer. */
void roads_shorten(const roadmap_ground *ground, wend_location from, roads_path *path);

/* Finds a path like roads_search, with its ends cut, shortened if the query asks for it, and around
 * obstacles that stand still if need be (path.c). If the obstacles leave no passage, the path is
 * partial and leads up to them. */
search_outcome roads_find_path(const roadmap_ground *ground, const roads_query *query,
                               roads_path *out);

/* Measures the width of the legs that have not been measured yet, and of those beside obstacles
 * that stand still (path.c). */
void roads_measure(const roadmap_ground *ground, wend_location from, roads_path *path);

/* ---- portals.c ------------------------------------------------------------------------------- */

/* Sets the clearance of the points of a route, which so far is the width of the leg to each point,
 * and finds a portal at each of them. `end` is where the route ends; the leg to it has the width
 * `end_width`. Returns the portals, in a worker buffer, or NULL when out of memory. */
const wend_portal *roads_portals(const roadmap_ground *ground, wend_vec2 start,
                                 wend_route_point *points, uint32_t count, wend_vec2 end,
                                 float end_width);

#endif
