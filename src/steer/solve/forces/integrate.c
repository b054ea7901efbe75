/* Integrates the forces of a step, and keeps the character inside its corridor and off others.
 *
 * Velocity Verlet: half a step's change of velocity, the way, the other half by the forces there.
 * Both changes end with the speed cap, so that no way is longer than the cap allows.
 *
 * Kept off: a way that would end too near to the boundary or to a character ends where it just does
 * not, along the straight line away from that; what leads there of the velocity is lost at once, as
 * at walls. Where that cannot be had for all at once, the character stays where it is. Who is too
 * near to begin with is brought out; no way is longer than the preferred speed makes it. Cost:
 * O(others) for each part of the step. */
#include "steer/solve/forces/integrate.h"

#include <math.h>

#include "geom/vec.h"

enum {
    MOST_PARTS = 256, /* of a step */
    ROUNDS = 6        /* in which a place that is free of all is looked for */
};

/* m: by which rounding may leave somebody too near. Who just touches a wall touches a goal on it.
 */
static const float rounding = 1e-4F;
/* m: the same in each step for those that overlap already: else they creep into each other. */
static const float no_deeper = 2e-6F;

typedef struct guard {
    const force_scene *scene;
    wend_vec2 from; /* where the way began */
    float let_out;  /* m: by which it may be brought out of an overlap */
    float most;     /* m: the longest way */
    float inside;   /* m: how far inside the corridor the way began */
    bool unbound;   /* the boundary is not heeded */
} guard;

static float smaller(float a, float b) {
    return a < b ? a : b;
}

static float larger(float a, float b) {
    return a > b ? a : b;
}

/* ---- Kept off -------------------------------------------------------------------------------- */

/* How far to stay away from something, for who was at a distance `now` from it. */
static float needed(const guard *g, float nearest, float now) {
    return smaller(nearest, now + g->let_out);
}

static wend_vec2 without_inward(wend_vec2 velocity, wend_vec2 outward) {
    float along = vec_dot(velocity, outward);
    return along < 0.0F ? vec_sub(velocity, vec_scale(outward, along)) : velocity;
}

/* Moves out of what is nearer than `need` by more than `slack`; false if nothing is to be done. */
static bool move_off(corridor_motion *motion, wend_vec2 outward, float distance, float need,
                     float slack) {
    if (!(distance < need - slack)) {
        return false;
    }
    motion->position = vec_add(motion->position, vec_scale(outward, need - distance));
    motion->velocity = without_inward(motion->velocity, outward);
    return true;
}

static bool move_off_bound(const guard *g, corridor_motion *motion) {
    const force_scene *scene = g->scene;
    wend_corridor_bound nearest = wend_route_bound(
        scene->route, (wend_location){motion->position, scene->layer}, &motion->cursor);
    wend_vec2 inward = force_inward(&nearest, motion->position, scene->attraction);
    return move_off(motion, inward, nearest.distance, needed(g, scene->radius, g->inside),
                    rounding);
}

/* The way out of another character. */
static wend_vec2 outward_from(const force_other *other, wend_vec2 x) {
    wend_vec2 way = vec_sub(x, other->position);
    if (!vec_equal(other->side, (wend_vec2){0.0F, 0.0F})) {
        return other->side;
    }
    return vec_equal(x, other->position) ? (wend_vec2){1.0F, 0.0F} : vec_normalized(way);
}

static bool move_off_other(const guard *g, const force_other *other, corridor_motion *motion) {
    wend_vec2 outward = outward_from(other, motion->position);
    float distance = vec_dot(vec_sub(motion->position, other->position), outward);
    if (distance >= other->nearest) {
        return false;
    }
    bool overlaps = other->distance < other->nearest - rounding;
    float now = vec_dot(vec_sub(g->from, other->position), outward_from(other, g->from));
    now = g->let_out > 0.0F ? now : other->distance; /* of the whole step: parts add up */
    return move_off(motion, outward, distance, needed(g, other->nearest, now),
                    overlaps ? no_deeper : rounding);
}

