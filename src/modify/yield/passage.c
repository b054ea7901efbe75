/* Tracks where an agent is on its route, and finds the next narrow passage on it.
 *
 * Works on the portals of any route: its own portals, or those derived from its corridor or its
 * polyline (wend_route_portal). A portal is narrow if two discs of the agent's radius do not fit
 * into it side by side with one radius of room on either side. Consecutive narrow portals form one
 * passage. Agents that come from the other side find the same passage, except for differences in
 * the triangulation.
 *
 * Cost: O(1) in a step in which no portal is passed; otherwise O(portals within
 * `farthest_passage`). */
#include "modify/yield/passage.h"

#include <math.h>

#include "geom/segment.h"
#include "geom/vec.h"
#include "step/internals.h"

/* A portal narrower than this many agent radii counts as narrow. Two discs that fit exactly do not
 * pass each other in practice. */
static const float narrow_radii = 6.0F;

/* m: passages farther away than this are not searched for yet. */
static const float farthest_passage = 6.0F;

enum { MOST_PORTALS = 64 }; /* largest number of portals in one passage */

/* ---- Portals --------------------------------------------------------------------------------- */

static wend_vec2 middle_of(const wend_portal *portal) {
    return vec_scale(vec_add(portal->left, portal->right), 0.5F);
}

/* Returns the unit vector perpendicular to a portal, in the direction of the route. */
static wend_vec2 direction_of(const wend_portal *portal) {
    return vec_normalized(vec_perp(vec_sub(portal->right, portal->left)));
}

/* The input of a search on one route. */
typedef struct route_search {
    const wend_route *route;
    const wend_body *body;
    uint32_t count;
} route_search;

static wend_portal portal_of(const route_search *search, uint32_t index) {
    return wend_route_portal(search->route, index, search->body->position);
}

/* Returns the width (m) of the ground at a portal. */
static float width_of(const route_search *search, const wend_portal *portal) {
    return vec_length(vec_sub(portal->right, portal->left)) + 2.0F * search->route->inset;
}

static bool is_narrow(const route_search *search, uint32_t index) {
    wend_portal portal = portal_of(search, index);
    return width_of(search, &portal) < narrow_radii * search->body->radius;
}

/* ---- The passage ahead ----------------------------------------------------------------------- */

static float distance_to(const route_search *search, uint32_t index) {
    wend_portal portal = portal_of(search, index);
    return vec_length(vec_sub(middle_of(&portal), search->body->position));
}

/* Returns the first portal of the passage that the agent is in. An agent that has left a passage
 * still counts as being in it while it is less than two diameters from the last portal. Returns
 * `next` if there is no such passage. */
static uint32_t first_behind(const route_search *search, uint32_t next) {
    float near = 4.0F * search->body->radius;
    uint32_t first = next;
    while (first > 0 && next - first < MOST_PORTALS && is_narrow(search, first - 1) &&
           (first < next || distance_to(search, first - 1) < near)) {
        first--;
    }
    return first;
}

/* Returns the first narrow portal at or after `next` within `farthest_passage`, or `count` if there
 * is none. */
static uint32_t first_ahead(const route_search *search, uint32_t next) {
    float length = 0.0F;
    wend_vec2 from = search->body->position;
    for (uint32_t i = next; i < search->count && length < farthest_passage; i++) {
        wend_portal portal = portal_of(search, i);
        wend_vec2 middle = middle_of(&portal);
        length += vec_length(vec_sub(middle, from));
        from = middle;
        if (width_of(search, &portal) < narrow_radii * search->body->radius) {
            return i;
        }
    }
    return search->count;
}

static passage passage_of(const route_search *search, uint32_t first, uint32_t last) {
    wend_portal begin = portal_of(search, first), end = portal_of(search, last);
    wend_vec2 from = middle_of(&begin), to = middle_of(&end);
    wend_vec2 along = vec_add(direction_of(&begin), direction_of(&end));
    float least = INFINITY;
    for (uint32_t i = first; i <= last; i++) {
        wend_portal portal = portal_of(search, i);
        least = fminf(least, width_of(search, &portal));
    }
    return (passage){.middle = vec_scale(vec_add(from, to), 0.5F),
                     .axis = vec_normalized(along),
                     .half_length = 0.5F * vec_length(vec_sub(to, from)),
                     .half_width = 0.5F * least,
                     .layer = begin.layer,
                     .first = first,
                     .last = last};
}

static bool find_passage(const route_search *search, uint32_t next, passage *out) {
    uint32_t first = first_behind(search, next);
    first = first < next ? first : first_ahead(search, next);
    if (first == search->count) {
        return false;
    }
    uint32_t last = first;
    while (last + 1 < search->count && last - first < MOST_PORTALS && is_narrow(search, last + 1)) {
        last++;
    }
    *out = passage_of(search, first, last);
    return true;
}

