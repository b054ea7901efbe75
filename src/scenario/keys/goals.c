/* Reads the keys `goals` and `goal_sets`, and goals that a group of agents defines itself. */
#include "scenario/fields.h"
#include "scenario/machines.h"
#include "scenario/shape.h"
#include <math.h>
#include <string.h>

/* Reads one end of a time window: a time, or `open` if the value is empty, null or infinite. */
static double read_window_end(reader *r, const node *value, const char *what, const char *infinity,
                              double open) {
    const char *const words[] = {"", "~", "null", infinity, infinity[0] == '.' ? "+.inf" : ""};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (value->kind == NODE_SCALAR && !value->quoted && strcmp(value->text, words[i]) == 0) {
            return open;
        }
    }
    return read_number(r, value, what, -INFINITY, INFINITY);
}

static void read_window(reader *r, const node *value, wend_goal_def *def) {
    if (value == NULL || !read_is_list(r, value, "window")) {
        return;
    }
    if (value->count != 2) {
        read_fail(r, value, WEND_ERROR_INVALID,
                  "window must be [opens, closes], found a list of %u", value->count);
        return;
    }
    def->opens = read_window_end(r, value->items[0], "opens", "-.inf", -INFINITY);
    def->closes = read_window_end(r, value->items[1], "closes", ".inf", INFINITY);
    if (reader_ok(r) && def->opens >= def->closes) {
        read_fail(r, value, WEND_ERROR_INVALID, "window must open before it closes");
    }
}

/* Reads how the region of a goal moves: a velocity, a path, or an agent that carries it. */
static void read_motion(reader *r, const node *value, wend_goal_def *def) {
    const format_table *table = &format_goal;
    def->velocity = member_point(r, value, table, "velocity", def->velocity);
    def->path_count = member_points(r, value, table, "path", &def->path);
    def->path_speed = member_number(r, value, table, "speed", 0.0);
    def->path_loops = member_bool(r, value, table, "loop", false);
    def->carrier = (uint64_t)member_integer(r, value, table, "carrier", 0);
    if (reader_ok(r) && def->path_count > 0 && node_get(value, "speed") == NULL) {
        read_fail(r, node_get(value, "path"), WEND_ERROR_INVALID,
                  "a goal with a path needs the key 'speed' as well");
    }
    bool moves = def->path_count == 0;
    for (uint32_t i = 1; i < def->path_count && reader_ok(r); i++) {
        moves = moves || def->path[i].x != def->path[0].x || def->path[i].y != def->path[0].y;
    }
    if (reader_ok(r) && !moves) {
        read_fail(r, node_get(value, "path"), WEND_ERROR_INVALID,
                  "path has no length: all of its points are the same");
    }
    const char *const motions[] = {"path", "carrier"};
    for (size_t i = 0; i < 2 && def->shape == WEND_GOAL_DIRECTION; i++) {
        const node *motion = node_get(value, motions[i]);
        if (motion != NULL && reader_ok(r)) {
            read_fail(r, motion, WEND_ERROR_INVALID, "a direction does not move");
        }
    }
}

static void read_arrival(reader *r, const node *value, wend_goal_def *def) {
    const format_table *table = &format_goal;
    def->arrive = (wend_arrive)member_choice(r, value, table, "arrive", def->arrive);
    def->on_arrival =
        (wend_on_arrival)member_choice(r, value, table, "on_arrival", def->on_arrival);
    def->tolerance = member_number(r, value, table, "tolerance", def->tolerance);
}

static void read_goal(wend_scenario *s, reader *r, const node *value, wend_goal_def *def) {
    const format_table *table = &format_goal;
    *def = wend_default_goal_def();
    shape region = {WEND_GOAL_POINT, NULL, 1, 0.0, 0.0};
    if (value->kind == NODE_LIST) {
        wend_point *point = read_allocate(r, 1, sizeof *point);
        wend_point read = read_point(r, value, "a goal");
        if (reader_ok(r)) {
            *point = read;
        }
        region.points = point;
    } else {
        member_check(r, value, table);
        shape_read(r, value, table, &region);
    }
    if (!reader_ok(r)) {
        return;
    }
    def->shape = region.kind;
    def->points = region.points;
    def->point_count = region.count;
    def->radius = region.radius;
    def->angle = region.angle;
    if (value->kind != NODE_MAPPING) {
        return;
    }
    read_motion(r, value, def);
    def->bias = member_number(r, value, table, "bias", def->bias);
    def->capacity = (uint32_t)member_integer(r, value, table, "capacity", def->capacity);
    def->weight = member_number(r, value, table, "weight", def->weight);
    def->layer = scenario_read_layer(s, r, value);
    read_window(r, node_get(value, "window"), def);
    read_arrival(r, value, def);
}

