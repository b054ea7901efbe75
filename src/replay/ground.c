#include "replay/ground.h"
#include "base/error.h"
#include <string.h>

enum { LONGEST_NAME = 256 };

wend_result ground_open(ground *g, memory *heap, uint32_t layer_count, wend_error *error) {
    *g = (ground){.heap = heap, .layer_count = layer_count > 0 ? layer_count : 1};
    g->layers = memory_get_zeroed(heap, g->layer_count * sizeof *g->layers);
    if (g->layers == NULL) {
        return error_set(error, WEND_ERROR_MEMORY, "out of memory for a space");
    }
    g->def = wend_default_space_def();
    g->def.layers = g->layers;
    g->def.layer_count = g->layer_count;
    g->def.allocator = heap->allocator;
    return wend_space_create(&g->def, &g->space, error);
}

void ground_free(ground *g) {
    wend_space_release(g->space);
    if (g->heap != NULL) {
        memory_free(g->heap, g->layers, g->layer_count * sizeof *g->layers);
    }
    *g = (ground){.heap = NULL};
}

char *ground_name(memory *heap, const char *path) {
    char name[LONGEST_NAME];
    const char *slash = strrchr(path, '/');
    const char *start = slash != NULL ? slash + 1 : path;
    const char *dot = strrchr(start, '.');
    size_t length = dot != NULL ? (size_t)(dot - start) : strlen(start);
    length = length < sizeof name ? length : sizeof name - 1;
    memcpy(name, start, length);
    name[length] = '\0';
    return memory_copy_text(heap, name);
}
