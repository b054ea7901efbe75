/* Finds the location of a level that stands for a location off the level: see snap.h.
 *
 * The nearest point of the level usually is visible. Otherwise it lies behind a wall that is
 * thinner than the disc, and the edges nearby are searched for their nearest visible point. This is
 * the point of the edge nearest to the location, an end of the edge, or a point that the end of a
 * wall hides from one side.
 *
 * Cost: one visibility check; if it fails, O(edges nearby * walls nearby) of them at most. */
#include "plan/mesh/snap.h"

#include <math.h>

#include "geom/point.h"
#include "geom/predicates.h"
#include "geom/segment.h"
#include "geom/vec.h"
#include "step/internals.h"
#include "step/worker_buffers.h"

enum { MAX_WALLS = 128 };

/* m: how far a point lies from the line past the end of a wall, so that rounding does not hide
 * it. */
static const double ASIDE = 1e-4;

typedef struct sight {
    const search_ground *ground;
    wend_location from;
    bool through_doors;
    wend_vec2 ends[2 * MAX_WALLS]; /* of the walls nearby */
    uint32_t end_count;
} sight;

/* ---- Visibility ------------------------------------------------------------------------------ */

/* True if the inner points of two segments cross. */
static bool crosses(wend_vec2 p, wend_vec2 q, wend_vec2 a, wend_vec2 b) {
    return predicate_orient(p, q, a) * predicate_orient(p, q, b) < 0 &&
           predicate_orient(a, b, p) * predicate_orient(a, b, q) < 0;
}

static bool crosses_door(const wend_view *view, wend_location from, wend_vec2 to) {
    const overlay *over = view->internals->overlay;
    wend_vec2 low = vec_min(from.position, to), high = vec_max(from.position, to);
    uint32_t cursor = 0;
    const overlay_obstacle *obstacle;
    while (over->box_count > 0 && (obstacle = overlay_next(over, low, high, &cursor)) != NULL) {
        bool counts = obstacle->layer == from.layer && obstacle->kind == WEND_OBSTACLE_DOOR;
        for (uint32_t i = 0; counts && i < obstacle->wall_count; i++) {
            const overlay_wall *wall = &over->walls[obstacle->first_wall + i];
            if (crosses(from.position, to, wall->a, wall->b)) {
                return true;
            }
        }
    }
    return false;
}

/* True if the line to a point of a layer crosses no wall and no closed door. */
static bool sees(const wend_view *view, wend_location from, wend_location to, bool through_doors) {
    return (through_doors || !crosses_door(view, from, to.position)) &&
           wend_space_is_visible(view->space, from, to, 0.0F, view->classes);
}

/* ---- The nearest visible point of an edge ---------------------------------------------------- */

/* Keeps a point if it is visible and nearer than `*distance`, which becomes its distance. */
static bool keep_point(const sight *s, wend_vec2 point, double *distance, wend_vec2 *out) {
    double apart = wide_distance(s->from.position, point);
    if (apart > *distance ||
        !sees(s->ground->view, s->from, (wend_location){point, s->from.layer}, s->through_doors)) {
        return false;
    }
    *distance = apart;
    *out = point;
    return true;
}

/* Tries the points of an edge on both sides of the line past the end of a wall. */
static bool keep_beside(const sight *s, wend_vec2 end, wend_vec2 a, wend_vec2 b, double *distance,
                        wend_vec2 *out) {
    double length = wide_distance(a, b);
    double side_a = wide_turn(s->from.position, end, a),
           side_b = wide_turn(s->from.position, end, b);
    if (side_a == side_b || (side_a < 0.0) == (side_b < 0.0) || !(length > 0.0)) {
        return false;
    }
    bool found = false;
    double at = side_a / (side_a - side_b);
    for (int sign = -1; sign <= 1; sign += 2) {
        double t = fmin(fmax(at + sign * ASIDE / length, 0.0), 1.0);
        wend_vec2 point = point_narrow(point_lerp(point_wide(a), point_wide(b), t));
        found = keep_point(s, point, distance, out) || found;
    }
    return found;
}

static bool find_in_edge(void *context, wend_vec2 a, wend_vec2 b, double distance, wend_vec2 *out) {
    const sight *s = context;
    if (keep_point(s, segment_closest(s->from.position, a, b), &distance, out)) {
        return true;
    }
    bool found = keep_point(s, a, &distance, out);
    found = keep_point(s, b, &distance, out) || found;
    for (uint32_t i = 0; i < s->end_count; i++) {
        found = keep_beside(s, s->ends[i], a, b, &distance, out) || found;
    }
    return found;
}

