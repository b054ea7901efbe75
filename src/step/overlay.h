/* step/overlay.h: the temporary walls of a world: closed doors and moving obstacles.
 *
 * The obstacles belong to the world. At the start of each step their walls are computed again and
 * the obstacles' bounding boxes are sorted by x, so that a query considers only obstacles near
 * it. */
#ifndef STEP_OVERLAY_H
#define STEP_OVERLAY_H

#include <math.h>

#include <wend/world.h>

#include "base/memory.h"

/* A wall. A wall of a moving obstacle has the obstacle on its right. */
typedef struct overlay_wall {
    wend_vec2 a, b;
    wend_vec2 velocity_a, velocity_b; /* m/s: velocities of the two ends */
    uint32_t layer;
    uint32_t obstacle;
} overlay_wall;

/* Returns an upper bound (m/s) on how much the velocity of any point of a rotating wall differs
 * from `velocity`. */
static inline float overlay_wall_extra_speed(const overlay_wall *wall, wend_vec2 velocity) {
    float ax = wall->velocity_a.x - velocity.x, ay = wall->velocity_a.y - velocity.y;
    float bx = wall->velocity_b.x - velocity.x, by = wall->velocity_b.y - velocity.y;
    return sqrtf(fmaxf(ax * ax + ay * ay, bx * bx + by * by));
}

typedef struct overlay_obstacle {
    uint8_t kind; /* wend_obstacle_kind */
    bool closed;  /* true: the obstacle has walls */
    uint32_t layer;
    uint32_t point_count;
    wend_vec2 *points; /* door: local coordinates; moving obstacle: relative to `position` */
    char *name;        /* or NULL */
    double since;      /* s: start of the motion that the next members describe */
    wend_point position, velocity; /* local; double precision because motions may be long */
    double angle, angular_velocity;
    uint32_t first_wall, wall_count; /* the obstacle's walls in overlay.walls */
    wend_point rest_position;        /* position of a moving obstacle when it came to rest */
    double rest_angle;
    double rest_since; /* s: when it came to rest */
    bool standing;     /* at rest for so long that routes go around it */
} overlay_obstacle;

/* The bounding box of an obstacle's walls. */
typedef struct overlay_box {
    wend_vec2 low, high;
    uint32_t obstacle;
} overlay_box;

typedef struct overlay {
    overlay_obstacle *obstacles;
    uint32_t obstacle_count, obstacle_capacity;
    overlay_wall *walls;
    uint32_t wall_count, wall_capacity;
    overlay_box *boxes, *sorting; /* bounding boxes of the obstacles that have walls, sorted by
                                     low.x; buffer for sorting them */
    uint32_t box_count, box_capacity, sorting_capacity;
    uint32_t standing_count;
    float widest;  /* m: largest width of a box */
    float fastest; /* m/s: largest speed of a wall's end */
} overlay;

/* Computes the walls of all closed obstacles at `time`. Returns false if out of memory. */
bool overlay_update_walls(overlay *over, memory *from, double time);

/* Computes the walls of an obstacle that has just been added. Returns false if out of memory. */
bool overlay_add_walls(overlay *over, memory *from, double time, uint32_t index);

/* True if a wall blocks routes, because it belongs to a closed door or to an obstacle that stands
 * still. */
static inline bool overlay_blocks_routes(const overlay *over, const overlay_wall *wall) {
    const overlay_obstacle *obstacle = &over->obstacles[wall->obstacle];
    return obstacle->kind == WEND_OBSTACLE_DOOR || obstacle->standing;
}

/* Finds the moving obstacles that stand still at `time`: those that have been at rest for at least
 * `after` seconds. Returns true if any obstacle started or stopped standing. Cost: O(obstacles). */
bool overlay_find_standing(overlay *over, double time, double after);

/* Returns the next obstacle with a bounding box that meets the box from `low` to `high`; NULL after
 * the last one. `*cursor` must be 0 on the first call. */
const overlay_obstacle *overlay_next(const overlay *over, wend_vec2 low, wend_vec2 high,
                                     uint32_t *cursor);

/* Gets the points of an obstacle at `time`, in local coordinates, also if it is not closed. Writes
 * at most `capacity` of them. */
void overlay_get_points(const overlay_obstacle *obstacle, double time, wend_vec2 *out,
                        uint32_t capacity);

/* True if a moving obstacle contains a point. Since the obstacle is convex, it contains the points
 * to the right of all its walls. */
bool overlay_contains(const overlay *over, const overlay_obstacle *obstacle, wend_vec2 p);

/* True if an obstacle may lie within `reach` of a position. */
static inline bool overlay_is_near(const overlay *over, wend_vec2 position, float reach) {
    wend_vec2 low = {position.x - reach, position.y - reach},
              high = {position.x + reach, position.y + reach};
    uint32_t cursor = 0;
    return over->box_count > 0 && overlay_next(over, low, high, &cursor) != NULL;
}

void overlay_free(overlay *over, memory *from);

#endif
