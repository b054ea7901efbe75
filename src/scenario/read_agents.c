/* The key `agents`: groups of agents, their goals and ways, and where each one starts.
 *
 * Groups are read first, then placed: those with given places and grids, then the random ones,
 * which are thrown like darts into what is left. */
#include "base/error.h"
#include "base/sort.h"
#include "scenario/place.h"
#include "scenario/scenario.h"
#include "scenario/shape.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <wend/random.h>

enum {
    RANDOM_TRIES = 2000, /* darts for one agent before it is said not to fit */
    PURPOSE_RADIUS = 0x6b697401,
    PURPOSE_X = 0x6b697402,
    PURPOSE_Y = 0x6b697403
};

/* Overlaps deeper than this share of the smaller radius count; the same as in `measure`. */
#define OVERLAP_SHARE 0.01

typedef struct placing {
    wend_scenario *s;
    reader *r;
    place_grid grid;
    uint32_t *key_order; /* agents in the order in which they were placed */
} placing;

/* ---- Groups ---------------------------------------------------------------------------------- */

static void read_via_point(wend_scenario *s, reader *r, const node *item, uint32_t layer,
                           wend_point *point, uint32_t *point_layer) {
    static const char *const keys[] = {"point", "layer"};
    const node *place = item;
    *point_layer = layer;
    if (item->kind == NODE_MAPPING) {
        READ_KEYS(r, item, "a via point", keys);
        place = read_required(r, item, "a via point", "point");
        if (node_get(item, "layer") != NULL) {
            *point_layer = scenario_read_layer(s, r, item);
        }
    }
    if (reader_ok(r)) {
        *point = read_point(r, place, "a via point");
    }
}

static uint32_t read_via(wend_scenario *s, reader *r, const node *list, uint32_t layer) {
    if (list == NULL || !read_is_list(r, list, "via") || list->count == 0) {
        return WEND_NONE;
    }
    wend_point *points = read_take(r, list->count, sizeof *points);
    uint32_t *layers = read_take(r, list->count, sizeof *layers);
    for (uint32_t i = 0; i < list->count && reader_ok(r); i++) {
        read_via_point(s, r, list->items[i], layer, &points[i], &layers[i]);
    }
    s->paths[s->path_count] = (scenario_path){list, points, layers, list->count};
    return s->path_count++;
}

/* Whether a value was meant as one point, whatever it holds. */
static bool is_point(const node *value) {
    return value->kind == NODE_LIST && value->count > 0 && value->items[0]->kind == NODE_SCALAR;
}

static uint32_t count_grid(reader *r, const node *grid) {
    static const char *const keys[] = {"origin", "spacing", "count"};
    READ_KEYS(r, grid, "a grid", keys);
    read_required(r, grid, "a grid", "origin");
    read_required(r, grid, "a grid", "spacing");
    const node *count = read_required(r, grid, "a grid", "count");
    if (reader_ok(r) && (count->kind != NODE_LIST || count->count != 2)) {
        read_fail(r, count, WEND_ERROR_INVALID, "count must be [columns, rows]");
    }
    if (!reader_ok(r)) {
        return 0;
    }
    int64_t columns = read_integer(r, count->items[0], "columns", 1, WEND_MAX_AGENTS);
    int64_t rows = read_integer(r, count->items[1], "rows", 1, WEND_MAX_AGENTS);
    if (columns * rows > WEND_MAX_AGENTS) {
        read_fail(r, count, WEND_ERROR_LIMIT,
                  "%" PRId64 " agents are more than the %d there may be", columns * rows,
                  WEND_MAX_AGENTS);
        return 0;
    }
    return (uint32_t)(columns * rows);
}

static uint32_t count_random(reader *r, const node *random) {
    static const char *const keys[] = {SHAPE_KEYS, "count"};
    READ_KEYS(r, random, "random", keys);
    const node *count = read_required(r, random, "random", "count");
    return count != NULL ? (uint32_t)read_integer(r, count, "count", 1, WEND_MAX_AGENTS) : 0;
}

/* How many agents a group has; checks that it says in one way where they start. */
static uint32_t count_agents(reader *r, const node *item) {
    const node *at = node_get(item, "at"), *grid = node_get(item, "grid"),
               *random = node_get(item, "random");
    int ways = (at != NULL) + (grid != NULL) + (random != NULL);
    if (reader_ok(r) && ways != 1) {
        read_fail(r, item, WEND_ERROR_INVALID,
                  "a group of agents needs %s of 'at', 'grid' and 'random'",
                  ways == 0 ? "one" : "just one");
    }
    if (!reader_ok(r)) {
        return 0;
    }
    if (grid != NULL) {
        return count_grid(r, grid);
    }
    if (random != NULL) {
        return count_random(r, random);
    }
    WEND_ASSERT(at != NULL);
    if (is_point(at)) {
        return 1;
    }
    if (at->kind != NODE_LIST || at->count == 0) {
        char told[NODE_TOLD_SIZE];
        read_fail(r, at, WEND_ERROR_INVALID, "at must be [x, y] or a list of such, found %s",
                  node_told(at, told));
    }
    return at->count;
}

