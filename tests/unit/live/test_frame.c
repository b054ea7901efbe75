/* Frames: every byte against the agents of the world, for all colourings. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <wend/machine.h>

#include "support/kit/live_lab.h"
#include "support/suite.h"

static const char scenario[] =
    "space: {walkable: [[5100, 50], [5140, 50], [5140, 70], [5100, 70]],\n"
    "        connections: [{from: [5120, 60], to: [5125, 60], duration: 20}]}\n"
    "goals:\n"
    "  exit: {box: [[5138, 51], [5139, 69]], on_arrival: leave}\n"
    "  near: {point: [5108, 58]}\n"
    "profiles:\n"
    "  one: {plan: straight, steer: orca}\n"
    "  two: {plan: straight, steer: helbing, speed: {uniform: [0.5, 2]}}\n"
    "machines:\n"
    "  mood: {states: {go: {goal: exit}, stay: {goal: near}},\n"
    "         transitions: [{from: go, to: stay, when: {timer: 2}}]}\n"
    "agents:\n"
    "  - {name: first, profile: one, goal: exit, grid: {origin: [5102, 52], spacing: 0.8,\n"
    "     count: [4, 6]}}\n"
    "  - {name: second, profile: two, goal: near, grid: {origin: [5112, 56], spacing: 0.7,\n"
    "     count: [4, 6]}}\n"
    "  - {profile: one, at: [5105, 62], machine: mood}\n";

static live_lab lab;

static void set_up(void) {
    live_lab_open(&lab, scenario, NULL);
    live_lab_step(&lab, 35);
}

static void tear_down(void) {
    live_lab_close(&lab);
}

static const uint8_t *frame_of(uint32_t colouring, size_t *size) {
    const uint8_t *bytes = wend_live_frame(lab.live, colouring, size);
    ck_assert_ptr_nonnull(bytes);
    return bytes;
}

static uint32_t u32(const uint8_t *at) {
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static int16_t i16(const uint8_t *at) {
    int16_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static uint16_t u16(const uint8_t *at) {
    uint16_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static float f32(const uint8_t *at) {
    float value;
    memcpy(&value, at, sizeof value);
    return value;
}

static double f64(const uint8_t *at) {
    double value;
    memcpy(&value, at, sizeof value);
    return value;
}

START_TEST(the_head_is_that_of_the_world) {
    for (uint32_t colouring = 0; colouring < WEND_LIVE_COLOURING_COUNT; colouring++) {
        size_t size = 0;
        const uint8_t *bytes = frame_of(colouring, &size);
        uint32_t count = wend_world_agent_count(lab.world);
        ck_assert_uint_eq(size, 32 + 24 * (size_t)count);
        ck_assert_uint_eq(u32(bytes), count);
        ck_assert_double_eq(f64(bytes + 8), wend_world_time(lab.world));
        ck_assert_uint_eq(u32(bytes + 16), 35);
        ck_assert_uint_eq(u32(bytes + 20), 0);
        ck_assert_float_eq(f32(bytes + 24), 0.1F);
        ck_assert_uint_eq(u32(bytes + 28), colouring);
    }
    size_t size = 0;
    ck_assert_uint_eq(u32(frame_of(9, &size) + 28), WEND_LIVE_GROUP);
    ck_assert_uint_eq(u32(frame_of(UINT32_MAX, &size) + 28), WEND_LIVE_GROUP);
}
END_TEST

START_TEST(agents_are_those_of_the_world) {
    wend_agent_state agents[128];
    uint32_t count = wend_world_get_agents(lab.world, agents, 128);
    size_t size = 0;
    const uint8_t *bytes = frame_of(WEND_LIVE_GROUP, &size);
    ck_assert_uint_gt(count, 40);
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *at = bytes + 32 + 24 * (size_t)i;
        const wend_agent_state *agent = &agents[i];
        wend_agent_attributes attributes;
        ck_assert(wend_world_get_agent_attributes(lab.world, agent->agent, &attributes));
        wend_vec2 local = wend_space_to_local(wend_world_space(lab.world), agent->position);
        ck_assert_float_eq(f32(at), local.x);
        ck_assert_float_eq(f32(at + 4), local.y);
        ck_assert_double_le(fabs(i16(at + 8) / 1000.0 - (double)agent->velocity.x), 0.00051);
        ck_assert_double_le(fabs(i16(at + 10) / 1000.0 - (double)agent->velocity.y), 0.00051);
        ck_assert_double_le(fabs(u16(at + 12) / 1000.0 - (double)agent->radius), 0.00051);
        double turn = i16(at + 14) * 3.14159265358979 / 32768.0 - (double)attributes.heading;
        ck_assert_double_le(fabs(turn), 0.0001);
        ck_assert_uint_eq(at[16], agent->layer);
        ck_assert_uint_eq(at[17] & 0xf, (uint32_t)agent->activity);
        ck_assert_uint_eq(at[17] >> 4, agent->solve_status);
        ck_assert_uint_eq(u32(at + 20), wend_agent_slot(agent->agent));
        ck_assert_uint_lt(u32(at + 20), u32(bytes + 4));
    }
}
END_TEST

static uint32_t scaled(double value, double full) {
    double at = floor(value / full * 65535.0 + 0.5);
    return at > 65535.0 ? 65535 : (uint32_t)at;
}

/* The value of an agent by the description of the format. */
static uint32_t expected(uint32_t colouring, const wend_agent_state *agent, double density) {
    double speed = sqrt(
        (double)(agent->velocity.x * agent->velocity.x + agent->velocity.y * agent->velocity.y));
    wend_agent_attributes attributes;
    wend_agent_visit visit;
    wend_world_get_agent_attributes(lab.world, agent->agent, &attributes);
    wend_world_get_agent_visit(lab.world, agent->agent, &visit);
    uint32_t goal = wend_world_goal_index(lab.world, agent->goal);
    switch (colouring) {
    case WEND_LIVE_GROUP:
        return agent->group.value == 0 ? 0 : (uint32_t)agent->group.value + 1;
    case WEND_LIVE_SPEED:
        return scaled(speed, 2.5);
    case WEND_LIVE_DENSITY:
        return scaled(density, 6.0);
    case WEND_LIVE_PROFILE:
        return wend_world_profile_index(lab.world, agent->profile);
    case WEND_LIVE_STATE:
        return visit.machine.value != 0 ? visit.state + 1 : 0;
    case WEND_LIVE_STATUS:
        return agent->solve_status;
    case WEND_LIVE_GOAL:
        return goal == WEND_NO_GOAL ? 0 : goal + 1;
    case WEND_LIVE_ACTIVITY:
        return (uint32_t)agent->activity;
    default:
        return scaled(speed, (double)attributes.preferred_speed);
    }
}

