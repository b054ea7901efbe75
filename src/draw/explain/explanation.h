/* A figure that explains one steering decision: it shows the world around an agent next to the
 * agent's velocity space. */
#ifndef DRAW_EXPLAIN_EXPLANATION_H
#define DRAW_EXPLAIN_EXPLANATION_H

#include "draw/canvas/labels.h"
#include "draw/canvas/surface.h"
#include "draw/crowd/picture.h"
#include <wend/kit.h>

typedef struct draw_explanation {
    /* Provides the space, its definition, the goals and the groups. */
    const wend_recording *recording;
    memory *heap;
    const wend_agent_state *agents; /* all agents in the world */
    uint32_t agent_count;
    const wend_agent_state *self;
    draw_overlay overlay;
    const wend_mark *marks;
    uint32_t mark_count;
    double time;      /* s, time of the decision */
    double max_speed; /* m/s; 0 if unknown */
    const char *sentence;
    double extent; /* m from the agent to the edge of the surroundings; 0: automatic */
} draw_explanation;

wend_result draw_explanation_write(const draw_explanation *e, draw_format format, FILE *stream,
                                   wend_error *error);

/* ---- Parts ----------------------------------------------------------------------------------- */

/* A square panel that shows velocity space. */
typedef struct velocity_panel {
    cairo_t *cr;
    wend_point corner; /* upper left corner, px */
    double side;       /* px */
    double reach;      /* m/s, the speed that corresponds to half of `side` */
} velocity_panel;

/* Makes a panel with a `reach` that is large enough to show all velocities. */
velocity_panel velocity_panel_make(cairo_t *cr, const draw_explanation *e, wend_point corner,
                                   double side);
wend_point velocity_panel_at(const velocity_panel *panel, wend_vec2 velocity);
/* Draws the velocity sets that are given by marks of one kind: WEND_MARK_FORBIDDEN or
 * WEND_MARK_ALLOWED. */
void velocity_sets_draw(const velocity_panel *panel, const draw_explanation *e,
                        wend_mark_kind kind);
/* Draws the labels of the half-planes. */
void plane_labels_draw(const velocity_panel *panel, const draw_explanation *e, labels *l);
void velocity_panel_draw(const velocity_panel *panel, const draw_explanation *e);

/* Makes a square panel that shows the world around the agent. */
canvas surroundings_make(cairo_t *cr, const draw_explanation *e, wend_point corner, double side);
/* Draws the world around the agent; `carriers` are the agents that carry goals. */
void surroundings_draw(canvas *c, const draw_explanation *e, const draw_agent *carriers,
                       uint32_t carrier_count);

/* True if all numbers of a mark are finite and not huge. A faulty model may produce marks for which
 * this is false. */
bool explanation_mark_is_sound(const wend_mark *mark);
/* True if explanation_mark_is_sound and the mark uses the coordinates of `space`. */
bool explanation_mark_fits(const wend_mark *mark, wend_mark_space space);

enum { EXPLANATION_LABEL_SIZE = 96 };

/* Writes the label of a mark to `out`, with the key of the agent or the number of the wall to which
 * the mark refers. Returns false if the mark has no label. */
bool explanation_label(const wend_mark *mark, char out[EXPLANATION_LABEL_SIZE]);

#endif
