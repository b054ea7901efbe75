/* Draws agents: their start positions, their trails and their current positions. */
#include "draw/canvas/polyline.h"
#include "draw/canvas/theme.h"
#include "draw/crowd/view.h"
#include <math.h>

enum {
    DOTS_AT_ONCE = 256, /* number of discs stroked together; cairo is slow with longer paths */
    /* Up to this many agents are drawn one by one, so that overlaps are visible. */
    SINGLE_DOTS = 500,
    FINE_LINES = 1000 /* lines are thinner if there are more trails than this */
};

static const double LEAST_HOLLOW = 2.0; /* px: circles with a smaller radius are filled */

static uint32_t colour_of(const crowd_view *v, uint32_t group) {
    bool none = group == WEND_NONE && v->picture->recording->group_count > 0;
    return none ? THEME_FAINT : theme_group_colour(group == WEND_NONE ? 0 : group);
}

static double clamp(double value, double low, double high) {
    return value < low ? low : value > high ? high : value;
}

/* A disc with a rim. Consecutive discs that look the same are drawn together. */
typedef struct rimmed_disc {
    wend_point at; /* px */
    double radius, rim;
    uint32_t fill, edge;
} rimmed_disc;

static bool is_alike(const rimmed_disc *a, const rimmed_disc *b) {
    return a->radius == b->radius && a->rim == b->rim && a->fill == b->fill && a->edge == b->edge;
}

typedef struct rimmed_discs {
    const crowd_view *v;
    rimmed_disc items[DOTS_AT_ONCE];
    uint32_t count;
    bool single; /* draw each disc separately */
} rimmed_discs;

static void flush_discs(rimmed_discs *s) {
    const rimmed_disc *first = &s->items[0];
    cairo_t *cr = s->v->c.cr;
    for (int pass = 0; pass < 2 && s->count > 0; pass++) {
        for (uint32_t i = 0; i < s->count; i++) {
            canvas_dot(cr, s->items[i].at);
        }
        canvas_stroke_dots(cr, pass == 0 ? first->edge : first->fill, 1.0,
                           pass == 0 ? first->radius : first->radius - first->rim);
    }
    s->count = 0;
}

static void add_disc(rimmed_discs *s, rimmed_disc item) {
    if (s->single || s->count == DOTS_AT_ONCE || (s->count > 0 && !is_alike(&s->items[0], &item))) {
        flush_discs(s);
    }
    s->items[s->count++] = item;
}

/* Adds an open circle for a start position, or a filled disc if the circle would be too small. */
static void add_start(rimmed_discs *s, uint32_t layer, wend_point position, double radius,
                      uint32_t group) {
    uint32_t colour = colour_of(s->v, group);
    double px = clamp(radius * s->v->c.scale * 0.7, 1.0, 4.5);
    add_disc(s, (rimmed_disc){canvas_at(&s->v->c, layer, position), px, fmin(1.2, px / 2),
                              px < LEAST_HOLLOW ? colour : (uint32_t)THEME_GROUND, colour});
}

void crowd_draw_starts(const crowd_view *v, uint32_t layer) {
    const wend_recording *recording = v->picture->recording;
    rimmed_discs s = {.v = v};
    bool listed = trails_agents_are_listed(recording);
    for (uint32_t i = 0; i < recording->agent_count && listed; i++) {
        const wend_agent_def *agent = &recording->agents[i];
        if (agent->layer == layer) {
            add_start(&s, layer, agent->position, agent->radius,
                      wend_recording_group_of(recording, agent->key));
        }
    }
    /* If the recording does not list the agents, the first sample of each trail is the start
     * position. */
    for (uint32_t i = 0; i < v->sample_count && !listed; i++) {
        const trail_sample *sample = &v->samples[i];
        bool first = i == 0 || v->samples[i - 1].agent != sample->agent;
        if (first && sample->layer == layer) {
            add_start(&s, layer, trails_position(v->picture->trails, sample), 0.25, sample->group);
        }
    }
    flush_discs(&s);
}

/* Returns the mean speed (m/s) from one sample to the next. */
static double speed_between(const trail_sample *from, const trail_sample *to) {
    double x = (double)to->position.x - (double)from->position.x;
    double y = (double)to->position.y - (double)from->position.y;
    double seconds = (double)to->time - (double)from->time;
    return seconds > 0.0 ? sqrt(x * x + y * y) / seconds : 0.0;
}

/* Returns the colour of the piece of a trail that ends at a sample. Speeds are rounded to a few
 * shades, so that consecutive pieces often have the same colour and are drawn as one line. */