/* No way is longer than `most`; true if it was. */
static bool shorten_way(const guard *g, corridor_motion *motion) {
    wend_vec2 way = vec_sub(motion->position, g->from);
    if (vec_length(way) <= g->most + rounding) {
        return false;
    }
    motion->position = vec_add(g->from, vec_shortened(way, g->most));
    return true;
}

/* True if it had to be moved. */
static bool move_off_all(const guard *g, corridor_motion *motion) {
    bool moved = false;
    for (uint32_t i = 0; i < g->scene->other_count; i++) {
        moved = move_off_other(g, &g->scene->others[i], motion) || moved;
    }
    moved = (!g->unbound && move_off_bound(g, motion)) || moved;
    return shorten_way(g, motion) || moved;
}

/* Looks for a place that is free of all; false if none was found. */
static bool find_free(const guard *g, corridor_motion *motion) {
    bool moved = true;
    for (int i = 0; i < ROUNDS && moved; i++) {
        moved = move_off_all(g, motion);
        motion->solve_status = moved && motion->solve_status == WEND_SOLVE_FREE
                                   ? WEND_SOLVE_RELAXED
                                   : motion->solve_status;
    }
    return !moved;
}

/* Who cannot be brought out of one thing because of another at least does not get deeper. Who
 * stands too near to the boundary, as a shut door may leave it, or outside, then only has others
 * and walls to heed. */
static void keep_off(guard *g, corridor_motion *motion) {
    const corridor_motion wanted = *motion;
    if (find_free(g, motion)) {
        return;
    }
    *motion = wanted;
    g->let_out = 0.0F;
    if (find_free(g, motion)) {
        return;
    }
    *motion = wanted;
    g->unbound = g->inside < g->scene->radius - rounding;
    if (!g->unbound || !find_free(g, motion)) {
        *motion = (corridor_motion){g->from, {0.0F, 0.0F}, wanted.cursor, WEND_SOLVE_INFEASIBLE};
    }
}

/* ---- Verlet ---------------------------------------------------------------------------------- */

/* The velocity after half a step; a character that is too fast slows down at `most`. */
static wend_vec2 accelerated(const force_scene *scene, wend_vec2 velocity, wend_vec2 acceleration,
                             float half) {
    float slowed = vec_length(velocity) - scene->most * half;
    return vec_shortened(vec_add(velocity, vec_scale(acceleration, half)),
                         larger(slowed, scene->speed));
}

/* Damping at the end is that of the velocity which the first acceleration would lead to. */
static void walk_part(const force_scene *scene, float duration, corridor_motion *motion) {
    float half = 0.5F * duration;
    force_parts forces = forces_at(scene, motion->position, motion->velocity, &motion->cursor);
    wend_vec2 acceleration = forces_sum(&forces, scene->most);
    guard g = {.scene = scene,
               .from = motion->position,
               .let_out = scene->speed * duration,
               .inside = forces.nearest.distance};
    motion->velocity = accelerated(scene, motion->velocity, acceleration, half);
    g.most = larger(vec_length(motion->velocity) * duration, g.let_out);
    motion->position = vec_add(motion->position, vec_scale(motion->velocity, duration));
    keep_off(&g, motion);
    wend_vec2 expected = accelerated(scene, motion->velocity, acceleration, half);
    forces = forces_at(scene, motion->position, expected, &motion->cursor);
    acceleration = forces_sum(&forces, scene->most);
    motion->velocity = accelerated(scene, motion->velocity, acceleration, half);
}

void corridor_walk(const force_scene *scene, float duration, float longest,
                   corridor_motion *motion) {
    float parts = ceilf(smaller(duration / longest - 1e-3F, MOST_PARTS));
    parts = parts > 1.0F ? parts : 1.0F;
    for (float i = 0.0F; i < parts; i += 1.0F) {
        walk_part(scene, duration / parts, motion);
    }
}
