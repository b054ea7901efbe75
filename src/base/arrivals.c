/* The times at which agents of sources are due.
 *
 * The intervals of a Poisson process with rate r are independent and have an exponential
 * distribution: if u is uniform in [0, 1), -log(1 - u) / r is such an interval. */
#include "base/arrivals.h"

#include <wend/math.h>
#include <wend/random.h>

#include "base/sample.h"

enum { PURPOSE_INTERVAL = 0x6b697406 };

double arrivals_interval(const wend_source_def *def, uint64_t seed, uint64_t first_key,
                         uint64_t index) {
    switch (def->timing) {
    case WEND_SOURCE_RATE:
        return index == 0 ? 0.0 : 1.0 / def->rate;
    case WEND_SOURCE_POISSON: {
        double u = wend_random_uniform(seed, first_key + index, 0, PURPOSE_INTERVAL);
        return -wend_log(1.0 - u) / def->rate;
    }
    default:
        return index == 0
                   ? 0.0
                   : sample_number(&def->interval, seed, first_key + index, PURPOSE_INTERVAL);
    }
}

static uint32_t count_entries(const wend_source_def *def, uint32_t most) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < def->schedule_count; i++) {
        double time = def->schedule[i].time;
        count += time >= def->from && time <= def->until ? def->schedule[i].count : 0;
    }
    return count > most ? most + 1 : (uint32_t)count;
}

uint32_t arrivals_count(const wend_source_def *def, uint64_t seed, uint64_t first_key,
                        uint32_t most) {
    if (def->timing == WEND_SOURCE_SCHEDULE) {
        return count_entries(def, most);
    }
    double time = def->from + arrivals_interval(def, seed, first_key, 0);
    uint32_t count = 0;
    while (time <= def->until && count <= most) {
        count++;
        time += arrivals_interval(def, seed, first_key, count);
    }
    return count;
}
