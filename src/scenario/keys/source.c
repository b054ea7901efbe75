/* Reads the key `source` of a group: agents that enter during the run. */
#include "base/arrivals.h"
#include "scenario/fields.h"
#include "scenario/placing.h"
#include <math.h>

/* Reads the region in which agents enter. */
static void read_region(wend_scenario *s, reader *r, const node *value, wend_source_def *def) {
    wend_point *corners = read_allocate(r, 2, sizeof *corners);
    shape region;
    if (corners != NULL && placing_read_region(s, r, value, &format_source, corners, &region)) {
        def->shape = region.kind;
        def->points = region.points;
        def->point_count = region.count;
        def->radius = region.radius;
        def->angle = region.angle;
    }
}

/* Reads an entry [time, count] of a schedule, which must be later than the one before it. */
static wend_source_entry read_entry(reader *r, const node *item, const wend_source_entry *before) {
    wend_source_entry entry = {0.0, 0};
    if (item->kind != NODE_LIST || item->count != 2) {
        read_fail_wrong_type(r, item, "an entry of a schedule", "[time, number of agents]");
        return entry;
    }
    const format_key *row = format_row(&format_source, "schedule")->item->item;
    entry.time = member_number_of(r, item->items[0], row, "the time of an entry");
    entry.count = (uint32_t)read_integer(r, item->items[1], "the number of agents of an entry", 1,
                                         WEND_MAX_AGENTS);
    if (reader_ok(r) && before != NULL && entry.time <= before->time) {
        read_fail(r, item->items[0], WEND_ERROR_INVALID,
                  "the times of a schedule must be in ascending order; %.6g s follows %.6g s",
                  entry.time, before->time);
    }
    return entry;
}

static void read_schedule(reader *r, const node *list, wend_source_def *def) {
    if (!read_is_list(r, list, "schedule")) {
        return;
    }
    if (list->count == 0 || list->count > WEND_MAX_SOURCE_ENTRIES) {
        read_fail(r, list, WEND_ERROR_INVALID, "a schedule has %u entries; 1 to %d are possible",
                  list->count, WEND_MAX_SOURCE_ENTRIES);
    }
    wend_source_entry *entries = read_allocate(r, list->count, sizeof *entries);
    for (uint32_t i = 0; i < list->count && reader_ok(r); i++) {
        entries[i] = read_entry(r, list->items[i], i > 0 ? &entries[i - 1] : NULL);
    }
    def->schedule = entries;
    def->schedule_count = list->count;
}

/* Reads how the times of the agents follow each other. */
static void read_timing(reader *r, const node *value, wend_source_def *def) {
    const format_table *table = &format_source;
    if (node_get(value, "interval") != NULL) {
        def->timing = WEND_SOURCE_INTERVAL;
        def->interval = member_sampled(r, value, table, "interval", def->interval);
    } else if (node_get(value, "poisson") != NULL) {
        def->timing = WEND_SOURCE_POISSON;
        def->rate = member_number(r, value, table, "poisson", 1.0);
    } else if (node_get(value, "schedule") != NULL) {
        def->timing = WEND_SOURCE_SCHEDULE;
        read_schedule(r, node_get(value, "schedule"), def);
    } else {
        def->timing = WEND_SOURCE_RATE;
        def->rate = member_number(r, value, table, "rate", 1.0);
    }
}

void scenario_read_source(wend_scenario *s, reader *r, scenario_group *group) {
    const node *value = group->placement_at;
    const format_table *table = &format_source;
    if (!member_check(r, value, table)) {
        return;
    }
    scenario_source *source = &s->sources[s->source_count++];
    *source = (scenario_source){(uint32_t)(group - s->groups), wend_default_source_def()};
    wend_source_def *def = &source->def;
    read_region(s, r, value, def);
    def->from = member_number(r, value, table, "from", 0.0);
    read_timing(r, value, def);
    def->until = member_number(r, value, table, "until", INFINITY);
    uint32_t most = (uint32_t)member_integer(r, value, table, "count", 0);
    if (reader_ok(r) && def->until < def->from) {
        read_fail(r, node_get(value, "until"), WEND_ERROR_INVALID,
                  "a source must end after it begins, at %.6g s", def->from);
    }
    if (!reader_ok(r)) {
        return;
    }
    uint32_t limit = most != 0 ? most : s->max_agents;
    bool is_endless = def->until == (double)INFINITY && def->timing != WEND_SOURCE_SCHEDULE;
    uint32_t due = is_endless ? limit : arrivals_count(def, s->seed, group->first_key, limit);
    group->count = most != 0 && due > most ? most : due;
}