static void add_goal(wend_scenario *s, reader *r, const node *value, const char *name) {
    scenario_goal *made = &s->goals[s->goal_count];
    made->at = value;
    read_goal(s, r, value, &made->def);
    made->def.name = name;
    s->goal_count++;
}

static void read_set(wend_scenario *s, reader *r, const node *list, scenario_goal_set *out) {
    if (!read_is_list(r, list, "a goal set")) {
        return;
    }
    if (list->count == 0) {
        read_fail(r, list, WEND_ERROR_INVALID, "a goal set needs at least one goal");
    }
    uint32_t *goals = read_allocate(r, list->count, sizeof *goals);
    for (uint32_t i = 0; i < list->count && reader_ok(r); i++) {
        goals[i] = scenario_read_goal_or_queue(s, r, list->items[i]);
    }
    *out = (scenario_goal_set){list, goals, list->count};
}

/* Reads the named goal sets, and makes room for `groups` more, of groups of agents and of states.
 */
static void read_sets(wend_scenario *s, reader *r, const node *sets, uint32_t groups) {
    uint32_t count = 0;
    if (sets != NULL && read_is_mapping(r, sets, "goal_sets")) {
        count = sets->count;
    }
    s->goal_sets = read_allocate(r, count + groups, sizeof *s->goal_sets);
    read_names_init(r, &s->goal_set_names, count);
    for (uint32_t i = 0; i < count && reader_ok(r); i++) {
        read_set(s, r, sets->members[i].value, &s->goal_sets[i]);
        read_names_add(&s->goal_set_names, sets->members[i].key);
        s->goal_set_count++;
    }
    read_names_sort(r, &s->goal_set_names);
}

void scenario_read_goals(wend_scenario *s, reader *r, const node *root) {
    const node *goals = node_get(root, "goals"), *agents = node_get(root, "agents");
    uint32_t count = 0;
    if (goals != NULL && read_is_mapping(r, goals, "goals")) {
        count = goals->count;
    }
    /* Each group of agents and each state may define one goal or goal set of its own. */
    uint32_t groups = agents != NULL && agents->kind == NODE_LIST ? agents->count : 0;
    groups += scenario_count_states(root);
    s->goal_capacity = count + groups;
    s->goals = read_allocate(r, s->goal_capacity, sizeof *s->goals);
    read_names_init(r, &s->goal_names, count);
    for (uint32_t i = 0; i < count && reader_ok(r); i++) {
        add_goal(s, r, goals->members[i].value, goals->members[i].key);
        read_names_add(&s->goal_names, goals->members[i].key);
    }
    read_names_sort(r, &s->goal_names);
    read_sets(s, r, node_get(root, "goal_sets"), groups);
}

uint32_t scenario_read_goal_reference(wend_scenario *s, reader *r, const node *value) {
    if (!reader_ok(r)) {
        return WEND_NONE;
    }
    if (value->kind == NODE_SCALAR) {
        return read_name(r, value, "goal", &s->goal_names);
    }
    add_goal(s, r, value, NULL);
    return s->goal_count - 1;
}

uint32_t scenario_read_goal_set_reference(wend_scenario *s, reader *r, const node *value) {
    if (!reader_ok(r)) {
        return WEND_NONE;
    }
    if (value->kind == NODE_SCALAR) {
        return read_name(r, value, "goal set", &s->goal_set_names);
    }
    read_set(s, r, value, &s->goal_sets[s->goal_set_count++]);
    return s->goal_set_count - 1;
}
