/* Any bytes as the .wmap file of a corridor map: header and checksum are made to fit, so that what
 * lies behind them is reached; what loads must save to the same bytes, and be fit to be asked. */
/* runs: 200000 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <wend/wend.h>

#include "space/wmap.h"

enum { LARGEST = 1 << 14, STEPS = 4, MOST_PLACES = 64 };

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

/* Whatever it is like, points of the axis are places, and places of the ground retract. */
static void ask(const wend_map *map) {
    uint32_t places = 0;
    for (uint32_t i = 0; i < wend_corridor_edge_count(map); i++) {
        wend_corridor_edge edge = wend_corridor_edge_at(map, i);
        for (uint32_t k = 0; k + 1 < edge.events && places < MOST_PLACES; k++, places++) {
            for (int step = 0; step <= STEPS; step++) {
                wend_corridor_sample s = wend_corridor_sample_at(map, i, k, step / (double)STEPS);
                wend_corridor_place found;
                expect(isfinite(s.position.x) && isfinite(s.position.y) && isfinite(s.clearance),
                       "a point of the axis is not finite");
                if (wend_corridor_retract(map, (wend_place){s.position, edge.layer}, &found)) {
                    expect(found.t >= 0.0F && found.t <= 1.0F, "a place beside its piece");
                }
            }
        }
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
    wmap_seal(bytes, size, WMAP_CORRIDOR);
    if (wend_map_load(bytes, size, NULL, &map, NULL) == WEND_OK) {
        check_again(map, bytes, size);
        ask(map);
        wend_map_release(map);
    }
    free(bytes);
    return 0;
}
