/* Draws pictures of the village with cairo: the ground, and on top of it corridors, the axis and
 * paths. */
#include "paper/corridor_maps/sheet.h"
#include "draw/canvas/polyline.h"
#include "draw/canvas/theme.h"

enum { CURVE_STEPS = 8 };

static const double MARK_RADIUS = 5.0; /* px, radius of the marks at the start and the goal */

static wend_point point_at(const village_sheet *sheet, wend_vec2 at) {
    const canvas *c = &sheet->canvas;
    return canvas_at(c, 0, canvas_from_local(c, at));
}

static void move_to(const village_sheet *sheet, wend_vec2 at) {
    wend_point to = point_at(sheet, at);
    cairo_move_to(sheet->canvas.cr, to.x, to.y);
}

static void line_to(const village_sheet *sheet, wend_vec2 at) {
    wend_point to = point_at(sheet, at);
    cairo_line_to(sheet->canvas.cr, to.x, to.y);
}

static void stroke(const village_sheet *sheet, uint32_t colour, double width) {
    paper_sheet_stroke(sheet, colour, width);
}

static void circle(const village_sheet *sheet, wend_point at, double radius) {
    paper_sheet_circle(sheet, at, radius);
}

/* ---- Corridors ------------------------------------------------------------------------------- */

static void add_piece(void *user, wend_vec2 from, wend_vec2 to) {
    (void)from;
    line_to(user, to);
}

static void add_separate_piece(void *user, wend_vec2 from, wend_vec2 to) {
    move_to(user, from);
    line_to(user, to);
}

void sheet_draw_corridor(village_sheet *sheet, const wend_route *route) {
    cairo_t *cr = sheet->canvas.cr;
    theme_set(cr, SHEET_CORRIDOR, 1.0);
    for (uint32_t i = 0; i < route->disc_count; i++) {
        const wend_corridor_disc *disc = &route->discs[i];
        circle(sheet, point_at(sheet, disc->position),
               (double)disc->clearance * sheet->canvas.scale);
        cairo_fill(cr);
    }
    for (uint32_t i = 0; i + 1 < route->disc_count; i++) {
        const wend_corridor_disc *a = &route->discs[i], *b = &route->discs[i + 1];
        move_to(sheet, a->left);
        line_to(sheet, b->left);
        line_to(sheet, b->position);
        line_to(sheet, b->right);
        line_to(sheet, a->right);
        line_to(sheet, a->position);
        cairo_close_path(cr);
        cairo_fill_preserve(cr);
        cairo_set_line_width(cr, 0.5); /* prevents visible seams between pieces */
        cairo_stroke(cr);
    }
    flow_box(&sheet->legend, "corridor", SHEET_CORRIDOR, SHEET_DISC);
}

void sheet_draw_rims(village_sheet *sheet, const wend_route *route) {
    for (uint32_t i = 0; i < route->disc_count; i++) {
        const wend_corridor_disc *disc = &route->discs[i];
        circle(sheet, point_at(sheet, disc->position),
               (double)disc->clearance * sheet->canvas.scale);
    }
    stroke(sheet, SHEET_DISC, 0.8);
    flow_line(&sheet->legend, "clearance discs", SHEET_DISC, 1.0, false);
}

void sheet_draw_backbone(village_sheet *sheet, const wend_route *route) {
    for (uint32_t i = 0; i < route->point_count; i++) {
        line_to(sheet, route->points[i].position);
    }
    stroke(sheet, SHEET_AXIS, 2.0);
    flow_line(&sheet->legend, "backbone path", SHEET_AXIS, 2.0, false);
}

