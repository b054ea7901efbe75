/* Pushes agents apart. In each round, wherever two agents are too close to each other, each of them
 * is moved away by half of the missing distance. Then every agent is moved out of walls and back
 * into the region (projected Gauss-Seidel). The discs of the agents can finally cover about 0.8 of
 * the area.
 *
 * Cost: O(n) for each round. There are at most ROUNDS_MOST rounds, and the number of agents times
 * the number of rounds is at most WORK_MOST. */
#include "place/scatter/push.h"
#include <math.h>

enum {
    ROUNDS_MOST = 1500,
    WORK_MOST = 30000000, /* limit on the number of agents times the number of rounds */
    WALL_PUSHES = 2 /* how often an agent is moved out of a wall per round; a corner takes two */
};

#define WALL_SLACK 1e-4 /* m */

/* If two agents are closer than they should be, including PUSH_SLACK, moves each of them away by
 * half of the missing distance. Returns true if they were closer than allowed. */
static bool push_pair(const scatter *c, uint32_t first, uint32_t second) {
    wend_agent_def *a = &c->task->agents[first], *b = &c->task->agents[second];
    double x = b->position.x - a->position.x, y = b->position.y - a->position.y;
    double least = room_min_distance(c, a, b), wanted = least * PUSH_SLACK, squared = x * x + y * y;
    if (squared >= wanted * wanted) {
        return false;
    }
    double distance = sqrt(squared);
    if (distance < 1e-9) { /* at equal positions, any direction will do */
        x = 1.0;
        y = 0.0;
        distance = 1.0;
        squared = 0.0;
    }
    double half = (wanted - sqrt(squared)) / 2.0 / distance;
    a->position.x -= x * half;
    a->position.y -= y * half;
    b->position.x += x * half;
    b->position.y += y * half;
    return squared < least * least;
}

static uint32_t push_around(const scatter *c, uint32_t agent) {
    uint32_t found = 0;
    bins_span span = bins_around(&c->near, c->task->agents[agent].position);
    for (uint32_t row = span.row_begin; row < span.row_end; row++) {
        for (uint32_t column = span.column_begin; column < span.column_end; column++) {
            for (uint32_t i = bins_first(&c->near, column, row); i != BINS_END;
                 i = c->near.next[i]) {
                found += i > agent && push_pair(c, agent, i);
            }
        }
    }
    return found;
}

/* Moves an agent so that it does not overlap agents placed before the task. Returns true if it
 * moved. */
static bool push_off_others(const scatter *c, wend_agent_def *agent) {
    uint32_t found = room_find_overlap(c, agent);
    if (found == UINT32_MAX) {
        return false;
    }
    const disc_entry *other = &c->task->others->discs[found];
    double x = agent->position.x - other->centre.x, y = agent->position.y - other->centre.y;
    double distance = sqrt(x * x + y * y), wanted = (agent->radius + other->radius) * PUSH_SLACK;
    if (distance < 1e-9) {
        x = 1.0;
        y = 0.0;
        distance = 1.0;
    }
    agent->position.x = other->centre.x + x / distance * wanted;
    agent->position.y = other->centre.y + y / distance * wanted;
    return true;
}

/* Moves an agent out of the nearest wall. Returns true if it moved. */
static bool push_off_wall(const scatter *c, wend_agent_def *agent) {
    const placement_ground *ground = &c->task->ground;
    wend_location location = {wend_space_to_local(ground->space, agent->position), agent->layer};
    float radius = (float)agent->radius;
    wend_wall_hit hit =
        wend_space_find_closest_wall(ground->space, location, radius, ground->classes);
    if (hit.wall == WEND_NO_WALL || hit.distance >= radius || hit.distance <= 0.0F) {
        return false;
    }
    double x = (double)location.position.x - (double)hit.point.x;
    double y = (double)location.position.y - (double)hit.point.y;
    double missing = (agent->radius + WALL_SLACK - (double)hit.distance) / (double)hit.distance;
    agent->position.x += x * missing;
    agent->position.y += y * missing;
    return true;
}

/* Moves an agent back to a valid position. An agent off the ground returns to `home`, its last
 * valid position. Returns true if it moved. */
static bool settle(const scatter *c, wend_agent_def *agent, wend_point *home) {
    if (agent->position.x == home->x && agent->position.y == home->y) {
        return false;
    }
    bool moved = push_off_others(c, agent);
    for (uint32_t i = 0; i < WALL_PUSHES; i++) {
        moved |= push_off_wall(c, agent);
    }
    if (!shape_contains(&c->task->region, agent->position)) {
        agent->position = shape_nearest(&c->task->region, agent->position);
        moved = true;
    }
    const placement_ground *ground = &c->task->ground;
    wend_location location = {wend_space_to_local(ground->space, agent->position), agent->layer};
    if (!wend_space_is_walkable(ground->space, location, ground->classes)) {
        agent->position = *home;
        return true;
    }
    if (!moved) {
        *home = agent->position;
    }
    return moved;
}

static void push_all(scatter *c, wend_point *valid_positions) {
    uint32_t count = c->task->count, rounds = WORK_MOST / (count + 1);
    rounds = rounds < ROUNDS_MOST ? rounds : ROUNDS_MOST;
    for (uint32_t round = 0; round < rounds; round++) {
        bins_clear(&c->near);
        for (uint32_t i = 0; i < count; i++) {
            bins_add(&c->near, i, c->task->agents[i].position);
        }
        uint32_t faults = 0;
        for (uint32_t i = 0; i < count; i++) {
            faults += push_around(c, i);
        }
        for (uint32_t i = 0; i < count; i++) {
            faults += settle(c, &c->task->agents[i], &valid_positions[i]);
        }
        if (faults == 0) {
            return;
        }
    }
}

/* Counts the agents at valid positions by adding them one by one. */
static uint32_t count_placed(scatter *c) {
    uint32_t good = 0;
    bins_clear(&c->near);
    c->apart = 0.0;
    for (uint32_t i = 0; i < c->task->count; i++) {
        if (room_is_apart(c, &c->task->agents[i]) && room_is_free(c, &c->task->agents[i])) {
            bins_add(&c->near, i, c->task->agents[i].position);
            good++;
        }
    }
    return good;
}

uint32_t push_agents(scatter *c, wend_point *valid_positions) {
    push_all(c, valid_positions);
    return count_placed(c);
}
