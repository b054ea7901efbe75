/* Detects arrivals of bodies at their goals, according to the goal's rule (wend_arrive):
 *
 *     touch   at any time during the step, the agent's disc came within the tolerance of the region
 *     inside  at the end of the step, the agent's centre is in the region, or within the tolerance
 *             of a region that is a point or segment
 *
 * Without a tolerance an agent would reach an exit on a wall late or never, because agents slow
 * down near walls and keep a small gap, the skin (step/skin.h), between themselves and walls.
 *
 * The region and all its parts are taken at their positions at the start of the step. The region's
 * motion is subtracted from the agent's motion, so that fast agents and fast goals do not miss each
 * other. Cost: O(1) for each body far from its goal. */
#include "behave/reach.h"

#include "geom/vec.h"
#include "step/internals.h"
#include "step/prefetch.h"
#include "step/region.h"
#include "step/skin.h"

/* m: rounding may leave a gap of up to this size between two parts of a goal. */
static const float part_gap = 1e-4F;

static bool reaches(const goal_record *goal, const wend_region *part, wend_vec2 from, wend_vec2 end,
                    float radius) {
    if (goal->arrive == WEND_ARRIVE_TOUCH) {
        float least = 2.0F * skin_at(from);
        float within = goal->tolerance > least ? goal->tolerance : least;
        return region_gap(part, from, end) <= radius + within;
    }
    bool thin = part->shape == WEND_SHAPE_POINT || part->shape == WEND_SHAPE_SEGMENT;
    float within = thin ? goal->tolerance : goal->part_count > 1 ? part_gap : 0.0F;
    return wend_region_distance(part, end) <= within;
}

bool reach_arrives(const goal_record *goal, wend_vec2 from, wend_vec2 to, float radius, float dt,
                   double time_after) {
    wend_vec2 end = vec_sub(to, vec_scale(goal->region.velocity, dt));
    if (reach_is_far(goal, from, to, radius, dt) || !goal_is_open(goal, time_after)) {
        return false;
    }
    const wend_region *parts = goal_parts(goal);
    bool arrives = false;
    for (uint32_t i = 0; i < goal->part_count && !arrives; i++) {
        arrives = reaches(goal, &parts[i], from, end, radius);
    }
    return arrives;
}

/* ---- Bodies that moved ----------------------------------------------------------------------- */

/* True if a body reaches a goal during the step. */
static bool arrives_at(const reach_job *job, uint32_t index, const wend_body *next, uint32_t goal) {
    const wend_body *body = &job->view->bodies[index];
    const goal_record *record = &job->goals[goal];
    wend_vec2 from = job->outcomes[index].teleports ? next->position : body->position;
    return record->layer == wend_body_layer(next) &&
           reach_arrives(record, from, next->position, body->radius, job->view->dt,
                         job->time_after);
}

static void note_arrival(const reach_job *job, step_tally *tally, uint32_t index, wend_body *next) {
    uint32_t goal = internals_goal(job->view, index);
    if (!arrives_at(job, index, next, goal)) {
        next->tags &= ~((uint32_t)WEND_BODY_IN_REACHED_GOAL << 20);
    } else if (!(wend_body_flags(&job->view->bodies[index]) & WEND_BODY_IN_REACHED_GOAL)) {
        tally_note(tally, job->from, (step_note){index, WEND_EVENT_ARRIVED, goal});
    }
}

/* For an agent that heads for several goals at the same time and has not reached its own goal:
 * notes the arrival at the first other goal that it has reached. Goals of limited capacity are
 * ignored, because only agents that hold capacity there may arrive. */
