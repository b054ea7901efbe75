/* The field that leads agents to a goal: level lines of its distance, and arrows in the direction
 * in which to walk. Fields depend on the agent (its radius, weights of terrain and obstacle
 * classes), so this is the field of one of the agents that head for the goal. */
#include "base/error.h"
#include "base/ticks.h"
#include "contour/levels.h"
#include "live/overlays/shared/arrows.h"
#include <math.h>
#include <stdio.h>
#include <wend/field.h>
#include <wend/select.h>

static const double MOST_SAMPLES = 100000.0, FINEST = 0.25; /* of level lines; m */
static const double MOST_ARROWS = 2500.0, LEAST = 1.0;      /* arrows; m between them */
static const double LEVELS = 15.0;                          /* at least, with few exceptions */
static const uint32_t PROBES = 40; /* samples along each side that find the largest distance */

typedef struct field_pen {
    const wend_view *view;
    uint32_t field, layer;
    live_sketch *out;
} field_pen;

static bool is_on_ground(const wend_view *view, wend_location at) {
    return wend_space_is_walkable(view->space, at, view->classes);
}

static bool sample_distance(void *context, wend_location at, float *out) {
    const field_pen *pen = context;
    return is_on_ground(pen->view, at) &&
           wend_view_field_sample(pen->view, pen->field, at, out, NULL);
}

static bool sample_direction(void *context, wend_location at, wend_vec2 *out) {
    const field_pen *pen = context;
    return wend_view_field_sample(pen->view, pen->field, at, NULL, out);
}

static bool is_joined(void *context, wend_location a, wend_location b) {
    const field_pen *pen = context;
    return wend_view_is_visible(pen->view, a, b, 0.0F);
}

static bool add_line(void *context, wend_vec2 a, wend_vec2 b) {
    const field_pen *pen = context;
    return live_sketch_line(pen->out, pen->layer, a, b);
}

/* Finds the first agent whose route to the goal follows a field. Returns NULL if there is none. */
static const wend_route *find_route(const live_overlay_call *call, uint32_t *index) {
    const wend_view *view = call->view;
    for (uint32_t i = 0; i < view->body_count; i++) {
        bool is_ghost = (wend_body_flags(&view->bodies[i]) & WEND_BODY_GHOST) != 0;
        const wend_route *route = is_ghost ? NULL : wend_view_route(view, i);
        if (route != NULL && route->status != WEND_ROUTE_STATUS_NONE &&
            (route->gives & WEND_ROUTE_FIELD) != 0 && wend_view_final_goal(view, i) == call->goal) {
            *index = i;
            return route;
        }
    }
    return NULL;
}

/* Returns the largest distance of the field on a raster, m. */
static double find_largest(const live_overlay_call *call, field_pen *pen) {
    double largest = 0.0;
    for (uint32_t i = 0; i < PROBES * PROBES * call->layer_count; i++) {
        float x = ((float)(i % PROBES) + 0.5F) / (float)PROBES, distance = 0.0F;
        float y = ((float)(i / PROBES % PROBES) + 0.5F) / (float)PROBES;
        wend_vec2 at = {call->low.x + x * (call->high.x - call->low.x),
                        call->low.y + y * (call->high.y - call->low.y)};
        wend_location location = {at, i / (PROBES * PROBES)};
        if (sample_distance(pen, location, &distance) && isfinite(distance)) {
            largest = fmax(largest, (double)distance);
        }
    }
    return largest;
}

static wend_result draw_levels(const live_overlay_call *call, field_pen *pen, wend_error *error) {
    double width = (double)call->high.x - (double)call->low.x;
    double height = (double)call->high.y - (double)call->low.y;
    double largest = find_largest(call, pen);
    double share = sqrt(width * height * call->layer_count / MOST_SAMPLES);
    contour_levels levels = {.sample = sample_distance,
                             .is_joined = is_joined,
                             .line = add_line,
                             .context = pen,
                             .low = call->low,
                             .high = call->high,
                             .step = fmax(share, FINEST),
                             .interval = ticks_below(largest / LEVELS)};
    for (uint32_t layer = 0; layer < call->layer_count && largest > 0.0; layer++) {
        pen->layer = levels.layer = layer;
        if (!contour_trace_levels(&levels, pen->out->memory)) {
            return error_no_memory(error, "level lines");
        }
    }
    return WEND_OK;
}

static wend_result draw(const live_overlay_call *call, live_sketch *out, wend_error *error) {
    uint32_t index = 0;
    const wend_route *route = find_route(call, &index);
    if (route == NULL) {
        return WEND_OK; /* nothing to draw at present */
    }
    field_pen pen = {.view = call->view, .field = route->field, .out = out};
    wend_result result = WEND_OK;
    if ((route->gives & WEND_ROUTE_POTENTIAL) != 0) {
        result = draw_levels(call, &pen, error);
    }
    overlay_draw_arrows(call, sample_direction, &pen, MOST_ARROWS, LEAST, out);
    return result;
}

/* True if a profile has a planner whose routes follow fields. */
static bool exists(const live_overlay_call *call) {
    const wend_world *world = wend_live_world(call->live);
    for (uint32_t i = 0; i < wend_world_profile_count(world); i++) {
        const wend_entry *entry =
            wend_world_profile_entry(world, wend_world_profile_at(world, i), WEND_KIND_PLANNER);
        if (entry != NULL &&
            (((const wend_planner *)(const void *)entry)->gives & WEND_ROUTE_FIELD) != 0) {
            return true;
        }
    }
    return false;
}

const live_overlay live_overlay_field = {
    .name = "field", .label = "field", .scope = LIVE_OVERLAY_GOAL, .exists = exists, .draw = draw};
