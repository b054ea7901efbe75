/* Determines from the descriptors and settings of planners which maps they use. */
#include "scenario/needs.h"
#include <string.h>

const wend_planner *needs_find_planner(const wend_registry *registry,
                                       const scenario_profile *profile) {
    return (const wend_planner *)wend_registry_find(registry, WEND_KIND_PLANNER,
                                                    profile->def.plan.name, NULL);
}

const char *needs_find_text(const wend_choice *settings, const char *name) {
    const char *text = NULL;
    for (uint32_t i = 0; i < settings->setting_count; i++) {
        const wend_setting *setting = &settings->settings[i];
        text = strcmp(setting->name, name) == 0 ? setting->value.text : text;
    }
    return text;
}

const char *needs_default_choice(const wend_entry *entry, const char *name) {
    for (uint32_t i = 0; i < entry->param_count; i++) {
        const wend_param *param = &entry->params[i];
        if (strcmp(param->name, name) == 0) {
            return param->choices[(uint32_t)param->default_value];
        }
    }
    return "";
}

bool needs_map(const wend_planner *planner, const wend_map_need *need,
               const wend_choice *settings) {
    if (need->when == NULL) {
        return true;
    }
    const char *value = needs_find_text(settings, need->when);
    value = value != NULL ? value : needs_default_choice(&planner->stage.entry, need->when);
    return strcmp(value, need->value) == 0;
}

bool needs_corridor_map(const wend_registry *registry, const scenario_profile *profile) {
    const wend_planner *planner = needs_find_planner(registry, profile);
    const wend_follower *follower = (const wend_follower *)wend_registry_find(
        registry, WEND_KIND_FOLLOWER, profile->def.follow.name, NULL);
    const wend_steering *steering = (const wend_steering *)wend_registry_find(
        registry, WEND_KIND_STEERING, profile->def.steer.name, NULL);
    bool needs = (follower != NULL && (follower->needs & WEND_ROUTE_CORRIDOR) != 0) ||
                 (steering != NULL && (steering->needs & WEND_NEEDS_CORRIDOR) != 0);
    return needs && planner != NULL && (planner->gives & WEND_ROUTE_CORRIDOR) == 0;
}

const char *needs_map_name(const wend_map_need *need, const wend_choice *settings) {
    const char *name = needs_find_text(settings, need->param);
    return name != NULL ? name : "";
}
