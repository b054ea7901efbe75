/* The list of all map kinds that answer queries. */
#include "query/kind.h"

#define WEND_ENTRY(name) extern const query_kind query_kind_##name;
#include "query/kinds.inl"
#undef WEND_ENTRY

const query_kind *const query_kinds[] = {
#define WEND_ENTRY(name) &query_kind_##name,
#include "query/kinds.inl"
#undef WEND_ENTRY
};
const uint32_t query_kind_count = sizeof query_kinds / sizeof query_kinds[0];
