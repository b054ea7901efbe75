/* Finds the boxes that maps made of cells cover. O(vertices of the boundaries). */
#include "build/ground_box.h"
#include "build/rounding.h"
#include <math.h>

/* Returns the box around the boundaries of a layer. */
static ground_box box_of_boundaries(const wend_space *space, const space_layer *layer) {
    ground_box box = {HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (uint32_t i = 0; i < layer->ring_count; i++) {
        const space_ring *ring = &space->rings[layer->first_ring + i];
        for (uint32_t k = 0; ring->kind == SPACE_BOUNDARY && k < ring->count; k++) {
            box.low_x = fmin(box.low_x, (double)ring->points[k].x);
            box.low_y = fmin(box.low_y, (double)ring->points[k].y);
            box.high_x = fmax(box.high_x, (double)ring->points[k].x);
            box.high_y = fmax(box.high_y, (double)ring->points[k].y);
        }
    }
    return box;
}

wend_result ground_find_boxes(const wend_space *space, wend_point low, wend_point high,
                              ground_box *boxes, wend_error *error) {
    double margin = rounding_margin(space);
    ground_box all = {0.0, 0.0, 0.0, 0.0};
    if (margin > 0.0) {
        shapes_box box = {.any = false};
        rounding r;
        wend_result result = rounding_choose(space, &box, low, high, margin, &r, error);
        if (result != WEND_OK) {
            return result;
        }
        all =
            (ground_box){r.low.x * r.unit, r.low.y * r.unit, r.high.x * r.unit, r.high.y * r.unit};
    }
    for (uint32_t i = 0; i < space->layer_count; i++) {
        const space_layer *layer = &space->layers[i];
        boxes[i] = layer->bounded ? box_of_boundaries(space, layer) : all;
    }
    return WEND_OK;
}
