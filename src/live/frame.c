/* Writes frames: the agents for drawing, in the format that docs/viewer.md describes. */
#include "base/error.h"
#include "live/live.h"
#include <math.h>
#include <string.h>
#include <wend/machine.h>

/* ---- Bytes ----------------------------------------------------------------------------------- */

static void put_u16(uint8_t *out, uint32_t value) {
    out[0] = (uint8_t)(value & 0xff);
    out[1] = (uint8_t)(value >> 8 & 0xff);
}

static void put_u32(uint8_t *out, uint32_t value) {
    put_u16(out, value & 0xffff);
    put_u16(out + 2, value >> 16);
}

static void put_f32(uint8_t *out, float value) {
    uint32_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    put_u32(out, bits);
}

static void put_u64(uint8_t *out, uint64_t value) {
    put_u32(out, (uint32_t)value);
    put_u32(out + 4, (uint32_t)(value >> 32));
}

static void put_f64(uint8_t *out, double value) {
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    put_u64(out, bits);
}

/* Rounds to the nearest integer from `low` to `high`; NaN becomes `low`. */
static int32_t round_to(double value, int32_t low, int32_t high) {
    double rounded = floor(value + 0.5);
    if (!(rounded > (double)low)) {
        return low;
    }
    return rounded < (double)high ? (int32_t)rounded : high;
}

/* ---- Colouring ------------------------------------------------------------------------------- */

static const double FULL_SPEED = 2.5;   /* m/s: the value 65,535 */
static const double FULL_DENSITY = 6.0; /* agents per m^2 */

/* What the value of an agent is computed from. */
typedef struct colours {
    const wend_live *live;
    const wend_view *view;
    wend_live_colouring colouring;
    const wend_agent_visit *visits; /* indexed like the agents, or NULL */
} colours;

static uint32_t scale(double value, double full) {
    return (uint32_t)round_to(value / full * 65535.0, 0, 65535);
}

static uint32_t clamp_index(uint32_t index) {
    return index < 65535 ? index : 65535;
}

static double speed_of(const wend_agent_state *agent) {
    return sqrt(
        (double)(agent->velocity.x * agent->velocity.x + agent->velocity.y * agent->velocity.y));
}

static uint32_t relative_speed(const colours *with, const wend_agent_state *agent) {
    wend_agent_attributes attributes;
    if (!wend_world_get_agent_attributes(with->live->world, agent->agent, &attributes) ||
        attributes.preferred_speed <= 0.0F) {
        return 0;
    }
    return scale(speed_of(agent), (double)attributes.preferred_speed);
}

static uint32_t value_of(const colours *with, uint32_t index) {
    const wend_agent_state *agent = &with->live->crowd.agents[index];
    const wend_world *world = with->live->world;
    switch (with->colouring) {
    case WEND_LIVE_SPEED:
        return scale(speed_of(agent), FULL_SPEED);
    case WEND_LIVE_DENSITY:
        return scale((double)with->live->crowd.density[wend_agent_slot(agent->agent)],
                     FULL_DENSITY);
    case WEND_LIVE_PROFILE:
        return wend_world_profile_index(world, agent->profile);
    case WEND_LIVE_STATE:
        return with->visits != NULL && with->visits[index].machine.value != 0
                   ? clamp_index(with->visits[index].state + 1)
                   : 0;
    case WEND_LIVE_STATUS:
        return agent->solve_status;
    case WEND_LIVE_GOAL:
        return clamp_index(wend_world_goal_index(world, agent->goal) + 1); /* none: 0 */
    case WEND_LIVE_ACTIVITY:
        return (uint32_t)agent->activity;
    case WEND_LIVE_RELATIVE_SPEED:
        return relative_speed(with, agent);
    default: /* the index of an object is the low half of its id */
        return agent->group.value == 0
                   ? 0
                   : clamp_index((uint32_t)(agent->group.value & 0xffffffffU) + 1);
    }
}

/* ---- Frames ---------------------------------------------------------------------------------- */

