/* Reads the key `queues`, and the names of queues elsewhere. Goals, queues and goal sets refer to
 * each other by name, so the names of queues are read before all of them. */
#include <string.h>

#include "base/text.h"
#include "scenario/fields.h"
#include "scenario/scenario.h"

void scenario_read_queue_names(wend_scenario *s, reader *r, const node *root) {
    const node *queues = node_get(root, "queues");
    uint32_t count = queues != NULL && read_is_mapping(r, queues, "queues") ? queues->count : 0;
    read_names_init(r, &s->queue_names, count);
    for (uint32_t i = 0; i < count && reader_ok(r); i++) {
        read_names_add(&s->queue_names, queues->members[i].key);
    }
    read_names_sort(r, &s->queue_names);
}

uint32_t scenario_read_goal_or_queue(wend_scenario *s, reader *r, const node *value) {
    const char *name = value->kind == NODE_SCALAR ? value->text : "";
    uint32_t queue = read_names_find(&s->queue_names, name);
    return reader_ok(r) && queue != UINT32_MAX ? SCENARIO_QUEUE | queue
                                               : read_name(r, value, "goal", &s->goal_names);
}

/* ---- One queue ------------------------------------------------------------------------------- */

/* Reads where released agents go: the name of a goal, a queue or a goal set. */
static void read_then(wend_scenario *s, reader *r, const node *value, scenario_queue *out) {
    if (value == NULL) {
        return;
    }
    const char *name = read_text(r, value, "then");
    out->then_set = read_names_find(&s->goal_set_names, name);
    if (reader_ok(r) && out->then_set == UINT32_MAX) {
        out->then_goal = scenario_read_goal_or_queue(s, r, value);
    }
}

static void read_queue(wend_scenario *s, reader *r, const node_member *item, scenario_queue *out) {
    const format_table *table = &format_queue;
    const node *value = item->value;
    *out = (scenario_queue){.at = value, .then_goal = WEND_NONE, .then_set = WEND_NONE};
    if (!member_check(r, value, table)) {
        return;
    }
    wend_queue_def *def = &out->def;
    *def = wend_default_queue_def();
    def->name = item->key;
    def->place_count = member_points(r, value, table, "places", &def->places);
    def->line_count = member_points(r, value, table, "line", &def->line);
    def->area_count = member_points(r, value, table, "area", &def->area);
    bool is_area = def->place_count == 0 && def->line_count == 0;
    def->kind = (wend_queue_kind)member_choice(r, value, table, "kind",
                                               is_area ? WEND_QUEUE_AREA : WEND_QUEUE_LINE);
    def->spacing = member_number(r, value, table, "spacing", def->spacing);
    def->layer = scenario_read_layer(s, r, value);
    def->radius = member_number(r, value, table, "radius", 0.0);
    def->capacity = (uint32_t)member_integer(r, value, table, "capacity", 0);
    def->service = member_sampled(r, value, table, "service", def->service);
    def->servers = (uint32_t)member_integer(r, value, table, "servers", def->servers);
    def->join_distance = member_number(r, value, table, "join_distance", def->join_distance);
    def->tolerance = member_number(r, value, table, "tolerance", def->tolerance);
    def->random = member_choice(r, value, table, "order", 0) == 1;
    read_then(s, r, node_get(value, "then"), out);
}

void scenario_read_queues(wend_scenario *s, reader *r, const node *root) {
    const node *queues = node_get(root, "queues");
    uint32_t count = s->queue_names.count;
    s->queues = read_allocate(r, count, sizeof *s->queues);
    for (uint32_t i = 0; i < count && reader_ok(r); i++) {
        const node_member *item = &queues->members[i];
        if (read_names_find(&s->goal_names, item->key) != UINT32_MAX) {
            read_fail(r, item->value, WEND_ERROR_NAME, "'%.60s' is the name of a goal, too",
                      item->key);
        }
        read_queue(s, r, item, &s->queues[s->queue_count++]);
    }
}

void scenario_read_queue_times(wend_scenario *s, reader *r, uint32_t index) {
    const format_table *table = &format_queue_time;
    const node *times = node_get(s->queues[index].at, "times");
    if (times == NULL || !read_is_list(r, times, "times")) {
        return;
    }
    for (uint32_t i = 0; i < times->count && reader_ok(r); i++) {
        const node *item = times->items[i];
        if (member_check(r, item, table)) {
            s->commands[s->command_count++] = (scenario_command){
                .at = item,
                .kind = SCENARIO_RELEASE,
                .time = member_number(r, item, table, "at", 0.0),
                .target = index,
                .count = (uint32_t)member_integer(r, item, table, "release", UINT32_MAX)};
        }
    }
}

/* ---- Faults ---------------------------------------------------------------------------------- */

/* Returns the largest radius (m) of the agents of a scenario. */
static double largest_radius(const wend_scenario *s) {
    double largest = 0.0;
    for (uint32_t i = 0; i < s->group_count; i++) {
        double radius = scenario_largest(&s->profiles[s->groups[i].profile].def.radius);
        largest = radius > largest ? radius : largest;
    }
    return largest > 0.0 ? largest : 0.25;
}

wend_queue_def scenario_queue_def(const wend_scenario *s, uint32_t index) {
    wend_queue_def def = s->queues[index].def;
    def.radius = def.radius > 0.0 ? def.radius : largest_radius(s);
    return def;
}

const node *scenario_find_queue_fault(const scenario_queue *queue, const char *message) {
    const char *const keys[] = {"places", "line", "area"};
    const char *word = strstr(message, ": place ");
    const node *found = queue->at;
    for (size_t i = 0; i < 3 && found == queue->at; i++) {
        const node *value = node_get(queue->at, keys[i]);
        found = value != NULL ? value : found;
    }
    int64_t index = -1;
    char digits[12] = "";
    if (word != NULL) {
        word += strlen(": place ");
        size_t length = strspn(word, "0123456789");
        if (length < sizeof digits) {
            memcpy(digits, word, length);
        }
    }
    bool listed = found->kind == NODE_LIST && queue->def.place_count > 0 &&
                  text_parse_int64(digits, &index) && index >= 0 && index < found->count;
    return listed ? found->items[index] : found;
}
