/* The agents of a live world and their measures, as messages get them. */
#include "base/error.h"
#include "live/live.h"

void live_forget(wend_live *live) {
    live->crowd.is_current = false;
    live->placed_count = 0;
}

wend_result live_agents(wend_live *live, const wend_agent_state **out, uint32_t *count,
                        wend_error *error) {
    live_crowd *crowd = &live->crowd;
    if (!crowd->is_current) {
        uint32_t needed = wend_world_agent_count(live->world);
        if (!memory_grow(&live->memory, (void **)&crowd->agents, sizeof *crowd->agents,
                         &crowd->capacity, needed)) {
            return error_no_memory(error, "the agents of a live world");
        }
        crowd->count = wend_world_get_agents(live->world, crowd->agents, needed);
        crowd->is_current = true;
        crowd->is_measured = false;
    }
    *out = crowd->agents;
    *count = crowd->count;
    return WEND_OK;
}

wend_result live_measure(wend_live *live, const live_crowd **out, wend_error *error) {
    const wend_agent_state *agents = NULL;
    uint32_t count = 0;
    wend_result result = live_agents(live, &agents, &count, error);
    if (result != WEND_OK) {
        return result;
    }
    const wend_view *view = live->crowd.is_measured ? NULL : wend_world_view(live->world);
    if (!live->crowd.is_measured &&
        (view == NULL || !live_crowd_measure(&live->crowd, view, &live->memory))) {
        return error_no_memory(error, "the measures of a crowd");
    }
    *out = &live->crowd;
    return WEND_OK;
}
