/* The wall guarantee: a body slides along walls, its centre never crosses one, and its deepest
 * overlap with static walls never grows.
 *
 * Let w be a wall within reach of the step, p the centre, r the radius, c the point of w nearest to
 * p, and n = (p - c) / |p - c|. The segment w lies in n . (x - c) <= 0, so each displacement d with
 *
 *     n . d >= min(0, r + skin - |p - c|)
 *
 * keeps the centre off w, at a distance that does not fall below min(r, |p - c|). A body that
 * overlaps a static wall from the start gets out as a smaller disc: for static walls, r is then the
 * distance to the nearest one, so that the body can leave one wall towards another, through a gap
 * that is narrower than the body.
 *
 * If the requested step touches no wall, it is taken unchanged. Otherwise it is projected onto the
 * half-planes of the walls that it touches; if the result touches another wall, it is projected
 * onto the half-planes of all walls. d = 0 is always a solution, and no solution is longer than the
 * requested step. The skin (step/skin.h) is a margin that absorbs rounding errors. A body inside
 * the skin is moved out again, by at most half a skin per step. The rounded position is checked
 * once more, and the step is halved or abandoned if the check fails. A step that crosses two links
 * is cut short, because the wall query looks through only one link.
 *
 * An obstacle that moves towards the body pushes it: the half-planes of its walls are offset by the
 * distance that the walls move in the step, as long as the static walls leave room for that. A body
 * inside a moving obstacle is moved out through the nearest wall.
 *
 * Cost: one wall query, and O(walls^2) for the few walls within radius + step. */
#include "move/walls.h"

#include <math.h>

#include "geom/halfplane.h"
#include "geom/point.h"
#include "geom/predicates.h"
#include "geom/segment.h"
#include "geom/vec.h"
#include "step/links.h"

enum {
    MAX_WALLS = 128, /* limit per query; with more walls, the step is cut short */
    MAX_HALVINGS = 6
};

typedef struct wall_set {
    wend_wall_hit hits[MAX_WALLS];
    uint32_t count;
    float reach; /* m: `hits` contains all walls within this distance */
    double room; /* m: radius of the body for static walls */
} wall_set;

/* The constraints that the half-planes include. */
typedef enum constraint_set {
    CONSTRAIN_ALL,    /* obstacles push, and a body inside the skin must move out of it */
    CONSTRAIN_PUSHES, /* obstacles push, but a body may remain inside the skin */
    CONSTRAIN_STATIC  /* only static walls count: the body is squeezed by an obstacle */
} constraint_set;

static void collect_walls(const wend_view *view, const wend_body *body, float reach,
                          wall_set *walls) {
    wend_location location = {body->position, wend_body_layer(body)};
    walls->count = wend_view_find_walls(view, location, reach, walls->hits, MAX_WALLS);
    walls->reach = walls->count < MAX_WALLS ? reach : walls->hits[MAX_WALLS - 1].distance;
}

/* ---- Obstacles that can move ----------------------------------------------------------------- */

/* Returns the overlay wall of a hit if the wall belongs to an obstacle that can move, or NULL. */
static const overlay_wall *find_movable_wall(const wend_view *view, const wend_wall_hit *hit) {
    const overlay *over = view->internals->overlay;
    uint32_t first = wend_space_wall_count(view->space);
    const overlay_wall *wall = hit->wall >= first ? &over->walls[hit->wall - first] : NULL;
    return wall && over->obstacles[wall->obstacle].kind == WEND_OBSTACLE_MOVING ? wall : NULL;
}

/* Returns the radius (m) of a body for static walls: its own, or the distance to the nearest static
 * wall if the body overlaps it by more than its skin. */
