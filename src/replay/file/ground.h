/* The space of a trajectory that another program wrote: open ground, or ground that is read from
 * well-known text (WKT). Also derives the name of a recording from its path. */
#ifndef REPLAY_FILE_GROUND_H
#define REPLAY_FILE_GROUND_H

#include "base/memory.h"
#include <wend/space.h>

typedef struct ground {
    memory *heap;
    memory_arena arena; /* holds the rings of the layers */
    wend_layer_def *layers;
    uint32_t layer_count;
    wend_space_def def;
    wend_space_def *loaded; /* the def of a .wmap; NULL for other ground */
    wend_space *space;
} ground;

/* Creates open ground with `layer_count` layers (at least one). Call ground_free even after a
 * failure. */
wend_result ground_create_open(ground *g, memory *heap, uint32_t layer_count, wend_error *error);
/* Creates the cleaned union of all polygons in a WKT string, or open ground if the string contains
 * no polygons. `source` names the string in messages. Call ground_free even after a failure. */
wend_result ground_create_from_wkt(ground *g, memory *heap, const char *text, size_t size,
                                   const char *source, wend_error *error);
/* Creates the space that is stored in the bytes of a .wmap. `source` names them in messages. Call
 * ground_free even after a failure. */
wend_result ground_create_from_wmap(ground *g, memory *heap, const void *bytes, size_t size,
                                    const char *source, wend_error *error);
void ground_free(ground *g);
/* Returns the file name in a path, without folders and extension, or NULL if out of memory. The
 * caller frees it with memory_free_text. */
char *ground_name_from_path(memory *heap, const char *path);

#endif
