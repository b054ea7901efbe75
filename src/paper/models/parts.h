/* Internals of the comparison of steering models: the functions for its tables and charts. */
#ifndef PAPER_MODELS_PARTS_H
#define PAPER_MODELS_PARTS_H

#include "paper/models/jobs.h"

/* Add the tables of a measurement, and its charts. All jobs have run. */
wend_result models_add_flows(wend_paper_call *call, const models_jobs *jobs, wend_error *error);
wend_result models_add_speeds(wend_paper_call *call, const models_jobs *jobs, wend_error *error);
wend_result models_add_lanes(wend_paper_call *call, const models_jobs *jobs, wend_error *error);
wend_result models_add_long(wend_paper_call *call, const models_jobs *jobs, wend_error *error);
wend_result models_add_doors(wend_paper_call *call, const models_jobs *jobs, wend_error *error);

/* Makes the trials of the ground that force models use, and adds their table. */
uint32_t models_count_ground(const models_jobs *jobs);
wend_result models_add_ground(wend_paper_call *call, const models_jobs *jobs, wend_error *error);

#endif
