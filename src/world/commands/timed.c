/* Commands for a later time: a list in the order of time, from which a step queues those that are
 * due. Cost: O(1) per step without a due command; O(commands) to schedule one. */
#include <math.h>
#include <string.h>

#include <wend/queue.h>

#include "base/error.h"
#include "world/commands/commands.h"

static const double time_slack = 1e-6; /* fraction of a step: tolerance for rounded times */

void timetable_free(wend_world *world) {
    memory_free(&world->memory, world->timetable.items,
                world->timetable.capacity * sizeof *world->timetable.items);
}

static wend_result reserve(wend_world *world, double time, wend_error *error) {
    timetable *table = &world->timetable;
    if (!isfinite(time)) {
        return error_set(error, WEND_ERROR_INVALID,
                         "a command cannot be scheduled for %g s; the time must be finite", time);
    }
    if (table->count - table->first == WEND_MAX_SCHEDULED_COMMANDS) {
        return error_set(error, WEND_ERROR_LIMIT, "a world has room for %d scheduled commands",
                         WEND_MAX_SCHEDULED_COMMANDS);
    }
    if (table->first > table->count / 2) {
        table->count -= table->first;
        memmove(table->items, table->items + table->first, table->count * sizeof *table->items);
        table->first = 0;
    }
    return memory_grow(&world->memory, (void **)&table->items, sizeof *table->items,
                       &table->capacity, table->count + 1)
               ? WEND_OK
               : error_no_memory(error, "the world");
}

/* Takes the last command, which has just been checked and queued, off the queue, and schedules
 * it. The memory has been reserved. */
static void schedule_last(wend_world *world, double time) {
    timetable *table = &world->timetable;
    uint32_t at = table->count++;
    for (; at > table->first && table->items[at - 1].time > time; at--) {
        table->items[at] = table->items[at - 1];
    }
    table->items[at] = (timed_command){time, world->commands[--world->command_count]};
}

static wend_result finish(wend_world *world, double time, wend_result result) {
    if (result == WEND_OK) {
        schedule_last(world, time);
    }
    return result;
}

wend_result wend_world_schedule_class_enabled(wend_world *world, double time,
                                              uint32_t obstacle_class, bool on, wend_error *error) {
    WEND_ASSERT(world != NULL);
    wend_result result = reserve(world, time, error);
    return result != WEND_OK
               ? result
               : finish(world, time,
                        wend_world_set_class_enabled(world, obstacle_class, on, error));
}

wend_result wend_world_schedule_obstacle_closed(wend_world *world, double time,
                                                wend_obstacle obstacle, bool closed,
                                                wend_error *error) {
    WEND_ASSERT(world != NULL);
    wend_result result = reserve(world, time, error);
    return result != WEND_OK
               ? result
               : finish(world, time,
                        wend_world_set_obstacle_closed(world, obstacle, closed, error));
}

wend_result wend_world_schedule_obstacle_motion(wend_world *world, double time,
                                                wend_obstacle obstacle, wend_point position,
                                                double angle, wend_point velocity,
                                                double angular_velocity, wend_error *error) {
    WEND_ASSERT(world != NULL);
    wend_result result = reserve(world, time, error);
    return result != WEND_OK
               ? result
               : finish(world, time,
                        wend_world_set_obstacle_motion(world, obstacle, position, angle, velocity,
                                                       angular_velocity, error));
}

wend_result wend_world_schedule_queue_release(wend_world *world, double time, wend_queue queue,
                                              uint32_t count, wend_error *error) {
    WEND_ASSERT(world != NULL);
    wend_result result = reserve(world, time, error);
    return result != WEND_OK
               ? result
               : finish(world, time, wend_world_release_queue(world, queue, count, error));
}

uint32_t wend_world_scheduled_count(const wend_world *world) {
    WEND_ASSERT(world != NULL);
    return world->timetable.count - world->timetable.first;
}

bool timetable_update(wend_world *world) {
    timetable *table = &world->timetable;
    double now = world_time_at(world, world->step) + time_slack * world->dt;
    uint32_t end = table->first;
    while (end < table->count && table->items[end].time <= now) {
        end++;
    }
    if (end == table->first) {
        return true;
    }
    if (commands_reserve(world, end - table->first, NULL) != WEND_OK) {
        return false;
    }
    while (table->first < end) {
        world->commands[world->command_count++] = table->items[table->first++].what;
    }
    return true;
}
