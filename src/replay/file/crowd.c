/* Assembles frames from the rows of a file, and computes velocities if the file has none. */
#include "replay/file/crowd.h"
#include "base/sort.h"
#include <string.h>

static const float DEFAULT_RADIUS = 0.2F; /* m, radius of a person, for files without radii */

void crowd_init(crowd *c, memory *heap) {
    memset(c, 0, sizeof *c);
    c->heap = heap;
    keys_init(&c->keys, heap);
}

void crowd_free(crowd *c) {
    if (c->heap == NULL) {
        return;
    }
    keys_free(&c->keys);
    memory_free(c->heap, c->sightings, c->sighting_capacity * sizeof *c->sightings);
    memory_free(c->heap, c->agents, c->agent_capacity * sizeof *c->agents);
    memory_free(c->heap, c->index_of_slot, c->slot_capacity * sizeof *c->index_of_slot);
    crowd_init(c, c->heap);
}

void crowd_begin(crowd *c, double time) {
    /* Only the slots in use are cleared, so the cost depends on the number of agents in this frame,
     * not on the number of agents in earlier frames. */
    for (uint32_t i = 0; i < c->agent_count; i++) {
        c->index_of_slot[wend_agent_slot(c->agents[i].agent)] = UINT32_MAX;
    }
    c->agent_count = 0;
    c->time = time;
    c->step++;
}

/* Finds the slot of a key; a new key gets a new slot. Returns false if out of memory. */
static bool find_slot(crowd *c, uint64_t key, uint32_t *slot) {
    if (!keys_number(&c->keys, key, slot) ||
        !memory_grow(c->heap, (void **)&c->sightings, sizeof *c->sightings, &c->sighting_capacity,
                     *slot + 1) ||
        !memory_grow(c->heap, (void **)&c->index_of_slot, sizeof *c->index_of_slot,
                     &c->slot_capacity, *slot + 1)) {
        return false;
    }
    if (*slot == c->slot_count) {
        c->sightings[*slot] = (crowd_sighting){.seen = false};
        c->index_of_slot[*slot] = UINT32_MAX;
        c->slot_count++;
    }
    return true;
}

static wend_vec2 velocity_of(const crowd *c, const crowd_sighting *last, const crowd_row *row) {
    double elapsed = c->time - last->time;
    if (row->has_velocity) {
        return row->velocity;
    }
    if (!last->seen || !(elapsed > 0.0)) {
        return (wend_vec2){0.0F, 0.0F};
    }
    return (wend_vec2){(float)((row->position.x - last->position.x) / elapsed),
                       (float)((row->position.y - last->position.y) / elapsed)};
}

/* Returns the height of an agent: from its row, or of the ground where it is. */
static double height_of(const crowd *c, const crowd_row *row) {
    if (row->has_height || c->space == NULL || !wend_space_has_height(c->space) ||
        row->layer >= wend_space_layer_count(c->space)) {
        return row->z;
    }
    wend_location at = {wend_space_to_local(c->space, row->position), row->layer};
    return wend_space_height(c->space, at);
}

crowd_status crowd_add(crowd *c, const crowd_row *row) {
    uint32_t slot = 0;
    if (!find_slot(c, row->key, &slot) ||
        !memory_grow(c->heap, (void **)&c->agents, sizeof *c->agents, &c->agent_capacity,
                     c->agent_count + 1)) {
        return CROWD_NO_MEMORY;
    }
    if (c->index_of_slot[slot] != UINT32_MAX) {
        return CROWD_DUPLICATE;
    }
    c->index_of_slot[slot] = c->agent_count;
    c->agents[c->agent_count++] = (wend_agent_state){
        .agent = {(uint64_t)1 << 32 | slot},
        .key = row->key,
        .position = row->position,
        .velocity = velocity_of(c, &c->sightings[slot], row),
        .radius = DEFAULT_RADIUS,
        .layer = row->layer,
        .z = height_of(c, row),
    };
    c->sightings[slot] = (crowd_sighting){row->position, c->time, true};
    return CROWD_ADDED;
}

static bool has_lower_slot(const void *left, const void *right) {
    const wend_agent_state *a = left, *b = right;
    return a->agent.value < b->agent.value;
}

static bool is_sorted(const crowd *c) {
    for (uint32_t i = 1; i < c->agent_count; i++) {
        if (has_lower_slot(&c->agents[i], &c->agents[i - 1])) {
            return false;
        }
    }
    return true;
}

static bool sort_agents(crowd *c) {
    wend_agent_state *scratch = memory_get_array(c->heap, c->agent_count, sizeof *scratch);
    if (scratch == NULL) {
        return false;
    }
    sort_stable(c->agents, scratch, c->agent_count, sizeof *scratch, has_lower_slot);
    memory_free(c->heap, scratch, c->agent_count * sizeof *scratch);
    for (uint32_t i = 0; i < c->agent_count; i++) {
        c->index_of_slot[wend_agent_slot(c->agents[i].agent)] = i;
    }
    return true;
}

bool crowd_frame(crowd *c, wend_frame *out) {
    if (!is_sorted(c) && !sort_agents(c)) {
        return false;
    }
    *out = (wend_frame){.agents = c->agents,
                        .agent_count = c->agent_count,
                        .index_of_slot = c->index_of_slot,
                        .slot_count = c->slot_count,
                        .time = c->time,
                        .step = c->step - 1};
    return true;
}
