/* Saves definitions of spaces as bytes (.wmap) and loads them.
 *
 * Layout: the header of wmap.h, then the fields of wend_space_def, in order. Little-endian. No read
 * goes beyond the available bytes. Loading does not check that the definition makes a valid space;
 * wend_space_create does. Cost: O(bytes). */
#include <string.h>

#include "base/archive.h"
#include "base/def.h"
#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "space/wmap.h"

typedef struct loaded_def {
    wend_space_def def; /* must be first, because users get a pointer to it */
    memory heap;
    memory_arena arena;
} loaded_def;

static const char map_text[] = "the map";

/* ---- Functions that both save and load ------------------------------------------------------- */

/* Stores a loaded array in `field`. A definition that is saved may be constant. */
static void set_loaded(const archive *ar, void *field, const void *array) {
    if (ar->loading) {
        memcpy(field, &array, sizeof array);
    }
}

static void archive_points(archive *ar, const wend_point **points, uint32_t *count,
                           memory_arena *arena) {
    void *all = archive_list(ar, *points, count, sizeof **points, sizeof **points, arena);
    archive_bytes(ar, all, *count * sizeof **points);
    set_loaded(ar, points, all);
}

static void archive_ring(archive *ar, wend_ring *ring, memory_arena *arena) {
    archive_points(ar, &ring->points, &ring->count, arena);
}

static void archive_rings(archive *ar, const wend_ring **rings, uint32_t *count,
                          memory_arena *arena) {
    wend_ring *all = archive_list(ar, *rings, count, 4, sizeof *all, arena);
    set_loaded(ar, rings, all);
    for (uint32_t i = 0; i < *count; i++) {
        archive_ring(ar, &all[i], arena);
    }
}

static void archive_solids(archive *ar, wend_layer_def *layer, memory_arena *arena) {
    wend_solid_def *solids =
        archive_list(ar, layer->solids, &layer->solid_count, 8, sizeof *solids, arena);
    set_loaded(ar, &layer->solids, solids);
    for (uint32_t i = 0; i < layer->solid_count; i++) {
        archive_ring(ar, &solids[i].ring, arena);
        archive_u32(ar, &solids[i].obstacle_class);
    }
}

static void archive_open_walls(archive *ar, wend_layer_def *layer, memory_arena *arena) {
    wend_open_wall_def *walls =
        archive_list(ar, layer->open_walls, &layer->open_wall_count, 8, sizeof *walls, arena);
    set_loaded(ar, &layer->open_walls, walls);
    for (uint32_t i = 0; i < layer->open_wall_count; i++) {
        archive_points(ar, &walls[i].points, &walls[i].count, arena);
        archive_u32(ar, &walls[i].obstacle_class);
    }
}

static void archive_terrains(archive *ar, wend_layer_def *layer, memory_arena *arena) {
    wend_terrain_def *terrains =
        archive_list(ar, layer->terrains, &layer->terrain_count, 12, sizeof *terrains, arena);
    set_loaded(ar, &layer->terrains, terrains);
    for (uint32_t i = 0; i < layer->terrain_count; i++) {
        archive_ring(ar, &terrains[i].ring, arena);
        archive_u32(ar, &terrains[i].type);
        archive_rings(ar, &terrains[i].holes, &terrains[i].hole_count, arena);
    }
}

static void archive_layer(archive *ar, wend_layer_def *layer, memory_arena *arena) {
    archive_text(ar, &layer->name, arena);
    archive_rings(ar, &layer->boundaries, &layer->boundary_count, arena);
    archive_solids(ar, layer, arena);
    archive_open_walls(ar, layer, arena);
    archive_terrains(ar, layer, arena);
}

static void archive_links(archive *ar, wend_space_def *def, memory_arena *arena) {
    wend_link_def *links = archive_list(ar, def->links, &def->link_count, 40, sizeof *links, arena);
    set_loaded(ar, &def->links, links);
    for (uint32_t i = 0; i < def->link_count; i++) {
        archive_point(ar, &links[i].a);
        archive_point(ar, &links[i].b);
        archive_u32(ar, &links[i].left_layer);
        archive_u32(ar, &links[i].right_layer);
    }
}

static void archive_profiles(archive *ar, wend_connection_def *connection, memory_arena *arena) {
    const char **names = archive_list(ar, (const void *)connection->profiles,
                                      &connection->profile_count, 4, sizeof *names, arena);
    set_loaded(ar, &connection->profiles, names);
    for (uint32_t i = 0; i < connection->profile_count; i++) {
        archive_text(ar, &names[i], arena);
        archive_expect(ar, names[i] != NULL, "a connection has a profile without a name");
    }
}

