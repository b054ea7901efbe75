/* Ground heights: finds the height and slope of the ground at a point.
 *
 * A layer has a list of height regions. Each is a polygon (or the whole layer) with a plane, and
 * perhaps a grid of heights added to the plane. The last region in the list that contains the point
 * decides; if there is none, the height is 0. A grid interpolates bilinearly between its points;
 * beyond its border, it continues with the values on the border. Coordinates are the user's, in
 * double precision, so that the height of a plane stays accurate far from the origin.
 *
 * Cost: O(edges of the layer's height regions). */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "space/space.h"

enum { MAX_GRID_POINTS = 1 << 24 /* the maximum number of points in a grid */ };

/* ---- Building -------------------------------------------------------------------------------- */

static const char *find_fault(const wend_height_def *def) {
    if (!isfinite(def->z) || !isfinite(def->slope.x) || !isfinite(def->slope.y)) {
        return "its plane is not finite";
    }
    if (def->ring.count > 0 && (def->ring.count < 3 || def->ring.points == NULL)) {
        return "its ring has fewer than three points";
    }
    for (uint32_t i = 0; i < def->ring.count; ++i) {
        if (!isfinite(def->ring.points[i].x) || !isfinite(def->ring.points[i].y)) {
            return "a point of its ring is not finite";
        }
    }
    if (def->grid == NULL) {
        return NULL;
    }
    if (def->columns < 2 || def->rows < 2 || (uint64_t)def->columns * def->rows > MAX_GRID_POINTS) {
        return "its grid must have at least two columns and rows, and at most 16,777,216 points";
    }
    if (!isfinite(def->grid_low.x) || !isfinite(def->grid_low.y) || !(def->grid_cell > 0.0) ||
        !isfinite(def->grid_cell)) {
        return "the position of its grid is not finite, or its cells are not larger than 0";
    }
    for (uint32_t i = 0; i < def->columns * def->rows; ++i) {
        if (!isfinite(def->grid[i])) {
            return "a height of its grid is not finite";
        }
    }
    return NULL;
}

wend_result space_check_heights(const wend_space_def *def, wend_error *error) {
    for (uint32_t l = 0; l < def->layer_count; ++l) {
        const wend_layer_def *layer = &def->layers[l];
        if (layer->height_count > 0 && layer->heights == NULL) {
            return error_set(error, WEND_ERROR_INVALID,
                             "layer %u: height_count is %u, but heights is NULL", l,
                             layer->height_count);
        }
        for (uint32_t i = 0; i < layer->height_count; ++i) {
            const char *wrong = find_fault(&layer->heights[i]);
            if (wrong != NULL) {
                return error_set(error, WEND_ERROR_INVALID, "layer %u: height %u is not valid: %s",
                                 l, i, wrong);
            }
        }
    }
    return WEND_OK;
}

static bool copy_height(wend_space *space, const wend_height_def *def, wend_height_def *out) {
    *out = *def;
    size_t grid_count = def->grid != NULL ? (size_t)def->columns * def->rows : 0;
    wend_point *points = space_allocate(space, def->ring.count, sizeof *points);
    float *grid = space_allocate(space, grid_count, sizeof *grid);
    if (points == NULL || grid == NULL) {
        return false;
    }
    if (def->ring.count > 0) {
        memcpy(points, def->ring.points, def->ring.count * sizeof *points);
    }
    if (grid_count > 0) {
        memcpy(grid, def->grid, grid_count * sizeof *grid);
    }
    out->ring.points = points;
    out->grid = grid_count > 0 ? grid : NULL;
    return true;
}

bool space_build_heights(wend_space *space, const wend_space_def *def) {
    for (uint32_t l = 0; l < def->layer_count; ++l) {
        space_layer *layer = &space->layers[l];
        uint32_t count = def->layers[l].height_count;
        if (count == 0) {
            continue;
        }
        layer->heights = space_allocate(space, count, sizeof *layer->heights);
        if (layer->heights == NULL) {
            return false;
        }
        for (uint32_t i = 0; i < count; ++i) {
            if (!copy_height(space, &def->layers[l].heights[i], &layer->heights[i])) {
                return false;
            }
        }
        layer->height_count = count;
        space->has_height = true;
    }
    return true;
}

