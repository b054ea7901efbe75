/* Draws the world around an agent as its models perceived it. */
#include "draw/canvas/theme.h"
#include "draw/crowd/view.h"
#include "draw/explain/explanation.h"
#include "draw/map/ground.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <wend/math.h>

/* m, limits on the distance from the agent to the panel's edge */
static const double LEAST_HALF = 3.0, MOST_HALF = 6.0;
enum { FORCE_COLOUR = 0x8c2d8c, ROUTE_COLOUR = 0x3d6fb3 };

static double distance_from_self(const draw_explanation *e, wend_vec2 local) {
    wend_vec2 self = wend_space_to_local(e->recording->space, e->self->position);
    return wend_hypot((double)local.x - (double)self.x, (double)local.y - (double)self.y);
}

/* Returns half of the panel's extent (m). The panel shows the agent's target, unless the target is
 * far away. */
static double choose_half(const draw_explanation *e) {
    if (e->extent > 0.0) {
        return e->extent;
    }
    double half = fmax(LEAST_HALF, 8.0 * (double)e->self->radius);
    for (uint32_t i = 0; i < e->mark_count; i++) {
        const wend_mark *mark = &e->marks[i];
        if (!explanation_mark_fits(mark, WEND_MARK_SPACE_WORLD)) {
            continue;
        }
        if (mark->kind == WEND_MARK_REGION || mark->kind == WEND_MARK_PATH) {
            half = fmax(half, fmin(MOST_HALF, 1.1 * distance_from_self(e, mark->b)));
        }
    }
    return half;
}

canvas surroundings_make(cairo_t *cr, const draw_explanation *e, wend_point corner, double side) {
    double half = choose_half(e);
    wend_point at = e->self->position;
    return (canvas){.cr = cr,
                    .space = e->recording->space,
                    .space_def = e->recording->space_def,
                    .heap = e->heap,
                    .scale = side / (2.0 * half),
                    .layers = 1,
                    .panels = {{.low = {at.x - half, at.y - half},
                                .high = {at.x + half, at.y + half},
                                .corner = corner,
                                .width = side,
                                .height = side}},
                    .one_panel = true};
}

static wend_point mark_at(const canvas *c, const draw_explanation *e, wend_vec2 local) {
    return canvas_at(c, e->self->layer, wend_space_from_local(e->recording->space, local));
}

static void draw_paths(const canvas *c, const draw_explanation *e) {
    static const double dashes[] = {7.0, 4.0};
    cairo_set_dash(c->cr, dashes, 2, 0.0);
    cairo_set_line_width(c->cr, 2.0);
    theme_set(c->cr, ROUTE_COLOUR, 0.9);
    for (uint32_t i = 0; i < e->mark_count; i++) {
        const wend_mark *mark = &e->marks[i];
        if (mark->kind == WEND_MARK_PATH && explanation_mark_fits(mark, WEND_MARK_SPACE_WORLD)) {
            wend_point from = mark_at(c, e, mark->a), to = mark_at(c, e, mark->b);
            cairo_move_to(c->cr, from.x, from.y);
            cairo_line_to(c->cr, to.x, to.y);
        }
    }
    cairo_stroke(c->cr);
    cairo_set_dash(c->cr, NULL, 0, 0.0);
}

static void draw_discs(const canvas *c, const draw_explanation *e) {
    for (uint32_t i = 0; i < e->mark_count; i++) {
        const wend_mark *mark = &e->marks[i];
        if (mark->kind == WEND_MARK_DISC && explanation_mark_fits(mark, WEND_MARK_SPACE_WORLD)) {
            wend_point at = mark_at(c, e, mark->a);
            cairo_new_sub_path(c->cr);
            cairo_arc(c->cr, at.x, at.y, fabs((double)mark->b.x) * c->scale, 0.0, WEND_FULL_TURN);
        }
    }
    cairo_set_line_width(c->cr, 1.5);
    theme_set(c->cr, ROUTE_COLOUR, 0.5);
    cairo_stroke(c->cr);
}

static void draw_regions(const canvas *c, const draw_explanation *e) {
    for (uint32_t i = 0; i < e->mark_count; i++) {
        const wend_mark *mark = &e->marks[i];
        if (mark->kind == WEND_MARK_REGION && explanation_mark_fits(mark, WEND_MARK_SPACE_WORLD)) {
            wend_point from = mark_at(c, e, mark->a), to = mark_at(c, e, mark->b);
            cairo_move_to(c->cr, from.x, from.y);
            cairo_line_to(c->cr, to.x, to.y);
            canvas_stroke_dots(c->cr, THEME_GOAL, 1.0, 3.5);
        }
    }
}

/* Returns the tip of the arrow of a force. The arrow is 1 m long for each m/s^2, but no longer than
 * 0.4 times the width of the panel. */
static wend_point force_tip(const canvas *c, const draw_explanation *e, const wend_mark *mark) {
    wend_point from = canvas_at(c, e->self->layer, e->self->position);
    double length = wend_hypot((double)mark->b.x, (double)mark->b.y) * c->scale;
    double share = fmin(1.0, 0.4 * c->panels[0].width / fmax(length, 1e-9)) * c->scale;
    return (wend_point){from.x + (double)mark->b.x * share, from.y - (double)mark->b.y * share};
}

static void draw_forces(const canvas *c, const draw_explanation *e) {
    wend_point from = canvas_at(c, e->self->layer, e->self->position);
    for (uint32_t i = 0; i < e->mark_count; i++) {
        const wend_mark *mark = &e->marks[i];
        if (mark->kind == WEND_MARK_FORCE && explanation_mark_fits(mark, WEND_MARK_SPACE_WORLD)) {
            theme_set(c->cr, FORCE_COLOUR, 1.0);
            canvas_arrow(c->cr, from, force_tip(c, e, mark), 2.0);
        }
    }
}

