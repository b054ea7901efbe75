/* A row of signs with a word behind each, which wraps. */
#ifndef DRAW_CANVAS_FLOW_H
#define DRAW_CANVAS_FLOW_H

#include <cairo/cairo.h>
#include <stdbool.h>
#include <wend/base.h>

typedef struct flow {
    cairo_t *cr; /* NULL: measure only */
    cairo_t *ruler;
    double x, y, left, right;
} flow;

/* Adds a word and tells where the middle of its sign is to be; false if nothing is to be drawn. */
bool flow_item(flow *f, const char *text, wend_point *symbol);
/* A disc, and another one in it if that has a radius. */
void flow_dot(flow *f, const char *text, double radius, uint32_t edge, double inner, uint32_t fill);
void flow_line(flow *f, const char *text, uint32_t colour, double width, bool dashed);
void flow_box(flow *f, const char *text, uint32_t colour, uint32_t edge);

#endif
