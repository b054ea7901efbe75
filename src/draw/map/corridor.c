/* Draws corridors. A corridor is a sequence of discs, with the nearest wall points on both sides.
 *
 * On each side, the region between two consecutive discs is bounded by a wall or a corner; if the
 * discs have the same centre, it is bounded by an arc. Where one side is a wall and the other side
 * is a corner, the backbone is a parabola. Let X be a point of the wall, n the wall's inward unit
 * normal and F the corner: the parabola passes through X + n * |F - X|^2 / (2 * dot(n, F - X)). */
#include "draw/map/corridor.h"
#include "draw/canvas/theme.h"
#include <math.h>
#include <wend/math.h>

enum { CHORDS = 48 };

static bool is_same(wend_vec2 a, wend_vec2 b) {
    return a.x == b.x && a.y == b.y;
}

static void line_to(const canvas *c, uint32_t layer, wend_vec2 position, bool first) {
    wend_point at = canvas_at(c, layer, canvas_from_local(c, position));
    if (first) {
        cairo_move_to(c->cr, at.x, at.y);
    } else {
        cairo_line_to(c->cr, at.x, at.y);
    }
}

/* ---- Ground ---------------------------------------------------------------------------------- */

static void fill_disc(const canvas *c, const wend_corridor_disc *disc) {
    wend_point at = canvas_at(c, disc->layer, canvas_from_local(c, disc->position));
    cairo_new_path(c->cr);
    cairo_arc(c->cr, at.x, at.y, (double)disc->clearance * c->scale, 0.0, WEND_FULL_TURN);
    cairo_fill(c->cr);
}

static void fill_between(const canvas *c, const wend_corridor_disc *a, const wend_corridor_disc *b,
                         uint32_t layer) {
    const wend_vec2 ring[] = {a->left, a->position, a->right, b->right, b->position, b->left};
    cairo_new_path(c->cr);
    for (uint32_t i = 0; i < sizeof ring / sizeof *ring; i++) {
        line_to(c, layer, ring[i], i == 0);
    }
    cairo_close_path(c->cr);
    cairo_fill(c->cr);
}

void draw_corridor_ground(const canvas *c, const wend_corridor_disc *discs, uint32_t count,
                          uint32_t layer) {
    theme_set(c->cr, CORRIDOR_COLOUR, 1.0);
    for (uint32_t i = 0; i < count; i++) {
        if (discs[i].layer == layer) {
            fill_disc(c, &discs[i]);
        }
        if (i > 0 && discs[i].layer == layer &&
            !is_same(discs[i].position, discs[i - 1].position)) {
            fill_between(c, &discs[i - 1], &discs[i], layer);
        }
    }
}

/* ---- Lines ----------------------------------------------------------------------------------- */

/* Adds the boundary between two discs, on the left or right side, to cairo's path. */
static void trace_side(const canvas *c, const wend_corridor_disc *a, const wend_corridor_disc *b,
                       bool left) {
    wend_vec2 from = left ? a->left : a->right, to = left ? b->left : b->right;
    line_to(c, b->layer, from, true);
    if (!is_same(a->position, b->position)) {
        line_to(c, b->layer, to, false);
        return;
    }
    double ax = (double)from.x - (double)a->position.x, ay = (double)from.y - (double)a->position.y;
    double bx = (double)to.x - (double)a->position.x, by = (double)to.y - (double)a->position.y;
    double turn = atan2(ax * by - ay * bx, ax * bx + ay * by);
    for (uint32_t i = 1; i <= CHORDS; i++) {
        double angle = turn * i / CHORDS, x = ax * cos(angle) - ay * sin(angle);
        double y = ax * sin(angle) + ay * cos(angle);
        wend_vec2 at = {(float)((double)a->position.x + x), (float)((double)a->position.y + y)};
        line_to(c, b->layer, at, false);
    }
}

/* Adds the part of the backbone that lies between a corner and a wall to cairo's path. */
static void trace_parabola(const canvas *c, const wend_corridor_disc *a,
                           const wend_corridor_disc *b, bool corner_left) {
    wend_vec2 focus = corner_left ? a->left : a->right, from = corner_left ? a->right : a->left;
    wend_vec2 to = corner_left ? b->right : b->left;
    double nx = (double)a->position.x - (double)from.x, ny = (double)a->position.y - (double)from.y;
    double length = hypot(nx, ny);
    for (uint32_t i = 1; i < CHORDS && length > 0.0; i++) {
        double t = (double)i / CHORDS;
        double x = (double)from.x + ((double)to.x - (double)from.x) * t;
        double y = (double)from.y + ((double)to.y - (double)from.y) * t;
        double fx = (double)focus.x - x, fy = (double)focus.y - y,
               up = (fx * nx + fy * ny) / length;
        double high = up > 0.0 ? (fx * fx + fy * fy) / (2.0 * up * length) : 0.0;
        line_to(c, b->layer, (wend_vec2){(float)(x + nx * high), (float)(y + ny * high)}, false);
    }
}

static void trace_backbone(const canvas *c, const wend_corridor_disc *a,
                           const wend_corridor_disc *b) {
    bool left = is_same(a->left, b->left), right = is_same(a->right, b->right);
    line_to(c, b->layer, a->position, true);
    if (left != right && !is_same(a->position, b->position)) {
        trace_parabola(c, a, b, left);
    }
    line_to(c, b->layer, b->position, false);
}

void draw_corridor_lines(const canvas *c, const wend_corridor_disc *discs, uint32_t count,
                         uint32_t layer) {
    const double dashes[] = {6.0, 4.0};
    cairo_set_line_width(c->cr, CORRIDOR_LINE_WIDTH);
    for (uint32_t i = 1; i < count; i++) {
        if (discs[i].layer == layer) {
            trace_side(c, &discs[i - 1], &discs[i], true);
            trace_side(c, &discs[i - 1], &discs[i], false);
        }
    }
    theme_set(c->cr, CORRIDOR_EDGE_COLOUR, 1.0);
    cairo_stroke(c->cr);
    for (uint32_t i = 1; i < count; i++) {
        if (discs[i].layer == layer) {
            trace_backbone(c, &discs[i - 1], &discs[i]);
        }
    }
    cairo_set_dash(c->cr, dashes, 2, 0.0);
    theme_set(c->cr, CORRIDOR_BACKBONE_COLOUR, 1.0);
    cairo_stroke(c->cr);
    cairo_set_dash(c->cr, NULL, 0, 0.0);
}
