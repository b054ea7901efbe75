/* Creates the space of a trajectory that another program wrote: open ground, or the union of the
 * trajectory's polygons. */
#include "replay/file/ground.h"
#include "base/error.h"
#include "clean/clean.h"
#include "read/wkt.h"
#include <string.h>

enum { LONGEST_NAME = 256 };

static wend_result init_layers(ground *g, memory *heap, uint32_t count, wend_error *error) {
    *g = (ground){.heap = heap, .layer_count = count};
    arena_init(&g->arena, heap);
    g->layers = memory_get_zeroed(heap, count * sizeof *g->layers);
    if (g->layers == NULL) {
        return error_no_memory(error, "a space");
    }
    g->def = wend_default_space_def();
    g->def.layers = g->layers;
    g->def.layer_count = count;
    g->def.allocator = heap->allocator;
    return WEND_OK;
}

wend_result ground_create_open(ground *g, memory *heap, uint32_t layer_count, wend_error *error) {
    wend_result result = init_layers(g, heap, layer_count > 0 ? layer_count : 1, error);
    return result == WEND_OK ? wend_space_create(&g->def, &g->space, error) : result;
}

/* Reads, repairs and unites the polygons in a WKT string. The memory in `scratch` is not needed
 * afterwards. */
static wend_result read_layer(ground *g, const char *text, size_t size, const char *source,
                              memory_arena *scratch, wend_error *error) {
    shapes_list shapes = {.source = source};
    clean_report report;
    wend_result result = wkt_read(text, size, source, scratch, &shapes, error);
    if (result != WEND_OK || shapes.polygon_count == 0) {
        return result;
    }
    clean_source one = {.shapes = &shapes};
    clean_layer layer = {.walkable = {&one, 1}, .margin = -1.0};
    return clean_make_layer(&layer, CLEAN_EXACT, &g->arena, scratch, g->layers, &report, error);
}

wend_result ground_create_from_wkt(ground *g, memory *heap, const char *text, size_t size,
                                   const char *source, wend_error *error) {
    memory_arena scratch;
    arena_init(&scratch, heap);
    wend_result result = init_layers(g, heap, 1, error);
    if (result == WEND_OK && size > 0) {
        result = read_layer(g, text, size, source, &scratch, error);
    }
    if (result == WEND_OK) {
        result = wend_space_create(&g->def, &g->space, error);
        if (result != WEND_OK) {
            error_set_location(error, source, 0, 0);
        }
    }
    arena_free(&scratch);
    return result;
}

wend_result ground_create_from_wmap(ground *g, memory *heap, const void *bytes, size_t size,
                                    const char *source, wend_error *error) {
    *g = (ground){.heap = heap};
    arena_init(&g->arena, heap);
    wend_result result = wend_space_def_load(bytes, size, &heap->allocator, &g->loaded, error);
    if (result == WEND_OK) {
        g->def = *g->loaded;
        if (g->def.layer_count == 0) { /* open ground; a recording needs a layer */
            g->layers = memory_get_zeroed(heap, sizeof *g->layers);
            g->layer_count = 1;
            g->def.layers = g->layers;
            g->def.layer_count = g->layers != NULL ? 1 : 0;
        }
        result = wend_space_create(&g->def, &g->space, error);
    }
    if (result != WEND_OK) {
        error_set_location(error, source, 0, 0);
    }
    return result;
}

void ground_free(ground *g) {
    wend_space_release(g->space);
    wend_space_def_destroy(g->loaded);
    if (g->heap != NULL) {
        memory_free(g->heap, g->layers, g->layer_count * sizeof *g->layers);
        arena_free(&g->arena);
    }
    *g = (ground){.heap = NULL};
}

char *ground_name_from_path(memory *heap, const char *path) {
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
