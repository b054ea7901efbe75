/* One run of the arrival trial. It finds whether each agent arrives within its time limit, and how
 * deeply agents overlap each other and walls. It uses only the states and events of the run. */
#ifndef SUPPORT_KIT_ARRIVAL_TRIAL_H
#define SUPPORT_KIT_ARRIVAL_TRIAL_H

#include <wend/kit.h>

#include "support/kit/arrival_world.h"

/* The models of a run. NULL or "default" means the models of the scenario. Otherwise each is a
 * name, or a name with parameters, such as "corridor:control=shortest". */
typedef struct arrival_models {
    const char *plan, *follow, *steer;
    /* Settings of the scenario, as for `wend run --set`, such as "time.dt=0.05". */
    const char *const *settings;
    uint32_t setting_count; /* at most ARRIVAL_SETTINGS */
} arrival_models;

enum { ARRIVAL_SETTINGS = 8 };

typedef enum arrival_status {
    ARRIVAL_NOT_RUN, /* the run was not started, or was ended by a signal */
    ARRIVAL_REFUSED, /* refused before the first step, because the models are not compatible */
    ARRIVAL_FAILED,  /* the run stopped with an error */
    ARRIVAL_RAN
} arrival_status;

typedef struct arrival_outcome {
    arrival_status status;
    uint32_t agents;
    uint32_t in_time; /* number of agents that arrived within their time limit */
    double overlap;   /* largest overlap of two agents after the first second, as a fraction of the
                         sum of their radii */
    double overlap_m; /* m: the same overlap as a length */
    double wall_overlap; /* m: largest growth of an agent's overlap with walls since its start */
    /* The largest ratio of an agent's arrival time to its time limit; above 1: too late. */
    double worst;
    double last_arrival; /* s: time of the last arrival */
    int64_t rescues;     /* number of rescues; -1: not in the summary */
    char message[160];   /* the error message, if the run was refused or failed */
} arrival_outcome;

/* Runs a scenario until all agents have arrived, or until none of the others can arrive in time.
 * limits[i] is the time limit, in s, of the agent with key i + 1. */
arrival_outcome arrival_run(const wend_registry *registry, const char *text,
                            const arrival_models *models, const double *limits, uint32_t count);

/* Like arrival_run, but runs a world of the arrival trial with its first `agent_count` agents. */
arrival_outcome arrival_run_world(const wend_registry *registry, const arrival_world *world,
                                  uint32_t agent_count, const arrival_models *models);

#endif
