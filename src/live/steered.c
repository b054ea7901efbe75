/* Profiles for agents that a user steers. The follower `external` takes preferred velocities from
 * the user, so each profile gets a variant with this follower when its first agent is steered. */
#include "base/error.h"
#include "live/live.h"

wend_profile live_base_of(const wend_live *live, wend_profile profile) {
    wend_profile base = wend_world_get_profile_base(live->world, profile);
    base = base.value != 0 ? base : profile;
    for (uint32_t i = 0; i < live->steered_count; i++) {
        if (live->steered[i].steered.value == base.value) {
            return live->steered[i].base;
        }
    }
    return base;
}

wend_profile live_find_steered(const wend_live *live, wend_profile base) {
    for (uint32_t i = 0; i < live->steered_count; i++) {
        if (live->steered[i].base.value == base.value) {
            return live->steered[i].steered;
        }
    }
    return (wend_profile){0};
}

wend_result live_add_steered(wend_live *live, wend_profile base, wend_profile *out,
                             wend_error *error) {
    wend_terrain_rule rules[WEND_MAX_TERRAIN_RULES];
    wend_profile_def def;
    wend_profile made = live_find_steered(live, base);
    if (made.value != 0) {
        *out = made;
        return WEND_OK;
    }
    if (live->steered_count == LIVE_MAX_STEERED) {
        return error_set(error, WEND_ERROR_LIMIT, "agents of at most %d profiles can be steered",
                         LIVE_MAX_STEERED);
    }
    if (!wend_world_get_profile_def(live->world, base, &def, rules)) {
        return error_set(error, WEND_ERROR_NAME, "the agent's profile has been removed");
    }
    def.variant_of = def.variant_of != NULL ? def.variant_of : def.name;
    def.name = NULL;
    def.follow = (wend_choice){.name = "external"};
    wend_result result = wend_world_add_profile(live->world, &def, &made, error);
    if (result == WEND_OK) {
        live->steered[live->steered_count++] = (live_steered_profile){base, made};
        *out = made;
    }
    return result;
}
