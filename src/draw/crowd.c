/* Agents: where they started, how they went, where they are. */
#include "draw/canvas.h"
#include "draw/theme.h"
#include <math.h>

static const double TURN = 6.283185307179586;

static uint32_t colour_of(uint32_t group) {
    return group == WEND_NONE ? THEME_FAINT : theme_group_colour(group);
}

static double clamp(double value, double low, double high) {
    return value < low ? low : value > high ? high : value;
}

void canvas_draw_starts(const canvas *c, uint32_t layer) {
    const wend_recording *recording = c->picture->recording;
    for (uint32_t i = 0; i < recording->agent_count; i++) {
        const wend_agent_def *agent = &recording->agents[i];
        if (agent->layer != layer) {
            continue;
        }
        wend_point at = canvas_at(c, layer, agent->position);
        double radius = clamp(agent->radius * c->scale * 0.7, 1.2, 4.0);
        cairo_new_sub_path(c->cr);
        cairo_arc(c->cr, at.x, at.y, radius, 0.0, TURN);
        theme_set(c->cr, THEME_GROUND, 0.9);
        cairo_fill_preserve(c->cr);
        theme_set(c->cr, colour_of(wend_recording_group_of(recording, agent->key)), 0.9);
        cairo_set_line_width(c->cr, 1.0);
        cairo_stroke(c->cr);
    }
}

/* One agent's samples, begin to end. A piece is drawn on the layer where it ends. */
static void draw_trail(const canvas *c, uint32_t layer, const trail_sample *samples, uint32_t begin,
                       uint32_t end) {
    const wend_space *space = c->picture->recording->space;
    bool open = false;
    for (uint32_t i = begin + 1; i < end; i++) {
        if (samples[i].layer != layer) {
            open = false;
            continue;
        }
        if (!open) {
            wend_point from =
                canvas_at(c, layer, wend_space_from_local(space, samples[i - 1].position));
            cairo_move_to(c->cr, from.x, from.y);
            open = true;
        }
        wend_point to = canvas_at(c, layer, wend_space_from_local(space, samples[i].position));
        cairo_line_to(c->cr, to.x, to.y);
    }
    cairo_stroke(c->cr);
}

void canvas_draw_trails(const canvas *c, uint32_t layer, const trail_sample *samples,
                        uint32_t count) {
    /* The more trails, the fainter: a thousand still let one see where they run together. */
    double opacity = clamp(6.0 / sqrt((double)c->picture->recording->agent_count + 1.0), 0.08, 0.8);
    cairo_set_line_width(c->cr, 1.6);
    for (uint32_t begin = 0; begin < count;) {
        uint32_t end = begin + 1;
        while (end < count && samples[end].agent == samples[begin].agent) {
            end++;
        }
        theme_set(c->cr, colour_of(samples[begin].group), opacity);
        draw_trail(c, layer, samples, begin, end);
        begin = end;
    }
}

void canvas_draw_agents(const canvas *c, uint32_t layer) {
    const draw_picture *picture = c->picture;
    for (uint32_t i = 0; i < picture->agent_count; i++) {
        const draw_agent *agent = &picture->agents[i];
        if (agent->layer != layer) {
            continue;
        }
        wend_point at = canvas_at(c, layer, agent->position);
        double radius = fmax((double)agent->radius * c->scale, 2.0);
        cairo_new_sub_path(c->cr);
        cairo_arc(c->cr, at.x, at.y, radius, 0.0, TURN);
        theme_set(c->cr, colour_of(agent->group), 0.85);
        cairo_fill_preserve(c->cr);
        theme_set(c->cr, agent->arrived ? THEME_GROUND : THEME_TEXT, 1.0);
        cairo_set_line_width(c->cr, agent->arrived ? 0.8 : 1.4);
        cairo_stroke(c->cr);
    }
}
