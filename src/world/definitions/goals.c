/* Gets back the definitions of goals, goal sets and paths. */
#include <math.h>
#include <wend/definitions.h>
#include <wend/math.h>

#include "base/error.h"
#include "geom/vec.h"
#include "world/world.h"

static wend_point user_point(const wend_world *world, wend_vec2 at) {
    return wend_space_from_local(world->space, at);
}

/* ---- Outlines -------------------------------------------------------------------------------- */

/* A directed side of a part. */
typedef struct outline_side {
    wend_vec2 a, b;
} outline_side;

typedef struct outline {
    outline_side sides[GOAL_MOST_POINTS];
    uint32_t count;
} outline;

/* Adds a side, unless the neighbouring part has the same side in the opposite direction: then both
 * are inside the polygon. */
static void add_side(outline *out, wend_vec2 a, wend_vec2 b) {
    for (uint32_t i = 0; i < out->count; i++) {
        if (vec_equal(out->sides[i].a, b) && vec_equal(out->sides[i].b, a)) {
            out->sides[i] = out->sides[--out->count];
            return;
        }
    }
    out->sides[out->count++] = (outline_side){a, b};
}

/* Joins the convex parts of a goal to one outline. Returns its number of corners, or 0 if they do
 * not fit or do not form one ring. */
static uint32_t join_parts(const goal_record *goal, wend_vec2 *out) {
    outline sides = {.count = 0};
    for (uint32_t i = 0; i < goal->part_count; i++) {
        const wend_region *part = &goal_parts(goal)[i];
        for (uint32_t k = 0; k < part->count; k++) {
            add_side(&sides, part->points[k], part->points[k + 1 < part->count ? k + 1 : 0]);
        }
    }
    uint32_t count = 0;
    wend_vec2 at = sides.count > 0 ? sides.sides[0].a : (wend_vec2){0.0F, 0.0F}, first = at;
    while (count < WEND_MAX_POLYGON && sides.count > 0) {
        uint32_t next = 0;
        while (next < sides.count && !vec_equal(sides.sides[next].a, at)) {
            next++;
        }
        if (next == sides.count) {
            return 0;
        }
        out[count++] = at;
        at = sides.sides[next].b;
        sides.sides[next] = sides.sides[--sides.count];
    }
    return sides.count == 0 && vec_equal(at, first) ? count : 0;
}

/* ---- Shapes and motion ----------------------------------------------------------------------- */

/* True if the goal's carrier has not left: it is in the world, or has not entered yet. */
static bool has_carrier(const wend_world *world, const goal_record *goal) {
    return goal->motion == GOAL_CARRIED &&
           (goal->absent || store_slot_of_key(world, goal->carrier) != STORE_FREE);
}

/* Writes the points that define the goal's shape. Returns false if the outline has too many. */
static bool write_shape(const wend_world *world, const goal_record *goal, bool carried,
                        wend_goal_def *out, wend_point *points) {
    wend_vec2 corners[WEND_MAX_POLYGON] = {goal->region.a, goal->region.b};
    wend_point offset = wend_space_origin(world->space);
    bool polygon = goal->region.shape == WEND_SHAPE_POLYGON;
    if (polygon) {
        out->point_count = join_parts(goal, corners);
    } else {
        out->point_count = goal->region.shape == WEND_SHAPE_SEGMENT ? 2 : 1;
    }
    if (carried) { /* relative to the carrier */
        wend_vec2 base = goal->base_a, now = goal->absent ? base : goal->region.a;
        offset = (wend_point){(double)base.x - (double)now.x, (double)base.y - (double)now.y};
    }
    for (uint32_t i = 0; i < out->point_count; i++) {
        points[i] = (wend_point){(double)corners[i].x + offset.x, (double)corners[i].y + offset.y};
    }
    static const wend_goal_shape shapes[WEND_SHAPE_COUNT] = {
        [WEND_SHAPE_DIRECTION] = WEND_GOAL_DIRECTION, [WEND_SHAPE_POINT] = WEND_GOAL_POINT,
        [WEND_SHAPE_DISC] = WEND_GOAL_DISC,           [WEND_SHAPE_SEGMENT] = WEND_GOAL_SEGMENT,
        [WEND_SHAPE_POLYGON] = WEND_GOAL_POLYGON,
    };
    out->shape = shapes[goal->region.shape];
    out->points = points;
    out->radius = out->shape == WEND_GOAL_DISC ? (double)goal->region.b.x : 0.0;
    if (out->shape == WEND_GOAL_DIRECTION) {
        out->angle = wend_atan2((double)goal->region.a.y, (double)goal->region.a.x);
        out->point_count = 0;
    }
    return !polygon || out->point_count >= 3;
}

static double length_between(wend_point a, wend_point b) {
    return wend_hypot(b.x - a.x, b.y - a.y);
}

/* Writes what is left of the path of a goal, from where it is now. A loop is written as a whole,
 * from there on; if it would have too many points, it begins at the next corner. */
