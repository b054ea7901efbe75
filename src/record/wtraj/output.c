/* Writes wend's own trajectory format: positions to 1 mm, stored as prediction errors.
 *
 * An agent's position is predicted from its last two positions, assuming a constant velocity. The
 * prediction error is stored in mm, one byte for x and one for y, in two planes that zstd's entropy
 * coder compresses. An agent with a steady velocity has errors of a few mm, caused by rounding.
 * Each frame also lists the agents that enter, leave, or change layer or activity, and every 64th
 * frame contains the complete state. Each frame is one chunk, written in one call, so the file is
 * valid whenever the program ends.
 *
 * Cost: O(agents) for a frame, O(slots) for a frame in which an agent leaves. */
#include "base/error.h"
#include "record/wtraj/file.h"
#include <string.h>

static const double MM_PER_M = 1000.0;
/* m: largest |x| and |y| that fit into 32 bits when stored in mm */
static const double FARTHEST = 2147483.0;

/* What a reader knows, after the last frame, about the agent in a slot. */
typedef struct track {
    uint32_t last_seen; /* number of the last frame that contains the agent; frames count from
                           FIRST_FRAME */
    uint32_t generation;
    int32_t x, y, dx, dy; /* last position and last move, mm */
    float radius;
    uint32_t profile, group;
    uint16_t layer, activity;
} track;

/* A `last_seen` of 0 marks an unused slot, so `FIRST_FRAME - 1` must be greater than 0. */
enum { FIRST_FRAME = 2 };

typedef struct wtraj {
    memory heap;
    wtraj_file file;
    bool ready; /* the file can take further frames */
    wend_point origin;
    track *tracks;
    wtraj_enter *enters;
    wtraj_change *changes;
    uint32_t *leaves, *escapes;
    uint8_t *plane_x, *plane_y;
    wtraj_wall *walls, *written_walls;
    wtraj_index_entry *index;
    uint32_t track_capacity, enter_capacity, change_capacity, leave_capacity, escape_capacity;
    uint32_t x_capacity, y_capacity, wall_capacity, written_capacity, index_capacity;
    uint32_t frame_number; /* number of the current frame, counted from FIRST_FRAME */
    uint32_t live_count;   /* number of agents in the last frame */
    uint32_t written_wall_count, index_count;
    uint32_t enter_count, change_count, leave_count, move_count, escape_count; /* in this frame */
} wtraj;

/* ---- The header ------------------------------------------------------------------------------ */

static bool add_space(wtraj *w, const wend_recording *recording) {
    uint32_t size = (uint32_t)wend_space_def_save(recording->space_def, NULL, 0);
    uint8_t *bytes = memory_get(&w->heap, size);
    bool good = bytes != NULL;
    if (good) {
        wend_space_def_save(recording->space_def, bytes, size);
        good =
            wtraj_file_add(&w->file, &size, sizeof size) && wtraj_file_add(&w->file, bytes, size);
    }
    memory_free(&w->heap, bytes, size);
    return good;
}

static bool add_recording(wtraj *w, const wend_recording *recording) {
    wend_recording read = *recording;
    uint32_t layers = wend_space_layer_count(recording->space);
    archive count = {.loading = false};
    wtraj_archive_recording(&count, &read, layers, NULL);
    uint8_t *bytes = count.failed ? NULL : memory_get(&w->heap, count.at);
    bool good = bytes != NULL;
    if (good) {
        archive ar = {.out = bytes, .size = count.at};
        read = *recording;
        wtraj_archive_recording(&ar, &read, layers, NULL);
        good = wtraj_file_add(&w->file, bytes, count.at);
    }
    memory_free(&w->heap, bytes, count.at);
    return good;
}

static wend_result begin(void *state, const void *params, void *user,
                         const wend_recording *recording, const char *path, wend_error *error) {
    (void)user;
    (void)params;
    wtraj *w = state;
    wend_result result = library_load(&library_zstd, error);
    if (result != WEND_OK) {
        return result;
    }
    memory_init(&w->heap, &recording->allocator);
    w->origin = wend_space_origin(recording->space);
    w->frame_number = FIRST_FRAME;
    if (!wtraj_file_init(&w->file, &w->heap, path)) {
        return error_no_memory(error, "a trajectory");
    }
    if (!add_space(w, recording) || !add_recording(w, recording)) {
        return error_set(
            error, WEND_ERROR_LIMIT,
            "the trajectory's header cannot be written: a name is too long, or out of memory");
    }
    result = wtraj_file_create(&w->file, error);
    w->ready = result == WEND_OK;
    return result;
}

