/* Computes the walls of the overlay at a given time: the position of each obstacle's points under
 * its rigid motion, p(t) = position + velocity * t + R(angle + angular_velocity * t) * p, and the
 * velocity of both ends of each wall. */
#include "step/overlay.h"

#include <math.h>

#include <wend/math.h>

#include "base/sort.h"
#include "geom/vec.h"
#include "step/store.h"

typedef struct obstacle_pose {
    double x, y, cosine, sine, vx, vy, angular_velocity;
} obstacle_pose;

static obstacle_pose obstacle_pose_at(const overlay_obstacle *obstacle, double time) {
    if (obstacle->kind == WEND_OBSTACLE_DOOR) {
        return (obstacle_pose){0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0};
    }
    double elapsed = time - obstacle->since;
    double angle = obstacle->angle + obstacle->angular_velocity * elapsed;
    return (obstacle_pose){obstacle->position.x + obstacle->velocity.x * elapsed,
                           obstacle->position.y + obstacle->velocity.y * elapsed,
                           wend_cos(angle),
                           wend_sin(angle),
                           obstacle->velocity.x,
                           obstacle->velocity.y,
                           obstacle->angular_velocity};
}

/* m: an obstacle is at rest if its points have moved by less than this, whatever its velocity. */
static const double REST_DISTANCE = 0.01;

/* True if an obstacle is still at the position where it came to rest. A rotation moves a point by
 * at most the angle times the point's distance from the obstacle's position. */
static bool is_at_rest(const overlay_obstacle *obstacle, wend_point position, double angle) {
    double x = position.x - obstacle->rest_position.x, y = position.y - obstacle->rest_position.y;
    double farthest = 0.0;
    for (uint32_t i = 0; i < obstacle->point_count; i++) {
        farthest = fmax(farthest, (double)vec_length(obstacle->points[i]));
    }
    return sqrt(x * x + y * y) + fabs(angle - obstacle->rest_angle) * farthest < REST_DISTANCE;
}

bool overlay_find_standing(overlay *over, double time, double after) {
    bool changed = false;
    over->standing_count = 0;
    for (uint32_t i = 0; i < over->obstacle_count; i++) {
        overlay_obstacle *obstacle = &over->obstacles[i];
        if (obstacle->kind != WEND_OBSTACLE_MOVING) {
            continue;
        }
        double elapsed = time - obstacle->since;
        wend_point position = {obstacle->position.x + obstacle->velocity.x * elapsed,
                               obstacle->position.y + obstacle->velocity.y * elapsed};
        double angle = obstacle->angle + obstacle->angular_velocity * elapsed;
        if (!is_at_rest(obstacle, position, angle)) {
            obstacle->rest_position = position;
            obstacle->rest_angle = angle;
            obstacle->rest_since = time;
        }
        bool standing = obstacle->closed && time - obstacle->rest_since >= after;
        changed = changed || standing != obstacle->standing;
        obstacle->standing = standing;
        over->standing_count += standing;
    }
    return changed;
}

static wend_vec2 position_of(const obstacle_pose *at, wend_vec2 p) {
    return (wend_vec2){store_clamp(at->x + at->cosine * (double)p.x - at->sine * (double)p.y),
                       store_clamp(at->y + at->sine * (double)p.x + at->cosine * (double)p.y)};
}

void overlay_get_points(const overlay_obstacle *obstacle, double time, wend_vec2 *out,
                        uint32_t capacity) {
    obstacle_pose at = obstacle_pose_at(obstacle, time);
    for (uint32_t i = 0; i < obstacle->point_count && i < capacity; i++) {
        out[i] = position_of(&at, obstacle->points[i]);
    }
}

static wend_vec2 velocity_at(const obstacle_pose *at, wend_vec2 where) {
    return (wend_vec2){(float)(at->vx - at->angular_velocity * ((double)where.y - at->y)),
                       (float)(at->vy + at->angular_velocity * ((double)where.x - at->x))};
}

static uint32_t count_walls(const overlay_obstacle *obstacle) {
    if (!obstacle->closed) {
        return 0;
    }
    return obstacle->kind == WEND_OBSTACLE_DOOR ? obstacle->point_count - 1 : obstacle->point_count;
}

/* True if the points of a moving obstacle are in counter-clockwise order, so that its interior is
 * on the left. */
static bool is_inside_left(const overlay_obstacle *obstacle) {
    double area = 0.0;
    for (uint32_t i = 1; i + 1 < obstacle->point_count; i++) {
        wend_vec2 o = obstacle->points[0], p = obstacle->points[i], q = obstacle->points[i + 1];
        area += ((double)p.x - (double)o.x) * ((double)q.y - (double)o.y) -
                ((double)p.y - (double)o.y) * ((double)q.x - (double)o.x);
    }
    return obstacle->kind == WEND_OBSTACLE_MOVING && area > 0.0;
}

