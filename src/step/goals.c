/* Computes the position of a goal at a given time, and whether the goal is open.
 *
 * The position of a moving goal is its position at `since` plus the translation over the elapsed
 * time (velocity times time, or the translation along its path). It is never a running sum, so it
 * does not depend on how often it is evaluated. Cost: O(vertices + points of the goal's path). */
#include <math.h>

#include "base/def.h"
#include "base/error.h"
#include "step/store.h"

static wend_vec2 translated(wend_vec2 base, wend_point by) {
    return (wend_vec2){store_clamp((double)base.x + by.x), store_clamp((double)base.y + by.y)};
}

/* Tolerance for time windows. Time is computed as step * dt, and 3 * 0.1 s, for example, is
 * slightly more than 0.3 s. */
static const double clock_rounding = 1e-9; /* s */

bool goal_has_closed(const goal_record *goal, double time) {
    return time > goal->closes + clock_rounding;
}

bool goal_is_open(const goal_record *goal, double time) {
    return !goal->absent && time >= goal->opens - clock_rounding && !goal_has_closed(goal, time);
}

/* ---- Along a path ---------------------------------------------------------------------------- */

/* Returns the leg that starts at point `index`, as a vector, and its length. The leg that starts at
 * the last point leads back to the first point. */
static wend_point find_leg(const goal_path *path, uint32_t index, double *length) {
    wend_point from = path->points[index], to = path->points[(index + 1) % path->count];
    wend_point leg = {to.x - from.x, to.y - from.y};
    *length = sqrt(leg.x * leg.x + leg.y * leg.y);
    return leg;
}

/* Converts the distance covered since the start to a distance (m) along the path. On a loop, full
 * rounds are subtracted. Returns -1 beyond the end of an open path. */
static double distance_on_path(const goal_path *path, uint32_t legs, double distance) {
    double total_length = 0.0, length;
    for (uint32_t i = 0; i < legs; i++) {
        find_leg(path, i, &length);
        total_length += length;
    }
    if (!path->loops) {
        return distance < total_length ? distance : -1.0;
    }
    double rest = distance - total_length * floor(distance / total_length);
    return rest > 0.0 ? rest : 0.0;
}

wend_point goal_path_translation(const goal_path *path, double time, wend_vec2 *velocity) {
    uint32_t legs = path->loops ? path->count : path->count - 1;
    wend_point start = path->points[0], end = path->points[path->count - 1];
    double remaining = distance_on_path(path, legs, path->speed * (time > 0.0 ? time : 0.0)),
           length;
    /* On a loop, rounding may lead past the last leg; the leg after it is the first one. */
    for (uint32_t i = 0; i < (path->loops ? 2 * legs : legs) && remaining >= 0.0; i++) {
        wend_point from = path->points[i % legs], leg = find_leg(path, i % legs, &length);
        if (remaining < length) {
            double share = remaining / length, pace = path->speed / length;
            *velocity = (wend_vec2){(float)(leg.x * pace), (float)(leg.y * pace)};
            return (wend_point){from.x - start.x + leg.x * share, from.y - start.y + leg.y * share};
        }
        remaining -= length;
    }
    *velocity = (wend_vec2){0.0F, 0.0F};
    return (wend_point){end.x - start.x, end.y - start.y};
}

wend_point wend_goal_translation(const wend_goal_def *given, double time) {
    WEND_ASSERT(given != NULL);
    wend_goal_def known;
    const wend_goal_def *def = &known;
    if (DEF_READ(goal, given, &known, NULL) != WEND_OK || def->path_count == 1) {
        return (wend_point){0.0, 0.0};
    }
    if (def->path_count == 0) {
        return (wend_point){def->velocity.x * time, def->velocity.y * time};
    }
    wend_vec2 velocity;
    goal_path path = {def->path, def->path_count, def->path_loops, def->path_speed};
    return goal_path_translation(&path, time, &velocity);
}

/* ---- Position -------------------------------------------------------------------------------- */

/* Translates the region and all its parts by the vector `by` from their base positions. */
static void translate_all(goal_record *goal, wend_point by) {
    wend_region *region = &goal->region;
    region->a = translated(goal->base_a, by);
    if (region->shape == WEND_SHAPE_SEGMENT) {
        region->b = translated(goal->base_b, by);
    }
    for (uint32_t i = 0; i < goal->point_count; i++) {
        goal->points[i] = translated(goal_base_points(goal)[i], by);
    }
    for (uint32_t i = 0; goal->parts && i < goal->part_count; i++) {
        goal->parts[i].a = translated(goal_base_part_points(goal)[i], by);
        goal->parts[i].velocity = region->velocity;
    }
}

/* Computes the translation of the goal's region. Returns false if the goal does not move. */
static bool find_translation(goal_record *goal, double time, wend_point *by) {
    wend_region *region = &goal->region;
    double elapsed = time - goal->since;
    switch (goal->motion) {
    case GOAL_ON_PATH:
        *by = goal_path_translation(&goal->path, elapsed, &region->velocity);
        return true;
    case GOAL_CARRIED:
        *by = (wend_point){(double)goal->carrier_position.x, (double)goal->carrier_position.y};
        return true;
    default:
        *by = (wend_point){(double)region->velocity.x * elapsed,
                           (double)region->velocity.y * elapsed};
        return region->velocity.x != 0.0F || region->velocity.y != 0.0F;
    }
}

void goal_update(goal_record *goal, double time) {
    wend_region *region = &goal->region;
    bool open = goal_is_open(goal, time);
    region->flags =
        (uint8_t)(open ? region->flags & ~WEND_REGION_CLOSED : region->flags | WEND_REGION_CLOSED);
    for (uint32_t i = 0; goal->parts && i < goal->part_count; i++) {
        goal->parts[i].flags = region->flags;
    }
    wend_point by;
    if (region->shape != WEND_SHAPE_DIRECTION && find_translation(goal, time, &by)) {
        translate_all(goal, by);
    }
}
