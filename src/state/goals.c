/* Ids of goals: the index, and a generation from 1. */
#include "state/world.h"

uint32_t goal_index_of(const wend_world *world, wend_goal goal) {
    uint32_t index = (uint32_t)goal.value, generation = (uint32_t)(goal.value >> 32);
    bool good = index < world->goals.count && index >= world->connections.count &&
                generation != 0 && world->goals.records[index].generation == generation;
    return good ? index : WEND_NO_GOAL;
}

wend_goal goal_id(const wend_world *world, uint32_t index) {
    if (index == WEND_NO_GOAL) {
        return (wend_goal){0};
    }
    return (wend_goal){(uint64_t)world->goals.records[index].generation << 32 | index};
}
