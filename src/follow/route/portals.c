/* Narrows the portals of a route to the part where the centre of an agent may cross them (Curtis,
 * Snape and Manocha, "Way Portals", section 5.3, step 4), and finds the direction of crossing.
 * Cost: O(1) for each portal. */
#include "follow/route/portals.h"

#include "geom/segment.h"

/* m: the assumed distance to a goal that is a direction. */
static const float far_away = 1000.0F;

way_portal portal_at(const wend_route *route, uint32_t index, wend_vec2 start, float radius,
                     float widest) {
    wend_portal full = wend_route_portal(route, index, start);
    wend_vec2 across = vec_sub(full.right, full.left);
    wend_vec2 middle = vec_scale(vec_add(full.left, full.right), 0.5F);
    float length = vec_length(across), cut = radius;
    if (route->portal_count || route->disc_count) {
        cut = radius > route->inset ? radius - route->inset : 0.0F;
    } else if (length > widest) {
        cut += 0.5F * (length - widest);
    }
    /* A portal of zero width is crossed in the direction from the start to the portal. */
    if (length == 0.0F) {
        wend_vec2 ahead = vec_normalized(vec_sub(middle, start));
        ahead = ahead.x == 0.0F && ahead.y == 0.0F ? (wend_vec2){1.0F, 0.0F} : ahead;
        return (way_portal){middle, middle, ahead, full.layer};
    }
    wend_vec2 along = vec_scale(across, 1.0F / length);
    way_portal portal = {middle, middle, vec_perp(along), full.layer};
    if (2.0F * cut < length) {
        portal.left = vec_add(full.left, vec_scale(along, cut));
        portal.right = vec_sub(full.right, vec_scale(along, cut));
    }
    return portal;
}

float portal_crossing(const way_portal *portal, wend_vec2 from, wend_vec2 to) {
    float before = vec_dot(vec_sub(from, portal->left), portal->ahead);
    float after = vec_dot(vec_sub(to, portal->left), portal->ahead);
    wend_vec2 at = to;
    if (before < 0.0F && after > 0.0F) {
        at = vec_lerp(from, to, before / (before - after));
    }
    return vec_cross(vec_sub(at, portal->left), portal->ahead);
}

static wend_vec2 middle_of(const route_ahead *ahead, uint32_t index) {
    wend_portal full = wend_route_portal(ahead->route, index, ahead->from.position);
    return vec_scale(vec_add(full.left, full.right), 0.5F);
}

wend_vec2 portals_goal_point(const route_ahead *ahead, wend_vec2 from) {
    if (!ahead->goal) {
        return from;
    }
    wend_region region = *ahead->goal;
    if (region.shape == WEND_SHAPE_DIRECTION) {
        return vec_add(from, vec_scale(region.a, far_away));
    }
    region.flags = ahead->nearest ? WEND_REGION_AIM_NEAREST : 0;
    return wend_region_aim(&region, from, 0.0F);
}

float portals_length(const route_ahead *ahead) {
    wend_vec2 at = middle_of(ahead, 0);
    float length = 0.0F;
    for (uint32_t i = 1; i < ahead->count; i++) {
        wend_vec2 next = middle_of(ahead, i);
        length += vec_length(vec_sub(next, at));
        at = next;
    }
    return length + vec_length(vec_sub(portals_goal_point(ahead, at), at));
}

bool portal_is_seen(const wend_view *view, wend_location from, const way_portal *portal) {
    wend_location middle = {portal_middle(portal), portal->layer};
    wend_location nearest = {segment_closest(from.position, portal->left, portal->right),
                             portal->layer};
    return wend_view_is_visible(view, from, nearest, 0.0F) ||
           wend_view_is_visible(view, from, middle, 0.0F);
}
