/* Accumulates heat maps. Cells are stored in the order in which agents first enter them; a hash
 * table with open addressing finds them. Cost: O(1) per agent and frame. */
#include "draw/crowd/heat.h"
#include <math.h>
#include <string.h>
#include <wend/math.h>

enum { FIRST_TABLE_SIZE = 1024 };

static const double FARTHEST = 1e9; /* largest distance from the origin along an axis, in cells */

void heat_init(draw_heat *heat, memory *heap, double size) {
    memset(heat, 0, sizeof *heat);
    heat->heap = heap;
    heat->size = size;
    heat->most = HEAT_MOST_CELLS;
    heat->around.heap = heap;
}

void heat_free(draw_heat *heat) {
    memory_free(heat->heap, heat->cells, heat->capacity * sizeof *heat->cells);
    memory_free(heat->heap, heat->table, heat->table_size * sizeof *heat->table);
    memory_free(heat->heap, heat->positions, heat->position_capacity * sizeof *heat->positions);
    crowding_free(&heat->around);
    heat_init(heat, heat->heap, heat->size);
}

/* Hashes x, y and layer with shifts and multiplication by Knuth's golden-ratio constant. */
static uint32_t hash_of(int32_t x, int32_t y, uint32_t layer) {
    uint64_t bits = ((uint64_t)(uint32_t)x << 32 | (uint32_t)y) + (uint64_t)layer * 0x51ed27u;
    bits = (bits ^ bits >> 29) * 0x9e3779b97f4a7c15u;
    bits = (bits ^ bits >> 32) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(bits >> 32);
}

/* Returns the table entry of a cell. If the table does not contain the cell, returns the free entry
 * where it belongs. */
static uint32_t *find_entry(const draw_heat *heat, int32_t x, int32_t y, uint32_t layer) {
    uint32_t mask = heat->table_size - 1, at = hash_of(x, y, layer) & mask;
    while (heat->table[at] != 0) {
        const heat_cell *cell = &heat->cells[heat->table[at] - 1];
        if (cell->x == x && cell->y == y && cell->layer == layer) {
            break;
        }
        at = (at + 1) & mask;
    }
    return &heat->table[at];
}

/* Grows the table if necessary, so that it is at most half full after one more cell is added.
 * Returns false if out of memory. */
static bool grow_table(draw_heat *heat) {
    uint32_t size = heat->table_size == 0 ? FIRST_TABLE_SIZE : heat->table_size * 2;
    if (heat->table_size > 0 && heat->count + 1 <= heat->table_size / 2) {
        return true;
    }
    uint32_t *table = memory_get_zeroed(heat->heap, size * sizeof *table);
    if (table == NULL) {
        return false;
    }
    memory_free(heat->heap, heat->table, heat->table_size * sizeof *table);
    heat->table = table;
    heat->table_size = size;
    for (uint32_t i = 0; i < heat->count; i++) {
        const heat_cell *cell = &heat->cells[i];
        *find_entry(heat, cell->x, cell->y, cell->layer) = i + 1;
    }
    return true;
}

static heat_cell *find_or_add_cell(draw_heat *heat, int32_t x, int32_t y, uint32_t layer) {
    if (!grow_table(heat) || !memory_grow(heat->heap, (void **)&heat->cells, sizeof *heat->cells,
                                          &heat->capacity, heat->count + 1)) {
        return NULL;
    }
    uint32_t *entry = find_entry(heat, x, y, layer);
    if (*entry == 0) {
        heat->cells[heat->count++] = (heat_cell){.x = x, .y = y, .layer = layer};
        *entry = heat->count;
    }
    return &heat->cells[*entry - 1];
}

static bool find_indices(const draw_heat *heat, wend_point position, int32_t *x, int32_t *y) {
    double u = floor((position.x - heat->origin.x) / heat->size);
    double v = floor((position.y - heat->origin.y) / heat->size);
    if (!(fabs(u) < FARTHEST && fabs(v) < FARTHEST)) {
        return false;
    }
    *x = (int32_t)u;
    *y = (int32_t)v;
    return true;
}

static int32_t floor_half(int32_t value) {
    return value >= 0 ? value / 2 : -((1 - value) / 2);
}