static double radius_for_static(const wend_view *view, const wall_set *walls,
                                const wend_body *body) {
    for (uint32_t i = 0; i < walls->count; i++) {
        const wend_wall_hit *hit = &walls->hits[i];
        if (!find_movable_wall(view, hit)) {
            double distance = segment_point_distance(body->position, hit->a, hit->b);
            bool overlaps = distance + (double)skin_at(body->position) < (double)body->radius;
            return overlaps ? distance : (double)body->radius;
        }
    }
    return (double)body->radius;
}

/* True if the position is inside the (convex) obstacle that a wall belongs to. */
static bool is_inside_obstacle(const wend_view *view, const overlay_wall *wall,
                               wend_vec2 position) {
    const overlay *over = view->internals->overlay;
    const overlay_obstacle *obstacle = &over->obstacles[wall->obstacle];
    for (uint32_t i = 0; i < obstacle->wall_count; i++) {
        const overlay_wall *other = &over->walls[obstacle->first_wall + i];
        if (predicate_orient(other->a, other->b, position) > 0) {
            return false;
        }
    }
    return true;
}

/* ---- Half-planes ----------------------------------------------------------------------------- */

/* Returns the unit normal that points to the left of a wall. */
static wend_point left_normal(const wend_wall_hit *hit) {
    double x = (double)hit->a.y - (double)hit->b.y, y = (double)hit->b.x - (double)hit->a.x;
    double length = sqrt(x * x + y * y);
    return length > 0.0 ? (wend_point){x / length, y / length} : (wend_point){1.0, 0.0};
}

/* Returns the unit direction from a wall to the body's centre. If the centre is on the wall,
 * returns the direction to the left of the wall. */
static wend_point direction_from_wall(const wend_wall_hit *hit, wend_vec2 position) {
    bool at_end = vec_equal(hit->point, hit->a) || vec_equal(hit->point, hit->b);
    if (at_end && !vec_equal(hit->point, position)) {
        double x = (double)position.x - (double)hit->point.x;
        double y = (double)position.y - (double)hit->point.y;
        double length = sqrt(x * x + y * y);
        return (wend_point){x / length, y / length};
    }
    wend_point left = left_normal(hit);
    bool is_right = predicate_orient(hit->a, hit->b, position) < 0;
    return is_right ? (wend_point){-left.x, -left.y} : left;
}

/* Returns the distance (m) that a wall moves along a normal in a step; negative if it moves away.
 */
static double push_distance(const wend_wall_hit *hit, wend_point normal, float dt) {
    return point_dot(point_wide(hit->velocity), normal) * (double)dt;
}

static halfplane plane_of(const wend_wall_hit *hit, const wend_body *body, double radius, float dt,
                          constraint_set how) {
    wend_point normal = direction_from_wall(hit, body->position);
    double distance = segment_point_distance(body->position, hit->a, hit->b);
    double skin = (double)skin_at(body->position);
    double missing = radius + skin - distance;
    double most = how == CONSTRAIN_ALL ? skin / 2.0 : 0.0;
    return (halfplane){normal, fmin(missing, most) + push_distance(hit, normal, dt)};
}

/* Returns the half-plane that moves a body out of an obstacle through a wall, by one radius per
 * step. */
static halfplane exit_plane(const wend_wall_hit *hit, const wend_body *body, float dt) {
    wend_point normal = left_normal(hit);
    return (halfplane){normal, (double)body->radius + fmax(0.0, push_distance(hit, normal, dt))};
}

/* Writes the half-planes of the walls that `how` includes, and returns how many there are. Hits are
 * sorted by distance, so the first wall of an obstacle is its nearest one. */
static uint32_t planes_of(const wend_view *view, const wall_set *walls, const wend_body *body,
                          constraint_set how, halfplane *planes) {
    uint32_t count = 0, exited = WEND_NONE;
    for (uint32_t i = 0; i < walls->count; i++) {
        const wend_wall_hit *hit = &walls->hits[i];
        const overlay_wall *wall = find_movable_wall(view, hit);
        if (wall && (how == CONSTRAIN_STATIC || wall->obstacle == exited)) {
            continue;
        }
        if (wall && wall->layer == wend_body_layer(body) &&
            is_inside_obstacle(view, wall, body->position)) {
            exited = wall->obstacle;
            planes[count++] = exit_plane(hit, body, view->dt);
        } else {
            double radius = wall ? (double)body->radius : walls->room;
            planes[count++] = plane_of(hit, body, radius, view->dt, how);
        }
    }
    return count;
}

