/* follow, modify and steer, block by block: the intents of a block stay in the worker's cache. In
 * the steps between two choices (steer_every) everyone keeps their velocity, but for those who are
 * told from outside what to do, and those who are to stand. */
#include "geom/vec.h"
#include "steer/external.h"
#include "world/world.h"

static bool stands(const wend_body *body) {
    return wend_body_flags(body) & (WEND_BODY_ARRIVED | WEND_BODY_WAITING | WEND_BODY_NO_ROUTE);
}

void steer_hold_back(const wend_world *world, const wend_agents *agents, wend_intent *intents) {
    for (uint32_t k = 0; k < agents->run_count; k++) {
        for (uint32_t i = agents->runs[k].begin; i < agents->runs[k].end; i++) {
            if (stands(&world->bodies[i])) {
                intents[i - agents->first].speed = 0.0F;
            }
        }
    }
}

static void steer_block(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    wend_world *world = context;
    const wend_view *view = &world->view;
    agent_lists *lists = &world->workers[worker].lists;
    wend_intent *intents = world->workers[worker].intents;
    lists_build(world->bodies, begin, end, 0, WEND_BODY_GHOST, lists);
    for (uint32_t g = 0; g < lists->group_count; g++) {
        const profile *p = &world->profiles[lists->groups[g].profile];
        wend_agents agents = lists_agents(world, lists, g, PROFILE_FOLLOW, worker, begin);
        ((const wend_follower *)p->stages[PROFILE_FOLLOW].stage)->follow(view, &agents, intents);
        steer_hold_back(world, &agents, intents);
        for (uint32_t i = PROFILE_MODIFY; i < PROFILE_MODIFY + p->modify_count; i++) {
            agents = lists_agents(world, lists, g, i, worker, begin);
            ((const wend_modifier *)p->stages[i].stage)->modify(view, &agents, intents);
        }
        agents = lists_agents(world, lists, g, PROFILE_STEER, worker, begin);
        ((const wend_steering *)p->stages[PROFILE_STEER].stage)
            ->steer(view, &agents, intents, &world->outcomes[begin]);
    }
}

/* Asks `external` for one body, if that steers it. */
static bool obeys(wend_world *world, uint32_t index, uint32_t worker) {
    uint32_t of = wend_body_profile(&world->bodies[index]);
    if (world->profiles[of].stages[PROFILE_STEER].stage != &wend_steering_external.stage ||
        wend_body_flags(&world->bodies[index]) & WEND_BODY_GHOST) {
        return false;
    }
    wend_run run = {index, index + 1};
    wend_agents agents = profile_agents(world, of, PROFILE_STEER, worker);
    agents.runs = &run;
    agents.run_count = 1;
    agents.first = index;
    wend_steering_external.steer(&world->view, &agents, world->workers[worker].intents,
                                 &world->outcomes[index]);
    return true;
}

static void coast_block(void *context, uint32_t begin, uint32_t end, uint32_t worker) {
    wend_world *world = context;
    for (uint32_t i = begin; i < end; i++) {
        const wend_body *body = &world->bodies[i];
        if (obeys(world, i, worker)) {
            continue;
        }
        wend_vec2 velocity = stands(body) ? (wend_vec2){0.0F, 0.0F} : body->velocity;
        world->outcomes[i] = (wend_outcome){.velocity = velocity,
                                            .displacement = vec_scale(velocity, world->view.dt),
                                            .freedom = world->cold.freedom[body->slot]};
    }
}

bool stage_steer(wend_world *world) {
    bool chooses = world->step % world->steer_every == 0;
    task_run(&world->tasks, chooses ? steer_block : coast_block, world, world->body_count,
             WORLD_BLOCK);
    return !world->starved && claims_commit(&world->claims, world->cold.holdings);
}
