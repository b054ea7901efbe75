/* Converts between goal ids and indices, and returns the positions of goals. */
#include <math.h>

#include "base/error.h"
#include "state/world.h"

uint32_t goal_index_of(const wend_world *world, wend_goal goal) {
    uint32_t index = ids_index(&world->goal_ids, goal.value);
    /* The first goals are the entries of connections, which have no public id. */
    return index != ID_NONE && index >= world->connections.count ? index : WEND_NO_GOAL;
}

uint32_t goal_shared_index_of(const wend_world *world, wend_goal goal) {
    uint32_t index = goal_index_of(world, goal);
    return index == WEND_NO_GOAL || world->goals.records[index].is_own ? WEND_NO_GOAL : index;
}

/* The record for an index without a goal. If a model still refers to the index, its agents wait. */
static const goal_record no_goal = {
    .resource = WEND_NONE, .opens = -INFINITY, .closes = INFINITY, .absent = true, .part_count = 1};

void goal_clear(goal_record *record) {
    *record = no_goal;
}

bool goal_set_weight(wend_world *world, uint32_t index, float weight) {
    goal_table *goals = &world->goals;
    uint32_t known = goals->weight_capacity;
    if (index >= known && weight == 1.0F) {
        return true; /* goals beyond the end of the array have weight 1 */
    }
    if (!memory_grow(&world->memory, (void **)&goals->weights, sizeof *goals->weights,
                     &goals->weight_capacity, index + 1)) {
        return false;
    }
    for (uint32_t i = known; i < goals->weight_capacity; i++) {
        goals->weights[i] = 1.0F;
    }
    goals->weights[index] = weight;
    return true;
}

bool wend_world_get_goal_position(const wend_world *world, wend_goal goal, wend_point *position,
                                  uint32_t *layer) {
    WEND_ASSERT(world != NULL);
    uint32_t index = goal_index_of(world, goal);
    const goal_record *record = index == WEND_NO_GOAL ? NULL : &world->goals.records[index];
    if (!record || record->absent || record->region.shape == WEND_SHAPE_DIRECTION) {
        return false;
    }
    if (position) {
        *position = wend_space_from_local(world->space, record->region.a);
    }
    if (layer) {
        *layer = record->layer;
    }
    return true;
}

wend_goal wend_world_goal_at(const wend_world *world, uint32_t index) {
    WEND_ASSERT(world != NULL);
    return index < world->connections.count ? (wend_goal){0} : goal_id(world, index);
}

uint32_t wend_world_goal_index(const wend_world *world, wend_goal goal) {
    WEND_ASSERT(world != NULL);
    return goal_index_of(world, goal);
}

wend_goal goal_id(const wend_world *world, uint32_t index) {
    return (wend_goal){ids_at(&world->goal_ids, index)};
}
