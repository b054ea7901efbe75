/* Runs the follow, modify and steer stages block by block, so that the intents of a block stay in
 * the worker's cache. In the steps between two choices of velocity (steer_every) agents keep their
 * velocity, except agents whose model chooses in every step and agents that must stand still.
 *
 * If a model proposes (wend_steering.propose), there is a second pass: the intents of all agents
 * are kept (64 bytes each), claims are granted, and then the models that propose steer. */
#include <string.h>

#include "behave/behave.h"
#include "geom/vec.h"
#include "step/skin.h"
#include "world/world.h"

static bool is_standing(const wend_body *body) {
    return wend_body_flags(body) & WEND_BODY_STANDS;
}

/* True if a body without a route has left a wall in the last step, which it overlapped. It had no
 * route because its disc had no room, and may have one now. */
static bool has_left_wall(const wend_world *world, const wend_body *body) {
    if (!is_standing(body) || vec_length_squared(body->velocity) == 0.0F ||
        activity_of(world, body->slot) != WEND_ACTIVITY_STRANDED) {
        return false;
    }
    wend_vec2 step = vec_scale(body->velocity, (float)world->dt);
    wend_location here = {body->position, wend_body_layer(body)};
    wend_location before = {vec_sub(body->position, step), here.layer};
    float radius = body->radius - 2.0F * skin_at(body->position);
    uint32_t classes = world->view.classes;
    return wend_space_clearance(world->space, here, radius, classes) >= radius &&
           wend_space_clearance(world->space, before, radius, classes) < radius;
}

/* Notes which agents have left their routes or may have one now, and counts rescues. */
static void note_flags(wend_world *world, const wend_agents *agents, const wend_intent *intents) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            uint8_t flags = intents[i - agents->first].region.flags;
            world->workers[agents->worker].rescue_count += (flags & WEND_REGION_RESCUE) != 0;
            const wend_body *body = &world->bodies[i];
            if (((flags & WEND_REGION_LOST) && !is_standing(body)) || has_left_wall(world, body)) {
                route_request_note(world, agents->worker, i);
            }
        }
    }
}

static void count_rescues(wend_world *world) {
    for (uint32_t w = 0; w < world->worker_count; w++) {
        world->stats.rescues += world->workers[w].rescue_count;
    }
}

static const wend_steering *steering_of(const wend_world *world, uint32_t index) {
    return (const wend_steering *)world->profiles[index].stages[PROFILE_STEER].stage;
}

/* Returns the array for the intents of the block that begins at body `first`. */
static wend_intent *intents_of(const wend_world *world, uint32_t worker, uint32_t first) {
    return world->any_proposes ? &world->intents[first] : world->workers[worker].intents;
}

static void choose_group(wend_world *world, const agent_lists *lists, uint32_t group,
                         uint32_t worker, uint32_t first) {
    const wend_intent *intents = intents_of(world, worker, first);
    wend_agents agents = lists_agents(world, lists, group, PROFILE_STEER, worker, first);
    wend_view view = lists_view(world, lists, group);
    steering_of(world, agents.profile)->steer(&view, &agents, intents, &world->outcomes[first]);
    intents_note(world, &agents, intents, &world->outcomes[first]);
    goal_changes_note(world, &agents, intents, &world->outcomes[first]);
}

/* Converts the further regions of an intent to the frame of a belt. The result is a copy, because
 * agents may share the original regions. */
static void move_further_regions_to_frame(wend_world *world, wend_intent *intent, wend_vec2 frame,
                                          uint32_t worker) {
    size_t size = intent->more_count * sizeof *intent->more;
    wend_region *copy = arena_take(&world->scratch[worker], size, 16);
    if (!copy) { /* out of memory: the step will fail */
        intent->more_count = 0;
        return;
    }
    memcpy(copy, intent->more, size);
    for (uint32_t i = 0; i < intent->more_count; i++) {
        copy[i].velocity = vec_sub(copy[i].velocity, frame);
    }
    intent->more = copy;
}

/* Converts the regions of intents to the frame of a belt, in which a stationary region moves. */
static void move_regions_to_frame(wend_world *world, const wend_agents *agents, wend_vec2 frame,
                                  wend_intent *intents) {
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            wend_intent *intent = &intents[i - agents->first];
            intent->region.velocity = vec_sub(intent->region.velocity, frame);
            if (intent->more_count > 0) {
                move_further_regions_to_frame(world, intent, frame, agents->worker);
            }
        }
    }
}

