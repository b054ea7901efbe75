/* Updates goals that move along their own trajectory, or with the agent that carries them. */
#include "behave/behave.h"

/* Moves a goal with its carrier. Before the carrier enters, the goal has no position. After the
 * carrier has left, the goal keeps its last position. */
static void follow_carrier(const wend_world *world, goal_record *goal) {
    uint32_t slot = store_slot_of_key(world, goal->carrier);
    uint32_t index = slot == STORE_FREE ? STORE_FREE : world->cold.body[slot];
    goal->region.velocity = (wend_vec2){0.0F, 0.0F};
    if (index >= STORE_QUEUED) {
        return;
    }
    const wend_body *body = agent_body(world, slot);
    goal->absent = false;
    goal->carrier_position = body->position;
    goal->region.velocity = body->velocity;
    goal->layer = wend_body_layer(body);
}

void goal_advance(wend_world *world, uint32_t index) {
    goal_record *goal = &world->goals.records[index];
    wend_vec2 before = goal->region.a;
    uint32_t layer = goal->layer;
    if (goal->motion == GOAL_CARRIED) {
        follow_carrier(world, goal);
    }
    goal_update(goal, world_time_at(world, world->step));
    if (goal->region.a.x != before.x || goal->region.a.y != before.y) {
        world->goals_moved = true;
        goal->moved = world->step;
    }
    if (goal->layer != layer) {
        goal_note_layer_change(world, index);
    }
}

void goals_update(wend_world *world) {
    for (uint32_t i = 0; i < world->goals.changing_count; i++) {
        goal_advance(world, world->goals.changing[i]);
    }
}
