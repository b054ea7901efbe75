/* Draws several pictures of runs side by side, one panel for each, at the same scale. */
#ifndef DRAW_CROWD_PANELS_H
#define DRAW_CROWD_PANELS_H

#include "draw/canvas/surface.h"
#include "draw/crowd/picture.h"

/* One panel: a picture, or text in its place. The recording's scenario is the title of a picture.
 */
typedef struct draw_panel {
    const draw_picture *picture; /* NULL: only the title and the text are drawn */
    const char *title, *text;    /* used if there is no picture */
} draw_panel;

/* The content of a sheet of panels. */
typedef struct draw_panels {
    memory *heap;
    const char *title, *line; /* above all panels; `line` is smaller, and may be "" */
    const draw_panel *panels;
    uint32_t count; /* at least 1 */
} draw_panels;

/* Draws the panels in rows and writes them to the stream. All pictures show the same part of the
 * world, so that they can be compared. One legend, that of the first picture, is below them. Fails
 * if out of memory or disk space. */
wend_result draw_panels_write(const draw_panels *sheet, draw_format format, FILE *stream,
                              wend_error *error);

#endif
