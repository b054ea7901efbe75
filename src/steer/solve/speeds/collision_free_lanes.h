/* steer/solve/speeds/collision_free_lanes.h: the model collision_free_speed for eight agents at
 * once, the SIMD version of collision_free.c. It performs the same operations in the same order, so
 * the results are the same bit for bit. A file that includes this header defines LANES_AVX2 or
 * LANES_QUADS, and SPEED_STEER, the name of the function to define.
 *
 * Agents of a batch that are close together share one window of candidates (near/group_lanes.h).
 * The first pass over these lists those that are near any of the agents, the second one adds the
 * repulsions, the third one finds the spacing along the resulting direction. Left to the scalar
 * version are agents near walls, with an acceleration limit, at exactly the position of another
 * agent, near ghosts, with more than NEAR_MOST_VISIBLE neighbours, and those without a direction.
 *
 * Cost: about 60 operations for each candidate that is near any of the eight agents, and 6 for each
 * of the others. */
#include "steer/solve/speeds/collision_free.h"

#include "geom/exp_lanes.h"
#include "geom/vec_lanes.h"
#include "near/body_lanes.h"
#include "near/group_lanes.h"
#include "space/space.h"
#include "steer/solve/goals/preferred_lanes.h"
#include "steer/solve/speeds/noise.h"
#include "steer/solve/speeds/spacing.h"
#include "steer/solve/speeds/sum_lanes.h"

/* Eight agents, and what acts on them. */
typedef struct speed_batch {
    wend_view view; /* steer_interval is the step, in which the model chooses */
    const wend_agents *agents;
    const speed_params *params;
    uint32_t left_to_scalar; /* mask of the lanes that the scalar code processes */
    uint32_t near_count;     /* candidates that act on any lane: indices into the window */
    bool has_links;
    near_cursor cursor;
    near_batch batch;
    lane_bodies self;
    lane_vectors preferred_velocity, noise;
    lanes preferred_speed, time_gap, strength, range;
    lanes reach;            /* m: distance within which neighbours matter */
    lane_vectors direction; /* result, in the lanes that are not left to the scalar code */
    lanes spacing;          /* m: result */
    batch_window window;
    uint16_t near[BATCH_CANDIDATES];
} speed_batch;

_Static_assert(BATCH_CANDIDATES <= UINT16_MAX, "candidates have 16-bit indices");

/* ---- Agents ---------------------------------------------------------------------------------- */

static inline lanes at_least(lanes a, lanes least) {
    return lanes_max(a, least);
}

/* The SIMD version of other_reach, without acceleration limits. */
static inline lanes reaches_of(const speed_batch *b) {
    lanes contact = lanes_add(b->self.radius, lanes_set(b->view.internals->grid->largest));
    lanes repelling = lanes_mul(lanes_set(speed_most_ranges), b->range);
    lanes spacing = lanes_mul(b->time_gap, b->preferred_speed);
    lanes acting =
        lanes_mul(lanes_set(speed_reach_margin), lanes_add(contact, at_least(repelling, spacing)));
    lanes reach = lanes_min(acting, lanes_set((float)b->params->neighbour_distance));
    return lanes_min(reach, lanes_set(b->view.internals->grid->reach));
}

/* Loads random numbers, if agents have any. */
static inline void load_noise(speed_batch *b) {
    b->noise = (lane_vectors){lanes_zero(), lanes_zero()};
    if (b->params->noise.stride == 0 && wend_column_at(b->params->noise, 0) == 0.0F) {
        return;
    }
    float x[LANES], y[LANES];
    for (uint32_t i = 0; i < LANES; i++) {
        wend_vec2 own = speed_noise(&b->view, b->params->noise, b->batch.body[i]);
        x[i] = own.x;
        y[i] = own.y;
    }
    b->noise = (lane_vectors){lanes_load(x), lanes_load(y)};
}

/* True if a wall could hide a neighbour, repel the agent or stop it. */
static inline bool is_near_walls(const speed_batch *b, uint32_t index, float reach) {
    const wend_body *body = &b->view.bodies[index];
    float walls = speed_wall_reach(&b->view, b->agents, index);
    float most = reach > walls ? reach : walls;
    return overlay_is_near(b->view.internals->overlay, body->position, most) ||
           space_clearance_bound(b->view.space, wend_body_layer(body), body->position) < most;
}

/* Returns a mask of the agents that must be processed one by one. */
static inline uint32_t scalar_lanes(const speed_batch *b) {
    lanes limit = load_column(b->agents->max_acceleration, &b->view, &b->batch);
    uint32_t found = lanes_bits(lanes_less(limit, lanes_set(speed_no_limit)));
    float reach[LANES];
    lanes_store(reach, b->reach);
    for (uint32_t i = 0; i < b->batch.count; i++) {
        found |= (uint32_t)is_near_walls(b, b->batch.body[i], reach[i]) << i;
    }
    return found & near_batch_used(&b->batch);
}

