/* A picture of a map of a scenario. */
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "draw/mesh.h"
#include "record/file.h"
#include "scenario/describe.h"
#include <errno.h>

static wend_result write_picture(const draw_mesh *mesh, const char *path, wend_error *error) {
    record_file file;
    wend_result result = record_open(&file, path, error);
    if (result != WEND_OK) {
        return result;
    }
    errno = 0;
    result = draw_mesh_write(mesh, text_ends_with(path, ".svg") ? DRAW_SVG : DRAW_PNG, file.stream,
                             error);
    if (ferror(file.stream) != 0) {
        result = record_check(&file, error); /* tells the file and the reason */
    }
    wend_result closed = record_close(&file, result == WEND_OK, result == WEND_OK ? error : NULL);
    return result != WEND_OK ? result : closed;
}

wend_result wend_scenario_draw_map(const wend_scenario *scenario, const wend_map *map,
                                   uint32_t level, const char *path, wend_error *error) {
    WEND_ASSERT(scenario != NULL && map != NULL && path != NULL);
    if (!text_ends_with(path, ".svg") && !text_ends_with(path, ".png")) {
        return error_set(error, WEND_ERROR_NAME,
                         "'%.200s' cannot hold a picture; expected a name that ends in .svg or "
                         ".png",
                         path);
    }
    if (wend_map_read(map).kind != WEND_MAP_NAVMESH || level >= wend_navmesh_level_count(map)) {
        return error_set(error, WEND_ERROR_INVALID, "the map has no level %u", level);
    }
    memory heap;
    memory_arena arena;
    wend_recording recording;
    memory_init(&heap, &scenario->tree.heap.allocator);
    arena_init(&arena, &heap);
    wend_result result = WEND_OK;
    if (describe_scenario(scenario, &arena, &recording)) {
        draw_mesh mesh = {&recording, &heap, map, level};
        result = write_picture(&mesh, path, error);
    } else {
        result = error_set(error, WEND_ERROR_MEMORY, "out of memory for a picture");
    }
    arena_free(&arena);
    return result;
}
