/* Finds paths between two locations: runs the planners' searches on a view without a world. */
#include <math.h>

#include "base/def.h"
#include "base/error.h"
#include "geom/point.h"
#include "query/query.h"

void wend_path_def_init(wend_path_def *def, size_t size) {
    const wend_path_def defaults = {
        .radius = 0.25F, .tolerance = 0.5F, .classes = WEND_ALL_CLASSES, .may_be_partial = true};
    def_fill(def, size, &defaults, sizeof defaults);
}

void query_add_point(query_path *path, wend_location point) {
    wend_path_result *info = &path->info;
    bool same = info->point_count > 0 && path->last.layer == point.layer &&
                path->last.position.x == point.position.x &&
                path->last.position.y == point.position.y;
    if (same) {
        return;
    }
    if (info->point_count > 0) {
        info->length += wide_distance(path->last.position, point.position);
    }
    if (info->point_count < path->capacity) {
        path->points[info->point_count] = point;
    }
    info->point_count++;
    path->last = point;
}

wend_result wend_map_find_path(const wend_map *map, const wend_space *space,
                               const wend_path_def *given, wend_map_query *query,
                               wend_location *points, uint32_t capacity, wend_path_result *out,
                               wend_error *error) {
    WEND_ASSERT(given != NULL && out != NULL && (points != NULL || capacity == 0));
    query_memory m;
    query_call call;
    const query_kind *kind;
    wend_path_def known;
    const wend_path_def *def = &known;
    wend_result result = DEF_READ(path, given, &known, error);
    if (result != WEND_OK) {
        return result;
    }
    const wend_location ends[] = {def->from, def->to};
    if (!(def->tolerance >= 0.0F && def->tolerance <= 1000.0F)) {
        return error_set(error, WEND_ERROR_INVALID, "the tolerance is not within 0 and 1000 m");
    }
    result =
        query_begin(&m, map, space, query, def->radius, def->classes, ends, 2, &call, &kind, error);
    if (result != WEND_OK) {
        return result;
    }
    query_path path = {.points = points, .capacity = capacity};
    search_outcome outcome = kind->find_path(&call, def, &path);
    query_end(&m);
    if (outcome == SEARCH_NO_MEMORY) {
        return error_no_memory(error, "the query");
    }
    *out = outcome == SEARCH_FOUND ? path.info : (wend_path_result){.status = WEND_PATH_NONE};
    return WEND_OK;
}