static const char *group_name(wend_scenario *s, reader *r, const node *item,
                              const scenario_group *group) {
    const node *name = node_get(item, "name"), *goal = node_get(item, "goal");
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
    char *copy = read_take(r, size, 1);
    if (copy == NULL) {
        return "";
    }
    memcpy(copy, text, size);
    return copy;
}

static void read_group(wend_scenario *s, reader *r, const node *item, scenario_group *group,
                       uint64_t next_key) {
    static const char *const keys[] = {"name",  "profile", "goal", "goals",  "via",
                                       "layer", "at",      "grid", "random", "key"};
    READ_KEYS(r, item, "a group of agents", keys);
    *group = (scenario_group){.at = item, .goal = WEND_NONE, .goal_set = WEND_NONE};
    const node *profile = node_get(item, "profile"), *goal = node_get(item, "goal"),
               *goals = node_get(item, "goals");
    group->profile =
        profile != NULL ? read_name(r, profile, "profile", &s->profile_names) : s->default_profile;
    if (goal != NULL && goals != NULL) {
        read_fail(r, goals, WEND_ERROR_INVALID,
                  "a group of agents has either 'goal' or 'goals', not both");
    } else if (goal != NULL) {
        group->goal = scenario_read_goal_reference(s, r, goal);
    } else if (goals != NULL) {
        group->goal_set = scenario_read_goal_set_reference(s, r, goals);
    }
    group->layer = scenario_read_layer(s, r, item);
    group->path = read_via(s, r, node_get(item, "via"), group->layer);
    group->count = count_agents(r, item);
    group->first = s->agent_count;
    group->first_key = (uint64_t)read_integer_key(r, item, "key", 1, INT64_MAX - WEND_MAX_AGENTS,
                                                  (int64_t)next_key);
    group->name = group_name(s, r, item, group);
    if (reader_ok(r) && group->count > s->max_agents - s->agent_count) {
        read_fail(r, item, WEND_ERROR_LIMIT,
                  "with this group there are %llu agents; %u are possible",
                  (unsigned long long)s->agent_count + group->count, s->max_agents);
    }
    s->agent_count += reader_ok(r) ? group->count : 0;
}

static bool key_before(const void *left, const void *right) {
    return ((const scenario_group *)left)->first_key < ((const scenario_group *)right)->first_key;
}

static void check_keys(wend_scenario *s, reader *r) {
    scenario_group *sorted = read_take(r, s->group_count, sizeof *sorted);
    scenario_group *scratch = read_take(r, s->group_count, sizeof *scratch);
    if (!reader_ok(r) || s->group_count == 0) {
        return;
    }
    memcpy(sorted, s->groups, s->group_count * sizeof *sorted);
    sort_stable(sorted, scratch, s->group_count, sizeof *sorted, key_before);
    for (uint32_t i = 1; i < s->group_count && reader_ok(r); i++) {
        const scenario_group *before = &sorted[i - 1], *after = &sorted[i];
        if (before->first_key + before->count > after->first_key) {
            const scenario_group *later = before->first > after->first ? before : after;
            read_fail(r, later->at, WEND_ERROR_NAME,
                      "the key %llu belongs to two groups of agents ('%.60s' and '%.60s')",
                      (unsigned long long)after->first_key, before->name, after->name);
        }
    }
}

/* Names need not be unique in a file, but in a world: there the first group of a name has it. */
static void find_repeats(wend_scenario *s, reader *r) {
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
    s->groups = read_take(r, list->count, sizeof *s->groups);
    s->paths = read_take(r, list->count, sizeof *s->paths);
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
    find_repeats(s, r);
}

/* ---- Places ---------------------------------------------------------------------------------- */

/* The radius of an agent, drawn here because places depend on it; the world takes it as given. */
static double draw_radius(const wend_distribution *d, uint64_t seed, uint64_t key) {
    if (d->kind == WEND_UNIFORM) {
        return d->a + (d->b - d->a) * wend_random_uniform(seed, key, 0, PURPOSE_RADIUS);
    }
    if (d->kind == WEND_NORMAL) {
        double value = d->a + d->b * wend_random_normal(seed, key, 0, PURPOSE_RADIUS);
        return value < d->low ? d->low : value > d->high ? d->high : value;
    }
    return d->a;
}

