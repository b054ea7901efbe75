/* Creates the world of a benchmark case and times its steps. */
#define _POSIX_C_SOURCE 200809L
#include "cli/bench_world.h"
#include "cli/bench_streets.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wend/kit.h>
#include <wend/math.h>

static const uint64_t place_seed = 1;
static const double trip_radius = 0.25; /* m: the radius of agents with BENCH_TRIPS */

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* ---- Creating the world ---------------------------------------------------------------------- */

enum { STEER_SETTINGS = 4 };

/* Selects those settings of the case and of the setup that are parameters of the steering model.
 * Returns their number. */
static uint32_t choose_settings(const bench_case *which, const bench_setup *setup,
                                const wend_entry *model, wend_setting out[STEER_SETTINGS]) {
    const wend_setting all[STEER_SETTINGS] = {
        {"neighbour_distance", {.number = wend_constant(which->neighbour_distance)}},
        {"horizon", {.number = wend_constant(which->horizon)}},
        {"wall_horizon", {.number = wend_constant(which->wall_horizon)}},
        {"neighbours", {.number = wend_constant(setup->neighbours)}},
    };
    uint32_t count = 0;
    uint32_t given = setup->neighbours > 0 ? STEER_SETTINGS : STEER_SETTINGS - 1;
    for (uint32_t i = 0; i < given; i++) {
        for (uint32_t k = 0; k < model->param_count; k++) {
            if (strcmp(model->params[k].name, all[i].name) == 0) {
                out[count++] = all[i];
            }
        }
    }
    return count;
}

static wend_result add_profile(const bench_case *which, const bench_setup *setup, wend_world *world,
                               wend_error *error) {
    const wend_entry *model =
        wend_registry_find(setup->registry, WEND_KIND_STEERING, setup->steer, error);
    if (!model) {
        return WEND_ERROR_NAME;
    }
    wend_setting steering[STEER_SETTINGS];
    wend_setting streets = {"blocks", {.number = wend_constant(which->blocks)}};
    wend_setting aim = {"aim", {.kind = WEND_VALUE_TEXT, .text = "preferred_point"}};
    wend_profile_def profile = wend_default_profile_def();
    profile.follow = (wend_choice){"waypoint", &aim, 1};
    profile.plan.name = which->goal_kind == BENCH_TRIPS ? "navmesh" : "straight";
    profile.preferred_speed = wend_constant(which->preferred_speed);
    profile.max_speed = wend_constant(which->max_speed);
    profile.steer =
        (wend_choice){setup->steer, steering, choose_settings(which, setup, model, steering)};
    if (which->goal_kind == BENCH_STREETS) {
        profile.follow = (wend_choice){bench_streets_follower.stage.entry.name, &streets, 1};
    }
    return wend_world_add_profile(world, &profile, NULL, error);
}

enum { DIRECTIONS = 4 };

static wend_result add_direction_goals(wend_world *world, wend_goal goals[DIRECTIONS],
                                       wend_error *error) {
    wend_result result = WEND_OK;
    for (int i = 0; i < DIRECTIONS && result == WEND_OK; i++) {
        wend_goal_def def = wend_default_goal_def();
        def.shape = WEND_GOAL_DIRECTION;
        def.angle = WEND_PI / 2.0 * i;
        result = wend_world_add_goal(world, &def, &goals[i], error);
    }
    return result;
}

static wend_result add_point_goal(wend_world *world, wend_point position, wend_goal *out,
                                  wend_error *error) {
    wend_goal_def def = wend_default_goal_def();
    def.points = &position;
    return wend_world_add_goal(world, &def, out, error);
}

/* Adds all agents to the world. `starts` and `defs` are buffers with room for all of them. */
static wend_result add_agents(const bench_case *which, wend_world *world, bench_agent *starts,
                              wend_agent_def *defs, wend_error *error) {
    wend_goal directions[DIRECTIONS];
    wend_result result = add_direction_goals(world, directions, error);
    bench_place_agents(which, place_seed, starts);
    for (uint32_t i = 0; i < which->agents && result == WEND_OK; i++) {
        defs[i] = wend_default_agent_def();
        defs[i].position = starts[i].position;
        defs[i].radius = starts[i].radius;
        defs[i].goal = directions[starts[i].direction];
        if (which->goal_kind == BENCH_ACROSS || which->goal_kind == BENCH_TRIPS) {
            result = add_point_goal(world, starts[i].goal, &defs[i].goal, error);
        }
    }
    return result == WEND_OK ? wend_world_add_agents(world, defs, which->agents, NULL, error)
                             : result;
}

static wend_result add_crowd(const bench_case *which, wend_world *world, wend_error *error) {
    bench_agent *starts = malloc(which->agents * sizeof *starts);
    wend_agent_def *defs = malloc(which->agents * sizeof *defs);
    wend_result result = WEND_ERROR_MEMORY;
    if (starts && defs) {
        result = add_agents(which, world, starts, defs, error);
    }
    free(starts);
    free(defs);
    return result;
}

/* What all rounds of a case share. */
typedef struct bench_ground {
    wend_space *space;
    wend_map *map; /* NULL if no routes are planned */
    double map_seconds;
} bench_ground;