static void steer_group(wend_world *world, const agent_lists *lists, uint32_t group,
                        uint32_t worker, uint32_t first) {
    wend_view view = lists_view(world, lists, group);
    const profile *p = &world->profiles[lists->groups[group].profile];
    wend_intent *intents = intents_of(world, worker, first);
    wend_agents agents = lists_agents(world, lists, group, PROFILE_FOLLOW, worker, first);
    ((const wend_follower *)p->stages[PROFILE_FOLLOW].stage)->follow(&view, &agents, intents);
    legs_note_passed(world, &agents, intents);
    for (uint32_t i = PROFILE_MODIFY; i < PROFILE_MODIFY + p->modify_count; i++) {
        agents = lists_agents(world, lists, group, i, worker, first);
        ((const wend_modifier *)p->stages[i].stage)->modify(&view, &agents, intents);
    }
    if (steer_limit_speed(world, &agents, intents)) { /* rare */
        note_flags(world, &agents, intents);
    }
    if (lists->frame.x != 0.0F || lists->frame.y != 0.0F) {
        move_regions_to_frame(world, &agents, lists->frame, intents);
    }
    const wend_steering *steering = (const wend_steering *)p->stages[PROFILE_STEER].stage;
    if (steering->propose) {
        agents = lists_agents(world, lists, group, PROFILE_STEER, worker, first);
        steering->propose(&view, &agents, intents);
    } else {
        choose_group(world, lists, group, worker, first);
    }
}

static void coast_group(wend_world *world, const agent_lists *lists, uint32_t group) {
    const wend_range *ranges = &lists->ranges[lists->groups[group].first_range];
    bool may_stand = steer_needs_goal(world, lists->groups[group].profile);
    for (uint32_t k = 0; k < lists->groups[group].range_count; k++) {
        for (uint32_t i = ranges[k].begin; i < ranges[k].end; i++) {
            const wend_body *body = &world->bodies[i];
            cold_choice choice = world->cold.choice[body->slot];
            bool rests = may_stand && is_standing(body);
            wend_vec2 velocity = rests ? (wend_vec2){0.0F, 0.0F} : lists->bodies[i].velocity;
            world->outcomes[i] = (wend_outcome){.velocity = velocity,
                                                .displacement = vec_scale(velocity, world->view.dt),
                                                .region = choice.region,
                                                .solve_status = (uint8_t)choice.solve_status};
        }
    }
}

bool steer_is_due(const wend_world *world, uint32_t index) {
    return world->step % world->steer_every == 0 || steering_of(world, index)->every_step;
}

typedef void lists_pass(wend_world *world, const agent_lists *lists, uint32_t worker,
                        uint32_t begin);

static void steer_lists(wend_world *world, const agent_lists *lists, uint32_t worker,
                        uint32_t begin) {
    for (uint32_t g = 0; g < lists->group_count; g++) {
        if (steer_is_due(world, lists->groups[g].profile)) {
            steer_group(world, lists, g, worker, begin);
        } else {
            coast_group(world, lists, g);
        }
    }
}

/* Runs the second pass: the models that proposed now steer, and can see which claims were
 * granted. */
static void steer_granted(wend_world *world, const agent_lists *lists, uint32_t worker,
                          uint32_t begin) {
    for (uint32_t g = 0; g < lists->group_count; g++) {
        uint32_t index = lists->groups[g].profile;
        if (steering_of(world, index)->propose && steer_is_due(world, index)) {
            choose_group(world, lists, g, worker, begin);
        }
    }
}

/* Selects the agents that are on belt number `belt`, counted from 1, or on no belt if `belt` is
 * 0. */
static void pick_belt(const wend_world *world, const agent_lists *all, uint32_t belt,
                      agent_lists *out) {
    uint32_t range_count = 0;
    out->group_count = 0;
    out->bodies = belt == 0 ? world->bodies : world->belt_frames[belt - 1].bodies;
    out->frame = belt == 0 ? (wend_vec2){0.0F, 0.0F} : world->belts.items[belt - 1].velocity;
    for (uint32_t g = 0; g < all->group_count; g++) {
        const wend_range *ranges = &all->ranges[all->groups[g].first_range];
        list_group group = all->groups[g];
        group.first_range = range_count;
        for (uint32_t k = 0; k < all->groups[g].range_count; k++) {
            for (uint32_t i = ranges[k].begin; i < ranges[k].end; i++) {
                if (world->belt_of[i] != belt) {
                    continue;
                }
                if (range_count > group.first_range && out->ranges[range_count - 1].end == i) {
                    out->ranges[range_count - 1].end++;
                } else {
                    out->ranges[range_count++] = (wend_range){i, i + 1};
                }
            }
        }
        group.range_count = range_count - group.first_range;
        if (group.range_count > 0) {
            out->groups[out->group_count++] = group;
        }
    }
}

