/* Recorded trajectories: density and overlaps against brute force, and frames against their format.
 */
#include "serve/host/recorded/recorded.h"
#include "support/suite.h"
#include "support/trials.h"
#include <math.h>
#include <string.h>
#include <wend/random.h>

enum { MOST = 400 };

static memory heap;
static tape_agent agents[MOST];
static uint64_t keys[MOST];
static tape_frame frames[2];
static recorded r;
static const wend_agent_group group = {.name = "all", .first_key = 1000, .count = 100};
static const wend_recording recording = {.groups = &group, .group_count = 1};

static double uniform(uint64_t trial, uint64_t index, uint32_t purpose) {
    return wend_random_uniform(25, trial, index, purpose);
}

/* Shows a frame of random agents within `extent` m of the origin. */
static void show(uint64_t trial, uint32_t count, double extent) {
    memory_init(&heap, NULL);
    for (uint32_t i = 0; i < count; i++) {
        agents[i] = (tape_agent){
            .at = {(float)((uniform(trial, i, 1) - 0.5) * extent),
                   (float)((uniform(trial, i, 2) - 0.5) * extent)},
            .velocity = {(float)(uniform(trial, i, 3) * 4.0 - 2.0), (float)uniform(trial, i, 4)},
            .radius = (uint16_t)(100 + uniform(trial, i, 5) * 300),
            .layer = (uint8_t)(uniform(trial, i, 6) * 2),
            .status = (uint8_t)(i % 64),
            .slot = i};
        keys[i] = 1000 + i;
    }
    frames[0] = (tape_frame){.time = 1.5};
    frames[1] = (tape_frame){.time = 2.0, .number = 7, .agents = agents, .agent_count = count};
    r = (recorded){.heap = &heap,
                   .recording = &recording,
                   .tape = {.frames = frames, .count = 2, .key_of = keys, .keys.count = count},
                   .at = 1};
}

static void hide(void) {
    recorded_crowd_free(&r.crowd, &heap);
    memory_free(&heap, r.frame, r.frame_capacity);
    ck_assert_uint_eq(heap.held, 0);
}

static float distance_of(const tape_agent *a, const tape_agent *b) {
    float x = a->at.x - b->at.x, y = a->at.y - b->at.y;
    return sqrtf(x * x + y * y);
}

START_TEST(measures_agree_with_brute_force) {
    uint32_t crowded = 0, overlapping = 0;
    for (uint32_t trial = 0; trial < trials(60); trial++) {
        uint32_t count = (uint32_t)(uniform(trial, 0, 7) * MOST);
        show(trial, count, pow(10.0, uniform(trial, 0, 8) * 4.0 - 0.5));
        ck_assert(recorded_measure(&r));
        uint32_t overlaps = 0;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t near = 0;
            for (uint32_t k = 0; k < count; k++) {
                const tape_agent *a = &agents[i], *b = &agents[k];
                float reach = (float)(a->radius + b->radius) / 1000.0F - 0.01F;
                near += a->layer == b->layer && distance_of(a, b) <= 1.0F;
                overlaps += k > i && a->layer == b->layer && distance_of(a, b) < reach;
            }
            ck_assert_msg(fabsf(r.crowd.density[i] - (float)near / 3.1415927F) < 1e-4F,
                          "trial %u, agent %u", trial, i);
            crowded += near > 1;
        }
        ck_assert_uint_eq(r.crowd.overlaps, overlaps);
        overlapping += overlaps > 0;
        hide();
    }
    ck_assert_uint_gt(crowded, trials_bound(1000));
    ck_assert_uint_gt(overlapping, trials_bound(10));
}
END_TEST

START_TEST(agents_at_one_point_are_measured_in_bounded_time) {
    enum { CROWD = 200000 };
    static tape_agent pile[CROWD];
    show(0, 0, 1.0);
    frames[1].agents = pile;
    frames[1].agent_count = CROWD;
    ck_assert(recorded_measure(&r)); /* with all pairs, this is 4e10 comparisons */
    ck_assert(r.crowd.max_density > 100.0F);
    hide();
}
END_TEST

