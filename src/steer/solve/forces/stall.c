/* Tells when a character has come to rest between forces that cancel each other, and pushes it out.
 *
 * A stall is a second in which its mean velocity is below a fifth of the preferred speed while
 * others, the boundary or what it is kept off hold it back. Then a force grows: forwards and
 * sideways, to the hand to which the other forces press; the next time to the other hand. If both
 * are in vain, sideways; then backwards and sideways; a second longer after every two tries. In a
 * crowd that walks there is nothing to go round, and it is pushed forwards and sideways only,
 * unless all that are near have a lower key: two mirrored characters would do the same at the same
 * time for ever. Cost: O(others) for who is slow, else O(1). */
#include "steer/solve/forces/stall.h"

#include "geom/vec.h"

/* s: over which the mean velocity is taken, and below a share of the preferred speed for how long
 * is a stall. */
static const float mean_time = 1.0F, stall_after = 1.0F, stall_share = 0.2F;
/* A push ends after so many s and one more for every two tries, the first two also when it walks
 * forwards at this share of its speed. s: who has not stalled for so long has got out. */
static const float push_time = 3.0F, free_share = 0.5F, free_time = 10.0F;
/* m: who is this near walks in a crowd. */
static const float crowd_reach = 0.5F;

/* What others and the boundary do to it. */
static wend_vec2 pressure(const force_scene *scene, const corridor_motion *motion) {
    uint32_t cursor = motion->cursor;
    force_parts forces = forces_at(scene, motion->position, motion->velocity, &cursor);
    return vec_add(forces.repelled, forces.bound);
}

/* The side to which it is pressed; where it is not, the right. */
static float choose_side(const force_scene *scene, const corridor_motion *motion) {
    wend_vec2 left = vec_perp(vec_sub(scene->attraction, motion->position));
    return vec_dot(pressure(scene, motion), left) > 0.0F ? 1.0F : -1.0F;
}

static void begin_push(const force_scene *scene, const corridor_motion *motion, float dt,
                       corridor_stall *stall) {
    if (stall->side == 0.0F || stall->walked > free_time) {
        stall->tries = 0;
        stall->side = choose_side(scene, motion);
    }
    stall->stalled = stall->walked = 0.0F;
    stall->pushed = dt;
}

static void end_push(corridor_stall *stall) {
    stall->pushed = 0.0F;
    stall->tries++;
    stall->side = -stall->side;
}

/* Whether a push has lasted long enough. */
static bool is_pushed_enough(const force_scene *scene, wend_vec2 x, const corridor_stall *stall) {
    wend_vec2 ahead = vec_normalized(vec_sub(scene->attraction, x));
    bool walks = vec_dot(stall->mean, ahead) > free_share * scene->speed;
    uint32_t rounds = stall->tries / 2;
    return stall->pushed > push_time + (float)rounds || (rounds == 0 && walks);
}

/* Who slows down to stop does not stall, nor who is hardly drawn. */
static bool is_held_back(const force_scene *scene, const corridor_motion *motion,
                         const corridor_stall *stall) {
    wend_vec2 way = vec_sub(scene->attraction, motion->position);
    bool stopping = scene->stops && vec_length(way) < scene->speed * scene->relaxation;
    if (stopping || vec_length(stall->mean) >= stall_share * scene->speed) {
        return false;
    }
    return stall->kept || vec_dot(pressure(scene, motion), way) < 0.0F;
}

void corridor_stall_note(const force_scene *scene, const corridor_motion *motion, float dt,
                         corridor_stall *stall) {
    stall->mean = vec_lerp(stall->mean, motion->velocity, dt < mean_time ? dt / mean_time : 1.0F);
    if (stall->pushed > 0.0F) {
        stall->pushed += dt;
        if (is_pushed_enough(scene, motion->position, stall)) {
            end_push(stall);
        }
        return;
    }
    stall->walked += dt;
    stall->stalled = is_held_back(scene, motion, stall) ? stall->stalled + dt : 0.0F;
    if (stall->stalled > stall_after) {
        begin_push(scene, motion, dt, stall);
    }
}

/* Whether a character that walks, too, and makes room first is in front: then there is nothing to
 * go round. */
static bool is_in_crowd(const force_scene *scene) {
    for (uint32_t i = 0; i < scene->other_count; i++) {
        const force_other *other = &scene->others[i];
        bool walks = !vec_equal(other->side, (wend_vec2){0.0F, 0.0F});
        if (walks && other->repels && other->yields &&
            other->nearest < crowd_reach + scene->radius + other->radius) {
            return true;
        }
    }
    return false;
}

wend_vec2 corridor_stall_push(const force_scene *scene, wend_vec2 x, const corridor_stall *stall) {
    static const float forwards[] = {1.0F, 0.0F, -1.0F}; /* for every two tries */
    if (stall->pushed == 0.0F) {
        return (wend_vec2){0.0F, 0.0F};
    }
    wend_vec2 ahead = vec_normalized(vec_sub(scene->attraction, x));
    uint32_t round = is_in_crowd(scene) ? 0 : stall->tries / 2 % 3;
    wend_vec2 both =
        vec_add(vec_scale(ahead, forwards[round]), vec_scale(vec_perp(ahead), stall->side));
    return vec_scale(both, stall->pushed * scene->speed / scene->relaxation);
}
