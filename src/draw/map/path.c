/* Draws a route on the ground: its corridor with the backbone (if the route has one), the area that
 * the agent's disc sweeps, the field that it follows (if any), the portals that the route crosses,
 * the path of the disc's centre with its corners, and the start and the end. */
#include "draw/map/path.h"
#include "draw/canvas/theme.h"
#include "draw/map/connections.h"
#include "draw/map/corridor.h"
#include "draw/map/extent.h"
#include "draw/map/sheet.h"
#include "geom/point.h"
#include <math.h>
#include <stdio.h>
#include <wend/math.h>

enum { SWEPT_COLOUR = 0xdbe8f4, PORTAL_COLOUR = 0x2a9d8f, ROUTE_COLOUR = 0xd1495b };

static const double ROUTE_WIDTH = 2.0;  /* px */
static const double PORTAL_WIDTH = 1.5; /* px */
static const double PIECE_LENGTH =
    0.1; /* m: legs that may cross links are drawn in pieces of this length */
static const double CORNER_RADIUS = 2.0; /* px */
/* px, smallest radius of the discs at the start and the end */
static const double END_RADIUS = 5.0;
static const double CONNECTION_DASHES[] = {4.0, 4.0}; /* px */

/* ---- The parts on a layer -------------------------------------------------------------------- */

/* Returns the layer at a point of a leg. The leg starts at `from` and may cross links. */
static uint32_t layer_at(const draw_route *route, const draw_disc *from, wend_point at) {
    const wend_space *space = route->recording->space;
    wend_location start = {wend_space_to_local(space, from->position), from->layer};
    return wend_space_layer_after(space, start, wend_space_to_local(space, at));
}

/* Divides a segment of the route into short pieces, and adds those that lie on the layer to cairo's
 * path. */
static void trace_pieces(const canvas *c, const draw_route *route, uint32_t leg, uint32_t layer) {
    const draw_disc *from = &route->vertices[leg - 1];
    wend_point a = from->position, b = route->vertices[leg].position;
    double length = sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
    uint32_t count = 1 + (uint32_t)(length / PIECE_LENGTH);
    for (uint32_t i = 0; i < count; i++) {
        wend_point ends[2] = {point_lerp(a, b, (double)i / count),
                              point_lerp(a, b, (i + 1.0) / count)};
        if (layer_at(route, from, point_lerp(a, b, (i + 0.5) / count)) == layer) {
            canvas_trace(c, layer, ends, 2, false);
        }
    }
}

/* Adds to cairo's path the parts of a leg that lie on the layer. */
static void trace_leg(const canvas *c, const draw_route *route, const draw_leg *leg,
                      uint32_t layer) {
    bool linked = route->recording->space_def->link_count > 0;
    for (uint32_t i = leg->first + 1; i < leg->first + leg->count; i++) {
        wend_point ends[2] = {route->vertices[i - 1].position, route->vertices[i].position};
        if (linked) {
            trace_pieces(c, route, i, layer);
        } else if (route->vertices[i].layer == layer) {
            canvas_trace(c, layer, ends, 2, false);
        }
    }
}

static void trace_route_legs(const canvas *c, const draw_route *route, uint32_t layer) {
    for (uint32_t i = 0; i < route->leg_count; i++) {
        trace_leg(c, route, &route->legs[i], layer);
    }
}

/* Adds to cairo's path the connections that have both ends on the layer. */
static void trace_connections(const canvas *c, const draw_route *route, uint32_t layer) {
    for (uint32_t i = 1; i < route->leg_count; i++) {
        const draw_disc *to = &route->vertices[route->legs[i].first], *from = to - 1;
        wend_point ends[2] = {from->position, to->position};
        if (from->layer == layer && to->layer == layer) {
            canvas_trace(c, layer, ends, 2, false);
        }
    }
}

