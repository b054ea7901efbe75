/* A picture of the village, on which corridors and paths are drawn layer by layer. */
#ifndef PAPER_CORRIDOR_MAPS_SHEET_H
#define PAPER_CORRIDOR_MAPS_SHEET_H

#include "draw/canvas/canvas.h"
#include "draw/canvas/flow.h"
#include "draw/canvas/surface.h"
#include "paper/corridor_maps/parts.h"
#include "record/file/file.h"

enum {
    SHEET_CORRIDOR = 0xe4eef6, /* ground of a corridor */
    SHEET_DISC = 0xa9c4dd,     /* its discs */
    SHEET_AXIS = 0x3a6ea5,     /* backbone and axis */
    SHEET_LEFT = 0xd55e00,     /* what is on the left hand */
    SHEET_RIGHT = 0x009e73,
    SHEET_PATH = 0xb3261e,
    SHEET_STANDING = 0x78726a
};

typedef struct village_sheet {
    wend_recording recording;
    memory heap;
    canvas canvas;
    record_file file;
    draw_surface surface;
    flow legend;
} village_sheet;

/* Opens the file and draws ground, title and frame. What is drawn afterwards lies on the ground. A
 * sheet that was opened must be closed. */
wend_result sheet_open(village_sheet *sheet, const village_ground *ground, const char *path,
                       const char *title, const char *line, wend_error *error);
/* `result` is what came of the drawing. */
wend_result sheet_close(village_sheet *sheet, wend_result result, wend_error *error);

/* The discs of a corridor as one area, and their rims. */
void sheet_corridor(village_sheet *sheet, const wend_route *route);
void sheet_rims(village_sheet *sheet, const wend_route *route);
/* The control path. */
void sheet_backbone(village_sheet *sheet, const wend_route *route);
/* From the middle of each disc to the places where it touches walls. */
void sheet_nearest(village_sheet *sheet, const wend_route *route);
/* The boundary: both sides and ends. */
void sheet_boundary(village_sheet *sheet, const wend_route *route);
/* The whole axis of a map, without edges into corners. */
void sheet_axis(village_sheet *sheet, const wend_map *map);
/* Those who stand, and where the character went, with its start and goal. */
void sheet_walk(village_sheet *sheet, const village_walk *walk);

#endif
