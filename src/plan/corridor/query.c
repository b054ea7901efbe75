/* Finds the route of one agent, leg by leg: through the points of the agent's own path to its goal.
 * Each leg runs along the axis, over a network, or straight where the control path is given. Where
 * there is no path, the leg ends as near to its target as possible. Cost: a search for each leg. */
#include "plan/corridor/query.h"

#include <math.h>

#include "geom/vec.h"

/* m: by which a partial path must bring the agent nearer, at least. */
static const float LEAST_GAIN = 0.1F;

bool corridor_begin(corridor_query *j, const corridor_ground *ground, const roadmap_ground *network,
                    const corridor_params *p, float radius, wend_location start) {
    *j = (corridor_query){
        .ground = *ground, .p = p, .network = network, .tolerance = (float)p->tolerance + radius};
    j->ground.radius = radius;
    j->ground.needed = radius + (p->strict_clearance ? (float)p->clearance : 0.0F);
    j->ground.kept = j->ground.needed;
    return corridor_project(&j->ground, start, j->tolerance, &j->at);
}

/* ---- Legs ------------------------------------------------------------------------------------ */

static search_outcome outcome_of(const corridor_query *j) {
    return j->points.failed ? SEARCH_NO_MEMORY : SEARCH_FOUND;
}

wend_location corridor_path_end(const corridor_query *j) {
    wend_location location = {corridor_inset_location(&j->ground, &j->at), j->at.location.layer};
    return location;
}

static bool is_straight(const corridor_query *j) {
    return j->p->control == CONTROL_SHORTEST || j->p->control == CONTROL_VISIBILITY_VORONOI;
}

/* Appends the control path along the segments from `first` on, to the location reached. */
static void put_control(corridor_query *j, uint32_t first, wend_location from) {
    if (is_straight(j)) {
        bool wider = j->p->control == CONTROL_VISIBILITY_VORONOI;
        double clearance = (double)j->ground.radius + (wider ? j->p->clearance : 0.0);
        corridor_leg leg = {first, j->axis_path.count, from, corridor_path_end(j), true, 0};
        corridor_pull_string(&j->ground, &j->axis_path, leg, clearance, j->p->spacing, &j->points);
        return;
    }
    if (first < j->axis_path.count) {
        corridor_sample_axis(&j->ground, &j->axis_path, first, j->p->spacing, &j->points);
    } else {
        const corridor_edge *edge = &j->ground.map->edges[j->at.point.edge];
        wend_route_point point = {j->at.at.position, j->at.at.clearance, edge->layer};
        corridor_append_point(&j->ground, &j->points, point);
    }
    corridor_append_point(&j->ground, &j->points,
                          (wend_route_point){corridor_path_end(j).position,
                                             fmaxf(j->at.clearance, j->ground.radius),
                                             j->at.location.layer});
}

/* Goes along the axis to one of the targets, then from its axis point to its location. */
static search_outcome add_leg_along_axis(corridor_query *j, const corridor_projection *targets,
                                         uint32_t count, uint32_t *reached) {
    uint32_t first = j->axis_path.count;
    wend_location from = corridor_path_end(j);
    search_outcome outcome =
        corridor_search(&j->ground, &j->at, targets, count, &j->axis_path, reached);
    if (outcome == SEARCH_FOUND) {
        j->at = targets[*reached];
        put_control(j, first, from);
        outcome = outcome_of(j);
    }
    return outcome;
}

/* Goes as near to a location as possible. */
static search_outcome add_leg_near(corridor_query *j, wend_location goal) {
    corridor_projection near;
    uint32_t reached;
    if (!j->p->partial || goal.layer >= j->ground.map->layer_count) {
        return SEARCH_NONE;
    }
    search_outcome outcome = corridor_nearest(&j->ground, &j->at, goal, &near);
    if (outcome != SEARCH_FOUND) {
        return outcome;
    }
    wend_location from = j->at.location;
    float before = vec_length(vec_sub(goal.position, from.position));
    float after = vec_length(vec_sub(goal.position, near.location.position));
    if (from.layer == goal.layer && j->points.count == 0 && after > before - LEAST_GAIN) {
        return SEARCH_NONE;
    }
    j->partial = true;
    return add_leg_along_axis(j, &near, 1, &reached);
}