static void compute_walls(overlay *over, uint32_t index, double time) {
    overlay_obstacle *obstacle = &over->obstacles[index];
    obstacle->first_wall = over->wall_count;
    obstacle->wall_count = count_walls(obstacle);
    if (obstacle->wall_count == 0) {
        return;
    }
    obstacle_pose at = obstacle_pose_at(obstacle, time);
    bool is_reversed = is_inside_left(obstacle);
    overlay_box box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}, index};
    for (uint32_t k = 0; k < obstacle->wall_count; k++) {
        wend_vec2 a = position_of(&at, obstacle->points[k]);
        wend_vec2 b = position_of(&at, obstacle->points[(k + 1) % obstacle->point_count]);
        overlay_wall wall = {a,    b, velocity_at(&at, a), velocity_at(&at, b), obstacle->layer,
                             index};
        if (is_reversed) {
            wall =
                (overlay_wall){b, a, wall.velocity_b, wall.velocity_a, wall.layer, wall.obstacle};
        }
        over->walls[over->wall_count++] = wall;
        over->fastest =
            fmaxf(over->fastest, fmaxf(vec_length(wall.velocity_a), vec_length(wall.velocity_b)));
        box.low = vec_min(box.low, vec_min(a, b));
        box.high = vec_max(box.high, vec_max(a, b));
    }
    over->widest = fmaxf(over->widest, box.high.x - box.low.x);
    over->boxes[over->box_count++] = box;
}

static bool comes_before(const void *left, const void *right) {
    const overlay_box *a = left, *b = right;
    return a->low.x != b->low.x ? a->low.x < b->low.x : a->obstacle < b->obstacle;
}

/* Reserves memory for `walls` walls and `boxes` boxes. Returns false if out of memory. */
static bool reserve(overlay *over, memory *from, uint32_t walls, uint32_t boxes) {
    return memory_grow(from, (void **)&over->walls, sizeof *over->walls, &over->wall_capacity,
                       walls) &&
           memory_grow(from, (void **)&over->boxes, sizeof *over->boxes, &over->box_capacity,
                       boxes) &&
           memory_grow(from, (void **)&over->sorting, sizeof *over->sorting,
                       &over->sorting_capacity, boxes);
}

bool overlay_update_walls(overlay *over, memory *from, double time) {
    uint32_t needed = 0;
    for (uint32_t i = 0; i < over->obstacle_count; i++) {
        needed += count_walls(&over->obstacles[i]);
    }
    if (!reserve(over, from, needed, over->obstacle_count)) {
        return false;
    }
    over->wall_count = over->box_count = 0;
    over->widest = over->fastest = 0.0F;
    for (uint32_t i = 0; i < over->obstacle_count; i++) {
        compute_walls(over, i, time);
    }
    sort_stable(over->boxes, over->sorting, over->box_count, sizeof *over->boxes, comes_before);
    return true;
}

bool overlay_add_walls(overlay *over, memory *from, double time, uint32_t index) {
    uint32_t count = index < over->obstacle_count ? over->obstacle_count : index + 1;
    if (!reserve(over, from, over->wall_count + count_walls(&over->obstacles[index]), count)) {
        return false;
    }
    uint32_t boxes = over->box_count;
    compute_walls(over, index, time);
    if (over->box_count > boxes) {
        overlay_box box = over->boxes[boxes];
        for (; boxes > 0 && comes_before(&box, &over->boxes[boxes - 1]); boxes--) {
            over->boxes[boxes] = over->boxes[boxes - 1];
        }
        over->boxes[boxes] = box;
    }
    return true;
}

/* Returns the index of the first box with a low.x of at least x. */
static uint32_t first_box(const overlay *over, float x) {
    uint32_t low = 0, high = over->box_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (over->boxes[middle].low.x < x) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

const overlay_obstacle *overlay_next(const overlay *over, wend_vec2 low, wend_vec2 high,
                                     uint32_t *cursor) {
    if (*cursor == 0) {
        *cursor = first_box(over, low.x - over->widest * 1.000001F - 1e-3F);
    }
    for (uint32_t i = *cursor; i < over->box_count && over->boxes[i].low.x <= high.x; i++) {
        const overlay_box *box = &over->boxes[i];
        if (box->high.x >= low.x && box->low.y <= high.y && box->high.y >= low.y) {
            *cursor = i + 1;
            return &over->obstacles[box->obstacle];
        }
    }
    *cursor = over->box_count + 1; /* not 0, because 0 would restart the search */
    return NULL;
}

bool overlay_contains(const overlay *over, const overlay_obstacle *obstacle, wend_vec2 p) {
    for (uint32_t i = 0; i < obstacle->wall_count; i++) {
        const overlay_wall *wall = &over->walls[obstacle->first_wall + i];
        double x = (double)wall->b.x - (double)wall->a.x, y = (double)wall->b.y - (double)wall->a.y;
        if (x * ((double)p.y - (double)wall->a.y) - y * ((double)p.x - (double)wall->a.x) > 0.0) {
            return false;
        }
    }
    return obstacle->kind == WEND_OBSTACLE_MOVING && obstacle->wall_count > 0;
}

void overlay_free(overlay *over, memory *from) {
    memory_free(from, over->obstacles, over->obstacle_capacity * sizeof *over->obstacles);
    memory_free(from, over->walls, over->wall_capacity * sizeof *over->walls);
    memory_free(from, over->boxes, over->box_capacity * sizeof *over->boxes);
    memory_free(from, over->sorting, over->sorting_capacity * sizeof *over->sorting);
    *over = (overlay){0};
}
