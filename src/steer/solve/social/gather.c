/* Finds what acts on an agent: its neighbours, in the order (distance, key), and the walls.
 *
 * Forces of several walls add up, so each must be counted once. Straight walls are often divided
 * into segments. Beside such a wall, the segments next to the nearest one have their ends as
 * nearest points, which are no further walls: an end counts only if it is the nearest point of all
 * walls that meet there, and then once, however many meet.
 *
 * Ghosts respond like the agents that they show, so both agents of a pair that touches see the same
 * contact wherever the other one is.
 *
 * Cost: O(neighbours + walls nearby), and O(neighbours * walls) near walls. */
#include "steer/solve/social/gather.h"

#include "step/internals.h"
#include "step/skin.h"

/* m: neighbours at the same position are displaced by this, so that the two have a direction to
 * separate in. */
static const float least_offset = 0.01F;
/* m/s: a neighbour that is slower has no direction of motion. */
static const float least_speed = 1e-3F;

/* ---- Neighbours ------------------------------------------------------------------------------ */

/* Returns a neighbour's position relative to the agent. Of two agents at the same position, each
 * sees the other slightly to the side. */
static wend_vec2 position_of_other(const social_scene *scene, uint32_t other) {
    const wend_view *view = scene->view;
    wend_vec2 offset = vec_sub(view->bodies[other].position, view->bodies[scene->index].position);
    if (!(vec_length_squared(offset) > 0.0F)) {
        bool first = wend_view_key(view, scene->index) < wend_view_key(view, other);
        offset = (wend_vec2){first ? least_offset : -least_offset, 0.0F};
    }
    return offset;
}

/* True if a wall lies between the agent, which is the origin, and a point. */
static bool is_hidden(const near_walls *walls, wend_vec2 point) {
    for (uint32_t i = 0; i < walls->count; i++) {
        const near_wall *wall = &walls->walls[i];
        float from_a = vec_cross(wall->a, point), from_b = vec_cross(wall->b, point);
        bool straddles = (from_a < 0.0F && from_b > 0.0F) || (from_a > 0.0F && from_b < 0.0F);
        float own = vec_cross(wall->line.along, wall->a);
        float other = vec_cross(wall->line.along, vec_sub(wall->a, point));
        if (straddles && ((own < 0.0F && other > 0.0F) || (own > 0.0F && other < 0.0F))) {
            return true;
        }
    }
    return false;
}

static void add_other(social_scene *scene, uint32_t index) {
    const wend_body *body = &scene->view->bodies[index];
    wend_vec2 position = position_of_other(scene, index);
    if (is_hidden(&scene->walls, position)) {
        return;
    }
    float speed = vec_length(body->velocity);
    uint32_t flags = wend_body_flags(body);
    scene->others[scene->other_count++] = (social_other){
        .position = position,
        .velocity = body->velocity,
        .radius = body->radius,
        .direction =
            speed > least_speed ? vec_scale(body->velocity, 1.0F / speed) : (wend_vec2){0.0F, 0.0F},
        .body = index,
        .priority = wend_view_priority(scene->view, index),
        .stands = (flags & WEND_BODY_STANDS) != 0,
        .responds = (flags & WEND_BODY_ONE_SIDED) == 0,
    };
}

/* True if a neighbour can come within reach during the step. Both may change their velocity. */
static bool can_act(const social_scene *scene, uint32_t other) {
    const wend_view *view = scene->view;
    const wend_body *body = &view->bodies[scene->index], *j = &view->bodies[other];
    float fastest = view->internals->fastest;
    float most = scene->reach + body->radius + j->radius + 2.0F * fastest * view->dt;
    return vec_length_squared(vec_sub(j->position, body->position)) < most * most;
}

void social_gather(social_scene *scene, const active_neighbours *others, float wall_distance) {
    const wend_body *body = &scene->view->bodies[scene->index];
    float travel = scene->max_speed * scene->view->dt;
    near_walls_find(scene->view, body, wall_distance + travel, 1.0F, &scene->walls);
    scene->other_count = 0;
    for (uint32_t i = 0; i < others->count; i++) {
        if (can_act(scene, others->bodies[i])) {
            add_other(scene, others->bodies[i]);
        }
    }
}

/* ---- Walls ----------------------------------------------------------------------------------- */

/* Which point of a wall is nearest. */
typedef enum nearest_part { NEAREST_A, NEAREST_B, NEAREST_INSIDE } nearest_part;

/* Returns the offset from a wall's nearest point to x, which is relative to the start of the step.
 */
static wend_vec2 offset_from(const near_wall *wall, wend_vec2 x, float time, nearest_part *part) {
    wend_vec2 from_a = vec_sub(vec_sub(x, vec_scale(wall->velocity, time)), wall->a);
    float foot = vec_dot(from_a, wall->line.along);
    if (!(foot > 0.0F)) {
        *part = NEAREST_A;
        return from_a;
    }
    if (foot >= wall->line.length) {
        *part = NEAREST_B;
        return vec_sub(from_a, vec_sub(wall->b, wall->a));
    }
    *part = NEAREST_INSIDE;
    return vec_sub(from_a, vec_scale(wall->line.along, foot));
}

/* True if a wall whose nearest point is its end `end` does not count, because of the walls that
 * meet it there: one of them has a nearer point, or comes earlier in the list. */
static bool is_counted_elsewhere(const social_scene *scene, const nearest_part *parts,
                                 uint32_t wall, wend_vec2 end) {
    for (uint32_t i = 0; i < scene->walls.count; i++) {
        const near_wall *other = &scene->walls.walls[i];
        bool at_a = vec_equal(other->a, end), at_b = vec_equal(other->b, end);
        if (i == wall || (!at_a && !at_b)) {
            continue;
        }
        bool same = (at_a && parts[i] == NEAREST_A) || (at_b && parts[i] == NEAREST_B);
        if (!same || i < wall) {
            return true;
        }
    }
    return false;
}

void social_find_contacts(const social_scene *scene, social_moment *now) {
    nearest_part parts[NEAR_WALLS_MOST];
    wend_vec2 offsets[NEAR_WALLS_MOST];
    for (uint32_t i = 0; i < scene->walls.count; i++) {
        const near_wall *wall = &scene->walls.walls[i];
        offsets[i] = offset_from(wall, now->position, now->time, &parts[i]);
    }
    now->contact_count = 0;
    for (uint32_t i = 0; i < scene->walls.count; i++) {
        const near_wall *wall = &scene->walls.walls[i];
        wend_vec2 end = parts[i] == NEAREST_A ? wall->a : wall->b;
        if (parts[i] != NEAREST_INSIDE && is_counted_elsewhere(scene, parts, i, end)) {
            continue;
        }
        float length = vec_length(offsets[i]);
        wend_vec2 normal =
            length > 0.0F ? vec_scale(offsets[i], 1.0F / length) : vec_perp(wall->line.along);
        now->contacts[now->contact_count++] =
            (social_contact){.offset = offsets[i],
                             .normal = normal,
                             .length = length,
                             .distance = length + scene->wall_extra,
                             .velocity = wall->velocity,
                             .near = i};
    }
}
