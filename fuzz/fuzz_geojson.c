/* Fuzzes the GeoJSON reader. A file either gives an error with a position, or is read, cleaned and
 * built into a space. The first byte chooses the role of the polygons, and whether only some
 * features are selected or labelled. */
/* runs: 60000 */
#include "read/geojson.h"
#include "support/fuzz_geometry.h"

static wend_result read_shapes(const char *text, size_t size, uint8_t choice, memory_arena *arena,
                               shapes_list *out, wend_error *error) {
    static const char *const values[] = {"yes", "2"};
    static const geojson_condition condition = {"kind", values, 2};
    const geojson_filter filter = {&condition, choice % 7 == 0 ? 1 : 0,
                                   choice % 5 == 0 ? "kind" : NULL};
    return geojson_read(text, size, "fuzz.geojson", &filter, arena, out, NULL, error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    geometry_fuzz(data, size, read_shapes);
    return 0;
}
