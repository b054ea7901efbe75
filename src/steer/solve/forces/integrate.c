/* Integrates the forces over a step, and keeps the character inside its corridor and clear of
 * others.
 *
 * Velocity Verlet: the first half of the velocity change, the displacement, then the second half
 * with the forces at the new position. The speed limit is applied after each half, so that no
 * displacement is longer than the limit allows. Euler (semi-implicit): the whole velocity change
 * with the forces at the old position, then the displacement; this takes half of the time and is
 * less accurate.
 *
 * Contacts: if a displacement would end too near to the boundary or to another character, its end
 * is moved straight away from the contact until it is just far enough away. The velocity component
 * that leads into the contact is lost at once, as at walls. If no end satisfies all contacts, the
 * character stays where it is. A character that starts too near is moved out. No displacement is
 * longer than the preferred speed allows. Cost: O(others) for each part of the step. */
#include "steer/solve/forces/integrate.h"

#include <math.h>

#include "geom/vec.h"
#include "steer/solve/forces/bound.h"

enum {
    MOST_PARTS = 256, /* largest number of parts of a step */
    ROUNDS = 6        /* attempts to find a position free of contacts */
};

/* m: tolerance for rounding when distances are checked. It lets a character that just touches a
 * wall reach a goal on that wall. */
static const float rounding = 1e-4F;
/* m: the tolerance per step for characters that already overlap. A larger tolerance would let them
 * creep into each other. */
static const float overlap_tolerance = 2e-6F;

typedef struct guard {
    const force_scene *scene;
    wend_vec2 from;     /* position at the start of the displacement */
    float most_outward; /* m: largest distance by which the character may be moved out of an overlap
                         */
    float most;         /* longest displacement, in m */
    float inside; /* m: distance from the corridor's boundary at the start; negative outside */
    bool ignores_boundary;
} guard;

static float smaller(float a, float b) {
    return a < b ? a : b;
}

static float larger(float a, float b) {
    return a > b ? a : b;
}

/* ---- Contacts -------------------------------------------------------------------------------- */

/* Returns the distance to keep from a contact. `nearest` is the allowed distance, `now` the current
 * distance. */
static float required_distance(const guard *g, float nearest, float now) {
    return smaller(nearest, now + g->most_outward);
}

static wend_vec2 remove_inward(wend_vec2 velocity, wend_vec2 outward) {
    float along = vec_dot(velocity, outward);
    return along < 0.0F ? vec_sub(velocity, vec_scale(outward, along)) : velocity;
}

/* Moves the character along `outward` if a contact is nearer than `need` by more than `slack`.
 * Returns false if no move was needed. */
static bool move_off(corridor_motion *motion, wend_vec2 outward, float distance, float need,
                     float slack) {
    if (!(distance < need - slack)) {
        return false;
    }
    motion->position = vec_add(motion->position, vec_scale(outward, need - distance));
    motion->velocity = remove_inward(motion->velocity, outward);
    return true;
}

static bool move_off_bound(const guard *g, corridor_motion *motion) {
    const force_scene *scene = g->scene;
    wend_corridor_bound nearest = force_bound(scene, motion->position, &motion->cursor);
    wend_vec2 inward = force_inward(&nearest, motion->position, scene->attraction);
    return move_off(motion, inward, nearest.distance,
                    required_distance(g, scene->radius, g->inside), rounding);
}

/* Returns the direction away from another character. */
static wend_vec2 outward_from(const force_other *other, wend_vec2 x) {
    wend_vec2 offset = vec_sub(x, other->position);
    if (!vec_equal(other->side, (wend_vec2){0.0F, 0.0F})) {
        return other->side;
    }
    return vec_equal(x, other->position) ? (wend_vec2){1.0F, 0.0F} : vec_normalized(offset);
}

static bool move_off_other(const guard *g, const force_other *other, corridor_motion *motion) {
    wend_vec2 outward = outward_from(other, motion->position);
    float distance = vec_dot(vec_sub(motion->position, other->position), outward);
    if (distance >= other->nearest) {
        return false;
    }
    bool overlaps = other->distance < other->nearest - rounding;
    float now = vec_dot(vec_sub(g->from, other->position), outward_from(other, g->from));
    /* The distance at the start of the whole step, because the tolerances of its parts add up. */
    now = g->most_outward > 0.0F ? now : other->distance;
    return move_off(motion, outward, distance, required_distance(g, other->nearest, now),
                    overlaps ? overlap_tolerance : rounding);
}

