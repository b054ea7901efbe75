/* wend/bundle.h: a world and everything that it needs, in one binary.
 *
 * A bundle holds the definition of a space, the maps, and snapshots of one world at its start, each
 * for another seed. The core alone reads it, without a scenario file: the viewer runs in a browser
 * from a bundle. Bundles are little-endian and have a checksum. */
#ifndef WEND_BUNDLE_H
#define WEND_BUNDLE_H

#include <wend/snapshot.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { WEND_MAX_BUNDLE_STARTS = 64, WEND_MAX_BUNDLE_TEXT = 1 << 24 /* bytes */ };

/* What a bundle is made of. */
typedef struct wend_bundle_def {
    uint32_t size; /* set by wend_default_bundle_def */
    /* Required: the definition from which the space of the worlds was created. */
    const wend_space_def *space_def;
    /* Required: the worlds at their starts, 1 to WEND_MAX_BUNDLE_STARTS. All have the same space,
     * and the same maps under the same names. Maps that are custom objects are not saved. */
    wend_world *const *starts;
    uint32_t start_count;
    const char *title; /* at most 4,095 bytes; NULL: "" */
    double end;        /* s of simulated time at which a viewer stops: 0 or more; INFINITY: never */
    /* The scenario file, for the user: at most WEND_MAX_BUNDLE_TEXT bytes; may be NULL. */
    const char *text;
    /* The step and the state hash at which a run from the first start ended, so that others can
     * compare theirs. 0 steps: not known. */
    uint64_t final_step, final_hash;
} wend_bundle_def;

/* Writes the defaults of wend_default_bundle_def to a def of `size` bytes. */
WEND_API void wend_bundle_def_init(wend_bundle_def *def, size_t size);
/* Returns a def that never ends. The caller must fill in the space and the starts. */
static inline wend_bundle_def wend_default_bundle_def(void) {
    wend_bundle_def def;
    wend_bundle_def_init(&def, sizeof def);
    return def;
}

/* Saves a bundle as bytes. Sets `*size` to its size. If that is larger than `capacity`, nothing is
 * written, and `out` may be NULL. Fails with WEND_ERROR_INVALID (a value is out of range, the
 * worlds differ in space or maps, the space comes from another definition, or a map is about to be
 * replaced), WEND_ERROR_LIMIT (a text is too long, or the bundle larger than 4 GiB), with the
 * errors of wend_space_create, and with WEND_ERROR_MEMORY. */
WEND_API wend_result wend_bundle_save(const wend_bundle_def *def, void *out, size_t capacity,
                                      size_t *size, wend_error *error);

/* Changes the final step and hash in the bytes of a bundle, which a run knows only at its end.
 * Fails with WEND_ERROR_FORMAT if the bytes are no valid bundle; they then stay as they are. */
WEND_API wend_result wend_bundle_set_final(void *bytes, size_t size, uint64_t step, uint64_t hash,
                                           wend_error *error);

/* A loaded bundle. */
typedef struct wend_bundle wend_bundle;

/* Loads a bundle: its space and its maps, but not its snapshots. `bytes` must stay valid as long as
 * the bundle exists. Fails with WEND_ERROR_FORMAT (the bytes are damaged or of another version; the
 * message states what is wrong at which byte), with the errors of wend_space_create, and with
 * WEND_ERROR_MEMORY. If `allocator` is NULL, the C heap is used. The caller owns the bundle. */
WEND_API wend_result wend_bundle_load(const void *bytes, size_t size,
                                      const wend_allocator *allocator, wend_bundle **out,
                                      wend_error *error);
/* Destroys a bundle; worlds that were created from it stay valid. NULL is allowed. */
WEND_API void wend_bundle_destroy(wend_bundle *bundle);

/* The properties of a bundle. Its strings are valid as long as the bundle. */
typedef struct wend_bundle_info {
    const char *title;
    const char *text; /* NULL if the bundle has none */
    double end;       /* s; INFINITY: never */
    uint32_t start_count, map_count;
    uint64_t final_step, final_hash; /* of a run from the first start; 0 steps: not known */
} wend_bundle_info;

/* Returns the properties of a bundle. */
WEND_API wend_bundle_info wend_bundle_get_info(const wend_bundle *bundle);
/* Returns the space of a bundle, without adding a reference. */
WEND_API wend_space *wend_bundle_space(const wend_bundle *bundle);
/* Returns the definition of the space. It is valid as long as the bundle. */
WEND_API const wend_space_def *wend_bundle_space_def(const wend_bundle *bundle);
/* Returns map `index` without adding a reference, and its name, which is valid as long as the
 * bundle; `name` may be NULL. `index` must be less than the count. */
WEND_API wend_map *wend_bundle_map(const wend_bundle *bundle, uint32_t index, const char **name);

/* Creates the world of a start, which must be less than the count, with its maps; the caller owns
 * the world. `def` provides registry, threads, kernel, tasks and allocator; its space is ignored.
 * Fails like wend_world_load. */
WEND_API wend_result wend_bundle_create_world(const wend_bundle *bundle, const wend_world_def *def,
                                              uint32_t start, wend_world **out, wend_error *error);
/* Loads a snapshot of a world that came from this bundle, and restores its maps. Fails like
 * wend_world_load. */
WEND_API wend_result wend_bundle_load_world(const wend_bundle *bundle, const wend_world_def *def,
                                            const void *bytes, size_t size, wend_world **out,
                                            wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
