/* Collects the legs of a planned route, and measures its length, curvature and clearance. */
#include "cli/plan_route.h"
#include <math.h>
#include <stdlib.h>
#include <wend/field.h>

/* The largest clearance that is measured, and the distance between two measurements, in m. */
static const float CLEARANCE_LIMIT = 100.0F;
static const double CLEARANCE_STEP = 0.05;

enum {
    MOST_CORNERS = 4096, /* of the path along a field */
    TRACE_STEPS = 200000,
    TRACE_CHECK = 200 /* steps; a path that stays within CHECK_DISTANCE so long has ended */
};

/* The path along the arrows of a field: length of a step, turn at which a corner is added (as a
 * cosine), and distance from which the agent heads for the goal (that of the follower `gradient`).
 */
static const float TRACE_STEP = 0.05F;         /* m */
static const float TRACE_TURN = 0.9962F;       /* 5 degrees */
static const float TRACE_GOAL_DISTANCE = 2.0F; /* m */
static const float CHECK_DISTANCE = 1.0F;      /* m */

/* ---- Legs ------------------------------------------------------------------------------------ */

/* Enlarges an array with `count` elements, so that `more` elements can be added. Returns false if
 * out of memory. */
static bool grow_array(void **array, size_t size, uint32_t count, uint32_t more) {
    void *larger = realloc(*array, ((size_t)count + more + 1) * size);
    *array = larger != NULL ? larger : *array;
    return larger != NULL;
}

static bool grow_arrays(plan_route *plan, const wend_route *route) {
    return grow_array((void **)&plan->points, sizeof *plan->points, plan->count,
                      route->point_count + MOST_CORNERS + 3) &&
           grow_array((void **)&plan->portals, sizeof *plan->portals, plan->portal_count,
                      route->portal_count) &&
           grow_array((void **)&plan->discs, sizeof *plan->discs, plan->disc_count,
                      route->disc_count) &&
           grow_array((void **)&plan->legs, sizeof *plan->legs, plan->leg_count, 1) &&
           grow_array((void **)&plan->connections, sizeof *plan->connections, plan->leg_count, 1);
}

/* Adds the corners of the path down the field of a route, without its end. */
static void add_path_down_field(plan_route *plan, const wend_view *view, uint32_t body,
                                const wend_route *route) {
    static wend_location corners[MOST_CORNERS];
    const wend_route_point *last = &plan->points[plan->count - 1];
    uint32_t count =
        wend_view_field_trace(view, route->field, (wend_location){last->position, last->layer},
                              view->bodies[body].radius, corners, MOST_CORNERS);
    for (uint32_t i = 0; i + 1 < count; i++) {
        plan->points[plan->count++] =
            (wend_route_point){corners[i].position, 0.0F, corners[i].layer};
    }
}

static float distance_between(wend_vec2 a, wend_vec2 b) {
    float x = b.x - a.x, y = b.y - a.y;
    return sqrtf(x * x + y * y);
}

/* Adds the corners of the path along the arrows of a field that has no potential, which may lead
 * anywhere. Returns false if the path does not end where the agent sees the goal from nearby. */
static bool add_path_along_arrows(plan_route *plan, const wend_view *view, uint32_t body,
                                  const wend_route *route, wend_location to) {
    const wend_route_point *last = &plan->points[plan->count - 1];
    uint32_t first = plan->count;
    wend_location at = {last->position, last->layer};
    wend_vec2 direction, before = {0.0F, 0.0F}, checked = at.position;
    for (uint32_t i = 0; i < TRACE_STEPS && plan->count - first < MOST_CORNERS; i++) {
        if (at.layer == to.layer &&
            distance_between(at.position, to.position) <= TRACE_GOAL_DISTANCE &&
            wend_view_is_visible(view, at, to, view->bodies[body].radius)) {
            return true;
        }
        bool is_checked = i > 0 && i % TRACE_CHECK == 0;
        bool stays = is_checked && distance_between(at.position, checked) < CHECK_DISTANCE;
        checked = is_checked ? at.position : checked;
        if (stays || !wend_view_field_sample(view, route->field, at, NULL, &direction)) {
            break;
        }
        bool turns = i > 0 && direction.x * before.x + direction.y * before.y < TRACE_TURN;
        if (turns) {
            plan->points[plan->count++] = (wend_route_point){at.position, 0.0F, at.layer};
        }
        before = i == 0 || turns ? direction : before;
        wend_location next = {
            {at.position.x + TRACE_STEP * direction.x, at.position.y + TRACE_STEP * direction.y},
            at.layer};
        next.layer = wend_space_layer_after(view->space, at, next.position);
        if (!wend_view_is_visible(view, at, next, 0.0F)) {
            break;
        }
        at = next;
    }
    plan->points[plan->count++] = (wend_route_point){at.position, 0.0F, at.layer};
    return false;
}

/* Returns the cost (m) of a connection for an agent with the default preferred speed. */
static double connection_cost(const wend_connection *connection) {
    double speed = wend_default_profile_def().preferred_speed.a;
    double x = (double)connection->to.position.x - (double)connection->from.position.x;
    double y = (double)connection->to.position.y - (double)connection->from.position.y;
    double walked = connection->duration >= 0.0F ? (double)connection->duration * speed : 0.0;
    return connection->cost >= 0.0F ? (double)connection->cost : fmax(sqrt(x * x + y * y), walked);
}

static bool is_at(wend_location location, wend_vec2 position) {
    return location.position.x == position.x && location.position.y == position.y;
}

