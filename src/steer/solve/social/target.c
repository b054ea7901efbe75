/* Finds where an agent that forces move heads for.
 *
 * The driving force aims at the region of the intent, not at its centre: at its nearest point, or
 * at its preferred point (WEND_REGION_AIM_NEAREST, the follower's parameter `aim`), like
 * S. Curtis, J. Snape, D. Manocha, "Way Portals: Efficient Multi-Agent Navigation with
 * Line-Segment Goals" (2012) suggest for models that need a point. If a neighbour stands where the
 * agent aims, it aims at the nearest free point beside it in the same region: `steps` points on
 * either side, a diameter apart.
 *
 * Within 4 tau v0 of a point to stop at, the preferred speed is proportional to the distance. With
 * the driving force this is a critically damped spring, the fastest approach that does not
 * overshoot, so no agent orbits its goal.
 *
 * The direction to a region that the agent passes through stays the same for a step, so that the
 * agent does not turn around when it passes the point. Cost: O(neighbours). */
#include "steer/solve/social/target.h"

#include "steer/solve/goals/preferred.h"

enum { STEPS = 3 };

/* True if a neighbour stands so that the agent could not be at a point, which is relative to the
 * agent. */
static bool is_occupied(const social_scene *scene, wend_vec2 point) {
    for (uint32_t i = 0; i < scene->other_count; i++) {
        const social_other *other = &scene->others[i];
        float reach = scene->radius + other->radius;
        if (other->stands && vec_length_squared(vec_sub(point, other->position)) < reach * reach) {
            return true;
        }
    }
    return false;
}

/* Returns a free point of the region beside `aim`, or `aim` if there is none. Points are relative
 * to the space's origin. */
static wend_vec2 find_free(const social_scene *scene, const wend_region *region, wend_vec2 from,
                           wend_vec2 aim) {
    bool has_extent = region->shape != WEND_SHAPE_POINT && region->shape != WEND_SHAPE_DIRECTION;
    if (!has_extent || !is_occupied(scene, vec_sub(aim, from))) {
        return aim;
    }
    wend_vec2 aside = vec_perp(vec_normalized(vec_sub(aim, from)));
    for (uint32_t i = 1; i <= STEPS; i++) {
        wend_vec2 step = vec_scale(aside, 2.0F * scene->radius * (float)i);
        wend_vec2 left = wend_region_nearest(region, vec_add(aim, step));
        wend_vec2 right = wend_region_nearest(region, vec_sub(aim, step));
        if (!is_occupied(scene, vec_sub(left, from))) {
            return left;
        }
        if (!is_occupied(scene, vec_sub(right, from))) {
            return right;
        }
    }
    return aim;
}

/* Sets the point to stop at. */
static void stop_at(social_scene *scene, wend_vec2 from, wend_vec2 aim, float distance) {
    const wend_region *region = &scene->intent->region;
    social_target *target = &scene->target;
    float within = scene->speed * 4.0F * scene->relaxation_time;
    target->slow_within = within;
    target->point = vec_sub(aim, from);
    target->velocity = region->velocity;
    if (distance < within && intercepts(region)) {
        wend_region now = *region;
        now.velocity = (wend_vec2){0.0F, 0.0F};
        target->point = vec_sub(wend_region_aim(&now, from, scene->speed), from);
    }
}

void social_find_target(social_scene *scene) {
    const wend_region *region = &scene->intent->region;
    const wend_body *body = &scene->view->bodies[scene->index];
    scene->target = (social_target){.turn = {1.0F, 0.0F}, .speed = scene->speed};
    if (!(scene->speed > 0.0F)) {
        return;
    }
    if (region->shape == WEND_SHAPE_DIRECTION) {
        scene->target.direction = region->a;
        return;
    }
    wend_vec2 aim = find_free(scene, region, body->position,
                              wend_region_aim(region, body->position, scene->speed));
    wend_vec2 offset = vec_sub(aim, body->position);
    float distance = vec_length(offset);
    scene->target.direction = vec_normalized(distance > 0.0F ? offset : body->velocity);
    if (region->flags & WEND_REGION_STOP) {
        stop_at(scene, body->position, aim, distance);
    }
}

static wend_vec2 turned(const social_target *target, wend_vec2 v) {
    return (wend_vec2){v.x * target->turn.x - v.y * target->turn.y,
                       v.x * target->turn.y + v.y * target->turn.x};
}

wend_vec2 social_desired(const social_target *target, wend_vec2 position, float time) {
    wend_vec2 full = vec_scale(target->direction, target->speed);
    if (!(target->slow_within > 0.0F)) {
        return turned(target, full);
    }
    wend_vec2 offset = vec_sub(vec_add(target->point, vec_scale(target->velocity, time)), position);
    float squared = vec_length_squared(offset);
    if (squared >= target->slow_within * target->slow_within) {
        return turned(target, full);
    }
    wend_vec2 approach = vec_scale(offset, target->speed / target->slow_within);
    return turned(target, vec_shortened(vec_add(approach, target->velocity), target->speed));
}
