/* Fuzzes the loader of bundles. An input is a list of edits of a bundle that the library itself has
 * saved; the checksums are made valid afterwards. So the loader reaches the contents. A world that
 * loads must be able to step, to be saved, and to load again.
 *
 * The first byte says what is edited: the whole bundle, its space, one of its maps, or a start. The
 * edits follow (support/fuzz_edits.h). An edited part gets its new size. */
/* runs: 1500 */
#include "support/fuzz_edits.h"
#include "support/kit/saved_bundles.h"

static wend_registry *registry;
static uint8_t *base;
static size_t base_size;
static saved_bundle_part parts[SAVED_BUNDLE_PARTS];
static uint32_t part_count;

static void make_base(void) {
    fuzz_expect(wend_registry_create(NULL, &registry, NULL) == WEND_OK &&
                    wend_kit_register(registry, NULL) == WEND_OK,
                "there is no registry");
    base = saved_bundle_make(registry, &base_size);
    part_count = saved_bundle_parts(base, parts);
}

/* Returns the bundle with an edited part; the caller frees it. */
static uint8_t *edit_part(const saved_bundle_part *part, size_t *size, const uint8_t *edits,
                          size_t count) {
    size_t length = part->size, after = base_size - part->at - part->size;
    uint8_t *edited = fuzz_edit_bytes(base + part->at, &length, edits, count);
    uint32_t stored = (uint32_t)length;
    saved_bundle_seal_part(edited, length);
    *size = part->at + length + after;
    uint8_t *bytes = malloc(*size);
    fuzz_expect(bytes != NULL, "out of memory");
    memcpy(bytes, base, part->at);
    memcpy(bytes + part->at - sizeof stored, &stored, sizeof stored);
    memcpy(bytes + part->at, edited, length);
    memcpy(bytes + part->at + length, base + part->at + part->size, after);
    free(edited);
    return bytes;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (registry == NULL) {
        make_base();
    }
    if (size == 0) {
        return 0;
    }
    uint32_t what = data[0] % (part_count + 1);
    size_t count = fuzz_edit_count(size - 1), length = base_size;
    uint8_t *bytes = what == part_count ? fuzz_edit_bytes(base, &length, data + 1, count)
                                        : edit_part(&parts[what], &length, data + 1, count);
    saved_bundle_seal(bytes, length);
    wend_error error = {.message = ""};
    if (saved_bundle_use(bytes, length, registry, &error) != WEND_OK) {
        fuzz_expect(error.message[0] != 0, "a failure has no message");
    }
    free(bytes);
    return 0;
}
