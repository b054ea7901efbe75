/* Computes the clearance that remains on each part of a map while its blockers are active.
 *
 * A map identifies its doors by layer and position, because it may outlive the world. A door of the
 * world counts as a door of the map if both are on the same layer and have the same number of
 * points, and if corresponding points differ by at most SAME_POSITION in x and in y. Obstacle
 * classes are bits of the view's `classes`.
 *
 * The clearance that remains on a part is the smallest of the limits of all active blockers and of
 * the distances to walls that the map does not contain. Cost: see blocked_find. */
#include "plan/blocked/blocked.h"

#include <math.h>
#include <string.h>

#include "step/internals.h"

/* m: larger than the distance by which the grid of a mesh can displace a point. */
static const float SAME_POSITION = 2e-3F;

static bool is_same_door(const map_blocker *blocker, const overlay_obstacle *obstacle) {
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

/* True if a blocker is active. If the blocker is a door, also sets known[i] for each obstacle i of
 * the world that is the same door. */
static bool is_active(const wend_view *view, const map_blocker *blocker, bool *known) {
    const overlay *over = view->internals->overlay;
    if (blocker->obstacle_class != 0) {
        return (view->classes >> blocker->obstacle_class & 1U) != 0;
    }
    bool active = false;
    for (uint32_t i = 0; i < over->obstacle_count; i++) {
        if (is_same_door(blocker, &over->obstacles[i])) {
            known[i] = true;
            active = active || over->obstacles[i].closed;
        }
    }
    return active;
}

static bool *take_flags(const wend_view *view, uint32_t worker, uint32_t count) {
    bool *flags = wend_view_scratch(view, worker, ((size_t)count + 1) * sizeof *flags);
    if (flags != NULL) {
        memset(flags, 0, ((size_t)count + 1) * sizeof *flags);
    }
    return flags;
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

/* Finds which blockers are active (`*active`, indexed by blocker) and which closed doors the map
 * does not contain. Returns false when out of memory. */
static bool find_active(const wend_view *view, uint32_t worker, const map_blocking *blocking,
                        const bool **active, blocked *out) {
    bool *known = take_flags(view, worker, view->internals->overlay->obstacle_count);
    bool *flags = take_flags(view, worker, blocking->blocker_count);
    *active = flags;
    *out = (blocked){.remaining = NULL};
    if (known == NULL || flags == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < blocking->blocker_count; i++) {
        flags[i] = is_active(view, &blocking->blockers[i], known);
        out->any_active |= flags[i];
    }
    bool good = list_doors(view, worker, known, out);
    out->any_active |= out->door_count > 0;
    return good;
}

bool blocked_find_active(const wend_view *view, uint32_t worker, const map_blocking *blocking,
                         blocked *out) {
    const bool *active;
    return find_active(view, worker, blocking, &active, out);
}

/* ---- Clearance limits ------------------------------------------------------------------------ */

static void limit_by_blockers(const map_blocking *blocking, const bool *active, float *remaining) {
    for (uint32_t i = 0; i < blocking->limit_count; i++) {
        const map_clearance_limit *limit = &blocking->limits[i];
        if (active[limit->blocker]) {
            remaining[limit->part] = fminf(remaining[limit->part], limit->clearance);
        }
    }
}

static void limit_by_door(const blocked_parts *parts, const blocked_wall *wall, float *remaining) {
    for (uint32_t i = 0; i < parts->count; i++) {
        remaining[i] = fminf(remaining[i], (float)parts->distance(parts->map, i, wall));
    }
}

/* Limits the clearance of parts near an obstacle that stands still. On a part beside the obstacle,
 * half of the distance between the obstacle and the wall on the other side remains; on a part under
 * the obstacle, nothing remains. */
static void limit_by_standing(const blocked_parts *parts, const blocked_wall *wall,
                              float *remaining) {
    for (uint32_t i = 0; i < parts->count; i++) {
        double distance = parts->distance(parts->map, i, wall);
        double beside =
            distance > 0.0 ? 0.5 * (distance + (double)parts->clearance(parts->map, i)) : 0.0;
        remaining[i] = fminf(remaining[i], (float)fmax(distance, beside));
    }
}

float *blocked_copy_remaining(const wend_view *view, uint32_t worker, uint32_t part_count,
                              blocked *now) {
    float *remaining =
        wend_view_scratch(view, worker, ((size_t)part_count + 1) * sizeof *remaining);
    for (uint32_t i = 0; remaining != NULL && i < part_count; i++) {
        remaining[i] = now->remaining != NULL ? now->remaining[i] : INFINITY;
    }
    now->remaining = remaining;
    return remaining;
}

bool blocked_find(const wend_view *view, uint32_t worker, const blocked_parts *parts, bool standing,
                  blocked *out) {
    const overlay *over = view->internals->overlay;
    const bool *active;
    if (!find_active(view, worker, parts->blocking, &active, out)) {
        return false;
    }
    if (!out->any_active && !standing) {
        return true;
    }
    float *remaining = blocked_copy_remaining(view, worker, parts->count, out);
    if (remaining == NULL) {
        return false;
    }
    limit_by_blockers(parts->blocking, active, remaining);
    for (uint32_t i = 0; i < out->door_count && parts->distance != NULL; i++) {
        limit_by_door(parts, &out->doors[i], remaining);
    }
    for (uint32_t i = 0; i < over->wall_count && standing; i++) {
        const overlay_wall *wall = &over->walls[i];
        if (over->obstacles[wall->obstacle].standing) {
            limit_by_standing(parts, &(blocked_wall){wall->a, wall->b, wall->layer}, remaining);
        }
    }
    return true;
}
