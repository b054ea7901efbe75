/* The walls that an agent must heed, and their planes (wall_cone.c).
 *
 * Walls are taken in an order that depends on nothing but where they are: nearest first; of two
 * equally far away, which often means that they meet in their nearest point, the one that faces
 * the agent more; then by their coordinates. A wall that lies wholly behind the plane of one before
 * it gives none, since no velocity that is left could bring the agent to it.
 *
 * wall_lanes.h does the simple cases for eight agents at once, bit for bit.
 *
 * Cost: constant far from walls; else the walls of the place's list (space/free.c) or a query, and
 * O(1) per wall and plane before it. */
#include "steer/solve/wall_planes.h"

#include "geom/vec.h"
#include "steer/solve/wall_cone.h"
#include "step/inside.h"
#include "step/skin.h"

/* A wall is hidden if its discs lie behind an earlier plane up to this, m/s. */
static const float hidden_slack = 1e-5F;

typedef struct wall_list {
    uint32_t count;
    near_wall walls[WALL_PLANES_MOST];
} wall_list;

/* ---- Their order ----------------------------------------------------------------------------- */

/* Of two walls equally far away. */
static bool faces_more(const near_wall *one, const near_wall *two) {
    float one_off = fabsf(vec_cross(one->line.along, one->a));
    float two_off = fabsf(vec_cross(two->line.along, two->a));
    if (one_off != two_off) {
        return one_off > two_off;
    }
    float keys[][2] = {
        {one->a.x, two->a.x}, {one->a.y, two->a.y}, {one->b.x, two->b.x}, {one->b.y, two->b.y}};
    for (int i = 0; i < 4; i++) {
        if (keys[i][0] != keys[i][1]) {
            return keys[i][0] < keys[i][1];
        }
    }
    return one->wall < two->wall;
}

static bool comes_before(const near_wall *one, const near_wall *two) {
    return one->distance_squared != two->distance_squared
               ? one->distance_squared < two->distance_squared
               : faces_more(one, two);
}

/* Enters a wall at its place; there is room for it. */
static void enter(wall_list *list, const near_wall *wall) {
    uint32_t place = list->count++;
    for (; place > 0 && comes_before(wall, &list->walls[place - 1]); place--) {
        list->walls[place] = list->walls[place - 1];
    }
    list->walls[place] = *wall;
}

/* ---- Who is there ---------------------------------------------------------------------------- */

/* Velocities that graze a wall leave it the skin: a touch by rounding would stop the body. */
static float radius_of(const wend_body *body) {
    return body->radius + skin_at(body->position);
}

static float reach_of(const wend_view *view, const wend_body *body, float max_speed,
                      float horizon) {
    return (max_speed + view->inside->overlay->fastest) * horizon + radius_of(body);
}

/* Squared distance from the agent. */
static float distance_squared(const near_wall *wall) {
    float foot = -vec_dot(wall->a, wall->line.along);
    if (foot <= 0.0F) {
        return vec_length_squared(wall->a);
    }
    if (foot >= wall->line.length) {
        return vec_length_squared(wall->b);
    }
    return vec_length_squared(vec_add(wall->a, vec_scale(wall->line.along, foot)));
}

/* Enters the walls of a place's list; false if it does not tell all: a link is near. */
static bool enter_listed(const wend_view *view, const wend_body *body, float reach,
                         const uint32_t *near, wall_list *list) {
    for (; *near != SPACE_NONE; near++) {
        const space_edge *edge = space_edge_at(view->space, *near);
        bool is_link = edge->link != SPACE_NONE;
        near_wall wall = {.a = vec_sub(edge->a, body->position),
                          .b = vec_sub(edge->b, body->position),
                          .line = is_link ? space_line_of(edge->a, edge->b)
                                          : space_wall_line(view->space, edge->wall),
                          .wall = edge->wall,
                          .whole_a = true,
                          .whole_b = true};
        wall.distance_squared = distance_squared(&wall);
        if (wall.distance_squared > reach * reach || !space_class_on(edge, view->classes)) {
            continue;
        }
        if (is_link) {
            return false;
        }
        enter(list, &wall);
    }
    return true;
}

