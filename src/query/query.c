/* Creates query objects, the reusable working memory of the public functions. Also begins and ends
 * each call: checks its arguments, finds the functions for the map kind, and provides memory. */
#include "query/query.h"

#include <math.h>
#include <string.h>

#include "base/error.h"

wend_result wend_map_query_create(const wend_allocator *allocator, wend_map_query **out,
                                  wend_error *error) {
    WEND_ASSERT(out != NULL);
    wend_map_query *query = memory_allocate(allocator, sizeof *query);
    if (query == NULL) {
        return error_no_memory(error, "the query");
    }
    query->allocator = allocator != NULL ? *allocator : (wend_allocator){0};
    if (!empty_view_init(&query->empty, allocator)) {
        wend_map_query_destroy(query);
        return error_no_memory(error, "the query");
    }
    *out = query;
    return WEND_OK;
}

void wend_map_query_destroy(wend_map_query *query) {
    if (query != NULL) {
        wend_allocator allocator = query->allocator;
        empty_view_free(&query->empty);
        memory_release(&allocator, query, sizeof *query);
    }
}

static const query_kind *find_kind(const wend_map *map) {
    const query_kind *found = NULL;
    for (uint32_t i = 0; i < query_kind_count && found == NULL; i++) {
        found = strcmp(query_kinds[i]->kind, map->kind->name) == 0 ? query_kinds[i] : NULL;
    }
    return found;
}

/* Returns NULL if a location is valid, otherwise a description of the error. */
static const char *check_location(const wend_space *space, wend_location location) {
    return !isfinite(location.position.x) || !isfinite(location.position.y)
               ? "a location is not finite"
           : location.layer >= wend_space_layer_count(space)
               ? "a location is on no layer of the space"
               : NULL;
}

wend_result query_begin(query_memory *m, const wend_map *map, const wend_space *space,
                        wend_map_query *query, float radius, uint32_t classes,
                        const wend_location *locations, uint32_t location_count, query_call *call,
                        const query_kind **kind, wend_error *error) {
    WEND_ASSERT(map != NULL && space != NULL);
    const char *wrong =
        map->space_hash != wend_space_hash(space) ? "the map was built for another space"
        : !(radius >= 0.0F && radius <= 1000.0F)  ? "the radius is not within 0 and 1000 m"
                                                  : NULL;
    for (uint32_t i = 0; i < location_count && wrong == NULL; i++) {
        wrong = check_location(space, locations[i]);
    }
    *kind = find_kind(map);
    if (wrong == NULL && *kind == NULL) {
        return error_set(error, WEND_ERROR_INVALID, "maps of kind '%s' do not support queries",
                         map->kind->name);
    }
    if (wrong != NULL) {
        return error_set(error, WEND_ERROR_INVALID, "%s", wrong);
    }
    *m = (query_memory){query, query == NULL};
    wend_result result = m->owned ? wend_map_query_create(NULL, &m->query, error) : WEND_OK;
    if (result == WEND_OK) {
        empty_view_set_space(&m->query->empty, space, classes);
        *call = (query_call){map, &m->query->empty.view, radius};
    }
    return result;
}

void query_end(query_memory *m) {
    if (m->owned) {
        wend_map_query_destroy(m->query);
    }
}
