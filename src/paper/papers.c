#include "paper/papers.h"

#define WEND_ENTRY(name) extern const wend_paper paper_##name;
#include "paper/papers.inl"
#undef WEND_ENTRY

wend_result papers_register(wend_registry *registry, wend_error *error) {
    static const wend_paper *const all[] = {
#define WEND_ENTRY(name) &paper_##name,
#include "paper/papers.inl"
#undef WEND_ENTRY
    };
    wend_result result = WEND_OK;
    for (size_t i = 0; i < sizeof all / sizeof all[0] && result == WEND_OK; i++) {
        result = wend_registry_add(registry, WEND_KIND_PAPER, &all[i]->entry, error);
    }
    return result;
}
