/* Finds the walls that an agent must avoid: all walls within reach, except walls of a solid that
 * face away from the agent. RVO2's obstacle query does the same (van den Berg, Guy, Snape, Lin and
 * Manocha, RVO2 Library, 2008-).
 *
 * The order of the walls depends only on their positions. The nearest comes first. Of two equally
 * distant walls, which often meet at their nearest points, the one that faces the agent more comes
 * first; if both face it equally, their coordinates decide.
 *
 * An agent that overlaps a static wall, with another one close by, gets out as a smaller disc, as
 * in the wall guarantee (move/walls.c): its radius for static walls is the distance to the nearest
 * one. With the full radius, two walls could push it back and forth between them for ever.
 *
 * Cost: constant far from walls; otherwise the cost of scanning the position's list of walls
 * (space/edge_table.c) or of a query. */
#include "steer/solve/walls/near.h"

#include <math.h>

#include "geom/vec.h"
#include "step/internals.h"
#include "step/skin.h"

/* ---- Order ----------------------------------------------------------------------------------- */

/* True if `one` comes before `two` in the order of walls at equal distances. */
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

/* Inserts a wall at its position in the order; there must be space for it. */
static void insert_wall(near_walls *list, const near_wall *wall) {
    uint32_t index = list->count++;
    for (; index > 0 && comes_before(wall, &list->walls[index - 1]); index--) {
        list->walls[index] = list->walls[index - 1];
    }
    list->walls[index] = *wall;
}

/* ---- Search ---------------------------------------------------------------------------------- */

static float full_radius(const wend_body *body) {
    return body->radius + skin_at(body->position);
}

static float reach_of(const wend_view *view, const wend_body *body, float max_speed,
                      float horizon) {
    float fastest = view->internals->overlay->fastest + vec_length(view->frame);
    return (max_speed + fastest) * horizon + full_radius(body);
}

/* True if the agent is on the free side of a wall, or on its line. At a convex corner of a solid,
 * the wall around the corner does not face the agent, and its plane would keep the agent from
 * walking around the corner. The nearest point of a solid always belongs to a wall that faces the
 * agent. */
static bool faces_agent(const near_wall *wall) {
    return vec_cross(wall->line.along, wall->a) <= 0.0F;
}

/* Returns the point of a wall nearest to the agent, relative to the agent. */
static wend_vec2 nearest_point(const near_wall *wall) {
    float foot = -vec_dot(wall->a, wall->line.along);
    if (foot <= 0.0F) {
        return wall->a;
    }
    if (foot >= wall->line.length) {
        return wall->b;
    }
    return vec_add(wall->a, vec_scale(wall->line.along, foot));
}

/* Returns the squared distance from the agent to a wall. */
static float distance_squared(const near_wall *wall) {
    return vec_length_squared(nearest_point(wall));
}

/* Adds the walls in `near`, the list of edges near the agent's position. Returns false if the list
 * is not sufficient because a link is near. */
static bool add_listed(const wend_view *view, const wend_body *body, float reach,
                       const uint32_t *near, near_walls *list) {
    for (; *near != SPACE_NONE; near++) {
        const space_edge *edge = space_edge_at(view->space, *near);
        bool is_link = edge->link != SPACE_NONE;
        near_wall wall = {.a = vec_sub(edge->a, body->position),
                          .b = vec_sub(edge->b, body->position),
                          .line = is_link ? space_line_of(edge->a, edge->b)
                                          : space_wall_line(view->space, edge->wall),
                          .velocity = vec_sub((wend_vec2){0.0F, 0.0F}, view->frame),
                          .wall = edge->wall,
                          .own_end_a = true,
                          .own_end_b = true};
        wall.distance_squared = distance_squared(&wall);
        if (wall.distance_squared > reach * reach || !space_class_on(edge, view->classes)) {
            continue;
        }
        if (is_link) {
            return false;
        }
        if (!edge->one_sided || faces_agent(&wall)) {
            insert_wall(list, &wall);
        }
    }
    return true;
}

