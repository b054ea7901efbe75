/* Integrates forces over a step: semi-implicit Euler in parts of the step.
 *
 *     v' = v + h (a + (v0 e0 - v') / tau + drag - G v'),    x' = x + h v'
 *
 * The driving term and friction (G, a symmetric matrix that is never negative) are implicit in v',
 * so they are stable for every h; the 2 x 2 system is solved exactly. All other accelerations are
 * explicit. |v' - v| <= max_force h, and |v'| <= max_speed.
 *
 * The order of the parts is: forces, velocity, reaction of the neighbours, positions, contacts with
 * walls. Neighbours keep their velocity, apart from the reaction that social_push_both and
 * social_grip ask for: the opposite of what the agent gets, as if both had the same mass.
 *
 * Walls are hard. In each part, the agent is moved off the walls that it would come too near to,
 * along their normals, and loses the velocity into them. A model of soft walls with friction kappa
 * and stiffness k has an overlap g = N / k under the normal force N, and thus the friction rate
 * kappa g / m = (kappa / k) (N / m). An agent at a hard wall has no overlap, but N / m is the
 * velocity that it loses per time. So the velocity along the wall is divided by 1 + (kappa / k) dv,
 * where dv is the lost velocity and kappa / k is `wall_grip`.
 *
 * An agent that overlaps a wall at the start of the step may stay as near to it; the forces of the
 * model and the move stage lead it out. Cost: O(neighbours + walls) per part. */
#include "steer/solve/social/motion.h"

#include <math.h>

#include "steer/solve/social/gather.h"
#include "steer/solve/social/target.h"

enum {
    MOST_PARTS = 256, /* largest number of parts of a step */
    ROUNDS = 3        /* attempts to find a position free of contacts with walls */
};

/* The part of its radius that an agent may move in one part of a step, so that it cannot pass a
 * wall or a neighbour between two parts. */
static const float radius_share = 0.5F;
/* s: a model may ask for parts of this length at the least. */
static const float least_part = 1e-4F;

/* ---- Velocity -------------------------------------------------------------------------------- */

/* Solves for v'. */
static wend_vec2 solve_velocity(const social_scene *scene, const social_moment *now,
                                const social_sum *sum) {
    float h = now->duration, rate = h / scene->relaxation_time;
    float xx = 1.0F + rate + h * sum->grip_xx, yy = 1.0F + rate + h * sum->grip_yy;
    float xy = h * sum->grip_xy;
    float bx = now->velocity.x + h * (sum->acceleration.x + sum->drag.x) + rate * now->desired.x;
    float by = now->velocity.y + h * (sum->acceleration.y + sum->drag.y) + rate * now->desired.y;
    float inverse = 1.0F / (xx * yy - xy * xy);
    wend_vec2 v = {(yy * bx - xy * by) * inverse, (xx * by - xy * bx) * inverse};
    wend_vec2 change = vec_shortened(vec_sub(v, now->velocity), scene->max_force * h);
    return vec_shortened(vec_add(now->velocity, change), scene->max_speed);
}

/* Moves the neighbours, after the agent's velocity has become `v`. */
static void move_others(social_scene *scene, wend_vec2 v, float h) {
    for (uint32_t i = 0; i < scene->other_count; i++) {
        social_other *other = &scene->others[i];
        if (other->responds) {
            float slip = vec_dot(vec_sub(v, other->velocity), other->tangent);
            wend_vec2 reaction =
                vec_sub(vec_scale(other->tangent, other->grip * slip), other->push);
            other->velocity = vec_add(other->velocity, vec_scale(reaction, h));
        }
        other->position = vec_add(other->position, vec_scale(other->velocity, h));
        other->push = other->tangent = (wend_vec2){0.0F, 0.0F};
        other->grip = 0.0F;
    }
}

/* ---- Walls ----------------------------------------------------------------------------------- */

/* Returns the distance (m) that the agent's centre keeps from a wall. */
static float distance_to_keep(const social_scene *scene, const near_wall *wall) {
    float keep = scene->walls.radius + wall->margin, start = sqrtf(wall->distance_squared);
    return keep < start || wall->movable ? keep : start;
}

/* Takes the velocity into a wall from the agent, and some of the velocity along the wall. */
static void lose_velocity(const social_scene *scene, const social_contact *contact,
                          social_moment *now) {
    wend_vec2 relative = vec_sub(now->velocity, contact->velocity);
    float inward = -vec_dot(relative, contact->normal);
    if (!(inward > 0.0F)) {
        return;
    }
    wend_vec2 along = vec_add(relative, vec_scale(contact->normal, inward));
    float share = 1.0F / (1.0F + scene->wall_grip * inward);
    now->velocity = vec_add(contact->velocity, vec_scale(along, share));
}

/* Moves the agent off all walls once. Returns false if it is not too near to any. */
static bool move_off_walls(const social_scene *scene, social_moment *now) {
    bool moved = false;
    for (uint32_t i = 0; i < now->contact_count; i++) {
        const social_contact *contact = &now->contacts[i];
        float keep = distance_to_keep(scene, &scene->walls.walls[contact->near]);
        if (contact->length < keep) {
            wend_vec2 off = vec_scale(contact->normal, keep - contact->length);
            now->position = vec_add(now->position, off);
            lose_velocity(scene, contact, now);
            moved = true;
        }
    }
    return moved;
}

static void keep_off_walls(const social_scene *scene, social_moment *now) {
    social_find_contacts(scene, now);
    for (int i = 0; i < ROUNDS && move_off_walls(scene, now); i++) {
        social_find_contacts(scene, now);
    }
}

/* ---- The step -------------------------------------------------------------------------------- */

void social_begin_moment(const social_scene *scene, float duration, social_moment *now) {
    const wend_body *body = &scene->view->bodies[scene->index];
    now->position = (wend_vec2){0.0F, 0.0F};
    now->velocity = body->velocity;
    now->desired = social_desired(&scene->target, now->position, 0.0F);
    now->time = 0.0F;
    now->duration = duration;
    social_find_contacts(scene, now);
}

uint32_t social_part_count(const social_scene *scene, float max_step) {
    float dt = scene->view->dt, longest = max_step > least_part ? max_step : least_part;
    float by_time = dt / longest, by_speed = scene->max_speed * dt / (radius_share * scene->radius);
    float parts = ceilf((by_time > by_speed ? by_time : by_speed) - 1e-3F);
    return parts > 1.0F ? parts < (float)MOST_PARTS ? (uint32_t)parts : MOST_PARTS : 1;
}

social_motion social_move(social_scene *scene, social_forces forces, uint32_t parts) {
    social_moment now;
    social_begin_moment(scene, scene->view->dt / (float)parts, &now);
    for (uint32_t i = 0; i < parts; i++) {
        social_sum sum = {0};
        forces(scene, &now, &sum);
        now.velocity = solve_velocity(scene, &now, &sum);
        move_others(scene, now.velocity, now.duration);
        now.position = vec_add(now.position, vec_scale(now.velocity, now.duration));
        now.time = now.duration * (float)(i + 1);
        keep_off_walls(scene, &now);
        now.desired = social_desired(&scene->target, now.position, now.time);
    }
    return (social_motion){now.position, now.velocity};
}
