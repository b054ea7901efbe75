/* Writes the keys `areas`, `obstacles`, `belts`, `switch` and `queues`. */
#include "base/error.h"
#include "live/scenario/scene.h"
#include <inttypes.h>
#include <math.h>

/* ---- Areas and belts ------------------------------------------------------------------------- */

static void write_areas(scene *s) {
    uint32_t written = 0;
    for (uint32_t i = 0; i < wend_world_area_count(s->world); i++) {
        wend_area area = wend_world_area_at(s->world, i);
        wend_point points[WEND_MAX_POLYGON];
        uint32_t layer = 0;
        uint32_t count =
            wend_world_get_area_points(s->world, area, points, &layer, WEND_MAX_POLYGON);
        if (count >= 3) {
            yaml_add_text(s->out, written++ == 0 ? "areas:\n  " : "  ");
            yaml_quote(s->out, scene_area_name(s, area));
            yaml_add_text(s->out, ": {polygon: ");
            yaml_positions(s->out, s->space, points, count);
            scene_write_layer(s, layer);
            yaml_add_text(s->out, "}\n");
        }
    }
}

static void write_belts(scene *s) {
    for (uint32_t i = 0; i < wend_world_belt_count(s->world); i++) {
        wend_point points[WEND_MAX_POLYGON];
        wend_belt_def def;
        wend_world_get_belt_def(s->world, i, &def, points);
        yaml_add_text(s->out, i == 0 ? "belts:\n  - {polygon: " : "  - {polygon: ");
        yaml_positions(s->out, s->space, points, def.point_count);
        yaml_add_text(s->out, ", velocity: ");
        yaml_vector(s->out, def.velocity);
        scene_write_layer(s, def.layer);
        yaml_add_text(s->out, "}\n");
    }
}

/* ---- Obstacles ------------------------------------------------------------------------------- */

static void write_number(scene *s, const char *key, double value) {
    yaml_add(s->out, ", %s: ", key);
    yaml_number(s->out, value);
}

static void write_motion(scene *s, wend_point position, double angle, wend_point velocity,
                         double angular_velocity) {
    yaml_add_text(s->out, ", position: ");
    yaml_point(s->out, position);
    write_number(s, "angle", angle);
    yaml_add_text(s->out, ", velocity: ");
    yaml_point(s->out, velocity);
    write_number(s, "angular_velocity", angular_velocity);
}

/* Writes the scheduled changes of an obstacle. */
static void write_times(scene *s, wend_obstacle obstacle) {
    uint32_t written = 0;
    for (uint32_t i = 0; i < wend_world_scheduled_count(s->world); i++) {
        wend_scheduled item = wend_world_scheduled_at(s->world, i);
        if (item.obstacle.value != obstacle.value) {
            continue;
        }
        yaml_add_text(s->out, written++ == 0 ? ", times: [{at: " : ", {at: ");
        yaml_number(s->out, scene_time(s, item.time));
        if (item.kind == WEND_SCHEDULED_MOTION) {
            write_motion(s, item.position, item.angle, item.velocity, item.angular_velocity);
        } else {
            yaml_add(s->out, ", closed: %s", item.on ? "true" : "false");
        }
        yaml_add_text(s->out, "}");
    }
    yaml_add_text(s->out, written > 0 ? "]" : "");
}

static void write_obstacle(scene *s, wend_obstacle obstacle, const wend_obstacle_def *def) {
    bool door = def->kind == WEND_OBSTACLE_DOOR;
    yaml_add_text(s->out, door ? "  - {door: " : "  - {moving: ");
    if (door) {
        yaml_positions(s->out, s->space, def->points, def->point_count);
    } else {
        yaml_add_text(s->out, "[");
        for (uint32_t i = 0; i < def->point_count; i++) {
            yaml_add_text(s->out, i > 0 ? ", " : "");
            yaml_vector(s->out, def->points[i]);
        }
        yaml_add_text(s->out, "]");
        write_motion(s, def->position, def->angle, def->velocity, def->angular_velocity);
    }
    yaml_add(s->out, ", closed: %s", def->closed ? "true" : "false");
    scene_write_name(s, "name", def->name);
    scene_write_layer(s, def->layer);
    write_times(s, obstacle);
    yaml_add_text(s->out, "}\n");
}

