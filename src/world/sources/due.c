/* When the agents of a source are due. The times depend only on the def, the seed and the keys.
 * They are summed up agent by agent, so the length of a step does not matter.
 *
 * Cost: O(1) per step, plus O(1) per agent that becomes due. */
#include <math.h>

#include "base/arrivals.h"
#include "world/sources/sources.h"

/* Returns the time of the first entry of a schedule, from entry `index` on, that is not before the
 * start of the source. */
static double next_entry(source_record *record) {
    const wend_source_def *def = &record->def;
    while (record->draws < def->schedule_count &&
           record->schedule[record->draws].time < def->from) {
        record->draws++;
    }
    return record->draws < def->schedule_count ? record->schedule[record->draws].time : INFINITY;
}

void source_begin(source_record *record, uint64_t seed) {
    const wend_source_def *def = &record->def;
    record->next = def->timing == WEND_SOURCE_SCHEDULE
                       ? next_entry(record)
                       : def->from + arrivals_interval(def, seed, def->first_key, 0);
}

void source_advance(source_record *record, double now, uint64_t seed) {
    const wend_source_def *def = &record->def;
    double end = def->until < now ? def->until : now;
    while (record->next <= end && record->arrived < def->count) {
        bool is_listed = def->timing == WEND_SOURCE_SCHEDULE;
        uint32_t more = is_listed ? record->schedule[record->draws].count : 1;
        uint32_t most = def->count - record->arrived;
        if (!def->disabled) {
            record->arrived += more < most ? more : most;
        }
        record->draws++;
        record->next =
            is_listed ? next_entry(record)
                      : record->next + arrivals_interval(def, seed, def->first_key, record->draws);
    }
}

void source_set_rate(source_record *record, double rate, double now) {
    double left = record->next - now;
    if (left > 0.0) {
        record->next = now + left * (record->def.rate / rate);
    }
    record->def.rate = rate;
}

uint32_t source_count_remaining(const source_record *record) {
    bool is_over = !(record->next <= record->def.until);
    return (is_over ? record->arrived : record->def.count) - record->entered;
}
