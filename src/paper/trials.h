/* What the reproductions of papers share: figures of a run, values of tables, one choice drawn. */
#ifndef PAPER_TRIALS_H
#define PAPER_TRIALS_H

#include <wend/kit.h>

/* A figure of a run by its name; NAN if there is none. */
double paper_number(const wend_summary *summary, const char *name);

/* A part of a reproduction: how many trials it takes, and the part itself. One that was cancelled
 * gives WEND_OK. */
typedef struct paper_part {
    uint32_t (*count)(const wend_paper_def *);
    wend_result (*run)(wend_paper_call *, wend_error *);
} paper_part;

/* Runs them one after the other. */
wend_result paper_run_parts(wend_paper_call *call, const paper_part *parts, int count,
                            wend_error *error);

/* The row of a table that is being filled. After a failure nothing more is put. */
typedef struct paper_row {
    wend_paper_call *call;
    const char *table, *row;
    wend_error *error;
    wend_result result;
} paper_row;

/* Puts a value; `theirs` is NAN where they give none. */
void paper_put(paper_row *row, const char *column, const char *unit, double theirs, double ours);
/* Puts what is to be said in words. */
void paper_say(paper_row *row, const char *column, const char *words);

/* One choice of an agent in a scenario, as a figure. */
typedef struct paper_choice {
    const char *scenario; /* a file in the folder of scenarios */
    const char *steer;    /* NULL: as the scenario says */
    const char *setting;  /* one more setting, or NULL */
    uint64_t key;         /* the agent's */
    double time;          /* s */
    const char *file;     /* the name of the figure */
} paper_choice;

/* Draws it, if figures are to be made. */
wend_result paper_draw_choice(wend_paper_call *call, const paper_choice *choice, wend_error *error);

#endif
