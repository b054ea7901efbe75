/* Draws terrain and belts. Regions are painted in their order, so that later ones cover earlier
 * ones. A type that profiles forbid is hatched. */
#include "draw/map/terrain.h"
#include "base/utf8.h"
#include "draw/canvas/theme.h"
#include <math.h>
#include <stdio.h>
#include <wend/math.h>

enum { MOST_TYPES = 64, NAME_SIZE = 40 };

static const double HATCH_GAP = 8.0;   /* px, between two lines */
static const double HATCH_WIDTH = 1.1; /* px */
static const double ARROW_WIDTH = 2.0; /* px */
static const double MOST_ARROW = 60.0; /* px: length of an arrow */

/* Returns the entry for a type that some profile forbids, or NULL. */
static const wend_forbidden_terrain *find_ban(const wend_recording *recording, uint32_t type) {
    for (uint32_t i = 0; recording != NULL && i < recording->forbidden_count; i++) {
        if (recording->forbidden[i].type == type) {
            return &recording->forbidden[i];
        }
    }
    return NULL;
}

/* ---- Regions --------------------------------------------------------------------------------- */

static void trace_region(const canvas *c, uint32_t layer, const wend_terrain_def *terrain) {
    canvas_trace(c, layer, terrain->ring.points, terrain->ring.count, true);
    for (uint32_t k = 0; k < terrain->hole_count; k++) {
        canvas_trace(c, layer, terrain->holes[k].points, terrain->holes[k].count, true);
    }
}

/* Draws diagonal lines through a box. Their positions do not depend on the box, so the hatches of
 * neighbouring regions join. */
static void hatch(cairo_t *cr, wend_point low, wend_point high) {
    double first = floor((low.x - high.y) / HATCH_GAP) * HATCH_GAP, last = high.x - low.y;
    for (double at = first; at <= last; at += HATCH_GAP) { /* the line x - y = at */
        cairo_move_to(cr, at + low.y, low.y);
        cairo_line_to(cr, at + high.y, high.y);
    }
    cairo_set_line_width(cr, HATCH_WIDTH);
    theme_set(cr, THEME_FORBIDDEN, 0.55);
    cairo_stroke(cr);
}

static void hatch_region(const canvas *c, uint32_t layer, const wend_terrain_def *terrain) {
    const world_panel *p = canvas_panel(c, layer);
    wend_point low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
    for (uint32_t i = 0; i < terrain->ring.count; i++) {
        wend_point at = canvas_at(c, layer, terrain->ring.points[i]);
        low = (wend_point){fmin(low.x, at.x), fmin(low.y, at.y)};
        high = (wend_point){fmax(high.x, at.x), fmax(high.y, at.y)};
    }
    low = (wend_point){fmax(low.x, p->corner.x), fmax(low.y, p->corner.y)};
    high =
        (wend_point){fmin(high.x, p->corner.x + p->width), fmin(high.y, p->corner.y + p->height)};
    cairo_save(c->cr);
    trace_region(c, layer, terrain);
    cairo_clip(c->cr);
    hatch(c->cr, low, high);
    cairo_restore(c->cr);
}

void terrain_draw(const canvas *c, uint32_t layer, const wend_layer_def *def) {
    cairo_set_fill_rule(c->cr, CAIRO_FILL_RULE_EVEN_ODD);
    for (uint32_t i = 0; i < def->terrain_count; i++) {
        const wend_terrain_def *terrain = &def->terrains[i];
        trace_region(c, layer, terrain);
        theme_set(c->cr, theme_terrain_colour(terrain->type), 1.0);
        cairo_fill(c->cr);
        if (find_ban(c->recording, terrain->type) != NULL) {
            hatch_region(c, layer, terrain);
        }
    }
    cairo_set_fill_rule(c->cr, CAIRO_FILL_RULE_WINDING);
}

double terrain_cover_opacity(const canvas *c, uint32_t layer) {
    const wend_layer_def *def = canvas_layer_def(c, layer);
    bool any = def != NULL && def->terrain_count > 0;
    for (uint32_t i = 0; c->recording != NULL && i < c->recording->belt_count && !any; i++) {
        any = c->recording->belts[i].layer == layer;
    }
    return any ? 0.3 : 1.0;
}

/* ---- Belts ----------------------------------------------------------------------------------- */

/* Draws an arrow at the centre of a belt's corners, a third as long as the belt in that
 * direction. */
