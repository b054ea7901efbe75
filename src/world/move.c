/* The move stage: moves all bodies, notes arrivals, and counts bodies per cell for the next sort.
 *
 * Moving a body reads the walls around it and its goal, which following and steering have read
 * before. In a large world, both are far apart from one body to the next, and would have to come
 * from memory again. Where there are walls, each block of bodies is therefore moved as soon as it
 * has steered, while this data is in the worker's cache. This changes no result: moving reads only
 * the frozen state and the body's own outcome, and writes only its next state. Two kinds of blocks
 * are moved after all have steered: all blocks if models propose (their outcomes come in a second
 * pass), and blocks in which an agent requests a route or changes its goal, because this changes
 * what is moved.
 *
 * Cost: O(1) per body away from walls. */
#include "move/move.h"
#include "behave/behave.h"
#include "behave/reach.h"
#include "world/world.h"

/* True if the models of all profiles respect the limits themselves. */
static bool all_respect_limits(const wend_world *world) {
    bool all = true;
    for (uint32_t i = 0; i < world->profile_count; i++) {
        all = all && world->limits[i].respects_limits;
    }
    return all;
}

static bool has_walls(const wend_world *world) {
    return wend_space_wall_count(world->space) > 0 || world->overlay.wall_count > 0;
}

static move_job job_of(wend_world *world) {
    bool has_links = wend_space_link_count(world->space) > 0;
    bool keeps_limits = all_respect_limits(world);
    return (move_job){.view = &world->view,
                      .limits = world->limits,
                      .outcomes = world->outcomes,
                      .choices = world->cold.choice,
                      .next = world->spare,
                      .tallies = world->tallies,
                      .from = &world->memory,
                      .belt_of = world->belts.any_moves ? world->belt_of : NULL,
                      .belts = world->belts.items,
                      .has_walls = has_walls(world),
                      .has_links = has_links,
                      .keeps_limits = keeps_limits,
                      .is_open = keeps_limits && !has_walls(world) && !has_links,
                      .keeps_choices = !world->moves_early,
                      .chooses = world->step % world->steer_every == 0};
}

static reach_job reach_of(wend_world *world) {
    return (reach_job){.view = &world->view,
                       .goals = world->goals.records,
                       .outcomes = world->outcomes,
                       .next = world->spare,
                       .tallies = world->tallies,
                       .from = &world->memory,
                       .time_after = world_time_at(world, world->step + 1),
                       .takes_all_goals =
                           world->any_takes_all_goals ? world->takes_all_goals : NULL};
}

void move_begin(wend_world *world) {
    for (uint32_t i = 0; i < world->worker_count; i++) {
        world->tallies[i].stats = (wend_stats){0};
        world->tallies[i].note_count = 0;
        world->tallies[i].bad_body = UINT32_MAX;
        world->tallies[i].no_memory = false;
        world->workers[i].late_count = 0;
    }
    world->moves_early = has_walls(world) && !world->any_proposes;
}

/* Moves bodies [begin, end) and notes their arrivals. */
static void move_range(wend_world *world, uint32_t begin, uint32_t end, uint32_t worker) {
    move_job job = job_of(world);
    reach_job reach = reach_of(world);
    move_bodies(&job, begin, end, worker);
    reach_bodies(&reach, begin, end, worker);
}

void move_block(wend_world *world, uint32_t begin, uint32_t end, uint32_t worker, bool changes) {
    worker_data *data = &world->workers[worker];
    if (!changes) {
        move_range(world, begin, end, worker);
        return;
    }
    if (memory_grow(&world->memory, (void **)&data->late, sizeof *data->late, &data->late_capacity,
                    data->late_count + 1)) {
        data->late[data->late_count++] = (wend_range){begin, end};
    } else {
        world->tallies[worker].no_memory = true;
    }
}

/* The part of the stage that follows when all agents have steered. */
typedef struct late_pass {
    wend_world *world;
    near_sorter *near; /* NULL if ghosts will be added later, because they must be counted too */
} late_pass;

static void finish_range(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    const late_pass *pass = context;
    wend_world *world = pass->world;
    if (pass->near) {
        near_clear_range(pass->near, begin);
    }
    for (uint32_t first = begin; first < end; first += WORLD_BLOCK) {
        uint32_t last = end - first < WORLD_BLOCK ? end : first + WORLD_BLOCK;
        if (world->moves_early) {
            move_job job = job_of(world);
            move_keep_choices(&job, first, last);
        } else {
            move_range(world, first, last, worker);
        }
        if (pass->near) { /* while the bodies are in the cache */
            near_count(pass->near, world->spare, first, last);
        }
    }
}

/* Moves the blocks that had to wait. There are few, so the calling thread does it. */
static void move_late_blocks(wend_world *world) {
    for (uint32_t w = 0; w < world->worker_count; w++) {
        for (uint32_t k = 0; k < world->workers[w].late_count; k++) {
            wend_range range = world->workers[w].late[k];
            move_range(world, range.begin, range.end, 0);
        }
    }
}

bool stage_move(wend_world *world) {
    bool has_ghosts = wend_space_link_count(world->space) > 0 || world->ghosts.count > 0;
    late_pass pass = {world, has_ghosts ? NULL : &world->near};
    bool good = near_prepare(&world->near, &world->memory, &world->tasks,
                             wend_space_layer_count(world->space), world->body_count);
    if (good) {
        move_late_blocks(world);
        task_run(&world->tasks, finish_range, &pass, world->body_count, world->near.range_size);
    }
    for (uint32_t i = 0; i < world->worker_count; i++) {
        good = good && !world->tallies[i].no_memory;
    }
    return good;
}
