/* Draws routes, paths and choices of characters on the ground of a scene. */
#ifndef PAPER_MIRAN_SHEET_H
#define PAPER_MIRAN_SHEET_H

#include "paper/miran/parts.h"
#include "paper/sheet.h"

enum {
    MIRAN_ROUTE = 0x26231f,   /* indicative routes */
    MIRAN_PATH = 0xb3261e,    /* the path of MIRAN, and the part of the route for the reference */
    MIRAN_OTHER = 0x7b3fa0,   /* the path of IRM */
    MIRAN_VISIBLE = 0x2b6a99, /* visible parts of the route */
    MIRAN_LINE = 0x78726a     /* lines from the character to candidates */
};

/* Draws a line with a name in the legend; `name` may be NULL. */
void miran_draw_line(paper_sheet *sheet, const miran_line *line, const char *name, uint32_t colour,
                     double width, bool dashed);
/* Draws a straight segment. */
void miran_draw_segment(paper_sheet *sheet, wend_point a, wend_point b, uint32_t colour,
                        double width, bool dashed);
/* Draws a label; its left lower corner is offset from a point by `right` and `down` px. `label` may
 * be NULL. */
void miran_draw_label(paper_sheet *sheet, wend_point at, double right, double down, uint32_t colour,
                      const char *label);
/* Draws a disc with a label above it to the right; `label` may be NULL. */
void miran_draw_dot(paper_sheet *sheet, wend_point at, double radius, uint32_t colour,
                    const char *label);
/* Adds the terrain types of the scene to the legend. */
void miran_draw_terrain_names(paper_sheet *sheet);

#endif
