/* Frames of trajectories in memory: what is kept, within which limit, and what is found. */
#include "serve/host/recorded/tape.h"
#include "support/suite.h"
#include <string.h>

static memory heap;
static wend_space *space;

static void open_tape(tape *t, size_t limit) {
    wend_space_def def = wend_default_space_def();
    wend_error error;
    memory_init(&heap, NULL);
    ck_assert_int_eq(wend_space_create(&def, &space, &error), WEND_OK);
    tape_init(t, &heap, limit);
}

static void close_tape(tape *t) {
    tape_free(t);
    ck_assert_uint_eq(t->used, 0);
    ck_assert_uint_eq(heap.held, 0);
    wend_space_release(space);
}

/* Adds a frame at a time with agents whose keys are first, first + 1 ... */
static void add(tape *t, double time, uint64_t first, uint32_t count) {
    wend_agent_state agents[64] = {{.key = 0}};
    wend_wall_hit wall = {.a = {1, 2}, .b = {3, 4}};
    uint32_t layer = 2;
    for (uint32_t i = 0; i < count; i++) {
        agents[i] = (wend_agent_state){.key = first + i,
                                       .position = {time, (double)i},
                                       .velocity = {1.5F, -0.5F},
                                       .radius = 0.25F,
                                       .layer = 1,
                                       .activity = (wend_activity)3,
                                       .solve_status = 2};
    }
    wend_frame frame = {.agents = agents,
                        .agent_count = count,
                        .walls = &wall,
                        .wall_layers = &layer,
                        .wall_count = 1,
                        .time = time};
    ck_assert(tape_add(t, space, &frame));
}

START_TEST(keeps_what_a_frame_holds) {
    tape t;
    open_tape(&t, TAPE_LIMIT);
    add(&t, 0.0, 100, 3);
    add(&t, 0.5, 101, 3);
    ck_assert_uint_eq(t.count, 2);
    const tape_frame *frame = &t.frames[1];
    ck_assert(frame->time == 0.5 && frame->number == 1 && frame->agent_count == 3);
    const tape_agent *agent = &frame->agents[2];
    ck_assert_uint_eq(agent->slot, 3); /* keys 100, 101, 102, then 103 */
    ck_assert_uint_eq(t.key_of[3], 103);
    ck_assert(agent->at.x == 0.5F && agent->at.y == 2.0F);
    ck_assert(agent->velocity.x == 1.5F && agent->velocity.y == -0.5F);
    ck_assert(agent->radius == 250 && agent->layer == 1 && agent->status == (3 | 2 << 4));
    ck_assert(frame->wall_count == 1 && frame->walls[0].b.y == 4.0F && frame->walls[0].layer == 2);
    ck_assert(t.frames[0].seen == 3 && frame->seen == 4);
    ck_assert(t.low.x == 0.0 && t.low.y == 0.0 && t.high.x == 0.5 && t.high.y == 2.0);
    close_tape(&t);
}
END_TEST

START_TEST(finds_the_frame_at_or_before_a_number) {
    tape t;
    open_tape(&t, TAPE_LIMIT);
    for (int i = 0; i < 37; i++) {
        add(&t, i, 0, 1);
    }
    for (uint64_t number = 0; number < 37; number++) {
        ck_assert_uint_eq(tape_find(&t, number), number);
    }
    ck_assert_uint_eq(tape_find(&t, 37), 36);
    ck_assert_uint_eq(tape_find(&t, UINT64_MAX), 36);
    close_tape(&t);
}
END_TEST

/* Whatever the number of frames is: the first and the last one are there, the others are evenly
 * spaced, no more could be kept, and the limit holds after every frame. */
