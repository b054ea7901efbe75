/* The forces of the Corridor Map Method and of its improvement; see corridor_force.c. */
#include "steer/solve/forces/corridor.h"

#include <math.h>

#include "geom/vec.h"
#include "steer/solve/forces/bound.h"

/* A character begins to brake when the point where it must stop is this many relaxation times
 * ahead. */
static const float braking_times = 4.0F;

/* F_a is always strong enough to reach this fraction of the preferred speed. */
static const float least_share = 0.2F;

static float at_least(float value, float least) {
    return value > least ? value : least;
}

/* ---- As published ---------------------------------------------------------------------------- */

float force_attraction(float clearance, float radius, float distance) {
    float gap = at_least(clearance - radius - distance, FORCE_LEAST_GAP);
    /* Discs that barely contain the character attract it, too. */
    float room = at_least(clearance - radius, 2.0F * FORCE_LEAST_GAP);
    return at_least(1.0F / gap - 1.0F / room, 0.0F);
}

float force_boundary(float safe_distance, float radius, float distance) {
    float lacking = safe_distance + radius - distance;
    return lacking > 0.0F ? lacking / at_least(distance, FORCE_LEAST_GAP) : 0.0F;
}

float force_obstacle(float distance, float other_radius, float radius) {
    return 1.0F / at_least(distance - other_radius - radius, FORCE_LEAST_GAP);
}

/* ---- At a point ------------------------------------------------------------------------------ */

static float steering_strength(const force_scene *scene, float distance) {
    bool grows = distance < scene->full_distance;
    return grows ? scene->strength * distance / scene->full_distance : scene->strength;
}

static bool is_braking(const force_scene *scene, wend_vec2 x) {
    float ahead = vec_length(vec_sub(scene->attraction, x));
    return scene->stops && ahead < braking_times * scene->relaxation * scene->speed;
}

/* Returns the damping at x. A character that brakes is damped relative to the point where it must
 * stop: otherwise the spring would lag behind a moving point by 4 * tau times its velocity, and a
 * character on a belt, in whose frame all points move, would never reach a point at rest. */
static wend_vec2 damping_at(const force_scene *scene, wend_vec2 x, wend_vec2 velocity) {
    wend_vec2 relative = is_braking(scene, x) ? vec_sub(velocity, scene->drift) : velocity;
    return vec_scale(relative, -1.0F / scene->relaxation);
}

/* Returns the attraction at x. F_a alone would fade long before the character reaches the point
 * where it must stop. Near that point, the attraction is therefore the force of a spring. With the
 * damping rate 1 / tau, the spring is critically damped, so that a character neither orbits nor
 * creeps. */
static wend_vec2 attraction_force_at(const force_scene *scene, wend_vec2 x) {
    wend_vec2 offset = vec_sub(scene->attraction, x);
    float distance = vec_length(offset), tau = scene->relaxation;
    if (distance == 0.0F || scene->speed == 0.0F) {
        return (wend_vec2){0.0F, 0.0F};
    }
    if (is_braking(scene, x)) {
        return vec_scale(offset, 1.0F / (braking_times * tau * tau));
    }
    if (scene->improved || scene->stops || !(scene->clearance > scene->radius)) {
        return vec_scale(offset, steering_strength(scene, distance) / distance);
    }
    float force = force_attraction(scene->clearance, scene->radius, distance);
    return vec_scale(offset, at_least(force, least_share * scene->speed / tau) / distance);
}

wend_vec2 force_inward(const wend_corridor_bound *nearest, wend_vec2 x, wend_vec2 attraction) {
    wend_vec2 away = vec_sub(x, nearest->point);
    if (nearest->distance == 0.0F || vec_equal(x, nearest->point)) {
        return vec_normalized(vec_sub(attraction, x));
    }
    return vec_normalized(nearest->distance < 0.0F ? vec_scale(away, -1.0F) : away);
}

/* Returns F_b at x. If there is not enough space for the safe distance on both sides, the available
 * space is used as the safe distance. */
static wend_vec2 boundary_force_at(const force_scene *scene, const wend_corridor_bound *nearest,
                                   wend_vec2 x) {
    float space = at_least(nearest->clearance - scene->radius, 0.0F);
    float safe = scene->safe_distance < space ? scene->safe_distance : space;
    if (!scene->improved || !(nearest->distance < safe + scene->radius)) {
        return (wend_vec2){0.0F, 0.0F};
    }
    float force = scene->boundary_factor * force_boundary(safe, scene->radius, nearest->distance);
    return vec_scale(force_inward(nearest, x, scene->attraction), force);
}

static wend_vec2 obstacle_force_at(const force_scene *scene, wend_vec2 x) {
    wend_vec2 sum = {0.0F, 0.0F};
    for (uint32_t i = 0; i < scene->other_count && !scene->reciprocal; i++) {
        const force_other *other = &scene->others[i];
        wend_vec2 away = vec_sub(x, other->position);
        float distance = vec_length(away);
        if (other->repels && distance > 0.0F) {
            float force =
                scene->obstacle_factor * force_obstacle(distance, other->radius, scene->radius);
            sum = vec_add(sum, vec_scale(away, force / distance));
        }
    }
    return sum;
}

force_parts forces_at(const force_scene *scene, wend_vec2 x, wend_vec2 velocity, uint32_t *cursor) {
    wend_corridor_bound nearest = force_bound(scene, x, cursor);
    return (force_parts){.attraction_force = attraction_force_at(scene, x),
                         .boundary_force = boundary_force_at(scene, &nearest, x),
                         .obstacle_force = obstacle_force_at(scene, x),
                         .push = scene->push,
                         .damping = damping_at(scene, x, velocity),
                         .nearest = nearest};
}

wend_vec2 forces_sum(const force_parts *parts, float most) {
    wend_vec2 sum = vec_add(vec_add(parts->attraction_force, parts->boundary_force),
                            vec_add(vec_add(parts->obstacle_force, parts->push), parts->damping));
    return vec_shortened(sum, most);
}
