/* Creates and destroys a world, keeps its view and grid up to date, and returns info about it. */
#include "world/world.h"

#include <math.h>
#include <string.h>

#include "base/def.h"
#include "base/error.h"
#include "behave/behave.h"
#include "state/placed_goals.h"

bool world_is_near(wend_point point, wend_point origin) {
    return fabs(point.x - origin.x) <= WEND_MAX_EXTENT &&
           fabs(point.y - origin.y) <= WEND_MAX_EXTENT;
}

wend_result world_check_name(const char *name, wend_error *error) {
    return !name || strlen(name) <= WEND_MAX_NAME
               ? WEND_OK
               : error_set(error, WEND_ERROR_LIMIT, "a name has %zu bytes, at most %d are allowed",
                           strlen(name), WEND_MAX_NAME);
}

void world_update_view(wend_world *world) {
    world->internals = (struct wend_internals){.cold = &world->cold,
                                               .goals = &world->goals,
                                               .goal_sets = world->goal_sets,
                                               .takes_all_goals = world->takes_all_goals,
                                               .groups = world->groups,
                                               .labels = &world->labels,
                                               .paths = world->paths,
                                               .maps = world->maps,
                                               .map_count = world->map_count,
                                               .routes = &world->routes,
                                               .grid = &world->near.grid,
                                               .overlay = &world->overlay,
                                               .connections = &world->connections,
                                               .terrains = &world->terrains,
                                               .fields = &world->fields,
                                               .belts = &world->belts,
                                               .queues = &world->queues,
                                               .density = &world->density,
                                               .selection = &world->selection,
                                               .claims = &world->claims,
                                               .scratch = world->scratch,
                                               .worker_buffers = world->worker_buffers,
                                               .memory = &world->memory,
                                               .worker_count = world->worker_count,
                                               .search_nodes = world->search_nodes,
                                               .fastest = world->fastest + world->belts.fastest,
                                               .kernel = world->kernel,
                                               .classes = world->classes};
    world->view = (wend_view){.bodies = world->bodies,
                              .body_count = world->body_count,
                              .space = world->space,
                              .time = world_time_at(world, world->step),
                              .dt = (float)world->dt,
                              .steer_interval = (float)(world->dt * world->steer_every),
                              .step = world->step,
                              .seed = world->seed,
                              .classes = world->classes,
                              .reach = world->sorted ? world->near.grid.reach : world->reach,
                              .internals = &world->internals};
}

bool world_update_scene(wend_world *world) {
    double time = world_time_at(world, world->step);
    goals_update(world);
    return overlay_update_walls(&world->overlay, &world->memory, time);
}

bool world_refresh(wend_world *world) {
    groups_sort(world);
    if (!world->sorted) {
        uint32_t given = world->ghosts.count;
        if (given > 0 && (!store_reserve_ghosts(world, given) ||
                          !store_reserve_bodies(world, world->body_count + given))) {
            return false;
        }
        ghosts_append(world);
        near_input input = {.bodies = world->bodies,
                            .count = world->body_count,
                            .live = world->live_count,
                            .given = given,
                            .counted = world->counted};
        world->counted = false;
        float far = near_ghost_reach(world->space, &input, world->reach);
        uint32_t ghosts = near_count_ghosts(world->space, &input, far);
        if (!store_reserve_bodies(world, world->body_count + given + ghosts)) {
            return false;
        }
        if (world->bodies != input.bodies) {
            ghosts_append(world);
        }
        input.bodies = world->bodies;
        uint32_t count = near_sort(&world->near, &world->memory, &world->tasks, world->space,
                                   &input, world->reach, world->spare, &world->cold);
        if (count == UINT32_MAX) {
            return false;
        }
        wend_body *swap = world->bodies;
        world->bodies = world->spare;
        world->spare = swap;
        world->body_count = count;
        world->sorted = true;
    }
    world_update_view(world);
    return true;
}

/* ---- Memory ---------------------------------------------------------------------------------- */

/* Allocates memory, and records a failure. Workers cannot make a step fail themselves, so the step
 * checks `is_out_of_memory`. Called while the heap's lock is held. */
static void *world_allocate(void *user, size_t size) {
    wend_world *world = user;
    void *block = memory_allocate(&world->allocator, size);
    world->is_out_of_memory = world->is_out_of_memory || !block;
    return block;
}

static void world_release(void *user, void *block, size_t size) {
    const wend_world *world = user;
    memory_release(&world->allocator, block, size);
}

/* ---- Making and destroying ------------------------------------------------------------------- */

/* Returns the requested kernel; for WEND_KERNEL_AUTO, the fastest available one. */
static wend_kernel choose_kernel(wend_kernel wanted) {
    wend_kernel best = wanted;
    for (int i = WEND_KERNEL_SCALAR; i < WEND_KERNEL_COUNT && wanted == WEND_KERNEL_AUTO; i++) {
        best = wend_kernel_is_available((wend_kernel)i) ? (wend_kernel)i : best;
    }
    return best;
}