START_TEST(thins_frames_evenly_within_the_limit) {
    enum { AGENTS = 10, ROOM = 12 };
    const size_t frame_size = sizeof(tape_frame) + AGENTS * sizeof(tape_agent) + sizeof(tape_wall);
    tape t;
    open_tape(&t, ROOM * frame_size);
    for (uint64_t total = 1; total <= 500; total++) {
        add(&t, (double)total, total, AGENTS);
        ck_assert_uint_eq(t.total, total);
        ck_assert_uint_le(t.used, t.limit);
        ck_assert_uint_eq(t.used, t.count * frame_size);
        ck_assert_uint_eq(t.frames[0].number, 0);
        ck_assert_uint_eq(t.frames[t.count - 1].number, total - 1);
        for (uint32_t i = 0; i + 1 < t.count; i++) {
            ck_assert_uint_eq(t.frames[i].number, i * t.spacing);
            ck_assert(t.frames[i].time == (double)(i * t.spacing + 1));
        }
        ck_assert_uint_ge(t.count * t.spacing + t.spacing, total);
        ck_assert(t.spacing == 1 || 2 * t.count >= ROOM - 2);
        ck_assert_uint_eq(tape_find(&t, total - 1), t.count - 1);
    }
    ck_assert_uint_eq(t.spacing, 64);
    close_tape(&t);
}
END_TEST

START_TEST(a_frame_above_the_limit_is_still_shown) {
    tape t;
    open_tape(&t, 100);
    for (int i = 0; i < 20; i++) {
        add(&t, i, 0, 64);
    }
    ck_assert_uint_eq(t.count, 2);
    ck_assert(t.frames[0].number == 0 && t.frames[1].number == 19);
    close_tape(&t);
}
END_TEST

START_TEST(frames_without_agents_are_frames) {
    tape t;
    open_tape(&t, TAPE_LIMIT);
    add(&t, 0.0, 0, 0);
    add(&t, 1.0, 5, 2);
    add(&t, 2.0, 0, 0);
    ck_assert_uint_eq(t.count, 3);
    ck_assert_uint_eq(t.frames[2].agent_count, 0);
    ck_assert_uint_eq(t.frames[2].seen, 2);
    close_tape(&t);
}
END_TEST

START_TEST(frames_without_agents_and_walls_fill_the_limit) {
    enum { ROOM = 8 };
    const wend_frame empty = {.agent_count = 0};
    tape t;
    open_tape(&t, ROOM * sizeof(tape_frame));
    for (int i = 0; i < 1000; i++) {
        ck_assert(tape_add(&t, space, &empty));
        ck_assert_uint_le(t.count, ROOM);
    }
    ck_assert_uint_eq(t.frames[t.count - 1].number, 999);
    close_tape(&t);
}
END_TEST

/* An allocator that fails from call `left` on. */
static void *take(void *user, size_t size) {
    int *left = user;
    return (*left)-- > 0 ? memory_allocate(NULL, size) : NULL;
}

static void release(void *user, void *block, size_t size) {
    (void)user;
    memory_release(NULL, block, size);
}

START_TEST(running_out_of_memory_loses_nothing) {
    for (int calls = 0; calls < 40; calls++) {
        int left = calls;
        const wend_allocator scarce = {take, release, &left};
        wend_agent_state agents[40] = {{.key = 0}};
        wend_frame frame = {.agents = agents, .agent_count = 40};
        tape t;
        open_tape(&t, TAPE_LIMIT);
        memory_init(&heap, &scarce);
        for (uint64_t i = 0; i < 40; i++) {
            agents[i].key = i;
        }
        uint32_t added = 0;
        while (added < 20 && tape_add(&t, space, &frame)) {
            added++;
        }
        ck_assert_uint_eq(t.count, added);
        ck_assert_uint_eq(t.used, added * (sizeof(tape_frame) + 40 * sizeof(tape_agent)));
        close_tape(&t);
    }
}
END_TEST

int main(void) {
    SUITE("serve/tape", keeps_what_a_frame_holds, finds_the_frame_at_or_before_a_number,
          thins_frames_evenly_within_the_limit, a_frame_above_the_limit_is_still_shown,
          frames_without_agents_are_frames, frames_without_agents_and_walls_fill_the_limit,
          running_out_of_memory_loses_nothing);
}
