/* Adds the agents of sources during a run.
 *
 * Cost: none in a step in which no agent is due; otherwise O(agents + walls of the overlay) per
 * step, plus a few sampled positions for each agent that is due. */
#include "run/sources.h"
#include "base/error.h"
#include "place/discs.h"
#include "place/ground.h"
#include "place/sample.h"
#include <math.h>
#include <string.h>

enum {
    POSITIONS_TRIED = 16, /* per step, for the first waiting agent of a source */
    PURPOSE_X = 0x6b697407,
    PURPOSE_Y = 0x6b697408
};

static const double TIME_SLACK = 1e-6; /* fraction of a step: tolerance for rounded sums of dt */

bool sources_init(source_state *state, memory *heap, const wend_scenario *s) {
    size_t count = s->source_count;
    memset(state, 0, sizeof *state);
    state->heap = heap;
    state->s = s;
    if (count == 0) {
        return true;
    }
    state->defs = memory_get_zeroed(heap, count * sizeof *state->defs);
    state->entered = memory_get_zeroed(heap, count * sizeof *state->entered);
    state->due = memory_get_zeroed(heap, count * sizeof *state->due);
    return state->defs != NULL && state->entered != NULL && state->due != NULL;
}

void sources_free(source_state *state) {
    if (state->s == NULL) {
        return;
    }
    size_t count = state->s->source_count;
    memory_free(state->heap, state->defs, count * sizeof *state->defs);
    memory_free(state->heap, state->entered, count * sizeof *state->entered);
    memory_free(state->heap, state->due, count * sizeof *state->due);
}

static const scenario_group *group_of(const source_state *state, uint32_t source) {
    return &state->s->groups[state->s->sources[source].group];
}

static double interval_before(const source_state *state, uint32_t source, uint32_t index,
                              uint64_t seed) {
    return scenario_source_interval(&state->s->sources[source], seed,
                                    group_of(state, source)->first_key, index);
}

void sources_begin(source_state *state, const wend_world *world) {
    state->total = 0;
    for (uint32_t i = 0; i < state->s->source_count; i++) {
        uint64_t entered = wend_world_group_entered(world, state->defs[i].group);
        uint32_t most = group_of(state, i)->count;
        state->entered[i] = entered < most ? (uint32_t)entered : most;
        state->total += state->entered[i];
        state->due[i] = state->s->sources[i].from;
        for (uint32_t k = 1; k <= state->entered[i]; k++) {
            state->due[i] += interval_before(state, i, k, wend_world_seed(world));
        }
    }
}

uint32_t sources_count_waiting(const source_state *state) {
    return state->s->source_agent_count - state->total;
}

static bool is_due(const source_state *state, uint32_t source, const wend_world *world) {
    double now = wend_world_time(world) + TIME_SLACK * wend_world_dt(world);
    return state->entered[source] < group_of(state, source)->count && state->due[source] <= now;
}

static double distance_to_segment(wend_vec2 a, wend_vec2 b, wend_vec2 p) {
    double x = (double)b.x - (double)a.x, y = (double)b.y - (double)a.y;
    double u = (double)p.x - (double)a.x, v = (double)p.y - (double)a.y;
    double squared = x * x + y * y, t = squared > 0.0 ? (u * x + v * y) / squared : 0.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return sqrt((u - t * x) * (u - t * x) + (v - t * y) * (v - t * y));
}

/* True if an agent is clear of doors and moving obstacles. */
static bool is_clear_of_overlay(const source_state *state, const wend_frame *frame,
                                const wend_agent_def *agent) {
    wend_vec2 point = wend_space_to_local(state->s->space, agent->position);
    for (uint32_t i = 0; i < frame->wall_count; i++) {
        if (frame->wall_layers[i] == agent->layer &&
            distance_to_segment(frame->walls[i].a, frame->walls[i].b, point) < agent->radius) {
            return false;
        }
    }
    return !wend_world_is_in_obstacle(frame->world, agent->position, agent->layer);
}

/* Samples positions for an agent until one is free. Returns false if none of those tried is free.
 */
static bool sample_position(const source_state *state, uint32_t source, const disc_index *grid,
                            const wend_frame *frame, uint64_t seed, wend_agent_def *agent) {
    static const uint32_t purposes[2] = {PURPOSE_X, PURPOSE_Y};
    const shape *region = &state->s->sources[source].region;
    placement_ground ground = {state->s->space, state->s->classes};
    wend_point low, high;
    shape_bounds(region, &low, &high);
    for (uint32_t i = 0; i < POSITIONS_TRIED; i++) {
        uint64_t sample_index = frame->step * POSITIONS_TRIED + i;
        agent->position = sample_box(low, high, seed, agent->key, sample_index, purposes);
        if (shape_contains(region, agent->position) &&
            discs_find_overlap(grid, agent->position, agent->radius, agent->layer, 0.0) ==
                UINT32_MAX &&
            ground_is_clear(&ground, agent->position, agent->layer, agent->radius) &&
            is_clear_of_overlay(state, frame, agent)) {
            return true;
        }
    }
    return false;
}

/* Adds all agents of a source that are due and for which there is room. */
static wend_result add_due_agents(source_state *state, uint32_t source, disc_index *grid,
                                  wend_world *world, const wend_frame *frame, wend_error *error) {
    uint64_t seed = wend_world_seed(world);
    const scenario_group *group = group_of(state, source);
    while (is_due(state, source, world)) {
        wend_agent_def agent = state->defs[source];
        agent.key = group->first_key + state->entered[source];
        agent.radius =
            sample_radius(&state->s->profiles[group->profile].def.radius, seed, agent.key);
        if (!sample_position(state, source, grid, frame, seed, &agent)) {
            return WEND_OK;
        }
        wend_result result = wend_world_add_agents(world, &agent, 1, NULL, error);
        if (result != WEND_OK) {
            return node_locate_error(group->at, error, result);
        }
        if (grid->count == grid->capacity && !discs_grow(grid)) {
            return error_no_memory(error, "agents that enter");
        }
        discs_add(grid, agent.position, agent.radius, agent.layer);
        state->entered[source]++;
        state->total++;
        state->due[source] += interval_before(state, source, state->entered[source], seed);
    }
    return WEND_OK;
}

wend_result sources_step(source_state *state, wend_world *world, const wend_frame *frame,
                         wend_error *error) {
    bool any = false;
    for (uint32_t i = 0; i < state->s->source_count && !any; i++) {
        any = is_due(state, i, world);
    }
    if (!any) {
        return WEND_OK;
    }
    disc_index grid;
    /* Allocates entries for only one new agent of each source, although many agents may be waiting.
     * The index grows if more agents enter. */
    if (!discs_init(&grid, frame->agent_count + state->s->source_count, &state->heap->allocator)) {
        return error_no_memory(error, "agents that enter");
    }
    for (uint32_t i = 0; i < frame->agent_count; i++) {
        const wend_agent_state *agent = &frame->agents[i];
        discs_add(&grid, agent->position, (double)agent->radius, agent->layer);
    }
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < state->s->source_count && result == WEND_OK; i++) {
        result = add_due_agents(state, i, &grid, world, frame, error);
    }
    discs_free(&grid);
    return result;
}
