/* Runs a scene with other choices than ours, one row of a table for each. */
#ifndef PAPER_MIRAN_VARIANTS_H
#define PAPER_MIRAN_VARIANTS_H

#include "paper/miran/parts.h"
#include "paper/trials.h"

enum { VARIANT_TEXT_SIZE = 160 };

/* A choice: settings of the scenario, and a setting of each profile that follows with MIRAN. */
typedef struct variant {
    const char *name;
    const char *settings[3];    /* unused ones are NULL */
    const char *profile_suffix; /* such as "follow.d=5"; NULL if there is none */
    bool quick;                 /* also run in quick mode */
} variant;

extern const variant variants_common[], variants_road[];
extern const uint32_t variants_common_count, variants_road_count;
/* The profiles of mckenna.yaml. */
extern const char *const variant_sigmas[MIRAN_SIGMAS];

/* The number of variants that a run of the paper makes. */
uint32_t variants_count(const wend_paper_def *def, const variant *variants, uint32_t count);

/* The walks of one variant. */
typedef struct variant_result {
    const miran_walks *walks;
    const wend_space *space;
    const wend_space_def *space_def;
} variant_result;

/* A table with one row for each variant. */
typedef struct variant_table {
    const wend_paper_table *table;
    const char *scenario;
    uint32_t walks;
    const char *const *profiles; /* those that follow with MIRAN */
    wend_result (*add)(const variant_result *found, paper_claims *claims, paper_row *row);
    uint32_t profile_count; /* 0: as many as walks */
    paper_claims claims;
} variant_table;

/* Adds the rows of variants to a table. */
wend_result variants_run(wend_paper_call *call, variant_table *table, const variant *variants,
                         uint32_t count, bool *go_on, wend_error *error);
/* Adds the caption and the verdict. */
wend_result variants_judge(wend_paper_call *call, const variant_table *table, wend_error *error);
/* Both. */
wend_result variants_show(wend_paper_call *call, variant_table *table, const variant *variants,
                          uint32_t count, bool *go_on, wend_error *error);

#endif
