/* Creates a world from a scenario. Errors from the world are reported with a position in the file.
 */
#include "base/error.h"
#include "base/memory.h"
#include "base/sample.h"
#include "scenario/machines.h"
#include <string.h>

/* The state while a world is made: the ids that the world assigned to the parts of the scenario. */
typedef struct world_maker {
    const wend_scenario *s;
    wend_world *world;
    wend_error *error;
    memory heap;
    wend_profile *profiles;
    wend_goal_set *goal_sets;
    wend_path *paths;
    wend_queue *queues;
    wend_goal *goals, *set; /* `set` is a buffer for the largest goal set */
    wend_group *groups;
    wend_area *areas;
    wend_machine *machines;
    memory_arena *arena;
    wend_obstacle *obstacles;
    wend_agent_def *agents; /* buffer for one batch of agents */
    scenario_ids ids;
    uint32_t next_source;
    uint32_t largest_set;
} world_maker;

enum { AGENT_BATCH = 4096 };

static wend_result locate_error(const node *at, wend_error *error, wend_result result) {
    return result == WEND_OK ? WEND_OK : node_locate_error(at, error, result);
}

static wend_result add_profiles(world_maker *m) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < m->s->profile_count && result == WEND_OK; i++) {
        const scenario_profile *profile = &m->s->profiles[i];
        result = locate_error(
            profile->at, m->error,
            wend_world_add_profile(m->world, &profile->def, &m->profiles[i], m->error));
    }
    return result;
}

/* Returns the goal with an index, or the goal that stands for the queue with this index. */
static wend_goal goal_at(const world_maker *m, uint32_t index) {
    return index == WEND_NONE ? (wend_goal){0}
           : index & SCENARIO_QUEUE
               ? wend_world_queue_goal(m->world, m->queues[index & ~SCENARIO_QUEUE])
               : m->goals[index];
}

static wend_result add_queues(world_maker *m) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < m->s->queue_count && result == WEND_OK; i++) {
        wend_queue_def def = scenario_queue_def(m->s, i);
        result = wend_world_add_queue(m->world, &def, &m->queues[i], m->error);
        if (result != WEND_OK) {
            const char *message = m->error != NULL ? m->error->message : "";
            const node *at = scenario_find_queue_fault(&m->s->queues[i], message);
            result = locate_error(at, m->error, result);
        }
    }
    return result;
}

/* Sets where the queues send released agents, after all goals, queues and goal sets exist. */
static wend_result set_destinations(world_maker *m) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < m->s->queue_count && result == WEND_OK; i++) {
        const scenario_queue *queue = &m->s->queues[i];
        wend_goal_set set = {0};
        set = queue->then_set != WEND_NONE ? m->goal_sets[queue->then_set] : set;
        result = wend_world_set_queue_destination(m->world, m->queues[i],
                                                  goal_at(m, queue->then_goal), set, m->error);
        result = locate_error(queue->at, m->error, result);
    }
    return result;
}

static wend_result add_goals(world_maker *m) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < m->s->goal_count && result == WEND_OK; i++) {
        const scenario_goal *goal = &m->s->goals[i];
        /* The only part of a goal that can still be invalid is its polygon. */
        const node *outline = node_get(goal->at, "polygon");
        result = locate_error(outline ? outline : goal->at, m->error,
                              wend_world_add_goal(m->world, &goal->def, &m->goals[i], m->error));
    }
    result = result == WEND_OK ? add_queues(m) : result;
    for (uint32_t i = 0; i < m->s->goal_set_count && result == WEND_OK; i++) {
        const scenario_goal_set *set = &m->s->goal_sets[i];
        for (uint32_t k = 0; k < set->count; k++) {
            m->set[k] = goal_at(m, set->goals[k]);
        }
        result = locate_error(
            set->at, m->error,
            wend_world_add_goal_set(m->world, m->set, set->count, &m->goal_sets[i], m->error));
    }
    return result == WEND_OK ? set_destinations(m) : result;
}

static wend_result add_paths(world_maker *m) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < m->s->path_count && result == WEND_OK; i++) {
        const scenario_path *path = &m->s->paths[i];
        result = path->is_route
                     ? wend_world_add_route(m->world, path->points, path->layers, path->count,
                                            path->radius, &m->paths[i], m->error)
                     : wend_world_add_path(m->world, path->points, path->layers, path->count,
                                           &m->paths[i], m->error);
        result = locate_error(path->at, m->error, result);
    }
    return result;
}

static wend_result add_obstacles(world_maker *m) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < m->s->obstacle_count && result == WEND_OK; i++) {
        const scenario_obstacle *obstacle = &m->s->obstacles[i];
        result = locate_error(
            obstacle->at, m->error,
            wend_world_add_obstacle(m->world, &obstacle->def, &m->obstacles[i], m->error));
    }
    return result;
}

