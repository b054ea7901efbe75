/* plan/corridor/corridor.h: what the files of the planner `corridor` share.
 *
 * A spot is a place on the axis; a stand is a place on the ground and the spot that it retracts to.
 * A way is a chain of bits, each of which is one piece of the axis or part of it, as one walks. */
#ifndef PLAN_CORRIDOR_CORRIDOR_H
#define PLAN_CORRIDOR_CORRIDOR_H

#include <math.h>

#include <wend/model.h>

#include "map/corridor/corridor.h"
#include "plan/blocked/blocked.h"
#include "plan/graph/marks.h"
#include "plan/route/funnel.h"
#include "step/standing.h"

/* Where one may go on a corridor map now. */
typedef struct corridor_ground {
    const wend_view *view;
    uint32_t worker;
    const corridor *map;
    blocked now;          /* its parts are edges */
    float radius;         /* of the disc, m */
    float needed;         /* m: where there is no more clearance than this the axis is shut */
    bool around_standing; /* obstacles that stand still shut parts of edges */
    float kept;           /* m: that they must leave to such a part */
} corridor_ground;

typedef struct corridor_spot {
    uint32_t edge, event; /* the piece is told by its first event */
    double t;
} corridor_spot;

typedef struct corridor_stand {
    wend_location place; /* on the ground; the one that was asked for, if it lies there */
    corridor_spot spot;
    wend_corridor_sample at; /* the spot */
    float clearance;         /* m: of the place */
} corridor_stand;

/* Part of a piece; against its direction if `back`, then `from` is not less than `to`. */
typedef struct corridor_bit {
    uint32_t edge, event;
    uint16_t layer;
    bool back;
    double from, to; /* t */
    double length;   /* m */
} corridor_bit;

typedef struct corridor_way {
    corridor_bit *bits; /* the worker's */
    uint32_t count;
    double length; /* m */
} corridor_way;

/* ---- ground.c: what is open --------------------------------------------------------- */

/* Sets `now`, in scratch memory; view, worker and map are there. False without. */
bool corridor_find_blockers(corridor_ground *ground);

/* Closes the edges of a path that an obstacle is in, in the ground's own list of what is left of
 * edges (blocked_own). Returns whether one of them was open before. */
bool corridor_shut(const corridor_ground *ground, const corridor_way *way, uint32_t obstacle,
                   float *left);

/* m: the least clearance on an edge now. */
static inline float corridor_least(const corridor_ground *ground, uint32_t edge) {
    return blocked_least(&ground->now, edge, ground->map->edges[edge].least);
}

/* Whether something that is shut narrows an edge. */
static inline bool corridor_is_narrowed(const corridor_ground *ground, uint32_t edge) {
    return blocked_is_limited(&ground->now, edge);
}

/* m: how far what is shut lies from a place, at most `limit`. */
float corridor_room(const corridor_ground *ground, wend_location place, float limit);

/* Whether a place of an edge is open. */
bool corridor_is_clear(const corridor_ground *ground, uint32_t edge,
                       const wend_corridor_sample *at);

/* Whether the part of an edge between two spots of it is open. */
bool corridor_is_open(const corridor_ground *ground, corridor_spot a, corridor_spot b);

/* ---- projection.c: places on the ground -------------------------------------------------- */

/* The spot that a place retracts to, open or not; false off the ground. */
bool corridor_retract_place(const corridor_ground *ground, wend_location place,
                            corridor_stand *out);

/* The open spot that a place retracts to; or else the nearest one along the axis, at most
 * `tolerance` away from it. False if there is none. */
bool corridor_stand_at(const corridor_ground *ground, wend_location place, float tolerance,
                       corridor_stand *out);

/* The place, or where on the way from it to its spot the disc has room first. */
wend_vec2 corridor_pull_in(const corridor_ground *ground, const corridor_stand *stand);

/* The spot at one end of an edge: see corridor.ends. */
corridor_spot corridor_spot_at_vertex(const corridor *map, uint32_t end);

/* ---- search.c: which way round ------------------------------------------------------ */

enum { CORRIDOR_TARGETS = 16 };

/* Appends the shortest open way along the axis to one of the targets, the straight way from its
 * spot to its place included; which one goes to *reached. */
search_outcome corridor_search(const corridor_ground *ground, const corridor_stand *from,
                               const corridor_stand *targets, uint32_t target_count,
                               corridor_way *way, uint32_t *reached);

/* The place nearest to `goal`, on its layer, that the disc can come to from there. */
search_outcome corridor_nearest(const corridor_ground *ground, const corridor_stand *from,
                                wend_location goal, corridor_stand *out);

/* ---- path.c: bits, discs and points -------------------------------------------------- */

/* Appends the part of an edge between two spots of it; false without memory. */
bool corridor_append(const corridor_ground *ground, corridor_way *way, corridor_spot from,
                     corridor_spot to);

