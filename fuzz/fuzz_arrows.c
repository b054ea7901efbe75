/* Fuzzes the reader of guidance fields and the fields made from it. A file either gives an error
 * with its line, or arrows that are finite; the field is then built in two rooms with a link
 * between them, and sampled: every arrow that is found is finite and not zero. */
/* runs: 20000 */
#include "read/arrows.h"
#include "support/fuzz_maps.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <wend/kit.h>

static wend_space *rooms;
static char path[64];

static void remove_file(void) {
    remove(path);
}

static void begin(void) {
    wend_layer_def layers[2] = {{0}, {0}};
    rooms = fuzz_rooms(layers, true);
    fuzz_expect(rooms != NULL, "no space");
    snprintf(path, sizeof path, "/tmp/fuzz_arrows_%ld.txt", (long)getpid());
    atexit(remove_file);
}

static void sample(const wend_map *map) {
    for (int i = 0; i < 200; i++) {
        wend_location at = {{(float)(i % 20) - 5.0F, (float)(i / 20) - 2.0F}, (uint32_t)(i % 3)};
        wend_vec2 arrow = {0.0F, 0.0F};
        bool found = wend_guidance_sample(map, rooms, at, i % 2 == 0, &arrow);
        fuzz_expect(!found || (isfinite(arrow.x) && isfinite(arrow.y) &&
                               (arrow.x != 0.0F || arrow.y != 0.0F)),
                    "an arrow that leads nowhere");
    }
}

static void build(const uint8_t *data, size_t size) {
    FILE *file = fopen(path, "wb");
    fuzz_expect(file != NULL, "no file");
    fwrite(data, 1, size, file);
    fclose(file);
    wend_guidance_def def = wend_default_guidance_def();
    wend_map *map = NULL;
    wend_error error = {.message = ""};
    def.space = rooms;
    def.file = path;
    wend_result result = wend_guidance_build(&def, &map, &error);
    fuzz_expect(result == WEND_OK || error.message[0] != '\0', "refused without a message");
    if (result == WEND_OK) {
        sample(map);
    }
    wend_map_release(map);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const arrows_limits limits = {.most_cells = 1 << 16,
                                  .most_layers = 2,
                                  .smallest_cell = 0.01,
                                  .largest_cell = 1000.0,
                                  .longest = 1000.0};
    if (rooms == NULL) {
        begin();
    }
    memory heap;
    memory_arena arena;
    arrows_file f;
    wend_error error = {.message = ""};
    memory_init(&heap, NULL);
    arena_init(&arena, &heap);
    wend_result result =
        arrows_file_read((const char *)data, size, "fuzz.txt", &limits, &arena, &f, &error);
    fuzz_expect(result == WEND_OK || (error.message[0] != '\0' && error.line > 0),
                "refused without a message or a line");
    if (result == WEND_OK) {
        build(data, size);
    }
    arena_free(&arena);
    return 0;
}