/* Enters one that was found by a query. */
static void enter_hit(const wend_view *view, const wend_body *body, const wend_wall_hit *hit,
                      wall_list *list) {
    uint32_t first = wend_space_wall_count(view->space);
    near_wall wall = {.a = vec_sub(hit->a, body->position),
                      .b = vec_sub(hit->b, body->position),
                      .velocity = hit->velocity,
                      .wall = hit->wall};
    if (hit->wall < first) {
        const wend_wall *whole = &space_walls(view->space)[hit->wall];
        wall.line = space_wall_line(view->space, hit->wall);
        wall.whole_a = vec_equal(whole->a, hit->a);
        wall.whole_b = vec_equal(whole->b, hit->b);
        wall.line.length =
            wall.whole_a && wall.whole_b ? wall.line.length : vec_length(vec_sub(hit->b, hit->a));
    } else {
        const overlay_wall *laid = &view->inside->overlay->walls[hit->wall - first];
        wall.line = space_line_of(hit->a, hit->b);
        wall.sway = overlay_wall_sway(laid, hit->velocity) * view->hold;
    }
    wall.distance_squared = distance_squared(&wall);
    enter(list, &wall);
}

static void enter_queried(const wend_view *view, const wend_body *body, float reach,
                          wall_list *list) {
    wend_wall_hit hits[WALL_PLANES_MOST];
    wend_place place = {body->position, wend_body_layer(body)};
    uint32_t count = wend_view_walls_near(view, place, reach, hits, WALL_PLANES_MOST);
    list->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        enter_hit(view, body, &hits[i], list);
    }
}

/* ---- Planes ---------------------------------------------------------------------------------- */

/* Whether the whole wall lies behind a plane that is there already. */
static bool is_hidden(const wall_viewer *viewer, const near_wall *wall,
                      const velocity_plane *planes, uint32_t count) {
    wend_vec2 a = vec_add(vec_scale(wall->a, viewer->rate), wall->velocity);
    wend_vec2 b = vec_add(vec_scale(wall->b, viewer->rate), wall->velocity);
    float grown = (viewer->radius + wall->sway) * viewer->rate;
    for (uint32_t i = 0; i < count; i++) {
        float offset = planes[i].offset - grown + hidden_slack;
        if (vec_dot(planes[i].normal, a) <= offset && vec_dot(planes[i].normal, b) <= offset) {
            return true;
        }
    }
    return false;
}

static uint32_t planes_of(const wall_viewer *viewer, const wall_list *list,
                          velocity_plane *planes) {
    velocity_plane shared[WALL_PLANES_MOST];
    uint32_t shared_by[WALL_PLANES_MOST], shared_count = 0, count = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        const near_wall *wall = &list->walls[i];
        float radius = viewer->radius + wall->sway;
        velocity_plane plane;
        wall_gives gives = GIVES_NONE;
        /* What is touched must not come nearer, hidden or not. */
        if (wall->distance_squared <= radius * radius || !is_hidden(viewer, wall, planes, count)) {
            gives = wall_cone_plane(viewer, wall, &plane);
        }
        if (gives == GIVES_PLANE) {
            planes[count++] = plane;
        } else if (gives == GIVES_SHARED) {
            shared[shared_count] = plane;
            shared_by[shared_count++] = i;
        }
    }
    for (uint32_t i = 0; i < shared_count; i++) {
        if (!is_hidden(viewer, &list->walls[shared_by[i]], planes, count)) {
            planes[count++] = shared[i];
        }
    }
    return count;
}

uint32_t wall_planes(const wend_view *view, uint32_t index, float max_speed, float horizon,
                     velocity_plane *planes) {
    const wend_body *body = &view->bodies[index];
    float reach = reach_of(view, body, max_speed, horizon);
    space_glance glance = space_glance_at(view->space, wend_body_layer(body), body->position);
    bool overlaid = overlay_is_near(view->inside->overlay, body->position, reach);
    if (!overlaid && glance.free > reach) {
        return 0;
    }
    wall_list list;
    list.count = 0;
    bool listed = !overlaid && glance.near != NULL && reach <= SPACE_LISTED &&
                  enter_listed(view, body, reach, glance.near, &list);
    if (!listed) {
        enter_queried(view, body, reach, &list);
    }
    wall_viewer viewer = {view->space, body->velocity, radius_of(body), 1.0F / horizon};
    return planes_of(&viewer, &list, planes);
}
