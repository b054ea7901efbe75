/* Loads bundles: the header, the sections, the space and the maps. Each section is checked by its
 * own loader. No read goes beyond the given bytes, and memory is at most proportional to their
 * number. Cost: O(bytes), and the creation of the space and the maps. */
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "bundle/bundle.h"

/* The least size of a saved map: its name with a zero, and a header. */
enum { LEAST_MAP = 4 + 2 + 4 + 24, LEAST_START = 4 + SEAL_SIZE };

static wend_result report_damage(const archive *ar, wend_error *error) {
    if (ar->is_out_of_memory) {
        return error_no_memory(error, "a bundle");
    }
    return error_set(error, WEND_ERROR_FORMAT, "the bundle cannot be read: %s (byte %zu)",
                     ar->wrong, ar->wrong_at);
}

wend_result bundle_report_section(const char *what, const char *name, const bundle_section *section,
                                  wend_result result, wend_error *error) {
    if (result == WEND_ERROR_MEMORY || error == NULL) {
        return result;
    }
    char message[WEND_ERROR_MESSAGE_SIZE];
    memcpy(message, error->message, sizeof message);
    message[sizeof message - 100] = 0; /* room for the words before it */
    return error_set(error, result, "%s%.60s of the bundle, at byte %zu: %s", what, name,
                     section->at, message);
}

static bundle_section take_section(archive *ar) {
    uint32_t size = 0;
    archive_count(ar, &size, 1);
    bundle_section section = {ar->in + ar->at, size, ar->at};
    ar->at += size;
    return section;
}

static wend_result load_space(wend_bundle *bundle, archive *ar, wend_error *error) {
    bundle_section section = take_section(ar);
    if (ar->failed) {
        return report_damage(ar, error);
    }
    wend_result result = wend_space_def_load(section.bytes, section.size, &bundle->heap.allocator,
                                             &bundle->def, error);
    if (result == WEND_OK) {
        result = wend_space_create(bundle->def, &bundle->space, error);
    }
    return result == WEND_OK ? WEND_OK
                             : bundle_report_section("the space", "", &section, result, error);
}

/* ---- Maps ------------------------------------------------------------------------------------ */

static bool has_map(const wend_bundle *bundle, const char *name) {
    for (uint32_t i = 0; i < bundle->info.map_count; i++) {
        if (strcmp(bundle->maps[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

static wend_result load_map(wend_bundle *bundle, archive *ar, wend_error *error) {
    const char *name = NULL;
    archive_text(ar, &name, &bundle->arena);
    bool is_named = name != NULL && name[0] != 0;
    archive_expect(ar, is_named, "a map has no name");
    archive_expect(ar, !is_named || !has_map(bundle, name), "two maps have the same name");
    bundle_section section = take_section(ar);
    if (ar->failed) {
        return report_damage(ar, error);
    }
    wend_map *map = NULL;
    wend_result result =
        wend_map_load(section.bytes, section.size, &bundle->heap.allocator, &map, error);
    if (result == WEND_OK && wend_map_get_info(map).space_hash != wend_space_hash(bundle->space)) {
        wend_map_release(map);
        result = error_set(error, WEND_ERROR_FORMAT, "it was built for another space");
    }
    if (result != WEND_OK) {
        return bundle_report_section("map ", name, &section, result, error);
    }
    bundle->maps[bundle->info.map_count++] = (bundle_map){name, map};
    return WEND_OK;
}

static wend_result load_maps(wend_bundle *bundle, archive *ar, wend_error *error) {
    uint32_t count = 0;
    archive_count(ar, &count, LEAST_MAP);
    bundle->maps = archive_allocate(ar, &bundle->arena, count, sizeof *bundle->maps);
    wend_result result = ar->failed ? report_damage(ar, error) : WEND_OK;
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        result = load_map(bundle, ar, error);
    }
    return result;
}

/* ---- The whole bundle ------------------------------------------------------------------------ */

static wend_result load_starts(wend_bundle *bundle, archive *ar, wend_error *error) {
    uint32_t count = 0;
    archive_count(ar, &count, LEAST_START);
    archive_expect(ar, count >= 1 && count <= WEND_MAX_BUNDLE_STARTS,
                   "its number of starts is not between 1 and 64");
    for (uint32_t i = 0; i < count && !ar->failed; i++) {
        bundle->starts[i] = take_section(ar);
    }
    bundle->info.start_count = count;
    archive_expect(ar, ar->at == ar->size, "it has extra bytes at its end");
    return ar->failed ? report_damage(ar, error) : WEND_OK;
}

static wend_result load_all(wend_bundle *bundle, archive *ar, wend_error *error) {
    bundle_archive_info(ar, &bundle->info, &bundle->arena);
    archive_expect(ar, bundle->info.title != NULL, "it has no title");
    if (ar->failed) {
        return report_damage(ar, error);
    }
    wend_result result = load_space(bundle, ar, error);
    if (result == WEND_OK) {
        result = load_maps(bundle, ar, error);
    }
    return result == WEND_OK ? load_starts(bundle, ar, error) : result;
}

wend_result wend_bundle_load(const void *bytes, size_t size, const wend_allocator *allocator,
                             wend_bundle **out, wend_error *error) {
    WEND_ASSERT((bytes != NULL || size == 0) && out != NULL);
    wend_result result = seal_check(&bundle_seal, bytes, size, error);
    if (result != WEND_OK) {
        return result;
    }
    wend_bundle *bundle = memory_allocate(allocator, sizeof *bundle);
    if (bundle == NULL) {
        return error_no_memory(error, "a bundle");
    }
    memset(bundle, 0, sizeof *bundle);
    memory_init(&bundle->heap, allocator);
    arena_init(&bundle->arena, &bundle->heap);
    archive ar = {.loading = true, .in = bytes, .size = size, .at = SEAL_SIZE};
    result = load_all(bundle, &ar, error);
    if (result != WEND_OK) {
        wend_bundle_destroy(bundle);
        return result;
    }
    *out = bundle;
    return WEND_OK;
}

void wend_bundle_destroy(wend_bundle *bundle) {
    if (bundle == NULL) {
        return;
    }
    for (uint32_t i = 0; i < bundle->info.map_count; i++) {
        wend_map_release(bundle->maps[i].map);
    }
    wend_space_release(bundle->space);
    wend_space_def_destroy(bundle->def);
    wend_allocator allocator = bundle->heap.allocator;
    arena_free(&bundle->arena);
    memory_release(&allocator, bundle, sizeof *bundle);
}
