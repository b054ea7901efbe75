/* Reads the key `source` of a group: agents that enter one after another. */
#include "place/sample.h"
#include "scenario/fields.h"
#include "scenario/placing.h"
#include <math.h>

enum { PURPOSE_INTERVAL = 0x6b697406 };

double scenario_source_interval(const scenario_source *source, uint64_t seed, uint64_t first_key,
                                uint32_t index) {
    return sample_number(&source->interval, seed, first_key + index, PURPOSE_INTERVAL);
}

/* Counts the agents that are due up to a time. Returns `most + 1` if there are more than `most`. */
static uint32_t count_due(const wend_scenario *s, const scenario_source *source, uint64_t first_key,
                          double until, uint32_t most) {
    double time = source->from;
    uint32_t count = 0;
    while (time <= until && count <= most) {
        count++;
        time += scenario_source_interval(source, s->seed, first_key, count);
    }
    return count;
}

static void read_region(wend_scenario *s, reader *r, const node *value, scenario_source *source) {
    wend_point *corners = read_allocate(r, 2, sizeof *corners);
    if (corners != NULL) {
        placing_read_region(s, r, value, &format_source, corners, &source->region);
    }
}

void scenario_read_source(wend_scenario *s, reader *r, scenario_group *group) {
    const node *value = group->placement_at;
    const format_table *table = &format_source;
    if (!member_check(r, value, table)) {
        return;
    }
    scenario_source *source = &s->sources[s->source_count++];
    *source = (scenario_source){.group = (uint32_t)(group - s->groups)};
    read_region(s, r, value, source);
    source->from = member_number(r, value, table, "from", 0.0);
    source->interval = wend_constant(1.0 / member_number(r, value, table, "rate", 1.0));
    source->interval = member_sampled(r, value, table, "interval", source->interval);
    double until = member_number(r, value, table, "until", INFINITY);
    uint32_t most = (uint32_t)member_integer(r, value, table, "count", 0);
    if (reader_ok(r) && until < source->from) {
        read_fail(r, node_get(value, "until"), WEND_ERROR_INVALID,
                  "a source must end after it begins, at %.6g s", source->from);
    }
    if (!reader_ok(r)) {
        return;
    }
    uint32_t limit = most != 0 ? most : s->max_agents;
    uint32_t due = until == INFINITY ? limit : count_due(s, source, group->first_key, until, limit);
    group->count = most != 0 && due > most ? most : due;
}
