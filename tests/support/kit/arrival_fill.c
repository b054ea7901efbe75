#include "support/kit/arrival_fill.h"

#include <math.h>
#include <wend/math.h>

#include "support/kit/arrival_oracle.h"

static const double pi = 3.14159265358979323846;

enum {
    AGENT_KEY = 100,
    TRIES = 400,
    LEAST_AGENTS = 20 /* a world depends only on its seed if it has at most this many agents */
};

/* ---- Needs of an agent ----------------------------------------------------------------------- */

/* Returns the time in s until the goal stops permanently or, if it loops, is back at its start. */
static double moving_time(const arrival_goal *goal) {
    double length = 0;
    for (uint32_t i = 1; i < goal->path_count; i++) {
        length += wend_hypot(goal->path[i].x - goal->path[i - 1].x,
                             goal->path[i].y - goal->path[i - 1].y);
    }
    return goal->path_count == 0 ? 0 : (goal->loops ? 2 : 1) * length / goal->path_speed;
}

/* Measures the distance and time that an agent needs. If the agent may choose among several goals,
 * uses the largest values, because the agent may select the farthest goal. */
static bool measure(const arrival_world *world, const arrival_oracle *oracle,
                    arrival_agent *agent) {
    agent->length = 0;
    agent->free_time = 0;
    for (uint32_t i = 0; i < world->goal_count; i++) {
        if (agent->goal == i || agent->goal >= world->goal_count) {
            double length = arrival_oracle_length(oracle, i, agent->position);
            double time = length / agent->speed + moving_time(&world->goals[i]);
            agent->length = fmax(agent->length, length);
            agent->free_time = fmax(agent->free_time, time);
        }
    }
    return isfinite(agent->length) && agent->length >= world->min_length;
}

/* ---- Starts ---------------------------------------------------------------------------------- */

/* Samples an overlap in m; it is 0 for 4 of 10 starts. */
static double sample_overlap(arrival_stream *stream) {
    switch (arrival_pick(stream, 10)) {
    case 0:
    case 1:
        return 1e-5;
    case 2:
        return 1e-3;
    case 3:
    case 4:
        return arrival_sample(stream, 0, 0.02);
    case 5:
        return arrival_sample(stream, 0, 0.1);
    default:
        return 0;
    }
}

/* Places an agent's start so that the agent touches a random wall, at its side or at an end. */
static bool start_at_wall(const arrival_world *world, arrival_stream *stream,
                          arrival_agent *agent) {
    const arrival_piece *piece = &world->pieces[arrival_pick(stream, world->piece_count)];
    const wend_point *points = world->points + piece->first;
    uint32_t edge = arrival_pick(stream, piece->count - (piece->open ? 1 : 0));
    wend_point a = points[edge], b = points[(edge + 1) % piece->count];
    double length = wend_hypot(b.x - a.x, b.y - a.y),
           offset = agent->radius - sample_overlap(stream);
    double t = arrival_sample(stream, 0, 1), side = arrival_chance(stream, 0.5) ? 1 : -1;
    wend_point normal = {-(b.y - a.y) / length * side, (b.x - a.x) / length * side};
    if (arrival_chance(stream, 0.3)) {
        double angle = arrival_sample(stream, 0, 2 * pi);
        t = 0;
        normal = (wend_point){wend_cos(angle), wend_sin(angle)};
    }
    agent->position = (wend_point){a.x + t * (b.x - a.x) + offset * normal.x,
                                   a.y + t * (b.y - a.y) + offset * normal.y};
    return arrival_clearance(world, agent->position) >= offset - 1e-9;
}

/* Places an agent's start in contact with an agent that was placed earlier and that starts on the
 * same side. */
static bool start_at_agent(const arrival_world *world, arrival_stream *stream, uint32_t index,
                           arrival_agent *agent) {
    uint32_t step = arrival_changes_sides(world) ? 2 : 1;
    if (index < step) {
        return false;
    }
    const arrival_agent *other = &world->agents[index - step];
    double angle = arrival_sample(stream, 0, 2 * pi), distance = agent->radius + other->radius;
    agent->position = (wend_point){other->position.x + distance * wend_cos(angle),
                                   other->position.y + distance * wend_sin(angle)};
    return arrival_clearance(world, agent->position) >= agent->radius;
}

static bool start_anywhere(const arrival_world *world, arrival_stream *stream, uint32_t index,
                           arrival_agent *agent) {
    uint32_t region = arrival_region_of_side(world, stream, index % 2);
    agent->position = arrival_position_in(world, stream, region);
    return arrival_clearance(world, agent->position) >= agent->radius + 0.01;
}

/* True if a point is on the given side of the only door, according to the point's local x
 * coordinate. */