static inline void load_batch(speed_batch *b, const wend_intent *intents) {
    const void *rows[LANES];
    near_batch_rows(&b->batch, b->view.bodies, sizeof *b->view.bodies, 0, rows);
    b->self = load_bodies(rows);
    b->preferred_velocity =
        load_preferred(&b->view, &b->batch, b->agents->first, intents, b->self.x, b->self.y);
    b->preferred_speed = lane_vec_length(b->preferred_velocity);
    b->time_gap = at_least(load_column(b->params->time_gap, &b->view, &b->batch),
                           lanes_set(2.0F * b->view.dt));
    b->strength = load_column(b->params->strength, &b->view, &b->batch);
    b->range = load_column(b->params->range, &b->view, &b->batch);
    b->reach = reaches_of(b);
    b->left_to_scalar = scalar_lanes(b);
    load_noise(b);
}

/* ---- Neighbours ------------------------------------------------------------------------------ */

/* A candidate, seen by eight agents. */
typedef struct lane_other {
    lane_vectors offset; /* m */
    lanes distance_squared, contact;
    lanes is_near; /* mask of the agents on which it may act; the agents themselves included */
} lane_other;

static inline lane_other other_at(const speed_batch *b, const wend_body *body, lanes within) {
    lane_other other = {.contact = lanes_add(b->self.radius, lanes_set(body->radius))};
    other.offset.x = lanes_sub(lanes_set(body->position.x), b->self.x);
    other.offset.y = lanes_sub(lanes_set(body->position.y), b->self.y);
    other.distance_squared = lane_vec_dot(other.offset, other.offset);
    other.is_near =
        lanes_and(within, lanes_less_equal(other.distance_squared, lanes_mul(b->reach, b->reach)));
    return other;
}

/* The SIMD version of repulsion. */
static inline lane_vectors repulsions_of(const speed_batch *b, const lane_other *other,
                                         lanes acts) {
    lanes distance = lanes_sqrt(other->distance_squared);
    lanes gap = lanes_sub(distance, other->contact);
    lanes limit = lanes_mul(lanes_set(speed_most_ranges), b->range);
    acts = lanes_and(acts, lanes_less_equal(gap, limit));
    lanes power = fast_exp_lanes(lanes_div(lanes_negative(gap), b->range));
    lanes size = lanes_min(lanes_mul(b->strength, power), lanes_set(SPEED_SUM_LARGEST));
    lanes scale = lanes_div(lanes_set(-1.0F), distance);
    lane_vectors away = lane_vec_scale(other->offset, scale);
    return (lane_vectors){lanes_and(acts, lanes_mul(away.x, size)),
                          lanes_and(acts, lanes_mul(away.y, size))};
}

/* Lists the candidates of a group that are near any of its agents. There is no branch, so that a
 * processor works on several candidates at once. */
static inline void list_near(speed_batch *b, const near_group *group, lanes within) {
    uint32_t count = 0;
    for (uint32_t c = group->begin; c < group->end; c++) {
        b->near[count] = (uint16_t)c;
        count += lanes_any(other_at(b, &b->window.records[c], within).is_near);
    }
    b->near_count = count;
}

/* Adds the repulsions by the listed candidates. Leaves agents with too many neighbours, or at the
 * position of another one, to the scalar code. */
static inline lane_vectors sums_of(speed_batch *b, lanes within) {
    lanes one = lanes_set(1.0F), neighbours = lanes_zero(), here = lanes_zero();
    lane_sums x = lane_sums_zero(), y = lane_sums_zero();
    for (uint32_t i = 0; i < b->near_count; i++) {
        lane_other other = other_at(b, &b->window.records[b->near[i]], within);
        lanes same = lanes_equal(other.distance_squared, lanes_zero());
        neighbours = lanes_add(neighbours, lanes_and(other.is_near, one));
        here = lanes_add(here, lanes_and(lanes_and(same, other.is_near), one));
        lane_vectors terms = repulsions_of(b, &other, lanes_without(same, other.is_near));
        lane_sums_add(&x, terms.x);
        lane_sums_add(&y, terms.y);
    }
    lanes crowded = lanes_less(lanes_set((float)NEAR_MOST_VISIBLE), neighbours);
    lanes left = lanes_and(within, lanes_or(crowded, lanes_less(one, here)));
    b->left_to_scalar |= lanes_bits(left);
    return (lane_vectors){lane_sums_value(x), lane_sums_value(y)};
}

/* The SIMD version of vec_normalized. */
static inline lane_vectors directions_of(lane_vectors a) {
    lanes length = lane_vec_length(a), is_long = lanes_less(lanes_zero(), length);
    return (lane_vectors){lanes_and(is_long, lanes_div(a.x, length)),
                          lanes_and(is_long, lanes_div(a.y, length))};
}

