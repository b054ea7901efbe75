/* Runs one step of the world: the stages in order, each timed. */
#define _POSIX_C_SOURCE 200809L
#include <time.h>

#include "base/error.h"
#include "behave/behave.h"
#include "world/world.h"

double world_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Runs one stage, and adds the time taken to the stage's total. */
static bool run(wend_world *world, wend_stage_name name, bool (*stage)(wend_world *)) {
    double start = world_now();
    bool good = stage(world);
    world->stage_seconds[name] += world_now() - start;
    return good;
}

/* Applies everything that changes between steps: commands, obstacles, goals. Returns false if out
 * of memory. */
static bool prepare(wend_world *world) {
    world->event_count = world->is_unfinished ? world->event_count : 0;
    world->is_unfinished = true;
    world->is_out_of_memory = false;
    for (uint32_t i = 0; i < world->worker_count; i++) { /* clear data of a failed step */
        arena_reset(&world->scratch[i]);
        route_sink_reset(&world->workers[i].sink);
        world->workers[i].route_request_count = 0;
        world->workers[i].rescue_count = 0;
        world->workers[i].change_count = 0;
        world->claims.lists[i].count = 0;
        world->claims.lists[i].failed = false;
    }
    if (!commands_apply(world) || !world_update_scene(world)) {
        return false;
    }
    ghosts_apply(world);
    world->standing_changed = overlay_find_standing(
        &world->overlay, world_time_at(world, world->step), world->obstacle_rest_time);
    world->scene_changed = world->scene_changed || world->standing_changed;
    /* A moving obstacle may stop blocking a route, so agents without a route try again once a
     * second. */
    uint64_t second = (uint64_t)(1.0 / world->dt) + 1;
    world->scene_changed =
        world->scene_changed || (world->overlay.fastest > 0.0F && world->step % second == 0);
    return true;
}

/* Queues commands for what is due in this step, on the state at the end of the last one. Returns
 * false if out of memory. */
static bool apply_due(wend_world *world) {
    if (!timetable_update(world) || !sources_update(world)) {
        return false;
    }
    delays_update(world);
    return true;
}

static wend_result step_once(wend_world *world, wend_error *error) {
    if (!apply_due(world)) {
        return error_no_memory(error, "the world");
    }
    wend_result ready = profiles_prepare(world, error);
    if (ready != WEND_OK) {
        return ready;
    }
    bool good = run(world, WEND_STAGE_BEHAVE, queues_update) &&
                run(world, WEND_STAGE_BEHAVE, machines_update) && prepare(world) &&
                run(world, WEND_STAGE_NEAR, world_refresh) &&
                run(world, WEND_STAGE_NEAR, crossings_return) &&
                run(world, WEND_STAGE_PLAN, crowd_update) &&
                run(world, WEND_STAGE_PLAN, fields_rebuild);
    if (good) {
        profiles_begin_step(world);
        good = run(world, WEND_STAGE_BEHAVE, behave_stage) &&
               run(world, WEND_STAGE_PLAN, stage_plan) &&
               run(world, WEND_STAGE_STEER, stage_steer) && run(world, WEND_STAGE_MOVE, stage_move);
    }
    return good ? world_finish(world, error) : machines_report(world, error);
}

wend_result wend_world_step(wend_world *world, uint32_t count, wend_error *error) {
    WEND_ASSERT(world != NULL);
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        result = step_once(world, error);
    }
    return result;
}
