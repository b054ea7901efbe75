/* The move stage: computes each body's next state from the outcome that its steering model
 * returned.
 *
 * The integration is explicit Euler: position + displacement. For models that do not respect the
 * speed and acceleration limits themselves, the stage scales velocity and displacement by the same
 * factor. It then applies the wall guarantee (move/walls.c) and updates the layer if the step
 * crosses a link. Cost: O(1) per body away from walls. */
#include "move/move.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "geom/quad.h"
#include "geom/vec.h"
#include "move/walls.h"
#include "step/internals.h"
#include "step/prefetch.h"

/* m: a step that a wall shortens by more than this counts as an intervention. */
static const float intervention_threshold = 1e-3F;

/* Replaces the velocity of an outcome. Rotates and scales the displacement in the same way. */
static void change_velocity(wend_outcome *outcome, wend_vec2 velocity) {
    float before = vec_length(outcome->velocity);
    float factor = before > 0.0F ? vec_length(velocity) / before : 0.0F;
    if (before > 0.0F && factor > 0.0F) {
        wend_vec2 u = vec_scale(outcome->velocity, 1.0F / before);
        wend_vec2 v = vec_normalized(velocity);
        float cosine = vec_dot(u, v), sine = vec_cross(u, v);
        wend_vec2 d = outcome->displacement;
        outcome->displacement =
            (wend_vec2){factor * (cosine * d.x - sine * d.y), factor * (sine * d.x + cosine * d.y)};
    } else {
        outcome->displacement = (wend_vec2){0.0F, 0.0F};
    }
    outcome->velocity = velocity;
}

static void apply_limits(const move_limits *limits, const wend_body *body, float dt,
                         wend_outcome *outcome) {
    float max_speed = wend_column_at(limits->max_speed, body->slot);
    float speed_squared = vec_length_squared(outcome->velocity);
    if (speed_squared > max_speed * max_speed) {
        float factor = max_speed / sqrtf(speed_squared);
        outcome->velocity = vec_scale(outcome->velocity, factor);
        outcome->displacement = vec_scale(outcome->displacement, factor);
    }
    if (limits->no_acceleration_limit) {
        return;
    }
    float most = wend_column_at(limits->max_acceleration, body->slot) * dt;
    wend_vec2 change = vec_sub(outcome->velocity, body->velocity);
    float size = vec_length(change);
    if (size > most) {
        wend_vec2 velocity = vec_add(body->velocity, vec_scale(change, most / size));
        if (outcome->velocity.x == 0.0F && outcome->velocity.y == 0.0F) {
            /* Braking to a standstill: the displacement is velocity times dt. */
            outcome->velocity = velocity;
            outcome->displacement = vec_scale(velocity, dt);
        } else {
            change_velocity(outcome, velocity);
        }
    }
}

/* Adds the belt's velocity to the velocity that the agent chose. Limits apply only to the chosen
 * velocity. */
static void add_belt_velocity(const move_job *job, const move_limits *limits, uint32_t index,
                              wend_outcome *outcome) {
    wend_vec2 ground = job->belts[job->belt_of[index] - 1].velocity;
    wend_body own = job->view->bodies[index];
    own.velocity = vec_sub(own.velocity, ground);
    if (!limits->respects_limits) {
        apply_limits(limits, &own, job->view->dt, outcome);
    }
    outcome->velocity = vec_add(outcome->velocity, ground);
    outcome->displacement = vec_add(outcome->displacement, vec_scale(ground, job->view->dt));
}

static bool is_carried(const move_job *job, uint32_t index) {
    return job->belt_of && job->belt_of[index] != 0;
}

/* Applies limits, belt and walls to the outcome. The body moves as far as walls allow. */
static void apply_walls(const move_job *job, const move_limits *limits, uint32_t index,
                        step_tally *tally, wend_body *next) {
    float dt = job->view->dt;
    const wend_body *body = &job->view->bodies[index];
    wend_outcome outcome = job->outcomes[index];
    if (is_carried(job, index)) {
        add_belt_velocity(job, limits, index, &outcome);
    } else if (!limits->respects_limits) {
        apply_limits(limits, body, dt, &outcome);
    }
    next->velocity = outcome.velocity;
    next->position = vec_add(body->position, outcome.displacement);
    if (!job->has_walls) {
        return;
    }
    wend_view view_copy;
    const wend_view *view = internals_view_of(job->view, body->slot, &view_copy);
    wall_result result = walls_constrain(view, body, outcome.displacement);
    next->position = result.position;
    if (result.shortened > 0.0F) {
        next->velocity = vec_scale(vec_sub(result.position, body->position), 1.0F / dt);
    }
    if (result.shortened > intervention_threshold) {
        tally->stats.wall_interventions++;
        tally->stats.wall_interventions_while_feasible += outcome.solve_status == WEND_SOLVE_FREE;
    }
}

