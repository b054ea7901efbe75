/* The extent and the walkable area of a layer, for `wend check`. */
#ifndef CLI_GROUND_H
#define CLI_GROUND_H

#include <wend/kit.h>

typedef struct ground_extent {
    wend_point low, high; /* bounding box of all rings and walls, m */
    double area; /* m2, without obstacles of class 0; obstacles that can be switched off, and
                    doors, are not subtracted */
    bool bounded;
    bool empty; /* there are no rings and walls, so there is no bounding box */
} ground_extent;

ground_extent ground_measure(const wend_layer_def *layer);
/* Prints the extent and the area, and ends the line. */
void ground_print(const ground_extent *extent);

/* Prints the walkable area of each terrain type of a space, in all layers together; nothing for a
 * space without terrain. */
void ground_print_terrain(const wend_space *space);

#endif