/* ---- Frames ---------------------------------------------------------------------------------- */

static bool make_room(wtraj *w, const wend_frame *frame) {
    uint32_t count = frame->agent_count;
    uint32_t slots = count > 0 ? wend_agent_slot(frame->agents[count - 1].agent) + 1 : 0;
    uint32_t known = w->track_capacity;
    memory *heap = &w->heap;
    bool good =
        memory_grow(heap, (void **)&w->tracks, sizeof *w->tracks, &w->track_capacity, slots) &&
        memory_grow(heap, (void **)&w->enters, sizeof *w->enters, &w->enter_capacity, count) &&
        memory_grow(heap, (void **)&w->changes, sizeof *w->changes, &w->change_capacity, count) &&
        memory_grow(heap, (void **)&w->leaves, sizeof *w->leaves, &w->leave_capacity,
                    w->live_count) &&
        memory_grow(heap, (void **)&w->plane_x, 1, &w->x_capacity, count) &&
        memory_grow(heap, (void **)&w->plane_y, 1, &w->y_capacity, count) &&
        memory_grow(heap, (void **)&w->escapes, sizeof *w->escapes, &w->escape_capacity, 2 * count);
    if (w->track_capacity > known) {
        memset(w->tracks + known, 0, (w->track_capacity - known) * sizeof *w->tracks);
    }
    return good;
}

/* Rounds to the nearest mm. Adding `bias` makes the number positive, so that truncation rounds it
 * down; for numbers within FARTHEST, the rounding error of the addition is negligible. */
static int32_t to_mm(double metres) {
    static const double bias = 4294967296.0;
    return (int32_t)((int64_t)(metres * MM_PER_M + (bias + 0.5)) - (int64_t)bias);
}

static uint8_t encode_difference(wtraj *w, uint32_t difference) {
    uint32_t value = wtraj_zigzag(difference);
    if (value < WTRAJ_ESCAPE) {
        return (uint8_t)value;
    }
    w->escapes[w->escape_count++] = value;
    return WTRAJ_ESCAPE;
}

static bool needs_full_state(const track *known, const wend_agent_state *agent) {
    return known->radius != agent->radius || known->profile != (uint32_t)agent->profile.value ||
           known->group != wtraj_group_of(agent->group);
}

static void add_enter(wtraj *w, const wend_agent_state *agent, uint32_t slot, const track *now) {
    w->enters[w->enter_count++] = (wtraj_enter){.key = agent->key,
                                                .slot = slot,
                                                .generation = now->generation,
                                                .x = now->x,
                                                .y = now->y,
                                                .dx = now->dx,
                                                .dy = now->dy,
                                                .radius = now->radius,
                                                .profile = now->profile,
                                                .group = now->group,
                                                .layer = now->layer,
                                                .activity = now->activity};
}

static void add_move(wtraj *w, uint32_t slot, const track *known, const track *now) {
    uint32_t i = w->move_count++;
    w->plane_x[i] = encode_difference(w, (uint32_t)now->dx - (uint32_t)known->dx);
    w->plane_y[i] = encode_difference(w, (uint32_t)now->dy - (uint32_t)known->dy);
    if (now->layer != known->layer || now->activity != known->activity) {
        w->changes[w->change_count++] = (wtraj_change){slot, now->layer, now->activity};
    }
}

/* Adds an agent to the frame. Returns true if the last frame also contained the agent. */
static bool add_agent(wtraj *w, const wend_agent_state *agent, bool key_frame) {
    uint32_t slot = wend_agent_slot(agent->agent);
    track *known = &w->tracks[slot];
    track now = {.last_seen = w->frame_number,
                 .generation = (uint32_t)(agent->agent.value >> 32),
                 .x = to_mm(agent->position.x - w->origin.x),
                 .y = to_mm(agent->position.y - w->origin.y),
                 .radius = agent->radius,
                 .profile = (uint32_t)agent->profile.value,
                 .group = wtraj_group_of(agent->group),
                 .layer = (uint16_t)agent->layer,
                 .activity = (uint16_t)agent->activity};
    bool was_there = known->last_seen == w->frame_number - 1;
    bool same = was_there && known->generation == now.generation;
    if (same) {
        now.dx = (int32_t)((uint32_t)now.x - (uint32_t)known->x);
        now.dy = (int32_t)((uint32_t)now.y - (uint32_t)known->y);
    } else if (was_there) {
        w->leaves[w->leave_count++] = slot;
    }
    if (!same || key_frame || needs_full_state(known, agent)) {
        add_enter(w, agent, slot, &now);
    } else {
        add_move(w, slot, known, &now);
    }
    *known = now;
    return same;
}

