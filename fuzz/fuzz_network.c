/* Any bytes as lines of a network, in a room with a block or in two rooms with a link between them:
 * the roadmap is made, or refused in words; its edges meet in vertices alone, and a disc of an
 * edge's clearance, no larger one, can go along it. */
/* runs: 10000 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <wend/kit.h>

#include "geom/predicates.h"

enum { MOST_LINES = 12, MOST_POINTS = 48, SIDE = 16, HALF = 8, LOW = 3, HIGH = 12 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(bool holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "%s\n", what);
        abort();
    }
}

/* A line is a byte, its layer and how many points it has, and two bytes for each of them. */
typedef struct drawing {
    wend_point points[MOST_POINTS];
    wend_line lines[MOST_LINES];
    uint32_t point_count, line_count;
    double unit; /* m: coarse, so that much meets, or fine */
} drawing;

static void read_lines(drawing *d, const uint8_t *data, size_t size) {
    d->unit = data[0] % 2 == 1 ? 1.0 : SIDE / 256.0 * 1.0001;
    for (size_t at = 1; at < size && d->line_count < MOST_LINES;) {
        uint32_t count = 2U + data[at] / 2U % 4U;
        if (d->point_count + count > MOST_POINTS || at + 1 + 2 * (size_t)count > size) {
            return;
        }
        wend_point *first = &d->points[d->point_count];
        d->lines[d->line_count++] =
            (wend_line){.points = first, .count = count, .layer = data[at] % 2};
        at++;
        for (uint32_t i = 0; i < count; i++, at += 2) {
            first[i] = (wend_point){fmod(data[at] * d->unit, SIDE), //
                                    fmod(data[at + 1] * d->unit, SIDE)};
        }
        d->point_count += count;
    }
}

static wend_space *make_space(bool linked) {
    static const wend_point whole[4] = {{0, 0}, {SIDE, 0}, {SIDE, SIDE}, {0, SIDE}};
    static const wend_point block[4] = {{7, 5}, {10, 6}, {9, 9}, {7, 8}};
    static const wend_point left[6] = {{0, 0},       {HALF, 0},    {HALF, LOW},
                                       {HALF, HIGH}, {HALF, SIDE}, {0, SIDE}};
    static const wend_point right[6] = {{HALF, 0},    {SIDE, 0},    {SIDE, SIDE},
                                        {HALF, SIDE}, {HALF, HIGH}, {HALF, LOW}};
    static const wend_ring rings[3] = {{whole, 4}, {left, 6}, {right, 6}};
    wend_solid_def solid = {{block, 4}, 0};
    wend_layer_def layers[2] = {
        {.boundaries = &rings[linked ? 1 : 0], .boundary_count = 1},
        {.boundaries = &rings[2], .boundary_count = 1},
    };
    if (!linked) {
        layers[0].solids = &solid;
        layers[0].solid_count = 1;
    }
    wend_link_def link = {{HALF, LOW}, {HALF, HIGH}, 0, 1};
    wend_space_def def = wend_default_space_def();
    def.layers = layers;
    def.layer_count = linked ? 2 : 1;
    def.links = &link;
    def.link_count = linked ? 1 : 0;
    wend_space *space = NULL;
    expect(wend_space_create(&def, &space, NULL) == WEND_OK, "no space");
    return space;
}

static void check_clearance(const wend_space *space, const wend_map *map, uint32_t index) {
    wend_roadmap_edge edge = wend_roadmap_edge_at(map, index);
    wend_place from = {wend_roadmap_vertex_at(map, edge.from).position, edge.layer};
    wend_vec2 end = wend_roadmap_vertex_at(map, edge.to).position;
    wend_place to = {end, wend_space_layer_after(space, from, end)};
    bool fits = wend_space_visible(space, from, to, edge.clearance, 1);
    bool more = wend_space_visible(space, from, to, edge.clearance + 1e-3F, 1);
    bool at_gate = fabsf(from.position.x - HALF) < 1e-4F || fabsf(end.x - HALF) < 1e-4F;
    expect(fits || edge.clearance == 0.0F, "the clearance of an edge is too large");
    expect(!more || at_gate, "the clearance of an edge is too small");
}

static void check_apart(const wend_map *map, uint32_t i, uint32_t k) {
    wend_roadmap_edge e = wend_roadmap_edge_at(map, i), f = wend_roadmap_edge_at(map, k);
    bool common = e.from == f.from || e.from == f.to || e.to == f.from || e.to == f.to;
    if (e.layer == f.layer && !common) {
        expect(!predicate_segments_meet(wend_roadmap_vertex_at(map, e.from).position,
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
    def.space = space;
    def.lines = d.lines;
    def.line_count = d.line_count;
    wend_map *map = NULL;
    wend_error error = {.message = ""};
    wend_result result = wend_roadmap_build(&def, &map, &error);
    expect(result == WEND_OK || error.message[0] != '\0', "refused without a word");
    expect(result == WEND_OK || result == WEND_ERROR_GEOMETRY || result == WEND_ERROR_INVALID,
           "refused for a strange reason");
    for (uint32_t i = 0; result == WEND_OK && i < wend_roadmap_edge_count(map); i++) {
        check_clearance(space, map, i);
        for (uint32_t k = 0; k < i; k++) {
            check_apart(map, i, k);
        }
    }
    wend_map_release(map);
    wend_space_release(space);
    return 0;
}
