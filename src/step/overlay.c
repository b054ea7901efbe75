/* Lays out the overlay's walls at a given time: rigid motion of each obstacle's points,
 * p(t) = position + velocity t + R(angle + turning t) p, and the velocity of each end. */
#include "step/overlay.h"

#include <math.h>

#include <wend/math.h>

#include "geom/vec.h"
#include "step/store.h"

typedef struct pose {
    double x, y, cosine, sine, vx, vy, turning;
} pose;

static pose pose_at(const overlay_obstacle *obstacle, double time) {
    if (obstacle->kind == WEND_OBSTACLE_DOOR) {
        return (pose){0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0};
    }
    double elapsed = time - obstacle->since;
    double angle = obstacle->angle + obstacle->turning * elapsed;
    return (pose){obstacle->position.x + obstacle->velocity.x * elapsed,
                  obstacle->position.y + obstacle->velocity.y * elapsed,
                  wend_cos(angle),
                  wend_sin(angle),
                  obstacle->velocity.x,
                  obstacle->velocity.y,
                  obstacle->turning};
}

static wend_vec2 place(const pose *at, wend_vec2 p) {
    return (wend_vec2){store_clamp(at->x + at->cosine * (double)p.x - at->sine * (double)p.y),
                       store_clamp(at->y + at->sine * (double)p.x + at->cosine * (double)p.y)};
}

static wend_vec2 velocity(const pose *at, wend_vec2 where) {
    return (wend_vec2){(float)(at->vx - at->turning * ((double)where.y - at->y)),
                       (float)(at->vy + at->turning * ((double)where.x - at->x))};
}

static uint32_t walls_of(const overlay_obstacle *obstacle) {
    if (!obstacle->closed) {
        return 0;
    }
    return obstacle->kind == WEND_OBSTACLE_DOOR ? obstacle->point_count - 1 : obstacle->point_count;
}

/* True if the points of a moving obstacle run counter-clockwise, with the obstacle on the left. */
static bool is_inside_left(const overlay_obstacle *obstacle) {
    double area = 0.0;
    for (uint32_t i = 1; i + 1 < obstacle->point_count; i++) {
        wend_vec2 o = obstacle->points[0], p = obstacle->points[i], q = obstacle->points[i + 1];
        area += ((double)p.x - (double)o.x) * ((double)q.y - (double)o.y) -
                ((double)p.y - (double)o.y) * ((double)q.x - (double)o.x);
    }
    return obstacle->kind == WEND_OBSTACLE_MOVING && area > 0.0;
}

static void lay_out(overlay *over, uint32_t index, double time) {
    const overlay_obstacle *obstacle = &over->obstacles[index];
    uint32_t count = walls_of(obstacle);
    pose at = pose_at(obstacle, time);
    bool turned = is_inside_left(obstacle);
    for (uint32_t k = 0; k < count; k++) {
        wend_vec2 a = place(&at, obstacle->points[k]);
        wend_vec2 b = place(&at, obstacle->points[(k + 1) % obstacle->point_count]);
        overlay_wall wall = {a, b, velocity(&at, a), velocity(&at, b), obstacle->layer, index};
        if (turned) {
            wall =
                (overlay_wall){b, a, wall.velocity_b, wall.velocity_a, wall.layer, wall.obstacle};
        }
        over->walls[over->wall_count++] = wall;
        over->fastest =
            fmaxf(over->fastest, fmaxf(vec_length(wall.velocity_a), vec_length(wall.velocity_b)));
    }
}

bool overlay_lay_out(overlay *over, memory *from, double time) {
    uint32_t needed = 0;
    for (uint32_t i = 0; i < over->obstacle_count; i++) {
        needed += walls_of(&over->obstacles[i]);
    }
    if (needed > over->wall_capacity &&
        !memory_grow(from, (void **)&over->walls, sizeof *over->walls, &over->wall_capacity,
                     needed)) {
        return false;
    }
    over->wall_count = 0;
    over->fastest = 0.0F;
    for (uint32_t i = 0; i < over->obstacle_count; i++) {
        lay_out(over, i, time);
    }
    return true;
}
