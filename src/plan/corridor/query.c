/* Finds the route of one agent, leg by leg: through the points of the agent's own path to its goal.
 * Each leg runs along the axis, over a network, or straight if the agent's own path is the control
 * path. Where there is no path, the leg ends as near to its target as possible. Cost: one search
 * for each leg. */
#include "plan/corridor/query.h"

#include <math.h>
#include <string.h>

#include "geom/vec.h"

/* m: a partial path must bring the agent at least this much nearer to its goal. */
static const float MIN_GAIN = 0.1F;

bool corridor_begin(corridor_query *q, const corridor_ground *ground, const roadmap_ground *network,
                    const corridor_params *p, float radius, wend_location start) {
    *q = (corridor_query){
        .ground = *ground, .p = p, .network = network, .tolerance = (float)p->tolerance + radius};
    q->ground.radius = radius;
    q->ground.needed = radius + (p->strict_clearance ? (float)p->clearance : 0.0F);
    q->ground.kept = q->ground.needed;
    q->follows_path = p->control == CONTROL_PATH;
    return corridor_project(&q->ground, start, q->tolerance, &q->at);
}

/* ---- Legs ------------------------------------------------------------------------------------ */

static search_outcome outcome_of(const corridor_query *q) {
    return q->points.failed ? SEARCH_NO_MEMORY : SEARCH_FOUND;
}

wend_location corridor_path_end(const corridor_query *q) {
    wend_location location = {corridor_inset_location(&q->ground, &q->at), q->at.location.layer};
    return location;
}

static bool is_straight(const corridor_query *q) {
    return q->p->control == CONTROL_SHORTEST || q->p->control == CONTROL_VISIBILITY_VORONOI;
}

/* Inserts the beginning of the control path before its other points, if the agent starts elsewhere,
 * nearer to a wall than its radius, and a wall hides the next point. */
static void pass_beginning(corridor_query *q, wend_location start, wend_location from) {
    const wend_view *view = q->ground.view;
    const wend_route_point *next = q->points.items;
    if (q->points.failed || vec_equal(start.position, from.position) ||
        wend_space_is_visible(view->space, start, (wend_location){next->position, next->layer},
                              0.0F, view->classes)) {
        return;
    }
    corridor_append_point(&q->ground, &q->points, *next);
    if (!q->points.failed) {
        wend_route_point *points = q->points.items;
        memmove(points + 1, points, (q->points.count - 1) * sizeof *points);
        points[0] = (wend_route_point){from.position, q->ground.radius, from.layer};
    }
}

/* Appends the control path. It follows the axis segments, starting with the one at index `first`,
 * and ends at the location reached. The agent or the previous leg is at `start`, and the disc has
 * room at `from`, beside it. */
static void append_control_path(corridor_query *q, uint32_t first, wend_location start,
                                wend_location from) {
    if (is_straight(q)) {
        bool begins = q->points.count == 0;
        bool wider = q->p->control == CONTROL_VISIBILITY_VORONOI;
        double clearance = (double)q->ground.radius + (wider ? q->p->clearance : 0.0);
        corridor_leg leg = {first, q->axis_path.count, from, corridor_path_end(q), true, 0};
        corridor_pull_string(&q->ground, &q->axis_path, leg, clearance, q->p->spacing, &q->points);
        if (begins) {
            pass_beginning(q, start, from);
        }
        return;
    }
    if (first < q->axis_path.count) {
        corridor_sample_axis(&q->ground, &q->axis_path, first, q->p->spacing, &q->points);
    } else {
        const corridor_edge *edge = &q->ground.map->edges[q->at.point.edge];
        wend_route_point point = {q->at.at.position, q->at.at.clearance, edge->layer};
        corridor_append_point(&q->ground, &q->points, point);
    }
    corridor_append_point(&q->ground, &q->points,
                          (wend_route_point){corridor_path_end(q).position,
                                             fmaxf(q->at.clearance, q->ground.radius),
                                             q->at.location.layer});
}

/* Adds a leg that runs along the axis to the axis point of one of the targets, and from there to
 * the target's location. */
static search_outcome add_leg_along_axis(corridor_query *q, const corridor_projection *targets,
                                         uint32_t count, uint32_t *reached) {
    uint32_t first = q->axis_path.count;
    wend_location start = q->at.location, from = corridor_path_end(q);
    search_outcome outcome =
        corridor_search(&q->ground, &q->at, targets, count, &q->axis_path, reached);
    if (outcome == SEARCH_FOUND) {
        q->at = targets[*reached];
        append_control_path(q, first, start, from);
        outcome = outcome_of(q);
    }
    return outcome;
}

