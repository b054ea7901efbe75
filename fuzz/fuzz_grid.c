/* Fuzzes the loader of grids (.wmap). The header and the checksum are made valid, so that the
 * loader reaches the contents. A grid that loads must save to the same bytes, and squares can be
 * found on it. */
/* runs: 100000 */
#include "map/grid/grid.h"
#include "support/fuzz_maps.h"

static void use_map(wend_map *map) {
    uint32_t count = wend_grid_square_count(map);
    for (uint32_t i = 0; i < count && i < 64; i++) {
        wend_vec2 corners[6];
        wend_location centre = wend_grid_square_at(map, i).centre;
        wend_grid_outline(map, i, corners);
        uint32_t found = wend_grid_locate(map, centre);
        fuzz_expect(found == WEND_NO_SQUARE || found < count, "a cell is off the grid");
        for (uint32_t move = 0; move < wend_grid_move_count(map, i); move++) {
            uint32_t next = wend_grid_target(map, i, move);
            fuzz_expect(next == WEND_NO_SQUARE || next < count, "a move leads off the grid");
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_map_load(data, size, &map_kind_grid, NULL, use_map);
    return 0;
}
