/* The common look of all pictures: colours, sizes, and functions that draw text. */
#ifndef DRAW_CANVAS_THEME_H
#define DRAW_CANVAS_THEME_H

#include "library/cairo.h"
#include <stdbool.h>
#include <stdint.h>

/* Colours, as 0xrrggbb. */
enum {
    THEME_PAGE = 0xf6f4ef,
    THEME_GROUND = 0xffffff,
    THEME_FRAME = 0xd9d4ca,
    THEME_SOLID = 0xcfc9bd,
    THEME_SWITCHED = 0xe3d6b8,
    THEME_WALL = 0x3f3b36,
    THEME_DOOR = 0xb3261e,
    THEME_LINK = 0x3d8b8b,
    THEME_BELT = 0x2b6a99,
    THEME_GOAL = 0xd9a400,
    THEME_FORBIDDEN = 0xb3261e,
    THEME_OBSTACLE = 0x6a5acd, /* velocity obstacles in velocity space */
    THEME_CHOSEN = 0x00796b,
    THEME_TEXT = 0x26231f,
    THEME_FAINT = 0x78726a
};

/* Sizes, px. */
#define THEME_MARGIN     24.0
#define THEME_HEADER     58.0
#define THEME_ROW        22.0
#define THEME_GAP        16.0
#define THEME_PANEL_NAME 20.0
#define THEME_TITLE_SIZE 20.0
#define THEME_TEXT_SIZE  13.0

/* Returns the colour of a group; the colours repeat after THEME_GROUP_COLOURS groups.
 *
 * The first five colours are from M. Okabe and K. Ito, "Color Universal Design" (2008). Their
 * yellow and black are hard to see here, and their orange is too similar to goals. The other
 * colours were found by a search for the palette with the largest CIEDE2000 difference between any
 * two of the first 12 colours, for normal and for simulated colour-blind vision: at least 20.8 with
 * normal vision and 12.0 with protanopia, deuteranopia or tritanopia. All differ from the other
 * colours of the theme. docs/decisions/0041-axes-colours-density.md compares palettes. */
enum { THEME_GROUP_COLOURS = 24 };
uint32_t theme_group_colour(uint32_t group);
/* Returns the background colour of a terrain type; the colours repeat after THEME_TERRAIN_COLOURS
 * types. They are pale (lightness 74 to 94, chroma at most 34), so that agents stand out on them,
 * and were chosen one after the other as the colour with the largest CIEDE2000 difference from the
 * earlier ones, from ground and from obstacles: at least 11.5 for the first 12, and 9.2 for all. */
enum { THEME_TERRAIN_COLOURS = 24 };
uint32_t theme_terrain_colour(uint32_t type);

void theme_set(cairo_t *cr, uint32_t colour, double opacity);
/* Writes text with its baseline starting at (x, y). The text must be valid UTF-8: see utf8_copy. */
void theme_text(cairo_t *cr, const char *text, double x, double y, double size, bool bold,
                uint32_t colour);

/* Writes text as theme_text does, but shortens it with an ellipsis to at most `wide` px. */
void theme_text_cut(cairo_t *cr, const char *text, double x, double y, double size, bool bold,
                    uint32_t colour, double wide);
/* Writes text as theme_text does, but centred horizontally at x. */
void theme_text_middle(cairo_t *cr, const char *text, double x, double y, double size,
                       uint32_t colour);
/* Returns the width of text when drawn, px. */
double theme_text_width(cairo_t *cr, const char *text, double size, bool bold);

#endif