static void note_other_arrival(const reach_job *job, step_tally *tally, uint32_t index,
                               const wend_body *next) {
    const uint32_t excluded_flags = WEND_BODY_STANDS | WEND_BODY_IN_REACHED_GOAL;
    const uint32_t *goals;
    uint32_t count = wend_view_active_goals(job->view, index, &goals);
    uint32_t own = internals_goal(job->view, index);
    if (count < 2 || (wend_body_flags(&job->view->bodies[index]) & excluded_flags)) {
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        bool other = goals[i] != own && job->goals[goals[i]].resource == WEND_NONE;
        if (other && arrives_at(job, index, next, goals[i])) {
            if (!arrives_at(job, index, next, own)) {
                tally_note(tally, job->from, (step_note){index, WEND_EVENT_ARRIVED, goals[i]});
            }
            return;
        }
    }
}

/* True if another goal of an agent's set is within reach. This is rare. */
static inline bool is_near_other(const reach_job *job, const wend_body *body,
                                 const wend_body *next) {
    const struct wend_internals *internals = job->view->internals;
    uint32_t set = internals->cold->goal_set[body->slot];
    const index_list *list = set == WEND_NONE ? NULL : &internals->goal_sets[set];
    uint32_t own = internals->cold->goal[body->slot];
    bool far = true;
    list = store_is_on_leg(internals->cold, body->slot) ? NULL : list;
    for (uint32_t i = 0; list && i < list->count && far; i++) {
        uint32_t goal = list->items[i];
        far = goal == own || reach_is_far(&job->goals[goal], body->position, next->position,
                                          body->radius, job->view->dt);
    }
    return !far;
}

/* True if the arrival state of a body with a goal cannot change, because the goal is out of reach
 * now and was not reached before. */
static inline bool is_arrival_unchanged(const reach_job *job, uint32_t goal, const wend_body *body,
                                        const wend_body *next, float dt) {
    return !(wend_body_flags(body) & WEND_BODY_IN_REACHED_GOAL) &&
           reach_is_far(&job->goals[goal], body->position, next->position, body->radius, dt);
}

/* For agents that head for several goals at the same time: notes arrivals at goals other than their
 * own. */
static void reach_others(const reach_job *job, uint32_t begin, uint32_t end, step_tally *tally) {
    const wend_body *bodies = job->view->bodies;
    for (uint32_t i = begin; i < end; i++) {
        const wend_body *body = &bodies[i];
        if (!(wend_body_flags(body) & WEND_BODY_GHOST) &&
            job->takes_all_goals[wend_body_profile(body)] &&
            is_near_other(job, body, &job->next[i])) {
            note_other_arrival(job, tally, i, &job->next[i]);
        }
    }
}

/* True if a body cannot arrive anywhere: it is a ghost or stands still, has no goal, or heads in a
 * direction. No position is needed to know this. */
static inline bool cannot_arrive(const reach_job *job, uint32_t goal, const wend_body *body) {
    const uint32_t resting = (uint32_t)(WEND_BODY_GHOST | WEND_BODY_STANDS) << 20;
    const uint32_t reached = (uint32_t)WEND_BODY_IN_REACHED_GOAL << 20;
    return (body->tags & resting) || goal == WEND_NO_GOAL ||
           (!(body->tags & reached) && job->goals[goal].region.shape == WEND_SHAPE_DIRECTION);
}

void reach_bodies(const reach_job *job, uint32_t begin, uint32_t end, uint32_t worker) {
    step_tally *tally = &job->tallies[worker];
    const uint32_t *goals = job->view->internals->cold->goal;
    const cold_leg *legs = job->view->internals->cold->legs;
    const wend_body *bodies = job->view->bodies;
    float dt = job->view->dt;
    bool prefetches = prefetch_needs_goals(job->view);
    for (size_t i = begin; i < end; i++) {
        if (prefetches) {
            prefetch_goal(job->view, (uint32_t)i, end);
        }
        uint32_t goal = store_target_goal_of(goals, legs, bodies[i].slot);
        if (!cannot_arrive(job, goal, &bodies[i]) &&
            !is_arrival_unchanged(job, goal, &bodies[i], &job->next[i], dt)) {
            note_arrival(job, tally, (uint32_t)i, &job->next[i]);
        }
    }
    if (job->takes_all_goals) {
        reach_others(job, begin, end, tally);
    }
}
