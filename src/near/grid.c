/* Chooses the cells into which bodies are sorted.
 *
 * A strip is a row of cells along x, so a body's neighbours lie in a few contiguous slices, one per
 * strip. The strip height is 1.27 * sqrt(k / (pi * density)) for the usual k = 10 neighbours and
 * the mean density; the width of a bin is a quarter of the strip height. That gives about 1.3
 * bodies per cell (a flat optimum in trials). If the density around bodies is far higher than the
 * mean (a jam beside an empty field), the cells are sized for that density.
 *
 * The density around bodies is measured in a coarse grid of squares: for each body, the other
 * bodies in its square are counted.
 *
 * Cells depend only on the current positions. Boxes, heights and numbers of bodies are rounded, so
 * the cells usually stay the same from step to step. Bodies can then be counted into the cells of
 * the previous step, and this count is usually still valid (see sort.c). Cost: O(layers + squares *
 * ranges), where a range is the set of bodies that one worker counts. */
#include <math.h>
#include <string.h>

#include "geom/vec.h"
#include "near/near.h"

enum {
    BINS_PER_STRIP = 4, /* the height of a strip divided by the width of a bin */
    MAX_BIN_WIDTH = 8,  /* limit in strip heights, used only if there would be too many cells */
    SPARE_CELLS = 64,
    MAX_SQUARES = 4096,
    BOX_BITS = 6,   /* rounding step of a box's edges: about its larger side / 2^BOX_BITS */
    COUNT_BITS = 4, /* significant bits kept when a number of bodies is rounded */
    HEIGHT_BITS = 3 /* bits after the leading one that rounding keeps in a height */
};

static const float strip_factor = 2.27F;     /* 1.27 * sqrt(10 / pi) */
static const float min_strip_height = 0.25F; /* m */
static const float min_box_size = 8.0F; /* m; smaller boxes are rounded as if they had this size */
static const double crowded_ratio =
    2.5; /* if the density around bodies exceeds the mean by this factor, cells are sized for it */

/* ---- Rounding -------------------------------------------------------------------------------- */

static bool is_empty(near_box box) {
    return !(box.low.x <= box.high.x);
}

near_box near_round_box(near_box box) {
    if (is_empty(box)) {
        return box;
    }
    wend_vec2 size = vec_sub(box.high, box.low);
    int exponent;
    frexpf(fmaxf(fmaxf(size.x, size.y), min_box_size), &exponent);
    float step = ldexpf(1.0F, exponent - BOX_BITS), per_step = 1.0F / step;
    return (near_box){{floorf(box.low.x * per_step) * step, floorf(box.low.y * per_step) * step},
                      {(floorf(box.high.x * per_step) + 1.0F) * step,
                       (floorf(box.high.y * per_step) + 1.0F) * step}};
}

/* Rounds up to the next number that has COUNT_BITS significant bits. */
static uint32_t round_count(uint32_t count) {
    uint32_t step = 1;
    while (count / step >= 1U << COUNT_BITS) {
        step *= 2;
    }
    return (count + step - 1) / step * step;
}

/* Rounds to the nearest number that has HEIGHT_BITS bits after the leading one. */
static float round_height(float height) {
    uint32_t bits, step = 1U << (23 - HEIGHT_BITS);
    memcpy(&bits, &height, sizeof bits);
    bits = (bits + step / 2) & ~(step - 1);
    memcpy(&height, &bits, sizeof bits);
    return height;
}

/* ---- Laying cells ---------------------------------------------------------------------------- */

/* Returns the number of cells of size `size` that cover `length`, but at most `limit`. */
static uint32_t cells_along(float length, float size, uint32_t limit) {
    float cells = floorf(length / size) + 1.0F;
    return cells < (float)limit ? (uint32_t)cells : limit;
}

static near_layer lay_layer(near_box box, float height, float width, uint32_t limit) {
    near_layer layer = {
        .per_strip = 1.0F / height, .per_bin = 1.0F / width, .strips = 1, .bins = 1};
    if (!is_empty(box)) {
        layer.x = box.low.x;
        layer.y = box.low.y;
        layer.strips = cells_along(box.high.y - box.low.y, height, limit);
        layer.bins = cells_along(box.high.x - box.low.x, width, limit);
    }
    layer.last_strip = (float)(layer.strips - 1);
    layer.last_bin = (float)(layer.bins - 1);
    return layer;
}

