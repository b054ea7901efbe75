/* Samples a guidance field: bilinear interpolation of arrows between the centres of cells.
 *
 * Departs from Menge's vector fields (`vel_field`), which interpolate all four cells: cells without
 * an arrow, and cells whose centre a wall hides from the agent, have no weight, and the weights of
 * the others are scaled to a sum of 1. So the arrows on the other side of a wall have no influence,
 * and an agent is led on where one of the cells around it has an arrow.
 *
 * Cost: O(1); near walls, up to four visibility checks, and nine if none of the four cells counts.
 */
#include <math.h>

#include "geom/vec.h"
#include "map/guidance/guidance.h"

/* Shorter sums of arrows come from arrows that cancel out; their direction would be noise. */
static const float SHORTEST_SUM = 1e-3F;

wend_vec2 guidance_centre(const guidance_layer *layer, uint32_t column, uint32_t row) {
    return (wend_vec2){(float)(layer->low_x + ((double)column + 0.5) * layer->width),
                       (float)(layer->low_y + ((double)row + 0.5) * layer->height)};
}

bool guidance_is_clear(const guidance_layer *layer, double clearance) {
    /* A location in the cell and the centres that count for it lie within one cell of the centre.
     */
    return clearance * clearance > layer->width * layer->width + layer->height * layer->height;
}

/* Returns the index, below `count`, of the cell at an offset from the first cell's corner. */
static uint32_t clamp_index(double offset, uint32_t count) {
    return (uint32_t)floor(fmin(fmax(offset, 0.0), (double)count - 1.0));
}

static bool has_cells(const guidance *map, wend_location at) {
    return at.layer < map->layer_count && map->layers[at.layer].columns > 0 &&
           isfinite(at.position.x) && isfinite(at.position.y);
}

uint32_t guidance_locate(const guidance *map, wend_location at) {
    if (!has_cells(map, at)) {
        return UINT32_MAX;
    }
    const guidance_layer *layer = &map->layers[at.layer];
    uint32_t column =
        clamp_index(((double)at.position.x - layer->low_x) / layer->width, layer->columns);
    uint32_t row = clamp_index(((double)at.position.y - layer->low_y) / layer->height, layer->rows);
    return layer->first + row * layer->columns + column;
}

/* A location in its cell. */
typedef struct sampler {
    const guidance *map;
    const guidance_layer *layer;
    const guidance_sight *sight; /* NULL: everything is visible */
    wend_location at;
    uint32_t column, row;
    /* Arrows added so far: the weighted sum, and the one with the largest weight. */
    wend_vec2 sum, heaviest;
    float total, largest;
} sampler;

/* Adds the arrow of the cell that is `dx` columns and `dy` rows away, if it counts. */
static void add_arrow(sampler *s, int dx, int dy, float weight) {
    int64_t column = (int64_t)s->column + dx, row = (int64_t)s->row + dy;
    if (column < 0 || column >= s->layer->columns || row < 0 || row >= s->layer->rows ||
        weight <= 0.0F) {
        return;
    }
    wend_vec2 arrow = s->map->arrows[s->layer->first + row * s->layer->columns + column];
    wend_location centre = {guidance_centre(s->layer, (uint32_t)column, (uint32_t)row),
                            s->at.layer};
    if (!guidance_has_direction(arrow) ||
        (s->sight != NULL && !s->sight->is_visible(s->sight->context, s->at, centre))) {
        return;
    }
    s->sum = vec_add(s->sum, vec_scale(arrow, weight));
    s->total += weight;
    s->heaviest = weight > s->largest ? arrow : s->heaviest;
    s->largest = fmaxf(weight, s->largest);
}

/* Adds the four cells around the location with bilinear weights. */
static void add_around(sampler *s) {
    wend_vec2 centre = guidance_centre(s->layer, s->column, s->row);
    double across = ((double)s->at.position.x - (double)centre.x) / s->layer->width;
    double up = ((double)s->at.position.y - (double)centre.y) / s->layer->height;
    int dx = across < 0.0 ? -1 : 1, dy = up < 0.0 ? -1 : 1;
    float x = (float)fmin(fabs(across), 0.5), y = (float)fmin(fabs(up), 0.5);
    add_arrow(s, 0, 0, (1.0F - x) * (1.0F - y));
    add_arrow(s, dx, 0, x * (1.0F - y));
    add_arrow(s, 0, dy, (1.0F - x) * y);
    add_arrow(s, dx, dy, x * y);
}

/* Adds the cell of the location and its eight neighbours with equal weights. */
static void add_neighbours(sampler *s) {
    for (int k = 0; k < 9; k++) {
        add_arrow(s, k % 3 - 1, k / 3 - 1, 1.0F);
    }
}

bool guidance_sample(const guidance *map, const guidance_sight *sight, wend_location at,
                     bool nearest, wend_vec2 *out) {
    uint32_t cell = guidance_locate(map, at);
    if (cell == UINT32_MAX) {
        return false;
    }
    const guidance_layer *layer = &map->layers[at.layer];
    uint32_t index = cell - layer->first;
    *out = map->arrows[cell];
    if (nearest) {
        return guidance_has_direction(*out);
    }
    sampler s = {.map = map,
                 .layer = layer,
                 .sight = map->is_clear[cell] ? NULL : sight,
                 .at = at,
                 .column = index % layer->columns,
                 .row = index / layer->columns};
    add_around(&s);
    if (s.total <= 0.0F) {
        add_neighbours(&s);
    }
    if (s.total <= 0.0F) {
        return false;
    }
    *out = vec_scale(s.sum, 1.0F / s.total);
    *out = vec_length(*out) < SHORTEST_SUM ? s.heaviest : *out;
    return true;
}
