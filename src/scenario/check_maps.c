/* Checks the maps that planners use: each must either be named in the scenario, or be of a kind
 * that can be built without settings. */
#include "scenario/needs.h"
#include <string.h>

/* Collects the names of the maps of a kind. If the scenario has no map of this kind, such a map can
 * be built without settings, and the planner always needs it, one is built later. It has the name
 * of the kind, so this name is added. */
static read_names collect_names(const wend_scenario *s, reader *r, const wend_map_need *need,
                                const wend_map_builder *builder) {
    read_names names;
    read_names_init(r, &names, s->map_count + 1);
    for (uint32_t i = 0; i < s->map_count && reader_ok(r); i++) {
        if (s->maps[i].builder == builder) {
            read_names_add(&names, s->maps[i].name);
        }
    }
    bool is_built = builder->required == NULL && need->when == NULL;
    if (names.count == 0 && is_built && reader_ok(r)) {
        read_names_add(&names, builder->entry.name);
    }
    read_names_sort(r, &names);
    return names;
}

static void check_need(const wend_scenario *s, reader *r, const node *plan,
                       const wend_map_need *need, bool used) {
    const wend_map_builder *builder =
        (const wend_map_builder *)wend_registry_find(r->registry, WEND_KIND_MAP, need->kind, NULL);
    if (builder == NULL) {
        return;
    }
    const node *name = node_get(plan, need->param);
    const node *condition = need->when != NULL ? node_get(plan, need->when) : NULL;
    read_names names = collect_names(s, r, need, builder);
    if (name != NULL && names.count > 0) {
        read_name(r, name, need->param, &names);
    } else if (names.count == 0 && (used || name != NULL)) {
        const node *at = used && condition != NULL ? condition : name != NULL ? name : plan;
        read_fail(r, at, WEND_ERROR_NAME, "there is no %s: add a map of kind '%s' under 'maps'",
                  builder->noun, need->kind);
    }
}

void scenario_check_maps(wend_scenario *s, reader *r, const node *root) {
    for (uint32_t i = 0; i < s->profile_count + s->state_model_count && reader_ok(r); i++) {
        const scenario_profile *p = scenario_models_at(s, i);
        const wend_planner *planner = needs_find_planner(r->registry, p);
        const node *own = node_get(p->at, "plan");
        const node *plan = own != NULL ? own : node_get(root, "plan");
        bool checked = planner != NULL && plan != NULL && plan->kind == NODE_MAPPING;
        for (uint32_t k = 0; checked && k < planner->map_count && reader_ok(r); k++) {
            const wend_map_need *need = &planner->maps[k];
            check_need(s, r, plan, need, needs_map(planner, need, &p->def.plan));
        }
    }
}
