/* Verifies a definition before its coordinates are rounded: checks counts, classes and names, and
 * checks that numbers are finite. Also formats layers and points for messages. */
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "space/space.h"

/* ---- Texts for messages ---------------------------------------------------------------------- */

static const char *format_layer(uint32_t index, const char *name, char out[SPACE_TEXT_SIZE]) {
    if (name != NULL && name[0] != '\0') {
        snprintf(out, SPACE_TEXT_SIZE, "layer %u '%.64s'", index, name);
    } else {
        snprintf(out, SPACE_TEXT_SIZE, "layer %u", index);
    }
    return out;
}

const char *space_layer_text(const wend_space *space, uint32_t layer, char out[SPACE_TEXT_SIZE]) {
    return format_layer(layer, space->layers[layer].name, out);
}

const char *space_point_text(const wend_space *space, wend_vec2 position,
                             char out[SPACE_TEXT_SIZE]) {
    wend_point point = wend_space_from_local(space, position);
    char x[TEXT_DOUBLE_SIZE], y[TEXT_DOUBLE_SIZE];
    /* Rounded to micrometres, because all digits of a float would be hard to read. */
    text_format_double(floor(point.x * 1e6 + 0.5) / 1e6, x);
    text_format_double(floor(point.y * 1e6 + 0.5) / 1e6, y);
    snprintf(out, SPACE_TEXT_SIZE, "(%s, %s)", x, y);
    return out;
}

/* ---- Shape of the input ---------------------------------------------------------------------- */

/* A reference to a polyline in a layer of the definition. */
typedef struct chain_ref {
    uint32_t layer;
    const char *layer_name, *kind;
    uint32_t index;
    const wend_point *points;
    uint32_t count, min_count;
} chain_ref;

static wend_result check_chain(const chain_ref *chain, wend_error *error) {
    char layer[SPACE_TEXT_SIZE];
    format_layer(chain->layer, chain->layer_name, layer);
    if (chain->count < chain->min_count) {
        return error_set(error, WEND_ERROR_INVALID,
                         "%s: %s %u has %u points; at least %u are needed", layer, chain->kind,
                         chain->index, chain->count, chain->min_count);
    }
    if (chain->points == NULL) {
        return error_set(error, WEND_ERROR_INVALID, "%s: the points of %s %u are NULL", layer,
                         chain->kind, chain->index);
    }
    for (uint32_t i = 0; i < chain->count; ++i) {
        if (!isfinite(chain->points[i].x) || !isfinite(chain->points[i].y)) {
            return error_set(error, WEND_ERROR_INVALID,
                             "%s: point %u of %s %u is (%g, %g); it must be finite", layer, i,
                             chain->kind, chain->index, chain->points[i].x, chain->points[i].y);
        }
    }
    return WEND_OK;
}

static wend_result check_class(const chain_ref *chain, uint32_t obstacle_class, uint32_t count,
                               wend_error *error) {
    if (obstacle_class < count) {
        return WEND_OK;
    }
    char layer[SPACE_TEXT_SIZE];
    return error_set(error, WEND_ERROR_INVALID,
                     "%s: %s %u has obstacle class %u; the space has the classes 0 to %u",
                     format_layer(chain->layer, chain->layer_name, layer), chain->kind,
                     chain->index, obstacle_class, count - 1);
}

static wend_result check_arrays(const wend_layer_def *layer, uint32_t index, wend_error *error) {
    const struct {
        const void *array;
        uint32_t count;
        const char *name;
    } arrays[] = {{layer->boundaries, layer->boundary_count, "boundaries"},
                  {layer->solids, layer->solid_count, "solids"},
                  {layer->open_walls, layer->open_wall_count, "open walls"},
                  {layer->terrains, layer->terrain_count, "terrains"}};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; ++i) {
        if (arrays[i].count > 0 && arrays[i].array == NULL) {
            char text[SPACE_TEXT_SIZE];
            return error_set(error, WEND_ERROR_INVALID, "%s: the list of %u %s is NULL",
                             format_layer(index, layer->name, text), arrays[i].count,
                             arrays[i].name);
        }
    }
    return WEND_OK;
}

