/* Computes positions on square and hexagonal lattices.
 *
 * Cost of filling a shape: one query on the space for each lattice position in its bounding box. */
#include "place/lattice.h"
#include <math.h>

/* Rows of a hexagonal lattice are sqrt(3) / 2 times the spacing apart. */
#define HEX_ROW 0.86602540378443865

wend_point lattice_hex_step(double spacing) {
    return (wend_point){spacing, spacing * HEX_ROW};
}

wend_point lattice_point(const lattice *l, uint32_t index) {
    if (l->positions != NULL) {
        return l->positions[index];
    }
    uint32_t column = index % l->columns, row = index / l->columns;
    return (wend_point){l->origin.x + l->step.x * column + (row % 2 != 0 ? l->shift : 0.0),
                        l->origin.y + l->step.y * row};
}

lattice_window lattice_find_window(const lattice *l, const shape *region) {
    wend_point low, high, step = {fabs(l->step.x), fabs(l->step.y)};
    shape_bounds(region, &low, &high);
    return (lattice_window){step, floor((low.x - l->origin.x - l->shift) / step.x),
                            floor((low.y - l->origin.y) / step.y),
                            ceil((high.x - low.x + l->shift) / step.x) + 2.0,
                            ceil((high.y - low.y) / step.y) + 2.0};
}

uint32_t lattice_fill(const lattice *l, const lattice_window *window, const shape *region,
                      const placement_ground *ground, uint32_t layer, double radius,
                      wend_point *positions) {
    uint32_t count = 0;
    for (int64_t k = 0; k < (int64_t)window->rows; k++) {
        double row = window->first_row + (double)k;
        double shift = fmod(fabs(row), 2.0) != 0.0 ? l->shift : 0.0;
        for (int64_t i = 0; i < (int64_t)window->columns; i++) {
            double column = window->first_column + (double)i;
            wend_point position = {l->origin.x + shift + window->step.x * column,
                                   l->origin.y + window->step.y * row};
            if (shape_contains(region, position) &&
                ground_is_clear(ground, position, layer, radius)) {
                positions[count++] = position;
            }
        }
    }
    return count;
}