static void archive_connections(archive *ar, wend_space_def *def, memory_arena *arena) {
    wend_connection_def *all =
        archive_list(ar, def->connections, &def->connection_count, 73, sizeof *all, arena);
    set_loaded(ar, &def->connections, all);
    for (uint32_t i = 0; i < def->connection_count && !ar->failed; i++) {
        archive_text(ar, &all[i].name, arena);
        archive_point(ar, &all[i].from);
        archive_point(ar, &all[i].to);
        archive_u32(ar, &all[i].from_layer);
        archive_u32(ar, &all[i].to_layer);
        archive_bool(ar, &all[i].one_way);
        archive_f64(ar, &all[i].cost);
        archive_f64(ar, &all[i].duration);
        archive_f64(ar, &all[i].radius);
        archive_profiles(ar, &all[i], arena);
    }
}

static void archive_terrain_names(archive *ar, wend_space_def *def, memory_arena *arena) {
    const char **names = archive_list(ar, (const void *)def->terrain_names,
                                      &def->terrain_name_count, 4, sizeof *names, arena);
    set_loaded(ar, &def->terrain_names, names);
    for (uint32_t i = 0; i < def->terrain_name_count; i++) {
        archive_text(ar, &names[i], arena);
    }
}

static bool has_heights(const wend_space_def *def) {
    for (uint32_t i = 0; i < def->layer_count; i++) {
        if (def->layers[i].height_count > 0) {
            return true;
        }
    }
    return false;
}

static void archive_grid(archive *ar, wend_height_def *height, memory_arena *arena) {
    bool has_grid = height->grid != NULL;
    archive_bool(ar, &has_grid);
    if (!has_grid) {
        height->grid = NULL;
        return;
    }
    archive_point(ar, &height->grid_low);
    archive_f64(ar, &height->grid_cell);
    archive_u32(ar, &height->columns);
    archive_u32(ar, &height->rows);
    uint64_t points = (uint64_t)height->columns * height->rows;
    uint64_t most =
        ar->loading ? ar->size : UINT32_MAX; /* while saving, the size is not known yet */
    archive_expect(ar, points > 0 && points <= most, "a grid of heights is too large");
    uint32_t count = ar->failed ? 0 : (uint32_t)points;
    float *grid = archive_list(ar, height->grid, &count, sizeof *grid, sizeof *grid, arena);
    archive_expect(ar, count == points, "a grid of heights is incomplete");
    archive_bytes(ar, grid, ar->failed ? 0 : count * sizeof *grid);
    height->grid = grid;
}

/* Saves or loads the heights of all layers. Called only if at least one layer has heights. */
static void archive_heights(archive *ar, wend_space_def *def, memory_arena *arena) {
    wend_layer_def *layers =
        (wend_layer_def *)(uintptr_t)def->layers; /* safe: saving does not write to the layers */
    for (uint32_t l = 0; l < def->layer_count && !ar->failed; l++) {
        wend_layer_def layer = layers[l];
        wend_height_def *all =
            archive_list(ar, layer.heights, &layer.height_count, 29, sizeof *all, arena);
        for (uint32_t i = 0; i < layer.height_count && !ar->failed; i++) {
            wend_height_def one = ar->loading ? (wend_height_def){0} : all[i];
            archive_ring(ar, &one.ring, arena);
            archive_f64(ar, &one.z);
            archive_point(ar, &one.slope);
            archive_grid(ar, &one, arena);
            if (ar->loading) {
                all[i] = one;
            }
        }
        if (ar->loading) {
            layers[l].heights = all;
            layers[l].height_count = ar->failed ? 0 : layer.height_count;
        }
    }
    archive_expect(ar, has_heights(def), "its lists of heights are empty");
}

/* True if another optional list follows. A file without connections keeps the older form, which
 * ends before such lists. */
static bool archive_has_more(const archive *ar, bool present) {
    return ar->loading ? !ar->failed && ar->at < ar->size : present;
}

/* Saves or loads the optional lists at the end. A list is present only if it, or a later one, is
 * not empty; so the last list present is never empty. */
static void archive_optional_lists(archive *ar, wend_space_def *def, memory_arena *arena) {
    bool has_height = !ar->loading && has_heights(def);
    bool has_names = def->terrain_name_count > 0 || has_height;
    if (!archive_has_more(ar, def->connection_count > 0 || has_names)) {
        return;
    }
    archive_connections(ar, def, arena);
    if (!archive_has_more(ar, has_names)) {
        archive_expect(ar, def->connection_count > 0, "its list of connections is empty");
        return;
    }
    archive_terrain_names(ar, def, arena);
    if (!archive_has_more(ar, has_height)) {
        archive_expect(ar, def->terrain_name_count > 0, "its list of terrain names is empty");
        return;
    }
    archive_heights(ar, def, arena);
}

static void archive_classes(archive *ar, wend_space_def *def, memory_arena *arena) {
    archive_u32(ar, &def->class_count);
    uint32_t named = def->class_names != NULL ? def->class_count : 0;
    const char **names =
        archive_list(ar, (const void *)def->class_names, &named, 4, sizeof *names, arena);
    set_loaded(ar, &def->class_names, names);
    archive_expect(ar, named == 0 || named == def->class_count,
                   "it has names for only some obstacle classes");
    for (uint32_t i = 0; i < named; i++) {
        archive_text(ar, &names[i], arena);
    }
}

