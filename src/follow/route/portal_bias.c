/* Chooses where to cross a way portal so that the path through all portals is short.
 *
 * S. Curtis, J. Snape, D. Manocha, "Way Portals", section 5. Given the portals pi_0 .. pi_N ahead
 * of the agent, its position s, and the goal g, Eq. 11 asks for the crossings t that minimise
 *
 *     |s - p_0(t_0)| + sum |p_i(t_i) - p_i+1(t_i+1)| + |p_N(t_N) - g|
 *
 * (the signs printed there are wrong). The paper calls this minimisation infeasible. For portals
 * that the path passes in order, it is string pulling in a channel. Only the first straight part of
 * the pulled path is needed here, and one pass that narrows a funnel finds it (Chazelle 1982; Lee
 * and Preparata 1984): bias_shortest. The heuristics of section 5.2 are bias_lookahead and
 * bias_visibility.
 *
 * All of these functions choose a target point ahead. The agent crosses the portal where the
 * straight line to the target crosses it. The cost is that of finding the target. */
#include "follow/route/portals.h"

float bias_toward(const way_portal *portal, wend_vec2 from, wend_vec2 target) {
    wend_vec2 along = vec_sub(portal->right, portal->left);
    float square = vec_length_squared(along);
    if (square == 0.0F) {
        return 0.5F;
    }
    wend_vec2 here = vec_sub(from, portal->left), there = vec_sub(target, portal->left);
    float before = -vec_dot(here, portal->ahead), after = vec_dot(there, portal->ahead);
    float u = vec_dot(here, along) / square, v = vec_dot(there, along) / square;
    /* An agent beyond the portal crosses at its own position. */
    before = before > 0.0F ? before : 0.0F;
    /* A target on the near side of the portal is mirrored to the far side. */
    after = after < 0.0F ? -after : after;
    float t = before > 0.0F ? u + (v - u) * (before / (before + after)) : u;
    return t < 0.0F ? 0.0F : t > 1.0F ? 1.0F : t;
}

/* Returns the middle of portal `index`; if there is no such portal, returns a point of the goal. If
 * agents aim at the nearest point of the goal, this is the point nearest to the agent. For a convex
 * goal, it gives the shortest path: if the straight line to it does not pass through all portals,
 * the shortest path to any point of the goal turns at the same end of the same portal. */
static wend_vec2 target_at(const route_ahead *ahead, uint32_t index) {
    uint32_t at = index < ahead->count ? index : ahead->count - 1;
    wend_portal full = wend_route_portal(ahead->route, at, ahead->from.position);
    wend_vec2 middle = vec_scale(vec_add(full.left, full.right), 0.5F);
    if (index < ahead->count) {
        return middle;
    }
    return portals_goal_point(ahead, ahead->nearest ? ahead->from.position : middle);
}

/* Returns `next + k`, the index of a portal ahead, but at most `count`, which stands for the goal.
 */
static uint32_t index_ahead(const route_ahead *ahead, uint32_t k) {
    return ahead->count - ahead->next > k ? ahead->next + k : ahead->count;
}

static way_portal portal_ahead(const route_ahead *ahead, uint32_t index) {
    return portal_at(ahead->route, index, ahead->from.position, ahead->radius, ahead->widest);
}

float bias_lookahead(const route_ahead *ahead, uint32_t k) {
    return bias_toward(&ahead->portal, ahead->from.position,
                       target_at(ahead, index_ahead(ahead, k)));
}

float bias_visibility(const route_ahead *ahead, uint32_t most) {
    uint32_t index = ahead->next + 1, end = index_ahead(ahead, most);
    while (index < end) {
        way_portal portal = portal_ahead(ahead, index);
        if (!portal_is_seen(ahead->view, ahead->from, &portal)) {
            break;
        }
        index++;
    }
    return bias_toward(&ahead->portal, ahead->from.position, target_at(ahead, index));
}

/* ---- The shortest path ----------------------------------------------------------------------- */

/* The directions in which a straight line from the apex passes through all portals so far. If there
 * are no such directions, the path turns at `corner`. */
typedef struct funnel {
    wend_vec2 apex, left, right;
    wend_vec2 corner;
} funnel;

static float turn_at_apex(const funnel *f, wend_vec2 from, wend_vec2 to) {
    return vec_cross(vec_sub(from, f->apex), vec_sub(to, f->apex));
}

/* Returns the length of the path from the apex via a corner to the middle of a portal. */
static float length_around(const funnel *f, wend_vec2 corner, wend_vec2 left, wend_vec2 right) {
    wend_vec2 middle = vec_scale(vec_add(left, right), 0.5F);
    return vec_length(vec_sub(corner, f->apex)) + vec_length(vec_sub(middle, corner));
}

/* Narrows the funnel by a portal. Returns false if the path must turn, at `f->corner`, before it
 * reaches the portal. To reach a portal behind the agent, the path turns around an end of the
 * portal that it crosses. Such a portal counts as both left and right of the funnel, and the path
 * takes the shorter side. */
static bool narrow_funnel(funnel *f, wend_vec2 left, wend_vec2 right) {
    bool is_left = turn_at_apex(f, f->left, right) > 0.0F,
         is_right = turn_at_apex(f, f->right, left) < 0.0F;
    if (is_left && is_right) {
        is_left = length_around(f, f->left, left, right) < length_around(f, f->right, left, right);
    }
    if (is_left || is_right) {
        f->corner = is_left ? f->left : f->right;
        return false;
    }
    f->left = turn_at_apex(f, f->left, left) <= 0.0F ? left : f->left;
    f->right = turn_at_apex(f, f->right, right) >= 0.0F ? right : f->right;
    return true;
}

/* Returns the goal point of a path of points. If the point lies on the near side of the last
 * portal, the agent crosses the portal and turns back. There is no wall to walk around, so the
 * shortest path crosses where the line to the mirrored point does. */
static wend_vec2 mirror_goal_point(const route_ahead *ahead, wend_vec2 point) {
    uint32_t last = ahead->count - 1;
    way_portal portal = last == ahead->next ? ahead->portal : portal_ahead(ahead, last);
    float beyond = vec_dot(vec_sub(point, portal.left), portal.ahead);
    return beyond < 0.0F ? vec_sub(point, vec_scale(portal.ahead, 2.0F * beyond)) : point;
}

float bias_shortest(const route_ahead *ahead, uint32_t most) {
    uint32_t end = index_ahead(ahead, most + 1);
    wend_vec2 target = target_at(ahead, end);
    bool is_path = ahead->route->portal_count == 0 && ahead->route->disc_count == 0;
    if (is_path && end == ahead->count) {
        target = mirror_goal_point(ahead, target);
    }
    funnel f = {ahead->from.position, ahead->portal.left, ahead->portal.right, target};
    bool open = true;
    for (uint32_t i = ahead->next + 1; i < end && open; i++) {
        way_portal portal = portal_ahead(ahead, i);
        open = narrow_funnel(&f, portal.left, portal.right);
    }
    if (open) {
        narrow_funnel(&f, target, target);
    }
    if (vec_equal(f.corner, ahead->portal.left) || vec_equal(f.corner, ahead->portal.right)) {
        bool has_width = !vec_equal(ahead->portal.left, ahead->portal.right);
        return !has_width ? 0.5F : vec_equal(f.corner, ahead->portal.left) ? 0.0F : 1.0F;
    }
    return bias_toward(&ahead->portal, f.apex, f.corner);
}
