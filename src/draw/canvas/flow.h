/* The items of a legend: symbols, each followed by text, in rows that wrap at a given width. */
#ifndef DRAW_CANVAS_FLOW_H
#define DRAW_CANVAS_FLOW_H

#include "library/cairo.h"
#include <stdbool.h>
#include <wend/base.h>

typedef struct flow {
    cairo_t *cr; /* NULL if the items are only measured, not drawn */
    cairo_t *ruler;
    double x, y, left, right;
} flow;

/* Adds an item: writes its text, and stores the position for the centre of its symbol in `*symbol`.
 * Returns true if the caller is to draw the symbol, false if the items are only measured. */
bool flow_item(flow *f, const char *text, wend_point *symbol);
/* Adds an item with a disc as its symbol. If `inner` is positive, a second disc with that radius is
 * drawn on the first. */
void flow_dot(flow *f, const char *text, double radius, uint32_t edge, double inner, uint32_t fill);
void flow_line(flow *f, const char *text, uint32_t colour, double width, bool dashed);
void flow_box(flow *f, const char *text, uint32_t colour, uint32_t edge);

/* Adds the items of a legend. */
typedef void (*flow_items)(flow *f, void *user);
/* Returns the height (px) of the rows that the items of a legend need between two margins; 0 if
 * there are no items. */
double flow_height(flow_items items, void *user, double left, double right);

#endif