static void write_path(const wend_world *world, const goal_record *goal, wend_goal_def *out,
                       wend_point *path) {
    const goal_path *given = &goal->path;
    WEND_ASSERT(given->count >= 2);
    uint32_t sides = given->loops ? given->count : given->count - 1, side = 0;
    double whole = 0.0, left = given->speed * (wend_world_time(world) - goal->since);
    for (uint32_t i = 0; i < sides; i++) {
        whole += length_between(given->points[i], given->points[(i + 1) % given->count]);
    }
    left = given->loops ? left - whole * floor(left / whole) : fmin(left, whole);
    for (; side < sides; side++) {
        double length =
            length_between(given->points[side], given->points[(side + 1) % given->count]);
        if (left < length || (side + 1 == sides && !given->loops)) {
            break;
        }
        left -= length;
    }
    side = side < sides ? side : 0;
    wend_point a = given->points[side], b = given->points[(side + 1) % given->count];
    double length = length_between(a, b), share = length > 0.0 ? fmin(left / length, 1.0) : 0.0;
    uint32_t count = 0, after = given->loops ? given->count : given->count - 1 - side;
    path[count++] = (wend_point){a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
    for (uint32_t i = 1; i <= after && count < WEND_MAX_POLYGON; i++) {
        wend_point next = given->points[(side + i) % given->count];
        if (i < after || length_between(next, path[0]) > 0.0) {
            path[count++] = next;
        }
    }
    bool moves = false;
    for (uint32_t i = 1; i < count; i++) {
        moves = moves || length_between(path[i], path[0]) > 0.0;
    }
    out->path = path;
    out->path_count = moves ? count : 0; /* it has come to the end */
    out->path_speed = moves ? given->speed : 0.0;
    out->path_loops = moves && given->loops;
}

static void write_motion(const wend_world *world, const goal_record *goal, bool carried,
                         wend_goal_def *out, wend_point *path) {
    if (carried) {
        out->carrier = goal->carrier;
    } else if (goal->motion == GOAL_ON_PATH) {
        write_path(world, goal, out, path);
    } else if (goal->motion == GOAL_STEADY) {
        out->velocity =
            (wend_point){(double)goal->region.velocity.x, (double)goal->region.velocity.y};
    }
}

bool wend_world_get_goal_def(const wend_world *world, wend_goal id, wend_goal_def *out,
                             wend_point *points, wend_point *path) {
    WEND_ASSERT(world != NULL && out != NULL && points != NULL && path != NULL);
    uint32_t index = goal_index_of(world, id);
    if (index == WEND_NO_GOAL) {
        return false;
    }
    const goal_record *goal = &world->goals.records[index];
    const goal_table *goals = &world->goals;
    bool carried = has_carrier(world, goal);
    *out = wend_default_goal_def();
    out->name = goal->name;
    out->layer = goal->layer;
    out->opens = goal->opens;
    out->closes = goal->closes;
    out->bias = (double)goal->region.bias;
    out->arrive = (wend_arrive)goal->arrive;
    out->on_arrival = (wend_on_arrival)goal->on_arrival;
    out->tolerance = (double)goal->tolerance;
    out->weight = index < goals->weight_capacity ? (double)goals->weights[index] : 1.0;
    out->capacity =
        goal->resource != WEND_NONE ? world->claims.resources[goal->resource].capacity : 0;
    write_motion(world, goal, carried, out, path);
    return write_shape(world, goal, carried, out, points);
}

/* ---- Sets and paths -------------------------------------------------------------------------- */

uint32_t wend_world_goal_set_count(const wend_world *world) {
    WEND_ASSERT(world != NULL);
    return world->goal_set_count;
}

wend_goal_set wend_world_goal_set_at(const wend_world *world, uint32_t index) {
    WEND_ASSERT(world != NULL);
    return (wend_goal_set){ids_at(&world->goal_set_ids, index)};
}

uint32_t wend_world_get_goal_set(const wend_world *world, wend_goal_set set, wend_goal *out,
                                 uint32_t capacity) {
    WEND_ASSERT(world != NULL && (out != NULL || capacity == 0));
    uint32_t index = ids_index(&world->goal_set_ids, set.value);
    if (index == ID_NONE) {
        return 0;
    }
    const index_list *list = &world->goal_sets[index];
    for (uint32_t i = 0; i < list->count && i < capacity; i++) {
        out[i] = goal_id(world, list->items[i]);
    }
    return list->count;
}

uint32_t wend_world_get_path(const wend_world *world, wend_path id, wend_point *out,
                             uint32_t *layers, uint32_t capacity, bool *is_route) {
    WEND_ASSERT(world != NULL && is_route != NULL && (capacity == 0 || (out && layers)));
    uint32_t index = ids_index(&world->path_ids, id.value);
    if (index == ID_NONE) {
        return 0;
    }
    const path_record *path = &world->paths[index];
    *is_route = path->is_route;
    for (uint32_t i = 0; i < path->count && i < capacity; i++) {
        out[i] = user_point(world, path->points[i].position);
        layers[i] = path->points[i].layer;
    }
    return path->count;
}