/* Shortens the displacement to `most`. Returns true if it was longer. */
static bool shorten_displacement(const guard *g, corridor_motion *motion) {
    wend_vec2 offset = vec_sub(motion->position, g->from);
    if (vec_length(offset) <= g->most + rounding) {
        return false;
    }
    motion->position = vec_add(g->from, vec_shortened(offset, g->most));
    return true;
}

/* Moves the character away from each contact once. Returns true if a move was needed. */
static bool move_off_all(const guard *g, corridor_motion *motion) {
    bool moved = false;
    for (uint32_t i = 0; i < g->scene->other_count && !g->scene->reciprocal; i++) {
        moved = move_off_other(g, &g->scene->others[i], motion) || moved;
    }
    moved = (!g->ignores_boundary && move_off_bound(g, motion)) || moved;
    return shorten_displacement(g, motion) || moved;
}

/* Searches for a position free of all contacts. Returns false if none was found. */
static bool find_free_position(const guard *g, corridor_motion *motion) {
    bool moved = true;
    for (int i = 0; i < ROUNDS && moved; i++) {
        moved = move_off_all(g, motion);
        motion->solve_status = moved && motion->solve_status == WEND_SOLVE_FREE
                                   ? WEND_SOLVE_RELAXED
                                   : motion->solve_status;
    }
    return !moved;
}

/* Resolves the contacts. If one contact prevents the character from moving out of another, the
 * character must at least not move deeper into any contact. If no such position is found either,
 * and the character is outside or too near to the boundary (a closed door may leave it there), the
 * boundary is ignored, and only other characters and walls count. */
static void resolve_contacts(guard *g, corridor_motion *motion) {
    const corridor_motion wanted = *motion;
    if (find_free_position(g, motion)) {
        return;
    }
    *motion = wanted;
    g->most_outward = 0.0F;
    if (find_free_position(g, motion)) {
        return;
    }
    *motion = wanted;
    g->ignores_boundary = g->inside < g->scene->radius - rounding;
    if (!g->ignores_boundary || !find_free_position(g, motion)) {
        *motion = (corridor_motion){g->from, {0.0F, 0.0F}, wanted.cursor, WEND_SOLVE_INFEASIBLE};
    }
}

/* ---- Verlet ---------------------------------------------------------------------------------- */

/* Returns the velocity after half of one part of a step. A character that is too fast slows down at
 * the maximum deceleration. */
static wend_vec2 accelerated(const force_scene *scene, wend_vec2 velocity, wend_vec2 acceleration,
                             float half) {
    float slowed = vec_length(velocity) - scene->most * half;
    return vec_shortened(vec_add(velocity, vec_scale(acceleration, half)),
                         larger(slowed, scene->speed));
}

/* Integrates one part of a step. The damping at the end of the part uses the velocity that the
 * first acceleration would produce. */
static void integrate_part(const force_scene *scene, float duration, corridor_motion *motion) {
    float half = scene->euler ? duration : 0.5F * duration;
    force_parts forces = forces_at(scene, motion->position, motion->velocity, &motion->cursor);
    wend_vec2 acceleration = forces_sum(&forces, scene->most);
    guard g = {.scene = scene,
               .from = motion->position,
               .most_outward = scene->speed * duration,
               .inside = forces.nearest.distance};
    motion->velocity = accelerated(scene, motion->velocity, acceleration, half);
    g.most = larger(vec_length(motion->velocity) * duration, g.most_outward);
    motion->position = vec_add(motion->position, vec_scale(motion->velocity, duration));
    resolve_contacts(&g, motion);
    if (scene->euler) {
        return;
    }
    wend_vec2 expected = accelerated(scene, motion->velocity, acceleration, half);
    forces = forces_at(scene, motion->position, expected, &motion->cursor);
    acceleration = forces_sum(&forces, scene->most);
    motion->velocity = accelerated(scene, motion->velocity, acceleration, half);
}

void corridor_path(const force_scene *scene, float duration, float longest,
                   corridor_motion *motion) {
    float parts = ceilf(smaller(duration / longest - 1e-3F, MOST_PARTS));
    parts = parts > 1.0F ? parts : 1.0F;
    for (float i = 0.0F; i < parts; i += 1.0F) {
        integrate_part(scene, duration / parts, motion);
    }
}
