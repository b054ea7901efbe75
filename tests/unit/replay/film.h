/* A film is a sequence of random frames in which agents enter, leave, walk, jump and change state.
 * Tests write a film to a file, read the file, and compare the frames. A film needs no world. */
#ifndef UNIT_REPLAY_FILM_H
#define UNIT_REPLAY_FILM_H

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wend/kit.h>
#include <wend/random.h>

enum { FILM_SLOTS = 60, FILM_WALLS = 3, FILM_LAYERS = 2, FILM_MOST_FRAMES = 200 };

typedef struct film_frame {
    wend_agent_state agents[FILM_SLOTS];
    uint32_t index_of_slot[FILM_SLOTS];
    wend_wall_hit walls[FILM_WALLS];
    uint32_t wall_layers[FILM_WALLS];
    wend_frame frame;
} film_frame;

typedef struct film {
    wend_registry *registry;
    wend_space *space;
    wend_space_def space_def;
    wend_layer_def layers[FILM_LAYERS];
    wend_agent_group groups[2];
    wend_goal_def goals[2];
    wend_obstacle_def obstacles[1];
    wend_recording recording;
    film_frame *frames;
    uint32_t frame_count, slots;
    uint64_t seed;
    uint32_t generations[FILM_SLOTS];
    bool live[FILM_SLOTS];
    wend_agent_state now[FILM_SLOTS];
    wend_point heading[FILM_SLOTS]; /* m per frame */
    uint64_t drawn;
} film;

static wend_error film_error;

static inline double film_random(film *f) {
    return wend_random_uniform(f->seed, f->drawn++, 0, 0);
}

static inline bool film_chance(film *f, double share) {
    return film_random(f) < share;
}

static inline void film_enter(film *f, uint32_t slot) {
    f->live[slot] = true;
    f->generations[slot]++;
    f->now[slot] = (wend_agent_state){
        .agent = {((uint64_t)f->generations[slot] << 32) | slot},
        .key = film_chance(f, 0.5) ? slot : (uint64_t)(film_random(f) * 1.8e19),
        .position = {f->space_def.origin.x + 80.0 * film_random(f) - 40.0,
                     f->space_def.origin.y + 80.0 * film_random(f) - 40.0},
        .radius = (float)(0.1 + 0.4 * film_random(f)),
        .layer = film_chance(f, 0.3) ? 1 : 0,
        .profile = {(uint64_t)1 << 32 | (film_chance(f, 0.2) ? 3 : 0)},
        .group = {film_chance(f, 0.5) ? 0 : (uint64_t)1 << 32 | 7},
        .activity = film_chance(f, 0.3) ? WEND_ACTIVITY_WAITING : WEND_ACTIVITY_WALKING};
    double angle = 6.28 * film_random(f), pace = 0.13 * film_random(f);
    f->heading[slot] = (wend_point){pace * cos(angle), pace * sin(angle)};
}

static inline void film_move(film *f, uint32_t slot) {
    wend_agent_state *agent = &f->now[slot];
    if (film_chance(f, 0.02)) { /* a jump that is too long to be stored in one byte */
        agent->position.x += 4000.0 * film_random(f) - 2000.0;
        agent->position.y -= 700.0 * film_random(f);
    } else if (film_chance(f, 0.1)) {
        f->heading[slot].x += 0.05 * film_random(f) - 0.025;
    }
    agent->position.x += f->heading[slot].x;
    agent->position.y += f->heading[slot].y;
    if (film_chance(f, 0.05)) {
        agent->layer = 1 - agent->layer;
    }
    if (film_chance(f, 0.05)) {
        agent->activity = (wend_activity)(film_random(f) * WEND_ACTIVITY_COUNT);
    }
    if (film_chance(f, 0.02)) {
        agent->profile.value++;
    }
    if (film_chance(f, 0.01)) {
        agent->radius *= 1.1F;
    }
}

static inline void film_step_slot(film *f, uint32_t slot) {
    if (!f->live[slot]) {
        if (film_chance(f, 0.1)) {
            film_enter(f, slot);
        }
    } else if (film_chance(f, 0.03)) {
        f->live[slot] = false;
    } else if (film_chance(f, 0.02)) {
        /* The agent leaves, and another agent takes its slot at once. */
        film_enter(f, slot);
    } else {
        film_move(f, slot);
    }
}

static inline void film_set_walls(film_frame *out, uint32_t number) {
    uint32_t count = number / 7 % (FILM_WALLS + 1);
    for (uint32_t i = 0; i < count; i++) {
        float shift = i == 0 ? (float)number : 0.0F;
        wend_vec2 a = {shift, 1.0F}, b = {3.0F + shift, 2.0F + (float)i};
        out->walls[i] = (wend_wall_hit){
            .wall = 4 + i, .point = a, .a = a, .b = b, .velocity = {0.5F * (float)i, -1.0F}};
        out->wall_layers[i] = i % FILM_LAYERS;
    }
    out->frame.walls = out->walls;
    out->frame.wall_layers = out->wall_layers;
    out->frame.wall_count = count;
}

/* Appends the current state as the next frame. */
static inline void film_add_frame(film *f) {
    uint32_t number = f->frame_count++;
    film_frame *out = &f->frames[number];
    memset(out->index_of_slot, 0xff, sizeof out->index_of_slot);
    uint32_t count = 0;
    for (uint32_t slot = 0; slot < f->slots; slot++) {
        if (f->live[slot]) {
            out->index_of_slot[slot] = count;
            out->agents[count++] = f->now[slot];
        }
    }
    out->frame = (wend_frame){.agents = out->agents,
                              .agent_count = count,
                              .index_of_slot = out->index_of_slot,
                              .slot_count = FILM_SLOTS,
                              .time = 0.1 * number + (number > 90 ? 0.03 : 0.0),
                              .step = 2 * number};
    film_set_walls(out, number);
}

