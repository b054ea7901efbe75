/* The runs of the comparison: which there are, and running them on several threads. */
#ifndef PAPER_MODELS_JOBS_H
#define PAPER_MODELS_JOBS_H

#include "paper/models/exits.h"
#include "paper/models/ring.h"

/* The measurements. */
typedef enum models_kind {
    MODELS_BOTTLENECK, /* flow through a passage of 1 m, by its width */
    MODELS_LONG,       /* the same for a passage of 3 m: not used for calibration */
    MODELS_CORNER,     /* the same for a passage of 3 m, a right angle, and 3 m more */
    MODELS_DOOR,       /* time to leave by a door of 1 m, by the number of people */
    MODELS_CORRIDOR,   /* speed in a corridor of 3 m, by density */
    MODELS_FILE,       /* speed in a single file, by density */
    MODELS_TWO_WAY,    /* speed and lanes in a two-way corridor of 3.6 m, by density */
    MODELS_KINDS
} models_kind;

/* The values of a measurement's variable: widths (m), numbers of people, or densities. */
typedef struct models_places {
    const double *at;
    uint32_t count, seeds;
} models_places;

typedef struct models_job {
    models_kind kind;
    uint32_t setup, place, seed;
    wend_result result;
    wend_error error;
    union {
        exit_outcome exit;
        ring_outcome ring;
    } outcome;
} models_job;

typedef struct models_jobs {
    const wend_paper_def *def;
    memory heap;
    models_setups *setups;
    models_places places[MODELS_KINDS];
    double dt; /* s */
    models_job *items;
    uint32_t count;
    bool cancelled;
} models_jobs;

/* s: duration of a step, unless wend_paper_def.dt gives another one */
#define MODELS_DT 0.05
/* m: widths of corridors. A single file is too narrow for two people side by side. */
#define MODELS_CORRIDOR_WIDTH 3.0
#define MODELS_FILE_PLAY      0.02 /* beyond the diameter of the agents */
#define MODELS_TWO_WAY_WIDTH  3.6
/* m: widths and lengths of passages */
#define MODELS_LONG_LENGTH 3.0
#define MODELS_DOOR_WIDTH  1.0

/* Lists the jobs of a reproduction. `jobs` must be freed, even after a failure. */
wend_result models_jobs_make(models_jobs *jobs, const wend_paper_def *def, wend_error *error);
void models_jobs_free(models_jobs *jobs);

/* Runs all jobs on the threads of the reproduction. A job that fails keeps its error, and the
 * others go on; only a lack of memory is a failure. Counts each job as a trial of `call`, unless
 * that is NULL. */
wend_result models_jobs_run(models_jobs *jobs, wend_paper_call *call, wend_error *error);

/* Reads a figure of a finished job. */
typedef double models_figure(const models_job *job);

/* Returns the mean of a figure over the seeds of a setup and a place, without those that are NAN;
 * NAN if there are none. */
double models_mean(const models_jobs *jobs, models_kind kind, uint32_t setup, uint32_t place,
                   models_figure *figure);
/* Returns the sum, the smallest and the largest of a figure over all places and seeds of a setup.
 * Jobs that failed or have no figure do not count. */
typedef struct models_range {
    double sum, low, high; /* low and high are NAN if count is 0 */
    uint32_t count;
} models_range;
models_range models_range_of(const models_jobs *jobs, models_kind kind, uint32_t setup,
                             models_figure *figure);
/* Returns the message of the first job of a setup that failed, or NULL if none did. */
const char *models_failure(const models_jobs *jobs, models_kind kind, uint32_t setup);

#endif
