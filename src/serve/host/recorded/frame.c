/* Writes frames of a recorded trajectory, in the format of live worlds. */
#include "serve/host/recorded/recorded.h"
#include <math.h>
#include <string.h>
#include <wend/math.h>

static const float FULL_SPEED = 2.5F;   /* m/s: the value 65,535 */
static const float FULL_DENSITY = 6.0F; /* agents per m^2 */

static void put(uint8_t *out, uint64_t value, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) {
        out[i] = (uint8_t)(value >> 8 * i);
    }
}

static void put_f32(uint8_t *out, float value) {
    uint32_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    put(out, bits, sizeof bits);
}

static void put_f64(uint8_t *out, double value) {
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    put(out, bits, sizeof bits);
}

/* Rounds to the nearest integer from `low` to `high`; NaN becomes `low`. */
static int32_t round_to(float value, int32_t low, int32_t high) {
    float rounded = floorf(value + 0.5F);
    if (!(rounded > (float)low)) {
        return low;
    }
    return rounded < (float)high ? (int32_t)rounded : high;
}

static uint32_t scale(float value, float full) {
    return (uint32_t)round_to(value / full * 65535.0F, 0, 65535);
}

static float speed_of(const tape_agent *agent) {
    return sqrtf(agent->velocity.x * agent->velocity.x + agent->velocity.y * agent->velocity.y);
}

/* The value of an agent for a colouring; 0 for what a trajectory does not hold. */
static uint32_t value_of(const recorded *r, wend_live_colouring colouring, uint32_t index) {
    const tape_agent *agent = &recorded_frame(r)->agents[index];
    switch (colouring) {
    case WEND_LIVE_GROUP: {
        uint32_t group = wend_recording_group_of(r->recording, r->tape.key_of[agent->slot]);
        return group < 65534 ? group + 1 : 0;
    }
    case WEND_LIVE_SPEED:
        return scale(speed_of(agent), FULL_SPEED);
    case WEND_LIVE_DENSITY:
        return scale(r->crowd.density[index], FULL_DENSITY);
    case WEND_LIVE_STATUS:
        return agent->status >> 4;
    case WEND_LIVE_ACTIVITY:
        return agent->status & 15u;
    default:
        return 0;
    }
}

/* Agents that stand have no heading. */
static int32_t heading_of(const tape_agent *agent) {
    static const float PI = 3.1415927F;
    bool moves = agent->velocity.x != 0.0F || agent->velocity.y != 0.0F;
    float angle = moves ? wend_atan2f(agent->velocity.y, agent->velocity.x) : 0.0F;
    return round_to(angle / PI * 32768.0F, -32768, 32767);
}

static void write_agent(const recorded *r, wend_live_colouring colouring, uint32_t index,
                        uint8_t *out) {
    const tape_agent *agent = &recorded_frame(r)->agents[index];
    int32_t x = round_to(agent->velocity.x * 1000.0F, -32000, 32000);
    int32_t y = round_to(agent->velocity.y * 1000.0F, -32000, 32000);
    put_f32(out, agent->at.x);
    put_f32(out + 4, agent->at.y);
    put(out + 8, (uint32_t)x, 2);
    put(out + 10, (uint32_t)y, 2);
    put(out + 12, agent->radius, 2);
    put(out + 14, (uint32_t)heading_of(agent), 2);
    out[16] = agent->layer;
    out[17] = agent->status;
    put(out + 18, value_of(r, colouring, index), 2);
    put(out + 20, agent->slot, 4);
}

const void *recorded_write_frame(recorded *r, uint32_t given, size_t *size) {
    const tape_frame *frame = recorded_frame(r);
    wend_live_colouring colouring =
        given < WEND_LIVE_COLOURING_COUNT ? (wend_live_colouring)given : WEND_LIVE_GROUP;
    *size = WEND_LIVE_FRAME_HEAD + (size_t)frame->agent_count * WEND_LIVE_FRAME_AGENT;
    if (*size > UINT32_MAX ||
        !memory_grow(r->heap, (void **)&r->frame, 1, &r->frame_capacity, (uint32_t)*size) ||
        (colouring == WEND_LIVE_DENSITY && !recorded_measure(r))) {
        return NULL;
    }
    put(r->frame, frame->agent_count, 4);
    put(r->frame + 4, r->tape.keys.count, 4);
    put_f64(r->frame + 8, frame->time);
    put(r->frame + 16, frame->number, 8);
    put_f32(r->frame + 24, (float)recorded_interval(r));
    put(r->frame + 28, (uint32_t)colouring, 4);
    for (uint32_t i = 0; i < frame->agent_count; i++) {
        write_agent(r, colouring, i,
                    r->frame + WEND_LIVE_FRAME_HEAD + (size_t)i * WEND_LIVE_FRAME_AGENT);
    }
    return r->frame;
}
