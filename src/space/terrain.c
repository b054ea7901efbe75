/* Terrain regions: finds the region that covers a point.
 *
 * The cell of the point (terrain_grid.c) lists the regions that may cover it, the topmost first.
 * The edges of each region's rings are sorted into horizontal bands. To test a region, a ray is
 * cast from the point to the right, and the edges in its band that cross the ray are counted. A
 * point on an edge belongs to the region to the right of the edge (above a horizontal edge), so
 * regions that share an edge leave no gap and do not overlap.
 *
 * Cost: one band for each region in the list of the cell. */
#include <string.h>

#include "base/error.h"
#include "geom/predicates.h"
#include "geom/vec.h"
#include "space/space.h"

enum { MAX_BANDS = 4096, ENTRIES_PER_EDGE = 8 };

static uint32_t band_of(const space_terrain *t, double y) {
    double band = (y - (double)t->low.y) * t->bands_per_metre;
    return band < (double)t->bands ? (uint32_t)fmax(band, 0.0) : t->bands - 1;
}

static void set_bands(space_terrain *t, uint32_t bands) {
    double height = (double)t->high.y - (double)t->low.y;
    t->bands = bands;
    t->bands_per_metre = height > 0.0 ? (double)bands / height : 0.0;
}

/* If `items` is NULL, counts the entries of each band; otherwise enters the edges. */
static size_t enter_edges(const space_terrain *t, uint32_t *start, uint32_t *items) {
    size_t entries = 0;
    for (uint32_t i = 0; i < t->count; ++i) {
        wend_vec2 a = t->points[i], b = t->points[t->next[i]];
        uint32_t band = band_of(t, (double)fminf(a.y, b.y));
        uint32_t last = band_of(t, (double)fmaxf(a.y, b.y));
        entries += last - band + 1;
        for (; band <= last && start != NULL; ++band) {
            if (items != NULL) {
                items[start[band]] = i;
            }
            ++start[band];
        }
    }
    return entries;
}

static bool build_bands(wend_space *space, space_terrain *t) {
    uint32_t bands = t->count < MAX_BANDS ? t->count : MAX_BANDS;
    set_bands(t, bands);
    while (bands > 1 && enter_edges(t, NULL, NULL) > (size_t)t->count * ENTRIES_PER_EDGE) {
        bands /= 2;
        set_bands(t, bands);
    }
    t->start = space_allocate(space, (size_t)bands + 1, sizeof *t->start);
    if (t->start == NULL) {
        return false;
    }
    memset(t->start, 0, ((size_t)bands + 1) * sizeof *t->start);
    t->items = space_allocate(space, enter_edges(t, t->start, NULL), sizeof *t->items);
    if (t->items == NULL) {
        return false;
    }
    uint32_t sum = 0;
    for (uint32_t i = 0; i <= bands; ++i) {
        uint32_t count = t->start[i];
        t->start[i] = sum;
        sum += count;
    }
    enter_edges(t, t->start, t->items);
    memmove(t->start + 1, t->start, bands * sizeof *t->start);
    t->start[0] = 0;
    return true;
}

/* Adds a ring to the region and verifies it. */
static wend_result add_ring(wend_space *space, uint32_t layer, uint32_t index,
                            const wend_ring *ring, wend_error *error) {
    space_terrain *t = &space->layers[layer].terrains[index];
    uint32_t first = t->count;
    for (uint32_t i = 0; i < ring->count; ++i) {
        wend_vec2 at = wend_space_to_local(space, ring->points[i]);
        t->low = t->count > 0 ? vec_min(t->low, at) : at;
        t->high = t->count > 0 ? vec_max(t->high, at) : at;
        t->next[t->count] = i + 1 < ring->count ? t->count + 1 : first;
        t->points[t->count++] = at;
    }
    t->ring_end[t->ring_count++] = t->count;
    return space_check_terrain(space, layer, index, t->points + first, ring->count, error);
}

static wend_result build_terrain(wend_space *space, uint32_t layer, uint32_t index,
                                 const wend_terrain_def *def, wend_error *error) {
    space_terrain *t = &space->layers[layer].terrains[index];
    size_t count = def->ring.count;
    for (uint32_t i = 0; i < def->hole_count; ++i) {
        count += def->holes[i].count;
    }
    *t = (space_terrain){.type = def->type};
    t->points = space_allocate(space, count, sizeof *t->points);
    t->next = space_allocate(space, count, sizeof *t->next);
    t->ring_end = space_allocate(space, (size_t)def->hole_count + 1, sizeof *t->ring_end);
    if (t->points == NULL || t->next == NULL || t->ring_end == NULL) {
        return WEND_ERROR_MEMORY;
    }
    if (count > SPACE_MAX_EDGES) {
        return error_set(error, WEND_ERROR_LIMIT,
                         "a terrain has %llu vertices; at most %d are possible",
                         (unsigned long long)count, (int)SPACE_MAX_EDGES);
    }
    wend_result result = add_ring(space, layer, index, &def->ring, error);
    for (uint32_t i = 0; i < def->hole_count && result == WEND_OK; ++i) {
        result = add_ring(space, layer, index, &def->holes[i], error);
    }
    if (result == WEND_OK && !build_bands(space, t)) {
        result = WEND_ERROR_MEMORY;
    }
    return result;
}

