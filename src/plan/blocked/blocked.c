/* Computes the clearance that blockers leave of each part of a map.
 *
 * A map identifies its doors by layer and position, since it outlives worlds. A closed door is a
 * door of the map if all its points are within SAME_POSITION. Obstacle classes are bits of the
 * view.
 *
 * The clearance left of a part is the smallest of the limits of all active blockers and of the
 * distances to walls that the map does not contain. */
#include "plan/blocked/blocked.h"

#include <math.h>
#include <string.h>

#include "step/internals.h"

/* m: more than the grid of a mesh can displace a point. */
static const float SAME_POSITION = 2e-3F;

static bool is_door(const map_blocker *blocker, const overlay_obstacle *obstacle) {
    if (obstacle->kind != WEND_OBSTACLE_DOOR || blocker->obstacle_class != 0 ||
        obstacle->layer != blocker->layer || obstacle->point_count != blocker->point_count) {
        return false;
    }
    for (uint32_t i = 0; i < blocker->point_count; i++) {
        if (fabsf(blocker->points[i].x - obstacle->points[i].x) > SAME_POSITION ||
            fabsf(blocker->points[i].y - obstacle->points[i].y) > SAME_POSITION) {
            return false;
        }
    }
    return true;
}

/* True if a blocker is active. Marks the doors that it represents as known. */
static bool is_on(const wend_view *view, const map_blocker *blocker, bool *known) {
    const overlay *over = view->internals->overlay;
    if (blocker->obstacle_class != 0) {
        return (view->classes >> blocker->obstacle_class & 1U) != 0;
    }
    bool on = false;
    for (uint32_t i = 0; i < over->obstacle_count; i++) {
        if (is_door(blocker, &over->obstacles[i])) {
            known[i] = true;
            on = on || over->obstacles[i].closed;
        }
    }
    return on;
}

static bool *take_flags(const wend_view *view, uint32_t worker, uint32_t count) {
    bool *switches = wend_view_scratch(view, worker, ((size_t)count + 1) * sizeof *switches);
    if (switches != NULL) {
        memset(switches, 0, ((size_t)count + 1) * sizeof *switches);
    }
    return switches;
}

/* Lists the walls of closed doors that no blocker represents. Returns false when out of memory. */
static bool list_doors(const wend_view *view, uint32_t worker, const bool *known, blocked *out) {
    const overlay *over = view->internals->overlay;
    if (over->wall_count == 0) {
        return true;
    }
    blocked_wall *doors = wend_view_scratch(view, worker, over->wall_count * sizeof *doors);
    for (uint32_t i = 0; doors != NULL && i < over->wall_count; i++) {
        const overlay_wall *wall = &over->walls[i];
        if (over->obstacles[wall->obstacle].kind == WEND_OBSTACLE_DOOR && !known[wall->obstacle]) {
            doors[out->door_count++] = (blocked_wall){wall->a, wall->b, wall->layer};
        }
    }
    out->doors = doors;
    return doors != NULL;
}

/* Finds which blockers are active (*on, by blocker) and which closed doors the map does not
 * contain. Returns false when out of memory. */
static bool find_active(const wend_view *view, uint32_t worker, const map_blocking *blocking,
                        const bool **on, blocked *out) {
    bool *known = take_flags(view, worker, view->internals->overlay->obstacle_count);
    bool *switches = take_flags(view, worker, blocking->blocker_count);
    *on = switches;
    *out = (blocked){.left = NULL};
    if (known == NULL || switches == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < blocking->blocker_count; i++) {
        switches[i] = is_on(view, &blocking->blockers[i], known);
        out->any |= switches[i];
    }
    bool good = list_doors(view, worker, known, out);
    out->any |= out->door_count > 0;
    return good;
}

/* ---- Clearance limits ------------------------------------------------------------------------ */

static void limit_by_blockers(const map_blocking *blocking, const bool *on, float *left) {
    for (uint32_t i = 0; i < blocking->limit_count; i++) {
        const map_clearance_limit *limit = &blocking->limits[i];
        if (on[limit->blocker]) {
            left[limit->part] = fminf(left[limit->part], limit->clearance);
        }
    }
}

static void limit_by_door(const blocked_parts *parts, const blocked_wall *wall, float *left) {
    for (uint32_t i = 0; i < parts->count; i++) {
        left[i] = fminf(left[i], (float)parts->distance(parts->map, i, wall));
    }
}

/* Limits parts by an obstacle that stands still. A part beside it keeps half of the distance
 * between the obstacle and the wall on the other side; a part under it keeps nothing. */
static void limit_by_standing(const blocked_parts *parts, const blocked_wall *wall, float *left) {
    for (uint32_t i = 0; i < parts->count; i++) {
        double distance = parts->distance(parts->map, i, wall);
        double beside =
            distance > 0.0 ? 0.5 * (distance + (double)parts->clearance(parts->map, i)) : 0.0;
        left[i] = fminf(left[i], (float)fmax(distance, beside));
    }
}

float *blocked_copy_left(const wend_view *view, uint32_t worker, uint32_t part_count,
                         blocked *now) {
    float *left = wend_view_scratch(view, worker, ((size_t)part_count + 1) * sizeof *left);
    for (uint32_t i = 0; left != NULL && i < part_count; i++) {
        left[i] = now->left != NULL ? now->left[i] : INFINITY;
    }
    now->left = left;
    return left;
}

bool blocked_find(const wend_view *view, uint32_t worker, const blocked_parts *parts, bool standing,
                  blocked *out) {
    const overlay *over = view->internals->overlay;
    const bool *on;
    if (!find_active(view, worker, parts->blocking, &on, out)) {
        return false;
    }
    if (!out->any && !standing) {
        return true;
    }
    float *left = blocked_copy_left(view, worker, parts->count, out);
    if (left == NULL) {
        return false;
    }
    limit_by_blockers(parts->blocking, on, left);
    for (uint32_t i = 0; i < out->door_count && parts->distance != NULL; i++) {
        limit_by_door(parts, &out->doors[i], left);
    }
    for (uint32_t i = 0; i < over->wall_count && standing; i++) {
        const overlay_wall *wall = &over->walls[i];
        if (over->obstacles[wall->obstacle].standing) {
            limit_by_standing(parts, &(blocked_wall){wall->a, wall->b, wall->layer}, left);
        }
    }
    return true;
}
