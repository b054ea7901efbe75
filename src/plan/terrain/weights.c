/* Finds the weights of terrain for an agent: see weights.h. */
#include "plan/terrain/weights.h"

#include <wend/view.h>

/* True if slopes add to the weight of a terrain type. */
static bool weighs_slopes(const search_ground *ground, uint32_t index, uint32_t type) {
    const wend_view *view = ground->view;
    return wend_space_has_height(view->space) && wend_view_ground_weight(view, index, type, 1.0F) >
                                                     wend_view_terrain_weight(view, index, type);
}

bool terrain_weights(search_ground *ground, uint32_t index) {
    const navmesh *mesh = ground->mesh;
    uint32_t count = mesh->terrain_type_count;
    ground->weights = NULL;
    ground->weight_count = 0;
    ground->least_weight = 1.0F;
    ground->has_slopes = false;
    ground->body = index;
    if (count == 0 || wend_view_weight_class(ground->view, index) == 0) {
        return true;
    }
    size_t size = (size_t)mesh->terrain_types[count - 1] + 1;
    float *weights = wend_view_scratch(ground->view, ground->worker, size * sizeof *weights);
    if (weights == NULL) {
        return false;
    }
    for (size_t i = 0; i < size; i++) {
        weights[i] = 1.0F;
    }
    ground->least_weight = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t type = mesh->terrain_types[i];
        weights[type] = wend_view_terrain_weight(ground->view, index, type);
        ground->least_weight = fminf(ground->least_weight, weights[type]);
        ground->has_slopes = ground->has_slopes || weighs_slopes(ground, index, type);
    }
    ground->weights = weights;
    ground->weight_count = (uint32_t)size;
    return true;
}