static wend_result check_terrain(const wend_layer_def *layer, chain_ref chain, uint32_t index,
                                 wend_error *error) {
    const wend_terrain_def *terrain = &layer->terrains[index];
    char text[SPACE_TEXT_SIZE];
    chain.index = index;
    chain.points = terrain->ring.points;
    chain.count = terrain->ring.count;
    wend_result result = check_chain(&chain, error);
    if (result == WEND_OK && terrain->hole_count > 0 && terrain->holes == NULL) {
        return error_set(error, WEND_ERROR_INVALID,
                         "%s: the list of %u holes of terrain %u is NULL",
                         format_layer(chain.layer, layer->name, text), terrain->hole_count, index);
    }
    chain.kind = "a hole of terrain";
    for (uint32_t k = 0; k < terrain->hole_count && result == WEND_OK; ++k) {
        chain.points = terrain->holes[k].points;
        chain.count = terrain->holes[k].count;
        result = check_chain(&chain, error);
    }
    if (result == WEND_OK && terrain->type == 0) {
        return error_set(
            error, WEND_ERROR_INVALID,
            "%s: terrain %u has type 0, which is reserved for ground without a terrain",
            format_layer(chain.layer, layer->name, text), index);
    }
    return result;
}

static wend_result check_layer(const wend_space_def *def, uint32_t index, wend_error *error) {
    const wend_layer_def *layer = &def->layers[index];
    wend_result result = check_arrays(layer, index, error);
    chain_ref chain = {
        .layer = index, .layer_name = layer->name, .kind = "boundary", .min_count = 3};
    for (uint32_t i = 0; i < layer->boundary_count && result == WEND_OK; ++i) {
        chain.index = i;
        chain.points = layer->boundaries[i].points;
        chain.count = layer->boundaries[i].count;
        result = check_chain(&chain, error);
    }
    chain.kind = "solid";
    for (uint32_t i = 0; i < layer->solid_count && result == WEND_OK; ++i) {
        chain.index = i;
        chain.points = layer->solids[i].ring.points;
        chain.count = layer->solids[i].ring.count;
        result = check_class(&chain, layer->solids[i].obstacle_class, def->class_count, error);
        result = result == WEND_OK ? check_chain(&chain, error) : result;
    }
    chain.kind = "terrain";
    for (uint32_t i = 0; i < layer->terrain_count && result == WEND_OK; ++i) {
        result = check_terrain(layer, chain, i, error);
    }
    chain.kind = "open wall";
    chain.min_count = 2;
    for (uint32_t i = 0; i < layer->open_wall_count && result == WEND_OK; ++i) {
        chain.index = i;
        chain.points = layer->open_walls[i].points;
        chain.count = layer->open_walls[i].count;
        result = check_class(&chain, layer->open_walls[i].obstacle_class, def->class_count, error);
        result = result == WEND_OK ? check_chain(&chain, error) : result;
    }
    return result;
}

static wend_result check_link(const wend_space_def *def, uint32_t index, wend_error *error) {
    const wend_link_def *link = &def->links[index];
    uint32_t largest = link->left_layer > link->right_layer ? link->left_layer : link->right_layer;
    if (largest >= def->layer_count) {
        return error_set(error, WEND_ERROR_INVALID,
                         "link %u names layer %u; the space has the layers 0 to %u", index, largest,
                         def->layer_count - 1);
    }
    if (link->left_layer == link->right_layer) {
        return error_set(error, WEND_ERROR_INVALID, "link %u joins layer %u with itself", index,
                         link->left_layer);
    }
    if (!isfinite(link->a.x) || !isfinite(link->a.y) || !isfinite(link->b.x) ||
        !isfinite(link->b.y)) {
        return error_set(error, WEND_ERROR_INVALID,
                         "link %u goes from (%g, %g) to (%g, %g); both must be finite", index,
                         link->a.x, link->a.y, link->b.x, link->b.y);
    }
    return WEND_OK;
}

