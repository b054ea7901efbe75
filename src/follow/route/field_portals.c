/* Chooses between the goal and a level line of the field ahead.
 *
 * An agent heads for its goal if the field's distance is that of the straight line, and its disc
 * can move along this line until it touches the goal. Otherwise it heads for the portal AHEAD m
 * down the field (step/ground/level.c). If the terrain weights of its profile differ, the straight
 * line to a portal may cross expensive or forbidden ground; the portal is then near and narrow. */
#include "follow/route/field_portals.h"

#include <math.h>

#include "geom/vec.h"
#include "step/goal_regions.h"
#include "step/internals.h"

static const float AHEAD = 2.0F;          /* m */
static const float AHEAD_WEIGHTED = 0.5F; /* m */
static const float NUDGE = 0.3F; /* m: distance of the target where no portal ahead is visible */
/* The field's distance counts as that of the straight line up to this factor and length (m). */
static const float STRAIGHT_FACTOR = 1.02F, STRAIGHT_MARGIN = 0.25F;
static const float RADIUS_SHARE = 0.9F; /* of the radius, clear on the line to the goal */

bool field_sees_goal(const wend_view *view, uint32_t index, uint32_t goal) {
    const wend_body *body = &view->bodies[index];
    const goal_record *record = &view->internals->goals->records[goal];
    wend_location from = {body->position, wend_body_layer(body)}, touching = from;
    uint32_t part = goal_regions_find_part(record, NULL, true, from.position);
    wend_vec2 end = wend_region_nearest(&goal_parts(record)[part], from.position);
    wend_vec2 back = vec_sub(from.position, end);
    float distance = vec_length(back);
    if (distance > body->radius) {
        touching =
            (wend_location){vec_add(end, vec_scale(back, body->radius / distance)), record->layer};
    }
    return wend_view_is_visible(view, from, touching, RADIUS_SHARE * body->radius) &&
           wend_view_is_visible(view, touching, (wend_location){end, record->layer}, 0.0F);
}

/* True if the agent can head for its goal itself. `distance` is that of the field. */
static bool can_head_for_goal(const wend_view *view, uint32_t index, bool weighted,
                              float distance) {
    const wend_body *body = &view->bodies[index];
    uint32_t goal = internals_goal(view, index);
    if (goal == WEND_NO_GOAL) {
        return false;
    }
    float straight = goal_regions_distance(view, goal, body->position);
    bool is_near = weighted ? straight <= 2.0F * body->radius
                            : distance <= STRAIGHT_FACTOR * straight + STRAIGHT_MARGIN;
    return is_near && field_sees_goal(view, index, goal);
}

/* Narrows a portal to `half` m on each side of the point where the path crosses it. */
static void narrow(wend_field_portal *p, float half) {
    wend_vec2 along = vec_sub(p->portal.right, p->portal.left);
    float length = vec_length(along), at = p->bias * length;
    if (length > 0.0F) {
        wend_vec2 left = p->portal.left;
        float begin = fmaxf(0.0F, at - half), end = fminf(length, at + half);
        p->portal.left = vec_add(left, vec_scale(along, begin / length));
        p->portal.right = vec_add(left, vec_scale(along, end / length));
        p->bias = end > begin ? (at - begin) / (end - begin) : 0.5F;
    }
}

field_target field_target_of(const wend_view *view, uint32_t index, const wend_route *route,
                             wend_field_portal *out) {
    const wend_body *body = &view->bodies[index];
    wend_location here = {body->position, wend_body_layer(body)};
    bool weighted = wend_view_profile_has_weights(view, wend_body_profile(body));
    float distance;
    wend_vec2 direction;
    if (!wend_view_field_sample(view, route->field, here, &distance, &direction)) {
        return FIELD_TARGET_NONE;
    }
    bool ends = direction.x == 0.0F && direction.y == 0.0F;
    if ((ends && internals_goal(view, index) != WEND_NO_GOAL) ||
        can_head_for_goal(view, index, weighted, distance)) {
        return FIELD_TARGET_GOAL;
    }
    if (!wend_view_field_portal(view, route->field, here, body->radius,
                                weighted ? AHEAD_WEIGHTED : AHEAD, out)) {
        wend_vec2 point = vec_add(here.position, vec_scale(direction, NUDGE));
        *out = (wend_field_portal){.portal = {point, point, here.layer},
                                   .direction = direction,
                                   .bias = 0.5F,
                                   .distance = distance};
    } else if (weighted) {
        narrow(out, body->radius);
    }
    return FIELD_TARGET_PORTAL;
}
