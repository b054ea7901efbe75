/* The space of a trajectory from another program, and its name. */
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
    wend_space *space;
} ground;

/* Makes open ground with some layers, at least one. Free it even after a failure. */
wend_result ground_open(ground *g, memory *heap, uint32_t layer_count, wend_error *error);
/* Makes the union of the polygons of well-known texts, cleaned; open ground if there are none.
 * `source` names the text in messages. Free it even after a failure. */
wend_result ground_read(ground *g, memory *heap, const char *text, size_t size, const char *source,
                        wend_error *error);
void ground_free(ground *g);
/* Returns the name of a file without folders and extension; the caller frees it with
 * memory_free_text. NULL if out of memory. */
char *ground_name(memory *heap, const char *path);

#endif
