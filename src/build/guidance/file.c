/* Builds guidance fields from files: finds the layers that they name, and copies the arrows.
 *
 * A file without names of layers, such as one of Menge's, holds for the first layer. O(cells). */
#include "base/error.h"
#include "base/text.h"
#include "build/guidance/guidance.h"
#include "read/arrows.h"
#include <math.h>
#include <string.h>

/* Returns the layer of that name or number, or UINT32_MAX. */
static uint32_t find_layer(const wend_space *space, const char *name) {
    int64_t number = 0;
    for (uint32_t i = 0; i < wend_space_layer_count(space); i++) {
        const char *own = wend_space_layer_name(space, i);
        if (own != NULL && strcmp(own, name) == 0) {
            return i;
        }
    }
    bool is_number = text_parse_int64(name, &number) && number >= 0 &&
                     number < (int64_t)wend_space_layer_count(space);
    return is_number ? (uint32_t)number : UINT32_MAX;
}

/* Gives a layer the lattice that the file states for it. */
static wend_result place_layer(guidance_builder *b, const arrows_file *file,
                               const arrows_layer *from, uint32_t *out) {
    const wend_point origin = wend_space_origin(b->space);
    uint32_t index = from->name != NULL ? find_layer(b->space, from->name) : 0;
    wend_result result = WEND_OK;
    if (index == UINT32_MAX) {
        result = error_set(b->error, WEND_ERROR_NAME, "the space has no layer '%s'", from->name);
    } else if (b->parts.layers[index].columns > 0) {
        result = error_set(b->error, WEND_ERROR_INVALID, "layer '%s' appears twice",
                           wend_space_layer_name(b->space, index));
    }
    if (result != WEND_OK) {
        error_set_location(b->error, file->source, from->line, 1);
        return result;
    }
    b->parts.layers[index] = (guidance_layer){.low_x = from->low.x - origin.x,
                                              .low_y = from->low.y - origin.y,
                                              .width = from->width,
                                              .height = from->height,
                                              .columns = from->columns,
                                              .rows = from->rows};
    *out = index;
    return WEND_OK;
}

static void copy_arrows(guidance_builder *b, const arrows_layer *from, uint32_t index) {
    const guidance_layer *layer = &b->parts.layers[index];
    memcpy(b->parts.arrows + layer->first, from->arrows,
           (size_t)layer->columns * layer->rows * sizeof *from->arrows);
}

wend_result guidance_read_file(guidance_builder *b) {
    uint32_t layers = wend_space_layer_count(b->space);
    const arrows_limits limits = {.most_cells = WEND_MAX_GUIDANCE_CELLS,
                                  .most_layers = layers,
                                  .smallest_cell = WEND_MIN_GUIDANCE_CELL,
                                  .largest_cell = WEND_MAX_GUIDANCE_CELL,
                                  .longest = (double)WEND_MAX_GUIDANCE_ARROW};
    arrows_file file;
    uint32_t *indices = arena_take(&b->kept, layers * sizeof *indices, 16);
    if (indices == NULL) {
        return error_no_memory(b->error, "a guidance field");
    }
    wend_result result = arrows_file_load(b->def->file, &limits, &b->kept, &file, b->error);
    for (uint32_t i = 0; result == WEND_OK && i < file.layer_count; i++) {
        result = place_layer(b, &file, &file.layers[i], &indices[i]);
    }
    result = result == WEND_OK ? guidance_take_cells(b) : result;
    for (uint32_t i = 0; result == WEND_OK && i < file.layer_count; i++) {
        copy_arrows(b, &file.layers[i], indices[i]);
    }
    return result;
}
