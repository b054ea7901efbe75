/* A picture of the village on which corridors and paths are drawn on top of each other. */
#ifndef PAPER_CORRIDOR_MAPS_SHEET_H
#define PAPER_CORRIDOR_MAPS_SHEET_H

#include "paper/corridor_maps/parts.h"
#include "paper/sheet.h"

enum {
    SHEET_CORRIDOR = 0xe4eef6, /* area of a corridor */
    SHEET_DISC = 0xa9c4dd,     /* rims of the corridor's discs */
    SHEET_AXIS = 0x3a6ea5,     /* backbone and axis */
    SHEET_LEFT = 0xd55e00,     /* left side of the boundary */
    SHEET_RIGHT = 0x009e73,
    SHEET_PATH = 0xb3261e,
    SHEET_STANDING = 0x78726a
};

typedef paper_sheet village_sheet;

/* sheet_draw_corridor draws the discs of a corridor as one area; sheet_draw_rims draws their rims
 * separately. */
void sheet_draw_corridor(village_sheet *sheet, const wend_route *route);
void sheet_draw_rims(village_sheet *sheet, const wend_route *route);
/* Draws the control path of a route. */
void sheet_draw_backbone(village_sheet *sheet, const wend_route *route);
/* Draws lines from the centre of each disc to the points where it touches walls. */
void sheet_draw_nearest(village_sheet *sheet, const wend_route *route);
/* Draws the boundary of a corridor: both sides and both ends. */
void sheet_draw_boundary(village_sheet *sheet, const wend_route *route);
/* Draws the medial axis of a map, without the edges that lead into corners. */
void sheet_draw_axis(village_sheet *sheet, const wend_map *map);
/* Draws the standing characters, and the path of the walking character with its start and goal. */
void sheet_draw_path(village_sheet *sheet, const village_path *path);

#endif
