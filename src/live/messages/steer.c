/* `steer`: an agent takes its preferred velocity from the user, until it is null. */
#include "live/live.h"

enum { MOST_SPEED = 100 /* m/s */ };

/* Gives an agent back to its own profile, also if it is to be steered from the next step on only.
 */
static wend_result release(wend_live *live, const wend_agent_state *agent, wend_error *error) {
    wend_profile base = live_base_of(live, agent->profile);
    return live_find_steered(live, base).value == 0
               ? WEND_OK
               : wend_world_set_agent_profile(live->world, agent->agent, base, error);
}

static wend_result steer(wend_live *live, const wend_agent_state *agent, wend_point velocity,
                         wend_error *error) {
    wend_profile steered = {0};
    wend_result result =
        live_add_steered(live, live_base_of(live, agent->profile), &steered, error);
    if (result == WEND_OK && steered.value != agent->profile.value) {
        result = wend_world_set_agent_profile(live->world, agent->agent, steered, error);
    }
    if (result != WEND_OK) {
        return result;
    }
    return wend_world_set_agent_preferred_velocity(live->world, agent->agent, velocity, error);
}

static wend_result answer(wend_live *live, const live_request *request, live_writer *out,
                          wend_error *error) {
    (void)out;
    wend_agent_state agent;
    wend_point velocity = {0.0, 0.0};
    wend_result result = live_get_agent(live, request, &agent, error);
    if (result != WEND_OK || !live_has(request, "velocity")) {
        return result == WEND_OK ? release(live, &agent, error) : result;
    }
    result = live_get_velocity(request, "velocity", MOST_SPEED, &velocity, error);
    return result == WEND_OK ? steer(live, &agent, velocity, error) : result;
}

static const char *const keys[] = {"key", "slot", "velocity", NULL};

const live_message live_message_steer = {
    .name = "steer", .keys = keys, .answer = answer, .changes = true};
