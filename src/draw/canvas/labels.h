/* Labels on a panel that do not cover each other. */
#ifndef DRAW_CANVAS_LABELS_H
#define DRAW_CANVAS_LABELS_H

#include <cairo/cairo.h>
#include <stdbool.h>
#include <wend/base.h>

enum { LABELS_MOST = 64 };

typedef struct label_box {
    double left, top, right, bottom;
} label_box;

typedef struct labels {
    cairo_t *cr;
    label_box panel; /* labels stay inside it */
    label_box occupied[LABELS_MOST];
    uint32_t count;
} labels;

/* The side on which a label is tried first. */
typedef enum labels_side { LABELS_BESIDE, LABELS_ABOVE } labels_side;

/* Writes a label next to a point where there is room; omits it if there is none. */
void labels_put(labels *l, const char *text, wend_point at, uint32_t colour, labels_side side);
/* Keeps labels off a box around a point. */
void labels_avoid(labels *l, wend_point at, double reach);

#endif
