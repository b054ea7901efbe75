/* Keeps the frames of a trajectory. The last frame that was read is always kept, so that the end of
 * a file is shown whatever the spacing is. */
#include "serve/host/recorded/tape.h"
#include <math.h>
#include <string.h>

void tape_init(tape *t, memory *heap, size_t limit) {
    *t = (tape){.heap = heap,
                .limit = limit,
                .spacing = 1,
                .low = {INFINITY, INFINITY},
                .high = {-INFINITY, -INFINITY}};
    keys_init(&t->keys, heap);
}

/* The frame itself counts, too: a packed file may have any number of frames without agents. */
static size_t size_of(const tape_frame *frame) {
    return sizeof *frame + frame->agent_count * sizeof *frame->agents +
           frame->wall_count * sizeof *frame->walls;
}

static void free_frame(tape *t, tape_frame *frame) {
    t->used -= size_of(frame);
    memory_free(t->heap, frame->agents, frame->agent_count * sizeof *frame->agents);
    memory_free(t->heap, frame->walls, frame->wall_count * sizeof *frame->walls);
}

void tape_free(tape *t) {
    for (uint32_t i = 0; i < t->count; i++) {
        free_frame(t, &t->frames[i]);
    }
    memory_free(t->heap, t->frames, t->capacity * sizeof *t->frames);
    memory_free(t->heap, t->key_of, t->key_capacity * sizeof *t->key_of);
    keys_free(&t->keys);
    t->frames = NULL;
    t->key_of = NULL;
    t->count = t->capacity = t->key_capacity = 0;
}

/* ---- One frame ------------------------------------------------------------------------------- */

static bool find_slot(tape *t, uint64_t key, uint32_t *out) {
    if (!keys_number(&t->keys, key, out) ||
        !memory_grow(t->heap, (void **)&t->key_of, sizeof *t->key_of, &t->key_capacity, *out + 1)) {
        return false;
    }
    t->key_of[*out] = key;
    return true;
}

static void extend_box(tape *t, wend_point at) {
    t->low = (wend_point){fmin(t->low.x, at.x), fmin(t->low.y, at.y)};
    t->high = (wend_point){fmax(t->high.x, at.x), fmax(t->high.y, at.y)};
}

static uint32_t clamp(double value, double most) {
    return value > 0.0 ? (uint32_t)fmin(value, most) : 0;
}

static bool copy_agents(tape *t, const wend_space *space, const wend_frame *frame,
                        tape_frame *out) {
    for (uint32_t i = 0; i < frame->agent_count; i++) {
        const wend_agent_state *from = &frame->agents[i];
        tape_agent *to = &out->agents[i];
        uint32_t status = ((uint32_t)from->activity & 15u) | (from->solve_status & 3u) << 4;
        *to = (tape_agent){.at = wend_space_to_local(space, from->position),
                           .velocity = from->velocity,
                           .radius = (uint16_t)clamp((double)from->radius * 1000.0 + 0.5, 65535.0),
                           .layer = (uint8_t)clamp((double)from->layer, 255.0),
                           .status = (uint8_t)status};
        if (!find_slot(t, from->key, &to->slot)) {
            return false;
        }
        extend_box(t, from->position);
    }
    return true;
}

static bool copy_frame(tape *t, const wend_space *space, const wend_frame *frame, tape_frame *out) {
    *out = (tape_frame){.time = frame->time,
                        .number = t->total,
                        .agents = memory_get_array(t->heap, frame->agent_count, sizeof(tape_agent)),
                        .walls = memory_get_array(t->heap, frame->wall_count, sizeof(tape_wall)),
                        .agent_count = frame->agent_count,
                        .wall_count = frame->wall_count};
    t->used += size_of(out);
    bool good = (out->agents != NULL || out->agent_count == 0) &&
                (out->walls != NULL || out->wall_count == 0) && copy_agents(t, space, frame, out);
    for (uint32_t i = 0; i < frame->wall_count && good; i++) {
        out->walls[i] = (tape_wall){frame->walls[i].a, frame->walls[i].b, frame->wall_layers[i]};
    }
    if (!good) {
        free_frame(t, out);
    }
    return good;
}

/* ---- All frames ------------------------------------------------------------------------------ */

static bool is_kept(const tape *t, const tape_frame *frame) {
    return frame->number % t->spacing == 0;
}

/* Drops every second frame. */
static void thin(tape *t) {
    uint32_t kept = 0;
    t->spacing *= 2;
    for (uint32_t i = 0; i < t->count; i++) {
        if (is_kept(t, &t->frames[i])) {
            t->frames[kept++] = t->frames[i];
        } else {
            free_frame(t, &t->frames[i]);
        }
    }
    t->count = kept;
}

bool tape_add(tape *t, const wend_space *space, const wend_frame *frame) {
    tape_frame made;
    if (t->count > 0 && !is_kept(t, &t->frames[t->count - 1])) {
        free_frame(t, &t->frames[--t->count]); /* it was only the last one */
    }
    if (!memory_grow(t->heap, (void **)&t->frames, sizeof *t->frames, &t->capacity, t->count + 1) ||
        !copy_frame(t, space, frame, &made)) {
        return false;
    }
    made.seen = t->keys.count;
    t->frames[t->count++] = made;
    t->total++;
    while (t->used > t->limit && t->count > 2) {
        tape_frame last = t->frames[--t->count];
        thin(t);
        t->frames[t->count++] = last;
    }
    return true;
}

uint32_t tape_find(const tape *t, uint64_t number) {
    uint32_t low = 0, high = t->count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (t->frames[middle].number <= number) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}
