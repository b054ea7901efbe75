/* Panels: rectangles of a picture, each of which shows a part of a world. All panels of a picture
 * have the same scale, so that sizes can be compared. */
#ifndef DRAW_CANVAS_PANELS_H
#define DRAW_CANVAS_PANELS_H

#include <stdint.h>
#include <wend/base.h>

typedef struct world_panel {
    wend_point low, high; /* corners of the part of the world that is shown, m */
    wend_point corner;    /* upper left corner, px */
    double width, height; /* px */
    /* Used while the panels are arranged: the smallest height (px) of the rows from this panel to
     * the last one if a row starts here, and the index of the panel that starts the next row. */
    double rows_height;
    uint32_t next_row;
} world_panel;

/* The part of a picture that panels share. */
typedef struct panels_page {
    wend_point corner;         /* upper left corner, px */
    double width;              /* px */
    double max_height;         /* px; exceeded only if even the smallest panels need more */
    double left, above, below; /* px, room around each panel for its axes and its name */
    double gap;                /* px, between panels and below each row */
} panels_page;

/* Empties a panel, or extends it so that it shows a disc; the radius is in m. */
void panel_empty(world_panel *p);
void panel_add(world_panel *p, wend_point point, double radius);

/* Adds a margin around what each panel shows. The margin is the same in all panels, and no panel
 * shows less than a few metres, unless all content is smaller. An empty panel shows the middle of
 * the others. */
void panels_add_margins(world_panel *panels, uint32_t count);
/* Arranges panels in rows, in their order, with the largest common scale for which they fit on the
 * page. The size of a panel follows from what it shows. A panel that would be too small for its
 * name shows more on all sides, and so does a single panel that is narrower than the page. Returns
 * the scale, px per m, and stores the height of the rows, including the gap below the last one. */
double panels_arrange(world_panel *panels, uint32_t count, const panels_page *page, double *height);

#endif
