/* plan/corridor/corridor.h: types and functions that the files of the planner `corridor` share.
 *
 *     corridor_axis_point     a point on the medial axis
 *     corridor_projection     a location on the ground, and the axis point that it retracts to
 *     corridor_axis_segment   a piece of the axis, or part of one, in walking direction
 *     corridor_axis_path      a chain of axis segments
 *     corridor_leg            a range of axis segments, and the locations where it begins and ends
 *     corridor_channel        the portals along a leg */
#ifndef PLAN_CORRIDOR_CORRIDOR_H
#define PLAN_CORRIDOR_CORRIDOR_H

#include <math.h>

#include <wend/model.h>

#include "map/corridor/corridor.h"
#include "plan/blocked/blocked.h"
#include "plan/graph/marks.h"
#include "plan/route/funnel.h"
#include "step/standing.h"

/* A corridor map, and what blocks a given disc on it now. */
typedef struct corridor_ground {
    const wend_view *view;
    uint32_t worker;
    const corridor *map;
    blocked now;          /* what is blocked now; each part is an edge */
    float radius;         /* m: radius of the disc */
    float needed;         /* m: the axis is blocked where its clearance is this or less */
    bool around_standing; /* true if obstacles that stand still block parts of edges */
    float kept;           /* m: open parts are at least this far from such an obstacle */
} corridor_ground;

typedef struct corridor_axis_point {
    uint32_t edge, breakpoint; /* an edge, and one of its pieces, which is identified by its first
                                  breakpoint */
    double t;
} corridor_axis_point;

typedef struct corridor_projection {
    wend_location location; /* the requested location, or a location on the ground that replaces it
                             */
    corridor_axis_point point;
    wend_corridor_sample at; /* sample of the axis at `point` */
    float clearance;         /* m: clearance at `location` */
} corridor_projection;

/* Part of a piece. If `back` is true, it runs against the piece's direction, so `from` is at least
 * `to`. */
typedef struct corridor_axis_segment {
    uint32_t edge, breakpoint;
    uint16_t layer;
    bool back;
    double from, to; /* values of t on the piece */
    double length;   /* m */
} corridor_axis_segment;

typedef struct corridor_axis_path {
    corridor_axis_segment *segments; /* in worker buffers */
    uint32_t count;
    double length; /* m */
} corridor_axis_path;

/* ---- ground.c: what is open ------------------------------------------------------------------ */

/* Sets `now`, which is in scratch memory. The members `view`, `worker` and `map` must be set.
 * Returns false when out of memory. */
bool corridor_find_blockers(corridor_ground *ground);

/* Blocks those edges of an axis path on which an obstacle stands: sets them to 0 in `remaining`,
 * the ground's own copy of the remaining clearances (blocked_copy_remaining). Returns true if at
 * least one of these edges was open before. */
bool corridor_block_edges(const corridor_ground *ground, const corridor_axis_path *axis_path,
                          uint32_t obstacle, float *remaining);

/* Returns the smallest clearance (m) that an edge has now. */
static inline float corridor_least_clearance(const corridor_ground *ground, uint32_t edge) {
    return blocked_clearance(&ground->now, edge, ground->map->edges[edge].least_clearance);
}

/* True if a blocker narrows an edge. */
static inline bool corridor_is_narrowed(const corridor_ground *ground, uint32_t edge) {
    return blocked_is_limited(&ground->now, edge);
}

/* Returns the distance (m) from a location to the nearest wall or closed door, at most `limit`; 0
 * off the walkable ground. */
float corridor_free_distance(const corridor_ground *ground, wend_location location, float limit);

/* True if an edge is open at a given point. */
bool corridor_is_clear(const corridor_ground *ground, uint32_t edge,
                       const wend_corridor_sample *at);

/* True if the part of an edge between two axis points is open. */
bool corridor_is_open(const corridor_ground *ground, corridor_axis_point a, corridor_axis_point b);

