/* The blocks and corridors of the benchmark: the rule by which agents walk, the follower that
 * applies this rule, and the space. */
#include "cli/bench_streets.h"
#include <math.h>
#include <stdlib.h>
#include <wend/random.h>

/* ---- The rule -------------------------------------------------------------------------------- */

/* m, distance from the outer wall at which agents turn around */
static const float turn_distance = 1.5F;
/* m, distance from the centre line beyond which agents return to it */
static const float centre_tolerance = 1.2F;
/* Components of the normalised vector (0.5, 1). */
static const float sideways = 0.4472135955F, along = 0.8944271910F;

wend_vec2 bench_streets_direction(wend_vec2 position, uint32_t axis, float side, bool *backward) {
    static const float period = BENCH_PERIOD, middle = 0.5F * BENCH_CORRIDOR;
    float at = axis ? position.y : position.x, across = axis ? position.x : position.y;
    *backward = *backward ? at >= turn_distance : at > side - turn_distance;
    float off = across - (floorf((across - middle) / period + 0.5F) * period + middle);
    bool is_off_centre = fabsf(off) > centre_tolerance;
    float forward = is_off_centre ? along : 1.0F,
          lateral = is_off_centre ? copysignf(sideways, -off) : 0.0F;
    forward = *backward ? -forward : forward;
    return axis ? (wend_vec2){lateral, forward} : (wend_vec2){forward, lateral};
}

/* ---- The follower ---------------------------------------------------------------------------- */

typedef struct streets_params {
    wend_aim aim;
    int64_t blocks;
} streets_params;

typedef struct streets_state {
    uint8_t started, axis, backward;
} streets_state;

static const wend_param params[] = {
    WEND_AIM_ROWS,
    {"blocks", WEND_PARAM_INTEGER, offsetof(streets_params, blocks), 4.0, 1.0, 500.0, "1",
     "blocks per side", NULL},
};

/* Sets the initial axis and direction of an agent from its goal. */
static void init_state(const wend_view *view, uint32_t index, streets_state *state) {
    wend_vec2 direction = wend_view_goal_region(view, wend_view_goal(view, index))->a;
    state->axis = fabsf(direction.y) > fabsf(direction.x);
    state->backward = direction.x + direction.y < 0.0F;
    state->started = 1;
}

static void follow_streets(const wend_view *view, const wend_agents *agents, wend_intent *intents) {
    const streets_params *p = agents->params;
    float side = (float)bench_streets_side((uint32_t)p->blocks);
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            const wend_body *body = &view->bodies[i];
            streets_state *state = wend_agents_state(agents, body->slot);
            if (!state->started) {
                init_state(view, i, state);
            }
            bool backward = state->backward;
            wend_vec2 direction =
                bench_streets_direction(body->position, state->axis, side, &backward);
            state->backward = backward;
            intents[i - agents->first] =
                (wend_intent){.region = {.shape = WEND_SHAPE_DIRECTION,
                                         .a = direction,
                                         .opens = -INFINITY,
                                         .closes = INFINITY},
                              .speed = wend_column_at(agents->preferred_speed, body->slot)};
        }
    }
}

const wend_follower bench_streets_follower = {
    .stage = {.entry = {WEND_HEAD(wend_follower), .name = "streets",
                        .summary = "back and forth along the corridors between blocks",
                        .params = params, .param_count = sizeof params / sizeof *params,
                        .params_size = sizeof(streets_params)},
              .state_size = sizeof(streets_state)},
    .follow = follow_streets,
};

/* ---- The ground ------------------------------------------------------------------------------ */

enum { CORNERS = 4 };
static const double most_inset = 2.0; /* m */
static const uint64_t inset_seed = 1;

static void make_square(double x, double y, double size, wend_point out[CORNERS]) {
    out[0] = (wend_point){x, y};
    out[1] = (wend_point){x + size, y};
    out[2] = (wend_point){x + size, y + size};
    out[3] = (wend_point){x, y + size};
}

/* Moves each side of a block inwards by a random distance. */
static void vary_block(uint32_t index, wend_point ring[CORNERS]) {
    double inset[CORNERS];
    for (uint32_t i = 0; i < CORNERS; i++) {
        inset[i] = most_inset * wend_random_uniform(inset_seed, index, 0, i);
    }
    ring[0].x += inset[0];
    ring[3].x += inset[0];
    ring[1].x -= inset[1];
    ring[2].x -= inset[1];
    ring[0].y += inset[2];
    ring[1].y += inset[2];
    ring[2].y -= inset[3];
    ring[3].y -= inset[3];
}

wend_result bench_streets_space(uint32_t blocks, bool varied, wend_space **out, wend_error *error) {
    uint32_t count = blocks * blocks;
    wend_point *corners = malloc((count + 1) * CORNERS * sizeof *corners);
    wend_solid_def *solids = malloc((count + 1) * sizeof *solids);
    wend_result result = WEND_ERROR_MEMORY;
    if (corners && solids) {
        for (uint32_t i = 0; i < count; i++) {
            wend_point *ring = &corners[(size_t)i * CORNERS];
            uint32_t column = i % blocks, row = i / blocks;
            make_square(BENCH_CORRIDOR + BENCH_PERIOD * column, BENCH_CORRIDOR + BENCH_PERIOD * row,
                        BENCH_BLOCK, ring);
            if (varied) {
                vary_block(i, ring);
            }
            solids[i] = (wend_solid_def){.ring = {ring, CORNERS}};
        }
        wend_point *outer = &corners[(size_t)count * CORNERS];
        make_square(0.0, 0.0, bench_streets_side(blocks), outer);
        wend_ring boundary = {outer, CORNERS};
        wend_layer_def layer = {
            .boundaries = &boundary, .boundary_count = 1, .solids = solids, .solid_count = count};
        wend_space_def def = wend_default_space_def();
        def.layers = &layer;
        def.layer_count = 1;
        result = wend_space_create(&def, out, error);
    }
    free(corners);
    free(solids);
    return result;
}