/* Finds the agents that were in the last frame but are not in this one. `kept` is the number of
 * agents that are in both frames. */
static void find_leaves(wtraj *w, uint32_t kept) {
    for (uint32_t slot = 0; slot < w->track_capacity && kept + w->leave_count < w->live_count;
         slot++) {
        if (w->tracks[slot].last_seen == w->frame_number - 1) {
            w->leaves[w->leave_count++] = slot;
        }
    }
}

static wend_result check_agent(const wtraj *w, const wend_agent_state *agent, int64_t last_slot,
                               wend_error *error) {
    if ((int64_t)wend_agent_slot(agent->agent) <= last_slot) {
        return error_set(error, WEND_ERROR_INVALID, "agents are not in the order of their slots");
    }
    double x = agent->position.x - w->origin.x, y = agent->position.y - w->origin.y;
    if (!(x > -FARTHEST && x < FARTHEST && y > -FARTHEST && y < FARTHEST)) {
        return error_set(
            error, WEND_ERROR_LIMIT,
            "agent %llu is at (%.9g, %.9g): a trajectory reaches at most %.0f km from (%.9g, %.9g)",
            (unsigned long long)agent->key, agent->position.x, agent->position.y,
            FARTHEST / MM_PER_M, w->origin.x, w->origin.y);
    }
    return WEND_OK;
}

static wend_result add_agents(wtraj *w, const wend_frame *frame, bool key_frame,
                              wend_error *error) {
    w->enter_count = w->change_count = w->leave_count = w->move_count = w->escape_count = 0;
    int64_t last_slot = -1;
    uint32_t known = 0;
    for (uint32_t i = 0; i < frame->agent_count; i++) {
        const wend_agent_state *agent = &frame->agents[i];
        wend_result result = check_agent(w, agent, last_slot, error);
        if (result != WEND_OK) {
            return result;
        }
        last_slot = (int64_t)wend_agent_slot(agent->agent);
        known += add_agent(w, agent, key_frame);
    }
    find_leaves(w, known);
    w->live_count = frame->agent_count;
    return WEND_OK;
}

/* Collects the walls of doors and moving obstacles. Sets `*write_walls` to true if the walls have
 * changed and must therefore be written. Returns false if out of memory. */
static bool collect_walls(wtraj *w, const wend_frame *frame, bool *write_walls) {
    uint32_t count = frame->wall_count;
    if (!memory_grow(&w->heap, (void **)&w->walls, sizeof *w->walls, &w->wall_capacity, count) ||
        !memory_grow(&w->heap, (void **)&w->written_walls, sizeof *w->walls, &w->written_capacity,
                     count)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        const wend_wall_hit *wall = &frame->walls[i];
        w->walls[i] =
            (wtraj_wall){wall->wall, frame->wall_layers[i], wall->a, wall->b, wall->velocity};
    }
    size_t size = count * sizeof *w->walls;
    *write_walls = *write_walls || count != w->written_wall_count ||
                   (count > 0 && memcmp(w->walls, w->written_walls, size) != 0);
    if (count > 0) {
        memcpy(w->written_walls, w->walls, size);
    }
    w->written_wall_count = count;
    return true;
}

static bool add_content(wtraj *w, const wtraj_frame_header *head) {
    wtraj_file *file = &w->file;
    wtraj_file_clear(file);
    return wtraj_file_add(file, head, sizeof *head) &&
           wtraj_file_add(file, w->leaves, head->leaves * sizeof *w->leaves) &&
           wtraj_file_add(file, w->enters, head->enters * sizeof *w->enters) &&
           wtraj_file_add(file, w->changes, head->changes * sizeof *w->changes) &&
           wtraj_file_add(file, w->walls, head->walls * sizeof *w->walls) &&
           wtraj_file_add(file, w->plane_x, head->moves) &&
           wtraj_file_add(file, w->plane_y, head->moves) &&
           wtraj_file_add(file, w->escapes, w->escape_count * sizeof *w->escapes);
}