bool plan_route_add_leg(plan_route *plan, const wend_view *view, uint32_t body, wend_location from,
                        wend_location entry, wend_location to) {
    const wend_route *route = body != UINT32_MAX ? wend_view_route(view, body) : NULL;
    /* If there is no route for this leg, the whole route ends at the last connection, or does not
     * exist if this is the first leg. */
    if (route == NULL) {
        plan->status = plan->leg_count > 0 ? WEND_ROUTE_STATUS_PARTIAL : WEND_ROUTE_STATUS_NONE;
        return true;
    }
    if (!grow_arrays(plan, route)) {
        return false;
    }
    uint32_t first = plan->count;
    uint32_t connection = wend_view_connection(view, body, NULL);
    if (connection != WEND_NO_CONNECTION) {
        const wend_region *start = wend_view_goal_region(view, wend_view_goal(view, body));
        to = (wend_location){start->a, wend_view_goal_layer(view, wend_view_goal(view, body))};
        wend_connection taken = wend_space_connection(view->space, connection);
        plan->cost += connection_cost(&taken);
    }
    plan->points[plan->count++] = (wend_route_point){from.position, 0.0F, from.layer};
    bool is_next = route->point_count > 0 && is_at(entry, route->points[0].position);
    if (!is_at(entry, from.position) && !is_next) {
        plan->points[plan->count++] = (wend_route_point){entry.position, 0.0F, entry.layer};
    }
    for (uint32_t i = 0; i < route->point_count; i++) {
        plan->points[plan->count++] = route->points[i];
    }
    wend_route_status status = route->status;
    if (route->gives & WEND_ROUTE_POTENTIAL) {
        add_path_down_field(plan, view, body, route);
    } else if ((route->gives & WEND_ROUTE_FIELD) &&
               !add_path_along_arrows(plan, view, body, route, to)) {
        status = WEND_ROUTE_STATUS_PARTIAL;
    }
    if (status == WEND_ROUTE_STATUS_FOUND) {
        plan->points[plan->count++] = (wend_route_point){to.position, 0.0F, to.layer};
    }
    for (uint32_t i = 0; i < route->portal_count; i++) {
        plan->portals[plan->portal_count++] = route->portals[i];
    }
    for (uint32_t i = 0; i < route->disc_count; i++) {
        plan->discs[plan->disc_count++] = route->discs[i];
    }
    plan->connections[plan->leg_count] = connection;
    plan->legs[plan->leg_count++] =
        (wend_route_drawing_leg){plan->count - first, route->disc_count};
    plan->status = status;
    plan->has_field = (route->gives & WEND_ROUTE_FIELD) != 0;
    plan->field = route->field;
    plan->unproven = plan->unproven || (route->gives & WEND_ROUTE_UNPROVEN) != 0;
    plan->cost += (double)route->cost;
    return true;
}

void plan_route_free(plan_route *route) {
    free(route->points);
    free(route->portals);
    free(route->discs);
    free(route->legs);
    free(route->connections);
}

/* ---- Figures --------------------------------------------------------------------------------- */

static double distance(wend_vec2 a, wend_vec2 b) {
    double x = (double)b.x - (double)a.x, y = (double)b.y - (double)a.y;
    return sqrt(x * x + y * y);
}

/* Returns the smallest clearance (m) along a straight segment, or 0 if the segment crosses a wall.
 * Closed doors count as walls. */
static double segment_clearance(const wend_view *view, wend_location from, wend_location to) {
    if (!wend_view_is_visible(view, from, to, 0.0F)) {
        return 0.0;
    }
    double length = distance(from.position, to.position), least = (double)CLEARANCE_LIMIT;
    uint32_t pieces = 1 + (uint32_t)(length / CLEARANCE_STEP);
    for (uint32_t i = 0; i <= pieces; i++) {
        float t = (float)i / (float)pieces;
        wend_vec2 at = {from.position.x + (to.position.x - from.position.x) * t,
                        from.position.y + (to.position.y - from.position.y) * t};
        wend_location location = {at, wend_space_layer_after(view->space, from, at)};
        least = fmin(least,
                     (double)wend_view_find_closest_wall(view, location, CLEARANCE_LIMIT).distance);
    }
    return least;
}

/* Adds the length, curvature and clearance of a leg to the figures. They are measured in the same
 * way as for paths that agents walk. `*turn_angle` is the total turning angle of the legs so far.
 */
static void measure_leg(const wend_route_point *points, uint32_t count, const wend_view *view,
                        plan_figures *figures, double *turn_angle) {
    wend_path_meter meter = {0};
    for (uint32_t i = 0; i < count; i++) {
        wend_vec2 at = points[i].position;
        wend_path_meter_add(&meter, (wend_point){(double)at.x, (double)at.y});
        if (i > 0) {
            wend_location from = {points[i - 1].position, points[i - 1].layer};
            wend_location to = {at, points[i].layer};
            figures->min_clearance =
                fmin(figures->min_clearance, segment_clearance(view, from, to));
        }
    }
    wend_path_measures path = wend_path_meter_get(&meter);
    figures->length += path.length;
    figures->max_curvature = fmax(figures->max_curvature, path.max_curvature);
    *turn_angle += path.mean_curvature * path.length;
}

plan_figures plan_route_measure(const plan_route *route, const wend_view *view) {
    plan_figures figures = {
        .status = route->status, .unproven = route->unproven, .elapsed_ms = route->elapsed_ms};
    if (route->leg_count == 0) {
        return figures;
    }
    double turn_angle = 0.0;
    figures.min_clearance = (double)CLEARANCE_LIMIT;
    for (uint32_t i = 0, first = 0; i < route->leg_count; first += route->legs[i++].point_count) {
        measure_leg(route->points + first, route->legs[i].point_count, view, &figures, &turn_angle);
    }
    figures.mean_curvature = figures.length > 0.0 ? turn_angle / figures.length : 0.0;
    figures.cost = route->cost > 0.0 ? route->cost : figures.length;
    return figures;
}