static void write_obstacles(scene *s) {
    uint32_t written = 0;
    for (uint32_t i = 0; i < wend_world_obstacle_count(s->world); i++) {
        wend_obstacle obstacle = wend_world_obstacle_at(s->world, i);
        wend_point points[WEND_MAX_POLYGON];
        wend_obstacle_def def;
        if (wend_world_get_obstacle_def(s->world, obstacle, &def, points)) {
            yaml_add_text(s->out, written++ == 0 ? "obstacles:\n" : "");
            write_obstacle(s, obstacle, &def);
        }
    }
}

static void write_switches(scene *s) {
    uint32_t written = 0;
    for (uint32_t i = 0; i < wend_world_scheduled_count(s->world); i++) {
        wend_scheduled item = wend_world_scheduled_at(s->world, i);
        if (item.kind == WEND_SCHEDULED_CLASS) {
            yaml_add_text(s->out, written++ == 0 ? "switch:\n  - {class: " : "  - {class: ");
            yaml_quote(s->out, wend_space_class_name(s->space, item.obstacle_class));
            write_number(s, "at", scene_time(s, item.time));
            yaml_add(s->out, ", on: %s}\n", item.on ? "true" : "false");
        }
    }
}

wend_result scene_write_ground(scene *s) {
    write_areas(s);
    write_obstacles(s);
    write_belts(s);
    write_switches(s);
    return WEND_OK;
}

/* ---- Queues ---------------------------------------------------------------------------------- */

static void write_single(scene *s, const char *key, double value) {
    yaml_add(s->out, ", %s: ", key);
    yaml_single(s->out, value);
}

static void write_releases(scene *s, wend_queue queue) {
    uint32_t written = 0;
    for (uint32_t i = 0; i < wend_world_scheduled_count(s->world); i++) {
        wend_scheduled item = wend_world_scheduled_at(s->world, i);
        if (item.kind != WEND_SCHEDULED_RELEASE || item.queue.value != queue.value) {
            continue;
        }
        yaml_add_text(s->out, written++ == 0 ? ", times: [{at: " : ", {at: ");
        yaml_number(s->out, scene_time(s, item.time));
        if (item.count <= WEND_MAX_AGENTS) {
            yaml_add(s->out, ", release: %" PRIu32, item.count);
        }
        yaml_add_text(s->out, "}");
    }
    yaml_add_text(s->out, written > 0 ? "]" : "");
}

static void write_queue(scene *s, wend_queue queue, const wend_queue_def *def) {
    bool line = def->kind == WEND_QUEUE_LINE;
    const char *then = scene_goal_set_name(s, def->then_set);
    yaml_add_text(s->out, "  ");
    yaml_quote(s->out, scene_queue_name(s, queue));
    yaml_add(s->out, ": {kind: %s, places: ", line ? "line" : "area");
    yaml_positions(s->out, s->space, def->places, def->place_count);
    write_single(s, "spacing", def->spacing);
    write_single(s, "radius", def->radius);
    write_single(s, "tolerance", def->tolerance);
    if (isfinite(def->join_distance)) {
        write_single(s, "join_distance", def->join_distance);
    }
    yaml_add(s->out, ", servers: %" PRIu32, def->servers);
    if (def->service.kind != WEND_DISTRIBUTION_CONSTANT || def->service.a > 0.0) {
        yaml_add_text(s->out, ", service: ");
        yaml_distribution(s->out, &def->service);
    }
    yaml_add_text(s->out, def->random ? ", order: random" : "");
    scene_write_name(s, "then", then != NULL ? then : scene_goal_name(s, def->then_goal));
    write_releases(s, queue);
    scene_write_layer(s, def->layer);
    yaml_add_text(s->out, "}\n");
}

wend_result scene_write_queues(scene *s) {
    uint32_t written = 0, count = wend_world_queue_count(s->world);
    size_t size = WEND_MAX_QUEUE_PLACES * sizeof(wend_point);
    wend_point *places = count > 0 ? memory_get(&s->live->memory, size) : NULL;
    if (count > 0 && places == NULL) {
        return error_no_memory(s->error, "a scenario");
    }
    for (uint32_t i = 0; i < count; i++) {
        wend_queue queue = wend_world_queue_at(s->world, i);
        wend_queue_def def;
        if (!wend_world_get_queue_def(s->world, queue, &def, places)) {
            continue;
        }
        if (wend_world_get_queue_places(s->world, queue, NULL, NULL, 0) > def.place_count) {
            scene_note(s, "the area behind the line of queue '%.60s' is left out",
                       scene_queue_name(s, queue));
        }
        yaml_add_text(s->out, written++ == 0 ? "queues:\n" : "");
        write_queue(s, queue, &def);
    }
    memory_free(&s->live->memory, places, places != NULL ? size : 0);
    return WEND_OK;
}