static void list_wall_ends(sight *s, float distance) {
    const wend_view *view = s->ground->view;
    wend_wall_hit walls[MAX_WALLS];
    uint32_t count =
        wend_space_find_walls(view->space, s->from, distance, view->classes, walls, MAX_WALLS);
    for (uint32_t i = 0; i < count; i++) {
        s->ends[s->end_count++] = walls[i].a;
        s->ends[s->end_count++] = walls[i].b;
    }
}

/* ---- The nearest visible point of the level -------------------------------------------------- */

search_start snap_to_level(const search_ground *ground, wend_location location, float distance) {
    const wend_view *view = ground->view;
    const navmesh_filter open = {ground->now.remaining, ground->weights, ground->weight_count};
    search_start found = {location.position, NAVMESH_NONE};
    found.polygon = navmesh_nearest(ground->level, &open, location, distance, &found.position);
    wend_location nearest = {found.position, location.layer};
    if (found.polygon == NAVMESH_NONE || sees(view, location, nearest, false) ||
        !wend_space_is_walkable(view->space, location, view->classes)) {
        return found;
    }
    sight s = {.ground = ground, .from = location};
    list_wall_ends(&s, distance);
    navmesh_sight visible = {find_in_edge, &s};
    for (int i = 0; i < 2; i++) {
        s.through_doors = i > 0;
        found.polygon = navmesh_nearest_in_sight(ground->level, &open, location, distance, &visible,
                                                 &found.position);
        if (found.polygon != NAVMESH_NONE) {
            break;
        }
    }
    return found;
}

static bool is_forbidden(const search_ground *ground, uint32_t polygon) {
    return ground->weights != NULL && !(search_terrain_weight(ground, polygon) < INFINITY);
}

/* Keeps the point of an open polygon that is nearest to `from`, if it is nearer than `best`. */
static void keep_nearest(const search_ground *ground, wend_vec2 from, uint32_t index,
                         search_start *best) {
    const navmesh_polygon *polygon = &ground->level->polygons[index];
    const wend_vec2 *points = &ground->level->points[polygon->first];
    for (uint32_t i = 0; i < polygon->count; i++) {
        wend_vec2 b = points[i + 1 < polygon->count ? i + 1 : 0];
        wend_vec2 nearest = segment_closest(from, points[i], b);
        if (best->polygon == NAVMESH_NONE ||
            wide_distance(from, nearest) < wide_distance(from, best->position)) {
            *best = (search_start){nearest, index};
        }
    }
}

search_start snap_off_forbidden(const search_ground *ground, search_start from) {
    const navmesh_level *level = ground->level;
    if (!is_forbidden(ground, from.polygon)) {
        return from;
    }
    uint64_t stamp = 0;
    search_mark *marks = search_marks(ground->view, ground->worker, level->polygon_count, &stamp);
    uint32_t *queue = worker_buffer_take(ground->view, ground->worker, BUFFER_HEAP,
                                         (size_t)level->polygon_count * sizeof *queue);
    search_start best = {from.position, NAVMESH_NONE};
    uint32_t count = marks != NULL && queue != NULL ? 1 : 0;
    if (count > 0) {
        queue[0] = from.polygon;
        marks[from.polygon].stamp = stamp;
    }
    for (uint32_t i = 0; i < count; i++) {
        const navmesh_polygon *at = &level->polygons[queue[i]];
        if (!search_is_closed(ground, queue[i]) &&
            at->layer == level->polygons[from.polygon].layer) {
            keep_nearest(ground, from.position, queue[i], &best);
        }
        for (uint32_t k = 0; k < at->count && is_forbidden(ground, queue[i]); k++) {
            uint32_t next = level->neighbours[at->first + k];
            if (next != NAVMESH_NONE && marks[next].stamp != stamp) {
                marks[next].stamp = stamp;
                queue[count++] = next;
            }
        }
    }
    return best.polygon != NAVMESH_NONE ? best : from;
}

bool snap_must_be_passed(const search_ground *ground, wend_location from, wend_vec2 to,
                         wend_location next) {
    /* Every wall keeps the radius of the level from the line between `to` and `next`. So nothing
     * fits between this line and an agent that is nearer to it than the radius. */
    const wend_view *view = ground->view;
    return wend_space_is_walkable(view->space, from, view->classes) &&
           (wide_distance(from.position, to) > (double)ground->level->radius ||
            !sees(view, from, next, false));
}
