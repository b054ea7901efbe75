/* Moves agents along connections: an agent leaves the ground at one end of a connection, and
 * returns to it at the other.
 *
 * On a connection an agent has no body among the others: it neither avoids other agents nor is
 * avoided by them. Its reported position is on the straight line between the two ends, on the layer
 * that it came from. When its time is over, it returns at a point where agents and walls leave room
 * for its disc: at the exit, or as near to the exit as possible, with a line of sight to it, at
 * most RINGS radii away. While there is no room, the agent waits. Agents therefore never overlap
 * because of a connection. Two opposite streams never block each other, because an agent that waits
 * at the exit to take the connection in the other direction leaves the ground at once.
 *
 * The order in which agents return depends on their end times and keys. Cost: O(agents on
 * connections) per step, plus one neighbour query for each agent that returns, or up to 60 if the
 * exit is crowded. */
#include <float.h>
#include <math.h>

#include <wend/math.h>

#include "base/sort.h"
#include "behave/activity.h"
#include "geom/vec.h"
#include "world/world.h"

enum { RINGS = 4, FIRST_RING_POINTS = 6 /* ring k has k * FIRST_RING_POINTS points */ };

/* ---- Leaving the ground ---------------------------------------------------------------------- */

static double preferred_speed(const wend_world *world, const wend_body *body) {
    wend_agents agents = profile_agents(world, wend_body_profile(body), PROFILE_PLAN, 0);
    return (double)wend_column_at(agents.preferred_speed, body->slot);
}

bool crossing_begin(wend_world *world, uint32_t index, uint32_t arc) {
    wend_body *body = &world->bodies[index];
    const connection_arc *taken = &world->connections.arcs[arc];
    uint32_t slot = body->slot, at = world->crossing_count;
    if (!memory_grow(&world->memory, (void **)&world->crossings, sizeof *world->crossings,
                     &world->crossing_capacity, at + 1) ||
        !event_add(world, WEND_EVENT_ENTERED, slot, taken->connection)) {
        return false;
    }
    double duration = connection_duration(taken, preferred_speed(world, body));
    double begin = world_time_at(world, world->step + 1);
    crossing *made = &world->crossings[world->crossing_count++];
    *made = (crossing){
        .body = *body, .arc = arc, .from = body->position, .begin = begin, .end = begin + duration};
    wend_vec2 offset = vec_sub(taken->exit.position, body->position);
    float rate = duration > 0.0 ? (float)(1.0 / duration) : 0.0F;
    made->body.velocity = vec_scale(offset, rate);
    agent_change_flags(&made->body, 0, WEND_BODY_IN_REACHED_GOAL);
    agent_change_flags(body, WEND_BODY_REMOVED, 0);
    world->cold.body[slot] = STORE_CROSSING | at;
    store_forget_intent(&world->cold, slot);
    world->cold.behaviour[slot].is_lost = false;
    activity_apply_event(world, slot, ACTIVITY_CONNECTION_ENTERED);
    world->live_count--;
    world_unsort(world);
    return true;
}

void crossings_advance(wend_world *world) {
    double time = world_time_at(world, world->step);
    for (uint32_t i = 0; i < world->crossing_count; i++) {
        crossing *c = &world->crossings[i];
        wend_vec2 exit = world->connections.arcs[c->arc].exit.position;
        double length = c->end - c->begin;
        double share = time < c->end && length > 0.0 ? (time - c->begin) / length : 1.0;
        c->body.position = vec_lerp(c->from, exit, (float)share);
        if (share >= 1.0) {
            c->body.velocity = (wend_vec2){0.0F, 0.0F};
        }
    }
}

/* ---- Returning to the ground ----------------------------------------------------------------- */

/* True if a disc at a location overlaps no agent on the ground and no agent that has returned in
 * this step. Agents that have returned in this step are the bodies from index `first` on. */
static bool is_free(const wend_world *world, wend_location location, float radius, uint32_t first) {
    const wend_view *view = &world->view;
    wend_neighbour near[64];
    float reach = radius + world->near.grid.largest;
    uint32_t count = wend_view_find_agents(view, location, reach, near, 64);
    for (uint32_t i = 0; i < count; i++) {
        float least = radius + view->bodies[near[i].index].radius;
        if (near[i].distance_squared < least * least) {
            return false;
        }
    }
    for (uint32_t i = first; i < world->body_count; i++) {
        const wend_body *other = &world->bodies[i];
        float least = radius + other->radius;
        wend_vec2 apart = vec_sub(other->position, location.position);
        if (wend_body_layer(other) == location.layer && vec_length_squared(apart) < least * least) {
            return false;
        }
    }
    return true;
}

/* Returns point `i` of a ring around the exit of an arc. Ring 0 consists of the exit itself. */
static wend_location ring_point(wend_location exit, int ring, int i, float radius) {
    double angle = ring > 0 ? WEND_FULL_TURN * i / (FIRST_RING_POINTS * ring) : 0.0;
    wend_vec2 by = {(float)(wend_cos(angle) * ring) * radius,
                    (float)(wend_sin(angle) * ring) * radius};
    return (wend_location){vec_add(exit.position, by), exit.layer};
}

/* Finds the location at which an agent returns to the ground. Returns false if there is no room, or
 * if a solid that has been switched on covers the exit. If walls leave no room at all, even without
 * other agents, the result is the exit. */
