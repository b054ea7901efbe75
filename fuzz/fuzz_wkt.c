/* Fuzzes the WKT reader. A file either gives an error with a position, or is read, cleaned and
 * built into a space. The first byte chooses the role of the polygons. */
/* runs: 30000 */
#include "read/wkt.h"
#include "support/fuzz_geometry.h"

static wend_result read_shapes(const char *text, size_t size, uint8_t choice, memory_arena *arena,
                               shapes_list *out, wend_error *error) {
    (void)choice;
    return wkt_read(text, size, "fuzz.wkt", arena, out, error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    geometry_fuzz(data, size, read_shapes);
    return 0;
}
