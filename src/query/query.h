/* query/query.h: working memory of the public query functions, and checks of their arguments. */
#ifndef QUERY_QUERY_H
#define QUERY_QUERY_H

#include "query/kind.h"

struct wend_map_query {
    wend_allocator allocator;
    empty_view empty;
};

/* The query object that a call uses as memory: the caller's, or a temporary one. */
typedef struct query_memory {
    wend_map_query *query;
    bool owned; /* the query object was created for this call; query_end destroys it */
} query_memory;

/* Checks the arguments of a query and provides its memory. `locations` are all locations among
 * these arguments. If the result is WEND_OK, `call` and `kind` are set, and the caller must call
 * query_end afterwards. */
wend_result query_begin(query_memory *m, const wend_map *map, const wend_space *space,
                        wend_map_query *query, float radius, uint32_t classes,
                        const wend_location *locations, uint32_t location_count, query_call *call,
                        const query_kind **kind, wend_error *error);
void query_end(query_memory *m);

#endif
