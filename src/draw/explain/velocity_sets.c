/* Draws convex sets of velocities that are forbidden or allowed. Marks for boundary segments and
 * boundary arcs describe the outline of a set. */
#include "draw/canvas/theme.h"
#include "draw/explain/explanation.h"
#include <math.h>

static bool is_piece(const wend_mark *mark) {
    return mark->kind == WEND_MARK_BOUNDARY_SEGMENT || mark->kind == WEND_MARK_BOUNDARY_ARC;
}

/* Returns the number of boundary marks that directly follow the mark of a set, or 0 if any of these
 * marks is invalid. */
static uint32_t count_pieces(const wend_mark *marks, uint32_t count) {
    uint32_t pieces = 0;
    while (pieces + 1 < count && is_piece(&marks[pieces + 1])) {
        pieces++;
    }
    for (uint32_t i = 0; i <= pieces; i++) {
        if (!explanation_mark_fits(&marks[i], WEND_MARK_SPACE_VELOCITY)) {
            return 0;
        }
    }
    return pieces;
}

static void arc_to(const velocity_panel *panel, const wend_mark *mark) {
    wend_point centre = velocity_panel_at(panel, mark->c), from = velocity_panel_at(panel, mark->a);
    wend_point to = velocity_panel_at(panel, mark->b);
    /* Angles increase clockwise in the picture, because its y axis points down. */
    cairo_arc_negative(panel->cr, centre.x, centre.y, hypot(from.x - centre.x, from.y - centre.y),
                       atan2(from.y - centre.y, from.x - centre.x),
                       atan2(to.y - centre.y, to.x - centre.x));
}

static void trace_boundary(const velocity_panel *panel, const wend_mark *pieces, uint32_t count) {
    cairo_new_path(panel->cr);
    for (uint32_t i = 0; i < count; i++) {
        if (pieces[i].kind == WEND_MARK_BOUNDARY_ARC) {
            arc_to(panel, &pieces[i]);
        } else {
            wend_point a = velocity_panel_at(panel, pieces[i].a);
            wend_point b = velocity_panel_at(panel, pieces[i].b);
            cairo_line_to(panel->cr, a.x, a.y);
            cairo_line_to(panel->cr, b.x, b.y);
        }
    }
    cairo_close_path(panel->cr);
}

void velocity_sets_draw(const velocity_panel *panel, const draw_explanation *e,
                        wend_mark_kind kind) {
    bool allowed = kind == WEND_MARK_ALLOWED;
    uint32_t colour = allowed ? THEME_GOAL : THEME_OBSTACLE;
    for (uint32_t i = 0; i < e->mark_count; i++) {
        uint32_t pieces =
            e->marks[i].kind == kind ? count_pieces(&e->marks[i], e->mark_count - i) : 0;
        if (pieces == 0) {
            continue;
        }
        trace_boundary(panel, &e->marks[i + 1], pieces);
        theme_set(panel->cr, colour, allowed ? 0.22 : 0.14);
        cairo_fill_preserve(panel->cr);
        theme_set(panel->cr, colour, 0.9);
        cairo_set_line_width(panel->cr, allowed ? 2.0 : 1.4);
        cairo_stroke(panel->cr);
    }
}
