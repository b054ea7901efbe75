/* Writes the world as a scenario file: the space, and everything in it as it is now. What a file
 * cannot express is listed in comments at its top. */
#include "base/error.h"
#include "live/scenario/scene.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef wend_result part_writer(scene *s);

/* ---- The first lines ------------------------------------------------------------------------- */

static void write_time(scene *s) {
    static const double MOST = 1e9; /* s */
    double end = wend_bundle_get_info(s->live->bundle).end - s->now;
    wend_world_def def;
    wend_world_get_def(s->world, &def);
    yaml_add_text(s->out, "time: {dt: ");
    yaml_number(s->out, def.dt);
    yaml_add_text(s->out, ", end: ");
    yaml_number(s->out, fmin(fmax(end, 0.0), MOST));
    yaml_add(s->out, ", steer_every: %u, obstacle_rest_time: ", def.steer_every);
    yaml_number(s->out, fmin(def.obstacle_rest_time, MOST));
    yaml_add(s->out, ", plan_budget: %llu}\n", (unsigned long long)def.plan_budget);
    yaml_add_text(s->out, "near: {reach: ");
    yaml_single(s->out, (double)def.reach);
    yaml_add_text(s->out, "}\n");
    if (def.density_cell > 0.0) {
        yaml_add_text(s->out, "density: {cell: ");
        yaml_number(s->out, def.density_cell);
        yaml_add_text(s->out, ", period: ");
        yaml_number(s->out, def.density_period);
        yaml_add_text(s->out, ", gain: ");
        yaml_number(s->out, def.density_gain);
        yaml_add_text(s->out, "}\n");
    }
}

static wend_result write_settings(scene *s) {
    uint64_t seed = wend_world_seed(s->world);
    const char *title = wend_bundle_get_info(s->live->bundle).title;
    if (title[0] != '\0') {
        yaml_add_text(s->out, "name: ");
        yaml_quote(s->out, title);
        yaml_add_text(s->out, "\n");
    }
    if (seed > INT64_MAX) {
        scene_note(s, "the seed is too large for a scenario file");
        seed = 1;
    }
    yaml_add(s->out, "seed: %llu\n", (unsigned long long)seed);
    write_time(s);
    return WEND_OK;
}

/* ---- The file -------------------------------------------------------------------------------- */

static bool has_names(const wend_space_def *def) {
    bool any = def->layer_count > 1;
    for (uint32_t i = 0; i < def->layer_count; i++) {
        any = any || (def->layers[i].name != NULL && def->layers[i].name[0] != '\0');
    }
    return any;
}

static wend_result write_parts(scene *s) {
    static part_writer *const parts[] = {
        write_settings,     scene_write_space,   scene_write_maps,    scene_write_profiles,
        scene_write_goals,  scene_write_queues,  scene_write_ground,  scene_write_machines,
        scene_write_agents, scene_write_sources, scene_write_signals,
    };
    wend_result result = scene_list_agents(s);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0] && result == WEND_OK; i++) {
        result = parts[i](s);
    }
    scene_free_agents(s);
    return result == WEND_OK && s->out->failed ? error_no_memory(s->error, "a scenario") : result;
}

/* Writes the notes before the rest, as comments. */
static wend_result join(const scene *s, yaml *whole) {
    yaml_add(whole, "# Written by the viewer at %.10g s of simulated time.\n", s->now);
    for (uint32_t i = 0; i < s->note_count; i++) {
        char text[sizeof s->notes[0] + 20];
        snprintf(text, sizeof text, "Not the same: %s", s->notes[i]);
        yaml_comment(whole, text);
    }
    yaml_add_text(whole, s->out->text != NULL ? s->out->text : "");
    return whole->failed ? error_no_memory(s->error, "a scenario") : WEND_OK;
}

static wend_result answer(wend_live *live, const live_request *request, live_writer *out,
                          wend_error *error) {
    (void)request;
    yaml body = {.memory = &live->memory}, whole = {.memory = &live->memory};
    scene *s = memory_get_zeroed(&live->memory, sizeof *s);
    if (s == NULL) {
        return error_no_memory(error, "a scenario");
    }
    s->live = live;
    s->world = live->world;
    s->space = wend_world_space(live->world);
    s->space_def = wend_bundle_space_def(live->bundle);
    s->out = &body;
    s->now = wend_world_time(live->world);
    s->has_layers = has_names(s->space_def);
    s->error = error;
    wend_result result = write_parts(s);
    result = result == WEND_OK ? join(s, &whole) : result;
    if (result == WEND_OK) {
        live_write_text(out, "yaml", whole.text);
    }
    yaml_free(&body);
    yaml_free(&whole);
    memory_free(&live->memory, s, sizeof *s);
    return result;
}

const live_message live_message_scenario = {.name = "scenario", .answer = answer};