/* Runs a pass for a block. Agents on a belt are handled in the frame of that belt. */
static void run_pass(wend_world *world, lists_pass *pass, uint32_t begin, uint32_t end,
                     uint32_t worker) {
    agent_lists *lists = &world->workers[worker].lists;
    lists_build(world, begin, end, 0, WEND_BODY_GHOST, lists);
    if (!world->belts.any_moves) {
        pass(world, lists, worker, begin);
        return;
    }
    agent_lists picked;
    for (uint32_t belt = 0; belt <= world->belts.count; belt++) {
        if (belt == 0 || world->belt_frames[belt - 1].used) {
            pick_belt(world, lists, belt, &picked);
            pass(world, &picked, worker, begin);
        }
    }
}

/* Returns the block size. Blocks are small if there are few bodies per worker, because the step
 * waits for the last worker to finish. */
static uint32_t block_size(const wend_world *world) {
    enum { BLOCKS_EACH = 8, LEAST = 64 };
    uint32_t workers = world->tasks.worker_count;
    uint32_t size = world->body_count / (workers * BLOCKS_EACH) / LEAST * LEAST;
    size = size > LEAST ? size : LEAST;
    return workers > 1 && size < WORLD_BLOCK ? size : WORLD_BLOCK;
}

static void steer_block(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    wend_world *world = context;
    if (!world->moves_early) {
        run_pass(world, steer_lists, begin, end, worker);
        return;
    }
    worker_data *data = &world->workers[worker];
    uint32_t before = data->route_request_count + data->change_count;
    double start = world_now();
    run_pass(world, steer_lists, begin, end, worker);
    double steered = world_now();
    bool changes = data->route_request_count + data->change_count != before;
    move_block(world, begin, end, worker, changes);
    data->steer_seconds += steered - start;
    data->move_seconds += world_now() - steered;
}

/* Steers all blocks. Returns the part of the time (s) in which blocks moved. */
static double steer_blocks(wend_world *world) {
    double steer_seconds = 0.0, move_seconds = 0.0, start = world_now();
    for (uint32_t w = 0; w < world->worker_count; w++) {
        world->workers[w].steer_seconds = world->workers[w].move_seconds = 0.0;
    }
    task_run(&world->tasks, steer_block, world, world->body_count, block_size(world));
    for (uint32_t w = 0; w < world->worker_count; w++) {
        steer_seconds += world->workers[w].steer_seconds;
        move_seconds += world->workers[w].move_seconds;
    }
    return move_seconds > 0.0
               ? (world_now() - start) * move_seconds / (steer_seconds + move_seconds)
               : 0.0;
}

static void steer_granted_block(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    run_pass(context, steer_granted, begin, end, worker);
}

/* Reserves memory for the intents of all bodies, if intents are kept between two passes. Returns
 * false if out of memory. */
static bool reserve_intents(wend_world *world) {
    return !world->any_proposes ||
           memory_grow(&world->memory, (void **)&world->intents, sizeof *world->intents,
                       &world->intent_capacity, world->body_count);
}

bool stage_steer(wend_world *world) {
    if (!reserve_intents(world) || !belts_prepare(world)) {
        return false;
    }
    move_begin(world);
    double move_seconds = steer_blocks(world);
    world->stage_seconds[WEND_STAGE_STEER] -= move_seconds;
    world->stage_seconds[WEND_STAGE_MOVE] += move_seconds;
    if (world->any_proposes) {
        if (world->is_out_of_memory || !claims_commit(&world->claims, world->cold.holdings)) {
            return false;
        }
        task_run(&world->tasks, steer_granted_block, world, world->body_count, block_size(world));
    }
    count_rescues(world);
    return !world->is_out_of_memory && route_requests_apply(world) && goal_changes_apply(world) &&
           claims_commit(&world->claims, world->cold.holdings);
}
