/* Fuzzes the builder of roadmaps. The bytes describe the lines of a network, in a room with a block
 * or in two rooms with a link between them. The roadmap is built, or refused with a message. Its
 * edges must meet only in vertices. A disc whose radius equals the clearance of an edge must be
 * able to move along the edge; a larger disc must not. */
/* runs: 10000 */
#include "geom/predicates.h"
#include "support/fuzz_maps.h"
#include <wend/kit.h>

enum { MOST_LINES = 12, MOST_POINTS = 48 };

/* The lines that the bytes encode. A line takes one byte for its layer and its number of points,
 * then two bytes for each point. */
typedef struct drawing {
    wend_point points[MOST_POINTS];
    wend_line lines[MOST_LINES];
    uint32_t point_count, line_count;
    /* m, grid spacing of the points: either coarse, so that many lines meet, or fine */
    double unit;
} drawing;

static void read_lines(drawing *d, const uint8_t *data, size_t size) {
    d->unit = data[0] % 2 == 1 ? 1.0 : FUZZ_SIDE / 256.0 * 1.0001;
    for (size_t at = 1; at < size && d->line_count < MOST_LINES;) {
        uint32_t count = 2U + data[at] / 2U % 4U;
        if (d->point_count + count > MOST_POINTS || at + 1 + 2 * (size_t)count > size) {
            return;
        }
        wend_point *first = &d->points[d->point_count];
        d->lines[d->line_count++] =
            (wend_line){.points = first, .count = count, .layer = data[at] % 2};
        fuzz_points(data + at + 1, first, count, d->unit, FUZZ_SIDE);
        at += 1 + 2 * (size_t)count;
        d->point_count += count;
    }
}

static wend_space *make_space(bool linked) {
    static const wend_point block[4] = {{7, 5}, {10, 6}, {9, 9}, {7, 8}};
    wend_solid_def solid = {{block, 4}, 0};
    wend_layer_def layers[2] = {{.solids = &solid, .solid_count = linked ? 0 : 1}, {0}};
    wend_space *space = fuzz_rooms(layers, linked);
    fuzz_expect(space != NULL, "no space");
    return space;
}

static void check_clearance(const wend_space *space, const wend_map *map, uint32_t index) {
    wend_roadmap_edge edge = wend_roadmap_edge_at(map, index);
    wend_location from = {wend_roadmap_vertex_at(map, edge.from).position, edge.layer};
    wend_vec2 end = wend_roadmap_vertex_at(map, edge.to).position;
    wend_location to = {end, wend_space_layer_after(space, from, end)};
    bool fits = wend_space_is_visible(space, from, to, edge.clearance, 1);
    bool more = wend_space_is_visible(space, from, to, edge.clearance + 1e-3F, 1);
    bool at_portal = fabsf(from.position.x - FUZZ_HALF) < 1e-4F || fabsf(end.x - FUZZ_HALF) < 1e-4F;
    fuzz_expect(fits || edge.clearance == 0.0F, "the clearance of an edge is too large");
    fuzz_expect(!more || at_portal, "the clearance of an edge is too small");
}

static void check_edges_meet_at_vertices(const wend_map *map, uint32_t i, uint32_t k) {
    wend_roadmap_edge e = wend_roadmap_edge_at(map, i), f = wend_roadmap_edge_at(map, k);
    bool common = e.from == f.from || e.from == f.to || e.to == f.from || e.to == f.to;
    if (e.layer == f.layer && !common) {
        fuzz_expect(!predicate_segments_meet(wend_roadmap_vertex_at(map, e.from).position,
                                             wend_roadmap_vertex_at(map, e.to).position,
                                             wend_roadmap_vertex_at(map, f.from).position,
                                             wend_roadmap_vertex_at(map, f.to).position),
                    "two edges cross");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    drawing d = {.point_count = 0};
    if (size == 0) {
        return 0;
    }
    read_lines(&d, data, size);
    wend_space *space = make_space(data[0] % 4 >= 2);
    wend_roadmap_def def = wend_default_roadmap_def();
    def.source = WEND_ROADMAP_LINES;
    def.space = space;
    def.lines = d.lines;
    def.line_count = d.line_count;
    wend_map *map = NULL;
    wend_error error = {.message = ""};
    wend_result result = wend_roadmap_build(&def, &map, &error);
    fuzz_expect(result == WEND_OK || error.message[0] != '\0', "rejected without a message");
    fuzz_expect(result == WEND_OK || result == WEND_ERROR_GEOMETRY || result == WEND_ERROR_INVALID,
                "rejected for an unexpected reason");
    for (uint32_t i = 0; result == WEND_OK && i < wend_roadmap_edge_count(map); i++) {
        check_clearance(space, map, i);
        for (uint32_t k = 0; k < i; k++) {
            check_edges_meet_at_vertices(map, i, k);
        }
    }
    wend_map_release(map);
    wend_space_release(space);
    return 0;
}
