/* Checks the maps that planners use: each must either be named in the scenario, or be of a kind
 * that can be built without settings. */
#include "scenario/needs.h"
#include <stdio.h>
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

/* ---- Maps that a planner refuses ------------------------------------------------------------- */

/* Returns the map of the scenario that a planner uses; NULL if there is none. */
static const scenario_map *find_used_map(const wend_scenario *s, const wend_map_need *need,
                                         const char *name) {
    for (uint32_t i = 0; i < s->map_count; i++) {
        const scenario_map *map = &s->maps[i];
        if (strcmp(map->builder->entry.name, need->kind) == 0 &&
            (name[0] == '\0' || strcmp(map->name, name) == 0)) {
            return map;
        }
    }
    return NULL;
}

/* True if the planner accepts maps with the settings of a map that is not built yet. */
static bool accepts_settings(const wend_planner *planner, const scenario_map *map) {
    if (planner->map_choice == NULL) {
        return true;
    }
    const char *value = needs_find_text(&map->settings, planner->map_choice);
    value = value != NULL ? value : needs_default_choice(&map->builder->entry, planner->map_choice);
    bool accepted = false;
    for (uint32_t i = 0; planner->map_choices[i] != NULL && !accepted; i++) {
        accepted = strcmp(planner->map_choices[i], value) == 0;
    }
    return accepted;
}

/* Refuses a map that the planner of a profile cannot use, at its position in `maps`. */
static void check_refused_map(const wend_scenario *s, reader *r, const scenario_profile *p,
                              const wend_planner *planner, const wend_map_need *need) {
    const scenario_map *map = find_used_map(s, need, needs_map_name(need, &p->def.plan));
    if (map == NULL) {
        return;
    }
    bool accepted = map->loaded != NULL
                        ? planner->refuse_map == NULL || planner->refuse_map(map->loaded) == NULL
                        : accepts_settings(planner, map);
    if (accepted) {
        return;
    }
    char expected[200] = "";
    size_t used = 0;
    for (uint32_t i = 0;
         planner->map_choice != NULL && planner->map_choices[i] != NULL && used < sizeof expected;
         i++) {
        used += (size_t)snprintf(expected + used, sizeof expected - used, "%s'%s'",
                                 i == 0 ? "" : " or ", planner->map_choices[i]);
    }
    const node *cells = planner->map_choice != NULL ? node_get(map->at, planner->map_choice) : NULL;
    read_fail(r, cells != NULL ? cells : map->at, WEND_ERROR_INVALID,
              "planner '%s' cannot use the map '%s': expected %s %s", planner->stage.entry.name,
              map->name, planner->map_choice != NULL ? planner->map_choice : "another map",
              expected);
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
        if (planner != NULL && planner->map_count > 0 && reader_ok(r) &&
            needs_map(planner, &planner->maps[0], &p->def.plan)) {
            check_refused_map(s, r, p, planner, &planner->maps[0]);
        }
    }
}
