/* Shared by the fuzzers of geometry files: everything that parses is projected, cleaned and built
 * into a space.
 *
 * Sizes are limited to keep runs short. Cleaning rounds all coordinates to values that single
 * precision represents exactly, so the space must accept the result unless it exceeds a limit. */
#ifndef SUPPORT_FUZZ_GEOMETRY_H
#define SUPPORT_FUZZ_GEOMETRY_H

#include "clean/clean.h"
#include "read/project.h"
#include "support/fuzz.h"

enum { GEOMETRY_MOST_VERTICES = 400, GEOMETRY_MOST_BYTES = 6000 };

/* Puts the polygons into one of the lists of a layer. A few bits of the input choose the list. */
static clean_layer geometry_layer(clean_source *source, uint8_t choice) {
    clean_layer layer = {.margin = -1.0};
    clean_sources one = {source, 1};
    source->width = (choice & 16) != 0 ? 1.5 : 0.0;
    source->tag = (choice & 32) != 0 ? 1 : 0;
    switch (choice % 5) {
    case 0:
        layer.walkable = one;
        break;
    case 1:
        layer.rings = one;
        break;
    case 2:
        layer.obstacles = one;
        layer.margin = (choice & 64) != 0 ? 5.0 : -1.0;
        break;
    case 3:
        layer.walls = one;
        break;
    default:
        layer.terrain = one;
        source->tag = 3;
        break;
    }
    return layer;
}

static void geometry_make_space(const clean_layer *layer, memory_arena *arena) {
    wend_layer_def out = {0};
    clean_report report;
    wend_error error = {0};
    wend_result result = clean_make_layer(layer, CLEAN_EXACT, arena, arena, &out, &report, &error);
    fuzz_expect(result == WEND_OK || (error.message[0] != '\0' && error.code == result),
                "rejected without a message");
    fuzz_expect(result == WEND_OK || result == WEND_ERROR_GEOMETRY || result == WEND_ERROR_LIMIT,
                "rejected for an unexpected reason");
    if (result != WEND_OK) {
        return;
    }
    wend_space_def def = wend_default_space_def();
    def.layers = &out;
    def.layer_count = 1;
    def.class_count = 2;
    wend_space *space = NULL;
    result = wend_space_create(&def, &space, &error);
    fuzz_expect(result == WEND_OK || result == WEND_ERROR_LIMIT, "cleaned, and no space");
    wend_space_release(space);
}

static inline void geometry_use(shapes_list *list, uint8_t choice, memory_arena *arena) {
    shapes_box box = {0};
    shapes_measure(list, &box);
    if (list->vertex_count > GEOMETRY_MOST_VERTICES) {
        return;
    }
    if (project_looks_like_degrees(&box)) {
        projection p = project_from(project_centre(&box));
        project_list(&p, list);
    }
    /* Building a space takes a long time if the ground is large, even if it is simple. */
    if (box.any && (box.high.x - box.low.x > 2000.0 || box.high.y - box.low.y > 2000.0)) {
        choice |= 128;
    }
    clean_source source = {list, 0, 0.0};
    clean_layer layer = geometry_layer(&source, choice);
    wend_point corners[] = {{-50, -50}, {50, -50}, {60, 60}, {-50, 50}};
    shapes_ring ring = {corners, 4};
    shapes_polygon clip = {.rings = &ring, .ring_count = 1, .line = 1, .column = 1};
    layer.clip = (choice & 128) != 0 ? &clip : NULL;
    geometry_make_space(&layer, arena);
}

/* Parses text into shapes; `choice` is the first byte of the input. */
typedef wend_result (*geometry_reader)(const char *text, size_t size, uint8_t choice,
                                       memory_arena *arena, shapes_list *out, wend_error *error);

/* Runs one input. The first byte chooses the role of the polygons; the rest is the content of a
 * file. The file must either give an error with a position, or be read and used. */
static inline void geometry_fuzz(const uint8_t *data, size_t size, geometry_reader read) {
    if (size < 1 || size > GEOMETRY_MOST_BYTES) {
        return;
    }
    memory heap;
    memory_arena arena;
    memory_init(&heap, NULL);
    arena_init(&arena, &heap);
    shapes_list list = {0};
    wend_error error = {0};
    wend_result result = read((const char *)data + 1, size - 1, data[0], &arena, &list, &error);
    if (result == WEND_OK) {
        geometry_use(&list, data[0], &arena);
    } else {
        fuzz_expect(error.code == result && error.line > 0 && error.column > 0 &&
                        error.message[0] != '\0',
                    "refused without a position");
    }
    arena_free(&arena);
}

#endif
