/* plan/corridor/corridor.h: types and functions that the files of the planner `corridor` share.
 *
 *     corridor_axis_point     a point on the medial axis
 *     corridor_projection     a location on the ground, and the axis point that it retracts to
 *     corridor_axis_segment   a piece of the axis, or part of one, in walking direction
 *     corridor_axis_path      a chain of axis segments
 *     corridor_leg            a range of axis segments, and the locations where it begins and ends
 *     corridor_channel        the portals that lead along a leg */
#ifndef PLAN_CORRIDOR_CORRIDOR_H
#define PLAN_CORRIDOR_CORRIDOR_H

#include <math.h>

#include <wend/model.h>

#include "map/corridor/corridor.h"
#include "plan/blocked/blocked.h"
#include "plan/graph/marks.h"
#include "plan/route/funnel.h"
#include "step/standing.h"

/* A corridor map with what is blocked now, for one disc. */
typedef struct corridor_ground {
    const wend_view *view;
    uint32_t worker;
    const corridor *map;
    blocked now;          /* its parts are edges */
    float radius;         /* m: of the disc */
    float needed;         /* m: the axis is blocked where its clearance is this or less */
    bool around_standing; /* obstacles that stand still block parts of edges */
    float kept;           /* m: distance that they must keep from such a part */
} corridor_ground;

typedef struct corridor_axis_point {
    uint32_t edge, breakpoint; /* a piece is identified by its first breakpoint */
    double t;
} corridor_axis_point;

typedef struct corridor_projection {
    wend_location location; /* on the ground; the one asked for, if it lies there */
    corridor_axis_point point;
    wend_corridor_sample at; /* at the axis point */
    float clearance;         /* m: at the location */
} corridor_projection;

/* Part of a piece. If `back`, it runs against the piece's direction: `from` is not less than `to`.
 */
typedef struct corridor_axis_segment {
    uint32_t edge, breakpoint;
    uint16_t layer;
    bool back;
    double from, to; /* t */
    double length;   /* m */
} corridor_axis_segment;

typedef struct corridor_axis_path {
    corridor_axis_segment *segments; /* in worker buffers */
    uint32_t count;
    double length; /* m */
} corridor_axis_path;

/* ---- ground.c: what is open ------------------------------------------------------------------ */

/* Sets `now`, in scratch memory; view, worker and map must be set. Returns false when out of
 * memory. */
bool corridor_find_blockers(corridor_ground *ground);

/* Blocks the edges of a path that an obstacle stands on, in the ground's own copy of the remaining
 * clearances (blocked_copy_remaining). Returns true if one of them was open before. */
bool corridor_block_edges(const corridor_ground *ground, const corridor_axis_path *axis_path,
                          uint32_t obstacle, float *remaining);

/* Returns the least clearance on an edge now, m. */
static inline float corridor_least_clearance(const corridor_ground *ground, uint32_t edge) {
    return blocked_clearance(&ground->now, edge, ground->map->edges[edge].least_clearance);
}

/* True if a blocker narrows an edge. */
static inline bool corridor_is_narrowed(const corridor_ground *ground, uint32_t edge) {
    return blocked_is_limited(&ground->now, edge);
}

/* Returns the distance from a location to walls and closed doors, m, at most `limit`; 0 off the
 * walkable ground. */
float corridor_free_distance(const corridor_ground *ground, wend_location location, float limit);

/* True if a point of an edge is open. */
bool corridor_is_clear(const corridor_ground *ground, uint32_t edge,
                       const wend_corridor_sample *at);

/* True if the part of an edge between two axis points is open. */
bool corridor_is_open(const corridor_ground *ground, corridor_axis_point a, corridor_axis_point b);

/* ---- projection.c: locations on the ground --------------------------------------------------- */

/* Retracts a location to its axis point, open or not. Returns false off the ground. */
bool corridor_retract_location(const corridor_ground *ground, wend_location location,
                               corridor_projection *out);

/* Finds the open axis point that a location retracts to; otherwise the nearest one along the axis,
 * at most `tolerance` away from the location. Returns false if there is none. */
bool corridor_project(const corridor_ground *ground, wend_location location, float tolerance,
                      corridor_projection *out);

/* Returns the location of a projection, or the first point on the line from it to its axis point at
 * which the disc has room. */
wend_vec2 corridor_inset_location(const corridor_ground *ground,
                                  const corridor_projection *projection);

/* Returns the axis point at one end of an edge: see corridor.ends. */
corridor_axis_point corridor_axis_point_at_vertex(const corridor *map, uint32_t end);

/* ---- search.c, nearest.c: searches along the axis -------------------------------------------- */

enum { CORRIDOR_TARGETS = 16 };

/* Appends the shortest open path along the axis to one of the targets. Its length includes the
 * straight line from the target's axis point to its location. The index of the target goes to
 * *reached. */
search_outcome corridor_search(const corridor_ground *ground, const corridor_projection *from,
                               const corridor_projection *targets, uint32_t target_count,
                               corridor_axis_path *axis_path, uint32_t *reached);

/* Finds the location nearest to `goal`, on its layer, that the disc can reach from `from`. */
search_outcome corridor_nearest(const corridor_ground *ground, const corridor_projection *from,
                                wend_location goal, corridor_projection *out);

/* ---- path.c: axis segments, discs and points ------------------------------------------------- */

/* Appends the part of an edge between two of its axis points. Returns false when out of memory. */
bool corridor_append(const corridor_ground *ground, corridor_axis_path *axis_path,
                     corridor_axis_point from, corridor_axis_point to);

