/* Writes the state of a live world: figures first, then profiles and objects. */
#include "live/live.h"
#include <wend/behaviour.h>
#include <wend/source.h>

/* True if all agents have arrived or left, and no source will emit another one. */
static bool can_end(const wend_live *live) {
    const wend_world *world = live->world;
    bool all = wend_world_step_count(world) > 0;
    for (uint32_t i = 0; i < live->crowd.count && all; i++) {
        all = live->crowd.agents[i].activity == WEND_ACTIVITY_ARRIVED;
    }
    for (uint32_t i = 0; i < wend_world_source_count(world) && all; i++) {
        wend_source_info info;
        bool exists = wend_world_get_source_info(world, wend_world_source_at(world, i), &info);
        all = !exists || info.remaining == 0;
    }
    return all;
}

static uint64_t count_waiting(const wend_world *world) {
    uint64_t waiting = 0;
    for (uint32_t i = 0; i < wend_world_source_count(world); i++) {
        wend_source_info info;
        if (wend_world_get_source_info(world, wend_world_source_at(world, i), &info)) {
            waiting += info.waiting;
        }
    }
    return waiting;
}

static void write_stages(const wend_live *live, live_writer *out) {
    live_begin_object(out, "stages");
    for (int i = 0; i < WEND_STAGE_COUNT; i++) {
        wend_stage_name stage = (wend_stage_name)i;
        live_write_number(out, wend_stage_text(stage),
                          live->stage_seconds[i] + wend_world_stage_seconds(live->world, stage));
    }
    live_end_object(out);
    live_write_key(out, "agent_steps",
                   (uint64_t)live->agent_steps + wend_world_get_stats(live->world).agent_steps);
}

static void write_figures(wend_live *live, const live_crowd *crowd, live_writer *out) {
    const wend_world *world = live->world;
    live_write_number(out, "time", wend_world_time(world));
    live_write_integer(out, "step", (int64_t)wend_world_step_count(world));
    live_write_integer(out, "earliest", (int64_t)live_earliest(live));
    live_write_hash(out, "hash", wend_world_hash(world));
    live_write_integer(out, "start", live->start);
    live_write_integer(out, "agents", crowd->count);
    live_write_integer(out, "entered", (int64_t)(crowd->count + live->counts.left));
    live_write_integer(out, "arrived", (int64_t)live->counts.arrived);
    live_write_integer(out, "left", (int64_t)live->counts.left);
    live_write_integer(out, "waiting_to_enter", (int64_t)count_waiting(world));
    live_write_number(out, "mean_speed", crowd->mean_speed);
    live_write_float(out, "max_density", crowd->max_density);
    live_write_integer(out, "overlaps", crowd->overlaps);
    write_stages(live, out);
    live_write_bool(out, "changed", live->changes > 0);
    live_write_bool(out, "can_end", can_end(live));
}

wend_result live_write_state(wend_live *live, const char *stopped, live_writer *out,
                             wend_error *error) {
    const live_crowd *crowd = NULL;
    wend_result result = live_measure(live, &crowd, error);
    if (result != WEND_OK) {
        return result;
    }
    write_figures(live, crowd, out);
    if (stopped != NULL) {
        live_write_text(out, "stopped", stopped);
    }
    result = live_write_profiles(live, out, error);
    return result == WEND_OK ? live_write_objects(live, out, error) : result;
}
