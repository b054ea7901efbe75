/* Reads the key `agents`: groups of agents, their goals and paths. The start positions are chosen
 * in placing.c. */
#include "base/sort.h"
#include "scenario/fields.h"
#include "scenario/lattice.h"
#include "scenario/machines.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* True if a value was meant as a single point, even if it is not a valid one. */
static bool is_point(const node *value) {
    return value->kind == NODE_LIST && value->count > 0 && value->items[0]->kind == NODE_SCALAR;
}

static uint32_t count_listed(reader *r, const node *at) {
    if (is_point(at)) {
        return 1;
    }
    if (at->kind != NODE_LIST || at->count == 0) {
        char description[NODE_DESCRIPTION_SIZE];
        read_fail(r, at, WEND_ERROR_INVALID,
                  "at must be [x, y] or a list of points [x, y], found %s",
                  node_describe(at, description));
    }
    return at->count;
}

static uint32_t count_random(reader *r, const node *random) {
    member_check(r, random, &format_random);
    return (uint32_t)member_integer(r, random, &format_random, "count", 0);
}

/* Reads how the group places its agents, and how many agents it has. */
static void read_placement(wend_scenario *s, reader *r, scenario_group *group) {
    static const struct {
        const char *key;
        scenario_placement placement;
    } placements[] = {{"at", SCENARIO_LIST},
                      {"grid", SCENARIO_LATTICE},
                      {"hex", SCENARIO_LATTICE},
                      {"random", SCENARIO_RANDOM},
                      {"source", SCENARIO_SOURCE}};
    bool hex = false;
    for (size_t i = 0; i < sizeof placements / sizeof placements[0]; i++) {
        const node *value = node_get(group->at, placements[i].key);
        if (value != NULL) {
            group->placement = placements[i].placement;
            group->placement_at = value;
            hex = placements[i].key[0] == 'h';
        }
    }
    if (!reader_ok(r)) {
        return;
    }
    double radius = scenario_largest(&s->profiles[group->profile].def.radius);
    switch (group->placement) {
    case SCENARIO_LIST:
        group->count = count_listed(r, group->placement_at);
        break;
    case SCENARIO_LATTICE:
        group->lattice = lattice_read(s, r, group->placement_at, hex, group->layer, radius);
        group->count = group->lattice != NULL ? group->lattice->count : 0;
        break;
    case SCENARIO_RANDOM:
        group->count = count_random(r, group->placement_at);
        break;
    case SCENARIO_SOURCE:
        scenario_read_source(s, r, group);
        break;
    }
}

static const char *group_name(wend_scenario *s, reader *r, const node *item,
                              const scenario_group *group) {
    const node *name = node_get(item, "name"), *goal = node_get(item, "goal");
    goal = goal != NULL ? goal : node_get(item, "queue");
    if (name != NULL) {
        return read_text(r, name, "name");
    }
    char text[96];
    if (goal != NULL && goal->kind == NODE_SCALAR) {
        snprintf(text, sizeof text, "to %.60s", goal->text);
    } else {
        snprintf(text, sizeof text, "group %u", (unsigned)(group - s->groups + 1));
    }
    size_t size = strlen(text) + 1;
    char *copy = read_allocate(r, size, 1);
    if (copy == NULL) {
        return "";
    }
    memcpy(copy, text, size);
    return copy;
}

static void read_group_goal(wend_scenario *s, reader *r, scenario_group *group) {
    const node *goal = node_get(group->at, "goal"), *goals = node_get(group->at, "goals");
    const node *queue = node_get(group->at, "queue");
    group->goal = WEND_NONE;
    group->goal_set = WEND_NONE;
    if (goal != NULL && goals != NULL) {
        read_fail(r, goals, WEND_ERROR_INVALID,
                  "a group of agents has either 'goal' or 'goals', not both");
    } else if (queue != NULL) {
        group->goal = SCENARIO_QUEUE | read_name(r, queue, "queue", &s->queue_names);
    } else if (goal != NULL) {
        group->goal = scenario_read_goal_reference(s, r, goal);
    } else if (goals != NULL) {
        group->goal_set = scenario_read_goal_set_reference(s, r, goals);
    } else if (node_get(group->at, "route") != NULL) {
        group->goal = scenario_read_route_end(s, r, group);
    }
}

