/* The rows of the comparison: each steering model of the registry with its default parameters, the
 * documented calibrations, and the presets. */
#ifndef PAPER_MODELS_SETUPS_H
#define PAPER_MODELS_SETUPS_H

#include <wend/kit.h>

enum { SETUP_NAME_SIZE = 48, SETUP_PROFILE_SIZE = 400, SETUP_MOST = 96, SETUP_REASON_SIZE = 200 };

/* What is compared: a profile of agents. */
typedef struct models_setup {
    char name[SETUP_NAME_SIZE];       /* name of the row */
    char profile[SETUP_PROFILE_SIZE]; /* keys of a scenario's profile */
    char steer[SETUP_NAME_SIZE];      /* name of the steering model, or "" for a preset */
    double speed_spread;              /* m/s: standard deviation of the preferred speeds */
    bool is_preset;  /* the profile is a preset, which decides the preferred speeds */
    bool calibrated; /* its parameters were chosen to match measurements */
    char reason[SETUP_REASON_SIZE]; /* why it cannot be measured; "" if it can */
} models_setup;

typedef struct models_setups {
    models_setup items[SETUP_MOST];
    uint32_t count;
} models_setups;

/* m: radius of the agents of models with default parameters */
#define SETUP_RADIUS 0.2

/* Lists the rows: first all models of the registry, then the calibrations, then the presets.
 * `steer` is NULL, or the steering models to list, separated by commas; presets are listed under
 * their own names. Fails with WEND_ERROR_NAME if one of them does not exist. */
wend_result models_list_setups(const wend_registry *registry, const char *steer, models_setups *out,
                               wend_error *error);

#endif
