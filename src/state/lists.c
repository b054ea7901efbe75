/* Lists of agents by profile: runs of consecutive bodies within a block.
 *
 * Cost: O(bodies + runs x profiles in the block); a crowd of one profile gives one run. */
#include "state/world.h"

static const uint32_t profile_bits = 0xfffU << 8; /* of a body's tags */

/* Runs in the order of bodies, with the profile of each. Returns how many. */
static uint32_t find_runs(const wend_body *bodies, uint32_t begin, uint32_t end, uint32_t with,
                          uint32_t without, wend_range *runs, uint16_t *profiles) {
    uint32_t count = 0, mask = (with | without) << 20, want = with << 20;
    for (uint32_t i = begin; i < end;) {
        if ((bodies[i].tags & mask) != want) {
            i++;
            continue;
        }
        uint32_t first = i++, alike = mask | profile_bits;
        while (i < end && ((bodies[i].tags ^ bodies[first].tags) & alike) == 0) {
            i++;
        }
        runs[count] = (wend_range){first, i};
        profiles[count++] = (uint16_t)wend_body_profile(&bodies[first]);
    }
    return count;
}

void lists_build(const wend_body *bodies, uint32_t begin, uint32_t end, uint32_t with,
                 uint32_t without, agent_lists *lists) {
    wend_range runs[WORLD_BLOCK];
    uint16_t profiles[WORLD_BLOCK];
    bool taken[WORLD_BLOCK] = {false};
    uint32_t count = find_runs(bodies, begin, end, with, without, runs, profiles);
    uint32_t placed = 0;
    lists->group_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (taken[i]) {
            continue;
        }
        list_group *group = &lists->groups[lists->group_count++];
        *group = (list_group){profiles[i], placed, 0};
        for (uint32_t k = i; k < count; k++) {
            if (!taken[k] && profiles[k] == profiles[i]) {
                taken[k] = true;
                lists->ranges[placed++] = runs[k];
                group->range_count++;
            }
        }
    }
}

wend_agents lists_agents(const wend_world *world, const agent_lists *lists, uint32_t group,
                         uint32_t place, uint32_t worker, uint32_t first) {
    const list_group *of = &lists->groups[group];
    wend_agents agents = profile_agents(world, of->profile, place, worker);
    agents.ranges = &lists->ranges[of->first_range];
    agents.range_count = of->range_count;
    agents.first = first;
    return agents;
}

wend_agents profile_agents(const wend_world *world, uint32_t index, uint32_t place,
                           uint32_t worker) {
    const profile *p = &world->profiles[index];
    const profile_stage *stage = &p->stages[place];
    return (wend_agents){
        .profile = index,
        .worker = worker,
        .params = stage->block.params,
        .state = stage->state == WEND_NONE ? NULL : world->states[stage->state].bytes,
        .state_size = stage->stage->state_size,
        .model = stage->model,
        .user = stage->stage->entry.user,
        .preferred_speed = attribute_column(world, index, ATTRIBUTE_PREFERRED_SPEED),
        .max_speed = world->limits[index].max_speed,
        .max_acceleration = world->limits[index].max_acceleration};
}
