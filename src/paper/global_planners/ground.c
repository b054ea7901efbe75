/* Scenarios, maps and random queries that the parts share. */
#define _POSIX_C_SOURCE 200809L
#include "base/error.h"
#include "base/sort.h"
#include "paper/global_planners/parts.h"
#include <math.h>
#include <stdio.h>
#include <time.h>
#include <wend/random.h>

enum { SEED = 2017, MOST_SAMPLES = 10000, FOR_X = 1, FOR_Y };

wend_result planners_load(const wend_paper_def *paper, const planners_setup *setup,
                          wend_scenario **out, wend_error *error) {
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/%s", paper->scenarios, setup->scenario);
    if (length < 0 || (size_t)length >= sizeof path) {
        return error_set(error, WEND_ERROR_LIMIT, "the path of the scenarios is too long");
    }
    wend_scenario_def def = wend_default_scenario_def();
    def.path = path;
    def.registry = paper->registry;
    def.allocator = paper->allocator;
    def.settings = setup->settings;
    while (def.setting_count < PLANNERS_SETTINGS && setup->settings[def.setting_count] != NULL) {
        def.setting_count++;
    }
    return wend_scenario_load(&def, out, error);
}

wend_result planners_build(const wend_paper_def *paper, const wend_scenario *scenario,
                           const char *kind, double radius, uint32_t rounds, wend_map **out,
                           double *seconds, wend_error *error) {
    wend_map_def def = wend_default_map_def();
    def.scenario = scenario;
    def.kind = kind;
    def.radii = &radius;
    def.radius_count = 1;
    def.allocator = paper->allocator;
    *out = NULL;
    *seconds = INFINITY;
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < rounds && result == WEND_OK; i++) {
        wend_map_release(*out);
        *out = NULL;
        double begin = planners_now();
        result = wend_scenario_build_map(&def, out, error);
        *seconds = fmin(*seconds, planners_now() - begin);
    }
    return result;
}

static bool has_room(const wend_space *space, wend_location at, double room) {
    return wend_space_is_walkable(space, at, WEND_ALL_CLASSES) &&
           (double)wend_space_clearance(space, at, (float)room + 1.0F, WEND_ALL_CLASSES) >= room;
}

static wend_location sample_location(const wend_space *space, uint64_t key, double room) {
    wend_vec2 low = {0.0F, 0.0F}, high = {0.0F, 0.0F};
    wend_space_bounds(space, &low, &high);
    wend_location at = {low, 0};
    for (uint64_t i = 0; i < MOST_SAMPLES; i++) {
        double x = wend_random_uniform(SEED, key, i, FOR_X);
        double y = wend_random_uniform(SEED, key, i, FOR_Y);
        at.position.x = (float)((double)low.x + x * ((double)high.x - (double)low.x));
        at.position.y = (float)((double)low.y + y * ((double)high.y - (double)low.y));
        if (has_room(space, at, room)) {
            break;
        }
    }
    return at;
}

planners_query planners_sample(const wend_space *space, uint64_t number, double room) {
    return (planners_query){sample_location(space, 2 * number, room),
                            sample_location(space, 2 * number + 1, room)};
}

double planners_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

bool planners_cancelled(const wend_paper_call *call) {
    const wend_paper_def *def = wend_paper_call_def(call);
    return def->cancel != NULL && *def->cancel != 0;
}

static bool is_less(const void *left, const void *right) {
    return *(const double *)left < *(const double *)right;
}

double planners_median(double *values, uint32_t count) {
    memory heap;
    memory_init(&heap, NULL);
    if (count == 0 || !sort_stable_with(&heap, values, count, sizeof *values, is_less)) {
        return NAN;
    }
    return (values[(count - 1) / 2] + values[count / 2]) / 2.0;
}

uint32_t planners_count_none(const wend_paper_def *def) {
    (void)def;
    return 0;
}
