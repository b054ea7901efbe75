/* Draws labels on a panel so that they do not cover each other. */
#ifndef DRAW_CANVAS_LABELS_H
#define DRAW_CANVAS_LABELS_H

#include "library/cairo.h"
#include <stdbool.h>
#include <wend/base.h>

enum { LABELS_MOST = 512 };

typedef struct label_box {
    double left, top, right, bottom;
} label_box;

typedef struct labels {
    cairo_t *cr;
    label_box panel; /* labels stay inside this box */
    label_box occupied[LABELS_MOST];
    uint32_t count;
} labels;

/* The position that is tried first for a label. */
typedef enum labels_side { LABELS_BESIDE, LABELS_ABOVE } labels_side;

/* Draws a label near a point, at a position where it covers nothing. If there is no such position,
 * the label is omitted. */
void labels_put(labels *l, const char *text, wend_point at, uint32_t colour, labels_side side);
/* Returns the width and height of a label, px. */
wend_point labels_size(const labels *l, const char *text);
/* True if a label that is centred on a point covers nothing and stays inside the panel. */
bool labels_fits(const labels *l, const char *text, wend_point centre);
/* Draws a label that is centred on a point. */
void labels_put_centred(labels *l, const char *text, wend_point centre, uint32_t colour);
/* Keeps labels out of a square that is centred on a point; the side of the square is `2 * reach`.
 */
void labels_avoid(labels *l, wend_point at, double reach);
/* Keeps labels out of a box. */
void labels_avoid_box(labels *l, label_box box);

#endif
