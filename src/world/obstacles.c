/* The obstacles of the overlay: doors and moving polygons. */
#include <math.h>
#include <string.h>

#include "base/def.h"
#include "base/error.h"
#include "geom/polygon.h"
#include "world/world.h"

uint32_t obstacle_index_of(const wend_world *world, wend_obstacle obstacle) {
    return ids_index(&world->obstacle_ids, obstacle.value);
}

static const char *find_fault(const wend_world *world, const wend_obstacle_def *def) {
    bool door = def->kind == WEND_OBSTACLE_DOOR;
    if ((unsigned)def->kind > WEND_OBSTACLE_MOVING ||
        def->layer >= wend_space_layer_count(world->space)) {
        return "its kind or layer is unknown";
    }
    if (def->point_count < (door ? 2U : 3U) || def->point_count > WEND_MAX_POLYGON) {
        return "it has too few or too many points";
    }
    wend_point origin = wend_space_origin(world->space);
    for (uint32_t i = 0; i < def->point_count; i++) {
        if (!world_is_near(def->points[i], door ? origin : (wend_point){0.0, 0.0})) {
            return "a point is not finite, or too far away";
        }
    }
    if (!door && (!world_is_near(def->position, origin) || !isfinite(def->angle) ||
                  !(fabs(def->velocity.x) <= 1000.0) || !(fabs(def->velocity.y) <= 1000.0) ||
                  !(fabs(def->angular_velocity) <= 1000.0))) {
        return "its position or motion is not finite, or too large";
    }
    return NULL;
}

/* Copies the points of an obstacle. The points of a door are converted to local coordinates.
 * Returns NULL if out of memory. */
static wend_vec2 *copy_points(wend_world *world, const wend_obstacle_def *def) {
    wend_vec2 *points = memory_get_array(&world->memory, def->point_count, sizeof *points);
    for (uint32_t i = 0; points && i < def->point_count; i++) {
        points[i] = def->kind == WEND_OBSTACLE_DOOR
                        ? wend_space_to_local(world->space, def->points[i])
                        : (wend_vec2){(float)def->points[i].x, (float)def->points[i].y};
    }
    return points;
}

static wend_result refuse(const char *name, const char *wrong, wend_error *error) {
    return error_set(error, WEND_ERROR_INVALID, "obstacle %s%s%scannot be added: %s",
                     name[0] ? "'" : "", name, name[0] ? "' " : "", wrong);
}

/* Appends an obstacle and its walls. Returns false if out of memory. */
static bool add_obstacle(wend_world *world, const wend_obstacle_def *def, wend_vec2 *points,
                         char *name) {
    overlay *over = &world->overlay;
    uint32_t index = ids_next(&world->obstacle_ids);
    wend_point origin = wend_space_origin(world->space);
    double time = world_time_at(world, world->step);
    if (!ids_reserve(&world->obstacle_ids, &world->memory) ||
        !memory_grow(&world->memory, (void **)&over->obstacles, sizeof *over->obstacles,
                     &over->obstacle_capacity, index + 1)) {
        return false;
    }
    overlay_obstacle before = {.kind = WEND_OBSTACLE_DOOR};
    over->obstacles[index] =
        (overlay_obstacle){.kind = (uint8_t)def->kind,
                           .closed = def->closed,
                           .layer = def->layer,
                           .point_count = def->point_count,
                           .points = points,
                           .name = name,
                           .since = time,
                           .position = {def->position.x - origin.x, def->position.y - origin.y},
                           .velocity = def->velocity,
                           .angle = def->angle,
                           .angular_velocity = def->angular_velocity,
                           .rest_angle = def->angle,
                           .rest_since = time};
    over->obstacles[index].rest_position = over->obstacles[index].position;
    if (!overlay_add_walls(over, &world->memory, time, index)) {
        over->obstacles[index] = before;
        return false;
    }
    ids_take(&world->obstacle_ids);
    over->obstacle_count = world->obstacle_ids.count;
    return true;
}

wend_result wend_world_add_obstacle(wend_world *world, const wend_obstacle_def *given,
                                    wend_obstacle *out, wend_error *error) {
    WEND_ASSERT(world != NULL && given != NULL);
    wend_obstacle_def known;
    const wend_obstacle_def *def = &known;
    wend_result result = DEF_READ(obstacle, given, &known, error);
    if (result != WEND_OK) {
        return result;
    }
    const char *wrong = find_fault(world, def);
    const char *name = def->name ? def->name : "";
    result = world_check_name(name, error);
    if (result != WEND_OK || wrong) {
        return wrong ? refuse(name, wrong, error) : result;
    }
    uint32_t index = ids_next(&world->obstacle_ids);
    wend_vec2 *points = copy_points(world, def);
    char *copy = name[0] ? memory_copy_text(&world->memory, name) : NULL;
    bool convex = points && (def->kind == WEND_OBSTACLE_DOOR ||
                             polygon_convex_winding(points, def->point_count) != 0);
    if (!convex || (name[0] && !copy) || !add_obstacle(world, def, points, copy)) {
        memory_free(&world->memory, points, points ? def->point_count * sizeof *points : 0);
        memory_free_text(&world->memory, copy);
        return points && !convex ? refuse(name, "it is not a convex polygon", error)
                                 : error_no_memory(error, "the world");
    }
    world->scene_changed = true;
    if (out) {
        *out = (wend_obstacle){ids_at(&world->obstacle_ids, index)};
    }
    return WEND_OK;
}

uint32_t wend_world_get_overlay_walls(const wend_world *world, wend_wall_hit *out, uint32_t *layers,
                                      uint32_t capacity) {
    WEND_ASSERT(world != NULL);
    const overlay *over = &world->overlay;
    uint32_t first = wend_space_wall_count(world->space);
    for (uint32_t i = 0; i < over->wall_count && i < capacity; i++) {
        const overlay_wall *wall = &over->walls[i];
        out[i] = (wend_wall_hit){.wall = first + i,
                                 .point = wall->a,
                                 .a = wall->a,
                                 .b = wall->b,
                                 .velocity = wall->velocity_a};
        if (layers) {
            layers[i] = wall->layer;
        }
    }
    return over->wall_count;
}

bool wend_world_is_in_obstacle(const wend_world *world, wend_point position, uint32_t layer) {
    WEND_ASSERT(world != NULL);
    wend_vec2 p = wend_space_to_local(world->space, position);
    const overlay_obstacle *obstacle = NULL;
    uint32_t cursor = 0;
    while ((obstacle = overlay_next(&world->overlay, p, p, &cursor)) != NULL) {
        if (obstacle->layer == layer && overlay_contains(&world->overlay, obstacle, p)) {
            return true;
        }
    }
    return false;
}

static void free_obstacle(wend_world *world, overlay_obstacle *old) {
    memory_free(&world->memory, old->points, old->point_count * sizeof(wend_vec2));
    memory_free_text(&world->memory, old->name);
}

void obstacle_remove(wend_world *world, uint32_t index) {
    overlay_obstacle *old = &world->overlay.obstacles[index];
    free_obstacle(world, old);
    *old = (overlay_obstacle){.kind = WEND_OBSTACLE_DOOR}; /* acts as an open door without walls */
    ids_release(&world->obstacle_ids, index);
    world->scene_changed = true;
}

void obstacles_free(wend_world *world) {
    overlay *over = &world->overlay;
    for (uint32_t i = 0; i < over->obstacle_count; i++) {
        free_obstacle(world, &over->obstacles[i]);
    }
    overlay_free(over, &world->memory);
    ids_free(&world->obstacle_ids, &world->memory);
}