static void draw_nearest_side(village_sheet *sheet, const wend_route *route, bool left) {
    for (uint32_t i = 0; i < route->disc_count; i++) {
        const wend_corridor_disc *disc = &route->discs[i];
        move_to(sheet, disc->position);
        line_to(sheet, left ? disc->left : disc->right);
    }
    stroke(sheet, left ? SHEET_LEFT : SHEET_RIGHT, 1.0);
    for (uint32_t i = 0; i < route->disc_count; i++) {
        const wend_corridor_disc *disc = &route->discs[i];
        canvas_dot(sheet->canvas.cr, point_at(sheet, left ? disc->left : disc->right));
    }
    canvas_stroke_dots(sheet->canvas.cr, left ? SHEET_LEFT : SHEET_RIGHT, 1.0, 2.5);
}

void sheet_draw_nearest(village_sheet *sheet, const wend_route *route) {
    draw_nearest_side(sheet, route, true);
    draw_nearest_side(sheet, route, false);
    flow_line(&sheet->legend, "nearest points on the left", SHEET_LEFT, 2.0, false);
    flow_line(&sheet->legend, "on the right", SHEET_RIGHT, 2.0, false);
}

void sheet_draw_boundary(village_sheet *sheet, const wend_route *route) {
    village_visitor along = {add_piece, sheet}, apart = {add_separate_piece, sheet};
    move_to(sheet, route->discs[0].left);
    village_visit_side(route, true, &along);
    stroke(sheet, SHEET_LEFT, 2.5);
    move_to(sheet, route->discs[0].right);
    village_visit_side(route, false, &along);
    stroke(sheet, SHEET_RIGHT, 2.5);
    village_visit_ends(route, &apart);
    stroke(sheet, THEME_TEXT, 2.0);
    flow_line(&sheet->legend, "boundary on the left", SHEET_LEFT, 2.5, false);
    flow_line(&sheet->legend, "on the right", SHEET_RIGHT, 2.5, false);
    flow_line(&sheet->legend, "at its ends", THEME_TEXT, 2.0, false);
}

/* ---- The map --------------------------------------------------------------------------------- */

void sheet_draw_axis(village_sheet *sheet, const wend_map *map) {
    for (uint32_t i = 0; i < wend_corridor_edge_count(map); i++) {
        wend_corridor_edge edge = wend_corridor_edge_at(map, i);
        for (uint32_t k = 0; k + 1 < edge.breakpoint_count && !edge.dead_end; k++) {
            move_to(sheet, wend_corridor_breakpoint_at(map, i, k).position);
            for (int s = 1; s <= CURVE_STEPS; s++) {
                double t = s / (double)CURVE_STEPS;
                line_to(sheet, wend_corridor_sample_at(map, i, k, t).position);
            }
        }
    }
    stroke(sheet, SHEET_AXIS, 2.0);
    flow_line(&sheet->legend, "skeleton", SHEET_AXIS, 2.0, false);
}

/* ---- Paths ----------------------------------------------------------------------------------- */

void sheet_draw_path(village_sheet *sheet, const village_path *path) {
    const canvas *c = &sheet->canvas;
    for (uint32_t i = 0; i < path->standing_count; i++) {
        circle(sheet, canvas_at(c, 0, path->standing[i]), VILLAGE_STANDING * c->scale);
    }
    theme_set(c->cr, SHEET_STANDING, 1.0);
    cairo_fill(c->cr);
    polyline line = {.cr = c->cr};
    polyline_begin(&line, canvas_at(c, 0, path->points[0]));
    for (uint32_t i = 1; i < path->count; i++) {
        polyline_add(&line, canvas_at(c, 0, path->points[i]));
    }
    polyline_end(&line);
    stroke(sheet, SHEET_PATH, 2.0);
    circle(sheet, canvas_at(c, 0, path->points[0]), VILLAGE_RADIUS * c->scale);
    circle(sheet, canvas_at(c, 0, path->points[path->count - 1]), VILLAGE_RADIUS * c->scale);
    stroke(sheet, SHEET_PATH, 1.5);
    flow_line(&sheet->legend, "path", SHEET_PATH, 2.0, false);
    if (path->standing_count > 0) {
        flow_dot(&sheet->legend, "standing", MARK_RADIUS, SHEET_STANDING, 0.0, SHEET_STANDING);
    }
}
