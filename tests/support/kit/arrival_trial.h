/* One run of the arrival trial. Finds whether each agent arrives by its limit, and how deep agents
 * overlap each other and walls, from the states and events of the run only. */
#ifndef SUPPORT_KIT_ARRIVAL_TRIAL_H
#define SUPPORT_KIT_ARRIVAL_TRIAL_H

#include <wend/kit.h>

#include "support/kit/arrival_world.h"

/* The models of a run. NULL or "default": those of the scenario. Otherwise a name, or a name with
 * parameters: "corridor:control=shortest". */
typedef struct arrival_models {
    const char *plan, *follow, *steer;
    const char *const *settings; /* of the scenario, as in `wend run --set`: "time.dt=0.05" */
    uint32_t setting_count;      /* at most ARRIVAL_SETTINGS */
} arrival_models;

enum { ARRIVAL_SETTINGS = 8 };

typedef enum arrival_status {
    ARRIVAL_NOT_RUN, /* not started, or ended by a signal */
    ARRIVAL_REFUSED, /* before its first step: the models do not fit each other */
    ARRIVAL_FAILED,  /* the run stopped with an error */
    ARRIVAL_RAN
} arrival_status;

typedef struct arrival_outcome {
    arrival_status status;
    uint32_t agents;
    uint32_t in_time; /* agents that arrived by their limit */
    double overlap; /* of two agents after the first second, as a share of the sum of their radii */
    double overlap_m;    /* m: the same */
    double wall_overlap; /* m: growth of an agent's overlap with walls beyond its first one */
    double worst;        /* latest arrival as a share of the limit; above 1: too late */
    double last_arrival; /* s */
    int64_t rescues;     /* -1: not in the summary */
    char message[160];   /* if it did not run */
} arrival_outcome;

/* Runs a scenario until all agents have arrived or none can still arrive in time. limits[i] (s)
 * belongs to the agent with key i + 1. */
arrival_outcome arrival_run(const wend_registry *registry, const char *text,
                            const arrival_models *models, const double *limits, uint32_t count);

/* Does the same for the first agents of a world. */
arrival_outcome arrival_run_world(const wend_registry *registry, const arrival_world *world,
                                  uint32_t agent_count, const arrival_models *models);

#endif