static wend_agent_def *start_agent(const placing *p, const scenario_group *group, uint32_t index) {
    wend_agent_def *agent = &p->s->agents[group->first + index];
    *agent = wend_default_agent_def();
    agent->key = group->first_key + index;
    agent->layer = group->layer;
    agent->profile = group->profile;
    agent->group = (uint32_t)(group - p->s->groups);
    agent->radius = draw_radius(&p->s->profiles[group->profile].def.radius, p->s->seed, agent->key);
    return agent;
}

static void keep_agent(placing *p, const wend_agent_def *agent) {
    p->key_order[p->grid.count] = (uint32_t)(agent - p->s->agents);
    place_add(&p->grid, agent->position, agent->radius, agent->layer);
}

static void fail_overlap(placing *p, const wend_agent_def *agent, uint32_t found, const node *at) {
    const wend_agent_def *other = &p->s->agents[p->key_order[found]];
    double x = agent->position.x - other->position.x, y = agent->position.y - other->position.y;
    read_fail(p->r, at, WEND_ERROR_INVALID,
              "agents %llu at (%.6g, %.6g) and %llu at (%.6g, %.6g) overlap: %.3g m apart, their "
              "radii are %.3g m and %.3g m (allow_overlap: true permits this)",
              (unsigned long long)other->key, other->position.x, other->position.y,
              (unsigned long long)agent->key, agent->position.x, agent->position.y,
              sqrt(x * x + y * y), other->radius, agent->radius);
}

/* The world ends at this distance from the space's origin. */
static bool is_too_far(placing *p, const wend_agent_def *agent, const node *at) {
    wend_point origin = wend_space_origin(p->s->space), position = agent->position;
    if (fabs(position.x - origin.x) <= WEND_MAX_EXTENT &&
        fabs(position.y - origin.y) <= WEND_MAX_EXTENT) {
        return false;
    }
    read_fail(p->r, at, WEND_ERROR_LIMIT,
              "agent %llu at (%.6g, %.6g) is farther than %d m from the origin (%.6g, %.6g)",
              (unsigned long long)agent->key, position.x, position.y, WEND_MAX_EXTENT, origin.x,
              origin.y);
    return true;
}

/* Puts an agent where the file says, unless it cannot stand there. */
static void put_agent(placing *p, const scenario_group *group, uint32_t index, wend_point position,
                      const node *at) {
    wend_scenario *s = p->s;
    wend_agent_def *agent = start_agent(p, group, index);
    agent->position = position;
    if (is_too_far(p, agent, at)) {
        return;
    }
    wend_place place = {wend_space_to_local(s->space, position), agent->layer};
    if (!wend_space_walkable(s->space, place, 1u)) {
        read_fail(p->r, at, WEND_ERROR_GEOMETRY,
                  "agent %llu at (%.6g, %.6g) is not on walkable ground",
                  (unsigned long long)agent->key, position.x, position.y);
        return;
    }
    if (!s->allow_overlap) {
        uint32_t found =
            place_overlap(&p->grid, position, agent->radius, agent->layer, OVERLAP_SHARE);
        if (found != UINT32_MAX) {
            fail_overlap(p, agent, found, at);
            return;
        }
    }
    keep_agent(p, agent);
}

static void place_list(placing *p, const scenario_group *group, const node *at) {
    if (is_point(at)) {
        wend_point point = read_point(p->r, at, "at");
        if (reader_ok(p->r)) {
            put_agent(p, group, 0, point, at);
        }
        return;
    }
    for (uint32_t i = 0; i < at->count && reader_ok(p->r); i++) {
        wend_point point = read_point(p->r, at->items[i], "a place of 'at'");
        if (reader_ok(p->r)) {
            put_agent(p, group, i, point, at->items[i]);
        }
    }
}

static void place_in_grid(placing *p, const scenario_group *group, const node *grid) {
    reader *r = p->r;
    wend_point origin = read_point(r, node_get(grid, "origin"), "origin");
    const node *spacing = node_get(grid, "spacing");
    wend_point step = {0.0, 0.0};
    if (spacing->kind == NODE_LIST) {
        step = read_point(r, spacing, "spacing");
    } else {
        step.x = read_number(r, spacing, "spacing", 0.001, WEND_MAX_EXTENT);
        step.y = step.x;
    }
    int64_t columns =
        read_integer(r, node_get(grid, "count")->items[0], "columns", 1, WEND_MAX_AGENTS);
    for (uint32_t i = 0; i < group->count && reader_ok(r); i++) {
        int64_t column = i % columns, row = i / columns;
        wend_point place = {origin.x + step.x * (double)column, origin.y + step.y * (double)row};
        put_agent(p, group, i, place, grid);
    }
}