static wend_result schedule(const world_maker *m, const scenario_command *command) {
    switch (command->kind) {
    case SCENARIO_SWITCH:
        return wend_world_schedule_class_enabled(m->world, command->time, command->target,
                                                 command->on, m->error);
    case SCENARIO_CLOSE:
        return wend_world_schedule_obstacle_closed(
            m->world, command->time, m->obstacles[command->target], command->on, m->error);
    case SCENARIO_RELEASE:
        return wend_world_schedule_queue_release(
            m->world, command->time, m->queues[command->target], command->count, m->error);
    default:
        return wend_world_schedule_obstacle_motion(
            m->world, command->time, m->obstacles[command->target], command->position,
            command->angle, command->velocity, command->angular_velocity, m->error);
    }
}

static wend_result schedule_commands(world_maker *m) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < m->s->command_count && result == WEND_OK; i++) {
        const scenario_command *command = &m->s->commands[i];
        result = locate_error(command->at, m->error, schedule(m, command));
    }
    return result;
}

static wend_result add_belts(world_maker *m) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < m->s->belt_count && result == WEND_OK; i++) {
        const scenario_belt *belt = &m->s->belts[i];
        result = locate_error(node_get(belt->at, "polygon"), m->error,
                              wend_world_add_belt(m->world, &belt->def, NULL, m->error));
    }
    return result;
}

/* Fills in the values that the agents of a group have in common. */
static void set_group_values(const world_maker *m, const scenario_group *group, wend_group made,
                             wend_agent_def *agent) {
    agent->layer = group->layer;
    agent->velocity = group->velocity;
    agent->profile = m->profiles[group->profile];
    agent->group = made;
    agent->priority = group->priority;
    agent->heading = group->heading;
    if (group->goal != WEND_NONE) {
        agent->goal = goal_at(m, group->goal);
    }
    if (group->goal_set != WEND_NONE) {
        agent->goal_set = m->goal_sets[group->goal_set];
    }
    if (group->path != WEND_NONE) {
        agent->path = m->paths[group->path];
    }
    if (group->machine != WEND_NONE) {
        agent->machine = m->machines[group->machine];
        agent->state = group->state;
    }
}

static wend_result add_source(world_maker *m, const scenario_group *group, wend_group made) {
    wend_source_def def = m->s->sources[m->next_source++].def;
    wend_agent_def agent = wend_default_agent_def();
    set_group_values(m, group, made, &agent);
    def.name = group->repeats ? NULL : group->name;
    def.layer = group->layer;
    def.agent = &agent;
    def.delay = group->delay;
    def.first_key = group->first_key;
    def.count = group->count;
    if (group->count == 0) { /* a source that ends before its first agent */
        return WEND_OK;
    }
    return locate_error(group->at, m->error, wend_world_add_source(m->world, &def, NULL, m->error));
}

static wend_result add_group(world_maker *m, uint32_t index) {
    const scenario_group *group = &m->s->groups[index];
    wend_group made = {0};
    const char *name = group->repeats ? NULL : group->name;
    wend_result result =
        locate_error(group->at, m->error, wend_world_add_group(m->world, name, &made, m->error));
    m->groups[index] = made;
    if (group->placement == SCENARIO_SOURCE) {
        return result == WEND_OK ? add_source(m, group, made) : result;
    }
    for (uint32_t first = 0; first < group->count && result == WEND_OK; first += AGENT_BATCH) {
        uint32_t left = group->count - first;
        uint32_t count = left < AGENT_BATCH ? left : AGENT_BATCH;
        wend_agent *ids = m->ids.agents != NULL ? m->ids.agents + group->first + first : NULL;
        for (uint32_t i = 0; i < count; i++) {
            m->agents[i] = m->s->agents[group->first + first + i];
            set_group_values(m, group, made, &m->agents[i]);
            if (group->velocities != NULL) {
                m->agents[i].velocity = group->velocities[first + i];
            }
            m->agents[i].delay = sample_delay(&group->delay, m->s->seed, m->agents[i].key);
        }
        result = locate_error(group->at, m->error,
                              wend_world_add_agents(m->world, m->agents, count, ids, m->error));
    }
    return result;
}

static wend_result fill_world(world_maker *m) {
    wend_result result = add_profiles(m);
    if (result == WEND_OK) {
        result = add_goals(m);
    }
    if (result == WEND_OK) {
        result = add_paths(m);
    }
    if (result == WEND_OK) {
        result = add_obstacles(m);
    }
    if (result == WEND_OK) {
        result = add_belts(m);
    }
    const scenario_world_ids ids = {m->goals,  m->goal_sets, m->queues,
                                    m->groups, m->areas,     m->machines};
    if (result == WEND_OK) {
        result = scenario_add_areas(m->s, m->world, &ids, m->error);
    }
    if (result == WEND_OK) {
        result = scenario_add_machines(m->s, m->world, &ids, m->arena, m->error);
    }
    for (uint32_t i = 0; i < m->s->group_count && result == WEND_OK; i++) {
        result = add_group(m, i);
    }
    if (result == WEND_OK) {
        result = scenario_add_signals(m->s, m->world, &ids, m->error);
    }
    return result == WEND_OK ? schedule_commands(m) : result;
}

