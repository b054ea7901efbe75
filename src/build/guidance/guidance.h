/* build/guidance/guidance.h: declarations shared by the files that build guidance fields. */
#ifndef BUILD_GUIDANCE_H
#define BUILD_GUIDANCE_H

#include "base/watch.h"
#include "map/guidance/guidance.h"
#include "space/space.h"
#include <wend/kit.h>

/* A straight piece of a line, on one layer. */
typedef struct guidance_piece {
    wend_vec2 from, to;
    wend_vec2 direction; /* unit vector */
    uint32_t layer, line;
    bool is_last; /* the line ends here */
} guidance_piece;

typedef struct guidance_builder {
    const wend_guidance_def *def;
    const wend_space *space;
    wend_error *error;
    watcher progress;
    memory heap;
    memory_arena kept;
    guidance_piece *pieces; /* in the order of the lines */
    uint32_t piece_count, piece_capacity;
    guidance parts;
} guidance_builder;

/* Reads the arrows from the def's file (file.c). */
wend_result guidance_read_file(guidance_builder *b);

/* Checks the lines, and cuts them into pieces where they cross links (lines.c). */
wend_result guidance_cut_lines(guidance_builder *b);

/* Gives each layer a lattice over its ground, and blends the lines into arrows (blend.c). */
wend_result guidance_blend_lines(guidance_builder *b);

/* Gives arrows to the cells from which no line is visible (fill.c). */
wend_result guidance_fill_cells(guidance_builder *b);

/* Allocates the cells of all layers, without arrows. */
wend_result guidance_take_cells(guidance_builder *b);

#endif