/* Adds a wall found by a query. */
static void add_hit(const wend_view *view, const wend_body *body, const wend_wall_hit *hit,
                    near_walls *list) {
    uint32_t first = wend_space_wall_count(view->space);
    bool one_sided;
    near_wall wall = {.a = vec_sub(hit->a, body->position),
                      .b = vec_sub(hit->b, body->position),
                      .velocity = hit->velocity,
                      .wall = hit->wall};
    if (hit->wall < first) {
        const wend_wall *full = &space_walls(view->space)[hit->wall];
        wall.line = space_wall_line(view->space, hit->wall);
        one_sided = full->one_sided;
        wall.own_end_a = vec_equal(full->a, hit->a);
        wall.own_end_b = vec_equal(full->b, hit->b);
        wall.line.length = wall.own_end_a && wall.own_end_b ? wall.line.length
                                                            : vec_length(vec_sub(hit->b, hit->a));
    } else {
        const overlay *over = view->internals->overlay;
        const overlay_wall *laid = &over->walls[hit->wall - first];
        /* If the obstacle rotates, the other side of its wall may face the agent before the agent
         * next chooses a velocity. */
        const overlay_obstacle *obstacle = &over->obstacles[laid->obstacle];
        one_sided = obstacle->kind == WEND_OBSTACLE_MOVING && obstacle->angular_velocity == 0.0;
        wall.line = space_line_of(hit->a, hit->b);
        wend_vec2 velocity = vec_add(hit->velocity, view->frame); /* in world coordinates */
        wall.margin = overlay_wall_extra_speed(laid, velocity) * view->steer_interval;
        wall.movable = obstacle->kind == WEND_OBSTACLE_MOVING;
    }
    wall.distance_squared = distance_squared(&wall);
    if (!one_sided || faces_agent(&wall)) {
        insert_wall(list, &wall);
    }
}

static void add_queried(const wend_view *view, const wend_body *body, float reach,
                        near_walls *list) {
    wend_wall_hit hits[NEAR_WALLS_MOST];
    wend_location location = {body->position, wend_body_layer(body)};
    uint32_t count = wend_view_find_walls(view, location, reach, hits, NEAR_WALLS_MOST);
    list->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        add_hit(view, body, &hits[i], list);
    }
}

/* True if a static wall other than `nearest` is so near that the agent might touch it while it
 * leaves the nearest wall, which it overlaps by `depth` m. */
static bool is_between_walls(const near_walls *list, uint32_t nearest, float radius, float depth) {
    wend_vec2 point = nearest_point(&list->walls[nearest]);
    float within = radius + depth;
    for (uint32_t i = nearest + 1; i < list->count; i++) {
        const near_wall *wall = &list->walls[i];
        if (!wall->movable && wall->distance_squared < within * within &&
            !vec_equal(nearest_point(wall), point)) {
            return true;
        }
    }
    return false;
}

/* Sets the radius. If the agent overlaps a static wall and another one is near, the radius is the
 * distance to the nearest wall, and movable walls get the rest of the agent's own radius as a
 * margin. */
static void set_radius(const wend_body *body, near_walls *list) {
    uint32_t nearest = 0;
    list->radius = full_radius(body);
    while (nearest < list->count && list->walls[nearest].movable) {
        nearest++;
    }
    if (nearest == list->count) {
        return;
    }
    float skin = skin_at(body->position), distance = sqrtf(list->walls[nearest].distance_squared);
    float depth = body->radius - distance;
    if (!(depth > skin) || !is_between_walls(list, nearest, body->radius, depth)) {
        return;
    }
    list->radius = distance + skin;
    for (uint32_t i = 0; i < list->count; i++) {
        list->walls[i].margin += list->walls[i].movable ? depth : 0.0F;
    }
}

void near_walls_find(const wend_view *view, const wend_body *body, float max_speed, float horizon,
                     near_walls *out) {
    float reach = reach_of(view, body, max_speed, horizon);
    space_nearby nearby = space_nearby_at(view->space, wend_body_layer(body), body->position);
    bool overlaid = overlay_is_near(view->internals->overlay, body->position, reach);
    out->count = 0;
    out->radius = full_radius(body);
    if (!overlaid && nearby.clearance > reach) {
        return;
    }
    bool listed = !overlaid && nearby.near != NULL && reach <= SPACE_LIST_RADIUS &&
                  add_listed(view, body, reach, nearby.near, out);
    if (!listed) {
        add_queried(view, body, reach, out);
    }
    set_radius(body, out);
}
