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
    };
    return true;
}
