/* A picture of a roadmap. */
#ifndef DRAW_NETWORK_H
#define DRAW_NETWORK_H

#include "draw/picture.h"

typedef struct draw_network {
    const wend_recording *recording; /* space and def */
    memory *heap;
    const wend_map *map;
} draw_network;

/* Draws it and writes it to the stream. */
wend_result draw_network_write(const draw_network *network, draw_format format, FILE *stream,
                               wend_error *error);

#endif