static void draw_arrow(const canvas *c, const wend_belt_def *belt) {
    wend_point centre = {0.0, 0.0};
    double speed = wend_hypot(belt->velocity.x, belt->velocity.y);
    double low = INFINITY, high = -INFINITY;
    if (speed == 0.0) {
        return;
    }
    wend_point along = {belt->velocity.x / speed, -belt->velocity.y / speed}; /* in px, y down */
    for (uint32_t i = 0; i < belt->point_count; i++) {
        wend_point at = canvas_at(c, belt->layer, belt->points[i]);
        double reach = at.x * along.x + at.y * along.y;
        centre.x += at.x / belt->point_count;
        centre.y += at.y / belt->point_count;
        low = fmin(low, reach);
        high = fmax(high, reach);
    }
    double half = fmin((high - low) / 6.0, MOST_ARROW / 2.0);
    wend_point from = {centre.x - half * along.x, centre.y - half * along.y};
    wend_point to = {centre.x + half * along.x, centre.y + half * along.y};
    theme_set(c->cr, THEME_BELT, 1.0);
    canvas_arrow(c->cr, from, to, ARROW_WIDTH);
}

void belts_draw(const canvas *c, uint32_t layer) {
    for (uint32_t i = 0; c->recording != NULL && i < c->recording->belt_count; i++) {
        const wend_belt_def *belt = &c->recording->belts[i];
        if (belt->layer != layer) {
            continue;
        }
        canvas_trace(c, layer, belt->points, belt->point_count, true);
        theme_set(c->cr, THEME_BELT, 0.15);
        cairo_fill_preserve(c->cr);
        theme_set(c->cr, THEME_BELT, 0.8);
        cairo_set_line_width(c->cr, 1.2);
        cairo_stroke(c->cr);
        draw_arrow(c, belt);
    }
}

/* ---- Legend ---------------------------------------------------------------------------------- */

/* Collects the types of a space in order, each once. Returns their number; if there are more than
 * MOST_TYPES, the others are left out and *more is true. */
static uint32_t collect_types(const wend_space_def *def, uint32_t types[MOST_TYPES], bool *more) {
    uint32_t count = 0;
    for (uint32_t l = 0; l < def->layer_count; l++) {
        const wend_layer_def *layer = &def->layers[l];
        for (uint32_t i = 0; i < layer->terrain_count; i++) {
            uint32_t type = layer->terrains[i].type, at = count;
            while (at > 0 && types[at - 1] >= type) {
                at--;
            }
            if (at < count && types[at] == type) {
                continue;
            }
            *more = *more || count == MOST_TYPES;
            uint32_t last = count < MOST_TYPES ? count++ : MOST_TYPES - 1;
            for (uint32_t k = last; k > at; k--) {
                types[k] = types[k - 1];
            }
            if (at < MOST_TYPES) {
                types[at] = type;
            }
        }
    }
    return count;
}

static void flow_type(flow *f, const wend_recording *recording, uint32_t type) {
    const wend_space_def *def = recording->space_def;
    const wend_forbidden_terrain *ban = find_ban(recording, type);
    const char *given = type < def->terrain_name_count ? def->terrain_names[type] : NULL;
    char name[NAME_SIZE], text[NAME_SIZE + 40];
    snprintf(name, sizeof name, "terrain %u", type);
    if (given != NULL && given[0] != '\0') {
        utf8_copy(name, sizeof name, given);
    }
    snprintf(text, sizeof text, "%s%s", name,
             ban == NULL    ? ""
             : ban->for_all ? " (forbidden)"
                            : " (forbidden for some)");
    double x = f->x, y = f->y;
    flow_box(f, text, theme_terrain_colour(type), THEME_FRAME);
    if (ban != NULL && f->cr != NULL) {
        x = f->y == y ? x : f->left;
        cairo_save(f->cr);
        cairo_rectangle(f->cr, x + 0.5, f->y - 6.5, 15.0, 12.0);
        cairo_clip(f->cr);
        hatch(f->cr, (wend_point){x, f->y - 8.0}, (wend_point){x + 16.0, f->y + 8.0});
        cairo_restore(f->cr);
    }
}

void terrain_flow(flow *f, const wend_recording *recording) {
    uint32_t types[MOST_TYPES];
    bool more = false;
    uint32_t count =
        recording->space_def != NULL ? collect_types(recording->space_def, types, &more) : 0;
    for (uint32_t i = 0; i < count; i++) {
        flow_type(f, recording, types[i]);
    }
    if (more) {
        flow_box(f, "and more terrain types", THEME_GROUND, THEME_FRAME);
    }
    if (recording->belt_count > 0) {
        flow_box(f, "belt", 0xd4e2ec, THEME_BELT);
    }
}
