/* Draws the guiding field of a route. */
#include "draw/map/route_field.h"
#include "base/ticks.h"
#include "draw/canvas/theme.h"
#include "draw/map/directions.h"
#include "draw/map/levels.h"
#include <math.h>
#include <stdio.h>
#include <wend/field.h>

enum { LINE_COLOUR = 0x8fb3d9, ARROW_COLOUR = 0x1f4e79, LEVEL_COUNT = 15 };

static const double SAMPLE_SPACING = 4.0, LINE_SPACING = 14.0, ARROW_SPACING = 36.0; /* px */

draw_field route_field_of(const wend_view *view, uint32_t field, wend_location from) {
    draw_field out = {.view = view, .field = field};
    float distance = INFINITY;
    if (view != NULL && wend_view_field_sample(view, field, from, &distance, NULL) &&
        isfinite(distance)) {
        out.interval = ticks_below((double)distance / LEVEL_COUNT);
    }
    return out;
}

static bool is_on_ground(const wend_view *view, wend_location at) {
    return wend_space_is_walkable(view->space, at, view->classes);
}

static bool sample_distance(void *context, wend_location at, float *out) {
    const draw_field *field = context;
    return is_on_ground(field->view, at) &&
           wend_view_field_sample(field->view, field->field, at, out, NULL);
}

static bool sample_direction(void *context, wend_location at, wend_vec2 *out) {
    const draw_field *field = context;
    return is_on_ground(field->view, at) &&
           wend_view_field_sample(field->view, field->field, at, NULL, out);
}

static bool is_joined(void *context, wend_location a, wend_location b) {
    const draw_field *field = context;
    return wend_view_is_visible(field->view, a, b, 0.0F);
}

void route_field_draw(const canvas *given, uint32_t layer, const draw_field *field) {
    wend_vec2 low, high;
    draw_field own = *field;
    canvas c = *given;
    if (field->view == NULL || !wend_space_bounds(field->view->space, &low, &high)) {
        return;
    }
    draw_directions directions = {sample_direction, &own, low, high, LINE_SPACING};
    theme_set(c.cr, LINE_COLOUR, 1.0);
    if (field->interval > 0.0) {
        draw_levels levels = {sample_distance, is_joined,      &own, low, high,
                              SAMPLE_SPACING,  field->interval};
        levels_draw(&c, layer, &levels);
    } else {
        directions_draw_streamlines(&c, layer, &directions);
    }
    directions.spacing = ARROW_SPACING;
    theme_set(c.cr, ARROW_COLOUR, 0.6);
    directions_draw_arrows(&c, layer, &directions);
}

void route_field_legend(flow *f, const draw_field *field) {
    char text[64] = "streamline";
    if (field->view == NULL) {
        return;
    }
    if (field->interval > 0.0) {
        snprintf(text, sizeof text, "level line, every %g m of distance", field->interval);
    }
    flow_line(f, text, LINE_COLOUR, 1.6, false);
    flow_line(f, "direction to walk", ARROW_COLOUR, 1.6, false);
}