static void change_layer(move_job *job, step_tally *tally, uint32_t index, wend_body *next,
                         uint32_t layer) {
    if (layer != wend_body_layer(next)) {
        next->tags = (next->tags & ~0xffU) | layer;
        tally_note(tally, job->from, (step_note){index, WEND_EVENT_LAYER, WEND_NO_GOAL});
    }
}

/* True if the velocity is finite and the position is within the range of the geometry code. */
static bool is_sound(wend_vec2 position, wend_vec2 velocity) {
    return fabsf(position.x) <= STORE_MAX_COORDINATE && fabsf(position.y) <= STORE_MAX_COORDINATE &&
           isfinite(velocity.x) && isfinite(velocity.y);
}

/* Teleports the body to the outcome's position. Walls and limits do not apply. */
static void apply_teleport(move_job *job, const wend_outcome *outcome, step_tally *tally,
                           uint32_t index, wend_body *next) {
    const wend_body *body = &job->view->bodies[index];
    bool known = outcome->layer < wend_space_layer_count(job->view->space);
    tally->stats.teleports++;
    change_layer(job, tally, index, next, known ? outcome->layer : wend_body_layer(body));
}

/* Applies limits, walls and links to a sound outcome. Returns false if the result is not sound. */
static bool apply_constraints(move_job *job, step_tally *tally, uint32_t index, wend_body *next) {
    const wend_body *body = &job->view->bodies[index];
    const move_limits *limits = &job->limits[wend_body_profile(body)];
    const wend_outcome *outcome = &job->outcomes[index];
    if (outcome->teleports) {
        apply_teleport(job, outcome, tally, index, next);
        return true;
    }
    apply_walls(job, limits, index, tally, next);
    if (!is_sound(next->position, next->velocity)) {
        return false; /* a wall may have pushed the body out of range */
    }
    if (job->has_links) {
        wend_location from = {body->position, wend_body_layer(body)};
        change_layer(job, tally, index, next,
                     wend_space_layer_after(job->view->space, from, next->position));
    }
    return true;
}

/* step_unhindered loads two adjacent vectors of each record as one group of four floats, so it
 * relies on this order of fields. */
_Static_assert(offsetof(wend_body, velocity) == sizeof(wend_vec2) &&
                   offsetof(wend_body, radius) == 2 * sizeof(wend_vec2) &&
                   offsetof(wend_outcome, displacement) == sizeof(wend_vec2),
               "a body's motion and an outcome are four floats each");

/* Computes the next state with no wall, link or limit in effect. Returns false if the result is not
 * sound (see is_sound). */
static inline bool step_unhindered(const wend_body *body, const wend_outcome *outcome,
                                   wend_body *next) {
    const quad most = quad_of(STORE_MAX_COORDINATE, STORE_MAX_COORDINATE, FLT_MAX, FLT_MAX);
    quad now = quad_load(&body->position.x), choice = quad_load(&outcome->velocity.x);
    quad then = quad_join(quad_add(now, quad_upper(choice)), choice);
    quad_store(&next->position.x, then);
    memcpy(&next->radius, &body->radius, sizeof *body - offsetof(wend_body, radius));
    return quad_within(then, most);
}

/* True if the outcome applies unchanged: no teleport, belt, limit, wall or link affects it. */
static inline bool is_unhindered(const move_job *job, uint32_t index) {
    const wend_body *body = &job->view->bodies[index];
    const wend_outcome *outcome = &job->outcomes[index];
    return !outcome->teleports && !is_carried(job, index) &&
           (job->is_open ||
            (job->keeps_limits && walls_are_far_away(job->view, body, outcome->displacement)));
}

/* Returns what is kept of an outcome until the next step. An unknown status counts as
 * infeasible. */
