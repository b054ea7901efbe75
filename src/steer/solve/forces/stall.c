/* Detects a character that is stuck because forces cancel each other, and pushes it out.
 *
 * A character stalls if its mean velocity stays below a fifth of its preferred speed for a second,
 * while other characters, the boundary or a contact hold it back. Then a force pushes it, and grows
 * with time. The first push acts forwards and sideways, towards the side to which the other forces
 * press. The second push acts forwards and towards the opposite side. If both fail, two pushes act
 * only sideways, and the next two act backwards and sideways. After every two tries, a push lasts
 * one second longer.
 *
 * In a walking crowd, there is nothing to walk around, so the pushes act only forwards and
 * sideways. Only a character that has the highest key of all characters nearby also uses the other
 * pushes. Otherwise, two mirrored characters would do the same at the same time forever.
 *
 * Cost: O(others) for slow characters, otherwise O(1). */
#include "steer/solve/forces/stall.h"

#include "geom/vec.h"

/* The mean velocity is taken over `mean_time` (s). A character stalls if its mean velocity stays
 * below `stall_share` of the preferred speed for `stall_after` (s). */
static const float mean_time = 1.0F, stall_after = 1.0F, stall_share = 0.2F;
/* A push ends after `push_time` (s) plus one second for every two tries. The first two pushes also
 * end when the character walks forwards at `free_share` of its preferred speed. A character that
 * has not stalled for `free_time` (s) has escaped. */
static const float push_time = 3.0F, free_share = 0.5F, free_time = 10.0F;
/* m: a character walks in a crowd if the gap to another is less than this. */
static const float crowd_reach = 0.5F;

/* Returns the sum of the forces of others and of the boundary. */
static wend_vec2 pressure(const force_scene *scene, const corridor_motion *motion) {
    uint32_t cursor = motion->cursor;
    force_parts forces = forces_at(scene, motion->position, motion->velocity, &cursor);
    return vec_add(forces.obstacle_force, forces.boundary_force);
}

/* Returns the side to which the character is pressed; the right side if there is no pressure. */
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

/* True if a push has lasted long enough. */
static bool is_pushed_enough(const force_scene *scene, wend_vec2 x, const corridor_stall *stall) {
    wend_vec2 ahead = vec_normalized(vec_sub(scene->attraction, x));
    bool walks = vec_dot(stall->mean, ahead) > free_share * scene->speed;
    uint32_t rounds = stall->tries / 2;
    return stall->pushed > push_time + (float)rounds || (rounds == 0 && walks);
}

/* True if a slow character is held back. A character that brakes in order to stop, or that no force
 * holds back, does not stall. */
static bool is_held_back(const force_scene *scene, const corridor_motion *motion,
                         const corridor_stall *stall) {
    wend_vec2 offset = vec_sub(scene->attraction, motion->position);
    bool stopping = scene->stops && vec_length(offset) < scene->speed * scene->relaxation;
    if (stopping || vec_length(stall->mean) >= stall_share * scene->speed) {
        return false;
    }
    return stall->had_contact || vec_dot(pressure(scene, motion), offset) < 0.0F;
}

void corridor_stall_update(const force_scene *scene, const corridor_motion *motion, float dt,
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

/* True if there is a walking character nearby with a higher key. That character steps back first,
 * so there is nothing to walk around. */
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
    static const float forwards[] = {1.0F, 0.0F, -1.0F}; /* one value for every two tries */
    if (stall->pushed == 0.0F) {
        return (wend_vec2){0.0F, 0.0F};
    }
    wend_vec2 ahead = vec_normalized(vec_sub(scene->attraction, x));
    uint32_t round = is_in_crowd(scene) ? 0 : stall->tries / 2 % 3;
    wend_vec2 both =
        vec_add(vec_scale(ahead, forwards[round]), vec_scale(vec_perp(ahead), stall->side));
    return vec_scale(both, stall->pushed * scene->speed / scene->relaxation);
}