static bool add_index_entry(wtraj *w, const wend_frame *frame) {
    if (!memory_grow(&w->heap, (void **)&w->index, sizeof *w->index, &w->index_capacity,
                     w->index_count + 1)) {
        return false;
    }
    w->index[w->index_count++] =
        (wtraj_index_entry){w->frame_number - FIRST_FRAME, w->file.size, frame->time};
    return true;
}

static wend_result write_frame(wtraj *w, const wend_frame *frame, wend_error *error) {
    bool key_frame = (w->frame_number - FIRST_FRAME) % WTRAJ_KEY_INTERVAL == 0;
    bool write_walls = key_frame;
    if (!make_room(w, frame) || !collect_walls(w, frame, &write_walls)) {
        return error_no_memory(error, "a trajectory");
    }
    wend_result result = add_agents(w, frame, key_frame, error);
    if (result != WEND_OK) {
        return result;
    }
    wtraj_frame_header head = {.time = frame->time,
                               .step = frame->step,
                               .leaves = w->leave_count,
                               .enters = w->enter_count,
                               .changes = w->change_count,
                               .walls = write_walls ? frame->wall_count : 0,
                               .moves = w->move_count,
                               .flags = (key_frame ? WTRAJ_KEY_FRAME : 0u) |
                                        (write_walls ? WTRAJ_WALLS : 0u)};
    if (!add_content(w, &head) || (key_frame && !add_index_entry(w, frame))) {
        return error_no_memory(error, "a trajectory");
    }
    result = wtraj_file_append(&w->file, WTRAJ_FRAME, error);
    w->frame_number += result == WEND_OK;
    return result;
}

static wend_result frame(void *state, const wend_frame *shown, wend_error *error) {
    wtraj *w = state;
    wend_result result = write_frame(w, shown, error);
    w->ready = result == WEND_OK;
    return result;
}

/* ---- The end --------------------------------------------------------------------------------- */

static wend_result add_index(wtraj *w, wend_error *error) {
    uint64_t index_position = w->file.size;
    wtraj_file_clear(&w->file);
    if (!wtraj_file_add(&w->file, w->index, w->index_count * sizeof *w->index) ||
        !wtraj_file_add(&w->file, &index_position, sizeof index_position)) {
        return error_no_memory(error, "a trajectory");
    }
    return wtraj_file_append(&w->file, WTRAJ_INDEX, error);
}

/* Closes the file. Frames that have been written stay in it, even after a later failure. */
static wend_result end(void *state, bool keep, wend_error *error) {
    wtraj *w = state;
    if (w->frame_number == 0) {
        return WEND_OK; /* `begin` was not called */
    }
    bool any = w->frame_number > FIRST_FRAME;
    wend_result result = keep && w->ready ? add_index(w, error) : WEND_OK;
    wend_result closed = wtraj_file_close(&w->file, keep || any, result == WEND_OK ? error : NULL);
    memory *heap = &w->heap;
    memory_free(heap, w->tracks, w->track_capacity * sizeof *w->tracks);
    memory_free(heap, w->enters, w->enter_capacity * sizeof *w->enters);
    memory_free(heap, w->changes, w->change_capacity * sizeof *w->changes);
    memory_free(heap, w->leaves, w->leave_capacity * sizeof *w->leaves);
    memory_free(heap, w->escapes, w->escape_capacity * sizeof *w->escapes);
    memory_free(heap, w->plane_x, w->x_capacity);
    memory_free(heap, w->plane_y, w->y_capacity);
    memory_free(heap, w->walls, w->wall_capacity * sizeof *w->walls);
    memory_free(heap, w->written_walls, w->written_capacity * sizeof *w->written_walls);
    memory_free(heap, w->index, w->index_capacity * sizeof *w->index);
    return result != WEND_OK ? result : closed;
}

const wend_output output_wtraj = {
    .entry = {WEND_HEAD(wend_output), .name = "wtraj",
              .summary = "wend's own trajectories: 1 mm, compressed, valid after every frame"},
    .extension = ".wtraj",
    .state_size = sizeof(wtraj),
    .begin = begin,
    .frame = frame,
    .end = end,
};
