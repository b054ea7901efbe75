/* The shapes that are placed in the spaces of the arrival trial. */
#ifndef SUPPORT_KIT_ARRIVAL_SHAPES_H
#define SUPPORT_KIT_ARRIVAL_SHAPES_H

#include "support/kit/arrival_world.h"

/* The kinds of shapes that may be scattered in a space. */
typedef struct shapes_mix {
    bool blocks, pillars, walls;
} shapes_mix;

/* Adds a straight wall parallel to an axis; a thin wall if thickness is 0. */
void shapes_add_wall(arrival_world *world, double x0, double y0, double x1, double y1,
                     double thickness);

/* Scatters up to `count` shapes in a box, which is given in local coordinates. The largest agent
 * can pass between any two of them, and between them and the edges of the box. */
void shapes_scatter(arrival_world *world, arrival_stream *stream, const shapes_mix *mix, double x0,
                    double y0, double x1, double y1, uint32_t count);

/* Places moving obstacles at random positions in a box. They may stand in doors, and may overlap
 * walls and each other. */
void shapes_park_carts(arrival_world *world, arrival_stream *stream, double x0, double y0,
                       double x1, double y1, uint32_t count);

#endif