/* ---- projection.c: locations on the ground --------------------------------------------------- */

/* Retracts a location to its axis point, whether or not that point is open. Returns false if the
 * location is off the ground. */
bool corridor_retract_location(const corridor_ground *ground, wend_location location,
                               corridor_projection *out);

/* Finds the axis point that a location retracts to. If that point is not open, finds the nearest
 * open point along the axis that is visible from the location, at most `tolerance` away from it.
 * Returns false if there is no such point. */
bool corridor_project(const corridor_ground *ground, wend_location location, float tolerance,
                      corridor_projection *out);

/* Returns the location of a projection if the disc has room there; otherwise the first point with
 * room on the line from the location to its axis point. */
wend_vec2 corridor_inset_location(const corridor_ground *ground,
                                  const corridor_projection *projection);

/* Returns the axis point at one end of an edge. `end` is an entry of the map's `ends`. */
corridor_axis_point corridor_axis_point_at_vertex(const corridor *map, uint32_t end);

/* ---- search.c, nearest.c: searches along the axis -------------------------------------------- */

enum { CORRIDOR_TARGETS = 16 };

/* Appends the shortest open path along the axis to any of the targets. The length of a path
 * includes the straight line from the target's axis point to the target's location. Writes the
 * index of the target reached to *reached. */
search_outcome corridor_search(const corridor_ground *ground, const corridor_projection *from,
                               const corridor_projection *targets, uint32_t target_count,
                               corridor_axis_path *axis_path, uint32_t *reached);

/* Finds the location nearest to `goal`, on the goal's layer, that the disc can reach from `from`.
 */
search_outcome corridor_nearest(const corridor_ground *ground, const corridor_projection *from,
                                wend_location goal, corridor_projection *out);

/* ---- path.c: axis segments, discs and points ------------------------------------------------- */

/* Appends the part of an edge between two of its axis points. Returns false when out of memory. */
bool corridor_append(const corridor_ground *ground, corridor_axis_path *axis_path,
                     corridor_axis_point from, corridor_axis_point to);

/* Both return a sample of an axis segment, with left and right as seen in the walking direction.
 * corridor_orient_sample converts a sample of the map; corridor_sample_at computes the sample at t.
 */
wend_corridor_sample corridor_orient_sample(const corridor_axis_segment *segment,
                                            wend_corridor_sample at);
wend_corridor_sample corridor_sample_at(const corridor *map, const corridor_axis_segment *segment,
                                        double t);

/* Returns the length (m) of an edge from its first vertex to an axis point. */
double corridor_length_before(const corridor *map, corridor_axis_point point);

/* Returns the point at the fraction `share` of the line from `from` to `to`; a negative fraction
 * counts as 0. */
wend_vec2 corridor_inset_point(wend_vec2 from, wend_vec2 to, float share);

/* True if a piece is a parabola. */
bool corridor_is_curved(const corridor *map, uint32_t breakpoint);

/* Returns the discs of an axis path, at least two, in worker buffers. A path without segments has
 * its discs at `end`. Returns NULL when out of memory. */
wend_corridor_disc *corridor_discs(const corridor_ground *ground,
                                   const corridor_axis_path *axis_path,
                                   const corridor_projection *end, uint32_t *count);

/* Points of a control path under construction, in worker buffers. */
typedef struct corridor_points {
    wend_route_point *items;
    uint32_t count;
    bool failed; /* true once memory has run out */
} corridor_points;

void corridor_append_point(const corridor_ground *ground, corridor_points *points,
                           wend_route_point point);

/* The distance between samples may exceed the spacing by this fraction of the spacing, which is
 * more than rounding adds to a length. */
#define CORRIDOR_ROUNDING 1e-6

/* Appends points of a straight line, at most `spacing` m apart, including its end but not its
 * beginning. */
void corridor_append_line(const corridor_ground *ground, corridor_points *points,
                          wend_location from, wend_location to, double spacing);

/* ---- backbone.c ------------------------------------------------------------------------------ */

