/* `remove_agents`: takes agents out of the world. If one of them is not there, none is removed.
 *
 * The world's table has no keys that the world has chosen itself. All of these are found in one
 * pass over the agents. Cost: O(agents * log keys). */
#include "base/error.h"
#include "live/live.h"
#include <stdlib.h>

enum { MOST_KEYS = 4096 };

/* A key that the table does not have, and where it is in the request. */
typedef struct wanted_key {
    uint64_t key;
    uint32_t index;
} wanted_key;

static int compare_keys(const void *a, const void *b) {
    const wanted_key *one = a, *other = b;
    return one->key < other->key ? -1 : one->key > other->key;
}

/* Sets the agent of each place of the request that has its key. */
static void set_agent(const wanted_key *wanted, uint32_t count, const wend_agent_state *agent,
                      wend_agent *out) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        low = wanted[middle].key < agent->key ? middle + 1 : low;
        high = wanted[middle].key < agent->key ? high : middle;
    }
    for (; low < count && wanted[low].key == agent->key; low++) {
        out[wanted[low].index] = agent->agent;
    }
}

/* Finds the agents whose keys the table does not have. */
static wend_result find_chosen(wend_live *live, const uint64_t *keys, wanted_key *wanted,
                               uint32_t count, wend_agent *out, wend_error *error) {
    const wend_agent_state *agents = NULL;
    wend_agent_state none;
    uint32_t agent_count = 0;
    wend_result result = live_agents(live, &agents, &agent_count, error);
    if (result != WEND_OK) {
        return result;
    }
    qsort(wanted, count, sizeof *wanted, compare_keys);
    for (uint32_t i = 0; i < agent_count && count > 0; i++) {
        set_agent(wanted, count, &agents[i], out);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (out[wanted[i].index].value == 0) {
            return live_find_key(live, keys[wanted[i].index], &none, error);
        }
    }
    return WEND_OK;
}

/* Finds the agents with the given keys. */
static wend_result find_agents(wend_live *live, const uint64_t *keys, uint32_t count,
                               wend_agent *out, wend_error *error) {
    wanted_key *wanted = memory_get_array(&live->memory, MOST_KEYS, sizeof *wanted);
    uint32_t wanted_count = 0;
    if (wanted == NULL) {
        return error_no_memory(error, "keys of agents");
    }
    for (uint32_t i = 0; i < count; i++) {
        out[i] = wend_world_find_agent(live->world, keys[i]);
        if (out[i].value == 0) {
            wanted[wanted_count++] = (wanted_key){keys[i], i};
        }
    }
    wend_result result = find_chosen(live, keys, wanted, wanted_count, out, error);
    memory_free(&live->memory, wanted, MOST_KEYS * sizeof *wanted);
    return result;
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
