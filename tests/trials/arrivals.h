/* Options and functions that the source files of the program `arrivals` share. */
#ifndef TRIALS_ARRIVALS_H
#define TRIALS_ARRIVALS_H

#include "support/kit/arrival_trial.h"
#include "support/kit/arrival_world.h"

enum { ARRIVALS_NAMES = 16, ARRIVALS_COUNTS = 4 };

typedef struct arrivals_options {
    arrival_kind kind;
    uint64_t first, last; /* range of seeds */
    uint32_t counts[ARRIVALS_COUNTS], count_count;
    const char *plans[ARRIVALS_NAMES], *follows[ARRIVALS_NAMES], *steers[ARRIVALS_NAMES];
    uint32_t plan_count, follow_count, steer_count;
    const char *settings[ARRIVAL_SETTINGS];
    uint32_t setting_count;
    uint32_t jobs;
    bool json, named, print;
    const char *directory; /* folder to which failing scenarios are written, or NULL */
} arrivals_options;

static inline uint32_t arrivals_model_count(const arrivals_options *options) {
    return options->plan_count * options->follow_count * options->steer_count;
}

static inline arrival_models arrivals_model(const arrivals_options *options, uint32_t model) {
    uint32_t steer = model % options->steer_count, rest = model / options->steer_count;
    return (arrival_models){options->plans[rest / options->follow_count],
                            options->follows[rest % options->follow_count], options->steers[steer],
                            options->settings, options->setting_count};
}

/* Returns the index of the outcome for a world, a number of agents and a combination of models. */
static inline size_t arrivals_outcome_index(const arrivals_options *options, uint32_t world,
                                            uint32_t count, uint32_t model) {
    return ((size_t)world * options->count_count + count) * arrivals_model_count(options) + model;
}

/* Prints the table of all outcomes. */
void arrivals_print(const arrivals_options *options, const arrival_outcome *outcomes);
/* Runs the fixed scenes with all combinations of models, and prints a table of the outcomes. */
void arrivals_run_named(const arrivals_options *options, const wend_registry *registry);

#endif