static uint32_t piece_colour(const crowd_view *v, const trail_sample *sample) {
    enum { SHADES = 16 };
    if (!v->picture->style.by_speed) {
        return colour_of(v, sample->group);
    }
    double share = speed_between(sample - 1, sample) / v->c.values.top;
    double shade = fmin(floor(share * SHADES), SHADES - 1) + 0.5;
    return canvas_value_colour(&v->c.values, shade / SHADES * v->c.values.top);
}

static void end_piece(const canvas *c, polyline *line, uint32_t colour, double opacity) {
    if (line->begun) {
        polyline_end(line);
        theme_set(c->cr, colour, opacity);
        cairo_stroke(c->cr);
    }
}

/* Draws the trail of one agent: the samples from index `begin` to `end - 1`. A piece of the trail
 * belongs to the layer on which it ends. */
static void draw_trail(const crowd_view *v, uint32_t layer, uint32_t begin, uint32_t end,
                       double opacity) {
    const canvas *c = &v->c;
    const draw_trails *trails = v->picture->trails;
    polyline line = {.cr = c->cr};
    uint32_t colour = 0;
    for (uint32_t i = begin + 1; i < end; i++) {
        const trail_sample *sample = &v->samples[i];
        uint32_t next = sample->layer == layer ? piece_colour(v, sample) : 0;
        if (sample->layer != layer || next != colour) {
            end_piece(c, &line, colour, opacity);
        }
        if (sample->layer != layer) {
            continue;
        }
        colour = next;
        if (!line.begun) {
            polyline_begin(&line, canvas_at(c, layer, trails_position(trails, sample - 1)));
        }
        polyline_add(&line, canvas_at(c, layer, trails_position(trails, sample)));
    }
    end_piece(c, &line, colour, opacity);
}

static void stroke_trails(const crowd_view *v, uint32_t layer) {
    cairo_t *cr = v->c.cr;
    /* The more trails there are, the fainter they are drawn. Even with a thousand trails, the
     * points where they meet are still visible. */
    double opacity = clamp(6.0 / sqrt((double)v->trail_count + 1.0), 0.08, 0.8);
    cairo_save(cr);
    cairo_set_line_width(cr, v->trail_count > FINE_LINES ? 1.0 : 1.6);
    /* Round joins and the best antialiasing would double the time, and make no visible difference
     * at this line width. */
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_BEVEL);
    cairo_set_antialias(cr, CAIRO_ANTIALIAS_FAST);
    for (uint32_t begin = 0; begin < v->sample_count;) {
        uint32_t end = begin + 1;
        while (end < v->sample_count && v->samples[end].agent == v->samples[begin].agent) {
            end++;
        }
        draw_trail(v, layer, begin, end, opacity);
        begin = end;
    }
    cairo_restore(cr);
}

/* Draws trails as a pixel image, because viewers cannot open an SVG file with so many lines. */
static void paint_trails(const crowd_view *v, uint32_t layer) {
    const canvas *c = &v->c;
    const world_panel *shown = canvas_panel(c, layer);
    cairo_surface_t *image = cairo_image_surface_create(
        CAIRO_FORMAT_ARGB32, (int)ceil(shown->width), (int)ceil(shown->height));
    crowd_view inner = *v;
    wend_point corner = shown->corner;
    inner.c.cr = cairo_create(image);
    cairo_translate(inner.c.cr, -corner.x, -corner.y);
    stroke_trails(&inner, layer);
    cairo_destroy(inner.c.cr);
    cairo_set_source_surface(c->cr, image, corner.x, corner.y);
    cairo_paint(c->cr);
    cairo_surface_destroy(image);
}

void crowd_draw_trails(const crowd_view *v, uint32_t layer) {
    uint32_t most = v->picture->style.by_speed ? CROWD_MOST_SPEEDS : CROWD_MOST_LINES;
    if (v->c.vector && v->sample_count > most) {
        paint_trails(v, layer);
    } else {
        stroke_trails(v, layer);
    }
}

void crowd_draw_agents(const crowd_view *v, uint32_t layer) {
    const canvas *c = &v->c;
    const draw_picture *picture = v->picture;
    rimmed_discs s = {.v = v, .single = picture->agent_count <= SINGLE_DOTS};
    for (uint32_t i = 0; i < picture->agent_count; i++) {
        const draw_agent *agent = &picture->agents[i];
        if (agent->layer != layer) {
            continue;
        }
        double radius = fmax((double)agent->radius * c->scale, 2.0);
        add_disc(&s, (rimmed_disc){canvas_at(c, layer, agent->position), radius,
                                   agent->arrived ? 0.8 : clamp(radius * 0.3, 0.6, 1.4),
                                   colour_of(v, agent->group),
                                   agent->arrived ? THEME_GROUND : THEME_TEXT});
    }
    flush_discs(&s);
}
