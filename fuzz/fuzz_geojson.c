/* Any bytes as a GeoJSON file: it is read or gives an error with a place, and what is read is
 * cleaned and makes a space. The first byte says what the polygons are for, and whether features
 * are chosen.
 */
/* runs: 60000 */
#include "read/geojson.h"
#include "support/fuzz_geometry.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const values[] = {"yes", "2"};
    static const geojson_condition condition = {"kind", values, 2};
    if (size < 1 || size > GEOMETRY_MOST_BYTES) {
        return 0;
    }
    memory heap;
    memory_arena arena;
    memory_init(&heap, NULL);
    arena_init(&arena, &heap);
    shapes_list list = {0};
    wend_error error = {0};
    uint32_t conditions = data[0] % 7 == 0 ? 1 : 0;
    wend_result result = geojson_read((const char *)data + 1, size - 1, "fuzz.geojson", &condition,
                                      conditions, &arena, &list, &error);
    if (result == WEND_OK) {
        geometry_use(&list, data[0], &arena);
    } else {
        geometry_expect(error.code == result && error.line > 0 && error.column > 0 &&
                        error.message[0] != '\0');
    }
    arena_free(&arena);
    return 0;
}