/* Returns the displacement nearest to `displacement` that the half-planes allow and that is at most
 * `most` m long, or zero if there is none. */
static wend_point slide(const wend_view *view, const wall_set *walls, const wend_body *body,
                        wend_vec2 displacement, double most) {
    halfplane planes[MAX_WALLS];
    wend_point wanted = {(double)displacement.x, (double)displacement.y};
    for (constraint_set how = CONSTRAIN_ALL; how <= CONSTRAIN_STATIC; how++) {
        wend_point got;
        uint32_t count = planes_of(view, walls, body, how, planes);
        if (halfplane_find_nearest(planes, count, wanted, &got) &&
            got.x * got.x + got.y * got.y <= most * most) {
            return got;
        }
    }
    return (wend_point){0.0, 0.0};
}

static wend_vec2 position_after(wend_vec2 from, wend_point by, double share) {
    return point_narrow(point_along(point_wide(from), by, share));
}

/* ---- Checks ---------------------------------------------------------------------------------- */

/* True if the segment from the body to `to` does not cross a wall, and `to` is not nearer to the
 * wall than a body with this radius may be. */
static bool keeps_clear_of(const wend_wall_hit *hit, const wend_body *body, double radius,
                           wend_vec2 to) {
    double before = segment_point_distance(body->position, hit->a, hit->b);
    double allowed = fmin(before, radius);
    if (before > 0.0 ? predicate_segments_meet(body->position, to, hit->a, hit->b)
                     : predicate_orient(hit->a, hit->b, to) < 0) {
        return false;
    }
    return segment_point_distance(to, hit->a, hit->b) >= allowed;
}

static bool passes_two_links(const wend_space *space, const wend_body *body, wend_vec2 to) {
    const uint32_t *links, *further;
    uint32_t count = space_links_of(space, wend_body_layer(body), &links);
    for (uint32_t i = 0; i < count; i++) {
        wend_link first = wend_space_link(space, links[i]);
        uint32_t layer = link_entered(first, wend_body_layer(body), body->position, to);
        uint32_t more = layer == WEND_NONE ? 0 : space_links_of(space, layer, &further);
        for (uint32_t k = 0; k < more; k++) {
            wend_link second = wend_space_link(space, further[k]);
            if (further[k] != links[i] &&
                link_entered(second, layer, body->position, to) != WEND_NONE &&
                link_cut(second, body->position, to) >= link_cut(first, body->position, to)) {
                return true;
            }
        }
    }
    return false;
}

static bool is_allowed(const wend_view *view, const wall_set *walls, const wend_body *body,
                       wend_vec2 to) {
    for (uint32_t i = 0; i < walls->count; i++) {
        if (!find_movable_wall(view, &walls->hits[i]) &&
            !keeps_clear_of(&walls->hits[i], body, walls->room, to)) {
            return false;
        }
    }
    return !passes_two_links(view->space, body, to);
}

/* True if the disc does not touch a wall while it moves to `to`; disc and wall keep their
 * velocities. */
static bool misses_wall(const wend_view *view, const wall_set *walls, uint32_t index,
                        const wend_body *body, wend_vec2 to) {
    const wend_wall_hit *hit = &walls->hits[index];
    const overlay_wall *wall = find_movable_wall(view, hit);
    if (!wall) {
        double distance = segment_distance(body->position, to, hit->a, hit->b);
        return distance > 0.0 && distance >= walls->room;
    }
    wend_vec2 relative = vec_sub(to, vec_scale(hit->velocity, view->dt));
    float room = body->radius + overlay_wall_extra_speed(wall, hit->velocity) * view->dt;
    return !is_inside_obstacle(view, wall, body->position) &&
           segment_distance(body->position, relative, hit->a, hit->b) >= (double)room;
}