/* Return a sample of an axis segment, with left and right in walking direction: from a sample of
 * the map, or at t. */
wend_corridor_sample corridor_orient_sample(const corridor_axis_segment *segment,
                                            wend_corridor_sample at);
wend_corridor_sample corridor_sample_at(const corridor *map, const corridor_axis_segment *segment,
                                        double t);

/* Returns the length along an edge from its first vertex to an axis point, m. */
double corridor_length_before(const corridor *map, corridor_axis_point point);

/* Returns the point at a fraction of the line `from` -> `to`; a negative share counts as 0. */
wend_vec2 corridor_inset_point(wend_vec2 from, wend_vec2 to, float share);

/* True if a piece is a parabola. */
bool corridor_is_curved(const corridor *map, uint32_t breakpoint);

/* Returns the discs of an axis path, in worker buffers; at least two. A path without segments has
 * discs at `end`. Returns NULL when out of memory. */
wend_corridor_disc *corridor_discs(const corridor_ground *ground,
                                   const corridor_axis_path *axis_path,
                                   const corridor_projection *end, uint32_t *count);

/* Points of a control path under construction, in worker buffers. */
typedef struct corridor_points {
    wend_route_point *items;
    uint32_t count;
    bool failed; /* out of memory */
} corridor_points;

void corridor_append_point(const corridor_ground *ground, corridor_points *points,
                           wend_route_point point);

/* Fraction of the spacing by which samples may be farther apart: rounding adds less to a length. */
#define CORRIDOR_ROUNDING 1e-6

/* Appends points of a straight line, at most `spacing` m apart, with its end and without its
 * beginning. */
void corridor_append_line(const corridor_ground *ground, corridor_points *points,
                          wend_location from, wend_location to, double spacing);

/* ---- backbone.c ------------------------------------------------------------------------------ */

/* Appends samples of the axis along the segments of a path from `first` on, at most `spacing` m
 * apart. */
void corridor_sample_axis(const corridor_ground *ground, const corridor_axis_path *axis_path,
                          uint32_t first, double spacing, corridor_points *points);

/* ---- goal.c ---------------------------------------------------------------------------------- */

/* Candidate points of a goal. */
typedef struct corridor_goal {
    const wend_region *parts;
    uint32_t part_count, layer;
    corridor_projection projections[CORRIDOR_TARGETS];
    uint32_t part_of[CORRIDOR_TARGETS]; /* the part of the goal that each projection lies in */
    uint32_t count;
} corridor_goal;

/* Finds the points of a goal that an agent coming from `from` can head for. */
void corridor_find_goal(const corridor_ground *ground, uint32_t goal, wend_vec2 from,
                        float tolerance, corridor_goal *out);

/* Does the same for regions on a layer. */
void corridor_find_regions(const corridor_ground *ground, const wend_region *parts, uint32_t count,
                           uint32_t layer, wend_vec2 from, float tolerance, corridor_goal *out);

/* True if an agent led to candidate `which` can head for the goal itself from the last of the
 * points. */
bool corridor_can_head_for_goal(const corridor_ground *ground, const corridor_goal *goal,
                                uint32_t which, const corridor_points *points);

/* ---- channel.c: portals ---------------------------------------------------------------------- */

/* A range of axis segments, and the locations beside the axis where the leg begins and ends. */
typedef struct corridor_leg {
    uint32_t first, last; /* segments first .. last - 1 */
    wend_location from, to;
    bool ends_there;    /* the end itself must be passed */
    uint32_t point_end; /* one past its last point of the control path */
} corridor_leg;

typedef struct corridor_channel {
    const corridor_ground *ground;
    double rho;     /* m: inset of the portals */
    double tangent; /* of the angle between portals around a corner */
    wend_point start, end;
    funnel_portal *portals; /* in worker buffers, with room for one more */
    uint32_t count;
    uint32_t needed; /* count of portals that lie before the end */
    bool failed;     /* out of memory */
} corridor_channel;

/* Builds portals that are inset by `wanted` m and at most `step` radians apart around corners. */
corridor_channel corridor_build_channel(const corridor_ground *ground,
                                        const corridor_axis_path *axis_path, corridor_leg leg,
                                        double wanted, double step);

/* ---- control.c ------------------------------------------------------------------------------- */

/* Appends the shortest path within the corridor of a leg that keeps `clearance` from walls where
 * there is room, and follows the axis where there is not. Its points are at most `spacing` m apart.
 */
void corridor_pull_string(const corridor_ground *ground, const corridor_axis_path *axis_path,
                          corridor_leg leg, double clearance, double spacing,
                          corridor_points *points);

/* ---- portals.c ------------------------------------------------------------------------------- */

/* Returns the portals of all legs of an axis path, in worker buffers: inset by `clearance`, or
 * points of the axis. Returns NULL when out of memory. */
wend_portal *corridor_portals(const corridor_ground *ground, const corridor_axis_path *axis_path,
                              const corridor_leg *legs, uint32_t leg_count, double clearance,
                              uint32_t *count);

/* ---- retract.c ------------------------------------------------------------------------------- */

/* Appends the axis path that straight legs from a projection through some locations retract to; the
 * last projection goes to *to. Returns SEARCH_NONE and appends nothing where walls or closed edges
 * block it. */
search_outcome corridor_retract_path(const corridor_ground *ground, const corridor_projection *from,
                                     const wend_location *locations, uint32_t count,
                                     corridor_axis_path *axis_path, corridor_projection *to);

#endif
