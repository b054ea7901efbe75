/* The descriptor of the map kind "guidance": an arrow for each cell. */
#include "map/guidance/kind.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "map/guidance/guidance.h"
#include "map/map.h"

const guidance *guidance_of(const wend_map *map) {
    return map_is_kind(map, &map_kind_guidance) ? map->data : NULL;
}

wend_result guidance_create(const guidance *parts, uint64_t space_hash,
                            const wend_allocator *allocator, wend_map **out, wend_error *error) {
    return map_create(&map_kind_guidance, parts, space_hash, allocator, out, error);
}

static void write_info(const void *data, wend_map_info *info) {
    const guidance *g = data;
    info->vertices = g->arrow_count;
    info->faces = g->cell_count;
    map_add_figure(info, "arrows", g->arrow_count, "1");
    map_add_figure(info, "longest_arrow", (double)g->longest, "1");
}

static void describe(const void *data, const wend_map_info *info, char *out, size_t size) {
    const guidance *g = data;
    snprintf(out, size, "%u cells, %u of them with an arrow, the longest %.3g; %" PRIu64 " bytes",
             g->cell_count, g->arrow_count, (double)g->longest, info->bytes);
}

static uint32_t locate(const void *data, wend_location location) {
    const guidance *g = data;
    wend_vec2 arrow;
    return guidance_sample(g, NULL, location, true, &arrow) ? guidance_locate(g, location)
                                                            : UINT32_MAX;
}

/* Returns the fraction of the cells with a walkable centre from which an arrow leads on. */
static wend_map_coverage cover(const void *data, const wend_space *space,
                               const wend_space_def *def) {
    const guidance *g = data;
    (void)def;
    uint64_t walkable = 0, covered = 0;
    for (uint32_t l = 0; l < g->layer_count; l++) {
        const guidance_layer *layer = &g->layers[l];
        for (uint32_t i = 0; i < layer->columns * layer->rows; i++) {
            wend_vec2 centre = guidance_centre(layer, i % layer->columns, i / layer->columns),
                      arrow;
            wend_location at = {centre, l};
            bool ground = wend_space_is_walkable(space, at, 1);
            walkable += ground;
            covered += ground && guidance_sample(g, NULL, at, true, &arrow);
        }
    }
    double share = walkable > 0 ? (double)covered / (double)walkable : 0.0;
    return (wend_map_coverage){share, "covers", 1};
}

const map_kind map_kind_guidance = {
    .name = "guidance",
    .title = "guidance field",
    .tag = 7,
    .size = sizeof(guidance),
    .verify = guidance_verify,
    .copy = guidance_copy,
    .finish = guidance_finish,
    .archive = guidance_archive,
    .hash = guidance_hash,
    .info = write_info,
    .describe = describe,
    .locate = locate,
    .cover = cover,
};

/* ---- Public accessors ------------------------------------------------------------------------ */

static const guidance *data_of(const wend_map *map) {
    WEND_ASSERT(map != NULL && guidance_of(map) != NULL);
    return guidance_of(map);
}

uint32_t wend_guidance_cell_count(const wend_map *map) {
    return data_of(map)->cell_count;
}

wend_guidance_cell wend_guidance_cell_at(const wend_map *map, uint32_t cell) {
    const guidance *g = data_of(map);
    WEND_ASSERT(cell < g->cell_count);
    uint32_t l = 0;
    while (cell - g->layers[l].first >= g->layers[l].columns * g->layers[l].rows) {
        l++;
    }
    const guidance_layer *layer = &g->layers[l];
    uint32_t at = cell - layer->first;
    wend_vec2 centre = guidance_centre(layer, at % layer->columns, at / layer->columns);
    return (wend_guidance_cell){{centre, l}, g->arrows[cell], layer->width, layer->height};
}

static bool is_visible(const void *context, wend_location from, wend_location to) {
    return wend_space_is_visible(context, from, to, 0.0F, 1);
}

bool wend_guidance_sample(const wend_map *map, const wend_space *space, wend_location at,
                          bool nearest, wend_vec2 *out) {
    WEND_ASSERT(space != NULL && out != NULL);
    const guidance_sight sight = {is_visible, space};
    return guidance_sample(data_of(map), &sight, at, nearest, out);
}
