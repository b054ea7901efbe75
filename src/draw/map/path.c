/* A picture of a way: the corridor that it lies in, if it has one, with its backbone; what the disc
 * sweeps over, the portals it passes through, the line of its centre with its bends, and where it
 * starts and ends, on the ground and its walls. */
#include "draw/map/path.h"
#include "base/error.h"
#include "draw/canvas/canvas.h"
#include "draw/canvas/flow.h"
#include "draw/canvas/theme.h"
#include "draw/map/corridor.h"
#include "geom/point.h"
#include <math.h>
#include <stdio.h>
#include <wend/math.h>

enum {
    SHEET_WIDTH = 1200, /* px */
    SWEPT_COLOUR = 0xdbe8f4,
    PORTAL_COLOUR = 0x2a9d8f,
    WAY_COLOUR = 0xd1495b
};

static const double WAY_WIDTH = 2.0;    /* px */
static const double PORTAL_WIDTH = 1.5; /* px */
static const double PIECE = 0.1;        /* m: of a leg that may cross links */
static const double BEND_RADIUS = 2.0;  /* px */
static const double END_RADIUS = 5.0;   /* px: at least, of the disc at its start and end */

/* ---- On a layer ------------------------------------------------------------------------------ */

/* The layer at a share of a leg, which may cross links. */
static uint32_t layer_at(const draw_way *way, const draw_agent *from, wend_point at) {
    const wend_space *space = way->recording->space;
    wend_place start = {wend_space_to_local(space, from->position), from->layer};
    return wend_space_layer_after(space, start, wend_space_to_local(space, at));
}

/* The pieces of a leg that lie on the layer. */
static void trace_pieces(const canvas *c, const draw_way *way, uint32_t leg, uint32_t layer) {
    const draw_agent *from = &way->places[leg - 1];
    wend_point a = from->position, b = way->places[leg].position;
    double length = sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
    uint32_t count = 1 + (uint32_t)(length / PIECE);
    for (uint32_t i = 0; i < count; i++) {
        wend_point ends[2] = {point_lerp(a, b, (double)i / count),
                              point_lerp(a, b, (i + 1.0) / count)};
        if (layer_at(way, from, point_lerp(a, b, (i + 0.5) / count)) == layer) {
            canvas_trace(c, layer, ends, 2, false);
        }
    }
}

/* What lies on the layer, as one path. */
static void trace_legs(const canvas *c, const draw_way *way, uint32_t layer) {
    bool linked = way->recording->space_def->link_count > 0;
    for (uint32_t i = 1; i < way->place_count; i++) {
        wend_point ends[2] = {way->places[i - 1].position, way->places[i].position};
        if (linked) {
            trace_pieces(c, way, i, layer);
        } else {
            canvas_trace(c, layer, ends, 2, false);
        }
    }
}