static void draw_swept(const canvas *c, const draw_route *route, uint32_t layer) {
    trace_route_legs(c, route, layer);
    cairo_set_line_cap(c->cr, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_width(c->cr, 2.0 * route->radius * c->scale);
    theme_set(c->cr, SWEPT_COLOUR, 1.0);
    cairo_stroke(c->cr);
}

static void draw_portals(const canvas *c, const draw_route *route, uint32_t layer) {
    for (uint32_t i = 0; i < route->portal_count; i++) {
        if (route->portals[i].layer == layer) {
            wend_point ends[2] = {canvas_from_local(c, route->portals[i].left),
                                  canvas_from_local(c, route->portals[i].right)};
            canvas_trace(c, layer, ends, 2, false);
        }
    }
    cairo_set_line_width(c->cr, PORTAL_WIDTH);
    theme_set(c->cr, PORTAL_COLOUR, 1.0);
    cairo_stroke(c->cr);
}

static void draw_end(const canvas *c, const draw_disc *disc, bool start) {
    wend_point at = canvas_at(c, disc->layer, disc->position);
    double radius = fmax((double)disc->radius * c->scale, END_RADIUS);
    cairo_new_path(c->cr);
    cairo_arc(c->cr, at.x, at.y, radius, 0.0, WEND_FULL_TURN);
    theme_set(c->cr, start ? ROUTE_COLOUR : THEME_GROUND, start ? 0.35 : 1.0);
    cairo_fill_preserve(c->cr);
    theme_set(c->cr, ROUTE_COLOUR, 1.0);
    cairo_set_line_width(c->cr, ROUTE_WIDTH);
    cairo_stroke(c->cr);
}

static void draw_line(const canvas *c, const draw_route *route, uint32_t layer) {
    trace_route_legs(c, route, layer);
    cairo_set_line_width(c->cr, ROUTE_WIDTH);
    theme_set(c->cr, ROUTE_COLOUR, 1.0);
    cairo_stroke(c->cr);
    trace_connections(c, route, layer);
    cairo_set_dash(c->cr, CONNECTION_DASHES, 2, 0.0);
    cairo_stroke(c->cr);
    cairo_set_dash(c->cr, NULL, 0, 0.0);
    for (uint32_t i = 1; i + 1 < route->vertex_count; i++) {
        if (route->vertices[i].layer == layer) {
            canvas_dot(c->cr, canvas_at(c, layer, route->vertices[i].position));
        }
    }
    canvas_stroke_dots(c->cr, ROUTE_COLOUR, 1.0, CORNER_RADIUS);
}

/* Draws the corridors of all legs: their lines if `lines` is true, otherwise their area. Most
 * planners return no corridors. */
static void draw_corridor(const canvas *c, const draw_route *route, uint32_t layer, bool lines) {
    for (uint32_t i = 0; i < route->leg_count; i++) {
        const draw_leg *leg = &route->legs[i];
        if (leg->disc_count > 0 && lines) {
            draw_corridor_lines(c, &route->discs[leg->first_disc], leg->disc_count, layer);
        } else if (leg->disc_count > 0) {
            draw_corridor_ground(c, &route->discs[leg->first_disc], leg->disc_count, layer);
        }
    }
}

static void draw_layer(const canvas *c, uint32_t layer, void *user) {
    const draw_route *route = user;
    draw_corridor(c, route, layer, false);
    draw_swept(c, route, layer);
    route_field_draw(c, layer, &route->field);
    draw_portals(c, route, layer);
    draw_corridor(c, route, layer, true);
    overlay_draw(c, route->recording, &route->overlay, layer);
    for (uint32_t i = 0; i < 2 && i < route->vertex_count; i++) {
        const draw_disc *end = &route->vertices[i == 0 ? 0 : route->vertex_count - 1];
        if (end->layer == layer) {
            draw_end(c, end, i == 0);
        }
    }
    draw_line(c, route, layer);
}

/* ---- Title and legend ------------------------------------------------------------------------ */

/* Returns the length (m) of the route without its connections. */
static double measure_length(const draw_route *route) {
    double length = 0.0;
    for (uint32_t k = 0; k < route->leg_count; k++) {
        uint32_t first = route->legs[k].first, end = first + route->legs[k].count;
        for (uint32_t i = first + 1; i < end; i++) {
            wend_point a = route->vertices[i - 1].position, b = route->vertices[i].position;
            length += sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
        }
    }
    return length;
}

static void write_title(const draw_route *route, char *line, size_t size) {
    if (route->status == WEND_ROUTE_STATUS_NONE || route->vertex_count < 2) {
        snprintf(line, size, "no route for an agent of radius %.2f m", route->radius);
    } else {
        uint32_t taken = route->leg_count - 1;
        char connections[40] = "";
        if (taken > 0) {
            snprintf(connections, sizeof connections, ", %u connection%s", taken,
                     taken == 1 ? "" : "s");
        }
        snprintf(line, size, "route of an agent of radius %.2f m   %.2f m long, %u corners%s%s",
                 route->radius, measure_length(route), route->vertex_count - 2 * route->leg_count,
                 connections,
                 route->status == WEND_ROUTE_STATUS_PARTIAL ? "   to the nearest reachable point"
                                                            : "");
    }
}

static void draw_legend_items(flow *f, void *user) {
    const draw_route *route = user;
    flow_line(f, "path of the centre", ROUTE_COLOUR, ROUTE_WIDTH, false);
    flow_box(f, "area swept by the disc", SWEPT_COLOUR, THEME_FRAME);
    if (route->portal_count > 0) {
        flow_line(f, "portal", PORTAL_COLOUR, PORTAL_WIDTH, false);
    }
    if (route->disc_count > 0) {
        flow_box(f, "corridor", CORRIDOR_COLOUR, CORRIDOR_EDGE_COLOUR);
        flow_line(f, "backbone", CORRIDOR_BACKBONE_COLOUR, CORRIDOR_LINE_WIDTH, true);
    }
    route_field_legend(f, &route->field);
    flow_line(f, "wall", THEME_WALL, 2.0, false);
    if (route->overlay.wall_count > 0) {
        flow_line(f, "closed door or moving obstacle", THEME_DOOR, 3.0, false);
    }
    if (route->recording->space_def->link_count > 0) {
        flow_line(f, "link to another layer", THEME_LINK, 2.5, true);
    }
    connections_flow(f, route->recording->space_def);
}

static void add_extent(canvas *c, void *user) {
    const draw_route *route = user;
    for (uint32_t i = 0; i < route->vertex_count; i++) {
        const draw_disc *disc = &route->vertices[i];
        extent_add(c, disc->layer, disc->position, (double)disc->radius);
    }
}

wend_result draw_route_write(const draw_route *route, draw_format format, FILE *stream,
                             wend_error *error) {
    char line[160];
    draw_route user = *route;
    write_title(route, line, sizeof line);
    map_sheet sheet = {.recording = route->recording,
                       .heap = route->heap,
                       .width = route->width,
                       .axes = route->axes,
                       .no_legend = route->no_legend,
                       .line = line,
                       .overlay = route->overlay,
                       .add_extent = add_extent,
                       .draw_layer = draw_layer,
                       .draw_legend_items = draw_legend_items,
                       .user = &user};
    return map_sheet_write(&sheet, format, stream, error);
}
