/* Finds the objects that requests name. */
#include "base/error.h"
#include "live/live.h"
#include <inttypes.h>
#include <wend/objects.h>

static const wend_agent_state *find_slot(const wend_agent_state *agents, uint32_t count,
                                         uint32_t slot) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        uint32_t here = wend_agent_slot(agents[middle].agent);
        if (here == slot) {
            return &agents[middle];
        }
        low = here < slot ? middle + 1 : low;
        high = here < slot ? high : middle;
    }
    return NULL;
}

wend_result live_find_key(wend_live *live, uint64_t key, wend_agent_state *out, wend_error *error) {
    const wend_agent_state *agents = NULL;
    uint32_t count = 0;
    /* Keys that the world has chosen itself are not found in its table. */
    if (wend_world_get_agent(live->world, wend_world_find_agent(live->world, key), out)) {
        return WEND_OK;
    }
    wend_result result = live_agents(live, &agents, &count, error);
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        if (agents[i].key == key) {
            *out = agents[i];
            return WEND_OK;
        }
    }
    return result != WEND_OK
               ? result
               : error_set(error, WEND_ERROR_NAME,
                           "there is no agent with the key \"%" PRIu64 "\"; it may have left", key);
}

wend_result live_get_agent(wend_live *live, const live_request *request, wend_agent_state *out,
                           wend_error *error) {
    const wend_agent_state *agents = NULL;
    uint32_t count = 0, slot = 0;
    uint64_t key = 0;
    if (!live_has(request, "slot")) {
        wend_result result = live_get_key(request, "key", &key, error);
        return result == WEND_OK ? live_find_key(live, key, out, error) : result;
    }
    wend_result result = live_get_integer(request, "slot", 0, WEND_MAX_AGENTS, &slot, error);
    result = result == WEND_OK ? live_agents(live, &agents, &count, error) : result;
    const wend_agent_state *found = result == WEND_OK ? find_slot(agents, count, slot) : NULL;
    if (result != WEND_OK) {
        return result;
    }
    if (found == NULL) {
        return error_set(error, WEND_ERROR_NAME, "there is no agent in slot %u; it may have left",
                         slot);
    }
    *out = *found;
    return WEND_OK;
}

wend_result live_get_goal(wend_live *live, const live_request *request, const char *key,
                          wend_goal *out, wend_error *error) {
    uint32_t index = 0;
    wend_result result = live_get_integer(request, key, 0, WEND_MAX_GOALS, &index, error);
    if (result != WEND_OK) {
        return result;
    }
    wend_goal goal = wend_world_goal_at(live->world, index);
    if (goal.value == 0) {
        return error_set(error, WEND_ERROR_NAME, "there is no goal %u", index);
    }
    if (wend_world_get_goal_owner(live->world, goal) != WEND_GOAL_OWNER_NONE) {
        return error_set(error, WEND_ERROR_INVALID,
                         "goal %u belongs to a queue or to a single agent; expected another goal",
                         index);
    }
    *out = goal;
    return WEND_OK;
}

wend_result live_get_profile(wend_live *live, const live_request *request, const char *key,
                             wend_profile *out, wend_error *error) {
    uint32_t index = 0;
    wend_result result = live_get_integer(request, key, 0, WEND_MAX_PROFILES - 1, &index, error);
    if (result != WEND_OK) {
        return result;
    }
    wend_profile profile = wend_world_profile_at(live->world, index);
    wend_profile base = live_base_of(live, profile);
    if (profile.value == 0 || wend_world_is_profile_removed_next(live->world, profile)) {
        return error_set(error, WEND_ERROR_NAME, "there is no profile %u", index);
    }
    if (base.value != profile.value) {
        return error_set(error, WEND_ERROR_INVALID,
                         "profile %u belongs to a state of a machine or to steered agents; "
                         "expected the profile from which it is made, %u",
                         index, wend_world_profile_index(live->world, base));
    }
    *out = profile;
    return WEND_OK;
}

wend_result live_get_obstacle(wend_live *live, const live_request *request, const char *key,
                              wend_obstacle *out, wend_error *error) {
    uint32_t index = 0;
    wend_result result = live_get_integer(request, key, 0, UINT32_MAX - 1, &index, error);
    if (result != WEND_OK) {
        return result;
    }
    wend_obstacle obstacle = wend_world_obstacle_at(live->world, index);
    if (obstacle.value == 0) {
        return error_set(error, WEND_ERROR_NAME, "there is no obstacle %u", index);
    }
    *out = obstacle;
    return WEND_OK;
}

wend_result live_get_layer(wend_live *live, const live_request *request, const char *key,
                           uint32_t *out, wend_error *error) {
    uint32_t count = wend_space_layer_count(wend_world_space(live->world));
    if (!live_has(request, key)) {
        *out = 0;
        return WEND_OK;
    }
    return live_get_integer(request, key, 0, count > 0 ? count - 1 : 0, out, error);
}