static wend_result check_terrain_names(const wend_space_def *def, wend_error *error) {
    if (def->terrain_name_count > WEND_MAX_TERRAIN_NAMES) {
        return error_set(error, WEND_ERROR_LIMIT,
                         "the space has names for %u terrain types; at most %d are possible",
                         def->terrain_name_count, WEND_MAX_TERRAIN_NAMES);
    }
    if (def->terrain_name_count > 0 && def->terrain_names == NULL) {
        return error_set(error, WEND_ERROR_INVALID,
                         "terrain_name_count is %u, but terrain_names is NULL",
                         def->terrain_name_count);
    }
    for (uint32_t i = 0; i < def->terrain_name_count; ++i) {
        const char *name = def->terrain_names[i];
        for (uint32_t j = 0; j < i && name != NULL && name[0] != '\0'; ++j) {
            if (def->terrain_names[j] != NULL && strcmp(name, def->terrain_names[j]) == 0) {
                return error_set(error, WEND_ERROR_NAME,
                                 "terrain types %u and %u are both named '%.64s'", j, i, name);
            }
        }
    }
    return WEND_OK;
}

static wend_result check_names(const wend_space_def *def, wend_error *error) {
    for (uint32_t i = 0; i < def->layer_count; ++i) {
        const char *name = def->layers[i].name;
        for (uint32_t j = 0; j < i && name != NULL && name[0] != '\0'; ++j) {
            if (def->layers[j].name != NULL && strcmp(name, def->layers[j].name) == 0) {
                return error_set(error, WEND_ERROR_NAME, "layers %u and %u are both named '%.64s'",
                                 j, i, name);
            }
        }
    }
    for (uint32_t i = 0; i < def->class_count && def->class_names != NULL; ++i) {
        const char *name = def->class_names[i];
        for (uint32_t j = 0; j < i && name != NULL && name[0] != '\0'; ++j) {
            if (def->class_names[j] != NULL && strcmp(name, def->class_names[j]) == 0) {
                return error_set(error, WEND_ERROR_NAME,
                                 "obstacle classes %u and %u are both named '%.64s'", j, i, name);
            }
        }
    }
    return WEND_OK;
}

wend_result space_check_def(const wend_space_def *def, wend_error *error) {
    if (def->layer_count > WEND_MAX_LAYERS) {
        return error_set(error, WEND_ERROR_LIMIT,
                         "the space has %u layers; at most %d are possible", def->layer_count,
                         WEND_MAX_LAYERS);
    }
    if (def->class_count > WEND_MAX_CLASSES) {
        return error_set(error, WEND_ERROR_LIMIT,
                         "the space has %u obstacle classes; at most %d are possible",
                         def->class_count, WEND_MAX_CLASSES);
    }
    if (def->layers == NULL) {
        return error_set(error, WEND_ERROR_INVALID, "layer_count is %u, but layers is NULL",
                         def->layer_count);
    }
    if (def->class_count == 0) {
        return error_set(error, WEND_ERROR_INVALID,
                         "class_count is 0; it counts class 0 and is at least 1");
    }
    if (def->link_count > 0 && def->links == NULL) {
        return error_set(error, WEND_ERROR_INVALID, "link_count is %u, but links is NULL",
                         def->link_count);
    }
    if (def->link_count > SPACE_MAX_EDGES) {
        return error_set(error, WEND_ERROR_LIMIT, "the space has %u links; at most %d are possible",
                         def->link_count, (int)SPACE_MAX_EDGES);
    }
    if (def->has_origin && (!isfinite(def->origin.x) || !isfinite(def->origin.y))) {
        return error_set(error, WEND_ERROR_INVALID, "the origin is (%g, %g); it must be finite",
                         def->origin.x, def->origin.y);
    }
    wend_result result = check_names(def, error);
    result = result == WEND_OK ? check_terrain_names(def, error) : result;
    for (uint32_t i = 0; i < def->layer_count && result == WEND_OK; ++i) {
        result = check_layer(def, i, error);
    }
    for (uint32_t i = 0; i < def->link_count && result == WEND_OK; ++i) {
        result = check_link(def, i, error);
    }
    result = result == WEND_OK ? space_check_heights(def, error) : result;
    return result == WEND_OK ? space_check_connections(def, error) : result;
}