bool heat_coarsen(draw_heat *heat) {
    uint32_t count = heat->count;
    heat->size *= 2.0;
    heat->count = 0;
    if (heat->table != NULL) {
        memset(heat->table, 0, heat->table_size * sizeof *heat->table);
    }
    for (uint32_t i = 0; i < count; i++) {
        heat_cell old = heat->cells[i];
        heat_cell *cell = find_or_add_cell(heat, floor_half(old.x), floor_half(old.y), old.layer);
        if (cell == NULL) {
            return false;
        }
        cell->seconds += old.seconds;
        cell->crowding += old.crowding;
        cell->moved += old.moved;
        cell->moving += old.moving;
    }
    return true;
}

/* Stores in `*length` the distance that an agent has moved since the previous frame, or -1 if the
 * agent was not in that frame. Remembers the agent's position for the next frame. Returns false if
 * out of memory. */
static bool measure_move(draw_heat *heat, const wend_agent_state *agent, double *length) {
    uint32_t slot = wend_agent_slot(agent->agent), before = heat->position_capacity;
    if (slot == UINT32_MAX ||
        !memory_grow(heat->heap, (void **)&heat->positions, sizeof *heat->positions,
                     &heat->position_capacity, slot + 1)) {
        return false;
    }
    for (uint32_t i = before; i < heat->position_capacity; i++) {
        heat->positions[i].agent = UINT64_MAX;
    }
    heat_position *at = &heat->positions[slot];
    *length = at->agent == agent->agent.value ? wend_hypot(agent->position.x - at->position.x,
                                                           agent->position.y - at->position.y)
                                              : -1.0;
    *at = (heat_position){agent->agent.value, agent->position};
    return true;
}

/* Adds an agent, with the density around it. */
static bool add_agent(draw_heat *heat, const wend_agent_state *agent, double density,
                      double elapsed) {
    double length = -1.0;
    int32_t x, y;
    if (!measure_move(heat, agent, &length)) {
        return false;
    }
    if (elapsed <= 0.0 || !find_indices(heat, agent->position, &x, &y)) {
        return true;
    }
    heat_cell *cell = find_or_add_cell(heat, x, y, agent->layer);
    if (cell == NULL) {
        return false;
    }
    cell->seconds += elapsed;
    cell->crowding += density * elapsed;
    if (length >= 0.0) {
        cell->moved += length;
        cell->moving += elapsed;
    }
    return true;
}

static void set_origin(draw_heat *heat, const wend_recording *recording, const wend_frame *frame) {
    if (!heat->has_origin && (recording->space != NULL || frame->agent_count > 0)) {
        wend_point first = recording->space != NULL ? wend_space_origin(recording->space)
                                                    : frame->agents[0].position;
        heat->origin = (wend_point){floor(first.x), floor(first.y)};
        heat->has_origin = true;
    }
}

bool heat_add(draw_heat *heat, const wend_recording *recording, const wend_frame *frame) {
    set_origin(heat, recording, frame);
    if (heat->frames == 0) {
        heat->first_time = heat->last_time = frame->time;
    }
    double elapsed = frame->time - heat->last_time;
    heat->last_time = frame->time;
    if (heat->measures_crowding && !crowding_measure(&heat->around, frame)) {
        return false;
    }
    for (uint32_t i = 0; i < frame->agent_count; i++) {
        double density = heat->measures_crowding ? heat->around.densities[i] : 0.0;
        if (!add_agent(heat, &frame->agents[i], density, elapsed)) {
            return false;
        }
        /* Repeated doubling of the cell size leaves at most four cells per layer, so this loop
         * terminates. */
        while (heat->count > heat->most && heat->size < FARTHEST) {
            if (!heat_coarsen(heat)) {
                return false;
            }
        }
    }
    heat->frames++;
    return true;
}

const heat_cell *heat_find(const draw_heat *heat, uint32_t layer, wend_point position) {
    int32_t x, y;
    if (heat->count == 0 || !find_indices(heat, position, &x, &y)) {
        return NULL;
    }
    uint32_t found = *find_entry(heat, x, y, layer);
    return found == 0 ? NULL : &heat->cells[found - 1];
}

double heat_value(const draw_heat *heat, const heat_cell *cell, heat_kind kind) {
    double area = heat->size * heat->size, total = heat->last_time - heat->first_time;
    switch (kind) {
    case HEAT_DENSITY:
        return total > 0.0 ? cell->seconds / area / total : -1.0;
    case HEAT_DENSITY_OCCUPIED:
        return cell->seconds > 0.0 ? cell->crowding / cell->seconds : -1.0;
    case HEAT_USE:
        return cell->seconds;
    case HEAT_SPEED:
        return cell->moving > 0.0 ? cell->moved / cell->moving : -1.0;
    }
    return -1.0;
}
