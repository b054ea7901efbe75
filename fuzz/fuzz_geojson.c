/* Any bytes as a GeoJSON file: it is read or gives an error with a place, and what is read is
 * cleaned and makes a space. The first byte says what the polygons are for, and whether features
 * are chosen.
 */
/* runs: 60000 */
#include "read/geojson.h"
#include "support/fuzz_geometry.h"

static wend_result read(const char *text, size_t size, uint8_t choice, memory_arena *arena,
                        shapes_list *out, wend_error *error) {
    static const char *const values[] = {"yes", "2"};
    static const geojson_condition condition = {"kind", values, 2};
    return geojson_read(text, size, "fuzz.geojson", &condition, choice % 7 == 0 ? 1 : 0, arena, out,
                        error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    geometry_fuzz(data, size, read);
    return 0;
}
