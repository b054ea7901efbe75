/* Fuzzes the builder of corridor maps. The bytes describe thin walls and solids in a room, or in
 * two rooms with a link between them. If the shapes form a valid space, its corridor map is built,
 * or refused with a message. At each breakpoint of the axis, the distance to the walls must be the
 * one that the map states, and every point of the ground must project onto the axis. */
/* runs: 7000 */
#include "support/fuzz_maps.h"
#include <wend/kit.h>

enum { MOST_POINTS = 48, MOST_SHAPES = 12, POINTS = 16 };

static const float TOLERANCE = 1e-4F; /* m */

/* The shapes that the bytes encode. A shape takes one byte for its kind and its number of points,
 * then two bytes for each point. */
typedef struct drawing {
    wend_point points[MOST_POINTS];
    wend_solid_def solids[2][MOST_SHAPES]; /* indexed by layer */
    wend_open_wall_def walls[2][MOST_SHAPES];
    uint32_t point_count, shape_count;
    wend_layer_def layers[2];
    uint32_t layer_count;
    /* m, grid spacing of the points: either coarse, so that many shapes meet, or fine */
    double unit;
} drawing;

static void read_shapes(drawing *d, const uint8_t *data, size_t size) {
    d->unit = size > 0 && data[0] % 2 == 1 ? 1.0 : FUZZ_SIDE / 256.0;
    d->layer_count = size > 0 && data[0] % 4 >= 2 ? 2 : 1;
    size_t at = 1;
    while (at < size && d->shape_count++ < MOST_SHAPES) {
        uint32_t layer = data[at] / 8U % d->layer_count;
        bool solid = data[at] % 2 == 1;
        uint32_t count = (solid ? 3U : 2U) + data[at] / 2U % 4U;
        at++;
        if (d->point_count + count > MOST_POINTS || at + 2 * (size_t)count > size) {
            return;
        }
        wend_point *first = &d->points[d->point_count];
        fuzz_points(data + at, first, count, d->unit, FUZZ_SIDE + d->unit);
        at += 2 * (size_t)count;
        d->point_count += count;
        if (solid) {
            d->solids[layer][d->layers[layer].solid_count++] = (wend_solid_def){{first, count}, 0};
        } else {
            d->walls[layer][d->layers[layer].open_wall_count++] =
                (wend_open_wall_def){first, count, 0};
        }
    }
}

static wend_space *make_space(drawing *d) {
    for (int i = 0; i < 2; i++) {
        d->layers[i].solids = d->solids[i];
        d->layers[i].open_walls = d->walls[i];
    }
    return fuzz_rooms(d->layers, d->layer_count == 2);
}

static void check_axis(const wend_space *space, const wend_map *map) {
    for (uint32_t i = 0; i < wend_corridor_edge_count(map); i++) {
        wend_corridor_edge edge = wend_corridor_edge_at(map, i);
        for (uint32_t k = 0; k + 1 < edge.breakpoint_count; k++) {
            wend_corridor_sample s = wend_corridor_sample_at(map, i, k, 0.37);
            wend_location at = {s.position, edge.layer};
            float truth = wend_space_clearance(space, at, 2 * FUZZ_SIDE, 1);
            bool on_link =
                wend_space_layer_count(space) == 2 && fabsf(at.position.x - FUZZ_HALF) < 1e-5F;
            fuzz_expect(on_link || fabsf(truth - s.clearance) < TOLERANCE, "the clearance differs");
        }
    }
}

static void check_locations(const wend_space *space, const wend_map *map) {
    for (uint32_t i = 0; i < POINTS * POINTS; i++) {
        wend_vec2 at = {((float)(i % POINTS) + 0.53F) * FUZZ_SIDE / POINTS,
                        ((float)(i / POINTS) + 0.41F) * FUZZ_SIDE / POINTS};
        wend_location place = {at, at.x > FUZZ_HALF ? wend_space_layer_count(space) - 1 : 0};
        wend_corridor_projection found;
        bool retracts = wend_corridor_project(map, place, &found);
        float clearance = wend_space_clearance(space, place, 2 * FUZZ_SIDE, 1);
        if (clearance > 0.01F) {
            fuzz_expect(retracts == wend_space_is_walkable(space, place, 1),
                        "only one of the two retracts");
            fuzz_expect(!retracts || fabsf(found.clearance - clearance) < TOLERANCE,
                        "the clearance of a point differs");
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    drawing d = {.point_count = 0};
    read_shapes(&d, data, size);
    wend_space *space = make_space(&d);
    if (space == NULL) {
        return 0;
    }
    wend_corridor_def def = wend_default_corridor_def();
    def.space = space;
    wend_map *map = NULL;
    wend_error error = {.message = ""};
    wend_result result = wend_corridor_build(&def, &map, &error);
    fuzz_expect(result == WEND_OK || (result == WEND_ERROR_GEOMETRY && error.message[0] != '\0'),
                "the map is rejected without a message");
    if (result == WEND_OK) {
        check_axis(space, map);
        check_locations(space, map);
        wend_map_release(map);
    }
    wend_space_release(space);
    return 0;
}