/* Goes straight from location to location, for a control path that is given. */
static search_outcome add_leg_over(corridor_query *j, const wend_location *locations,
                                   uint32_t count) {
    corridor_projection to;
    wend_location from = j->at.location;
    search_outcome outcome =
        corridor_retract_path(&j->ground, &j->at, locations, count, &j->axis_path, &to);
    if (outcome != SEARCH_FOUND) {
        return outcome;
    }
    for (uint32_t i = 0; i < count; i++) {
        corridor_append_line(&j->ground, &j->points, from, locations[i], j->p->spacing);
        from = locations[i];
    }
    j->at = to;
    return outcome_of(j);
}

/* Goes straight to a location, if the control path is the agent's own or a network. */
static search_outcome add_straight_leg(corridor_query *j, wend_location location) {
    return j->p->control == CONTROL_PATH || j->network != NULL ? add_leg_over(j, &location, 1)
                                                               : SEARCH_NONE;
}

/* Goes straight to a location, or otherwise along the axis. */
static search_outcome add_leg_to(corridor_query *j, wend_location location) {
    corridor_projection to;
    uint32_t reached;
    search_outcome outcome = add_straight_leg(j, location);
    if (outcome == SEARCH_NONE && corridor_project(&j->ground, location, j->tolerance, &to)) {
        outcome = add_leg_along_axis(j, &to, 1, &reached);
    }
    return outcome;
}

/* Goes over the network to a location. Returns SEARCH_NONE and appends nothing if it does not lead
 * there. */
static search_outcome add_leg_over_network(corridor_query *j, wend_location location) {
    corridor_query before = *j;
    roadmap_path path = {.count = 0};
    if (j->network == NULL) {
        return SEARCH_NONE;
    }
    roadmap_ground ground = *j->network;
    ground.needed = j->ground.needed;
    search_outcome outcome =
        roadmap_find_path(&ground, j->at.location, location, j->ground.radius, &path);
    if (outcome == SEARCH_FOUND) {
        outcome = add_leg_over(j, path.locations, path.count);
    }
    if (outcome != SEARCH_NONE || path.count == 0) {
        return outcome;
    }
    outcome = SEARCH_FOUND; /* a wall blocks the line to or from the network: leg by leg */
    for (uint32_t i = 0; outcome == SEARCH_FOUND && i < path.count; i++) {
        outcome = add_leg_to(j, path.locations[i]);
    }
    if (outcome == SEARCH_NONE) {
        corridor_axis_segment *segments = j->axis_path.segments; /* the buffers may have moved */
        wend_route_point *points = j->points.items;
        *j = before;
        j->axis_path.segments = segments;
        j->points.items = points;
    }
    return outcome;
}

search_outcome corridor_add_leg_to(corridor_query *j, wend_location location) {
    search_outcome outcome = add_leg_over_network(j, location);
    if (outcome == SEARCH_NONE) {
        outcome = add_leg_to(j, location);
    }
    return outcome == SEARCH_NONE ? add_leg_near(j, location) : outcome;
}

/* Drops the last point if the agent can head for the goal itself from the point before: followers
 * head for the goal at the end of a route. Returns true if it did. */
static bool drop_end(corridor_query *j, const corridor_goal *goal, uint32_t reached) {
    corridor_points before = j->points;
    before.count--;
    bool heads_on = corridor_can_head_for_goal(&j->ground, goal, reached, &before);
    j->points.count -= heads_on ? 1 : 0;
    return heads_on;
}

/* Goes to a goal. Sets `ends_there` if the end is a point of the route. */
static search_outcome go_to_goal(corridor_query *j, uint32_t index, bool *ends_there) {
    corridor_goal goal;
    uint32_t reached = 0;
    corridor_find_goal(&j->ground, index, j->at.location.position, j->tolerance, &goal);
    search_outcome outcome =
        goal.count > 0 ? add_leg_over_network(j, goal.projections[0].location) : SEARCH_NONE;
    if (outcome == SEARCH_NONE && goal.count > 0) {
        outcome = add_straight_leg(j, goal.projections[0].location);
    }
    if (outcome == SEARCH_NONE && goal.count > 0) {
        outcome = add_leg_along_axis(j, goal.projections, goal.count, &reached);
    }
    if (outcome == SEARCH_NONE) {
        wend_vec2 nearest = wend_region_nearest(&goal.parts[0], j->at.location.position);
        return add_leg_near(j, (wend_location){nearest, goal.layer});
    }
    if (outcome == SEARCH_FOUND) {
        *ends_there = !drop_end(j, &goal, reached);
    }
    return outcome;
}

