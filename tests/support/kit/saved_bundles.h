/* Bundles of a small scenario with every kind of map and of ground, for tests and the fuzzer of
 * bundles, and the parts of which they consist. */
#ifndef SUPPORT_KIT_SAVED_BUNDLES_H
#define SUPPORT_KIT_SAVED_BUNDLES_H

#include <wend/bundle.h>
#include <wend/kit.h>

enum { SAVED_BUNDLE_STARTS = 2, SAVED_BUNDLE_PARTS = 16 };

/* Returns the scenario, with a seed; the caller owns it. It has 2 storeys, heights, terrain,
 * classes, a connection, a belt, a door, timed commands, a source, a queue, a machine, and one map
 * of each kind. */
wend_scenario *saved_bundle_scenario(const wend_registry *registry, uint64_t seed);

/* Returns the worlds of the scenario for the seeds 1, 2, ..; the caller owns them. */
void saved_bundle_worlds(const wend_registry *registry, wend_world *out[SAVED_BUNDLE_STARTS]);

/* Returns the bundle of a def; the caller frees it. Aborts the program if it cannot be saved. */
uint8_t *saved_bundle_bytes(const wend_bundle_def *def, size_t *size);

/* Returns the bundle of the scenario with SAVED_BUNDLE_STARTS starts; the caller frees it. */
uint8_t *saved_bundle_make(const wend_registry *registry, size_t *size);

/* The space, a map or a start in a bundle. */
typedef struct saved_bundle_part {
    size_t at;   /* offset of its bytes; its size is in the 4 bytes before it */
    size_t size; /* of its bytes */
} saved_bundle_part;

/* Finds the parts of a valid bundle, and returns how many there are: the space, the maps, the
 * starts. */
uint32_t saved_bundle_parts(const uint8_t *bytes, saved_bundle_part out[SAVED_BUNDLE_PARTS]);

/* Makes the checksum of a part valid: of the header of a .wmap file, or of a snapshot. */
void saved_bundle_seal_part(uint8_t *bytes, size_t size);
/* Makes the checksum of a bundle valid. */
void saved_bundle_seal(uint8_t *bytes, size_t size);

/* Loads a bundle, and steps, saves and loads the worlds that it gives. Aborts the program if a
 * world that has loaded cannot be saved and loaded again. Returns the result of loading. */
wend_result saved_bundle_use(const uint8_t *bytes, size_t size, const wend_registry *registry,
                             wend_error *error);

#endif