/* The SIMD version of speed_spacing. */
static inline lanes spacings_of(const speed_batch *b, lanes within, lane_vectors direction) {
    lanes zero = lanes_zero(), far = lanes_set(INFINITY), least = far;
    lanes sign = lanes_set_bits(0x80000000U);
    for (uint32_t i = 0; i < b->near_count; i++) {
        lane_other other = other_at(b, &b->window.records[b->near[i]], within);
        lanes same = lanes_equal(other.distance_squared, zero);
        lanes across = lanes_without(sign, lane_vec_cross(direction, other.offset));
        lanes ahead = lanes_and(lanes_less_equal(zero, lane_vec_dot(direction, other.offset)),
                                lanes_less_equal(across, other.contact));
        ahead = lanes_and(ahead, lanes_without(same, other.is_near));
        lanes gap = lanes_sub(lanes_sqrt(other.distance_squared), other.contact);
        least = lanes_min(lanes_select(ahead, far, gap), least);
    }
    return least;
}

/* Finds the directions and spacings of a group of agents. */
static inline void solve_group(speed_batch *b, near_group *group) {
    lanes within = lanes_mask(group->lanes);
    group->margin = lanes_greatest(lanes_and(within, b->reach));
    group_window found = window_around(&b->view, group, group->margin);
    b->window.count = 0;
    if ((b->has_links && has_ghosts_in(&b->view, group->layer, &found)) ||
        !gather_candidates(&b->view, group, &found, &b->window)) {
        b->left_to_scalar |= group->lanes;
        return;
    }
    list_near(b, group, within);
    lane_vectors others = sums_of(b, within);
    lane_vectors wanted = lane_vec_add(directions_of(b->preferred_velocity), b->noise);
    lane_vectors direction = directions_of(lane_vec_add(wanted, others));
    lanes spacing = spacings_of(b, within, direction);
    b->direction = lane_vec_select(within, b->direction, direction);
    b->spacing = lanes_select(within, b->spacing, spacing);
}

/* ---- Results --------------------------------------------------------------------------------- */

/* Returns the mask of the agents that want to move, but have no direction. */
static inline uint32_t undirected_lanes(const speed_batch *b) {
    lanes zero = lanes_zero(), moves = lanes_less(zero, b->preferred_speed);
    lanes none = lanes_and(lanes_equal(b->direction.x, zero), lanes_equal(b->direction.y, zero));
    return lanes_bits(lanes_and(moves, none));
}

/* Writes the outcome and the state of each lane that is not left to the scalar code. */
static inline void write_lanes(const speed_batch *b, uint32_t which, wend_outcome *outcomes) {
    lanes zero = lanes_zero();
    lanes speed = lanes_div(b->spacing, b->time_gap);
    speed = lanes_and(lanes_less(zero, b->spacing), speed);
    speed = lanes_min(speed, b->preferred_speed);
    lanes still = lanes_and(lanes_equal(b->preferred_velocity.x, zero),
                            lanes_equal(b->preferred_velocity.y, zero));
    lane_vectors velocity = lane_vec_scale(b->direction, speed);
    float x[LANES], y[LANES], direction_x[LANES], direction_y[LANES];
    lanes_store(x, lanes_without(still, velocity.x));
    lanes_store(y, lanes_without(still, velocity.y));
    lanes_store(direction_x, b->direction.x);
    lanes_store(direction_y, b->direction.y);
    for (uint32_t rest = which, stands = lanes_bits(still); rest; rest &= rest - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(rest), index = b->batch.body[i];
        float dt = b->view.dt;
        outcomes[index - b->agents->first] =
            (wend_outcome){.velocity = {x[i], y[i]}, .displacement = {x[i] * dt, y[i] * dt}};
        if (!(stands >> i & 1U)) {
            speed_state *state = wend_agents_state(b->agents, b->view.bodies[index].slot);
            state->direction = (wend_vec2){direction_x[i], direction_y[i]};
        }
    }
}

static inline void steer_batch(speed_batch *b, const wend_intent *intents, wend_outcome *outcomes) {
    load_batch(b, intents);
    uint32_t used = near_batch_used(&b->batch);
    b->direction = (lane_vectors){lanes_zero(), lanes_zero()};
    b->spacing = lanes_zero();
    lane_positions at = {&b->view, &b->batch, b->self.x, b->self.y};
    b->batch.group_count =
        form_groups(at, b->self.tags, used & ~b->left_to_scalar, b->batch.groups);
    for (uint32_t g = 0; g < b->batch.group_count; g++) {
        solve_group(b, &b->batch.groups[g]);
    }
    b->left_to_scalar |= undirected_lanes(b) & used;
    write_lanes(b, used & ~b->left_to_scalar, outcomes);
    for (uint32_t rest = b->left_to_scalar; rest; rest &= rest - 1) {
        speed_steer_one(&b->view, b->agents, b->batch.body[__builtin_ctz(rest)], intents, outcomes);
    }
}

void SPEED_STEER(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                 wend_outcome *outcomes) {
    speed_batch b;
    b.view = *view;
    b.view.steer_interval = view->dt;
    b.agents = agents;
    b.params = agents->params;
    b.has_links = wend_space_link_count(view->space) > 0;
    b.cursor = near_cursor_at(agents->ranges, agents->range_count);
    while (near_batch_next(&b.cursor, &b.batch)) {
        steer_batch(&b, intents, outcomes);
    }
}