wend_result space_build_terrains(wend_space *space, const wend_space_def *def, wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t l = 0; l < def->layer_count; ++l) {
        space_layer *layer = &space->layers[l];
        uint32_t count = def->layers[l].terrain_count;
        layer->terrains = space_allocate(space, count, sizeof *layer->terrains);
        if (layer->terrains == NULL) {
            return WEND_ERROR_MEMORY;
        }
        layer->terrain_count = count;
        for (uint32_t i = 0; i < count && result == WEND_OK; ++i) {
            result = build_terrain(space, l, i, &def->layers[l].terrains[i], error);
        }
        if (result == WEND_OK && !space_build_terrain_grid(space, layer)) {
            result = WEND_ERROR_MEMORY;
        }
    }
    return result;
}

/* True if the box of a region contains a point. */
static bool box_contains(const space_terrain *t, double x, double y) {
    return x >= (double)t->low.x && x <= (double)t->high.x && y >= (double)t->low.y &&
           y <= (double)t->high.y;
}

bool space_terrain_covers(const space_terrain *t, wend_vec2 p) {
    if (!box_contains(t, (double)p.x, (double)p.y)) {
        return false;
    }
    bool inside = false;
    uint32_t band = band_of(t, (double)p.y);
    for (uint32_t i = t->start[band]; i < t->start[band + 1]; ++i) {
        wend_vec2 a = t->points[t->items[i]], b = t->points[t->next[t->items[i]]];
        if ((a.y <= p.y) != (b.y <= p.y)) {
            int side = predicate_orient(a, b, p);
            inside ^= a.y <= p.y ? side > 0 : side < 0;
        }
    }
    return inside;
}

bool space_terrain_covers_point(const space_terrain *t, double x, double y) {
    if (!box_contains(t, x, y)) {
        return false;
    }
    bool inside = false;
    uint32_t band = band_of(t, y);
    for (uint32_t i = t->start[band]; i < t->start[band + 1]; ++i) {
        wend_vec2 a = t->points[t->items[i]], b = t->points[t->next[t->items[i]]];
        bool is_below = (double)a.y <= y;
        if (is_below != ((double)b.y <= y)) {
            double side = ((double)b.x - (double)a.x) * (y - (double)a.y) -
                          ((double)b.y - (double)a.y) * (x - (double)a.x);
            inside ^= is_below ? side > 0.0 : side < 0.0;
        }
    }
    return inside;
}

/* Returns the list of regions of the cell that contains a point, in *end the end of the list. */
static const uint32_t *find_regions(const space_layer *layer, double at_x, double at_y,
                                    const uint32_t **end) {
    const space_grid *grid = &layer->terrain_grid.grid;
    double x = (at_x - grid->low_x) * grid->inverse, y = (at_y - grid->low_y) * grid->inverse;
    *end = NULL;
    if (!(x >= 0.0 && y >= 0.0 && x < (double)grid->columns && y < (double)grid->rows)) {
        return NULL;
    }
    uint32_t cell = (uint32_t)y * grid->columns + (uint32_t)x;
    *end = grid->items + grid->start[cell + 1];
    return grid->items + grid->start[cell];
}

uint32_t wend_space_terrain(const wend_space *space, wend_location location) {
    WEND_ASSERT(location.layer < space->layer_count);
    const space_layer *layer = &space->layers[location.layer];
    wend_vec2 at = location.position;
    const uint32_t *end = NULL;
    const uint32_t *item = find_regions(layer, (double)at.x, (double)at.y, &end);
    for (; item != end; ++item) {
        const space_terrain *t = &layer->terrains[*item / 2];
        if (*item % 2 == 1 || space_terrain_covers(t, at)) {
            return t->type;
        }
    }
    return 0;
}

uint32_t space_terrain_type_at(const wend_space *space, uint32_t layer, double x, double y) {
    const space_layer *from = &space->layers[layer];
    const uint32_t *end = NULL;
    for (const uint32_t *item = find_regions(from, x, y, &end); item != end; ++item) {
        const space_terrain *t = &from->terrains[*item / 2];
        if (*item % 2 == 1 || space_terrain_covers_point(t, x, y)) {
            return t->type;
        }
    }
    return 0;
}
