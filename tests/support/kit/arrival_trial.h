/* One run of the arrival trial: does each agent arrive by its limit, and how deep do agents overlap
 * each other and walls? Everything is read from the states and events of the run. */
#ifndef SUPPORT_KIT_ARRIVAL_TRIAL_H
#define SUPPORT_KIT_ARRIVAL_TRIAL_H

#include <wend/kit.h>

#include "support/kit/arrival_world.h"

/* NULL or "default": as the scenario says. Else a name, or a name with parameters:
 * "corridor:control=shortest". */
typedef struct arrival_models {
    const char *plan, *follow, *steer;
    const char *const *settings; /* of the scenario, as in `wend run --set`: "time.dt=0.05" */
    uint32_t setting_count;      /* ARRIVAL_SETTINGS at most */
} arrival_models;

enum { ARRIVAL_SETTINGS = 8 };

typedef enum arrival_status {
    ARRIVAL_NOT_RUN, /* or it was ended by a signal */
    ARRIVAL_REFUSED, /* before its first step: models that do not fit together */
    ARRIVAL_FAILED,  /* the run broke off */
    ARRIVAL_RAN
} arrival_status;

typedef struct arrival_outcome {
    arrival_status status;
    uint32_t agents;
    uint32_t in_time; /* agents that arrived by their limit */
    double overlap;   /* of two agents after the first second, as a share of their radii's sum */
    double overlap_m; /* m: the same */
    double
        wall_overlap; /* m: by how much an agent's overlap with walls grew beyond its first one */
    double worst;     /* largest time of arrival as a share of the limit; above 1: too late */
    double last_arrival; /* s */
    int64_t rescues;     /* -1: the summary has no such figure */
    char message[160];   /* unless it ran */
} arrival_outcome;

/* Runs a scenario until all have arrived or no agent can arrive in time. limits[i] (s) belongs to
 * the agent of key i + 1. */
arrival_outcome arrival_try(const wend_registry *registry, const char *text,
                            const arrival_models *models, const double *limits, uint32_t count);

/* The same for the first agents of a world. */
arrival_outcome arrival_try_world(const wend_registry *registry, const arrival_world *world,
                                  uint32_t agent_count, const arrival_models *models);

#endif
