/* Draws doors and moving obstacles at their initial and current positions. */
#include "draw/map/overlay.h"
#include "draw/canvas/theme.h"
#include <wend/math.h>

/* Draws dashed outlines of doors and moving obstacles at their initial positions. */
static void draw_initial(const canvas *c, const wend_recording *recording, uint32_t layer) {
    static const double dashes[] = {3.0, 4.0};
    cairo_set_dash(c->cr, dashes, 2, 0.0);
    cairo_set_line_width(c->cr, 1.5);
    theme_set(c->cr, THEME_DOOR, 0.7);
    for (uint32_t i = 0; i < recording->obstacle_count; i++) {
        const wend_obstacle_def *obstacle = &recording->obstacles[i];
        if (obstacle->layer != layer) {
            continue;
        }
        if (obstacle->kind == WEND_OBSTACLE_DOOR) {
            canvas_trace(c, layer, obstacle->points, obstacle->point_count, false);
            continue;
        }
        wend_point points[WEND_MAX_POLYGON];
        double cosine = wend_cos(obstacle->angle), sine = wend_sin(obstacle->angle);
        for (uint32_t k = 0; k < obstacle->point_count && k < WEND_MAX_POLYGON; k++) {
            wend_point p = obstacle->points[k];
            points[k] = (wend_point){obstacle->position.x + cosine * p.x - sine * p.y,
                                     obstacle->position.y + sine * p.x + cosine * p.y};
        }
        canvas_trace(c, layer, points, obstacle->point_count, true);
    }
    cairo_stroke(c->cr);
    cairo_set_dash(c->cr, NULL, 0, 0.0);
}

void overlay_draw(const canvas *c, const wend_recording *recording, const draw_overlay *overlay,
                  uint32_t layer) {
    draw_initial(c, recording, layer);
    cairo_set_line_width(c->cr, 3.0);
    theme_set(c->cr, THEME_DOOR, 1.0);
    for (uint32_t i = 0; i < overlay->wall_count; i++) {
        if (overlay->wall_layers[i] != layer) {
            continue;
        }
        wend_point ends[2] = {canvas_from_local(c, overlay->walls[i].a),
                              canvas_from_local(c, overlay->walls[i].b)};
        canvas_trace(c, layer, ends, 2, false);
    }
    cairo_stroke(c->cr);
}
