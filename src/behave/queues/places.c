/* Gives places to the agents of a queue, and moves its tail.
 *
 * Agents take places in the order in which they came. Those at places of service stay there. The
 * next agents take the free places of service, then those of the line from its front. Those for
 * which the line has no place take places of the area, and stay there until the line has a place.
 * Without an area they stand around the tail, and the nearest of them takes the next place: the one
 * that came first may not get through the others.
 *
 * An agent that does not get to its place changes with a nearer one behind it.
 *
 * The tail is at the place that the next agent will get. If there is none, it is at the last place,
 * and agents stop at a distance from it that grows with the square root of the number of agents
 * that stop there, so that they do not push each other.
 *
 * Cost: O(waiting agents + places); O(places) for each agent that takes a place in the area. */
#include <math.h>
#include <string.h>

#include <wend/random.h>

#include "behave/queues/queues.h"
#include "geom/vec.h"

/* ---- Places ---------------------------------------------------------------------------------- */

static void take_place(wend_world *world, queue_record *queue, uint32_t slot, uint32_t place) {
    cold_queue *member = &world->cold.queues[slot];
    if (member->place == place) {
        return;
    }
    if (member->place != WEND_NONE) {
        queue->at[member->place] = QUEUE_NOBODY;
    }
    member->place = place;
    member->until = (double)NAN;
    queue->at[place] = slot;
    world->goals.records[queue->goals[place]].tolerance = queue->tolerance;
    agent_set_goal(world, slot, queue->goals[place]);
}

static bool is_kept_by_served(const wend_world *world, const queue_record *queue, uint32_t place) {
    uint32_t slot = queue->at[place];
    return slot != QUEUE_NOBODY && world->cold.queues[slot].status == QUEUE_SERVED;
}

/* Returns the first free place of service, or `servers`. */
static uint32_t find_free_server(const queue_record *queue) {
    uint32_t place = 0;
    while (place < queue->servers && queue->at[place] != QUEUE_NOBODY) {
        place++;
    }
    return place;
}

/* Returns the first place of the line from `place` on that is not kept by a served agent. */
static uint32_t skip_kept(const wend_world *world, const queue_record *queue, uint32_t place) {
    while (place < queue->line_count && is_kept_by_served(world, queue, place)) {
        place++;
    }
    return place;
}

/* Returns the index of the waiting agent that is nearest to a place, from index `i` on; of several,
 * the first. */
static uint32_t find_nearest_waiting(const wend_world *world, const queue_record *queue, uint32_t i,
                                     uint32_t place) {
    uint32_t nearest = i;
    float least = INFINITY;
    for (uint32_t k = i; k < queue->waiting_count; k++) {
        wend_vec2 at = agent_body(world, queue->waiting[k])->position;
        float distance = vec_length_squared(vec_sub(queue->places[place], at));
        nearest = distance < least ? k : nearest;
        least = distance < least ? distance : least;
    }
    return nearest;
}

/* Moves the agent to index `i` of the waiting agents that is nearest to a place, of those from `i`
 * on, which have no places. The others keep their order. */
static void bring_nearest(const wend_world *world, queue_record *queue, uint32_t i,
                          uint32_t place) {
    uint32_t nearest = find_nearest_waiting(world, queue, i, place);
    uint32_t slot = queue->waiting[nearest];
    memmove(&queue->waiting[i + 1], &queue->waiting[i], (nearest - i) * sizeof *queue->waiting);
    queue->waiting[i] = slot;
}

void queue_swap_with_nearer(wend_world *world, queue_record *queue, uint32_t i) {
    uint32_t slot = queue->waiting[i], place = world->cold.queues[slot].place;
    uint32_t k = find_nearest_waiting(world, queue, i, place), other = queue->waiting[k];
    uint32_t other_place = world->cold.queues[other].place;
    wend_vec2 to = queue->places[place], from = agent_body(world, slot)->position;
    wend_vec2 other_from = agent_body(world, other)->position;
    bool is_nearer =
        vec_length(vec_sub(to, other_from)) + queue->radius < vec_length(vec_sub(to, from));
    if (!is_nearer || !isnan(world->cold.queues[other].until)) {
        return;
    }
    queue->waiting[i] = other;
    queue->waiting[k] = slot;
    world->cold.queues[slot].place = WEND_NONE;
    take_place(world, queue, other, place);
    if (other_place != WEND_NONE) {
        take_place(world, queue, slot, other_place);
    } else {
        agent_set_goal(world, slot, queue_tail(queue));
    }
}