static bool has_location(const corridor_query *j, uint32_t goal) {
    return goal != WEND_NO_GOAL &&
           wend_view_goal_region(j->ground.view, goal)->shape != WEND_SHAPE_DIRECTION;
}

static void end_leg(corridor_query *j, wend_location from, bool ends_there) {
    uint32_t first = j->leg_count > 0 ? j->legs[j->leg_count - 1].last : 0;
    j->legs[j->leg_count++] = (corridor_leg){
        first, j->axis_path.count, from, corridor_path_end(j), ends_there, j->points.count};
}

/* Goes straight through all points of the agent's own path and to its goal, as one leg: its
 * corridor then has no spurs at the points. Returns SEARCH_NONE and appends nothing where a wall
 * blocks the path. */
static search_outcome add_leg_of_own_path(corridor_query *j, const wend_route_point *via,
                                          uint32_t count, uint32_t goal) {
    wend_location *locations = wend_view_scratch(j->ground.view, j->ground.worker,
                                                 ((size_t)count + 1) * sizeof *locations);
    corridor_goal to = {.count = 0};
    wend_location from = corridor_path_end(j);
    bool ends_there = true;
    if (j->p->control != CONTROL_PATH || count == 0 || locations == NULL) {
        return SEARCH_NONE;
    }
    for (uint32_t i = 0; i < count; i++) {
        locations[i] = (wend_location){via[i].position, via[i].layer};
    }
    if (has_location(j, goal)) {
        corridor_find_goal(&j->ground, goal, via[count - 1].position, j->tolerance, &to);
        locations[count] = to.projections[0].location;
    }
    if (has_location(j, goal) && to.count == 0) {
        return SEARCH_NONE;
    }
    search_outcome outcome = add_leg_over(j, locations, count + (to.count > 0 ? 1 : 0));
    if (outcome == SEARCH_FOUND) {
        ends_there = to.count == 0 || !drop_end(j, &to, 0);
        end_leg(j, from, ends_there);
    }
    return outcome;
}

/* Goes from point to point of the agent's path. */
static search_outcome go_over_points(corridor_query *j, const wend_route_point *via,
                                     uint32_t count) {
    search_outcome outcome = SEARCH_FOUND;
    for (uint32_t i = 0; i < count && !j->partial && outcome == SEARCH_FOUND; i++) {
        wend_location from = corridor_path_end(j);
        outcome = corridor_add_leg_to(j, (wend_location){via[i].position, via[i].layer});
        if (outcome == SEARCH_FOUND) {
            end_leg(j, from, true);
        }
    }
    return outcome;
}

search_outcome corridor_add_legs(corridor_query *j, uint32_t index) {
    const wend_view *view = j->ground.view;
    const wend_route_point *via;
    uint32_t count = wend_view_path_points(view, index, &via), goal = wend_view_goal(view, index);
    j->legs = wend_view_scratch(view, j->ground.worker, ((size_t)count + 1) * sizeof *j->legs);
    if (j->legs == NULL) {
        return SEARCH_NO_MEMORY;
    }
    search_outcome outcome = add_leg_of_own_path(j, via, count, goal);
    if (outcome != SEARCH_NONE) {
        return outcome;
    }
    outcome = go_over_points(j, via, count);
    if (outcome != SEARCH_FOUND || j->partial || !has_location(j, goal)) {
        return outcome;
    }
    wend_location from = corridor_path_end(j);
    bool ends_there = false;
    outcome = go_to_goal(j, goal, &ends_there);
    if (outcome == SEARCH_FOUND) {
        end_leg(j, from, ends_there);
    }
    return outcome;
}
