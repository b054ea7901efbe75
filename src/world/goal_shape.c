/* Converts goal defs to regions: checks a def, and computes the region that the def describes. */
#include "world/goal_shape.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <wend/math.h>

#include "geom/polygon.h"
#include "geom/vec.h"

/* ---- Checks ---------------------------------------------------------------------------------- */

/* m/s: limit for velocity components and for the speed along a path. */
static const double fastest = 1000.0;

static const char *find_point_fault(const wend_world *world, const wend_goal_def *def) {
    static const uint32_t needed[] = {0, 1, 1, 2, 2, 2, 3};
    bool polygon = def->shape == WEND_GOAL_POLYGON;
    uint32_t count = def->shape == WEND_GOAL_DIRECTION ? 0 : def->point_count;
    if (polygon ? count < 3 || count > WEND_MAX_POLYGON : count != needed[def->shape]) {
        return "it has too few or too many points for its shape (a polygon has 3 to 64)";
    }
    for (uint32_t i = 0; i < count; i++) {
        bool offset = def->carrier || (def->shape == WEND_GOAL_ORIENTED_BOX && i == 1);
        wend_point from = offset ? (wend_point){0.0, 0.0} : wend_space_origin(world->space);
        if (!world_is_near(def->points[i], from)) {
            return "a point is not finite, or too far away";
        }
    }
    return NULL;
}

static bool is_zero(wend_point vector) {
    return vector.x == 0.0 && vector.y == 0.0;
}

static const char *find_path_fault(const wend_world *world, const wend_goal_def *def) {
    bool moves = false;
    if (def->path_count == 1 || def->path_count > WEND_MAX_POLYGON || !def->path) {
        return "its path must have 2 to 64 points";
    }
    for (uint32_t i = 0; i < def->path_count; i++) {
        if (!world_is_near(def->path[i], wend_space_origin(world->space))) {
            return "a point of its path is not finite, or too far away";
        }
        moves = moves || def->path[i].x != def->path[0].x || def->path[i].y != def->path[0].y;
    }
    if (!moves) {
        return "its path has no length";
    }
    return def->path_speed > 0.0 && def->path_speed <= fastest
               ? NULL
               : "its speed along the path must lie above 0 and be at most 1000 m/s";
}

static const char *find_motion_fault(const wend_world *world, const wend_goal_def *def) {
    if (!(fabs(def->velocity.x) <= fastest) || !(fabs(def->velocity.y) <= fastest)) {
        return "its velocity is not finite, or too large";
    }
    int motions = !is_zero(def->velocity) + (def->path_count > 0) + (def->carrier != 0);
    if (motions > 1) {
        return "it can have only one of a velocity, a path and a carrier";
    }
    if (motions && !is_zero(def->velocity)) {
        return NULL;
    }
    if (motions && def->shape == WEND_GOAL_DIRECTION) {
        return "a direction does not move";
    }
    if (def->carrier > INT64_MAX) {
        return "the key of its carrier must be below 2^63";
    }
    return def->path_count ? find_path_fault(world, def) : NULL;
}

static const char *find_fault(const wend_world *world, const wend_goal_def *def) {
    if ((unsigned)def->shape > WEND_GOAL_POLYGON || (unsigned)def->arrive > WEND_ARRIVE_INSIDE ||
        (unsigned)def->on_arrival > WEND_ON_ARRIVAL_CONTINUE) {
        return "its shape or arrival rule is unknown";
    }
    const char *wrong = find_point_fault(world, def);
    wrong = wrong ? wrong : find_motion_fault(world, def);
    if (wrong) {
        return wrong;
    }
    if (!isfinite(def->angle) || !(def->radius >= 0.0 && def->radius <= WEND_MAX_EXTENT) ||
        (def->shape == WEND_GOAL_DISC && def->radius == 0.0)) {
        return "its angle or radius is out of range";
    }
    if (!(def->opens <= def->closes)) {
        return "its window ends before it starts";
    }
    if (!(def->bias >= 0.0 && def->bias <= 1.0) ||
        !(def->tolerance >= 0.0 && def->tolerance <= WEND_MAX_EXTENT)) {
        return "its bias or tolerance is out of range";
    }
    if (!(def->weight >= 1e-6 && def->weight <= 1e6)) {
        return "its weight must lie between 1e-6 and 1e6";
    }
    return def->layer < wend_space_layer_count(world->space) ? NULL : "there is no such layer";
}

