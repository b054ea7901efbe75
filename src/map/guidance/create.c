/* Creates a guidance field: verifies and copies what a builder or a loader provides, and archives
 * it. O(cells). */
#include <math.h>

#include "base/hash.h"
#include "geom/vec.h"
#include "map/guidance/guidance.h"
#include "map/guidance/kind.h"
#include "map/map.h"
#include "map/save.h"

/* ---- Verification ---------------------------------------------------------------------------- */

static bool is_size(double size) {
    return size >= WEND_MIN_GUIDANCE_CELL && size <= WEND_MAX_GUIDANCE_CELL;
}

static const char *check_layers(const guidance *g) {
    const double most = 1e6; /* m: the largest coordinate */
    uint64_t total = 0;
    for (uint32_t i = 0; i < g->layer_count; i++) {
        const guidance_layer *layer = &g->layers[i];
        if (layer->columns > WEND_MAX_GUIDANCE_CELLS || layer->rows > WEND_MAX_GUIDANCE_CELLS ||
            (layer->columns == 0) != (layer->rows == 0)) {
            return "the number of cells of a layer is out of range";
        }
        total += (uint64_t)layer->columns * layer->rows;
        if (total > WEND_MAX_GUIDANCE_CELLS) {
            return "it is too large";
        }
        if (!(fabs(layer->low_x) <= most && fabs(layer->low_y) <= most && is_size(layer->width) &&
              is_size(layer->height))) {
            return "the cells of a layer are out of range";
        }
    }
    return total == g->cell_count ? NULL : "the number of cells does not match the layers";
}

const char *guidance_verify(const void *draft) {
    const guidance *g = draft;
    if (g->layer_count == 0 || g->layer_count > WEND_MAX_LAYERS) {
        return "it has too few or too many layers";
    }
    const char *wrong = check_layers(g);
    for (uint32_t i = 0; i < g->cell_count && wrong == NULL; i++) {
        wend_vec2 arrow = g->arrows[i];
        if (!(fabsf(arrow.x) <= WEND_MAX_GUIDANCE_ARROW &&
              fabsf(arrow.y) <= WEND_MAX_GUIDANCE_ARROW)) {
            wrong = "an arrow is out of range";
        } else if (g->is_clear[i] > 1) {
            wrong = "the flag of a cell is out of range";
        }
    }
    return wrong;
}

/* ---- Creation -------------------------------------------------------------------------------- */

bool guidance_copy(wend_map *map, const void *draft) {
    const guidance *parts = draft;
    guidance *g = map->data;
    g->layers = map_copy(map, parts->layers, parts->layer_count, sizeof *g->layers);
    g->arrows = map_copy(map, parts->arrows, parts->cell_count, sizeof *g->arrows);
    g->is_clear = map_copy(map, parts->is_clear, parts->cell_count, sizeof *g->is_clear);
    return g->layers != NULL && g->arrows != NULL && g->is_clear != NULL;
}

wend_result guidance_finish(wend_map *map, wend_error *error) {
    guidance *g = map->data;
    (void)error;
    uint32_t first = 0;
    for (uint32_t i = 0; i < g->layer_count; i++) {
        g->layers[i].first = first;
        first += g->layers[i].columns * g->layers[i].rows;
    }
    g->arrow_count = 0;
    g->longest = 0.0F;
    for (uint32_t i = 0; i < g->cell_count; i++) {
        float length = vec_length(g->arrows[i]);
        g->arrow_count += guidance_has_direction(g->arrows[i]);
        g->longest = fmaxf(g->longest, length);
    }
    return WEND_OK;
}

uint64_t guidance_hash(const void *data, uint64_t hash) {
    const guidance *g = data;
    hash = hash_combine(hash, g->layer_count);
    for (uint32_t i = 0; i < g->layer_count; i++) {
        const guidance_layer *layer = &g->layers[i];
        const double values[] = {layer->low_x, layer->low_y, layer->width, layer->height};
        hash = hash_bytes(values, sizeof values, hash);
        hash = hash_combine(hash, (uint64_t)layer->columns << 32 | layer->rows);
    }
    hash = hash_bytes(g->arrows, g->cell_count * sizeof *g->arrows, hash);
    return hash_bytes(g->is_clear, g->cell_count * sizeof *g->is_clear, hash);
}

static void save_layer(archive *ar, void *record) {
    guidance_layer *layer = record;
    archive_f64(ar, &layer->low_x);
    archive_f64(ar, &layer->low_y);
    archive_f64(ar, &layer->width);
    archive_f64(ar, &layer->height);
    archive_u32(ar, &layer->columns);
    archive_u32(ar, &layer->rows);
}

void guidance_archive(archive *ar, void *draft, memory_arena *arena) {
    guidance *map = draft;
    uint32_t clear_count = map->cell_count;
    map->layers = save_records(ar, map->layers, &map->layer_count, 40, sizeof *map->layers,
                               save_layer, arena);
    map->arrows = save_array(ar, map->arrows, &map->cell_count, sizeof *map->arrows, arena);
    map->is_clear = save_array(ar, map->is_clear, &clear_count, sizeof *map->is_clear, arena);
    archive_expect(ar, clear_count == map->cell_count, "the numbers of arrows and cells differ");
}