static inline cold_choice choice_of(const wend_outcome *outcome) {
    bool infeasible = outcome->solve_status >= WEND_SOLVE_INFEASIBLE;
    return (cold_choice){outcome->region,
                         infeasible ? WEND_SOLVE_INFEASIBLE : outcome->solve_status};
}

static void count_infeasible(const move_job *job, const wend_body *body, step_tally *tally) {
    bool every_step = job->limits[wend_body_profile(body)].every_step;
    tally->stats.infeasible_steps += job->chooses || every_step;
}

/* Returns an outcome's choice as one number: region, solve status, and whether it teleports. It is
 * less than `plain_choice_end` if the status is known and feasible and there is no teleport. */
static inline uint32_t choice_bits(const wend_outcome *outcome) {
    return outcome->region | (uint32_t)outcome->solve_status << 16 |
           (uint32_t)outcome->teleports << 24;
}
static const uint32_t plain_choice_end = (uint32_t)WEND_SOLVE_INFEASIBLE << 16;

/* Moves bodies that nothing hinders, beginning with body `begin`. Returns the index of the first
 * one that needs the general code: a ghost, a teleport, an infeasible program, an unsound result.
 */
static uint32_t move_unhindered(const move_job *job, uint32_t begin, uint32_t end) {
    const wend_body *body = &job->view->bodies[begin], *last = &job->view->bodies[end];
    const wend_outcome *outcome = &job->outcomes[begin];
    wend_body *next = &job->next[begin];
    cold_choice *choices = job->choices;
    const uint32_t ghost = (uint32_t)WEND_BODY_GHOST << 20;
    for (; body < last; body++, outcome++, next++) {
        uint32_t choice = choice_bits(outcome);
        if ((body->tags & ghost) || choice >= plain_choice_end ||
            !step_unhindered(body, outcome, next)) {
            break;
        }
        choices[body->slot] = (cold_choice){(uint16_t)choice, (uint16_t)(choice >> 16)};
    }
    return (uint32_t)(body - job->view->bodies);
}

void move_bodies(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    move_job *job = context;
    step_tally *tally = &job->tallies[worker];
    const wend_body *bodies = job->view->bodies;
    const wend_outcome *outcomes = job->outcomes;
    cold_choice *choices = job->keeps_choices ? job->choices : NULL;
    wend_body *nexts = job->next;
    /* If bodies move as soon as they have steered, their cells are still in the cache. */
    bool prefetches = job->has_walls && job->keeps_choices && prefetch_needs_wall_cells(job->view);
    bool is_plain = job->is_open && job->keeps_choices && !job->belt_of;
    for (uint32_t i = begin; i < end; i++) {
        i = is_plain ? move_unhindered(job, i, end) : i;
        if (i == end) {
            break;
        }
        const wend_body *body = &bodies[i];
        const wend_outcome *outcome = &outcomes[i];
        wend_body *next = &nexts[i];
        if (prefetches) {
            PREFETCH_COLUMN(choices, bodies, i, end, PREFETCH_FAR);
            prefetch_wall_cell(job->view, i, end);
        }
        if (wend_body_flags(body) & WEND_BODY_GHOST) {
            *next = *body;
            tally->stats.agent_steps--;
            continue;
        }
        if (!step_unhindered(body, outcome, next) ||
            (!is_unhindered(job, i) && !apply_constraints(job, tally, i, next))) {
            tally->bad_body = i < tally->bad_body ? i : tally->bad_body;
            continue;
        }
        if (choices) {
            choices[body->slot] = choice_of(outcome);
        }
        if (outcome->solve_status >= WEND_SOLVE_INFEASIBLE) {
            count_infeasible(job, body, tally);
        }
    }
    tally->stats.agent_steps += end - begin;
}

void move_keep_choices(const move_job *job, uint32_t begin, uint32_t end) {
    const wend_body *bodies = job->view->bodies;
    for (uint32_t i = begin; i < end; i++) {
        PREFETCH_COLUMN(job->choices, bodies, i, end, PREFETCH_FAR);
        if (!(wend_body_flags(&bodies[i]) & WEND_BODY_GHOST)) {
            job->choices[bodies[i].slot] = choice_of(&job->outcomes[i]);
        }
    }
}
