/* `remove_agents`: takes agents out of the world. If one of them is not there, none is removed. */
#include "base/error.h"
#include "live/live.h"
#include <inttypes.h>

enum { MOST_KEYS = 4096 };

/* Finds the agents with the given keys. */
static wend_result find_agents(wend_live *live, const uint64_t *keys, uint32_t count,
                               wend_agent *out, wend_error *error) {
    for (uint32_t i = 0; i < count; i++) {
        wend_agent_state state;
        wend_result result = live_find_key(live, keys[i], &state, error);
        if (result != WEND_OK) {
            return result;
        }
        out[i] = state.agent;
    }
    return WEND_OK;
}

static wend_result answer(wend_live *live, const live_request *request, live_writer *out,
                          wend_error *error) {
    (void)out;
    uint64_t *keys = memory_get_array(&live->memory, MOST_KEYS, sizeof *keys);
    wend_agent *agents = memory_get_array(&live->memory, MOST_KEYS, sizeof *agents);
    uint32_t count = 0;
    wend_result result = keys != NULL && agents != NULL
                             ? live_get_keys(request, "keys", keys, MOST_KEYS, &count, error)
                             : error_no_memory(error, "keys of agents");
    result = result == WEND_OK ? find_agents(live, keys, count, agents, error) : result;
    if (result == WEND_OK) {
        result = wend_world_remove_agents(live->world, agents, count, error);
    }
    live->queued += result == WEND_OK ? count : 0;
    memory_free(&live->memory, keys, MOST_KEYS * sizeof *keys);
    memory_free(&live->memory, agents, MOST_KEYS * sizeof *agents);
    return result;
}

static const char *const keys_known[] = {"keys", NULL};

const live_message live_message_remove_agents = {
    .name = "remove_agents", .keys = keys_known, .answer = answer, .changes = true};
