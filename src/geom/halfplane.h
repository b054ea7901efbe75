/* geom/halfplane.h: projection of a point onto an intersection of half-planes. */
#ifndef GEOM_HALFPLANE_H
#define GEOM_HALFPLANE_H

#include <wend/base.h>

/* The points x with normal . x >= offset; the normal has length 1. */
typedef struct halfplane {
    wend_point normal;
    double offset;
} halfplane;

/* Finds the point nearest to `target` that lies in all half-planes. Returns false, with *out
 * unchanged, if there is none (up to rounding). */
bool halfplane_find_nearest(const halfplane *planes, uint32_t count, wend_point target,
                            wend_point *out);

#endif