static void archive_def(archive *ar, wend_space_def *def, memory_arena *arena) {
    archive_bool(ar, &def->has_origin);
    archive_point(ar, &def->origin);
    archive_classes(ar, def, arena);
    wend_layer_def *layers =
        archive_list(ar, def->layers, &def->layer_count, 20, sizeof *layers, arena);
    set_loaded(ar, &def->layers, layers);
    for (uint32_t i = 0; i < def->layer_count; i++) {
        archive_layer(ar, &layers[i], arena);
    }
    archive_links(ar, def, arena);
    archive_optional_lists(ar, def, arena);
}

/* ---- Saving ---------------------------------------------------------------------------------- */

size_t wend_space_def_save(const wend_space_def *def, void *out, size_t capacity) {
    WEND_ASSERT(def != NULL);
    wend_space_def given, copy;
    if (DEF_READ(space, def, &given, NULL) != WEND_OK) {
        return 0;
    }
    copy = given;
    archive count = {.loading = false};
    archive_def(&count, &copy, NULL);
    size_t size = WMAP_HEADER_SIZE + count.at;
    if (count.failed || out == NULL || capacity < size) {
        return count.failed ? 0 : size;
    }
    uint8_t *bytes = out;
    archive ar = {.out = bytes + WMAP_HEADER_SIZE, .size = capacity - WMAP_HEADER_SIZE};
    copy = given;
    archive_def(&ar, &copy, NULL);
    wmap_seal(bytes, size, WMAP_SPACE);
    return size;
}

/* ---- Loading --------------------------------------------------------------------------------- */

wend_result wend_space_def_load(const void *bytes, size_t size, const wend_allocator *allocator,
                                wend_space_def **out, wend_error *error) {
    WEND_ASSERT((bytes != NULL || size == 0) && out != NULL);
    uint32_t tag = 0;
    wend_result result = wmap_check(bytes, size, &tag, error);
    if (result == WEND_OK && tag != WMAP_SPACE) {
        result = error_set(error, WEND_ERROR_FORMAT, "the file contains a map, expected a space");
    }
    if (result != WEND_OK) {
        return result;
    }
    loaded_def *loaded = memory_allocate(allocator, sizeof *loaded);
    if (loaded == NULL) {
        return error_no_memory(error, "%s", map_text);
    }
    memset(loaded, 0, sizeof *loaded);
    memory_init(&loaded->heap, allocator);
    arena_init(&loaded->arena, &loaded->heap);
    wend_space_def_init(&loaded->def, sizeof loaded->def);
    loaded->def.allocator = loaded->heap.allocator;
    archive ar = {.loading = true,
                  .in = (const uint8_t *)bytes + WMAP_HEADER_SIZE,
                  .size = size - WMAP_HEADER_SIZE};
    archive_def(&ar, &loaded->def, &loaded->arena);
    archive_expect(&ar, ar.at == ar.size, "it has extra bytes at its end");
    if (ar.failed) {
        wend_space_def_destroy(&loaded->def);
        return error_set(error, WEND_ERROR_FORMAT, "%s cannot be read: %s", map_text, ar.wrong);
    }
    *out = &loaded->def;
    return WEND_OK;
}

void wend_space_def_destroy(wend_space_def *def) {
    loaded_def *loaded = (loaded_def *)def;
    if (loaded == NULL) {
        return;
    }
    wend_allocator allocator = loaded->heap.allocator;
    arena_free(&loaded->arena);
    memory_release(&allocator, loaded, sizeof *loaded);
}

/* ---- Files ----------------------------------------------------------------------------------- */

static size_t save_def(const void *def, void *bytes, size_t capacity) {
    return wend_space_def_save(def, bytes, capacity);
}

static wend_result load_def(const void *bytes, size_t size, const wend_allocator *allocator,
                            void *out, wend_error *error) {
    return wend_space_def_load(bytes, size, allocator, out, error);
}

static const file_codec codec = {map_text, wmap_check_head, save_def, load_def};

wend_result wend_space_def_save_file(const wend_space_def *def, const char *path,
                                     wend_error *error) {
    WEND_ASSERT(def != NULL && path != NULL);
    wend_space_def given;
    wend_result result = DEF_READ(space, def, &given, error);
    if (result != WEND_OK) {
        return result;
    }
    archive count = {.loading = false};
    archive_def(&count, &given, NULL);
    if (count.failed) {
        return error_set(error, WEND_ERROR_LIMIT, "the space cannot be saved: %s", count.wrong);
    }
    return file_save(&codec, def, path, &given.allocator, error);
}

wend_result wend_space_def_load_file(const char *path, const wend_allocator *allocator,
                                     wend_space_def **out, wend_error *error) {
    WEND_ASSERT(path != NULL && out != NULL);
    return file_load(&codec, path, allocator, out, error);
}