/* Adds a leg that ends as near to a location as possible. */
static search_outcome add_leg_near(corridor_query *q, wend_location goal) {
    corridor_projection near;
    uint32_t reached;
    if (!q->p->partial || goal.layer >= q->ground.map->layer_count) {
        return SEARCH_NONE;
    }
    search_outcome outcome = corridor_nearest(&q->ground, &q->at, goal, &near);
    if (outcome != SEARCH_FOUND) {
        return outcome;
    }
    wend_location from = q->at.location;
    float before = vec_length(vec_sub(goal.position, from.position));
    float after = vec_length(vec_sub(goal.position, near.location.position));
    if (from.layer == goal.layer && q->points.count == 0 && after > before - MIN_GAIN) {
        return SEARCH_NONE;
    }
    q->partial = true;
    return add_leg_along_axis(q, &near, 1, &reached);
}

/* Adds a leg along a given control path, which runs in straight lines from one location to the
 * next. */
static search_outcome add_leg_over(corridor_query *q, const wend_location *locations,
                                   uint32_t count) {
    corridor_projection to;
    wend_location from = q->at.location;
    search_outcome outcome =
        corridor_retract_path(&q->ground, &q->at, locations, count, &q->axis_path, &to);
    if (outcome != SEARCH_FOUND) {
        return outcome;
    }
    for (uint32_t i = 0; i < count; i++) {
        corridor_append_line(&q->ground, &q->points, from, locations[i], q->p->spacing);
        from = locations[i];
    }
    q->at = to;
    return outcome_of(q);
}

/* Adds a straight leg to a location. Returns SEARCH_NONE unless the control path is the agent's own
 * path or runs over a network. */
static search_outcome add_straight_leg(corridor_query *q, wend_location location) {
    return q->follows_path || q->network != NULL ? add_leg_over(q, &location, 1) : SEARCH_NONE;
}

/* Adds a straight leg to a location or, if that is not possible, a leg along the axis. */
static search_outcome add_leg_to(corridor_query *q, wend_location location) {
    corridor_projection to;
    uint32_t reached;
    search_outcome outcome = add_straight_leg(q, location);
    if (outcome == SEARCH_NONE && corridor_project(&q->ground, location, q->tolerance, &to)) {
        outcome = add_leg_along_axis(q, &to, 1, &reached);
    }
    return outcome;
}

/* Adds a leg over the network to a location. If the network does not lead there, returns
 * SEARCH_NONE and appends nothing. */
static search_outcome add_leg_over_network(corridor_query *q, wend_location location) {
    corridor_query before = *q;
    roadmap_path path = {.count = 0};
    if (q->network == NULL) {
        return SEARCH_NONE;
    }
    roadmap_ground ground = *q->network;
    ground.needed = q->ground.needed;
    search_outcome outcome =
        roadmap_find_path(&ground, q->at.location, location, q->ground.radius, &path);
    if (outcome == SEARCH_FOUND) {
        outcome = add_leg_over(q, path.locations, path.count);
    }
    if (outcome != SEARCH_NONE || path.count == 0) {
        return outcome;
    }
    outcome = SEARCH_FOUND; /* a wall blocks a line to or from the network, so go leg by leg */
    for (uint32_t i = 0; outcome == SEARCH_FOUND && i < path.count; i++) {
        outcome = add_leg_to(q, path.locations[i]);
    }
    if (outcome == SEARCH_NONE) {
        /* Keep the current buffers, because they may have moved */
        corridor_axis_segment *segments = q->axis_path.segments;
        wend_route_point *points = q->points.items;
        *q = before;
        q->axis_path.segments = segments;
        q->points.items = points;
    }
    return outcome;
}

search_outcome corridor_add_leg_to(corridor_query *q, wend_location location) {
    search_outcome outcome = add_leg_over_network(q, location);
    if (outcome == SEARCH_NONE) {
        outcome = add_leg_to(q, location);
    }
    return outcome == SEARCH_NONE ? add_leg_near(q, location) : outcome;
}

/* Removes the last point if the agent can head for the goal itself from the previous point, or from
 * `start` if there is none, because followers head for the goal at the end of a route. Returns true
 * if the point was removed. */
static bool drop_end(corridor_query *q, const corridor_goal *goal, wend_location start,
                     uint32_t reached) {
    if (q->points.count > 1) {
        const wend_route_point *last = &q->points.items[q->points.count - 2];
        start = (wend_location){last->position, last->layer};
    }
    bool heads_on = corridor_can_head_for_goal(&q->ground, goal, reached, start);
    q->points.count -= heads_on ? 1 : 0;
    return heads_on;
}

