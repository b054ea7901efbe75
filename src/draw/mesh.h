/* A picture of a navigation mesh. */
#ifndef DRAW_MESH_H
#define DRAW_MESH_H

#include "draw/picture.h"

typedef struct draw_mesh {
    const wend_recording *recording; /* space and def */
    memory *heap;
    const wend_map *map;
    uint32_t level;
} draw_mesh;

/* Draws it and writes it to the stream. */
wend_result draw_mesh_write(const draw_mesh *mesh, draw_format format, FILE *stream,
                            wend_error *error);

#endif
