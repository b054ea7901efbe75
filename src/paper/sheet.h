/* A picture of a scenario's ground on which a reproduction draws routes and paths. */
#ifndef PAPER_SHEET_H
#define PAPER_SHEET_H

#include "draw/canvas/canvas.h"
#include "draw/canvas/flow.h"
#include "draw/canvas/surface.h"
#include "record/file/file.h"

typedef struct paper_sheet {
    wend_recording recording;
    memory heap;
    canvas canvas;
    record_file file;
    draw_surface surface;
    flow legend; /* one row below the ground */
} paper_sheet;

/* A part of the ground. */
typedef struct paper_extent {
    wend_point low, high; /* m */
} paper_extent;

/* Opens the file, and draws the ground, the title and the frame; everything else is drawn on top.
 * `shown` is the part of the ground to show, or NULL for all of it. An open sheet must be closed.
 */
wend_result paper_sheet_open(paper_sheet *sheet, const wend_scenario *scenario,
                             const paper_extent *shown, const char *path, const char *title,
                             const char *line, wend_error *error);
/* Closes the sheet. Writes the picture, unless `result`, the outcome of the drawing so far, is a
 * failure. */
wend_result paper_sheet_close(paper_sheet *sheet, wend_result result, wend_error *error);

/* Strokes cairo's current path; the width is in px. */
void paper_sheet_stroke(const paper_sheet *sheet, uint32_t colour, double width);
/* Adds a circle to cairo's current path; centre and radius are in px. */
void paper_sheet_circle(const paper_sheet *sheet, wend_point centre, double radius);

#endif
