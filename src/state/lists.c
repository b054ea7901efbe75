/* Lists the agents of a block by profile and class mask, so that each stage can be called once per
 * list. Each list is a set of ranges of consecutive bodies within the block.
 *
 * Cost: O(bodies + ranges * profiles in the block). A crowd with one profile gives one range. */
#include <string.h>

#include "state/world.h"

/* The bits of a body's tags that hold its profile. */
static const uint32_t profile_bits = 0xfffU << 8;

/* Writes the ranges in the order of the bodies, and the profile of each. Returns the number of
 * ranges. */
static uint32_t find_ranges(const wend_body *bodies, uint32_t begin, uint32_t end, uint32_t with,
                            uint32_t without, wend_range *ranges, uint16_t *profiles) {
    uint32_t count = 0, mask = (with | without) << 20, wanted_bits = with << 20;
    for (uint32_t i = begin; i < end;) {
        if ((bodies[i].tags & mask) != wanted_bits) {
            i++;
            continue;
        }
        uint32_t first = i++, same_bits = mask | profile_bits;
        while (i < end && ((bodies[i].tags ^ bodies[first].tags) & same_bits) == 0) {
            i++;
        }
        ranges[count] = (wend_range){first, i};
        profiles[count++] = (uint16_t)wend_body_profile(&bodies[first]);
    }
    return count;
}

/* Splits ranges where the class mask changes, and writes the mask of each resulting range to
 * `masks`. Returns the number of resulting ranges. */
static uint32_t split_ranges(const wend_world *world, wend_range *ranges, uint16_t *profiles,
                             uint32_t *masks, uint32_t count) {
    const uint32_t *mask_of = store_class_masks(&world->cold);
    const wend_body *bodies = world->bodies;
    wend_range old_ranges[WORLD_BLOCK];
    uint16_t old_profiles[WORLD_BLOCK];
    uint32_t range_count = 0;
    memcpy(old_ranges, ranges, count * sizeof *ranges);
    memcpy(old_profiles, profiles, count * sizeof *profiles);
    for (uint32_t k = 0; k < count; k++) {
        for (uint32_t i = old_ranges[k].begin; i < old_ranges[k].end;) {
            uint32_t first = i++, mask = mask_of[bodies[first].slot];
            while (i < old_ranges[k].end && mask_of[bodies[i].slot] == mask) {
                i++;
            }
            ranges[range_count] = (wend_range){first, i};
            masks[range_count] = mask;
            profiles[range_count++] = old_profiles[k];
        }
    }
    return range_count;
}

void lists_build(const wend_world *world, uint32_t begin, uint32_t end, uint32_t with,
                 uint32_t without, agent_lists *lists) {
    wend_range ranges[WORLD_BLOCK];
    uint16_t profiles[WORLD_BLOCK];
    uint32_t masks[WORLD_BLOCK];
    bool is_grouped[WORLD_BLOCK] = {false};
    bool masked = store_class_masks(&world->cold) != NULL;
    uint32_t count = find_ranges(world->bodies, begin, end, with, without, ranges, profiles);
    count = masked ? split_ranges(world, ranges, profiles, masks, count) : count;
    uint32_t range_count = 0;
    lists->group_count = 0;
    lists->bodies = world->bodies;
    lists->frame = (wend_vec2){0.0F, 0.0F};
    for (uint32_t i = 0; i < count; i++) {
        if (is_grouped[i]) {
            continue;
        }
        list_group *group = &lists->groups[lists->group_count++];
        *group = (list_group){.profile = profiles[i],
                              .classes = world->classes & (masked ? masks[i] : UINT32_MAX),
                              .first_range = range_count};
        for (uint32_t k = i; k < count; k++) {
            if (!is_grouped[k] && profiles[k] == profiles[i] && (!masked || masks[k] == masks[i])) {
                is_grouped[k] = true;
                lists->ranges[range_count++] = ranges[k];
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
                         uint32_t stage_index, uint32_t worker, uint32_t first) {
    const list_group *list = &lists->groups[group];
    wend_agents agents = profile_agents(world, list->profile, stage_index, worker);
    agents.ranges = &lists->ranges[list->first_range];
    agents.range_count = list->range_count;
    agents.first = first;
    return agents;
}

wend_agents profile_agents(const wend_world *world, uint32_t index, uint32_t stage_index,
                           uint32_t worker) {
    const profile *p = &world->profiles[index];
    const profile_stage *stage = &p->stages[stage_index];
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
