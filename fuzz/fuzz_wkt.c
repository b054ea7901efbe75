/* Any bytes as a WKT file: it is read or gives an error with a place, and what is read is cleaned
 * and makes a space. The first byte says what the polygons are for. */
/* runs: 30000 */
#include "read/wkt.h"
#include "support/fuzz_geometry.h"

static wend_result read(const char *text, size_t size, uint8_t choice, memory_arena *arena,
                        shapes_list *out, wend_error *error) {
    (void)choice;
    return wkt_read(text, size, "fuzz.wkt", arena, out, error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    geometry_fuzz(data, size, read);
    return 0;
}