static double density_around(const wend_agent_state *agents, uint32_t count, uint32_t index) {
    uint32_t near = 0;
    for (uint32_t k = 0; k < count; k++) {
        double x = agents[k].position.x - agents[index].position.x;
        double y = agents[k].position.y - agents[index].position.y;
        near += x * x + y * y <= 1.0 && agents[k].activity != WEND_ACTIVITY_CROSSING;
    }
    return agents[index].activity == WEND_ACTIVITY_CROSSING ? 0.0 : near / 3.14159265358979;
}

START_TEST(every_colouring_has_its_values) {
    uint32_t kinds = 0;
    for (int round = 0; round < 4; round++) {
        wend_agent_state agents[128];
        uint32_t count = wend_world_get_agents(lab.world, agents, 128);
        for (uint32_t colouring = 0; colouring < WEND_LIVE_COLOURING_COUNT; colouring++) {
            size_t size = 0;
            const uint8_t *bytes = frame_of(colouring, &size);
            uint16_t low = UINT16_MAX, high = 0;
            for (uint32_t i = 0; i < count; i++) {
                uint16_t value = u16(bytes + 32 + 24 * (size_t)i + 18);
                uint32_t wanted = expected(colouring, &agents[i], density_around(agents, count, i));
                bool rounds = colouring == WEND_LIVE_SPEED || colouring == WEND_LIVE_DENSITY ||
                              colouring == WEND_LIVE_RELATIVE_SPEED;
                int apart = abs((int)value - (int)wanted);
                ck_assert_msg(apart <= (rounds ? 1 : 0), "colouring %u: %u, not %u", colouring,
                              value, wanted);
                low = value < low ? value : low;
                high = value > high ? value : high;
            }
            kinds |= (low < high ? 1U : 0U) << colouring;
        }
        live_lab_step(&lab, 25);
    }
    ck_assert_uint_eq(kinds | 1U << WEND_LIVE_STATUS, (1U << WEND_LIVE_COLOURING_COUNT) - 1);
}
END_TEST

START_TEST(a_frame_follows_the_world) {
    size_t size = 0;
    uint32_t before = u32(frame_of(0, &size));
    live_lab_expect(&lab, "{'do':'seek','step':400}");
    ck_assert_uint_eq(u32(frame_of(0, &size) + 16), 400);
    ck_assert_uint_lt(u32(frame_of(0, &size)), before); /* some have left */
    live_lab_expect(&lab, "{'do':'seek','step':35}");
    ck_assert_uint_eq(u32(frame_of(0, &size)), before);
}
END_TEST

START_TEST(an_empty_world_has_an_empty_frame) {
    live_lab own;
    size_t size = 0;
    live_lab_open(&own, "space: {walkable: [[0, 0], [5, 0], [5, 5], [0, 5]]}\n", NULL);
    for (uint32_t colouring = 0; colouring < WEND_LIVE_COLOURING_COUNT; colouring++) {
        const uint8_t *bytes = wend_live_frame(own.live, colouring, &size);
        ck_assert_ptr_nonnull(bytes);
        ck_assert_uint_eq(size, 32);
        ck_assert_uint_eq(u32(bytes), 0);
        ck_assert_uint_eq(u32(bytes + 4), 0);
    }
    live_lab_close(&own);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("live/frame");
    TCase *all = tcase_create("all");
    tcase_add_checked_fixture(all, set_up, tear_down);
    tcase_set_timeout(all, SUITE_TIMEOUT);
    tcase_add_test(all, the_head_is_that_of_the_world);
    tcase_add_test(all, agents_are_those_of_the_world);
    tcase_add_test(all, every_colouring_has_its_values);
    tcase_add_test(all, a_frame_follows_the_world);
    tcase_add_test(all, an_empty_world_has_an_empty_frame);
    suite_add_tcase(suite, all);
    return suite_finish(suite);
}
