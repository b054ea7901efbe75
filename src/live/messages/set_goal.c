/* `set_goal`: gives an agent a goal. */
#include "live/live.h"

static wend_result answer(wend_live *live, const live_request *request, live_writer *out,
                          wend_error *error) {
    (void)out;
    wend_agent_state agent;
    wend_goal goal = {0};
    wend_result result = live_get_agent(live, request, &agent, error);
    result = result == WEND_OK ? live_get_goal(live, request, "goal", &goal, error) : result;
    if (result != WEND_OK) {
        return result;
    }
    return wend_world_set_agent_goal(live->world, agent.agent, goal, error);
}

static const char *const keys[] = {"key", "slot", "goal", NULL};

const live_message live_message_set_goal = {
    .name = "set_goal", .keys = keys, .answer = answer, .changes = true};
