/* steer/solve/social/move_lanes.h: integrates forces for eight agents at once, the SIMD version of
 * motion.c for agents without walls nearby. It performs the same operations in the same order, so
 * the results are the same bit for bit. A file that includes this header defines LANES_AVX2 or
 * LANES_QUADS, and calls move_lanes with the SIMD version of its forces.
 *
 * Each agent has its own neighbours, because these move with it during the step. Lane i of
 * neighbour k is the k-th neighbour of agent i; missing neighbours are far away.
 *
 * Cost: for each part of a step, about 40 operations, and 25 and the forces for each neighbour, for
 * eight agents. */
#ifndef STEER_SOLVE_SOCIAL_MOVE_LANES_H
#define STEER_SOLVE_SOCIAL_MOVE_LANES_H

#include "geom/vec_lanes.h"
#include "steer/solve/social/model.h"

/* m: the position of missing neighbours. */
#define FAR_AWAY 1e9F

/* A neighbour of each of eight agents; see social_other. */
typedef struct lane_neighbour {
    lane_vectors position, velocity, push, tangent;
    lanes radius, grip;
    lanes responds; /* mask */
} lane_neighbour;

/* Eight agents at one moment of a step; see social_scene, social_target and social_moment. */
typedef struct lane_scene {
    const void *params;
    uint32_t other_count;
    lanes radius, relaxation_time, max_force, max_speed;
    lanes speed, slow_within;
    lane_vectors direction, point, point_velocity, turn;
    lane_vectors position, velocity, desired;
    lanes duration; /* s: of a part of the step */
    lane_neighbour others[SOCIAL_MOST_OTHERS];
} lane_scene;

/* See social_sum. */
typedef struct lane_sum {
    lane_vectors acceleration, drag;
    lanes grip_xx, grip_xy, grip_yy;
} lane_sum;

/* The SIMD version of social_forces. */
typedef void (*lane_forces)(lane_scene *scene, lane_sum *sum);

/* ---- Loading --------------------------------------------------------------------------------- */

/* Loads a number of each scene. */
#define EACH_OF(scenes, field)                                                                     \
    lanes_load((const float[]){(scenes)[0]->field, (scenes)[1]->field, (scenes)[2]->field,         \
                               (scenes)[3]->field, (scenes)[4]->field, (scenes)[5]->field,         \
                               (scenes)[6]->field, (scenes)[7]->field})

/* Loads a vector of each scene. */
#define BOTH_OF(scenes, field)                                                                     \
    load_vectors((const wend_vec2 *const[]){                                                       \
        &(scenes)[0]->field, &(scenes)[1]->field, &(scenes)[2]->field, &(scenes)[3]->field,        \
        &(scenes)[4]->field, &(scenes)[5]->field, &(scenes)[6]->field, &(scenes)[7]->field})

static inline lane_vectors load_vectors(const wend_vec2 *const each[LANES]) {
    float x[LANES], y[LANES];
    for (uint32_t i = 0; i < LANES; i++) {
        x[i] = each[i]->x;
        y[i] = each[i]->y;
    }
    return (lane_vectors){lanes_load(x), lanes_load(y)};
}

static const social_other missing_neighbour = {.position = {FAR_AWAY, FAR_AWAY}};

static inline lane_neighbour load_neighbour(social_scene *const scenes[SOCIAL_LANES],
                                            uint32_t number) {
    const social_other *each[LANES];
    uint32_t responds = 0;
    for (uint32_t i = 0; i < LANES; i++) {
        bool has_one = number < scenes[i]->other_count;
        each[i] = has_one ? &scenes[i]->others[number] : &missing_neighbour;
        responds |= (uint32_t)each[i]->responds << i;
    }
    lane_vectors zero = {lanes_zero(), lanes_zero()};
    return (lane_neighbour){.position = BOTH_OF(each, position),
                            .velocity = BOTH_OF(each, velocity),
                            .push = zero,
                            .tangent = zero,
                            .radius = EACH_OF(each, radius),
                            .grip = lanes_zero(),
                            .responds = lanes_mask(responds)};
}

static inline void load_scene(social_scene *const scenes[SOCIAL_LANES], lane_scene *out) {
    out->params = scenes[0]->params;
    out->radius = EACH_OF(scenes, radius);
    out->relaxation_time = EACH_OF(scenes, relaxation_time);
    out->max_force = EACH_OF(scenes, max_force);
    out->max_speed = EACH_OF(scenes, max_speed);
    out->speed = EACH_OF(scenes, target.speed);
    out->slow_within = EACH_OF(scenes, target.slow_within);
    out->direction = BOTH_OF(scenes, target.direction);
    out->point = BOTH_OF(scenes, target.point);
    out->point_velocity = BOTH_OF(scenes, target.velocity);
    out->turn = BOTH_OF(scenes, target.turn);
    out->other_count = 0;
    for (uint32_t i = 0; i < LANES; i++) {
        uint32_t count = scenes[i]->other_count;
        out->other_count = count > out->other_count ? count : out->other_count;
    }
    for (uint32_t k = 0; k < out->other_count; k++) {
        out->others[k] = load_neighbour(scenes, k);
    }
}

/* ---- Motion ---------------------------------------------------------------------------------- */

/* The SIMD version of vec_shortened. */
static inline lane_vectors shortened_lanes(lane_vectors a, lanes most) {
    lanes squared = lane_vec_dot(a, a);
    lanes longer = lanes_less(lanes_mul(most, most), squared);
    lane_vectors shorter = lane_vec_scale(a, lanes_div(most, lanes_sqrt(squared)));
    return lane_vec_select(longer, a, shorter);
}