/* Gives places of service and of the line to the waiting agents, front to back. Returns the place
 * of the line that the next agent would get, or `line_count`. */
static uint32_t move_up(wend_world *world, queue_record *queue, uint32_t stood) {
    uint32_t next = queue->servers;
    for (uint32_t i = 0; i < queue->waiting_count; i++) {
        uint32_t slot = queue->waiting[i], place = world->cold.queues[slot].place;
        if (place < queue->servers) {
            continue;
        }
        uint32_t server = find_free_server(queue);
        next = server < queue->servers ? next : skip_kept(world, queue, next);
        uint32_t to = server < queue->servers ? server : next;
        if (to == queue->line_count) {
            return next;
        }
        if (place == WEND_NONE && i < stood && queue->place_count == queue->line_count) {
            bring_nearest(world, queue, i, to);
        }
        take_place(world, queue, queue->waiting[i], to);
        next += to == next;
    }
    return skip_kept(world, queue, next);
}

/* ---- The area -------------------------------------------------------------------------------- */

static uint32_t count_free(const queue_record *queue) {
    uint32_t count = 0;
    for (uint32_t i = queue->line_count; i < queue->place_count; i++) {
        count += queue->at[i] == QUEUE_NOBODY;
    }
    return count;
}

/* Returns the free place of the area that is nearest to an agent; of several, the first. There is
 * at least one. */
static uint32_t find_nearest(const wend_world *world, const queue_record *queue, uint32_t slot) {
    wend_vec2 from = agent_body(world, slot)->position;
    uint32_t nearest = WEND_NONE;
    float least = INFINITY;
    for (uint32_t i = queue->line_count; i < queue->place_count; i++) {
        float distance = vec_length_squared(vec_sub(queue->places[i], from));
        if (queue->at[i] == QUEUE_NOBODY && (nearest == WEND_NONE || distance < least)) {
            nearest = i;
            least = distance;
        }
    }
    return nearest;
}

/* Returns a random free place of the area, of which there are `count`. */
static uint32_t find_random(const wend_world *world, const queue_record *queue, uint32_t slot,
                            uint32_t count) {
    static const uint32_t purpose = 0x71706c63;
    uint64_t bits = wend_random_bits(world->seed, world->cold.key[slot], world->step, purpose);
    uint32_t skipped = (uint32_t)(bits % count), place = queue->line_count;
    while (queue->at[place] != QUEUE_NOBODY || skipped-- > 0) {
        place++;
    }
    return place;
}

static void spread_out(wend_world *world, queue_record *queue) {
    uint32_t count = count_free(queue);
    for (uint32_t i = 0; i < queue->waiting_count && count > 0; i++) {
        uint32_t slot = queue->waiting[i];
        if (world->cold.queues[slot].place == WEND_NONE) {
            take_place(world, queue, slot,
                       queue->random ? find_random(world, queue, slot, count)
                                     : find_nearest(world, queue, slot));
            count--;
        }
    }
}

void queue_fill_places(wend_world *world, queue_record *queue, uint32_t stood) {
    if (queue->line_count > 0) {
        move_up(world, queue, stood);
    }
    if (queue->place_count > queue->line_count) {
        spread_out(world, queue);
    }
}

/* ---- The tail -------------------------------------------------------------------------------- */

/* Returns the first free place; the last place if none is free. */
static uint32_t find_tail(const queue_record *queue) {
    uint32_t place = 0;
    while (place + 1 < queue->place_count && queue->at[place] != QUEUE_NOBODY) {
        place++;
    }
    return place;
}

/* Returns the distance (m) from the tail at which agents stop. */
static float find_stop_distance(const wend_world *world, const queue_record *queue) {
    static const float least = 2.0F;  /* m: if agents get their places wherever they are */
    static const float spread = 1.4F; /* radii: a disc of this radius has room for one agent */
    uint32_t count = 0;
    for (uint32_t i = queue->waiting_count; i > 0; i--) {
        if (world->cold.queues[queue->waiting[i - 1]].place != WEND_NONE) {
            break;
        }
        count++;
    }
    float distance = isinf(queue->join_distance) ? least : queue->join_distance;
    return distance + spread * queue->radius * sqrtf((float)count);
}

void queue_place_tail(wend_world *world, queue_record *queue) {
    goal_record *tail = &world->goals.records[queue_tail(queue)];
    wend_vec2 to = queue->places[find_tail(queue)];
    tail->tolerance = find_stop_distance(world, queue);
    if (vec_equal(tail->region.a, to)) {
        return;
    }
    tail->region.a = tail->base_a = to;
    tail->moved = world->step;
    world->goals_moved = true;
}
