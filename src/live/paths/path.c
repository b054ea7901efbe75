/* Finds the path that an agent is about to walk. */
#include "live/paths/path.h"
#include "geom/segment.h"
#include "geom/vec.h"
#include <math.h>
#include <wend/field.h>

enum { MOST_STEPS = 1000 /* along a field */ };

static const float STEP = 0.2F; /* m: along a field */
static const float STRAIGHT =
    0.995F; /* cosine of the turn at which a path gets a point, 6 degrees */

const char *live_route_status_text(const wend_route *route) {
    static const char *const texts[] = {[WEND_ROUTE_STATUS_NONE] = "none",
                                        [WEND_ROUTE_STATUS_PARTIAL] = "partial",
                                        [WEND_ROUTE_STATUS_FOUND] = "complete"};
    return route != NULL ? texts[route->status] : "none";
}

/* Finds where the agent's goal is entered from a point. Returns false for a goal without a
 * position, and for a route that ends before its goal. */
static bool find_end(const wend_view *view, uint32_t index, const wend_route *route, wend_vec2 from,
                     wend_location *out) {
    uint32_t goal = wend_view_goal(view, index);
    if (goal == WEND_NO_GOAL || route->status != WEND_ROUTE_STATUS_FOUND ||
        (route->gives & WEND_ROUTE_CONTINUES) != 0) {
        return false;
    }
    const wend_region *region = wend_view_goal_region(view, goal);
    if (region->shape == WEND_SHAPE_DIRECTION) {
        return false;
    }
    *out = (wend_location){wend_region_nearest(region, from), wend_view_goal_layer(view, goal)};
    return true;
}

/* Returns the index of the first point of a route that is still ahead. */
static uint32_t find_next(const wend_view *view, const wend_body *body, const wend_route *route,
                          const wend_location *end) {
    wend_location here = {body->position, wend_body_layer(body)};
    uint32_t next = 0, count = route->point_count;
    float best = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        const wend_route_point *a = &route->points[i];
        bool is_last = i + 1 == count;
        wend_vec2 to = !is_last ? route->points[i + 1].position : end ? end->position : a->position;
        wend_location nearest = {segment_closest(here.position, a->position, to), a->layer};
        float distance = vec_length(vec_sub(nearest.position, here.position));
        bool passed = !vec_equal(nearest.position, a->position);
        if (distance < best && a->layer == here.layer &&
            wend_view_is_visible(view, here, nearest, 0.0F)) {
            best = distance;
            next = passed ? i + 1 : i;
        }
    }
    return next;
}

/* Follows a field with a potential down to its goal, in small steps, and writes the points at which
 * the path turns. This is much faster than wend_view_field_trace, which finds the corners of a path
 * with room for a disc. Returns how many points were written. */
static uint32_t trace_field(const wend_view *view, uint32_t field, wend_location at,
                            wend_location *out, uint32_t capacity) {
    wend_vec2 direction, before = {0.0F, 0.0F};
    float distance = 0.0F, least = INFINITY;
    uint32_t count = 0;
    for (uint32_t i = 0; i < MOST_STEPS && count < capacity; i++) {
        if (!wend_view_field_sample(view, field, at, &distance, &direction) || !(distance > STEP) ||
            !(distance < least)) {
            break;
        }
        if (i > 0 && vec_dot(direction, before) < STRAIGHT) {
            out[count++] = at;
        }
        before = i == 0 || (count > 0 && vec_equal(out[count - 1].position, at.position))
                     ? direction
                     : before;
        least = distance;
        wend_vec2 next = vec_add(at.position, vec_scale(direction, STEP));
        at = (wend_location){next, wend_space_layer_after(view->space, at, next)};
    }
    if (count < capacity) {
        out[count++] = at;
    }
    return count;
}

uint32_t live_path_ahead(const wend_view *view, uint32_t index, wend_location *out,
                         uint32_t capacity) {
    const wend_route *route = wend_view_route(view, index);
    if (route == NULL || route->status == WEND_ROUTE_STATUS_NONE || capacity < 2) {
        return 0;
    }
    const wend_body *body = &view->bodies[index];
    uint32_t points = route->point_count, count = 0;
    wend_location end = {body->position, wend_body_layer(body)};
    wend_vec2 last = points > 0 ? route->points[points - 1].position : body->position;
    bool has_end = find_end(view, index, route, last, &end);
    out[count++] = (wend_location){body->position, wend_body_layer(body)};
    uint32_t next = find_next(view, body, route, has_end ? &end : NULL);
    for (uint32_t i = next; i < points && count < capacity - 1; i++) {
        out[count++] = (wend_location){route->points[i].position, route->points[i].layer};
    }
    if ((route->gives & WEND_ROUTE_POTENTIAL) != 0) {
        count += trace_field(view, route->field, out[count - 1], out + count, capacity - 1 - count);
        has_end = has_end && find_end(view, index, route, out[count - 1].position, &end);
    } else if ((route->gives & WEND_ROUTE_FIELD) != 0) {
        has_end = false;
    }
    if (has_end) {
        out[count++] = end;
    }
    return count;
}

uint32_t live_path_next(const wend_point *points, const uint32_t *layers, uint32_t count,
                        wend_point position, uint32_t layer) {
    double best = INFINITY;
    uint32_t next = 0;
    for (uint32_t i = 0; i < count; i++) {
        wend_point a = points[i > 0 ? i - 1 : 0], b = points[i];
        double x = b.x - a.x, y = b.y - a.y, square = x * x + y * y;
        double t = square > 0.0 ? ((position.x - a.x) * x + (position.y - a.y) * y) / square : 0.0;
        t = fmin(fmax(t, 0.0), 1.0);
        double off_x = a.x + t * x - position.x, off_y = a.y + t * y - position.y;
        double distance = off_x * off_x + off_y * off_y;
        if (layers[i] == layer && distance < best) {
            best = distance;
            next = t >= 1.0 && i > 0 && i + 1 < count ? i + 1 : i;
        }
    }
    return next;
}