static wend_result check_density(const wend_world_def *def, wend_error *error) {
    if (!(def->density_cell == 0.0 || (def->density_cell >= 0.1 && def->density_cell <= 100.0))) {
        return error_set(error, WEND_ERROR_INVALID,
                         "density_cell is %g m, but must be 0 (no grid) or lie between 0.1 and 100",
                         def->density_cell);
    }
    if (!(def->density_period >= 0.1 && def->density_period <= 3600.0)) {
        return error_set(error, WEND_ERROR_INVALID,
                         "density_period is %g s, but must lie between 0.1 and 3600",
                         def->density_period);
    }
    return def->density_gain >= 0.0 && def->density_gain <= 1.0
               ? WEND_OK
               : error_set(error, WEND_ERROR_INVALID,
                           "density_gain is %g, but must lie between 0 and 1", def->density_gain);
}

wend_result world_check_def(const wend_world_def *def, wend_error *error) {
    if (!(def->dt >= 1e-4 && def->dt <= 10.0)) {
        return error_set(error, WEND_ERROR_INVALID,
                         "dt is %g s, but must lie between 0.0001 and 10", def->dt);
    }
    if (def->steer_every < 1 || def->steer_every > 1000) {
        return error_set(error, WEND_ERROR_INVALID,
                         "steer_every is %u, but must lie between 1 and 1000", def->steer_every);
    }
    if (!(def->obstacle_rest_time >= 0.0)) {
        return error_set(error, WEND_ERROR_INVALID,
                         "obstacle_rest_time is %g s, but must be 0 or more",
                         def->obstacle_rest_time);
    }
    if (!wend_kernel_is_available(def->kernel)) {
        return error_set(error, WEND_ERROR_INVALID, "this machine cannot run the kernel '%s'",
                         wend_kernel_text(def->kernel));
    }
    if (!(def->reach >= 0.0F && def->reach <= (float)WEND_MAX_REACH)) {
        return error_set(error, WEND_ERROR_INVALID, "reach is %g m, but must lie between 0 and %d",
                         (double)def->reach, WEND_MAX_REACH);
    }
    wend_result density = check_density(def, error);
    if (density != WEND_OK) {
        return density;
    }
    bool own_tasks = def->tasks.run != NULL;
    uint32_t workers = own_tasks ? def->tasks.worker_count : def->threads;
    if (workers < 1 || workers > TASK_WORKER_LIMIT) {
        return error_set(error, WEND_ERROR_INVALID, "%u %s, but there must be 1 to %d", workers,
                         own_tasks ? "workers" : "threads", TASK_WORKER_LIMIT);
    }
    return WEND_OK;
}

static bool make_workers(wend_world *world, const wend_world_def *def) {
    if (def->tasks.run) {
        world->tasks = def->tasks;
    } else {
        world->pool = task_pool_create(&world->memory, def->threads);
        if (!world->pool) {
            return false;
        }
        world->tasks = task_pool_system(world->pool);
    }
    uint32_t count = world->tasks.worker_count;
    world->workers = memory_get_zeroed(&world->memory, count * sizeof *world->workers);
    world->scratch = memory_get_zeroed(&world->memory, count * sizeof *world->scratch);
    world->tallies = memory_get_zeroed(&world->memory, count * sizeof *world->tallies);
    world->worker_buffers =
        memory_get_zeroed(&world->memory, count * BUFFER_COUNT * sizeof *world->worker_buffers);
    world->search_nodes = memory_get_zeroed(&world->memory, count * SEARCH_NODES_STRIDE *
                                                                sizeof *world->search_nodes);
    world->worker_count = count;
    if (!world->workers || !world->scratch || !world->tallies || !world->worker_buffers ||
        !world->search_nodes || !claims_init(&world->claims, &world->memory, count)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        arena_init(&world->scratch[i], &world->memory);
        world->workers[i].sink =
            (wend_route_sink){.scratch = &world->scratch[i], .from = &world->memory};
    }
    if (!route_pool_init(&world->routes, &world->memory)) {
        return false;
    }
    world->routes.on_field = fields_count_reference;
    world->routes.field_context = world;
    return true;
}

wend_result wend_world_create(const wend_world_def *given, wend_world **out, wend_error *error) {
    WEND_ASSERT(given != NULL && out != NULL);
    wend_world_def known;
    const wend_world_def *def = &known;
    wend_result result = DEF_READ(world, given, &known, error);
    result = result == WEND_OK ? world_check_def(def, error) : result;
    if (result != WEND_OK) {
        return result;
    }
    WEND_ASSERT(def->space != NULL);
    wend_world *world = memory_allocate(&def->allocator, sizeof *world);
    if (!world) {
        return error_no_memory(error, "the world");
    }
    memset(world, 0, sizeof *world);
    world->allocator = def->allocator;
    memory_init(&world->memory, &(wend_allocator){world_allocate, world_release, world});
    world->space = def->space;
    wend_space_retain(def->space);
    world->registry = def->registry;
    world->seed = def->seed;
    world->dt = def->dt;
    world->steer_every = def->steer_every;
    world->obstacle_rest_time = def->obstacle_rest_time;
    world->plan_budget = def->plan_budget;
    world->reach = def->reach;
    world->kernel = choose_kernel(def->kernel);
    world->classes = def->classes | 1U;
    store_init(world);
    if (!world->registry) {
        result = wend_registry_create(&def->allocator, &world->own_registry, error);
        world->registry = world->own_registry;
    }
    if (result == WEND_OK && (!make_workers(world, def) || !world_refresh(world))) {
        result = error_no_memory(error, "the world");
    }
    result = result == WEND_OK ? legs_init(world, error) : result;
    result = result == WEND_OK ? density_create(world, def, error) : result;
    if (result != WEND_OK) {
        wend_world_destroy(world);
        return result;
    }
    *out = world;
    return WEND_OK;
}

