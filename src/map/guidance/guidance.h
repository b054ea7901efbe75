/* map/guidance/guidance.h: a guidance field: an arrow for each cell of a lattice, which gives the
 * direction in which agents walk there.
 *
 * Each layer has its own lattice of rectangular cells; a layer may have none. An arrow is a vector:
 * its direction is the direction to walk, its length a factor for the preferred speed. An arrow of
 * length 0 means that the cell has no direction. Between the centres of cells, arrows are
 * interpolated, but not across walls. The map stores which cells are far from walls, so that most
 * samples need no visibility check. */
#ifndef MAP_GUIDANCE_H
#define MAP_GUIDANCE_H

#include <math.h>

#include <wend/map.h>

#include "base/archive.h"
#include "base/memory.h"

/* The lattice of a layer: `rows` rows of `columns` cells, the first row at the lowest y. */
typedef struct guidance_layer {
    double low_x, low_y;  /* m, local coordinates: the corner of the first cell */
    double width, height; /* m: the size of a cell */
    uint32_t columns, rows;
    uint32_t first; /* index of its first cell; set when the map is created */
} guidance_layer;

typedef struct guidance {
    guidance_layer *layers;
    wend_vec2 *arrows; /* one for each cell */
    uint8_t *is_clear; /* for each cell: 1 if no wall of any class and no door is near */
    uint32_t layer_count, cell_count;

    /* Set when the map is created. */
    uint32_t arrow_count; /* cells that have an arrow */
    float longest;        /* length of the longest arrow */
} guidance;

/* Verifies and copies a guidance field. Fails with WEND_ERROR_FORMAT and a message unless
 * everything is in range. For builders and loaders. O(cells). */
wend_result guidance_create(const guidance *parts, uint64_t space_hash,
                            const wend_allocator *allocator, wend_map **out, wend_error *error);

/* Returns the map's data, or NULL if the map is of another kind. */
const guidance *guidance_of(const wend_map *map);

/* Returns the cell that contains a location; a location outside the lattice belongs to the nearest
 * cell at its border. UINT32_MAX if the layer does not exist or has no cells. */
uint32_t guidance_locate(const guidance *map, wend_location at);

/* Returns the centre of a cell of a layer. */
wend_vec2 guidance_centre(const guidance_layer *layer, uint32_t column, uint32_t row);

/* A visibility check: true if no wall blocks the line between two locations of one layer. */
typedef struct guidance_sight {
    bool (*is_visible)(const void *context, wend_location from, wend_location to);
    const void *context;
} guidance_sight;

/* True if an arrow has a direction. Shorter ones have none: the square of their length, and with it
 * their unit vector, would not be exact in single precision. */
static inline bool guidance_has_direction(wend_vec2 arrow) {
    const float shortest = 1e-9F;
    return fabsf(arrow.x) >= shortest || fabsf(arrow.y) >= shortest;
}

/* See wend_guidance_sample. O(1), plus up to nine visibility checks near walls. */
bool guidance_sample(const guidance *map, const guidance_sight *sight, wend_location at,
                     bool nearest, wend_vec2 *out);

/* True if every line between points at most one cell away from a cell's centre is certain to be
 * free of walls with this clearance (m) of the centre. For builders. */
bool guidance_is_clear(const guidance_layer *layer, double clearance);

/* The descriptor and its functions: see map/kind.h. */
extern const struct map_kind map_kind_guidance;

#endif