static void write_agent(const colours *with, uint32_t index, uint8_t *out) {
    const wend_live *live = with->live;
    const wend_agent_state *agent = &live->crowd.agents[index];
    wend_vec2 at = wend_space_to_local(with->view->space, agent->position);
    uint32_t slot = wend_agent_slot(agent->agent);
    uint32_t body = wend_view_find_body(with->view, slot);
    double heading = body != WEND_NONE ? (double)wend_view_heading(with->view, body) : 0.0;
    put_f32(out, at.x);
    put_f32(out + 4, at.y);
    put_u16(out + 8, (uint32_t)round_to((double)agent->velocity.x * 1000.0, -32000, 32000));
    put_u16(out + 10, (uint32_t)round_to((double)agent->velocity.y * 1000.0, -32000, 32000));
    put_u16(out + 12, (uint32_t)round_to((double)agent->radius * 1000.0, 0, 65535));
    put_u16(out + 14,
            (uint32_t)round_to(heading / 3.14159265358979323846 * 32768.0, -32768, 32767));
    out[16] = (uint8_t)agent->layer;
    out[17] = (uint8_t)(((uint32_t)agent->activity & 0xfU) | (agent->solve_status & 3U) << 4);
    put_u16(out + 18, value_of(with, index));
    put_u32(out + 20, slot);
}

static void write_head(const wend_live *live, wend_live_colouring colouring, uint8_t *out) {
    const live_crowd *crowd = &live->crowd;
    uint32_t slots =
        crowd->count > 0 ? wend_agent_slot(crowd->agents[crowd->count - 1].agent) + 1 : 0;
    put_u32(out, crowd->count);
    put_u32(out + 4, slots);
    put_f64(out + 8, wend_world_time(live->world));
    put_u64(out + 16, wend_world_step_count(live->world));
    put_f32(out + 24, (float)wend_world_dt(live->world));
    put_u32(out + 28, (uint32_t)colouring);
}

/* Gets the visits of all agents to states of their machines; the caller frees them. */
static wend_agent_visit *get_visits(wend_live *live) {
    uint32_t count = live->crowd.count;
    wend_agent_visit *visits = memory_get_array(&live->memory, count, sizeof *visits);
    if (visits != NULL) {
        (void)wend_world_get_visits(live->world, visits, count);
    }
    return visits;
}

/* Computes what the frame needs. Returns false if out of memory. */
static bool prepare(wend_live *live, wend_live_colouring colouring) {
    const wend_agent_state *agents = NULL;
    const live_crowd *crowd = NULL;
    uint32_t count = 0;
    wend_result result = colouring == WEND_LIVE_DENSITY ? live_measure(live, &crowd, NULL)
                                                        : live_agents(live, &agents, &count, NULL);
    size_t size = WEND_LIVE_FRAME_HEAD + (size_t)live->crowd.count * WEND_LIVE_FRAME_AGENT;
    return result == WEND_OK && memory_grow(&live->memory, (void **)&live->frame, 1,
                                            &live->frame_capacity, (uint32_t)size);
}

const void *wend_live_frame(wend_live *live, uint32_t colouring, size_t *size) {
    WEND_ASSERT(live != NULL && size != NULL);
    wend_live_colouring chosen =
        colouring < WEND_LIVE_COLOURING_COUNT ? (wend_live_colouring)colouring : WEND_LIVE_GROUP;
    colours with = {live, wend_world_view(live->world), chosen, NULL};
    if (with.view == NULL || !prepare(live, chosen)) {
        return NULL;
    }
    wend_agent_visit *visits = chosen == WEND_LIVE_STATE ? get_visits(live) : NULL;
    with.visits = visits;
    write_head(live, chosen, live->frame);
    for (uint32_t i = 0; i < live->crowd.count; i++) {
        write_agent(&with, i,
                    live->frame + WEND_LIVE_FRAME_HEAD + (size_t)i * WEND_LIVE_FRAME_AGENT);
    }
    memory_free(&live->memory, visits, live->crowd.count * sizeof *visits);
    *size = WEND_LIVE_FRAME_HEAD + (size_t)live->crowd.count * WEND_LIVE_FRAME_AGENT;
    return live->frame;
}
