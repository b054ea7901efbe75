/* Helpers that the reproductions of papers share. They run the parts of a reproduction, look up
 * values of a run, fill tables, and draw pictures of one steering decision. */
#ifndef PAPER_TRIALS_H
#define PAPER_TRIALS_H

#include <wend/kit.h>

/* Returns a value of a run by its name, or NAN if there is none. */
double paper_find_number(const wend_summary *summary, const char *name);

/* A part of a reproduction. `count` returns the number of trials, and `run` runs them. If the
 * reproduction is cancelled, `run` returns WEND_OK. */
typedef struct paper_part {
    uint32_t (*count)(const wend_paper_def *);
    wend_result (*run)(wend_paper_call *, wend_error *);
} paper_part;

/* Runs the parts one after the other. */
wend_result paper_run_parts(wend_paper_call *call, const paper_part *parts, int count,
                            wend_error *error);

/* A row of a table that is being filled. After a failure, nothing more is added to it. */
typedef struct paper_row {
    wend_paper_call *call;
    const char *table, *row;
    wend_error *error;
    wend_result result;
} paper_row;

/* Adds a value to the row. `theirs` is the published value, or NAN if the paper gives none. */
void paper_add_number(paper_row *row, const char *column, const char *unit, double theirs,
                      double ours);
/* Adds a remark to the row, as text. */
void paper_add_remark(paper_row *row, const char *column, const char *words);

/* A figure that shows one steering decision of an agent in a scenario. */
typedef struct paper_choice {
    const char *scenario; /* file name, relative to the folder of scenarios */
    const char *steer;    /* steering model; NULL for the one in the scenario */
    const char *setting;  /* an additional setting, or NULL */
    uint64_t key;         /* key of the agent */
    double time;          /* s, time of the decision */
    const char *file;     /* file name of the figure */
    double extent;        /* m from the agent to the edge of the ground; 0: automatic */
} paper_choice;

/* Draws the figure, if figures are requested. */
wend_result paper_draw_choice(wend_paper_call *call, const paper_choice *choice, wend_error *error);

#endif