void wend_world_destroy(wend_world *world) {
    if (!world) {
        return;
    }
    memory *from = &world->memory;
    task_pool_destroy(world->pool);
    for (uint32_t i = 0; i < world->worker_count && world->workers && world->scratch; i++) {
        worker_data *worker = &world->workers[i];
        memory_free(from, worker->sink.added, worker->sink.capacity * sizeof *worker->sink.added);
        memory_free(from, worker->route_requests,
                    worker->route_request_capacity * sizeof *worker->route_requests);
        memory_free(from, worker->changes, worker->change_capacity * sizeof *worker->changes);
        memory_free(from, worker->late, worker->late_capacity * sizeof *worker->late);
        arena_free(&world->scratch[i]);
    }
    for (uint32_t i = 0; i < world->worker_count && world->tallies; i++) {
        step_tally *tally = &world->tallies[i];
        memory_free(from, tally->notes, tally->note_capacity * sizeof *tally->notes);
    }
    memory_free(from, world->workers, world->worker_count * sizeof *world->workers);
    memory_free(from, world->scratch, world->worker_count * sizeof *world->scratch);
    memory_free(from, world->tallies, world->worker_count * sizeof *world->tallies);
    memory_free(from, world->search_nodes,
                world->worker_count * SEARCH_NODES_STRIDE * sizeof *world->search_nodes);
    worker_buffers_free(world->worker_buffers, world->worker_count, from);
    memory_free(from, world->commands, world->command_capacity * sizeof *world->commands);
    memory_free(from, world->arrivals, world->arrival_capacity * sizeof *world->arrivals);
    memory_free(from, world->choices, world->choice_capacity * sizeof *world->choices);
    selection_free(&world->selection, from);
    own_goals_free(world);
    memory_free(from, world->intents, world->intent_capacity * sizeof *world->intents);
    memory_free(from, world->events, world->event_capacity * sizeof *world->events);
    memory_free(from, world->event_sorting, world->sorting_capacity * sizeof *world->events);
    memory_free(from, world->crossings, world->crossing_capacity * sizeof *world->crossings);
    legs_free(world);
    ghosts_free(world);
    near_sorter_free(&world->near, from);
    claims_free(&world->claims);
    fields_free(world);
    belts_free(world);
    density_free(world);
    areas_free(world);
    sources_free(world);
    delays_free(world);
    timetable_free(world);
    queues_free(world);
    machines_free(world);
    route_pool_free(&world->routes);
    obstacles_free(world);
    goals_free(world);
    maps_free(world);
    profiles_free(world);
    store_free(world);
    wend_registry_destroy(world->own_registry);
    wend_space_release(world->space);
    wend_allocator allocator = world->allocator;
    memory_release(&allocator, world, sizeof *world);
}

/* ---- Info ------------------------------------------------------------------------------------ */

uint64_t wend_world_seed(const wend_world *world) {
    return world->seed;
}

double wend_world_dt(const wend_world *world) {
    return world->dt;
}

double wend_world_time(const wend_world *world) {
    return world_time_at(world, world->step);
}

uint64_t wend_world_step_count(const wend_world *world) {
    return world->step;
}

wend_space *wend_world_space(const wend_world *world) {
    return world->space;
}

uint32_t wend_world_agent_count(const wend_world *world) {
    return world->live_count + world->crossing_count;
}

wend_stats wend_world_get_stats(const wend_world *world) {
    return world->stats;
}

const char *wend_stage_text(wend_stage_name stage) {
    static const char *const texts[WEND_STAGE_COUNT] = {"near", "behave", "plan", "steer", "move"};
    return (unsigned)stage < WEND_STAGE_COUNT ? texts[stage] : "stage";
}

double wend_world_stage_seconds(const wend_world *world, wend_stage_name stage) {
    WEND_ASSERT((unsigned)stage < WEND_STAGE_COUNT);
    return world->stage_seconds[stage];
}

wend_memory_use wend_world_get_memory_use(const wend_world *world) {
    return (wend_memory_use){sizeof *world + world->memory.held, world->memory.calls};
}

const wend_view *wend_world_view(wend_world *world) {
    WEND_ASSERT(world != NULL);
    return world_refresh(world) ? &world->view : NULL;
}