/* Covers all layers with cells of one size. Returns false if there would be more than `limit`
 * cells. */
static bool lay_cells(near_layout *layout, const near_box *boxes, float height, float width,
                      uint32_t limit) {
    uint64_t cells = 0;
    for (uint32_t i = 0; i < layout->layer_count; i++) {
        layout->layers[i] = lay_layer(boxes[i], height, width, limit);
        layout->layers[i].first_cell = (uint32_t)cells;
        cells += (uint64_t)layout->layers[i].strips * layout->layers[i].bins;
        if (cells > limit) {
            return false;
        }
    }
    layout->cell_count = (uint32_t)cells;
    return true;
}

static double area_of(const near_box *boxes, uint32_t layer_count) {
    double area = 0.0;
    for (uint32_t i = 0; i < layer_count; i++) {
        if (!is_empty(boxes[i])) {
            area += ((double)boxes[i].high.x - (double)boxes[i].low.x) *
                    ((double)boxes[i].high.y - (double)boxes[i].low.y);
        }
    }
    return area > 0.0 ? area : 1.0;
}

void near_choose_cells(near_layout *layout, const near_box *boxes, uint32_t layer_count,
                       uint32_t count, double density) {
    uint32_t bodies = round_count(count ? count : 1);
    double mean = (double)bodies / area_of(boxes, layer_count);
    float height = strip_factor * (float)sqrt(1.0 / (density > 0.0 ? density : mean));
    height = round_height(height > min_strip_height ? height : min_strip_height);
    float width = height / (float)BINS_PER_STRIP;
    uint32_t limit = 2 * bodies + layer_count + SPARE_CELLS;
    layout->layer_count = layer_count;
    while (!lay_cells(layout, boxes, height, width,
                      limit)) { /* widens the bins first, then the strips */
        bool wide = width > (float)MAX_BIN_WIDTH * height;
        width *= wide ? 1.0F : 2.0F;
        height *= wide ? 2.0F : 1.0F;
    }
}

void near_choose_squares(near_layout *layout, const near_box *boxes, uint32_t layer_count,
                         uint32_t count) {
    uint32_t bodies = round_count(count ? count : 1);
    uint32_t wanted = bodies < MAX_SQUARES ? bodies : MAX_SQUARES;
    float size = (float)sqrt(area_of(boxes, layer_count) / (double)wanted);
    uint32_t limit = 2 * wanted + layer_count + SPARE_CELLS;
    layout->layer_count = layer_count;
    while (!lay_cells(layout, boxes, size, size, limit)) {
        size *= 2.0F;
    }
}

bool near_same_layout(const near_layout *a, const near_layout *b) {
    return a->layer_count == b->layer_count && a->cell_count == b->cell_count &&
           memcmp(a->layers, b->layers, a->layer_count * sizeof *a->layers) == 0;
}

/* ---- Density --------------------------------------------------------------------------------- */

/* Counts, for each body, the other bodies in its square, and returns the sum of these counts: a
 * square with n bodies contributes n * (n - 1). Adds all histograms to the first one. */
static uint64_t count_others(uint32_t *counts, uint32_t squares, uint32_t ranges, uint32_t bodies) {
    for (uint32_t range = 1; range < ranges; range++) {
        const uint32_t *more = counts + (size_t)range * squares;
        for (uint32_t i = 0; i < squares; i++) {
            counts[i] += more[i];
        }
    }
    uint64_t pairs = 0;
    for (uint32_t i = 0; i < squares; i++) {
        pairs += (uint64_t)counts[i] * counts[i];
    }
    return pairs > bodies ? pairs - bodies : 0;
}

double near_local_density(const near_layout *squares, uint32_t *counts, uint32_t ranges,
                          const near_box *boxes, uint32_t count) {
    uint64_t others = count_others(counts, squares->cell_count, ranges, count);
    const near_layer *layer = &squares->layers[0];
    double per_area = (double)layer->per_strip * (double)layer->per_bin;
    double bodies = (double)(count ? count : 1);
    double density = (double)others / bodies * per_area;
    return density > crowded_ratio * bodies / area_of(boxes, squares->layer_count) ? density : 0.0;
}
