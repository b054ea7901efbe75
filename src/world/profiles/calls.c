/* Calls the entries of profiles when agents enter and leave, and when steps begin and end. */
#include <string.h>

#include "world/profiles/profiles.h"

void profile_enter(wend_world *world, uint32_t index, uint32_t body) {
    const profile *p = &world->profiles[index];
    for (uint32_t i = 0; i < PROFILE_MODIFY + p->modify_count; i++) {
        wend_agents agents = profile_agents(world, index, i, 0);
        const wend_stage *stage = p->stages[i].stage;
        if (stage->state_size) {
            memset(wend_agents_state(&agents, world->bodies[body].slot), 0, stage->state_size);
        }
        if (stage->enter) {
            wend_view storage;
            stage->enter(internals_view_of(&world->view, world->bodies[body].slot, &storage),
                         &agents, body);
        }
    }
}

void profile_leave(wend_world *world, uint32_t index, uint32_t body) {
    const profile *p = &world->profiles[index];
    for (uint32_t i = 0; i < PROFILE_MODIFY + p->modify_count; i++) {
        if (p->stages[i].stage->leave) {
            wend_agents agents = profile_agents(world, index, i, 0);
            wend_view storage;
            p->stages[i].stage->leave(
                internals_view_of(&world->view, world->bodies[body].slot, &storage), &agents, body);
        }
    }
}

void profiles_begin_step(wend_world *world) {
    for (uint32_t i = 0; i < world->profile_count; i++) {
        const profile *p = &world->profiles[i];
        for (uint32_t k = 0; k < PROFILE_MODIFY + p->modify_count; k++) {
            if (p->stages[k].stage && p->stages[k].stage->begin_step) {
                wend_agents agents = profile_agents(world, i, k, 0);
                p->stages[k].stage->begin_step(&world->view, &agents);
            }
        }
    }
}

void profiles_end_step(wend_world *world) {
    for (uint32_t i = 0; i < world->profile_count; i++) {
        const profile *p = &world->profiles[i];
        for (uint32_t k = 0; k < PROFILE_MODIFY + p->modify_count; k++) {
            if (p->stages[k].stage && p->stages[k].stage->end_step) {
                wend_agents agents = profile_agents(world, i, k, 0);
                p->stages[k].stage->end_step(&world->view, &agents);
            }
        }
    }
}
