/* Reads the keys `obstacles` (doors and moving obstacles) and `switch`, and makes the timed
 * commands that they describe. */
#include "base/sort.h"
#include "scenario/fields.h"
#include "scenario/scenario.h"
#include <math.h>
#include <string.h>

/* The motion of a moving obstacle from some time on. */
typedef struct motion {
    double since;
    wend_point position, velocity;
    double angle, angular_velocity;
} motion;

static void advance_motion(motion *m, double time) {
    double passed = time - m->since;
    m->position.x += m->velocity.x * passed;
    m->position.y += m->velocity.y * passed;
    m->angle += m->angular_velocity * passed;
    m->since = time;
}

static scenario_command *add_command(wend_scenario *s, const node *at, scenario_command_kind kind,
                                     uint32_t target) {
    scenario_command *made = &s->commands[s->command_count++];
    made->at = at;
    made->kind = kind;
    made->target = target;
    return made;
}

static void add_move(wend_scenario *s, const node *item, uint32_t target, double time,
                     const motion *m) {
    scenario_command *move = add_command(s, item, SCENARIO_MOVE, target);
    move->time = time;
    move->position = m->position;
    move->velocity = m->velocity;
    move->angle = m->angle;
    move->angular_velocity = m->angular_velocity;
}

/* Fails if an item in the `times` of a door moves or turns it. */
static void check_door_time(reader *r, const node *item) {
    for (uint32_t i = 0; i < item->count && reader_ok(r); i++) {
        const node_member *member = &item->members[i];
        const format_key *row = format_find(&format_obstacle, member->key);
        if (row != NULL && row->with != NULL) {
            r->result = node_key_error(member, r->error, WEND_ERROR_NAME,
                                       "'%s' is only for a moving obstacle; a time of a door has "
                                       "'at' and 'closed'",
                                       member->key);
        }
    }
}

/* Reads one item of `times`. It may open or close the obstacle and change its motion; values that
 * it does not give stay as they are. */
static void read_time(wend_scenario *s, reader *r, const node *item, uint32_t target, bool moving,
                      motion *m) {
    const format_table *table = &format_obstacle_time;
    if (!member_check(r, item, table)) {
        return;
    }
    if (!moving) {
        check_door_time(r, item);
    }
    double time =
        read_number(r, node_get(item, "at"), "at", m->since, format_row(table, "at")->high);
    const node *closed = node_get(item, "closed");
    if (!reader_ok(r)) {
        return;
    }
    if (closed != NULL) {
        scenario_command *close = add_command(s, item, SCENARIO_CLOSE, target);
        close->time = time;
        close->on = read_bool(r, closed, "closed");
    }
    advance_motion(m, time);
    if (moving && (closed == NULL || item->count > 2)) {
        m->position = member_point(r, item, table, "position", m->position);
        m->velocity = member_point(r, item, table, "velocity", m->velocity);
        m->angle = member_number(r, item, table, "angle", m->angle);
        m->angular_velocity =
            member_number(r, item, table, "angular_velocity", m->angular_velocity);
        add_move(s, item, target, time, m);
    }
}

static void read_obstacle(wend_scenario *s, reader *r, const node *item, uint32_t target) {
    const format_table *table = &format_obstacle;
    if (!member_check(r, item, table)) {
        return;
    }
    bool moving = node_get(item, "moving") != NULL;
    wend_obstacle_def *def = &s->obstacles[target].def;
    s->obstacles[target].at = item;
    *def = wend_default_obstacle_def();
    def->kind = moving ? WEND_OBSTACLE_MOVING : WEND_OBSTACLE_DOOR;
    def->point_count = member_points(r, item, table, moving ? "moving" : "door", &def->points);
    def->name = member_text(r, item, table, "name", NULL);
    def->layer = scenario_read_layer(s, r, item);
    def->closed = member_bool(r, item, table, "closed", true);
    def->position = member_point(r, item, table, "position", def->position);
    def->velocity = member_point(r, item, table, "velocity", def->velocity);
    def->angle = member_number(r, item, table, "angle", def->angle);
    def->angular_velocity =
        member_number(r, item, table, "angular_velocity", def->angular_velocity);
    motion m = {0.0, def->position, def->velocity, def->angle, def->angular_velocity};
    const node *times = node_get(item, "times");
    if (times != NULL && read_is_list(r, times, "times")) {
        for (uint32_t i = 0; i < times->count && reader_ok(r); i++) {
            read_time(s, r, times->items[i], target, moving, &m);
        }
    }
}

static void read_switch(wend_scenario *s, reader *r, const node *item) {
    const format_table *table = &format_switch;
    if (!member_check(r, item, table)) {
        return;
    }
    const node *name = node_get(item, "class");
    uint32_t obstacle_class = read_name(r, name, "obstacle class", &s->class_names);
    if (reader_ok(r) && obstacle_class == 0) {
        read_fail(r, name, WEND_ERROR_INVALID, "the class 'fixed' cannot be switched");
    }
    scenario_command *made = add_command(s, item, SCENARIO_SWITCH, obstacle_class);
    made->time = member_number(r, item, table, "at", 0.0);
    made->on = member_bool(r, item, table, "on", true);
}

static bool command_before(const void *left, const void *right) {
    return ((const scenario_command *)left)->time < ((const scenario_command *)right)->time;
}

/* Returns an upper bound on the number of commands: an item of `times` produces at most two. */
static uint32_t count_commands(const wend_scenario *s, const node *obstacles,
                               const node *switches) {
    uint32_t count = switches != NULL ? switches->count : 0;
    for (uint32_t i = 0; i < s->queue_count; i++) {
        const node *times = node_get(s->queues[i].at, "times");
        count += times != NULL && times->kind == NODE_LIST ? times->count : 0;
    }
    for (uint32_t i = 0; obstacles != NULL && i < obstacles->count; i++) {
        const node *times = node_get(obstacles->items[i], "times");
        count += times != NULL && times->kind == NODE_LIST ? 2 * times->count : 0;
    }
    return count;
}

void scenario_read_obstacles(wend_scenario *s, reader *r, const node *root) {
    const node *obstacles = node_get(root, "obstacles"), *switches = node_get(root, "switch");
    if ((obstacles != NULL && !read_is_list(r, obstacles, "obstacles")) ||
        (switches != NULL && !read_is_list(r, switches, "switch"))) {
        return;
    }
    uint32_t capacity = count_commands(s, obstacles, switches);
    s->commands = read_allocate(r, capacity, sizeof *s->commands);
    s->obstacle_count = obstacles != NULL ? obstacles->count : 0;
    s->obstacles = read_allocate(r, s->obstacle_count, sizeof *s->obstacles);
    for (uint32_t i = 0; i < s->obstacle_count && reader_ok(r); i++) {
        read_obstacle(s, r, obstacles->items[i], i);
    }
    for (uint32_t i = 0; switches != NULL && i < switches->count && reader_ok(r); i++) {
        read_switch(s, r, switches->items[i]);
    }
    for (uint32_t i = 0; i < s->queue_count && reader_ok(r); i++) {
        scenario_read_queue_times(s, r, i);
    }
    scenario_command *scratch = read_allocate(r, capacity, sizeof *scratch);
    if (reader_ok(r)) {
        sort_stable(s->commands, scratch, s->command_count, sizeof *scratch, command_before);
    }
}
