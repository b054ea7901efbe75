/* Gets back the definitions of a world, its obstacles, belts, queues and scheduled commands. */
#include <wend/definitions.h>

#include "base/error.h"
#include "world/world.h"

static wend_point user_point(const wend_world *world, wend_vec2 at) {
    return wend_space_from_local(world->space, at);
}

void wend_world_get_def(const wend_world *world, wend_world_def *out) {
    WEND_ASSERT(world != NULL && out != NULL);
    *out = wend_default_world_def();
    out->space = world->space;
    out->seed = world->seed;
    out->dt = world->dt;
    out->steer_every = world->steer_every;
    out->classes = world->classes;
    out->reach = world->reach;
    out->obstacle_rest_time = world->obstacle_rest_time;
    out->plan_budget = world->plan_budget;
    out->density_cell = world->density.cell;
    if (world->density.cell > 0.0) {
        out->density_period = world->density.period;
        out->density_gain = world->density.gain;
    }
}

/* ---- Obstacles and belts --------------------------------------------------------------------- */

bool wend_world_get_obstacle_def(const wend_world *world, wend_obstacle id, wend_obstacle_def *out,
                                 wend_point *points) {
    WEND_ASSERT(world != NULL && out != NULL && points != NULL);
    uint32_t index = ids_index(&world->obstacle_ids, id.value);
    if (index == ID_NONE || world->overlay.obstacles[index].point_count > WEND_MAX_POLYGON) {
        return false;
    }
    const overlay_obstacle *obstacle = &world->overlay.obstacles[index];
    bool moves = obstacle->kind == WEND_OBSTACLE_MOVING;
    double elapsed = wend_world_time(world) - obstacle->since;
    wend_point origin = wend_space_origin(world->space);
    *out = wend_default_obstacle_def();
    out->name = obstacle->name;
    out->kind = (wend_obstacle_kind)obstacle->kind;
    out->layer = obstacle->layer;
    out->closed = obstacle->closed;
    out->points = points;
    out->point_count = obstacle->point_count;
    for (uint32_t i = 0; i < obstacle->point_count; i++) {
        wend_vec2 at = obstacle->points[i];
        points[i] = moves ? (wend_point){(double)at.x, (double)at.y} : user_point(world, at);
    }
    if (moves) {
        out->position =
            (wend_point){origin.x + obstacle->position.x + obstacle->velocity.x * elapsed,
                         origin.y + obstacle->position.y + obstacle->velocity.y * elapsed};
        out->angle = obstacle->angle + obstacle->angular_velocity * elapsed;
        out->velocity = obstacle->velocity;
        out->angular_velocity = obstacle->angular_velocity;
    }
    return true;
}

uint32_t wend_world_belt_count(const wend_world *world) {
    WEND_ASSERT(world != NULL);
    return world->belts.count;
}

void wend_world_get_belt_def(const wend_world *world, uint32_t index, wend_belt_def *out,
                             wend_point *points) {
    WEND_ASSERT(world != NULL && index < world->belts.count && out != NULL && points != NULL);
    const belt_record *belt = &world->belts.items[index];
    *out = wend_default_belt_def();
    out->points = points;
    out->point_count = belt->point_count;
    out->layer = belt->layer;
    out->velocity = (wend_point){(double)belt->velocity.x, (double)belt->velocity.y};
    for (uint32_t i = 0; i < belt->point_count; i++) {
        points[i] = user_point(world, belt->points[i]);
    }
}

/* ---- Queues ---------------------------------------------------------------------------------- */

bool wend_world_get_queue_def(const wend_world *world, wend_queue id, wend_queue_def *out,
                              wend_point *places) {
    WEND_ASSERT(world != NULL && out != NULL && places != NULL);
    uint32_t index = ids_index(&world->queues.ids, id.value);
    if (index == ID_NONE) {
        return false;
    }
    const queue_record *queue = &world->queues.records[index];
    bool is_line = queue->kind == WEND_QUEUE_LINE;
    *out = wend_default_queue_def();
    out->name = queue->name;
    out->kind = (wend_queue_kind)queue->kind;
    out->layer = queue->layer;
    out->places = places;
    out->place_count = is_line ? queue->line_count : queue->place_count;
    out->servers = queue->servers > 0 ? queue->servers : out->servers;
    out->spacing = (double)queue->spacing;
    out->radius = (double)queue->radius;
    out->tolerance = (double)queue->tolerance;
    out->join_distance = (double)queue->join_distance;
    out->service = queue->service;
    out->random = queue->random;
    out->then_goal = queue->then_goal;
    out->then_set = queue->then_set;
    for (uint32_t i = 0; i < out->place_count && i < WEND_MAX_QUEUE_PLACES; i++) {
        places[i] = user_point(world, queue->places[i]);
    }
    return true;
}

/* ---- Scheduled commands ---------------------------------------------------------------------- */

wend_scheduled wend_world_scheduled_at(const wend_world *world, uint32_t index) {
    WEND_ASSERT(world != NULL && index < wend_world_scheduled_count(world));
    const timed_command *item = &world->timetable.items[world->timetable.first + index];
    const command *what = &item->what;
    wend_point origin = wend_space_origin(world->space);
    wend_scheduled out = {.time = item->time};
    switch (what->kind) {
    case COMMAND_SWITCH_CLASS:
        out.kind = WEND_SCHEDULED_CLASS;
        out.obstacle_class = (uint32_t)what->target;
        out.on = what->index != 0;
        break;
    case COMMAND_CLOSE_OBSTACLE:
        out.kind = WEND_SCHEDULED_OBSTACLE;
        out.obstacle.value = what->target;
        out.on = what->index != 0;
        break;
    case COMMAND_MOVE_OBSTACLE:
        out.kind = WEND_SCHEDULED_MOTION;
        out.obstacle.value = what->target;
        out.position = (wend_point){origin.x + what->position.x, origin.y + what->position.y};
        out.velocity = what->obstacle_velocity;
        out.angle = what->number;
        out.angular_velocity = what->angular_velocity;
        break;
    default:
        out.kind = WEND_SCHEDULED_RELEASE;
        out.queue.value = what->target;
        out.count = what->index;
        break;
    }
    return out;
}