/* ---- The cursor ------------------------------------------------------------------------------ */

/* A portal of zero width, such as a point of the agent's path on a corridor route, is crossed in
 * the direction from the agent to the portal, as in follow/route/portals.c. */
static void load_next_portal(const route_search *search, route_cursor *cursor) {
    if (cursor->next < search->count) {
        wend_portal portal = portal_of(search, cursor->next);
        cursor->at = middle_of(&portal);
        cursor->is_point = vec_equal(portal.left, portal.right);
        cursor->direction = cursor->is_point
                                ? vec_normalized(vec_sub(cursor->at, search->body->position))
                                : direction_of(&portal);
    }
}

/* An agent may turn around at a portal of zero width without crossing its line, so being within its
 * radius of the point is enough. */
static bool has_passed_next(const route_search *search, const route_cursor *cursor) {
    wend_vec2 beyond = vec_sub(search->body->position, cursor->at);
    float radius = search->body->radius;
    return vec_dot(beyond, cursor->direction) > 0.0F ||
           (cursor->is_point && vec_length_squared(beyond) < radius * radius);
}

/* True if the agent has been pushed back through the portal that it passed last, and is now more
 * than its diameter in front of that portal. */
static bool was_pushed_back(const route_search *search, uint32_t next) {
    if (next == 0) {
        return false;
    }
    wend_portal portal = portal_of(search, next - 1);
    wend_vec2 from = vec_sub(search->body->position, middle_of(&portal));
    /* For most agents, this shows without a square root that the result is false: the agent is
     * beyond the portal, or too far away (by a margin for rounding). */
    wend_vec2 ahead = vec_perp(vec_sub(portal.right, portal.left));
    if (vec_dot(from, ahead) >= 0.0F ||
        vec_length_squared(from) > 1.001F * farthest_passage * farthest_passage) {
        return false;
    }
    return vec_dot(from, direction_of(&portal)) < -2.0F * search->body->radius &&
           vec_length(from) < farthest_passage;
}

bool cursor_advance(const wend_view *view, uint32_t index, route_cursor *cursor) {
    const wend_body *body = &view->bodies[index];
    const route_pool *routes = view->internals->routes;
    uint32_t handle = view->internals->cold->route[body->slot];
    if (handle == 0) {
        *cursor = (route_cursor){0};
        return false;
    }
    const wend_route *route = route_pool_at(routes, handle);
    /* A snapshot may change handles, but not hashes. */
    uint32_t hash = routes->entries[handle - 1].hash;
    route_search search = {route, body, wend_route_portal_count(route)};
    if (cursor->route != hash || cursor->next > search.count) {
        *cursor = (route_cursor){.route = hash};
        load_next_portal(&search, cursor);
    }
    uint32_t before = cursor->next;
    while (cursor->next < search.count && has_passed_next(&search, cursor)) {
        cursor->next++;
        load_next_portal(&search, cursor);
    }
    if (cursor->next == before && was_pushed_back(&search, cursor->next)) {
        cursor->next--;
        load_next_portal(&search, cursor);
    }
    /* Search again from time to time: a passage that was too far away may come into range before
     * the agent passes a portal. */
    bool again = !cursor->has_passage && (view->step + wend_view_key(view, index)) % 8 == 0;
    if (cursor->searched != cursor->next + 1 || again) {
        cursor->searched = cursor->next + 1;
        cursor->has_passage = find_passage(&search, cursor->next, &cursor->ahead);
    }
    return true;
}

float cursor_distance(const wend_view *view, uint32_t index, const route_cursor *cursor) {
    const wend_route *route = internals_route(view, index);
    wend_vec2 position = view->bodies[index].position;
    if (route && cursor->next < wend_route_portal_count(route)) {
        wend_portal portal = wend_route_portal(route, cursor->next, position);
        wend_vec2 nearest = segment_closest(position, portal.left, portal.right);
        return vec_length(vec_sub(nearest, position));
    }
    uint32_t goal = internals_goal(view, index);
    if (goal == WEND_NO_GOAL || !route || route->status != WEND_ROUTE_STATUS_FOUND) {
        return INFINITY;
    }
    const goal_record *record = &view->internals->goals->records[goal];
    float least = INFINITY;
    for (uint32_t i = 0; i < record->part_count; i++) {
        least = fminf(least, wend_region_distance(&goal_parts(record)[i], position));
    }
    return vec_equal(record->region.velocity, (wend_vec2){0.0F, 0.0F}) ? least : INFINITY;
}
