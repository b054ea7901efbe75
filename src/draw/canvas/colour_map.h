/* Maps values to colours: light yellow for small values, through orange and crimson, to dark blue
 * for large ones. */
#ifndef DRAW_CANVAS_COLOUR_MAP_H
#define DRAW_CANVAS_COLOUR_MAP_H

#include <stdint.h>

enum { COLOUR_MAP_SIZE = 256 };

typedef struct colour_map {
    uint32_t colours[COLOUR_MAP_SIZE]; /* as 0xrrggbb */
} colour_map;

void colour_map_make(colour_map *map);
/* Returns the colour for a fraction from 0 to 1. Fractions outside this range get the colour of the
 * nearest end of the map. */
uint32_t colour_map_at(const colour_map *map, double share);

#endif