static void draw_swept(const canvas *c, const draw_way *way, uint32_t layer) {
    trace_legs(c, way, layer);
    cairo_set_line_cap(c->cr, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_width(c->cr, 2.0 * way->radius * c->scale);
    theme_set(c->cr, SWEPT_COLOUR, 1.0);
    cairo_stroke(c->cr);
}

static void draw_portals(const canvas *c, const draw_way *way, uint32_t layer) {
    for (uint32_t i = 0; i < way->portal_count; i++) {
        if (way->portals[i].layer == layer) {
            wend_point ends[2] = {canvas_from_local(c->picture, way->portals[i].left),
                                  canvas_from_local(c->picture, way->portals[i].right)};
            canvas_trace(c, layer, ends, 2, false);
        }
    }
    cairo_set_line_width(c->cr, PORTAL_WIDTH);
    theme_set(c->cr, PORTAL_COLOUR, 1.0);
    cairo_stroke(c->cr);
}

static void draw_end(const canvas *c, const draw_agent *place, bool start) {
    wend_point at = canvas_at(c, place->layer, place->position);
    double radius = fmax((double)place->radius * c->scale, END_RADIUS);
    cairo_new_path(c->cr);
    cairo_arc(c->cr, at.x, at.y, radius, 0.0, WEND_FULL_TURN);
    theme_set(c->cr, start ? WAY_COLOUR : THEME_GROUND, start ? 0.35 : 1.0);
    cairo_fill_preserve(c->cr);
    theme_set(c->cr, WAY_COLOUR, 1.0);
    cairo_set_line_width(c->cr, WAY_WIDTH);
    cairo_stroke(c->cr);
}

static void draw_line(const canvas *c, const draw_way *way, uint32_t layer) {
    trace_legs(c, way, layer);
    cairo_set_line_width(c->cr, WAY_WIDTH);
    theme_set(c->cr, WAY_COLOUR, 1.0);
    cairo_stroke(c->cr);
    for (uint32_t i = 1; i + 1 < way->place_count; i++) {
        if (way->places[i].layer == layer) {
            canvas_dot(c->cr, canvas_at(c, layer, way->places[i].position));
        }
    }
    canvas_stroke_dots(c->cr, WAY_COLOUR, 1.0, BEND_RADIUS);
}

static void draw_layer(canvas *c, const draw_way *way, uint32_t layer) {
    canvas_clip(c, layer);
    canvas_draw_ground(c, layer, NULL);
    draw_corridor_ground(c, way->discs, way->disc_count, layer);
    draw_swept(c, way, layer);
    draw_portals(c, way, layer);
    draw_corridor_lines(c, way->discs, way->disc_count, layer);
    canvas_draw_overlay(c, layer);
    for (uint32_t i = 0; i < 2 && i < way->place_count; i++) {
        const draw_agent *end = &way->places[i == 0 ? 0 : way->place_count - 1];
        if (end->layer == layer) {
            draw_end(c, end, i == 0);
        }
    }
    draw_line(c, way, layer);
    cairo_restore(c->cr);
    canvas_draw_frame(c, layer);
}

/* ---- Around it ------------------------------------------------------------------------------- */

static double length_of(const draw_way *way) {
    double length = 0.0;
    for (uint32_t i = 1; i < way->place_count; i++) {
        wend_point a = way->places[i - 1].position, b = way->places[i].position;
        length += sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
    }
    return length;
}

static void draw_header(const canvas *c, const draw_way *way) {
    char line[160];
    if (way->status == WEND_ROUTE_NONE || way->place_count < 2) {
        snprintf(line, sizeof line, "no way for a disc of %.2f m", way->radius);
    } else {
        snprintf(line, sizeof line, "way of a disc of %.2f m   %.2f m long, %u bends%s",
                 way->radius, length_of(way), way->place_count - 2,
                 way->status == WEND_ROUTE_PARTIAL ? "   as near as there is a way" : "");
    }
    theme_text_cut(c->cr, way->recording->scenario != NULL ? way->recording->scenario : "",
                   THEME_MARGIN, 28.0, THEME_TITLE_SIZE, true, THEME_TEXT,
                   c->width - 2 * THEME_MARGIN);
    theme_text_cut(c->cr, line, THEME_MARGIN, 47.0, THEME_TEXT_SIZE, false, THEME_FAINT,
                   c->width - 2 * THEME_MARGIN - 240.0);
    canvas_draw_scale_bar(c, c->width - THEME_MARGIN, 50.0);
}

static void draw_legend(const canvas *c, const draw_way *way) {
    double y = c->height - THEME_MARGIN / 2 - THEME_ROW / 2;
    flow f = {c->cr, c->cr, THEME_MARGIN, y, THEME_MARGIN, c->width - THEME_MARGIN};
    flow_line(&f, "way of the centre", WAY_COLOUR, WAY_WIDTH, false);
    flow_box(&f, "what the disc sweeps over", SWEPT_COLOUR, THEME_FRAME);
    if (way->portal_count > 0) {
        flow_line(&f, "portal", PORTAL_COLOUR, PORTAL_WIDTH, false);
    }
    if (way->disc_count > 0) {
        flow_box(&f, "corridor", CORRIDOR_COLOUR, CORRIDOR_EDGE_COLOUR);
        flow_line(&f, "backbone", CORRIDOR_BACKBONE_COLOUR, CORRIDOR_LINE_WIDTH, true);
    }
    flow_line(&f, "wall", THEME_WALL, 2.0, false);
    if (way->wall_count > 0) {
        flow_line(&f, "closed door or moving obstacle", THEME_DOOR, 3.0, false);
    }
    if (c->picture->recording->space_def->link_count > 0) {
        flow_line(&f, "way to another layer", THEME_LINK, 2.5, true);
    }
}

static void draw_sheet(canvas *c, const draw_way *way) {
    theme_set(c->cr, THEME_PAGE, 1.0);
    cairo_paint(c->cr);
    draw_header(c, way);
    for (uint32_t i = 0; i < c->layers; i++) {
        draw_layer(c, way, i);
    }
    draw_legend(c, way);
}

wend_result draw_way_write(const draw_way *way, draw_format format, FILE *stream,
                           wend_error *error) {
    draw_picture picture = {.recording = way->recording,
                            .heap = way->heap,
                            .agents = way->places,
                            .agent_count = way->place_count,
                            .walls = way->walls,
                            .wall_layers = way->wall_layers,
                            .wall_count = way->wall_count};
    picture.style.width = SHEET_WIDTH;
    canvas c = {.picture = &picture};
    canvas_layout(&c, &picture, THEME_ROW);
    draw_surface sheet = surface_open(format, (int)c.width, (int)c.height, stream);
    c.cr = sheet.cr;
    c.vector = format == DRAW_SVG;
    if (cairo_status(c.cr) == CAIRO_STATUS_SUCCESS) {
        draw_sheet(&c, way);
    }
    wend_result result = surface_finish(&sheet, error);
    return result == WEND_OK && c.out_of_memory ? error_no_memory(error, "a picture") : result;
}