/* Adds a leg to a goal. Sets `ends_there` if the end of the leg is a point of the route. */
static search_outcome go_to_goal(corridor_query *q, uint32_t index, bool *ends_there) {
    corridor_goal goal;
    wend_location start = q->at.location;
    uint32_t reached = 0;
    corridor_find_goal(&q->ground, index, q->at.location.position, q->tolerance, &goal);
    search_outcome outcome =
        goal.count > 0 ? add_leg_over_network(q, goal.projections[0].location) : SEARCH_NONE;
    if (outcome == SEARCH_NONE && goal.count > 0) {
        outcome = add_straight_leg(q, goal.projections[0].location);
    }
    if (outcome == SEARCH_NONE && goal.count > 0) {
        outcome = add_leg_along_axis(q, goal.projections, goal.count, &reached);
    }
    if (outcome == SEARCH_NONE) {
        wend_vec2 nearest = wend_region_nearest(&goal.parts[0], q->at.location.position);
        return add_leg_near(q, (wend_location){nearest, goal.layer});
    }
    if (outcome == SEARCH_FOUND) {
        *ends_there = !drop_end(q, &goal, start, reached);
    }
    return outcome;
}

static bool has_location(const corridor_query *q, uint32_t goal) {
    return goal != WEND_NO_GOAL &&
           wend_view_goal_region(q->ground.view, goal)->shape != WEND_SHAPE_DIRECTION;
}

static void end_leg(corridor_query *q, wend_location from, bool ends_there) {
    uint32_t first = q->leg_count > 0 ? q->legs[q->leg_count - 1].last : 0;
    q->legs[q->leg_count++] = (corridor_leg){
        first, q->axis_path.count, from, corridor_path_end(q), ends_there, q->points.count};
}

/* Adds one leg that goes straight through all points of the agent's own path and to its goal.
 * Because it is a single leg, its corridor has no spurs at the points. If a wall blocks the path,
 * returns SEARCH_NONE and appends nothing. */
static search_outcome add_leg_of_own_path(corridor_query *q, const wend_route_point *via,
                                          uint32_t count, uint32_t goal) {
    wend_location *locations = wend_view_scratch(q->ground.view, q->ground.worker,
                                                 ((size_t)count + 1) * sizeof *locations);
    corridor_goal to = {.count = 0};
    wend_location start = q->at.location, from = corridor_path_end(q);
    bool ends_there = true;
    if (!q->follows_path || count == 0 || locations == NULL) {
        return SEARCH_NONE;
    }
    for (uint32_t i = 0; i < count; i++) {
        locations[i] = (wend_location){via[i].position, via[i].layer};
    }
    if (has_location(q, goal)) {
        corridor_find_goal(&q->ground, goal, via[count - 1].position, q->tolerance, &to);
        locations[count] = to.projections[0].location;
    }
    if (has_location(q, goal) && to.count == 0) {
        return SEARCH_NONE;
    }
    search_outcome outcome = add_leg_over(q, locations, count + (to.count > 0 ? 1 : 0));
    if (outcome == SEARCH_FOUND) {
        ends_there = to.count == 0 || !drop_end(q, &to, start, 0);
        end_leg(q, from, ends_there);
    }
    return outcome;
}

/* Adds a leg to each point of the agent's own path in turn. */
static search_outcome go_over_points(corridor_query *q, const wend_route_point *via,
                                     uint32_t count) {
    search_outcome outcome = SEARCH_FOUND;
    for (uint32_t i = 0; i < count && !q->partial && outcome == SEARCH_FOUND; i++) {
        wend_location from = corridor_path_end(q);
        outcome = corridor_add_leg_to(q, (wend_location){via[i].position, via[i].layer});
        if (outcome == SEARCH_FOUND) {
            end_leg(q, from, true);
        }
    }
    return outcome;
}

search_outcome corridor_add_legs(corridor_query *q, uint32_t index) {
    const wend_view *view = q->ground.view;
    const wend_route_point *via;
    uint32_t count = wend_view_path_points(view, index, &via), goal = wend_view_goal(view, index);
    q->legs = wend_view_scratch(view, q->ground.worker, ((size_t)count + 1) * sizeof *q->legs);
    if (q->legs == NULL) {
        return SEARCH_NO_MEMORY;
    }
    q->follows_path = q->follows_path || wend_view_path_is_route(view, index);
    search_outcome outcome = add_leg_of_own_path(q, via, count, goal);
    if (outcome != SEARCH_NONE) {
        return outcome;
    }
    outcome = go_over_points(q, via, count);
    if (outcome != SEARCH_FOUND || q->partial || !has_location(q, goal)) {
        return outcome;
    }
    wend_location from = corridor_path_end(q);
    bool ends_there = false;
    outcome = go_to_goal(q, goal, &ends_there);
    if (outcome == SEARCH_FOUND) {
        end_leg(q, from, ends_there);
    }
    return outcome;
}