/* A place of a bit: what is left and right as one walks; of one, or for one that is known. */
wend_corridor_sample corridor_turn(const corridor_bit *bit, wend_corridor_sample at);
wend_corridor_sample corridor_at_bit(const corridor *map, const corridor_bit *bit, double t);

/* m: along an edge from its first vertex to a spot. */
double corridor_length_before(const corridor *map, corridor_spot spot);

/* A share, not below 0, of the way from one place to another. */
wend_vec2 corridor_draw_in(wend_vec2 from, wend_vec2 to, float share);

/* Whether a piece is a parabola. */
bool corridor_is_curved(const corridor *map, uint32_t event);

/* The discs of a way, the worker's; at least two: of one without bits, at `end`. NULL without
 * memory. */
wend_corridor_disc *corridor_discs(const corridor_ground *ground, const corridor_way *way,
                                   const corridor_stand *end, uint32_t *count);

/* Points of a control path as they are gathered, the worker's. */
typedef struct corridor_points {
    wend_route_point *items;
    uint32_t count;
    bool failed; /* memory ran out */
} corridor_points;

void corridor_put(const corridor_ground *ground, corridor_points *points, wend_route_point point);

/* Of a spacing, by which samples may be farther apart: less than rounding adds to a length. */
#define CORRIDOR_ROUNDING 1e-6

/* Appends places of the straight way, `spacing` apart at most, and its end, not its beginning. */
void corridor_put_leg(const corridor_ground *ground, corridor_points *points, wend_location from,
                      wend_location to, double spacing);

/* ---- backbone.c --------------------------------------------------------------------- */

/* Appends samples of the axis along bits of a way from `first` on, `spacing` apart at most. */
void corridor_sample(const corridor_ground *ground, const corridor_way *way, uint32_t first,
                     double spacing, corridor_points *points);

/* ---- goal.c ------------------------------------------------------------------------- */

/* Places of a goal. */
typedef struct corridor_goal {
    const wend_region *parts;
    uint32_t part_count, layer;
    corridor_stand stands[CORRIDOR_TARGETS];
    uint32_t part_of[CORRIDOR_TARGETS]; /* the part of the goal that each of them lies in */
    uint32_t count;
} corridor_goal;

/* The places of a goal that someone heads for who comes from `from`. */
void corridor_find_goal(const corridor_ground *ground, uint32_t goal, wend_vec2 from,
                        float tolerance, corridor_goal *out);

/* The same for regions on a layer. */
void corridor_find_regions(const corridor_ground *ground, const wend_region *parts, uint32_t count,
                           uint32_t layer, wend_vec2 from, float tolerance, corridor_goal *out);

/* Whether the goal itself can be headed for from the last one of some points, by who was led to one
 * of those places. */
bool corridor_can_head_on(const corridor_ground *ground, const corridor_goal *goal, uint32_t which,
                          const corridor_points *points);

/* ---- channel.c: gates ---------------------------------------------------------------- */

/* Bits of a way, and the places that it leads from and to, beside the axis. */
typedef struct corridor_leg {
    uint32_t first, last; /* last: behind the last one */
    wend_location from, to;
    bool ends_there;    /* the place itself is to be passed */
    uint32_t point_end; /* its points of the control path: up to this one */
} corridor_leg;

typedef struct corridor_sleeve {
    const corridor_ground *ground;
    double rho;     /* m: what gates are drawn in by */
    double tangent; /* of the angle about a corner from one to the next */
    wend_point start, end;
    taut_gate *gates; /* the worker's, with room for one more */
    uint32_t count;
    uint32_t needed; /* those that lie before the end */
    bool failed;     /* memory ran out */
} corridor_sleeve;

/* Gates that are drawn in by `wanted` m, `step` radians apart about corners at most. */
corridor_sleeve corridor_make_sleeve(const corridor_ground *ground, const corridor_way *way,
                                     corridor_leg leg, double wanted, double step);

/* ---- control.c ------------------------------------------------------------------------- */

/* Appends the shortest path within the corridor of a leg that keeps `clearance` from walls, where
 * there is room, and follows the axis where there is not; its points are `spacing` apart at most.
 */
void corridor_pull_taut(const corridor_ground *ground, const corridor_way *way, corridor_leg leg,
                        double clearance, double spacing, corridor_points *points);

/* ---- portals.c ---------------------------------------------------------------------- */

/* The portals of all legs of a way, the worker's: drawn in by `clearance`, or places of the axis.
 * NULL without memory. */
wend_portal *corridor_portals(const corridor_ground *ground, const corridor_way *way,
                              const corridor_leg *legs, uint32_t leg_count, double clearance,
                              uint32_t *count);

/* ---- retract.c ----------------------------------------------------------------------- */

/* Appends the way that straight legs from a stand over some places retract to; the last of them
 * goes to *to. SEARCH_NONE, and nothing, where walls or closed edges are in its way. */
search_outcome corridor_follow(const corridor_ground *ground, const corridor_stand *from,
                               const wend_location *places, uint32_t count, corridor_way *way,
                               corridor_stand *to);

#endif
