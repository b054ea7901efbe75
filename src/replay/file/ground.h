/* Where a trajectory of another program took place: its space, and a name for it. */
#ifndef REPLAY_FILE_GROUND_H
#define REPLAY_FILE_GROUND_H

#include "base/memory.h"
#include <wend/space.h>

typedef struct ground {
    memory *heap;
    memory_arena arena; /* of the layers' rings */
    wend_layer_def *layers;
    uint32_t layer_count;
    wend_space_def def;
    wend_space *space;
} ground;

/* Open ground of some layers, at least one. Free it in any case. */
wend_result ground_open(ground *g, memory *heap, uint32_t layer_count, wend_error *error);
/* The union of the polygons of well-known texts, cleaned; open ground if there are none. `source`
 * names the text in messages. Free it in any case. */
wend_result ground_read(ground *g, memory *heap, const char *text, size_t size, const char *source,
                        wend_error *error);
void ground_free(ground *g);
/* The name of a file without folders and ending, given back by memory_free_text; NULL when memory
 * ran out. */
char *ground_name(memory *heap, const char *path);

#endif
