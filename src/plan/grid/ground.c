/* Decides which lines are open for a disc on a grid, and what they cost.
 *
 * The clearances of two centres decide most moves. A disc of radius r fits along the move if
 *
 *     (c1 + c2 - l) / 2 >= r       c1, c2: clearances of the centres, l: length of the move
 *
 * because a point at the distance t from the first centre has a clearance of at least c1 - t, and
 * of at least c2 - (l - t). It does not fit if c1 < r or c2 < r. Other moves, and moves near links
 * and near doors or classes that are active now, are checked by visibility, which is exact.
 *
 * Cost: O(1) for most moves; a visibility check and a measurement of terrain for other lines. */
#include <math.h>

#include <wend/world.h>

#include "geom/point.h"
#include "geom/segment.h"
#include "geom/vec.h"
#include "plan/grid/grid.h"
#include "plan/route/legs.h"
#include "step/internals.h"
#include "step/standing.h"

enum {
    MAX_TYPES = 32,   /* terrain types on one line that need no memory */
    MAX_PIECES = 4096 /* of a line whose slopes are measured */
};

/* A type that no terrain has, so that no rule refers to it. */
#define UNUSED_TYPE UINT32_MAX

static const float ROUNDING = 1e-3F;      /* m: more than the rounding of clearances */
static const double SQUEEZE_LENGTH = 0.1; /* m: walls that leave no room lie at most this far apart
                                             along a line */
static const double LEAST_LENGTH = 1e-9;  /* m: shorter parts of a line do not count */
static const double LEAVING_WEIGHT = 1000.0; /* cost of forbidden ground for an agent that is on it
                                              */

bool grid_ground_prepare(const wend_view *view, uint32_t worker, const grid *map,
                         grid_ground *out) {
    *out = (grid_ground){
        .view = view, .worker = worker, .map = map, .margin = GRID_MARGIN, .least_weight = 1.0};
    return blocked_find_active(view, worker, &map->blocking, &out->now);
}

/* Returns what one metre of a terrain type costs the agent of body `index`. */
static float weight_of(const wend_view *view, uint32_t index, uint32_t type) {
    return wend_view_terrain_weight(view, index, type);
}

/* Returns the slope weight of the agent of body `index`; 0 on ground without heights. */
static double slope_weight_of(const wend_view *view, uint32_t index) {
    double flat = (double)wend_view_terrain_weight(view, index, UNUSED_TYPE);
    double steep = (double)wend_view_ground_weight(view, index, UNUSED_TYPE, 1.0F);
    return wend_space_has_height(view->space) && isfinite(flat) ? steep / flat - 1.0 : 0.0;
}

bool grid_ground_weigh(grid_ground *ground, uint32_t index) {
    const grid *map = ground->map;
    ground->radius = ground->view->bodies[index].radius;
    ground->weights = NULL;
    ground->least_weight = 1.0;
    ground->slope_weight = 0.0;
    ground->has_forbidden = false;
    if (wend_view_weight_class(ground->view, index) == 0) {
        return true;
    }
    float *weights =
        wend_view_scratch(ground->view, ground->worker, map->terrain_count * sizeof *weights);
    if (weights == NULL) {
        return false;
    }
    bool equal = true;
    double least = (double)INFINITY;
    for (uint32_t i = 0; i < map->terrain_count; i++) {
        weights[i] = weight_of(ground->view, index, map->terrains[i]);
        equal = equal && weights[i] == weights[0];
        least = fmin(least, (double)weights[i]);
        ground->has_forbidden = ground->has_forbidden || !isfinite(weights[i]);
    }
    ground->least_weight = least;
    ground->weights = equal ? NULL : weights;
    ground->slope_weight = slope_weight_of(ground->view, index);
    return true;
}

/* ---- What is open ---------------------------------------------------------------------------- */

float grid_room(const grid_ground *ground, wend_location location, float limit) {
    const wend_view *view = ground->view;
    const overlay *over = view->internals->overlay;
    if (!wend_space_is_walkable(view->space, location, view->classes)) {
        return 0.0F;
    }
    double room = (double)wend_space_clearance(view->space, location, limit, view->classes);
    for (uint32_t i = 0; i < over->wall_count; i++) {
        const overlay_wall *wall = &over->walls[i];
        if (wall->layer == location.layer &&
            over->obstacles[wall->obstacle].kind == WEND_OBSTACLE_DOOR) {
            room = fmin(room, segment_point_distance(location.position, wall->a, wall->b));
        }
    }
    return (float)room;
}

/* True if the disc fits along a line that lies beside another one. It is shorter at both ends, so
 * that walls in front of the disc do not count. */
static bool fits_beside(const grid_ground *ground, wend_location from, wend_location to,
                        float side) {
    const wend_view *view = ground->view;
    wend_vec2 along = vec_sub(to.position, from.position);
    float length = vec_length(along), cut = 2.0F * ground->margin;
    along = vec_scale(along, 1.0F / length);
    wend_vec2 across = {-along.y * side, along.x * side};
    from.position = vec_add(vec_add(from.position, vec_scale(along, cut)), across);
    to.position = vec_add(vec_sub(to.position, vec_scale(along, cut)), across);
    return wend_space_is_visible(view->space, from, to, ground->radius, view->classes);
}

/* True if walls on both sides of a line leave the disc no room to either side. A line that touches
 * a wall on its left and another one farther on its right is not squeezed, so long lines are
 * halved; the halves overlap because fits_beside shortens them. */