static inline void film_fill_recording(film *f) {
    static const wend_point square[] = {{-50, -50}, {50, -50}, {50, 50}, {-50, 50}};
    static const wend_point triangle[] = {{1, 1}, {2, 1}, {1, 2}};
    static const wend_point door[] = {{0, 0}, {0, 2}};
    static wend_point moved[4];
    static wend_ring ring = {moved, 4};
    for (int i = 0; i < 4; i++) {
        moved[i] =
            (wend_point){square[i].x + f->space_def.origin.x, square[i].y + f->space_def.origin.y};
    }
    f->layers[0] = (wend_layer_def){.name = "ground", .boundaries = &ring, .boundary_count = 1};
    f->layers[1] = (wend_layer_def){.name = "upper"};
    f->space_def.layers = f->layers;
    f->space_def.layer_count = FILM_LAYERS;
    f->groups[0] = (wend_agent_group){"children", 0, 20, 0};
    f->groups[1] = (wend_agent_group){"teachers", 20, 40, 20};
    f->goals[0] = wend_default_goal_def();
    f->goals[0].shape = WEND_GOAL_POLYGON;
    f->goals[0].name = "lawn";
    f->goals[0].points = triangle;
    f->goals[0].point_count = 3;
    f->goals[0].layer = 1;
    f->goals[1] = wend_default_goal_def(); /* the last goal takes as few bytes as possible */
    f->goals[1].shape = WEND_GOAL_DIRECTION;
    f->goals[1].points = NULL;
    f->goals[1].point_count = 0;
    f->obstacles[0] = wend_default_obstacle_def();
    f->obstacles[0].points = door;
    f->obstacles[0].point_count = 2;
    f->obstacles[0].name = "gate";
    f->recording = (wend_recording){.scenario = "film",
                                    .space_def = &f->space_def,
                                    .dt = 0.05,
                                    .frame_interval = 0.1,
                                    .groups = f->groups,
                                    .group_count = 2,
                                    .goals = f->goals,
                                    .goal_count = 2,
                                    .obstacles = f->obstacles,
                                    .obstacle_count = 1};
}

static inline void film_create(film *f, uint64_t seed, uint32_t slots, uint32_t frames) {
    memset(f, 0, sizeof *f);
    ck_assert(slots <= FILM_SLOTS && frames <= FILM_MOST_FRAMES);
    f->seed = seed;
    f->slots = slots;
    f->space_def = wend_default_space_def();
    f->space_def.has_origin = true;
    f->space_def.origin = seed % 2 == 0 ? (wend_point){0, 0} : (wend_point){565000.25, 5933000.5};
    film_fill_recording(f);
    ck_assert_int_eq(wend_registry_create(NULL, &f->registry, &film_error), WEND_OK);
    ck_assert_int_eq(wend_kit_register(f->registry, &film_error), WEND_OK);
    wend_result made = wend_space_create(&f->space_def, &f->space, &film_error);
    ck_assert_msg(made == WEND_OK, "%s", film_error.message);
    f->recording.space = f->space;
    f->frames = calloc(frames, sizeof *f->frames);
    ck_assert_ptr_nonnull(f->frames);
    for (uint32_t i = 0; i < frames; i++) {
        for (uint32_t slot = 0; slot < slots; slot++) {
            film_step_slot(f, slot);
        }
        film_add_frame(f);
    }
}

static inline void film_destroy(film *f) {
    wend_space_release(f->space);
    wend_registry_destroy(f->registry);
    free(f->frames);
}

/* Writes the first `count` frames to a file. Returns the first failure. */
static inline wend_result film_write(film *f, const char *path, uint32_t count) {
    const wend_output *output = wend_output_for(f->registry, path, &film_error);
    ck_assert_ptr_nonnull(output);
    void *state = calloc(1, output->state_size);
    wend_result result = output->begin(state, NULL, NULL, &f->recording, path, &film_error);
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        result = output->frame(state, &f->frames[i].frame, &film_error);
    }
    wend_result ended =
        output->end(state, result == WEND_OK, result == WEND_OK ? &film_error : NULL);
    free(state);
    return result != WEND_OK ? result : ended;
}

/* ---- Comparing ------------------------------------------------------------------------------- */

static inline bool film_is_same_agent(const wend_agent_state *a, const wend_agent_state *b) {
    return a->agent.value == b->agent.value && a->key == b->key &&
           fabs(a->position.x - b->position.x) <= 0.50001e-3 &&
           fabs(a->position.y - b->position.y) <= 0.50001e-3 && a->radius == b->radius &&
           a->layer == b->layer && a->profile.value == b->profile.value &&
           a->group.value == b->group.value && a->activity == b->activity;
}

static inline bool film_has_same_walls(const wend_frame *a, const wend_frame *b) {
    return a->wall_count == b->wall_count &&
           (a->wall_count == 0 ||
            (memcmp(a->walls, b->walls, a->wall_count * sizeof *a->walls) == 0 &&
             memcmp(a->wall_layers, b->wall_layers, a->wall_count * sizeof *a->wall_layers) == 0));
}

/* True if a frame that was read equals the frame that was recorded. */
static inline bool film_is_same_frame(const wend_frame *a, const wend_frame *b) {
    bool same = a->agent_count == b->agent_count && a->time == b->time && a->step == b->step &&
                film_has_same_walls(a, b);
    for (uint32_t i = 0; same && i < a->agent_count; i++) {
        same = film_is_same_agent(&a->agents[i], &b->agents[i]);
    }
    return same;
}

#endif
