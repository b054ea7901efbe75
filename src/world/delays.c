/* Delays: agents that stand still for some time after they have entered, before they choose a goal.
 *
 * A delayed agent waits and does not request a goal. Its column in the cold store holds the time
 * until which it stands still. A list holds the slots of delayed agents, and is looked through only
 * in steps in which a delay ends. Cost: O(delayed agents) in such a step, else O(1). */
#include <math.h>

#include "behave/activity.h"
#include "world/world.h"

static const double time_slack = 1e-6; /* fraction of a step: tolerance for rounded times */

enum { MIN_SLOTS = 64 };

static double *delay_of(const wend_world *world, uint32_t slot) {
    double *column = world->cold.attributes[ATTRIBUTE_DELAY];
    return column ? &column[slot] : NULL;
}

void delays_free(wend_world *world) {
    memory_free(&world->memory, world->delays.slots,
                world->delays.capacity * sizeof *world->delays.slots);
}

/* True if a listed slot still has a delayed agent. */
static bool is_listed(const wend_world *world, uint32_t slot) {
    return world->cold.body[slot]<STORE_QUEUED && * delay_of(world, slot)> 0.0;
}

/* Lets an agent choose its goal. */
static void set_out(wend_world *world, uint32_t slot) {
    *delay_of(world, slot) = 0.0;
    world->delays.live--;
    if (activity_of(world, slot) == WEND_ACTIVITY_WAITING) {
        agent_change_flags(agent_body(world, slot), WEND_BODY_NEEDS_GOAL, 0);
        world->goals_pending = true;
        world_unsort(world); /* ghosts are copies of the body */
    }
}

/* Lets the agents set out whose delay ends at `time` or before, and removes slots without a delayed
 * agent from the list. A negative delay marks a slot that has been kept, in case that it is listed
 * twice. */
static void look_through(wend_world *world, double time) {
    delay_list *list = &world->delays;
    uint32_t kept = 0;
    list->next = INFINITY;
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t slot = list->slots[i];
        if (!is_listed(world, slot)) {
            continue;
        }
        double *until = delay_of(world, slot);
        if (*until <= time) {
            set_out(world, slot);
            continue;
        }
        list->next = *until < list->next ? *until : list->next;
        *until = -*until;
        list->slots[kept++] = slot;
    }
    list->count = kept;
    for (uint32_t i = 0; i < kept; i++) {
        *delay_of(world, list->slots[i]) *= -1.0;
    }
}

bool delays_reserve(wend_world *world, uint32_t slot) {
    const double *delay = delay_of(world, slot);
    delay_list *list = &world->delays;
    if (!delay || *delay == 0.0) {
        return true;
    }
    if (list->count >= 2 * list->live + MIN_SLOTS) {
        look_through(world, -INFINITY);
    }
    return memory_grow(&world->memory, (void **)&list->slots, sizeof *list->slots, &list->capacity,
                       list->count + 1);
}

void delays_add(wend_world *world, uint32_t slot) {
    delay_list *list = &world->delays;
    if (store_is_delayed(&world->cold, slot)) {
        double until = *delay_of(world, slot);
        list->next = list->count == 0 || until < list->next ? until : list->next;
        list->slots[list->count++] = slot;
        list->live++;
    }
}

void delays_begin(wend_world *world, uint32_t slot) {
    double *delay = delay_of(world, slot);
    if (!delay || *delay == 0.0) {
        return;
    }
    *delay += world_time_at(world, world->step);
    delays_add(world, slot);
    agent_change_flags(agent_body(world, slot), 0, WEND_BODY_NEEDS_GOAL);
    activity_apply_event(world, slot, ACTIVITY_NO_GOAL);
}

void delays_drop(wend_world *world, uint32_t slot) {
    if (store_is_delayed(&world->cold, slot)) {
        *delay_of(world, slot) = 0.0;
        world->delays.live--;
    }
}

void delays_update(wend_world *world) {
    double time = world_time_at(world, world->step) + time_slack * world->dt;
    if (world->delays.count > 0 && world->delays.next <= time) {
        look_through(world, time);
    }
}
