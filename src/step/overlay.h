/* step/overlay.h: what stands in the way for a while: doors and moving obstacles, as walls.
 *
 * The obstacles are the world's; at the start of each step their walls are laid out anew, and their
 * boxes sorted by x, so that a query looks at those near it alone. */
#ifndef STEP_OVERLAY_H
#define STEP_OVERLAY_H

#include <math.h>

#include <wend/world.h>

#include "base/memory.h"

/* A wall of a moving obstacle has the obstacle on its right. */
typedef struct overlay_wall {
    wend_vec2 a, b;
    wend_vec2 velocity_a, velocity_b; /* of its ends, m/s */
    uint32_t layer;
    uint32_t obstacle;
} overlay_wall;

/* How much faster than `velocity` a place of the wall is at most, as it turns, m/s. */
static inline float overlay_wall_sway(const overlay_wall *wall, wend_vec2 velocity) {
    float ax = wall->velocity_a.x - velocity.x, ay = wall->velocity_a.y - velocity.y;
    float bx = wall->velocity_b.x - velocity.x, by = wall->velocity_b.y - velocity.y;
    return sqrtf(fmaxf(ax * ax + ay * ay, bx * bx + by * by));
}

typedef struct overlay_obstacle {
    uint8_t kind; /* wend_obstacle_kind */
    bool closed;  /* its walls are there */
    uint32_t layer;
    uint32_t point_count;
    wend_vec2 *points;             /* door: where they are; moving: relative to its position */
    char *name;                    /* NULL */
    double since;                  /* s: when the motion below began */
    wend_point position, velocity; /* local; in double, so that long motions keep their place */
    double angle, angular_velocity;
    uint32_t first_wall, wall_count; /* as laid out */
    wend_point rest_position;        /* where a moving obstacle was when it came to rest */
    double rest_angle;
    double rest_since; /* s */
    bool standing;     /* it has been at rest for so long that routes lead around it */
} overlay_obstacle;

/* The box around an obstacle's walls. */
typedef struct overlay_box {
    wend_vec2 low, high;
    uint32_t obstacle;
} overlay_box;

typedef struct overlay {
    overlay_obstacle *obstacles;
    uint32_t obstacle_count, obstacle_capacity;
    overlay_wall *walls;
    uint32_t wall_count, wall_capacity;
    overlay_box *boxes, *sorting; /* of the obstacles that are there, by low.x */
    uint32_t box_count, box_capacity, sorting_capacity;
    uint32_t standing_count;
    float widest;  /* m: the largest box in x */
    float fastest; /* m/s: of the ends of all walls */
} overlay;

/* Lays out the walls of all obstacles that are there as they are at `time`. False when memory ran
 * out. */
bool overlay_lay_out(overlay *over, memory *from, double time);

/* The same for one obstacle only, when it was just added. */
bool overlay_lay_out_new(overlay *over, memory *from, double time, uint32_t index);

/* Whether planners count a wall as one: closed doors, and obstacles that stand still. */
static inline bool overlay_blocks_routes(const overlay *over, const overlay_wall *wall) {
    const overlay_obstacle *obstacle = &over->obstacles[wall->obstacle];
    return obstacle->kind == WEND_OBSTACLE_DOOR || obstacle->standing;
}

/* Notes which moving obstacles stand still at `time`: those that have been at rest for `after`
 * seconds. Returns whether one began or ceased to. O(obstacles). */
bool overlay_find_standing(overlay *over, double time, double after);

/* The next obstacle whose box meets the box low .. high, or NULL. *cursor is 0 at first. */
const overlay_obstacle *overlay_next(const overlay *over, wend_vec2 low, wend_vec2 high,
                                     uint32_t *cursor);

/* Whether a moving obstacle holds a point: it is convex, so it lies right of all of its walls. */
bool overlay_contains(const overlay *over, const overlay_obstacle *obstacle, wend_vec2 p);

/* Whether an obstacle may lie within `reach` of a place. */
static inline bool overlay_is_near(const overlay *over, wend_vec2 place, float reach) {
    wend_vec2 low = {place.x - reach, place.y - reach}, high = {place.x + reach, place.y + reach};
    uint32_t cursor = 0;
    return over->box_count > 0 && overlay_next(over, low, high, &cursor) != NULL;
}

void overlay_free(overlay *over, memory *from);

#endif
