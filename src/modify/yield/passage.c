/* Tracks where an agent is on its route, and finds the next narrow passage on it.
 *
 * Works on the portals of any route: its own portals, or those derived from its corridor or its
 * polyline (wend_route_portal). A portal is narrow if two discs of the agent's radius do not fit
 * into it side by side with one radius of room on either side. Consecutive narrow portals form one
 * passage. Agents that come from the other side find the same passage, except for differences in
 * the triangulation.
 *
 * Cost: O(1) in a step in which no portal is passed; otherwise O(portals within
 * `PASSAGE_FARTHEST`). */
#include "modify/yield/passage.h"

#include <math.h>

#include "geom/segment.h"
#include "geom/vec.h"
#include "step/internals.h"

/* A portal narrower than this many agent radii counts as narrow. Two discs that fit exactly do not
 * pass each other in practice. */
static const float narrow_radii = 6.0F;

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

/* Returns the first narrow portal at or after `next` within `PASSAGE_FARTHEST`, or `count` if there
 * is none. */
static uint32_t first_ahead(const route_search *search, uint32_t next) {
    float length = 0.0F;
    wend_vec2 from = search->body->position;
    for (uint32_t i = next; i < search->count && length < PASSAGE_FARTHEST; i++) {
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
                     .layer = begin.layer};
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

/* m: added to distances that decide whether a search is needed; larger than rounding errors. */
static const float search_margin = 0.01F;

/* Returns cursor->search_below after a search that has found nothing. first_ahead examines portal k
 * if the sum of the distance to the middle of the next portal, and of the legs from there to portal
 * k - 1, is below `PASSAGE_FARTHEST`. */
static float find_search_distance(const route_search *search, uint32_t next) {
    if (next > 0 && is_narrow(search, next - 1)) {
        return INFINITY; /* the agent may come back to the passage behind it */
    }
    float legs = 0.0F;
    wend_vec2 from = {0.0F, 0.0F};
    for (uint32_t i = next; i < search->count && legs < PASSAGE_FARTHEST + search_margin; i++) {
        wend_portal portal = portal_of(search, i);
        wend_vec2 middle = middle_of(&portal);
        if (i > next && width_of(search, &portal) < narrow_radii * search->body->radius) {
            return PASSAGE_FARTHEST - legs + search_margin;
        }
        legs += i > next ? vec_length(vec_sub(middle, from)) : 0.0F;
        from = middle;
    }
    return -1.0F;
}

/* A portal of zero width, such as a point of the agent's path on a corridor route, is crossed in
 * the direction from the agent to the portal, as in follow/route/portals.c. */
static void load_next_portal(const route_search *search, route_cursor *cursor) {
    if (cursor->next < search->count) {
        wend_portal portal = portal_of(search, cursor->next);
        cursor->left = portal.left;
        cursor->right = portal.right;
        cursor->is_point = vec_equal(portal.left, portal.right);
        cursor->direction =
            cursor->is_point ? vec_normalized(vec_sub(middle_of(&portal), search->body->position))
                             : direction_of(&portal);
    }
}

/* True if the route turns back at portal `index`: what follows, the next portal or `goal`, lies
 * more than the agent's diameter in front of the portal. There, an agent that is in front of the
 * portal has not been pushed back through it. `goal` is NULL if the route does not lead to a goal
 * that has a position. */
static bool turns_back(const route_search *search, uint32_t index, const wend_region *goal) {
    if (index + 1 >= search->count && goal == NULL) {
        return false;
    }
    wend_portal portal = portal_of(search, index);
    wend_vec2 middle = middle_of(&portal), after;
    if (index + 1 < search->count) {
        wend_portal next = portal_of(search, index + 1);
        after = middle_of(&next);
    } else {
        after = wend_region_nearest(goal, middle);
    }
    float beyond = vec_dot(vec_sub(after, middle), direction_of(&portal));
    return beyond < -2.0F * search->body->radius;
}

/* Copies what steady steps need. The portals of a polyline depend on the agent's position, so they
 * are not copied. */
static void fill_cache(const route_search *search, const wend_region *goal, uint64_t key,
                       route_cursor *cursor) {
    bool is_fixed = search->route->portal_count > 0 || search->route->disc_count > 0;
    bool is_found = search->route->status == WEND_ROUTE_STATUS_FOUND;
    cursor->cache = is_fixed && cursor->next < search->count ? CURSOR_PORTAL
                    : is_fixed && is_found                   ? CURSOR_BEYOND_LAST
                                                             : CURSOR_UNKNOWN;
    cursor->phase = (uint8_t)(key % PASSAGE_PERIOD);
    cursor->behind = cursor->behind_ahead = (wend_vec2){0.0F, 0.0F};
    if (is_fixed && cursor->next > 0 && !turns_back(search, cursor->next - 1, goal)) {
        wend_portal portal = portal_of(search, cursor->next - 1);
        cursor->behind = middle_of(&portal);
        cursor->behind_ahead = vec_perp(vec_sub(portal.right, portal.left));
    }
}

/* True if the agent has been pushed back through the portal that it passed last, and is now more
 * than its diameter in front of that portal. */
static bool was_pushed_back(const route_search *search, uint32_t next, const wend_region *goal) {
    if (next == 0) {
        return false;
    }
    wend_portal portal = portal_of(search, next - 1);
    wend_vec2 from = vec_sub(search->body->position, middle_of(&portal));
    if (cursor_keeps_behind(from, vec_perp(vec_sub(portal.right, portal.left)))) {
        return false;
    }
    return vec_dot(from, direction_of(&portal)) < -2.0F * search->body->radius &&
           vec_length(from) < PASSAGE_FARTHEST && !turns_back(search, next - 1, goal);
}

/* Searches for a passage if a portal has been passed, and else from time to time: a passage that
 * was too far away may come into range before the agent passes a portal. */
static void search_passage(const route_search *search, uint64_t turn, route_cursor *cursor,
                           passage *ahead) {
    bool again = !cursor->has_passage && turn % PASSAGE_PERIOD == 0;
    if (cursor->searched != cursor->next + 1 || again) {
        cursor->searched = cursor->next + 1;
        cursor->has_passage = find_passage(search, cursor->next, ahead);
        cursor->radius = search->body->radius;
        cursor->search_below = find_search_distance(search, cursor->next);
    }
}

/* Returns the region of the agent's goal, or NULL if it has none that has a position. */
static const wend_region *goal_of(const wend_view *view, uint32_t index) {
    uint32_t goal = internals_goal(view, index);
    const wend_region *region = goal == WEND_NO_GOAL ? NULL : internals_goal_region(view, goal);
    return region != NULL && region->shape != WEND_SHAPE_DIRECTION ? region : NULL;
}

bool cursor_advance(const wend_view *view, uint32_t index, route_cursor *cursor, passage *ahead) {
    const wend_body *body = &view->bodies[index];
    const route_pool *routes = view->internals->routes;
    uint32_t handle = view->internals->cold->route[body->slot];
    if (handle == 0) {
        *cursor = (route_cursor){0};
        return false;
    }
    /* A snapshot may change handles, but not hashes. */
    uint32_t hash = routes->entries[handle - 1].hash;
    const wend_route *route = route_pool_at(routes, handle);
    route_search search = {route, body, wend_route_portal_count(route)};
    if (cursor->route != hash || cursor->next > search.count) {
        *cursor = (route_cursor){.route = hash};
        load_next_portal(&search, cursor);
    }
    uint32_t before = cursor->next;
    while (cursor->next < search.count && cursor_has_passed(cursor, body)) {
        cursor->next++;
        load_next_portal(&search, cursor);
    }
    const wend_region *goal = goal_of(view, index);
    if (cursor->next == before && was_pushed_back(&search, cursor->next, goal)) {
        cursor->next--;
        load_next_portal(&search, cursor);
    }
    uint64_t key = wend_view_key(view, index);
    search_passage(&search, view->step + key, cursor, ahead);
    fill_cache(&search, goal, key, cursor);
    return true;
}

/* Returns the distance (m) to the goal: see cursor_distance. */
static float distance_to_goal(const wend_view *view, uint32_t index) {
    wend_vec2 position = view->bodies[index].position;
    uint32_t goal = internals_goal(view, index);
    if (goal == WEND_NO_GOAL) {
        return INFINITY;
    }
    const goal_record *record = &view->internals->goals->records[goal];
    float least = INFINITY;
    for (uint32_t i = 0; i < record->part_count; i++) {
        least = fminf(least, wend_region_distance(&goal_parts(record)[i], position));
    }
    return vec_equal(record->region.velocity, (wend_vec2){0.0F, 0.0F}) ? least : INFINITY;
}

float cursor_distance(const wend_view *view, uint32_t index, const route_cursor *cursor) {
    wend_vec2 position = view->bodies[index].position;
    if (cursor->cache == CURSOR_PORTAL) {
        wend_vec2 nearest = segment_closest(position, cursor->left, cursor->right);
        return vec_length(vec_sub(nearest, position));
    }
    if (cursor->cache == CURSOR_BEYOND_LAST) {
        return distance_to_goal(view, index);
    }
    const wend_route *route = internals_route(view, index);
    if (route && cursor->next < wend_route_portal_count(route)) {
        wend_portal portal = wend_route_portal(route, cursor->next, position);
        wend_vec2 nearest = segment_closest(position, portal.left, portal.right);
        return vec_length(vec_sub(nearest, position));
    }
    return route && route->status == WEND_ROUTE_STATUS_FOUND ? distance_to_goal(view, index)
                                                             : INFINITY;
}
