/* Any bytes as the .wmap file of a roadmap: header and checksum are made to fit, so that what lies
 * behind them is reached; what loads must save to the same bytes, and be fit to be asked. */
/* runs: 200000 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <wend/wend.h>

#include "space/wmap.h"

enum { LARGEST = 1 << 14, MOST_PLACES = 32, NEAREST = 5 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(bool holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "%s\n", what);
        abort();
    }
}

static void check_again(const wend_map *map, const uint8_t *bytes, size_t size) {
    uint8_t *again = malloc(size);
    if (again != NULL) {
        expect(wend_map_save(map, again, size) == size && memcmp(bytes, again, size) == 0,
               "a map that loaded does not save to the same bytes");
        free(again);
    }
}

/* The middle of an edge is on that edge, or on another one. */
static void ask(const wend_map *map) {
    for (uint32_t i = 0; i < wend_roadmap_edge_count(map) && i < MOST_PLACES; i++) {
        wend_roadmap_edge edge = wend_roadmap_edge_at(map, i);
        wend_vec2 a = wend_roadmap_vertex_at(map, edge.from).position;
        wend_vec2 b = wend_roadmap_vertex_at(map, edge.to).position;
        wend_place middle = {{(a.x + b.x) / 2.0F, (a.y + b.y) / 2.0F}, edge.layer};
        wend_roadmap_place near[NEAREST];
        uint32_t count = wend_roadmap_near(map, middle, INFINITY, near, NEAREST);
        expect(isfinite(edge.length) && edge.length > 0.0F, "an edge without a length");
        expect(count > 0 && near[0].distance < 0.01F, "the middle of an edge is not on it");
        expect(near[0].t >= 0.0F && near[0].t <= 1.0F, "a place beside its edge");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    wend_map *map = NULL;
    if (wend_map_load(data, size, NULL, &map, NULL) == WEND_OK) {
        wend_map_release(map);
        map = NULL;
    }
    uint8_t *bytes = size >= WMAP_HEADER_SIZE && size <= LARGEST ? malloc(size) : NULL;
    if (bytes == NULL) {
        return 0;
    }
    memcpy(bytes, data, size);
    wmap_seal(bytes, size, WMAP_ROADMAP);
    if (wend_map_load(bytes, size, NULL, &map, NULL) == WEND_OK) {
        check_again(map, bytes, size);
        ask(map);
        wend_map_release(map);
    }
    free(bytes);
    return 0;
}
