/* Writes a world of the arrival trial as a scenario file. */
#include <stdarg.h>
#include <stdio.h>

#include "support/kit/arrival_world.h"

typedef struct writer {
    char *text;
    size_t size, used;
    bool is_complete;
} writer;

__attribute__((format(printf, 2, 3))) static void put(writer *out, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(out->text + out->used, out->size - out->used, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= out->size - out->used) {
        out->is_complete = false;
        return;
    }
    out->used += (size_t)length;
}

static void put_points(writer *out, const wend_point *points, uint32_t count) {
    put(out, "[");
    for (uint32_t i = 0; i < count; i++) {
        put(out, "%s[%.15g, %.15g]", i > 0 ? ", " : "", points[i].x, points[i].y);
    }
    put(out, "]");
}

static void put_pieces(writer *out, const arrival_world *world, const char *key, bool open) {
    bool any = false;
    for (uint32_t i = 1; i < world->piece_count; i++) {
        const arrival_piece *piece = &world->pieces[i];
        if (piece->open == open && !piece->moving) {
            if (!any) {
                put(out, "  %s:\n", key);
            }
            put(out, "    - ");
            put_points(out, world->points + piece->first, piece->count);
            put(out, "\n");
            any = true;
        }
    }
}

static void put_carts(writer *out, const arrival_world *world) {
    bool any = false;
    for (uint32_t i = 1; i < world->piece_count; i++) {
        const arrival_piece *piece = &world->pieces[i];
        if (piece->moving) {
            const wend_point *points = world->points + piece->first;
            put(out, "%s  - {moving: [", any ? "" : "obstacles:\n");
            for (uint32_t k = 0; k < piece->count; k++) {
                put(out, "%s[%.3f, %.3f]", k > 0 ? ", " : "", points[k].x - points[0].x,
                    points[k].y - points[0].y);
            }
            put(out, "], position: [%.15g, %.15g]}\n", points[0].x, points[0].y);
            any = true;
        }
    }
}

/* Writes a goal. A moving goal is written at its first position. */
static void put_goal(writer *out, const arrival_goal *goal, uint32_t index) {
    wend_point back = {0, 0}, points[ARRIVAL_GOAL_POINTS];
    if (goal->path_count > 0 && !goal->loops) {
        wend_point first = goal->path[0], last = goal->path[goal->path_count - 1];
        back = (wend_point){first.x - last.x, first.y - last.y};
    }
    for (uint32_t i = 0; i < goal->point_count; i++) {
        points[i] = (wend_point){goal->points[i].x + back.x, goal->points[i].y + back.y};
    }
    put(out, "  g%u: {", index);
    if (goal->shape == ARRIVAL_POINT) {
        put(out, "point: [%.15g, %.15g]", points[0].x, points[0].y);
    } else if (goal->shape == ARRIVAL_DISC) {
        put(out, "disc: {centre: [%.15g, %.15g], radius: %.15g}", points[0].x, points[0].y,
            goal->radius);
    } else {
        put(out, "%s: ", goal->shape == ARRIVAL_SEGMENT ? "segment" : "polygon");
        put_points(out, points, goal->point_count);
    }
    if (goal->path_count > 0) {
        put(out, ", path: ");
        put_points(out, goal->path, goal->path_count);
        put(out, ", speed: %.15g, loop: %s", goal->path_speed, goal->loops ? "true" : "false");
    }
    put(out, ", on_arrival: %s}\n", goal->stop ? "stop" : "leave");
}

static void place_agent(writer *out, const arrival_world *world, const arrival_agent *agent,
                        uint32_t key) {
    put(out, "  - {key: %u, at: [%.15g, %.15g], radius: %.15g, speed: %.15g", key,
        agent->position.x, agent->position.y, agent->radius, agent->speed);
    if (agent->velocity.x != 0 || agent->velocity.y != 0) {
        put(out, ", velocity: [%.15g, %.15g]", agent->velocity.x, agent->velocity.y);
    }
    if (agent->goal < world->goal_count) {
        put(out, ", goal: g%u}", agent->goal);
    } else {
        put(out, ", goals: all}");
    }
    put(out, " # %.1f m, limit %.1f s\n", agent->length, arrival_limit(agent));
}

bool arrival_world_write(const arrival_world *world, uint32_t agent_count, char *text,
                         size_t size) {
    writer out = {text, size, 0, true};
    uint32_t count = agent_count < world->agent_count ? agent_count : world->agent_count;
    double end = 0;
    bool sets = false;
    for (uint32_t i = 0; i < count; i++) {
        double limit = arrival_limit(&world->agents[i]);
        end = limit > end ? limit : end;
        sets = sets || world->agents[i].goal >= world->goal_count;
    }
    put(&out, "name: %s-%llu-%u\n", arrival_kind_names[world->kind],
        (unsigned long long)world->seed, count);
    put(&out, "time: {dt: 0.1, end: %.1f}\n", end);
    put(&out, "space:\n  walkable: ");
    put_points(&out, world->points, world->pieces[0].count);
    put(&out, "\n");
    put_pieces(&out, world, "obstacles", false);
    put_pieces(&out, world, "walls", true);
    put_carts(&out, world);
    put(&out, "%sgoals:\n", sets ? "select: nearest\n" : "");
    for (uint32_t i = 0; i < world->goal_count; i++) {
        put_goal(&out, &world->goals[i], i);
    }
    if (sets) {
        put(&out, "goal_sets:\n  all: [");
        for (uint32_t i = 0; i < world->goal_count; i++) {
            put(&out, "%sg%u", i > 0 ? ", " : "", i);
        }
        put(&out, "]\n");
    }
    put(&out, "agents:\n");
    for (uint32_t i = 0; i < count; i++) {
        place_agent(&out, world, &world->agents[i], i + 1);
    }
    return out.is_complete;
}