/* The SIMD version of social_desired. */
static inline lane_vectors desired_lanes(const lane_scene *s, float time) {
    lane_vectors full = lane_vec_scale(s->direction, s->speed);
    lane_vectors ahead = lane_vec_add(s->point, lane_vec_scale(s->point_velocity, lanes_set(time)));
    lane_vectors offset = lane_vec_sub(ahead, s->position);
    lanes within = lanes_mul(s->slow_within, s->slow_within);
    lanes slows = lanes_and(lanes_less(lanes_zero(), s->slow_within),
                            lanes_less(lane_vec_dot(offset, offset), within));
    lane_vectors approach = lane_vec_scale(offset, lanes_div(s->speed, s->slow_within));
    lane_vectors slow = shortened_lanes(lane_vec_add(approach, s->point_velocity), s->speed);
    lane_vectors v = lane_vec_select(slows, full, slow);
    return (lane_vectors){lanes_sub(lanes_mul(v.x, s->turn.x), lanes_mul(v.y, s->turn.y)),
                          lanes_add(lanes_mul(v.x, s->turn.y), lanes_mul(v.y, s->turn.x))};
}

/* The SIMD version of solve_velocity. */
static inline lane_vectors velocities_of(const lane_scene *s, const lane_sum *sum) {
    lanes h = s->duration, rate = lanes_div(h, s->relaxation_time);
    lanes diagonal = lanes_add(lanes_set(1.0F), rate);
    lanes xx = lanes_add(diagonal, lanes_mul(h, sum->grip_xx));
    lanes yy = lanes_add(diagonal, lanes_mul(h, sum->grip_yy));
    lanes xy = lanes_mul(h, sum->grip_xy);
    lane_vectors b = lane_vec_scale(lane_vec_add(sum->acceleration, sum->drag), h);
    b = lane_vec_add(lane_vec_add(s->velocity, b), lane_vec_scale(s->desired, rate));
    lanes determinant = lanes_sub(lanes_mul(xx, yy), lanes_mul(xy, xy));
    lanes inverse = lanes_div(lanes_set(1.0F), determinant);
    lane_vectors v = {lanes_sub(lanes_mul(yy, b.x), lanes_mul(xy, b.y)),
                      lanes_sub(lanes_mul(xx, b.y), lanes_mul(xy, b.x))};
    v = lane_vec_scale(v, inverse);
    lane_vectors change = shortened_lanes(lane_vec_sub(v, s->velocity), lanes_mul(s->max_force, h));
    return shortened_lanes(lane_vec_add(s->velocity, change), s->max_speed);
}

/* The SIMD version of move_others. */
static inline void move_neighbours(lane_scene *s) {
    lane_vectors zero = {lanes_zero(), lanes_zero()};
    for (uint32_t k = 0; k < s->other_count; k++) {
        lane_neighbour *other = &s->others[k];
        lanes slip = lane_vec_dot(lane_vec_sub(s->velocity, other->velocity), other->tangent);
        lane_vectors rub = lane_vec_scale(other->tangent, lanes_mul(other->grip, slip));
        lane_vectors reaction = lane_vec_scale(lane_vec_sub(rub, other->push), s->duration);
        other->velocity = lane_vec_select(other->responds, other->velocity,
                                          lane_vec_add(other->velocity, reaction));
        other->position =
            lane_vec_add(other->position, lane_vec_scale(other->velocity, s->duration));
        other->push = other->tangent = zero;
        other->grip = lanes_zero();
    }
}

/* The SIMD version of social_move, in `parts` parts. */
static inline void move_lanes(social_scene *const scenes[SOCIAL_LANES], lane_forces forces,
                              uint32_t parts, social_motion out[SOCIAL_LANES]) {
    lane_scene s;
    float duration = scenes[0]->view->dt / (float)parts;
    load_scene(scenes, &s);
    s.duration = lanes_set(duration);
    s.position = (lane_vectors){lanes_zero(), lanes_zero()};
    wend_vec2 velocities[LANES];
    for (uint32_t i = 0; i < LANES; i++) {
        velocities[i] = scenes[i]->view->bodies[scenes[i]->index].velocity;
    }
    const wend_vec2 *each[LANES];
    for (uint32_t i = 0; i < LANES; i++) {
        each[i] = &velocities[i];
    }
    s.velocity = (lane_vectors){EACH_OF(each, x), EACH_OF(each, y)};
    s.desired = desired_lanes(&s, 0.0F);
    for (uint32_t i = 0; i < parts; i++) {
        lanes zero = lanes_zero();
        lane_sum sum = {{zero, zero}, {zero, zero}, zero, zero, zero};
        forces(&s, &sum);
        s.velocity = velocities_of(&s, &sum);
        move_neighbours(&s);
        s.position = lane_vec_add(s.position, lane_vec_scale(s.velocity, s.duration));
        s.desired = desired_lanes(&s, duration * (float)(i + 1));
    }
    float x[LANES], y[LANES], vx[LANES], vy[LANES];
    lanes_store(x, s.position.x);
    lanes_store(y, s.position.y);
    lanes_store(vx, s.velocity.x);
    lanes_store(vy, s.velocity.y);
    for (uint32_t i = 0; i < LANES; i++) {
        out[i] = (social_motion){{x[i], y[i]}, {vx[i], vy[i]}};
    }
}

#endif