static bool is_on_side(const arrival_world *world, wend_point at, uint32_t side) {
    double x = wend_cos(world->angle) * at.x + wend_sin(world->angle) * at.y;
    return side == 0 ? x < world->regions[0].high.x : x > world->regions[1].low.x;
}

static bool is_free(const arrival_world *world, uint32_t index, const arrival_agent *agent) {
    for (uint32_t i = 0; i < index; i++) {
        const arrival_agent *other = &world->agents[i];
        double distance = wend_hypot(agent->position.x - other->position.x,
                                     agent->position.y - other->position.y);
        if (distance < agent->radius + other->radius - 1e-9) {
            return false;
        }
    }
    return arrival_walkable(world, agent->position) &&
           (!arrival_changes_sides(world) || is_on_side(world, agent->position, index % 2));
}

/* ---- Agents ---------------------------------------------------------------------------------- */

static uint32_t agents_at(const arrival_world *world, uint32_t goal) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < world->agent_count; i++) {
        count += world->agents[i].goal == goal;
    }
    return count;
}

static bool choose_goal(const arrival_world *world, arrival_stream *stream, uint32_t index,
                        bool sets, arrival_agent *agent) {
    agent->goal = arrival_pick(stream, world->goal_count);
    const arrival_goal *goal = &world->goals[agent->goal];
    if (arrival_changes_sides(world) && goal->side == index % 2) {
        return false;
    }
    if (sets && arrival_chance(stream, 0.5)) {
        agent->goal = ARRIVAL_GOALS;
        return true;
    }
    return agents_at(world, agent->goal) < goal->capacity;
}

static bool add_agent(arrival_world *world, const arrival_oracle *oracle, bool sets) {
    static const double radii[] = {0.2, 0.22, 0.25, 0.28, 0.3};
    uint32_t index = world->agent_count;
    arrival_stream stream = arrival_stream_of(world, AGENT_KEY + index);
    arrival_agent agent = {.radius = world->max_radius, .speed = 1.3};
    if (world->mixed_radii && index > 0) {
        agent.radius = radii[arrival_pick(&stream, 5)];
    }
    if (world->mixed_speeds) {
        agent.speed = arrival_sample(&stream, 0.8, 1.7);
    }
    if (arrival_chance(&stream, 0.3)) {
        double angle = arrival_sample(&stream, 0, 2 * pi), speed = arrival_sample(&stream, 0, 1.3);
        agent.velocity = (wend_point){speed * wend_cos(angle), speed * wend_sin(angle)};
    }
    for (uint32_t i = 0; i < TRIES; i++) {
        uint32_t direction = arrival_pick(&stream, 4);
        bool placed = direction == 0   ? start_at_wall(world, &stream, &agent)
                      : direction == 1 ? start_at_agent(world, &stream, index, &agent)
                                       : start_anywhere(world, &stream, index, &agent);
        if (placed && is_free(world, index, &agent) &&
            choose_goal(world, &stream, index, sets, &agent) && measure(world, oracle, &agent)) {
            world->agents[world->agent_count++] = agent;
            return true;
        }
    }
    return false;
}

static bool add_agents(arrival_world *world, const arrival_oracle *oracle, uint32_t count) {
    arrival_stream stream = arrival_stream_of(world, AGENT_KEY - 1);
    bool sets = !arrival_changes_sides(world) && arrival_chance(&stream, 0.15);
    for (uint32_t i = 0; i < world->goal_count; i++) {
        sets = sets && !world->goals[i].stop;
    }
    while (world->agent_count < count) {
        if (!add_agent(world, oracle, sets)) {
            return false;
        }
    }
    return true;
}

/* ---- Worlds ---------------------------------------------------------------------------------- */

bool arrival_fill(arrival_world *world, uint32_t agent_count) {
    uint32_t count = agent_count < LEAST_AGENTS ? LEAST_AGENTS : agent_count;
    count = count < ARRIVAL_AGENTS ? count : ARRIVAL_AGENTS;
    bool complete = world->goal_count > 0;
    if (!complete && !arrival_add_goals(world)) {
        return false;
    }
    arrival_oracle *oracle = arrival_oracle_create(world);
    bool whole = oracle != NULL;
    for (uint32_t i = 0; whole && i < world->goal_count; i++) {
        whole = arrival_oracle_flood(oracle, i);
    }
    if (whole && !complete) {
        whole = add_agents(world, oracle, count);
    }
    for (uint32_t i = 0; whole && complete && i < world->agent_count; i++) {
        whole = measure(world, oracle, &world->agents[i]);
    }
    arrival_oracle_destroy(oracle);
    return whole;
}