uint64_t space_hash_heights(uint64_t hash, const wend_space *space) {
    for (uint32_t l = 0; l < space->layer_count && space->has_height; ++l) {
        const space_layer *layer = &space->layers[l];
        hash = hash_combine(hash, layer->height_count);
        for (uint32_t i = 0; i < layer->height_count; ++i) {
            const wend_height_def *height = &layer->heights[i];
            const double numbers[] = {height->z,          height->slope.x,    height->slope.y,
                                      height->grid_low.x, height->grid_low.y, height->grid_cell};
            size_t grid = height->grid != NULL ? (size_t)height->columns * height->rows : 0;
            hash = hash_bytes(numbers, sizeof numbers, hash_combine(hash, height->columns));
            hash = hash_bytes(height->ring.points, height->ring.count * sizeof *height->ring.points,
                              hash);
            hash = hash_bytes(height->grid, grid * sizeof *height->grid, hash);
        }
    }
    return hash;
}

/* ---- Queries --------------------------------------------------------------------------------- */

static bool covers(const wend_ring *ring, wend_point p) {
    bool inside = ring->count == 0;
    for (uint32_t i = 0, last = ring->count - 1; i < ring->count; last = i++) {
        wend_point a = ring->points[last], b = ring->points[i];
        bool below = a.y <= p.y;
        if (below == (b.y <= p.y)) {
            continue;
        }
        double side = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
        inside ^= below ? side > 0.0 : side < 0.0;
    }
    return inside;
}

/* Returns the cell that contains a coordinate along one axis of a grid, and stores the fraction
 * within that cell. `at` is the coordinate in units of cells. *inside is false beyond the border.
 */
static uint32_t cell_at(double at, uint32_t count, double *fraction, bool *inside) {
    double last = (double)count - 1.0;
    *inside = at >= 0.0 && at <= last;
    at = space_min(space_max(at, 0.0), last);
    uint32_t cell = (uint32_t)at;
    cell = cell < count - 2 ? cell : count - 2;
    *fraction = at - cell;
    return cell;
}

/* Returns the height of a grid at a point, and stores its gradient in *slope. */
static double grid_at(const wend_height_def *h, wend_point p, wend_point *slope) {
    double u, v;
    bool inside_x, inside_y;
    uint32_t x = cell_at((p.x - h->grid_low.x) / h->grid_cell, h->columns, &u, &inside_x);
    uint32_t y = cell_at((p.y - h->grid_low.y) / h->grid_cell, h->rows, &v, &inside_y);
    const float *low = &h->grid[(size_t)y * h->columns + x], *high = low + h->columns;
    double a = (double)low[0], b = (double)low[1], c = (double)high[0], d = (double)high[1];
    slope->x += inside_x ? ((1.0 - v) * (b - a) + v * (d - c)) / h->grid_cell : 0.0;
    slope->y += inside_y ? ((1.0 - u) * (c - a) + u * (d - b)) / h->grid_cell : 0.0;
    return (1.0 - v) * ((1.0 - u) * a + u * b) + v * ((1.0 - u) * c + u * d);
}

static double height_at(const wend_space *space, wend_location location, wend_point *slope) {
    *slope = (wend_point){0.0, 0.0};
    if (location.layer >= space->layer_count || !space_in_domain(location.position)) {
        return 0.0;
    }
    const space_layer *layer = &space->layers[location.layer];
    wend_point p = wend_space_from_local(space, location.position);
    for (uint32_t i = layer->height_count; i-- > 0;) {
        const wend_height_def *height = &layer->heights[i];
        if (covers(&height->ring, p)) {
            *slope = height->slope;
            double z = height->z + height->slope.x * p.x + height->slope.y * p.y;
            return height->grid != NULL ? z + grid_at(height, p, slope) : z;
        }
    }
    return 0.0;
}

bool wend_space_has_height(const wend_space *space) {
    return space->has_height;
}

double wend_space_height(const wend_space *space, wend_location location) {
    wend_point slope;
    return space->has_height ? height_at(space, location, &slope) : 0.0;
}

wend_vec2 wend_space_slope(const wend_space *space, wend_location location) {
    wend_point slope = {0.0, 0.0};
    if (space->has_height) {
        height_at(space, location, &slope);
    }
    return (wend_vec2){(float)slope.x, (float)slope.y};
}