static bool allocate_tables(world_maker *m, memory_arena *arena) {
    const wend_scenario *s = m->s;
    m->largest_set = 1;
    for (uint32_t i = 0; i < s->goal_set_count; i++) {
        uint32_t count = s->goal_sets[i].count;
        m->largest_set = count > m->largest_set ? count : m->largest_set;
    }
    m->profiles = arena_take(arena, s->profile_count * sizeof *m->profiles, 16);
    m->goal_sets = arena_take(arena, (s->goal_set_count + 1) * sizeof *m->goal_sets, 16);
    m->queues = arena_take(arena, (s->queue_count + 1) * sizeof *m->queues, 16);
    m->paths = arena_take(arena, (s->path_count + 1) * sizeof *m->paths, 16);
    m->goals = arena_take(arena, (s->goal_count + 1) * sizeof *m->goals, 16);
    m->set = arena_take(arena, m->largest_set * sizeof *m->set, 16);
    m->obstacles = arena_take(arena, (s->obstacle_count + 1) * sizeof *m->obstacles, 16);
    m->agents = arena_take(arena, AGENT_BATCH * sizeof *m->agents, 16);
    m->groups = arena_take(arena, (s->group_count + 1) * sizeof *m->groups, 16);
    m->areas = arena_take(arena, (s->area_count + 1) * sizeof *m->areas, 16);
    m->machines = arena_take(arena, (s->machine_count + 1) * sizeof *m->machines, 16);
    m->arena = arena;
    return m->profiles != NULL && m->goal_sets != NULL && m->paths != NULL && m->goals != NULL &&
           m->set != NULL && m->obstacles != NULL && m->agents != NULL && m->groups != NULL &&
           m->areas != NULL && m->machines != NULL && m->queues != NULL;
}

wend_world_def scenario_world_def(const wend_scenario *s, const wend_registry *registry,
                                  uint32_t threads, const wend_allocator *allocator) {
    wend_world_def def = wend_default_world_def();
    def.space = s->space;
    def.registry = registry;
    def.seed = s->seed;
    def.dt = s->dt;
    def.classes = s->classes;
    def.steer_every = s->steer_every;
    def.obstacle_rest_time = s->obstacle_rest_time;
    def.plan_budget = s->plan_budget;
    def.density_cell = s->density_cell;
    def.density_period = s->density_period;
    def.density_gain = s->density_gain;
    def.reach = s->reach;
    def.threads = threads;
    if (allocator != NULL) {
        def.allocator = *allocator;
    }
    return def;
}

wend_result scenario_make_world_with(const wend_scenario *s, const wend_world_def *def,
                                     const scenario_maps *maps, wend_world **out,
                                     const scenario_ids *ids, wend_error *error) {
    world_maker m = {.s = s, .error = error, .ids = *ids};
    memory_init(&m.heap, &def->allocator);
    memory_arena arena;
    arena_init(&arena, &m.heap);
    wend_result result = WEND_OK;
    if (!allocate_tables(&m, &arena)) {
        result = error_no_memory(error, "a world");
    }
    if (result == WEND_OK) {
        result = wend_world_create(def, &m.world, error);
    }
    if (result == WEND_OK) {
        result = scenario_add_maps(maps, m.world, error);
    }
    if (result == WEND_OK) {
        result = fill_world(&m);
    }
    arena_free(&arena);
    if (result != WEND_OK) {
        wend_world_destroy(m.world);
        return result;
    }
    *out = m.world;
    return WEND_OK;
}

wend_result scenario_make_world(const wend_scenario *s, const wend_world_def *def,
                                const watcher *progress, wend_world **out, const scenario_ids *ids,
                                wend_error *error) {
    scenario_maps maps;
    wend_result result =
        scenario_make_maps(s, def->registry, &def->allocator, progress, &maps, error);
    if (result == WEND_OK) {
        result = scenario_make_world_with(s, def, &maps, out, ids, error);
    }
    scenario_free_maps(&maps);
    return result;
}

wend_result wend_scenario_create_world(const wend_scenario *scenario, const wend_registry *registry,
                                       uint32_t threads, const wend_allocator *allocator,
                                       wend_world **out, wend_error *error) {
    WEND_ASSERT(scenario != NULL && registry != NULL && out != NULL);
    wend_world_def def = scenario_world_def(scenario, registry, threads, allocator);
    scenario_ids none = {NULL};
    return scenario_make_world(scenario, &def, NULL, out, &none, error);
}