/* True if the step touches no wall and crosses at most one link. */
static bool is_free(const wend_view *view, const wall_set *walls, const wend_body *body,
                    wend_vec2 to) {
    for (uint32_t i = 0; i < walls->count; i++) {
        if (!misses_wall(view, walls, i, body, to)) {
            return false;
        }
    }
    return !passes_two_links(view->space, body, to);
}

/* Slides along the walls that the requested step touches. If the resulting step touches another
 * wall, slides along all walls instead. */
static wend_point slide_along_walls(const wend_view *view, const wall_set *walls,
                                    const wend_body *body, wend_vec2 displacement, double most) {
    wall_set met = {.reach = walls->reach, .room = walls->room};
    uint32_t missed[MAX_WALLS], missed_count = 0;
    wend_vec2 to = vec_add(body->position, displacement);
    for (uint32_t i = 0; i < walls->count; i++) {
        if (misses_wall(view, walls, i, body, to)) {
            missed[missed_count++] = i;
        } else {
            met.hits[met.count++] = walls->hits[i];
        }
    }
    wend_point step = slide(view, &met, body, displacement, most);
    to = position_after(body->position, step, 1.0);
    for (uint32_t i = 0; i < missed_count; i++) {
        if (!misses_wall(view, walls, missed[i], body, to)) {
            return slide(view, walls, body, displacement, most);
        }
    }
    return step;
}

/* ---- The step -------------------------------------------------------------------------------- */

/* Computes the step of a body that has walls within `reach` m. */
static wall_result resolve(const wend_view *view, const wend_body *body, wend_vec2 displacement,
                           float reach) {
    wend_vec2 to = vec_add(body->position, displacement);
    float length = vec_length(displacement), skin = skin_at(body->position);
    wall_set walls;
    collect_walls(view, body, reach, &walls);
    walls.room = radius_for_static(view, &walls, body);
    /* Too many walls for one query: stay within the radius that was searched. */
    if (walls.reach < reach) {
        float known = fmaxf(0.0F, walls.reach - body->radius - 2.0F * skin);
        displacement = length > known ? vec_scale(displacement, known / length) : displacement;
    }
    if (is_free(view, &walls, body, vec_add(body->position, displacement))) {
        wend_vec2 free_to = vec_add(body->position, displacement);
        return (wall_result){free_to, vec_length(vec_sub(to, free_to))};
    }
    double most = (double)walls.reach - (double)body->radius;
    wend_point step = slide_along_walls(view, &walls, body, displacement, most);
    wend_vec2 reached = body->position;
    double share = 1.0;
    for (int i = 0; i < MAX_HALVINGS; i++, share /= 2.0) {
        wend_vec2 tried = position_after(body->position, step, share);
        if (is_allowed(view, &walls, body, tried)) {
            reached = tried;
            break;
        }
    }
    return (wall_result){reached, vec_length(vec_sub(to, reached))};
}

wall_result walls_constrain(const wend_view *view, const wend_body *body, wend_vec2 displacement) {
    const overlay *over = view->internals->overlay;
    float reach = body->radius + vec_length(displacement) + 2.0F * skin_at(body->position);
    if (over->wall_count > 0) { /* moving obstacles may push the body or overlap it */
        float pushed = reach + over->fastest * view->dt + body->radius;
        if (overlay_is_near(over, body->position, pushed)) {
            return resolve(view, body, displacement, pushed);
        }
    }
    if (!space_has_edge_within(view->space, wend_body_layer(body), body->position, reach)) {
        return (wall_result){vec_add(body->position, displacement), 0.0F};
    }
    return resolve(view, body, displacement, reach);
}