/* Adds the group's number of agents either to the count of agents that are present at the start, or
 * to the count of agents that enter later. */
static void count_group(wend_scenario *s, reader *r, scenario_group *group) {
    uint32_t all = s->agent_count + s->source_agent_count;
    if (reader_ok(r) && group->count > s->max_agents - all) {
        read_fail(r, group->at, WEND_ERROR_LIMIT,
                  "with this group there are %llu agents; %u are possible",
                  (unsigned long long)all + group->count, s->max_agents);
    }
    if (!reader_ok(r)) {
        return;
    }
    group->first = group->placement == SCENARIO_SOURCE ? WEND_NONE : s->agent_count;
    *(group->placement == SCENARIO_SOURCE ? &s->source_agent_count : &s->agent_count) +=
        group->count;
}

static void read_group_machine(wend_scenario *s, reader *r, scenario_group *group) {
    const node *machine = node_get(group->at, "machine"), *state = node_get(group->at, "state");
    group->machine = group->state = WEND_NONE;
    if (machine == NULL || !reader_ok(r)) {
        return;
    }
    group->machine = read_name(r, machine, "machine", &s->machine_names);
    if (reader_ok(r)) {
        const scenario_machine *own = &s->machines[group->machine];
        group->state = state != NULL ? read_name(r, state, "state", &own->state_names) : own->start;
    }
}

/* Reads the velocity of all agents, or the list of their velocities, once their number is known. */
static void read_velocity(reader *r, const node *item, scenario_group *group) {
    const node *value = node_get(item, "velocity");
    if (value == NULL || is_point(value) || value->kind != NODE_LIST || !reader_ok(r)) {
        group->velocity = member_point(r, item, &format_group, "velocity", group->velocity);
        return;
    }
    uint32_t count = member_points(r, item, &format_group, "velocity", &group->velocities);
    bool listed = group->placement == SCENARIO_LIST && group->placement_at->count == count;
    if (reader_ok(r) && (!listed || is_point(group->placement_at))) {
        read_fail(
            r, value, WEND_ERROR_INVALID,
            "velocity must be [x, y], or a list with a velocity for each point of 'at'; found "
            "a list of %u",
            count);
    }
}

static void read_group(wend_scenario *s, reader *r, const node *item, scenario_group *group,
                       uint64_t next_key) {
    const format_table *table = &format_group;
    *group = (scenario_group){.at = item};
    if (!member_check(r, item, table)) {
        return;
    }
    const node *profile = node_get(item, "profile");
    group->profile =
        profile != NULL ? read_name(r, profile, "profile", &s->profile_names) : s->default_profile;
    group->profile = scenario_read_group_profile(s, r, item, group->profile);
    group->layer = scenario_read_layer(s, r, item);
    group->path = scenario_read_path(s, r, group);
    read_group_goal(s, r, group);
    read_group_machine(s, r, group);
    group->first_key = (uint64_t)member_integer(r, item, table, "key", (int64_t)next_key);
    group->jitter = member_number(r, item, table, "jitter", 0.0);
    group->heading = member_number(r, item, table, "heading", (double)NAN);
    group->priority = (int32_t)member_integer(r, item, table, "priority", 0);
    group->delay = member_sampled(r, item, table, "delay", wend_constant(0.0));
    read_placement(s, r, group);
    read_velocity(r, item, group);
    group->name = group_name(s, r, item, group);
    count_group(s, r, group);
}

/* The range of agent keys of a group, and the index of the group. */
typedef struct key_range {
    uint64_t first;
    uint32_t count, group;
} key_range;