static uint32_t get(const uint8_t *bytes, size_t size) {
    uint32_t value = 0;
    for (size_t i = size; i-- > 0;) {
        value = value << 8 | bytes[i];
    }
    return value;
}

START_TEST(frames_hold_the_agents) {
    show(3, 150, 20.0);
    for (uint32_t colouring = 0; colouring < WEND_LIVE_COLOURING_COUNT; colouring++) {
        size_t size = 0;
        const uint8_t *frame = recorded_write_frame(&r, colouring, &size);
        double time = 0.0;
        float dt = 0.0F;
        ck_assert_uint_eq(size, 32 + 150 * 24);
        memcpy(&time, frame + 8, sizeof time);
        memcpy(&dt, frame + 24, sizeof dt);
        ck_assert(get(frame, 4) == 150 && get(frame + 4, 4) == 150 && get(frame + 16, 4) == 7);
        ck_assert(time == 2.0 && dt == 0.5F && get(frame + 28, 4) == colouring);
        for (uint32_t i = 0; i < 150; i++) {
            const uint8_t *agent = frame + 32 + (size_t)i * 24;
            float x = 0.0F;
            memcpy(&x, agent, sizeof x);
            ck_assert(x == agents[i].at.x && get(agent + 12, 2) == agents[i].radius);
            int16_t speed = (int16_t)get(agent + 8, 2);
            ck_assert(fabs((double)speed - (double)agents[i].velocity.x * 1000.0) <= 0.51);
            ck_assert(agent[16] == agents[i].layer && agent[17] == agents[i].status);
            ck_assert_uint_eq(get(agent + 20, 4), i);
        }
    }
    hide();
}
END_TEST

START_TEST(values_follow_the_colouring) {
    show(4, 150, 5.0);
    static const uint32_t empty[] = {WEND_LIVE_PROFILE, WEND_LIVE_STATE, WEND_LIVE_GOAL,
                                     WEND_LIVE_RELATIVE_SPEED};
    for (uint32_t i = 0; i < 150; i++) {
        size_t size = 0;
        const size_t at = 32 + (size_t)i * 24 + 18;
        const uint8_t *frame = recorded_write_frame(&r, WEND_LIVE_GROUP, &size);
        ck_assert_uint_eq(get(frame + at, 2), i < 100 ? 1 : 0);
        frame = recorded_write_frame(&r, WEND_LIVE_SPEED, &size);
        double speed = hypot((double)agents[i].velocity.x, (double)agents[i].velocity.y);
        ck_assert(fabs(get(frame + at, 2) - fmin(speed / 2.5, 1.0) * 65535.0) < 1.0);
        frame = recorded_write_frame(&r, WEND_LIVE_DENSITY, &size);
        double density = (double)r.crowd.density[i];
        ck_assert(fabs(get(frame + at, 2) - fmin(density / 6.0, 1.0) * 65535.0) < 1.0);
        frame = recorded_write_frame(&r, WEND_LIVE_ACTIVITY, &size);
        ck_assert_uint_eq(get(frame + at, 2), agents[i].status & 15);
        frame = recorded_write_frame(&r, WEND_LIVE_STATUS, &size);
        ck_assert_uint_eq(get(frame + at, 2), agents[i].status >> 4);
        for (size_t k = 0; k < sizeof empty / sizeof empty[0]; k++) {
            frame = recorded_write_frame(&r, empty[k], &size);
            ck_assert_uint_eq(get(frame + at, 2), 0);
        }
    }
    hide();
}
END_TEST

int main(void) {
    SUITE("serve/recorded", measures_agree_with_brute_force,
          agents_at_one_point_are_measured_in_bounded_time, frames_hold_the_agents,
          values_follow_the_colouring);
}
