/* Draws connections: a ring at each end, joined by a dashed line or labelled with the name of the
 * other layer. */
#include "draw/map/connections.h"
#include "base/utf8.h"
#include "draw/canvas/symbols.h"
#include "draw/canvas/theme.h"
#include <math.h>
#include <stdio.h>
#include <wend/math.h>

enum { NAME_SIZE = 64 };

static const double RING_RADIUS = 4.0; /* px */
static const double LINE_WIDTH = 1.6;  /* px */
static const double TEXT_SIZE = 10.0;  /* px */
static const double DASHES[] = {5.0, 3.0};

static void draw_ring(const canvas *c, wend_point at) {
    cairo_new_path(c->cr);
    cairo_arc(c->cr, at.x, at.y, RING_RADIUS, 0.0, WEND_FULL_TURN);
    theme_set(c->cr, THEME_GROUND, 1.0);
    cairo_fill_preserve(c->cr);
    theme_set(c->cr, THEME_LINK, 1.0);
    cairo_set_line_width(c->cr, LINE_WIDTH);
    cairo_stroke(c->cr);
}

/* Draws an arrow head at the end of a line. The tip of the arrow head touches the ring. */
static void draw_head(const canvas *c, wend_point from, wend_point to) {
    double x = to.x - from.x, y = to.y - from.y, length = sqrt(x * x + y * y);
    if (length <= 4.0 * RING_RADIUS) {
        return;
    }
    wend_point tip = {to.x - x / length * RING_RADIUS, to.y - y / length * RING_RADIUS};
    wend_point tail = {tip.x - x / length * 2.0 * RING_RADIUS,
                       tip.y - y / length * 2.0 * RING_RADIUS};
    theme_set(c->cr, THEME_LINK, 1.0);
    canvas_arrow(c->cr, tail, tip, LINE_WIDTH);
}

static void draw_line(const canvas *c, const wend_connection_def *connection, wend_point from,
                      wend_point to) {
    cairo_new_path(c->cr);
    cairo_move_to(c->cr, from.x, from.y);
    cairo_line_to(c->cr, to.x, to.y);
    cairo_set_line_width(c->cr, LINE_WIDTH);
    cairo_set_dash(c->cr, DASHES, 2, 0.0);
    theme_set(c->cr, THEME_LINK, 1.0);
    cairo_stroke(c->cr);
    cairo_set_dash(c->cr, NULL, 0, 0.0);
    draw_head(c, from, to);
    if (!connection->one_way) {
        draw_head(c, to, from);
    }
}

/* Writes "to upper", "from ground" or, if the connection can be used in both directions, "to and
 * from upper". The text is to the right of the ring, or to its left if there is no room on the
 * right. */
static void write_other_layer(const canvas *c, const wend_connection_def *connection,
                              uint32_t layer, bool leaves, wend_point at) {
    uint32_t other = leaves ? connection->to_layer : connection->from_layer;
    char name[NAME_SIZE], text[NAME_SIZE + 32];
    utf8_copy(name, sizeof name, canvas_layer_name(c, other));
    const char *direction_text = !connection->one_way ? "to and from" : leaves ? "to" : "from";
    if (name[0] != '\0') {
        snprintf(text, sizeof text, "%s %s", direction_text, name);
    } else {
        snprintf(text, sizeof text, "%s layer %u", direction_text, other);
    }
    double wide = theme_text_width(c->cr, text, TEXT_SIZE, false), x = at.x + 1.8 * RING_RADIUS;
    const world_panel *p = canvas_panel(c, layer);
    x = x + wide <= p->corner.x + p->width ? x : at.x - 1.8 * RING_RADIUS - wide;
    x = fmax(x, p->corner.x);
    theme_text(c->cr, text, x, at.y + TEXT_SIZE / 3.0, TEXT_SIZE, false, THEME_LINK);
}

void connections_draw(const canvas *c, uint32_t layer) {
    const wend_space_def *def = c->space_def;
    for (uint32_t i = 0; i < def->connection_count; i++) {
        const wend_connection_def *connection = &def->connections[i];
        bool leaves = connection->from_layer == layer, enters = connection->to_layer == layer;
        wend_point from = canvas_at(c, layer, connection->from);
        wend_point to = canvas_at(c, layer, connection->to);
        if (leaves && enters) {
            draw_line(c, connection, from, to);
        }
        if (leaves) {
            draw_ring(c, from);
        }
        if (enters) {
            draw_ring(c, to);
        }
        if (leaves != enters) {
            write_other_layer(c, connection, layer, leaves, leaves ? from : to);
        }
    }
}

void connections_flow(flow *f, const wend_space_def *def) {
    if (def->connection_count > 0) {
        flow_line(f, "connection", THEME_LINK, LINE_WIDTH, true);
    }
}