/* The whole space, for `random` without a shape. */
static bool space_box(const wend_space *space, wend_point *corners) {
    wend_vec2 low, high;
    if (!wend_space_bounds(space, &low, &high)) {
        return false;
    }
    corners[0] = wend_space_from_local(space, low);
    corners[1] = wend_space_from_local(space, high);
    return true;
}

static bool fits(const placing *p, const shape *region, const wend_agent_def *agent) {
    const wend_space *space = p->s->space;
    if (!shape_contains(region, agent->position)) {
        return false;
    }
    wend_place place = {wend_space_to_local(space, agent->position), agent->layer};
    if (!wend_space_walkable(space, place, p->s->classes)) {
        return false;
    }
    float radius = (float)agent->radius;
    if (wend_space_clearance(space, place, radius, p->s->classes) < radius) {
        return false;
    }
    return p->s->allow_overlap ||
           place_overlap(&p->grid, agent->position, agent->radius, agent->layer, 0.0) == UINT32_MAX;
}

static bool throw_dart(placing *p, const shape *region, wend_agent_def *agent) {
    wend_point low, high;
    shape_bounds(region, &low, &high);
    uint64_t seed = p->s->seed;
    for (uint32_t i = 0; i < RANDOM_TRIES; i++) {
        agent->position.x =
            low.x + (high.x - low.x) * wend_random_uniform(seed, agent->key, i, PURPOSE_X);
        agent->position.y =
            low.y + (high.y - low.y) * wend_random_uniform(seed, agent->key, i, PURPOSE_Y);
        if (fits(p, region, agent)) {
            return true;
        }
    }
    return false;
}

static void place_at_random(placing *p, const scenario_group *group, const node *random) {
    reader *r = p->r;
    wend_point corners[2];
    shape region = {WEND_GOAL_BOX, corners, 2, 0.0, 0.0};
    if (!shape_read(r, random, "random", &region) && reader_ok(r) &&
        !space_box(p->s->space, corners)) {
        read_fail(r, random, WEND_ERROR_INVALID,
                  "random needs a shape (disc, box, oriented_box or polygon) in a space without "
                  "bounds");
    }
    if (reader_ok(r) && region.kind != WEND_GOAL_DISC && region.kind != WEND_GOAL_BOX &&
        region.kind != WEND_GOAL_ORIENTED_BOX && region.kind != WEND_GOAL_POLYGON) {
        read_fail(r, random, WEND_ERROR_INVALID,
                  "random needs a shape with an area: disc, box, oriented_box or polygon");
    }
    for (uint32_t i = 0; i < group->count && reader_ok(r); i++) {
        wend_agent_def *agent = start_agent(p, group, i);
        if (!throw_dart(p, &region, agent)) {
            read_fail(r, random, WEND_ERROR_LIMIT,
                      "only %u of %u agents fit: %d random places were tried for the next one", i,
                      group->count, RANDOM_TRIES);
            return;
        }
        if (is_too_far(p, agent, random)) {
            return;
        }
        keep_agent(p, agent);
    }
}

static void place_groups(placing *p, bool random) {
    for (uint32_t i = 0; i < p->s->group_count && reader_ok(p->r); i++) {
        const scenario_group *group = &p->s->groups[i];
        const node *darts = node_get(group->at, "random"), *grid = node_get(group->at, "grid");
        if ((darts != NULL) != random) {
            continue;
        }
        if (darts != NULL) {
            place_at_random(p, group, darts);
        } else if (grid != NULL) {
            place_in_grid(p, group, grid);
        } else {
            place_list(p, group, node_get(group->at, "at"));
        }
    }
}

void scenario_read_agents(wend_scenario *s, reader *r, const node *root) {
    const node *list = node_get(root, "agents");
    if (list == NULL) {
        return;
    }
    if (!read_is_list(r, list, "agents")) {
        return;
    }
    read_groups(s, r, list);
    s->agents = read_take(r, s->agent_count, sizeof *s->agents);
    placing p = {.s = s, .r = r};
    p.key_order = read_take(r, s->agent_count, sizeof *p.key_order);
    if (!reader_ok(r)) {
        return;
    }
    if (!place_init(&p.grid, s->agent_count, &s->tree.heap.allocator)) {
        read_fail(r, list, WEND_ERROR_MEMORY, "out of memory for %u agents", s->agent_count);
        return;
    }
    place_groups(&p, false);
    place_groups(&p, true);
    place_free(&p.grid);
}
