/* Finds the neighbours of an agent that walls do not hide: a wall hides a neighbour if the straight
 * line between the two centres crosses it or passes through one of its ends. Cost: that of two
 * queries, and O(walls within the radius) for each neighbour that is farther away than the nearest
 * wall. */
#include "near/visible.h"

#include "near/near.h"
#include "space/space.h"
#include "step/internals.h"

enum { MOST_WALLS = 64 };

/* The walls near an agent, nearest first. */
typedef struct near_screen {
    wend_wall_hit walls[MOST_WALLS];
    uint32_t count;
} near_screen;

static void find_screen(const wend_view *view, const wend_body *body, float radius,
                        near_screen *out) {
    bool overlaid = overlay_is_near(view->internals->overlay, body->position, radius);
    wend_location location = {body->position, wend_body_layer(body)};
    float clearance = space_clearance_bound(view->space, location.layer, location.position);
    out->count = overlaid || clearance < radius
                     ? wend_view_find_walls(view, location, radius, out->walls, MOST_WALLS)
                     : 0;
}

/* Returns a number that is positive if p lies to the left of the line from a to b, and negative if
 * it lies to the right. */
static double side_of(wend_vec2 a, wend_vec2 b, wend_vec2 p) {
    double ax = (double)a.x, ay = (double)a.y;
    return ((double)b.x - ax) * ((double)p.y - ay) - ((double)b.y - ay) * ((double)p.x - ax);
}

static bool is_hidden(const near_screen *screen, wend_vec2 from, const wend_body *other,
                      float distance_squared) {
    for (uint32_t i = 0; i < screen->count; i++) {
        const wend_wall_hit *wall = &screen->walls[i];
        if (wall->distance * wall->distance >= distance_squared) {
            return false;
        }
        bool divides =
            side_of(wall->a, wall->b, from) * side_of(wall->a, wall->b, other->position) < 0.0;
        if (divides &&
            side_of(from, other->position, wall->a) * side_of(from, other->position, wall->b) <=
                0.0) {
            return true;
        }
    }
    return false;
}

/* Removes body `index` itself and the bodies that walls hide from the list. */
static uint32_t keep_visible(const wend_view *view, uint32_t index, float radius,
                             wend_neighbour *list, uint32_t found) {
    const wend_body *body = &view->bodies[index];
    near_screen screen;
    find_screen(view, body, radius, &screen);
    uint32_t count = 0;
    for (uint32_t i = 0; i < found; i++) {
        const wend_body *other = &view->bodies[list[i].index];
        bool is_itself = other->slot == body->slot && list[i].distance_squared == 0.0F;
        /* An agent on another layer was found across a link, so it is visible. */
        bool is_ghost = wend_body_flags(other) & WEND_BODY_GHOST;
        if (!is_itself &&
            (is_ghost || !is_hidden(&screen, body->position, other, list[i].distance_squared))) {
            list[count++] = list[i];
        }
    }
    return count;
}

uint32_t near_find_visible(const wend_view *view, uint32_t index, float radius,
                           wend_neighbour *out) {
    const wend_body *body = &view->bodies[index];
    wend_location location = {body->position, wend_body_layer(body)};
    uint32_t found = wend_view_find_agents(view, location, radius, out, NEAR_MOST_VISIBLE);
    return keep_visible(view, index, radius, out, found);
}

uint32_t near_collect_visible(const wend_view *view, uint32_t index, float radius,
                              wend_neighbour *out) {
    const wend_body *body = &view->bodies[index];
    wend_location location = {body->position, wend_body_layer(body)};
    uint32_t found = near_collect(view, location, radius, out, NEAR_MOST_VISIBLE);
    if (found > NEAR_MOST_VISIBLE) { /* which ones were collected may depend on the order */
        return near_find_visible(view, index, radius, out);
    }
    return keep_visible(view, index, radius, out, found);
}
