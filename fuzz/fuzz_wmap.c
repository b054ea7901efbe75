/* Fuzzes the .wmap reader. The header and the checksum are made valid, so that the reader reaches
 * the contents. A file that loads must give the same bytes when it is saved and loaded again. The
 * program then tries to create a space from the file; this may fail. */
/* runs: 150000 */
#include "space/wmap.h"
#include "support/fuzz.h"

enum { LARGEST = 1 << 14 };

static void check_round_trip(const wend_space_def *def, const uint8_t *bytes, size_t size) {
    uint8_t *again = malloc(size);
    if (again != NULL) {
        fuzz_expect(wend_space_def_save(def, again, size) == size &&
                        memcmp(bytes, again, size) == 0,
                    "a space that loaded does not save to the same bytes");
        free(again);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    wend_error error;
    wend_space_def *def = NULL;
    if (wend_space_def_load(data, size, NULL, &def, &error) == WEND_OK) {
        wend_space_def_destroy(def);
        def = NULL;
    }
    uint8_t *bytes = fuzz_copy(data, size, WMAP_HEADER_SIZE, LARGEST);
    if (bytes == NULL) {
        return 0;
    }
    wmap_seal(bytes, size, WMAP_SPACE);
    if (wend_space_def_load(bytes, size, NULL, &def, &error) == WEND_OK) {
        check_round_trip(def, bytes, size);
        wend_space *space = NULL;
        if (wend_space_create(def, &space, &error) == WEND_OK) {
            wend_space_release(space);
        }
        wend_space_def_destroy(def);
    }
    free(bytes);
    return 0;
}
