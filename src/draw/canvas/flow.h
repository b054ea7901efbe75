/* The items of a legend: symbols, each followed by a text, in rows that wrap at a given width. */
#ifndef DRAW_CANVAS_FLOW_H
#define DRAW_CANVAS_FLOW_H

#include <cairo/cairo.h>
#include <stdbool.h>
#include <wend/base.h>

typedef struct flow {
    cairo_t *cr; /* NULL: only measure */
    cairo_t *ruler;
    double x, y, left, right;
} flow;

/* Adds a text and stores the centre of its symbol in `symbol`. Returns false if the flow only
 * measures, so that the caller draws no symbol. */
bool flow_item(flow *f, const char *text, wend_point *symbol);
/* Adds a disc, with another disc in it if `inner` is positive. */
void flow_dot(flow *f, const char *text, double radius, uint32_t edge, double inner, uint32_t fill);
void flow_line(flow *f, const char *text, uint32_t colour, double width, bool dashed);
void flow_box(flow *f, const char *text, uint32_t colour, uint32_t edge);

#endif
