/* plan/grid/grid.h: finds paths of a disc over a grid, with doors, obstacles and terrain weights as
 * they are now. It is used for agents and for queries. */
#ifndef PLAN_GRID_GRID_H
#define PLAN_GRID_GRID_H

#include <wend/model.h>

#include "map/grid/grid.h"
#include "plan/blocked/blocked.h"
#include "plan/graph/marks.h"

/* m: room that a disc must have beyond its radius, more than the rounding of clearances. Agents
 * cannot pass a gap that is exactly as wide as they are. */
#define GRID_MARGIN 1e-3F

/* A grid, and what a given disc may cross on it now. */
typedef struct grid_ground {
    const wend_view *view;
    uint32_t worker;
    const grid *map;
    blocked now;          /* the closed doors and active classes, without `remaining` */
    float radius;         /* m: radius of the disc */
    float margin;         /* m: a disc must be able to move along lines at this distance to one side
                             of its path, so that no gap is as narrow as the disc; 0: need not */
    bool around_standing; /* true if obstacles that stand still block lines */
    /* Cost of one metre of each terrain type of the map (map->terrains), in scratch memory; NULL if
     * all types cost the same. */
    const float *weights;
    double least_weight; /* smallest of the weights; INFINITY if all ground is forbidden */
    double slope_weight; /* added to the weights for each unit of slope, as a fraction of them */
    bool has_forbidden;  /* some terrain of the map is forbidden */
    double crowd;        /* weight of delays in crowds, which multiply the weights of terrain */
} grid_ground;

/* True if a metre of ground costs the same everywhere, crowds aside. */
static inline bool grid_is_uniform(const grid_ground *ground) {
    return ground->weights == NULL && ground->slope_weight == 0.0;
}

/* ---- ground.c: what is open, and what it costs ----------------------------------------------- */

/* Prepares the ground for a view: finds what is blocked now. All terrain costs the same, and the
 * margin is GRID_MARGIN. Returns false when out of memory. */
bool grid_ground_prepare(const wend_view *view, uint32_t worker, const grid *map, grid_ground *out);

/* Sets the radius and the terrain weights of body `index`. Returns false when out of memory. */
bool grid_ground_weigh(grid_ground *ground, uint32_t index);

/* Returns the distance (m) from a location to the nearest wall or closed door, at most `limit`; 0
 * off the walkable ground. */
float grid_room(const grid_ground *ground, wend_location location, float limit);

/* True if a disc of `radius` can move along the straight line between two locations. `ends` has
 * STANDING_AT_START or STANDING_AT_END if such an end may be beside an obstacle that stands still.
 */
bool grid_is_line_open(const grid_ground *ground, wend_location from, wend_location to,
                       float radius, uint32_t ends);

/* True if the disc can move between the centres of two squares that are joined by a move. */
bool grid_is_move_open(const grid_ground *ground, uint32_t square, wend_location from,
                       uint32_t target, wend_location to);

/* Returns the cost (m) of a straight line: its weighted length, with the delays in crowds. It is
 * INFINITY if the line crosses forbidden ground, unless `leaves` is true: then forbidden ground
 * costs much. */
double grid_line_cost(const grid_ground *ground, wend_location from, wend_vec2 to, bool leaves);

/* True if the terrain at a location is forbidden. */
bool grid_is_forbidden(const grid_ground *ground, wend_location location);

/* ---- goal.c ---------------------------------------------------------------------------------- */

/* Returns the location that stands for a goal at `location`: the location itself or, if it is
 * inside a solid or on forbidden terrain, the nearest allowed one at most `reach` m away that is
 * visible from there. If there is none, the location itself. */
wend_location grid_goal_location(const grid_ground *ground, wend_location location, float reach);

/* ---- search.c -------------------------------------------------------------------------------- */

/* Moves in lines of any direction; to neighbours only; or to neighbours and beyond. The names are
 * those of squares. */
typedef enum grid_moves { GRID_MOVES_ANY_ANGLE, GRID_MOVES_EIGHT, GRID_MOVES_SIXTEEN } grid_moves;

typedef struct grid_query {
    wend_location from;
    const wend_region *parts; /* the goal: the nearest of these regions, on `layer` */
    uint32_t part_count, layer;
    grid_moves moves;
    double margin; /* m: tolerance and radius: see grid_reach */
    bool leaves;   /* the start is on forbidden ground: lines from it may cross that */
    bool may_be_partial;
    uint32_t node_limit;
} grid_query;

typedef struct grid_path {
    wend_location *points; /* after the start, up to the end; in worker buffers, with room for twice
                              their number */
    uint32_t count;        /* at least 1 */
    double cost;           /* m: weighted length */
    bool partial;          /* the path ends at the reachable square nearest to the goal */
    bool unproven;         /* the search reached its limit; a cheaper path may exist */
} grid_path;

/* Returns how far (m) a cell may be from a start or a goal at a location that it joins: the margin
 * of the query, and one and a half times the side of the cell there. */
double grid_reach(const grid *map, const grid_query *query, wend_location location);

/* Finds a path. With `eight` and `sixteen` moves it is the cheapest on the graph of moves. */
search_outcome grid_search(const grid_ground *ground, const grid_query *query, grid_path *out);

/* ---- smooth.c -------------------------------------------------------------------------------- */

/* Makes a path cheaper: removes turning points that the disc can pass in a straight line, and moves
 * the others off their centres. The cost never increases. */
void grid_smooth(const grid_ground *ground, wend_location from, grid_path *path);

/* ---- path.c ---------------------------------------------------------------------------------- */

/* Finds a path to a location, like grid_search, around obstacles that stand still if need be. Paths
 * between two locations have the same points in both directions. Sets *standing if an obstacle
 * blocks the cheapest path; if the obstacles leave no passage, the path is partial and leads up to
 * them. */
search_outcome grid_find_path(const grid_ground *ground, const grid_query *query, bool *standing,
                              grid_path *out);

#endif