static bool is_squeezed(const grid_ground *ground, wend_location from, wend_location to) {
    const wend_view *view = ground->view;
    float margin = ground->margin;
    double length = wide_distance(from.position, to.position);
    if (!(margin > 0.0F) || length <= 5.0 * (double)margin ||
        wend_space_is_visible(view->space, from, to, ground->radius + margin, view->classes) ||
        fits_beside(ground, from, to, margin) || fits_beside(ground, from, to, -margin)) {
        return false;
    }
    if (length <= SQUEEZE_LENGTH || from.layer != to.layer) {
        return true;
    }
    float overlap = 2.0F * margin / (float)length;
    wend_location before = {vec_lerp(from.position, to.position, 0.5F - overlap), from.layer};
    wend_location after = {vec_lerp(from.position, to.position, 0.5F + overlap), from.layer};
    return is_squeezed(ground, from, after) || is_squeezed(ground, before, to);
}

bool grid_is_line_open(const grid_ground *ground, wend_location from, wend_location to,
                       float radius, uint32_t ends) {
    const wend_view *view = ground->view;
    return wend_space_is_visible(view->space, from, to, radius, view->classes) &&
           (radius < ground->radius || !is_squeezed(ground, from, to)) &&
           (!ground->now.any_active || !legs_meet_door(view, from, to, (double)radius)) &&
           (!ground->around_standing ||
            standing_is_clear(view, from, to, (double)ground->radius, ends));
}

bool grid_is_move_open(const grid_ground *ground, uint32_t square, wend_location from,
                       uint32_t target, wend_location to) {
    const grid_square *a = &ground->map->squares[square], *b = &ground->map->squares[target];
    float least = fminf(a->clearance, b->clearance), radius = ground->radius;
    if (least < radius - ROUNDING && least < WEND_GRID_MAX_CLEARANCE) {
        return false;
    }
    uint32_t flags = a->flags | b->flags;
    bool plain = !(flags & GRID_NEAR_LINK) && ground->now.door_count == 0 &&
                 !ground->around_standing && (!ground->now.any_active || !(flags & GRID_BLOCKABLE));
    double room =
        (double)a->clearance + (double)b->clearance - wide_distance(from.position, to.position);
    return (plain && 0.5 * room >= (double)(radius + ROUNDING)) ||
           grid_is_line_open(ground, from, to, radius, 0);
}

/* ---- Costs ----------------------------------------------------------------------------------- */

static double weight_at(const grid_ground *ground, uint32_t type) {
    const grid *map = ground->map;
    uint32_t low = 0, high = map->terrain_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        bool beyond = map->terrains[middle] <= type;
        low = beyond ? middle : low;
        high = beyond ? high : middle;
    }
    return (double)ground->weights[low];
}

bool grid_is_forbidden(const grid_ground *ground, wend_location location) {
    return ground->weights != NULL &&
           !isfinite(weight_at(ground, wend_space_terrain(ground->view->space, location)));
}

/* Returns what the slopes along a line add to its cost. The slope is that in the middle of each
 * piece of the line, which is at most a square long. */
static double slope_cost(const grid_ground *ground, wend_location from, wend_vec2 to) {
    const wend_space *space = ground->view->space;
    double length = wide_distance(from.position, to), cost = 0.0;
    uint32_t count = (uint32_t)fmin(
        ceil(length / fmin(ground->map->cell, ground->map->cell_height)), MAX_PIECES);
    for (uint32_t i = 0; i < count; i++) {
        wend_location at = {vec_lerp(from.position, to, ((float)i + 0.5F) / (float)count),
                            from.layer};
        double slope = (double)vec_length(wend_space_slope(space, at));
        double weight = ground->weights != NULL ? weight_at(ground, wend_space_terrain(space, at))
                                                : ground->least_weight;
        cost += isfinite(weight) ? weight * slope : 0.0;
    }
    return count > 0 ? ground->slope_weight * cost * length / count : 0.0;
}

/* Returns the cost of a line on flat ground. */
static double flat_cost(const grid_ground *ground, wend_location from, wend_vec2 to, bool leaves) {
    if (ground->weights == NULL) {
        return ground->least_weight * wide_distance(from.position, to);
    }
    wend_terrain_length few[MAX_TYPES], *all = few;
    const wend_space *space = ground->view->space;
    uint32_t count = wend_space_segment_terrain(space, from, to, few, MAX_TYPES);
    if (count > MAX_TYPES) {
        all = wend_view_scratch(ground->view, ground->worker, count * sizeof *all);
        if (all == NULL) {
            return (double)INFINITY;
        }
        wend_space_segment_terrain(space, from, to, all, count);
    }
    double cost = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        double weight = weight_at(ground, all[i].type);
        weight = leaves && weight > LEAVING_WEIGHT ? LEAVING_WEIGHT : weight;
        cost += all[i].length > LEAST_LENGTH ? weight * all[i].length : 0.0;
    }
    return cost;
}

double grid_line_cost(const grid_ground *ground, wend_location from, wend_vec2 to, bool leaves) {
    double cost = flat_cost(ground, from, to, leaves);
    if (ground->slope_weight > 0.0 && isfinite(cost)) {
        cost += slope_cost(ground, from, to);
    }
    double length = ground->crowd > 0.0 ? wide_distance(from.position, to) : 0.0;
    return length > 0.0 ? cost * (1.0 + ground->crowd *
                                            wend_view_line_delay(ground->view, from, to) / length)
                        : cost;
}