static bool key_before(const void *left, const void *right) {
    return ((const key_range *)left)->first < ((const key_range *)right)->first;
}

static bool has_key(const key_range *sorted, uint32_t count, uint64_t key) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (key < sorted[middle].first) {
            high = middle;
        } else if (key - sorted[middle].first < sorted[middle].count) {
            return true;
        } else {
            low = middle + 1;
        }
    }
    return false;
}

/* Checks that each agent that carries a goal exists in the scenario. */
static void check_carriers(wend_scenario *s, reader *r, const key_range *sorted) {
    for (uint32_t i = 0; i < s->goal_count && reader_ok(r); i++) {
        uint64_t key = s->goals[i].def.carrier;
        if (key != 0 && !(sorted && has_key(sorted, s->group_count, key))) {
            read_fail(
                r, node_get(s->goals[i].at, "carrier"), WEND_ERROR_NAME,
                "carrier is %llu, but no agent has that key: give a group of agents its `key`",
                (unsigned long long)key);
        }
    }
}

static void check_keys(wend_scenario *s, reader *r) {
    key_range *sorted = read_allocate(r, s->group_count, sizeof *sorted);
    key_range *scratch = read_allocate(r, s->group_count, sizeof *scratch);
    if (!reader_ok(r)) {
        return;
    }
    for (uint32_t i = 0; i < s->group_count; i++) {
        sorted[i] = (key_range){s->groups[i].first_key, s->groups[i].count, i};
    }
    sort_stable(sorted, scratch, s->group_count, sizeof *sorted, key_before);
    for (uint32_t i = 1; i < s->group_count && reader_ok(r); i++) {
        const key_range *before = &sorted[i - 1], *after = &sorted[i];
        if (before->first + before->count > after->first) {
            uint32_t later = before->group > after->group ? before->group : after->group;
            read_fail(r, s->groups[later].at, WEND_ERROR_NAME,
                      "the key %llu belongs to two groups of agents ('%.60s' and '%.60s')",
                      (unsigned long long)after->first, s->groups[before->group].name,
                      s->groups[after->group].name);
        }
    }
    check_carriers(s, r, sorted);
}

/* Marks groups whose name is that of an earlier group. Group names may repeat in a file, but not in
 * a world: there, only the first group keeps the name. */
static void mark_repeated_names(wend_scenario *s, reader *r) {
    read_names names;
    read_names_init(r, &names, s->group_count);
    for (uint32_t i = 0; i < s->group_count && reader_ok(r); i++) {
        read_names_add(&names, s->groups[i].name);
    }
    read_names_sort(r, &names);
    for (uint32_t i = 1; i < s->group_count && reader_ok(r); i++) {
        scenario_group *group = &s->groups[names.sorted[i]];
        group->repeats = strcmp(group->name, s->groups[names.sorted[i - 1]].name) == 0;
    }
}

static void read_groups(wend_scenario *s, reader *r, const node *list) {
    s->groups = read_allocate(r, list->count, sizeof *s->groups);
    s->paths = read_allocate(r, list->count, sizeof *s->paths);
    s->sources = read_allocate(r, list->count, sizeof *s->sources);
    uint64_t next_key = 1;
    for (uint32_t i = 0; i < list->count && reader_ok(r); i++) {
        scenario_group *group = &s->groups[i];
        read_group(s, r, list->items[i], group, next_key);
        s->group_count++;
        if (group->first_key + group->count > next_key) {
            next_key = group->first_key + group->count;
        }
    }
    check_keys(s, r);
    mark_repeated_names(s, r);
}

void scenario_read_agents(wend_scenario *s, reader *r, const node *root) {
    const node *list = node_get(root, "agents");
    if (list == NULL) {
        check_carriers(s, r, NULL);
        return;
    }
    if (!read_is_list(r, list, "agents")) {
        return;
    }
    read_groups(s, r, list);
    scenario_place_agents(s, r);
}
