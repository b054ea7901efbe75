/* A figure of one choice: the world around an agent beside its velocity space. */
#ifndef DRAW_EXPLAIN_EXPLANATION_H
#define DRAW_EXPLAIN_EXPLANATION_H

#include "draw/canvas/labels.h"
#include "draw/canvas/surface.h"
#include "draw/crowd/picture.h"
#include <wend/kit.h>

typedef struct draw_explanation {
    const wend_recording *recording; /* space, def, goals, groups */
    memory *heap;
    const wend_agent_state *agents; /* all that are there */
    uint32_t agent_count;
    const wend_agent_state *self;
    draw_overlay overlay;
    const wend_mark *marks;
    uint32_t mark_count;
    double time;      /* s */
    double max_speed; /* m/s; 0: not known */
    const char *sentence;
} draw_explanation;

wend_result draw_explanation_write(const draw_explanation *e, draw_format format, FILE *stream,
                                   wend_error *error);

/* ---- Parts ----------------------------------------------------------------------------------- */

/* Velocity space on a square panel. */
typedef struct velocity_panel {
    cairo_t *cr;
    wend_point corner; /* px */
    double side;       /* px */
    double reach;      /* m/s from the middle to an edge */
} velocity_panel;

/* A panel whose reach shows all velocities. */
velocity_panel velocity_panel_make(cairo_t *cr, const draw_explanation *e, wend_point corner,
                                   double side);
wend_point velocity_panel_at(const velocity_panel *panel, wend_vec2 velocity);
/* The sets that marks of one kind say (WEND_MARK_FORBIDDEN, WEND_MARK_ALLOWED). */
void velocity_sets_draw(const velocity_panel *panel, const draw_explanation *e,
                        wend_mark_kind kind);
void velocity_panel_draw(const velocity_panel *panel, const draw_explanation *e);

/* The world around the agent, on a square panel. */
canvas surroundings_make(cairo_t *cr, const draw_explanation *e, wend_point corner, double side);
/* `carriers` are the agents that carry goals. */
void surroundings_draw(canvas *c, const draw_explanation *e, const draw_agent *carriers,
                       uint32_t carrier_count);

/* Whether the numbers of a mark are numbers: models may be wrong. */
bool explanation_mark_is_sound(const wend_mark *mark);
/* Whether they are, and the mark is in these coordinates. */
bool explanation_mark_fits(const wend_mark *mark, wend_mark_space space);

enum { EXPLANATION_LABEL_SIZE = 96 };

/* The label of a mark with the key of the agent, or the number of the wall, that it is about; false
 * if it has none. */
bool explanation_label(const wend_mark *mark, char out[EXPLANATION_LABEL_SIZE]);

#endif
