/* Lists of agents by profile and class mask. Each list is a set of ranges of consecutive bodies
 * within a block.
 *
 * Cost: O(bodies + ranges x profiles in the block); a crowd of one profile gives one range. */
#include <string.h>

#include "state/world.h"

static const uint32_t profile_bits = 0xfffU << 8; /* profile bits of a body's tags */

/* Writes the ranges in the order of bodies, with the profile of each. Returns their number. */
static uint32_t find_ranges(const wend_body *bodies, uint32_t begin, uint32_t end, uint32_t with,
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

/* Splits ranges where the class mask changes, and writes the mask of each to `masks`. Returns their
 * number. */
static uint32_t split_ranges(const wend_world *world, wend_range *runs, uint16_t *profiles,
                             uint32_t *masks, uint32_t count) {
    const uint32_t *of = store_class_masks(&world->cold);
    const wend_body *bodies = world->bodies;
    wend_range unsplit[WORLD_BLOCK];
    uint16_t numbers[WORLD_BLOCK];
    uint32_t cut = 0;
    memcpy(unsplit, runs, count * sizeof *runs);
    memcpy(numbers, profiles, count * sizeof *profiles);
    for (uint32_t k = 0; k < count; k++) {
        for (uint32_t i = unsplit[k].begin; i < unsplit[k].end;) {
            uint32_t first = i++, mask = of[bodies[first].slot];
            while (i < unsplit[k].end && of[bodies[i].slot] == mask) {
                i++;
            }
            runs[cut] = (wend_range){first, i};
            masks[cut] = mask;
            profiles[cut++] = numbers[k];
        }
    }
    return cut;
}

void lists_build(const wend_world *world, uint32_t begin, uint32_t end, uint32_t with,
                 uint32_t without, agent_lists *lists) {
    wend_range runs[WORLD_BLOCK];
    uint16_t profiles[WORLD_BLOCK];
    uint32_t masks[WORLD_BLOCK];
    bool taken[WORLD_BLOCK] = {false};
    bool masked = store_class_masks(&world->cold) != NULL;
    uint32_t count = find_ranges(world->bodies, begin, end, with, without, runs, profiles);
    count = masked ? split_ranges(world, runs, profiles, masks, count) : count;
    uint32_t placed = 0;
    lists->group_count = 0;
    lists->bodies = world->bodies;
    lists->frame = (wend_vec2){0.0F, 0.0F};
    for (uint32_t i = 0; i < count; i++) {
        if (taken[i]) {
            continue;
        }
        list_group *group = &lists->groups[lists->group_count++];
        *group = (list_group){.profile = profiles[i],
                              .classes = world->classes & (masked ? masks[i] : UINT32_MAX),
                              .first_range = placed};
        for (uint32_t k = i; k < count; k++) {
            if (!taken[k] && profiles[k] == profiles[i] && (!masked || masks[k] == masks[i])) {
                taken[k] = true;
                lists->ranges[placed++] = runs[k];
                group->range_count++;
            }
        }
    }
}

wend_view lists_view(const wend_world *world, const agent_lists *lists, uint32_t group) {
    wend_view view = world->view;
    view.bodies = lists->bodies;
    view.frame = lists->frame;
    view.classes = lists->groups[group].classes;
    return view;
}

wend_agents lists_agents(const wend_world *world, const agent_lists *lists, uint32_t group,
                         uint32_t index, uint32_t worker, uint32_t first) {
    const list_group *of = &lists->groups[group];
    wend_agents agents = profile_agents(world, of->profile, index, worker);
    agents.ranges = &lists->ranges[of->first_range];
    agents.range_count = of->range_count;
    agents.first = first;
    return agents;
}

wend_agents profile_agents(const wend_world *world, uint32_t index, uint32_t slot,
                           uint32_t worker) {
    const profile *p = &world->profiles[index];
    const profile_stage *stage = &p->stages[slot];
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
