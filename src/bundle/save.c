/* Saves bundles. Cost: O(bytes), and one creation of the space, which checks the definition. */
#include <math.h>
#include <string.h>

#include "base/def.h"
#include "base/error.h"
#include "bundle/bundle.h"
#include "world/world.h"

void wend_bundle_def_init(wend_bundle_def *def, size_t size) {
    const wend_bundle_def defaults = {.end = (double)INFINITY};
    def_fill(def, size, &defaults, sizeof defaults);
}

/* ---- Checks ---------------------------------------------------------------------------------- */

static wend_result check_values(const wend_bundle_def *def, wend_error *error) {
    if (def->start_count == 0 || def->start_count > WEND_MAX_BUNDLE_STARTS) {
        return error_set(error, WEND_ERROR_INVALID,
                         "a bundle has %u starts, expected between 1 and %d", def->start_count,
                         WEND_MAX_BUNDLE_STARTS);
    }
    if (!(def->end >= 0.0)) {
        return error_set(error, WEND_ERROR_INVALID,
                         "the end time of a bundle is %g s, expected 0 or more", def->end);
    }
    if (def->title != NULL && strlen(def->title) >= ARCHIVE_TEXT) {
        return error_set(error, WEND_ERROR_LIMIT,
                         "the title of a bundle has %zu bytes, expected at most %d",
                         strlen(def->title), ARCHIVE_TEXT - 1);
    }
    if (def->text != NULL && strlen(def->text) > WEND_MAX_BUNDLE_TEXT) {
        return error_set(error, WEND_ERROR_LIMIT,
                         "the scenario text of a bundle has %zu bytes, expected at most %d",
                         strlen(def->text), WEND_MAX_BUNDLE_TEXT);
    }
    return WEND_OK;
}

static bool is_same_map(const map_record *a, const map_record *b) {
    bool is_named = a->name != NULL && b->name != NULL;
    return a->name == b->name || (is_named && strcmp(a->name, b->name) == 0 &&
                                  a->content_hash == b->content_hash && a->is_held == b->is_held);
}

/* Checks that a start has the space and the maps of the first one. */
static wend_result check_start(const wend_bundle_def *def, uint32_t start, wend_error *error) {
    const wend_world *first = def->starts[0], *world = def->starts[start];
    if (wend_space_hash(world->space) != wend_space_hash(first->space)) {
        return error_set(error, WEND_ERROR_INVALID,
                         "start %u of a bundle has another space than start 0", start);
    }
    bool is_same = world->map_count == first->map_count;
    for (uint32_t i = 0; i < first->map_count && is_same; i++) {
        is_same = is_same_map(&world->maps[i], &first->maps[i]);
    }
    if (!is_same) {
        return error_set(error, WEND_ERROR_INVALID,
                         "start %u of a bundle has other maps than start 0", start);
    }
    for (uint32_t i = 0; i < world->command_count; i++) {
        if (world->commands[i].kind == COMMAND_REPLACE_MAP) {
            return error_set(error, WEND_ERROR_INVALID,
                             "start %u of a bundle has a queued replacement of a map: step the "
                             "world first",
                             start);
        }
    }
    return WEND_OK;
}

/* Checks that the definition gives the space of the worlds. */
static wend_result check_space(const wend_bundle_def *def, wend_error *error) {
    wend_space *space = NULL;
    wend_result result = wend_space_create(def->space_def, &space, error);
    if (result == WEND_OK && wend_space_hash(space) != wend_space_hash(def->starts[0]->space)) {
        result = error_set(error, WEND_ERROR_INVALID,
                           "the definition of the space of a bundle gives another space than that "
                           "of its worlds");
    }
    wend_space_release(space);
    return result;
}

/* ---- Writing --------------------------------------------------------------------------------- */

static size_t save_space(const void *def, void *out, size_t capacity) {
    return wend_space_def_save(def, out, capacity);
}

static size_t save_map(const void *map, void *out, size_t capacity) {
    return wend_map_save(map, out, capacity);
}

static size_t save_world(const void *world, void *out, size_t capacity) {
    return wend_world_save(world, out, capacity);
}

static void put_section(archive *ar, const void *object,
                        size_t (*save)(const void *object, void *out, size_t capacity)) {
    size_t size = save(object, NULL, 0);
    uint32_t stored = (uint32_t)size;
    archive_expect(ar, size > 0, "a name in its space is longer than 4095 bytes");
    archive_expect(ar, (uint64_t)ar->at + sizeof stored + size <= UINT32_MAX,
                   "it would be larger than 4 GiB");
    archive_u32(ar, &stored);
    if (ar->failed) {
        return;
    }
    if (ar->out != NULL) {
        save(object, ar->out + ar->at, ar->size - ar->at);
    }
    ar->at += size;
}

static void put_maps(archive *ar, const wend_world *world) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->map_count; i++) {
        count += world->maps[i].is_held && world->maps[i].object != NULL;
    }
    archive_u32(ar, &count);
    for (uint32_t i = 0; i < world->map_count; i++) {
        const map_record *record = &world->maps[i];
        if (record->is_held && record->object != NULL) {
            const char *name = record->name;
            archive_text(ar, &name, NULL);
            put_section(ar, record->object, save_map);
        }
    }
}

static void put_bundle(archive *ar, const wend_bundle_def *def) {
    wend_bundle_info info = {.title = def->title != NULL ? def->title : "",
                             .text = def->text,
                             .end = def->end,
                             .final_step = def->final_step,
                             .final_hash = def->final_hash};
    uint32_t start_count = def->start_count;
    bundle_archive_info(ar, &info, NULL);
    put_section(ar, def->space_def, save_space);
    put_maps(ar, def->starts[0]);
    archive_u32(ar, &start_count);
    for (uint32_t i = 0; i < start_count && !ar->failed; i++) {
        put_section(ar, def->starts[i], save_world);
    }
}

static wend_result check(const wend_bundle_def *def, wend_error *error) {
    wend_result result = check_values(def, error);
    for (uint32_t i = 0; i < def->start_count && result == WEND_OK; i++) {
        WEND_ASSERT(def->starts[i] != NULL);
        result = check_start(def, i, error);
    }
    return result;
}

wend_result wend_bundle_save(const wend_bundle_def *given, void *out, size_t capacity, size_t *size,
                             wend_error *error) {
    WEND_ASSERT(given != NULL && size != NULL && (out != NULL || capacity == 0));
    wend_bundle_def def;
    wend_result result = DEF_READ(bundle, given, &def, error);
    if (result != WEND_OK) {
        return result;
    }
    WEND_ASSERT(def.space_def != NULL && (def.starts != NULL || def.start_count == 0));
    result = check(&def, error);
    if (result != WEND_OK) {
        return result;
    }
    archive count = {.at = SEAL_SIZE};
    put_bundle(&count, &def);
    if (count.failed) {
        return error_set(error, WEND_ERROR_LIMIT, "the bundle cannot be saved: %s", count.wrong);
    }
    if (out != NULL && capacity >= count.at) {
        result = check_space(&def, error);
    }
    if (result == WEND_OK) {
        *size = count.at;
    }
    if (result == WEND_OK && out != NULL && capacity >= count.at) {
        archive ar = {.out = out, .size = count.at, .at = SEAL_SIZE};
        put_bundle(&ar, &def);
        seal_write(&bundle_seal, out, count.at);
    }
    return result;
}