/* Appends samples of the axis, at most `spacing` m apart, along the segments of a path from index
 * `first` on. */
void corridor_sample_axis(const corridor_ground *ground, const corridor_axis_path *axis_path,
                          uint32_t first, double spacing, corridor_points *points);

/* ---- goal.c ---------------------------------------------------------------------------------- */

/* Candidate points of a goal. */
typedef struct corridor_goal {
    const wend_region *parts;
    uint32_t part_count, layer;
    corridor_projection projections[CORRIDOR_TARGETS];
    uint32_t part_of[CORRIDOR_TARGETS]; /* for each projection: index of the part of the goal that
                                           contains its location */
    uint32_t count;
} corridor_goal;

/* Finds candidate points of a goal for an agent that comes from `from`. */
void corridor_find_goal(const corridor_ground *ground, uint32_t goal, wend_vec2 from,
                        float tolerance, corridor_goal *out);

/* Like corridor_find_goal, for given regions on a layer. */
void corridor_find_regions(const corridor_ground *ground, const wend_region *parts, uint32_t count,
                           uint32_t layer, wend_vec2 from, float tolerance, corridor_goal *out);

/* True if an agent whose route leads to candidate `which` can head for the goal itself from a
 * location on the route. */
bool corridor_can_head_for_goal(const corridor_ground *ground, const corridor_goal *goal,
                                uint32_t which, wend_location from);

/* ---- channel.c: portals ---------------------------------------------------------------------- */

/* A range of axis segments, and the locations beside the axis where the leg begins and ends. */
typedef struct corridor_leg {
    uint32_t first, last; /* range of segments, from `first` to `last - 1` */
    wend_location from, to;
    bool ends_there;    /* true if the route must pass the end itself */
    uint32_t point_end; /* index of the point of the control path that follows the leg's last point
                         */
} corridor_leg;

typedef struct corridor_channel {
    const corridor_ground *ground;
    double rho;     /* m: inset of the portals */
    double tangent; /* tangent of the angle between portals around a corner */
    wend_point start, end;
    funnel_portal *portals; /* in worker buffers, with room for one more portal */
    uint32_t count;
    uint32_t needed; /* number of portals before the end of the leg; the rest lie past it */
    bool failed;     /* true once memory has run out */
} corridor_channel;

/* Builds the portals of a leg. They are inset by `wanted` metres, and are at most `step` radians
 * apart around corners. */
corridor_channel corridor_build_channel(const corridor_ground *ground,
                                        const corridor_axis_path *axis_path, corridor_leg leg,
                                        double wanted, double step);

/* ---- control.c ------------------------------------------------------------------------------- */

/* Appends the shortest path of a leg within its corridor. The path keeps `clearance` from walls
 * where there is room, and follows the axis elsewhere. Its points are at most `spacing` m apart. */
void corridor_pull_string(const corridor_ground *ground, const corridor_axis_path *axis_path,
                          corridor_leg leg, double clearance, double spacing,
                          corridor_points *points);

/* ---- portals.c ------------------------------------------------------------------------------- */

/* Returns the portals of all legs of an axis path, in worker buffers. Portals are inset by
 * `clearance`; where there is less room, they are points of the axis. Returns NULL when out of
 * memory. */
wend_portal *corridor_portals(const corridor_ground *ground, const corridor_axis_path *axis_path,
                              const corridor_leg *legs, uint32_t leg_count, double clearance,
                              uint32_t *count);

/* ---- retract.c ------------------------------------------------------------------------------- */

/* Retracts the polyline from a projection through the given locations, and appends the resulting
 * axis path. Writes the last projection to *to. If walls or closed edges block the polyline,
 * returns SEARCH_NONE and appends nothing. */
search_outcome corridor_retract_path(const corridor_ground *ground, const corridor_projection *from,
                                     const wend_location *locations, uint32_t count,
                                     corridor_axis_path *axis_path, corridor_projection *to);

#endif