/* ---- Shapes ---------------------------------------------------------------------------------- */

/* Converts a point of a def to local coordinates. Points of a carried goal are offsets, and stay as
 * they are. */
static wend_vec2 local_point(const wend_world *world, const wend_goal_def *def, wend_point point) {
    return def->carrier ? (wend_vec2){(float)point.x, (float)point.y}
                        : wend_space_to_local(world->space, point);
}

/* Converts the points of a shape to local coordinates; boxes become polygons. Returns the number of
 * points. */
static uint32_t local_points(const wend_world *world, const wend_goal_def *def,
                             wend_vec2 out[WEND_MAX_POLYGON]) {
    if (def->shape == WEND_GOAL_DIRECTION) {
        return 0;
    }
    if (def->shape == WEND_GOAL_BOX || def->shape == WEND_GOAL_ORIENTED_BOX) {
        bool is_oriented = def->shape == WEND_GOAL_ORIENTED_BOX;
        wend_point a = def->points[0], b = def->points[1];
        wend_point centre = is_oriented ? a : (wend_point){(a.x + b.x) / 2.0, (a.y + b.y) / 2.0};
        double half_x = is_oriented ? fabs(b.x) : fabs(b.x - a.x) / 2.0;
        double half_y = is_oriented ? fabs(b.y) : fabs(b.y - a.y) / 2.0;
        double cosine = is_oriented ? wend_cos(def->angle) : 1.0;
        double sine = is_oriented ? wend_sin(def->angle) : 0.0;
        static const double corners[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
        for (int i = 0; i < 4; i++) {
            double x = corners[i][0] * half_x, y = corners[i][1] * half_y;
            out[i] = local_point(
                world, def,
                (wend_point){centre.x + cosine * x - sine * y, centre.y + sine * x + cosine * y});
        }
        return 4;
    }
    for (uint32_t i = 0; i < def->point_count; i++) {
        out[i] = local_point(world, def, def->points[i]);
    }
    return def->point_count;
}

static void reverse(wend_vec2 *points, uint32_t count) {
    for (uint32_t i = 0; i < count / 2; i++) {
        wend_vec2 swap = points[i];
        points[i] = points[count - 1 - i];
        points[count - 1 - i] = swap;
    }
}

/* Writes to `wrong` why a ring is not a simple polygon, and returns the error code. */
static wend_result refuse(const wend_goal_def *def, polygon_fault fault, uint32_t where,
                          char wrong[GOAL_TEXT]) {
    bool area = false;
    for (uint32_t i = 2; i < def->point_count && def->shape == WEND_GOAL_POLYGON; i++) {
        wend_point o = def->points[0], u = def->points[1], v = def->points[i];
        area = area || (u.x - o.x) * (v.y - o.y) != (u.y - o.y) * (v.x - o.x);
    }
    if (fault == POLYGON_NO_MEMORY) {
        return WEND_ERROR_MEMORY;
    }
    if (!area) {
        snprintf(wrong, GOAL_TEXT, "it has no area");
        return WEND_ERROR_INVALID;
    }
    static const char *const texts[] = {"", "repeats the corner", "runs back on itself at",
                                        "crosses or touches itself after"};
    wend_point at = def->points[where % def->point_count];
    snprintf(wrong, GOAL_TEXT, "its outline %s (%g, %g)", texts[fault], at.x, at.y);
    return WEND_ERROR_INVALID;
}

/* Makes the parts of a concave polygon, after rounding its corners to the grid. */
static wend_result make_concave(wend_world *world, const wend_goal_def *def, wend_vec2 *points,
                                uint32_t count, goal_shape *out, char wrong[GOAL_TEXT]) {
    uint32_t where = 0;
    polygon_fault fault = polygon_check_simple(points, count, &where, &world->memory);
    for (uint32_t i = 0; i < count && fault == POLYGON_SIMPLE; i++) {
        points[i] = (wend_vec2){goal_round_to_grid(points[i].x), goal_round_to_grid(points[i].y)};
    }
    fault = fault != POLYGON_SIMPLE ? fault
                                    : polygon_check_simple(points, count, &where, &world->memory);
    if (fault != POLYGON_SIMPLE) {
        return refuse(def, fault, where, wrong);
    }
    if (polygon_winding(points, count) < 0) {
        reverse(points, count);
    }
    return goal_shape_cut(&world->memory, points, count, out);
}

static wend_result make_polygon(wend_world *world, const wend_goal_def *def, uint32_t count,
                                goal_shape *out, char wrong[GOAL_TEXT]) {
    int turn = polygon_convex_winding(out->points, count);
    if (turn == 0 && def->shape != WEND_GOAL_POLYGON) {
        snprintf(wrong, GOAL_TEXT, "it has no area");
        return WEND_ERROR_INVALID;
    }
    if (turn == 0) {
        wend_vec2 points[WEND_MAX_POLYGON];
        memcpy(points, out->points, count * sizeof *points);
        return make_concave(world, def, points, count, out, wrong);
    }
    if (turn < 0) {
        reverse(out->points, count);
    }
    out->point_count = count;
    out->parts[0] = (wend_region){.shape = WEND_SHAPE_POLYGON,
                                  .count = (uint16_t)count,
                                  .a = polygon_centre(out->points, count)};
    return WEND_OK;
}

/* Makes the positions and shapes of all parts. */
static wend_result make_parts(wend_world *world, const wend_goal_def *def, goal_shape *out,
                              char wrong[GOAL_TEXT]) {
    uint32_t count = local_points(world, def, out->points);
    wend_region *region = &out->parts[0];
    switch (def->shape) {
    case WEND_GOAL_DIRECTION:
        region->shape = WEND_SHAPE_DIRECTION;
        region->a = (wend_vec2){(float)wend_cos(def->angle), (float)wend_sin(def->angle)};
        return WEND_OK;
    case WEND_GOAL_POINT:
        region->shape = WEND_SHAPE_POINT;
        region->a = out->points[0];
        return WEND_OK;
    case WEND_GOAL_DISC:
        region->shape = WEND_SHAPE_DISC;
        region->a = out->points[0];
        region->b = (wend_vec2){(float)def->radius, 0.0F};
        return WEND_OK;
    case WEND_GOAL_SEGMENT:
        region->shape = WEND_SHAPE_SEGMENT;
        region->a = out->points[0];
        region->b = out->points[1];
        return WEND_OK;
    default:
        return make_polygon(world, def, count, out, wrong);
    }
}

wend_result goal_shape_make(wend_world *world, const wend_goal_def *def, goal_shape *out,
                            char wrong[GOAL_TEXT]) {
    const char *text = find_fault(world, def);
    if (text) {
        snprintf(wrong, GOAL_TEXT, "%s", text);
        return WEND_ERROR_INVALID;
    }
    memset(out, 0, sizeof *out);
    out->part_count = 1;
    wend_result result = make_parts(world, def, out, wrong);
    wend_vec2 velocity = {(float)def->velocity.x, (float)def->velocity.y};
    for (uint32_t i = 0; i < out->part_count; i++) {
        wend_region *part = &out->parts[i];
        part->opens = (float)def->opens;
        part->closes = (float)def->closes;
        part->bias = (float)def->bias;
        part->velocity = def->shape == WEND_GOAL_DIRECTION ? (wend_vec2){0.0F, 0.0F} : velocity;
        part->flags = def->arrive == WEND_ARRIVE_INSIDE ? WEND_REGION_INSIDE : 0;
    }
    for (uint32_t i = 0; i < def->path_count; i++) {
        out->path[i] = def->path[i];
    }
    return result;
}