static wend_result make_map(bench_ground *ground, wend_error *error) {
    wend_navmesh_def def = wend_default_navmesh_def();
    def.space = ground->space;
    def.radii = &trip_radius;
    def.radius_count = 1;
    double start = now();
    wend_result result = wend_navmesh_build(&def, &ground->map, error);
    ground->map_seconds = now() - start;
    return result;
}

static wend_result make_ground(const bench_case *which, bench_ground *out, wend_error *error) {
    wend_space_def open = wend_default_space_def();
    bool has_trips = which->goal_kind == BENCH_TRIPS;
    *out = (bench_ground){0};
    wend_result result = which->blocks
                             ? bench_streets_space(which->blocks, has_trips, &out->space, error)
                             : wend_space_create(&open, &out->space, error);
    return result == WEND_OK && has_trips ? make_map(out, error) : result;
}

static void release_ground(bench_ground *ground) {
    wend_map_release(ground->map);
    wend_space_release(ground->space);
}

static wend_result make_world(const bench_case *which, const bench_setup *setup,
                              const bench_ground *ground, wend_world **out, wend_error *error) {
    wend_world_def def = wend_default_world_def();
    def.registry = setup->registry;
    def.threads = setup->threads;
    def.kernel = setup->kernel;
    def.dt = which->dt;
    def.reach = (float)which->neighbour_distance;
    def.space = ground->space;
    wend_result result = wend_world_create(&def, out, error);
    if (result == WEND_OK && ground->map) {
        result = wend_world_add_map(*out, "town", ground->map, NULL, error);
    }
    if (result == WEND_OK) {
        result = add_profile(which, setup, *out, error);
    }
    return result == WEND_OK ? add_crowd(which, *out, error) : result;
}

/* ---- Timing ---------------------------------------------------------------------------------- */

static const double progress_interval = 0.2; /* s */

/* Steps the world until the case is done. Stores the time spent in steps in `*seconds`. */
static wend_result run_steps(const bench_case *which, const bench_setup *setup, uint32_t round,
                             wend_world *world, double *seconds, wend_error *error) {
    wend_result result = WEND_OK;
    double last_shown = -progress_interval;
    *seconds = 0.0;
    uint32_t steps = setup->steps > 0 ? setup->steps : which->steps;
    for (uint32_t i = 0; i < steps && result == WEND_OK; i++) {
        double start = now();
        result = wend_world_step(world, 1, error);
        *seconds += now() - start;
        if (setup->progress && *seconds - last_shown >= progress_interval) {
            last_shown = *seconds;
            setup->progress(setup->user, which, (round + (double)i / steps) / setup->rounds);
        }
        if (which->goal_kind == BENCH_ACROSS &&
            wend_world_get_stats(world).arrivals >= which->agents) {
            break;
        }
    }
    return result;
}

static wend_result time_steps(const bench_case *which, const bench_setup *setup, uint32_t round,
                              wend_world *world, bench_result *out, wend_error *error) {
    wend_result result = wend_world_step(world, which->warm_steps, error);
    double before[WEND_STAGE_COUNT], seconds;
    uint64_t first = wend_world_step_count(world);
    for (int i = 0; i < WEND_STAGE_COUNT; i++) {
        before[i] = wend_world_stage_seconds(world, (wend_stage_name)i);
    }
    if (result == WEND_OK) {
        result = run_steps(which, setup, round, world, &seconds, error);
    }
    if (result != WEND_OK) {
        return result;
    }
    out->steps = (uint32_t)(wend_world_step_count(world) - first);
    double scale = 1e9 / ((double)which->agents * out->steps);
    out->total_ns = seconds * scale;
    for (int i = 0; i < WEND_STAGE_COUNT; i++) {
        double after = wend_world_stage_seconds(world, (wend_stage_name)i);
        out->stage_ns[i] = (after - before[i]) * scale;
    }
    out->routes = which->goal_kind == BENCH_TRIPS ? wend_world_get_stats(world).plans : 0;
    out->us_per_route =
        out->routes ? 1e6 * wend_world_stage_seconds(world, WEND_STAGE_PLAN) / (double)out->routes
                    : 0.0;
    out->bytes_per_agent = (double)wend_world_get_memory_use(world).held / which->agents;
    out->hash = wend_world_hash(world);
    return WEND_OK;
}

wend_result bench_measure(const bench_case *which, const bench_setup *setup, bench_result *out,
                          wend_error *error) {
    bench_ground ground;
    wend_result result = make_ground(which, &ground, error);
    for (uint32_t round = 0; round < setup->rounds && result == WEND_OK; round++) {
        wend_world *world = NULL;
        bench_result this_round;
        result = make_world(which, setup, &ground, &world, error);
        if (result == WEND_OK) {
            result = time_steps(which, setup, round, world, &this_round, error);
        }
        if (result == WEND_OK && (round == 0 || this_round.total_ns < out->total_ns)) {
            *out = this_round;
        }
        wend_world_destroy(world);
    }
    out->map_seconds = ground.map_seconds;
    release_ground(&ground);
    return result;
}