static bool find_return_location(const wend_world *world, const crossing *c, uint32_t first,
                                 wend_location *out) {
    wend_view storage;
    const wend_view *view = internals_view_of(&world->view, c->body.slot, &storage);
    wend_location exit = world->connections.arcs[c->arc].exit;
    float radius = c->body.radius;
    bool fits = false;
    if (!wend_space_is_walkable(view->space, exit, view->classes)) {
        return false;
    }
    for (int ring = 0; ring <= RINGS; ring++) {
        for (int i = 0; i < FIRST_RING_POINTS * ring + (ring == 0); i++) {
            *out = ring_point(exit, ring, i, radius);
            if (wend_view_find_closest_wall(view, *out, radius).distance < radius ||
                !wend_view_is_visible(view, exit, *out, 0.0F)) {
                continue;
            }
            fits = true;
            if (is_free(world, *out, radius, first)) {
                return true;
            }
        }
    }
    *out = exit;
    return !fits && is_free(world, exit, radius, first);
}

/* True if an agent must choose a goal, or its goal has closed for good. */
static bool needs_goal(const wend_world *world, const wend_body *body) {
    uint32_t goal = world->cold.goal[body->slot];
    return (wend_body_flags(body) & WEND_BODY_NEEDS_GOAL) ||
           (goal != WEND_NO_GOAL &&
            goal_has_closed(&world->goals.records[goal], world_time_at(world, world->step)));
}

/* Puts an agent back on the ground. Returns false if out of memory. */
static bool return_to_ground(wend_world *world, const crossing *c, wend_location location) {
    uint32_t slot = c->body.slot, index = world->body_count;
    if (!store_reserve_bodies(world, index + 1)) {
        return false;
    }
    wend_body *body = &world->bodies[index];
    *body = c->body;
    body->position = location.position;
    body->velocity = (wend_vec2){0.0F, 0.0F};
    body->tags = (body->tags & ~0xffU) | location.layer;
    if (needs_goal(world, body)) {
        agent_change_flags(body, WEND_BODY_NEEDS_GOAL, 0);
        world->goals_pending = true;
    }
    store_set_unreachable(&world->cold, slot, 0); /* doors may have opened in the meantime */
    world->body_count++;
    world->live_count++;
    world->cold.body[slot] = index;
    activity_apply_event(world, slot, ACTIVITY_CONNECTION_LEFT);
    agent_request_route(world, slot, false);
    route_pool_drop(&world->routes, world->cold.route[slot]);
    world->cold.route[slot] = 0;
    leg_end(world, slot);
    world_update_view(world);
    const connection_arc *arc = &world->connections.arcs[c->arc];
    return event_add(world, WEND_EVENT_EXITED, slot, arc->connection) &&
           (arc->entry.layer == location.layer ||
            event_add(world, WEND_EVENT_LAYER, slot, location.layer));
}

typedef struct due_item {
    double end;
    uint64_t key;
    uint32_t index;
} due_item;

static bool due_before(const void *left, const void *right) {
    const due_item *a = left, *b = right;
    return a->end != b->end ? a->end < b->end : a->key < b->key;
}

/* True if an agent's time on a connection is over. Durations are floats; without the tolerance,
 * their rounding could delay the agent by a step. */
static bool is_due(const crossing *c, double time) {
    double rounding = (c->end - c->begin) * (double)FLT_EPSILON + 1e-9;
    return c->end - rounding <= time;
}

/* Finds the agents that are due to return, in the order of return. The array is in scratch memory.
 * Returns NULL if out of memory. */
static due_item *find_due(wend_world *world, uint32_t *count) {
    size_t size = (size_t)world->crossing_count * sizeof(due_item);
    due_item *due = arena_take(&world->scratch[0], size, 16);
    due_item *sort_buffer = arena_take(&world->scratch[0], size, 16);
    double time = world_time_at(world, world->step);
    *count = 0;
    for (uint32_t i = 0; due && sort_buffer && i < world->crossing_count; i++) {
        const crossing *c = &world->crossings[i];
        if (is_due(c, time)) {
            due[(*count)++] = (due_item){c->end, world->cold.key[c->body.slot], i};
        }
    }
    if (!due || !sort_buffer) {
        return NULL;
    }
    sort_stable(due, sort_buffer, *count, sizeof *due, due_before);
    return due;
}

void crossing_drop(wend_world *world, uint32_t index) {
    crossing *last = &world->crossings[--world->crossing_count];
    if (index < world->crossing_count) {
        world->crossings[index] = *last;
        world->cold.body[last->body.slot] = STORE_CROSSING | index;
    }
}

bool crossing_leave(wend_world *world, uint32_t slot, wend_location location) {
    uint32_t index = world->cold.body[slot] & ~STORE_CROSSING;
    crossing left = world->crossings[index];
    bool good = return_to_ground(world, &left, location);
    if (!agent_is_crossing(world, slot)) {
        crossing_drop(world, index);
    }
    world_unsort(world);
    return good;
}

/* Drops the crossings of agents that have returned. Their slots no longer refer to the crossing. */
static void drop_returned(wend_world *world) {
    for (uint32_t i = world->crossing_count; i-- > 0;) {
        if (world->cold.body[world->crossings[i].body.slot] != (STORE_CROSSING | i)) {
            crossing_drop(world, i);
        }
    }
}

bool crossings_return(wend_world *world) {
    if (world->crossing_count == 0) {
        return true;
    }
    uint32_t count = 0, first = world->body_count;
    const due_item *due = find_due(world, &count);
    bool good = due != NULL;
    for (uint32_t i = 0; i < count && good; i++) {
        const crossing *c = &world->crossings[due[i].index];
        wend_location location;
        if (find_return_location(world, c, first, &location)) {
            good = return_to_ground(world, c, location);
        }
    }
    if (world->body_count > first) {
        drop_returned(world);
        world_unsort(world);
        good = good && world_refresh(world);
    }
    return good;
}