static uint32_t colour_of(const draw_explanation *e, const wend_agent_state *agent) {
    uint32_t group = wend_recording_group_of(e->recording, agent->key);
    return theme_group_colour(group == WEND_NONE ? 0 : group);
}

static void draw_disc(cairo_t *cr, wend_point at, double radius, uint32_t fill, uint32_t edge,
                      double rim) {
    canvas_dot(cr, at);
    canvas_stroke_dots(cr, edge, 1.0, radius);
    canvas_dot(cr, at);
    canvas_stroke_dots(cr, fill, 1.0, fmax(radius - rim, 0.5));
}

static bool is_shown(const canvas *c, const draw_explanation *e, const wend_agent_state *agent) {
    double reach = (double)agent->radius;
    const world_panel *p = &c->panels[0];
    return agent->layer == e->self->layer && agent->position.x > p->low.x - reach &&
           agent->position.x < p->high.x + reach && agent->position.y > p->low.y - reach &&
           agent->position.y < p->high.y + reach;
}

/* Draws an agent, and an arrow to the position that it would reach in one second at its current
 * velocity. */
static void draw_agent_at(const canvas *c, const draw_explanation *e,
                          const wend_agent_state *agent) {
    bool self = agent->key == e->self->key;
    wend_point at = canvas_at(c, agent->layer, agent->position);
    wend_point ahead = {at.x + (double)agent->velocity.x * c->scale,
                        at.y - (double)agent->velocity.y * c->scale};
    double radius = fmax((double)agent->radius * c->scale, 3.0);
    draw_disc(c->cr, at, radius, self ? THEME_GROUND : colour_of(e, agent), THEME_TEXT,
              self ? 3.0 : 1.2);
    if (self) {
        draw_disc(c->cr, at, radius * 0.55, colour_of(e, agent), colour_of(e, agent), 0.0);
    }
    theme_set(c->cr, THEME_TEXT, 0.85);
    canvas_arrow(c->cr, at, ahead, 1.6);
}

static void draw_crowd(const canvas *c, const draw_explanation *e) {
    for (uint32_t i = 0; i < e->agent_count; i++) {
        if (e->agents[i].key != e->self->key && is_shown(c, e, &e->agents[i])) {
            draw_agent_at(c, e, &e->agents[i]);
        }
    }
    draw_agent_at(c, e, e->self);
}

/* True for the agent of the figure, and for agents that marks refer to. */
static bool is_subject(const draw_explanation *e, const wend_agent_state *agent) {
    bool found = agent->key == e->self->key;
    for (uint32_t i = 0; i < e->mark_count && !found; i++) {
        const wend_subject *subject = &e->marks[i].subject;
        found = subject->kind == WEND_SUBJECT_AGENT && subject->key == agent->key;
    }
    return found;
}

static void draw_key(const canvas *c, const wend_agent_state *agent, labels *l) {
    char key[24];
    wend_point at = canvas_at(c, agent->layer, agent->position);
    snprintf(key, sizeof key, "%" PRIu64, agent->key);
    at.y -= fmax((double)agent->radius * c->scale, 3.0) - 3.0;
    labels_put(l, key, at, THEME_TEXT, LABELS_ABOVE);
}

/* Draws the labels of the marks, and the keys of agents, wherever there is room. Agents that marks
 * refer to come first. */
static void draw_labels(const canvas *c, const draw_explanation *e) {
    const world_panel *p = &c->panels[0];
    labels l = {.cr = c->cr,
                .panel = {p->corner.x + 2.0, p->corner.y + 2.0, p->corner.x + p->width - 2.0,
                          p->corner.y + p->height - 2.0}};
    wend_point self = canvas_at(c, e->self->layer, e->self->position);
    labels_avoid(&l, self, fmax((double)e->self->radius * c->scale, 8.0));
    for (uint32_t i = 0; i < e->mark_count; i++) {
        const wend_mark *mark = &e->marks[i];
        bool force = mark->kind == WEND_MARK_FORCE;
        bool is_labelled = force || mark->kind == WEND_MARK_REGION || mark->kind == WEND_MARK_PATH;
        char label[EXPLANATION_LABEL_SIZE];
        if (is_labelled && explanation_mark_fits(mark, WEND_MARK_SPACE_WORLD) &&
            explanation_label(mark, label)) {
            labels_put(&l, label, force ? force_tip(c, e, mark) : mark_at(c, e, mark->b),
                       force ? FORCE_COLOUR : THEME_TEXT, LABELS_BESIDE);
        }
    }
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < e->agent_count; i++) {
            const wend_agent_state *agent = &e->agents[i];
            if (is_shown(c, e, agent) && is_subject(e, agent) == (pass == 0)) {
                draw_key(c, agent, &l);
            }
        }
    }
}

void surroundings_draw(canvas *c, const draw_explanation *e, const draw_agent *carriers,
                       uint32_t carrier_count) {
    uint32_t layer = e->self->layer;
    draw_picture picture = {.recording = e->recording,
                            .agents = carriers,
                            .agent_count = carrier_count,
                            .time = e->time};
    canvas_clip(c, layer);
    ground_draw(c, layer, NULL);
    crowd_draw_goals(c, &picture, layer);
    crowd_draw_stars(c, &picture, layer);
    overlay_draw(c, e->recording, &e->overlay, layer);
    draw_discs(c, e);
    draw_paths(c, e);
    draw_regions(c, e);
    draw_crowd(c, e);
    draw_forces(c, e);
    draw_labels(c, e);
    cairo_restore(c->cr);
    canvas_draw_frame(c, layer);
}
