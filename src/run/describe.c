/* Describes a scenario as a wend_recording: its space, groups, goals, obstacles,
 * belts and agents. */
#include "run/describe.h"
#include "base/sort.h"
#include <math.h>
#include <string.h>

static void *take(memory_arena *arena, size_t count, size_t size) {
    size_t bytes = count * size == 0 ? 1 : count * size;
    void *block = arena_take(arena, bytes, 16);
    if (block != NULL) {
        memset(block, 0, bytes);
    }
    return block;
}

static bool group_before(const void *left, const void *right) {
    return ((const wend_agent_group *)left)->first_key <
           ((const wend_agent_group *)right)->first_key;
}

static bool is_forbidden(const wend_profile_def *def, uint32_t type) {
    for (uint32_t i = 0; i < def->terrain_rule_count; i++) {
        const wend_terrain_rule *rule = &def->terrain_rules[i];
        if (rule->type == type) {
            return rule->weight.kind == WEND_DISTRIBUTION_CONSTANT && isinf(rule->weight.a);
        }
    }
    return false;
}

/* Lists the terrain types that profiles of groups forbid, each once. Returns their number. */
static uint32_t list_forbidden(const wend_scenario *s, wend_forbidden_terrain *out) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->terrain_area_count; i++) {
        uint32_t type = s->terrain_areas[i].type, bans = 0;
        for (uint32_t g = 0; g < s->group_count; g++) {
            bans += is_forbidden(&s->profiles[s->groups[g].profile].def, type);
        }
        if (bans > 0) {
            out[count++] = (wend_forbidden_terrain){type, bans == s->group_count};
        }
    }
    return count;
}

bool describe_places(const wend_scenario *s, const wend_world *world, memory_arena *arena,
                     wend_recording *out) {
    uint32_t total = 0;
    for (uint32_t i = 0; i < s->queue_count; i++) {
        wend_queue queue = wend_world_find_queue(world, s->queues[i].def.name);
        total += wend_world_get_queue_places(world, queue, NULL, NULL, 0);
    }
    wend_waiting_place *places = take(arena, total, sizeof *places);
    wend_point *points = take(arena, total, sizeof *points);
    if (places == NULL || points == NULL) {
        return false;
    }
    out->waiting_places = places;
    for (uint32_t i = 0; i < s->queue_count; i++) {
        wend_queue_def def = scenario_queue_def(s, i);
        wend_queue queue = wend_world_find_queue(world, def.name);
        uint32_t layer = 0,
                 count = wend_world_get_queue_places(world, queue, points, &layer, total);
        uint32_t servers = def.kind == WEND_QUEUE_LINE ? def.servers : 0;
        for (uint32_t k = 0; k < count; k++) {
            *places++ = (wend_waiting_place){points[k], def.radius, layer, k < servers};
        }
    }
    out->waiting_place_count = total;
    return true;
}

bool describe_scenario(const wend_scenario *s, memory_arena *arena, wend_recording *out) {
    wend_agent_group *groups = take(arena, s->group_count, sizeof *groups);
    wend_agent_group *scratch = take(arena, s->group_count, sizeof *scratch);
    wend_goal_def *goals = take(arena, s->goal_count, sizeof *goals);
    wend_obstacle_def *obstacles = take(arena, s->obstacle_count, sizeof *obstacles);
    wend_belt_def *belts = take(arena, s->belt_count, sizeof *belts);
    wend_forbidden_terrain *forbidden = take(arena, s->terrain_area_count, sizeof *forbidden);
    if (groups == NULL || scratch == NULL || goals == NULL || obstacles == NULL || belts == NULL ||
        forbidden == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < s->group_count; i++) {
        const scenario_group *group = &s->groups[i];
        groups[i] = (wend_agent_group){group->name, group->first_key, group->count, group->first};
    }
    sort_stable(groups, scratch, s->group_count, sizeof *groups, group_before);
    for (uint32_t i = 0; i < s->goal_count; i++) {
        goals[i] = s->goals[i].def;
    }
    for (uint32_t i = 0; i < s->obstacle_count; i++) {
        obstacles[i] = s->obstacles[i].def;
    }
    for (uint32_t i = 0; i < s->belt_count; i++) {
        belts[i] = s->belts[i].def;
    }
    *out = (wend_recording){
        .scenario = s->name,
        .space = s->space,
        .space_def = &s->space_def,
        .groups = groups,
        .group_count = s->group_count,
        .goals = goals,
        .goal_count = s->goal_count,
        .obstacles = obstacles,
        .obstacle_count = s->obstacle_count,
        .agents = s->agents,
        .agent_count = s->agent_count,
        .belts = belts,
        .belt_count = s->belt_count,
        .forbidden = forbidden,
        .forbidden_count = list_forbidden(s, forbidden),
        .run = s,
    };
    return true;
}
