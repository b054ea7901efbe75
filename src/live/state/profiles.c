/* Writes the profiles of a live world: their entries, settings and numbers of agents. */
#include "base/error.h"
#include "live/live.h"
#include "live/state/settings.h"

/* Counts the agents of each profile. Returns NULL if out of memory; the caller frees it. */
static uint32_t *count_agents(wend_live *live, uint32_t profiles) {
    uint32_t *counts = memory_get_zeroed(&live->memory, (profiles + 1) * sizeof *counts);
    for (uint32_t i = 0; i < live->crowd.count && counts != NULL; i++) {
        uint32_t index = wend_world_profile_index(live->world, live->crowd.agents[i].profile);
        counts[index < profiles ? index : profiles]++;
    }
    return counts;
}

static void write_entries(const wend_live *live, const wend_profile_def *def, live_writer *out) {
    const wend_registry *registry = live->def.registry;
    const struct {
        wend_kind kind;
        const wend_choice *choice;
    } stages[] = {{WEND_KIND_SELECTOR, &def->select},
                  {WEND_KIND_PLANNER, &def->plan},
                  {WEND_KIND_FOLLOWER, &def->follow},
                  {WEND_KIND_STEERING, &def->steer}};
    live_begin_object(out, "settings");
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
        const wend_choice *choice = stages[i].choice;
        live_write_settings(out, wend_kind_text(stages[i].kind),
                            wend_registry_find(registry, stages[i].kind, choice->name, NULL),
                            choice->settings, choice->setting_count);
    }
    live_begin_list(out, "modifiers");
    for (uint32_t i = 0; i < def->modify_count; i++) {
        const wend_choice *choice = &def->modify[i];
        live_write_settings(out, NULL,
                            wend_registry_find(registry, WEND_KIND_MODIFIER, choice->name, NULL),
                            choice->settings, choice->setting_count);
    }
    live_end_list(out);
    live_end_object(out);
}

/* Writes the profile that another one depends on, as the index `key`, if there is one. */
static void write_base(const wend_live *live, wend_profile profile, live_writer *out) {
    wend_profile base = wend_world_get_profile_base(live->world, profile);
    if (base.value != 0) {
        live_write_integer(out, "derived_from", wend_world_profile_index(live->world, base));
    }
    for (uint32_t i = 0; i < live->steered_count; i++) {
        if (live->steered[i].steered.value == profile.value) {
            live_write_integer(out, "steered_from",
                               wend_world_profile_index(live->world, live->steered[i].base));
        }
    }
}

static void write_profile(const wend_live *live, uint32_t index, uint32_t agents,
                          live_writer *out) {
    wend_profile profile = wend_world_profile_at(live->world, index);
    wend_profile_def def;
    if (wend_world_is_profile_removed_next(live->world, profile) ||
        !wend_world_get_profile_def(live->world, profile, &def, NULL)) {
        return;
    }
    live_begin_object(out, NULL);
    live_write_integer(out, "index", index);
    live_write_text(out, "name", wend_world_get_profile_name(live->world, profile));
    write_base(live, profile, out);
    live_write_text(out, "select", def.select.name);
    live_write_text(out, "plan", def.plan.name);
    live_write_text(out, "follow", def.follow.name);
    live_write_text(out, "steer", def.steer.name);
    live_begin_list(out, "modify");
    for (uint32_t i = 0; i < def.modify_count; i++) {
        live_write_text(out, NULL, def.modify[i].name);
    }
    live_end_list(out);
    live_write_integer(out, "agents", agents);
    write_entries(live, &def, out);
    live_end_object(out);
}

wend_result live_write_profiles(wend_live *live, live_writer *out, wend_error *error) {
    uint32_t count = wend_world_profile_count(live->world);
    uint32_t *agents = count_agents(live, count);
    if (agents == NULL) {
        return error_no_memory(error, "the profiles of a live world");
    }
    live_begin_list(out, "profiles");
    for (uint32_t i = 0; i < count; i++) {
        write_profile(live, i, agents[i], out);
    }
    live_end_list(out);
    memory_free(&live->memory, agents, (count + 1) * sizeof *agents);
    return WEND_OK;
}
