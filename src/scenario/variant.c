/* Creates worlds of a scenario with other seeds. Cost: that of reading the scenario and placing its
 * agents; space and maps are shared. */
#include "base/error.h"
#include "scenario/scenario.h"

/* Adds the maps of another world. All maps of a world that a scenario made are wend_map objects. */
static wend_result share_maps(wend_world *like, const wend_allocator *allocator, scenario_maps *out,
                              wend_error *error) {
    const wend_view *view = wend_world_view(like);
    *out = (scenario_maps){.count = 0};
    memory_init(&out->heap, allocator);
    if (view == NULL) {
        return error_no_memory(error, "maps");
    }
    for (uint32_t i = 0; i < wend_world_map_count(like); i++) {
        const char *name = wend_world_map_name(like, wend_world_map_at(like, i));
        wend_map *map = (wend_map *)(uintptr_t)wend_view_map(view, i, NULL);
        if (name == NULL || map == NULL) {
            continue;
        }
        if (!memory_grow(&out->heap, (void **)&out->items, sizeof *out->items, &out->capacity,
                         out->count + 1)) {
            return error_no_memory(error, "maps");
        }
        wend_map_retain(map);
        out->items[out->count].name = name;
        out->items[out->count++].map = map;
    }
    return WEND_OK;
}

wend_result wend_scenario_create_variant(const wend_scenario *scenario, uint64_t seed,
                                         wend_world *like, wend_world **out, wend_error *error) {
    WEND_ASSERT(scenario != NULL && like != NULL && out != NULL);
    wend_error ignored;
    wend_error *filled = error != NULL ? error : &ignored;
    wend_scenario *s = NULL;
    wend_result result = scenario_read_again(scenario, seed, &s, filled);
    if (result != WEND_OK) {
        return result;
    }
    const wend_allocator *allocator = &scenario->tree.heap.allocator;
    wend_world_def def = scenario_world_def(s, s->registry, 1, allocator);
    def.space = wend_world_space(like);
    scenario_maps maps;
    scenario_ids none = {NULL};
    result = share_maps(like, allocator, &maps, filled);
    if (result == WEND_OK) {
        result = scenario_make_world_with(s, &def, &maps, out, &none, filled);
    }
    scenario_free_maps(&maps);
    wend_scenario_destroy(s);
    return result;
}
