/* wend/paper.h: reproductions of publications (library wend-kit). wend/kit.h includes this header.
 *
 * A paper runs the experiments of a publication. Its result holds tables of measured and published
 * values, each with a caption and a verdict, and the files of its figures. */
#ifndef WEND_PAPER_H
#define WEND_PAPER_H

#include <signal.h>
#include <stdio.h>
#include <wend/base.h>
#include <wend/entry.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Defined in wend/kit.h. */
typedef struct wend_frame wend_frame;
typedef struct wend_recording wend_recording;
typedef struct wend_summary wend_summary;

/* A run of a paper, passed to wend_paper.run. */
typedef struct wend_paper_call wend_paper_call;

/* A paper reproduces a publication: it makes the runs for each table and figure, and compares the
 * measured values with the published ones. Register it as WEND_KIND_PAPER. */
typedef struct wend_paper {
    wend_entry entry; /* entry.citation is the publication */
    wend_result (*run)(wend_paper_call *call, wend_error *error);
    /* NULL, or a NULL-terminated list of at most 8 settings (wend_scenario_def.settings) that all
     * trials need in order to match the publication. */
    const char *const *settings;
} wend_paper;

/* One value of a table or figure. */
typedef struct wend_paper_value {
    const char *table;  /* such as "Table 2" or "Fig 6" */
    const char *row;    /* such as "16 Blocks" */
    const char *column; /* such as "dt 0.01 s" */
    const char *unit;
    double published; /* the published value; NAN if there is none */
    double measured;  /* the measured value; NAN if there is none */
    const char *text; /* text instead of numbers, such as a verdict; or NULL */
} wend_paper_value;

/* How the values of a table compare with what the publication states. */
typedef enum wend_verdict {
    WEND_VERDICT_OPEN,         /* the values do not allow a judgement */
    WEND_VERDICT_CONFIRMED,    /* the statements of the publication hold */
    WEND_VERDICT_BETTER,       /* they hold, and by more than published */
    WEND_VERDICT_NOT_CONFIRMED /* at least one of them does not hold */
} wend_verdict;

/* Explains a column of a table. A '*' in the name stands for any text, so that one explanation can
 * cover several columns. */
typedef struct wend_paper_column {
    const char *name;
    const char *meaning;
} wend_paper_column;

/* What a reader of a table needs besides its values. */
typedef struct wend_paper_table {
    const char *name;    /* as in wend_paper_value.table */
    const char *caption; /* what was measured, and which parts of the setup are not published */
    const wend_paper_column *columns;
    uint32_t column_count;
    wend_verdict verdict;
    const char *reason; /* the values from which the verdict follows */
    bool noisy;         /* true: the table holds times, which depend on the machine and its load */
} wend_paper_table;

/* The definition of a run of a paper. */
typedef struct wend_paper_def {
    uint32_t size;                 /* set by wend_default_paper_def */
    const wend_paper *paper;       /* required */
    const wend_registry *registry; /* required; must contain the kit's entries */
    const char *scenarios;         /* required: the folder with the scenarios of papers */
    const char *directory;         /* an existing folder for pictures; NULL: no pictures are made */
    bool quick;                    /* true: fewer seeds and shorter runs, for a preview */
    uint32_t threads;              /* 1 to 256; timed trials use only one thread */
    void (*progress)(void *user, double done); /* receives the fraction done, 0 to 1; may be NULL */
    void *user;
    const volatile sig_atomic_t *cancel; /* set `*cancel` to nonzero to stop; may be NULL */
    wend_allocator allocator;            /* if zeroed, the C heap is used */
    /* NULL, or the rows to measure, separated by commas: steering models, or calibrations of the
     * paper. Only papers that compare models use it. */
    const char *steer;
    double dt; /* s: duration of a step, 0.01 to 0.1; 0: the paper's own. As for `steer` */
} wend_paper_def;

/* Writes the defaults of wend_default_paper_def to a def of `size` bytes. */
WEND_API void wend_paper_def_init(wend_paper_def *def, size_t size);
/* Returns a def for one thread. The caller must fill in paper, registry and scenarios. */
static inline wend_paper_def wend_default_paper_def(void) {
    wend_paper_def def;
    wend_paper_def_init(&def, sizeof def);
    return def;
}

/* The values and files of a run of a paper. */
typedef struct wend_paper_result wend_paper_result;

/* Runs the reproduction of a paper; the caller owns the result. Cancelling is not a failure: the
 * result then holds the values found so far. */
WEND_API wend_result wend_paper_run(const wend_paper_def *def, wend_paper_result **out,
                                    wend_error *error);
/* Destroys a result. NULL is allowed. */
WEND_API void wend_paper_result_destroy(wend_paper_result *result);
/* True if the run was cancelled. */
WEND_API bool wend_paper_result_cancelled(const wend_paper_result *result);
/* Returns the number of values. */
WEND_API uint32_t wend_paper_value_count(const wend_paper_result *result);
/* Returns value `index`, in the order in which the values were added. Valid as long as the result.
 */
WEND_API wend_paper_value wend_paper_value_at(const wend_paper_result *result, uint32_t index);
/* Returns the number of tables that have a caption and a verdict. */
WEND_API uint32_t wend_paper_table_count(const wend_paper_result *result);
/* Returns table `index`, in the order in which the tables were added. Valid as long as the result.
 */
WEND_API wend_paper_table wend_paper_table_at(const wend_paper_result *result, uint32_t index);
/* Finds the caption and verdict of a table by its name. Returns false if it has none. */
WEND_API bool wend_paper_find_table(const wend_paper_result *result, const char *name,
                                    wend_paper_table *out);
/* Returns the text of a verdict, such as "not confirmed". */
WEND_API const char *wend_verdict_text(wend_verdict verdict);
/* Prints all tables as text of at most 100 columns, each with its caption, the meaning of its
 * columns and its verdict. A cell holds the measured value, and the published one in brackets. */
WEND_API void wend_paper_print(const wend_paper_result *result, FILE *stream);
/* Returns the number of files that were written. */
WEND_API uint32_t wend_paper_file_count(const wend_paper_result *result);
/* Returns the path of file `index`. Valid as long as the result. */
WEND_API const char *wend_paper_file_at(const wend_paper_result *result, uint32_t index);

/* The following functions are to be called from a descriptor's wend_paper.run. */

/* Returns the def that was passed to wend_paper_run. Valid during the call. */
WEND_API const wend_paper_def *wend_paper_call_def(const wend_paper_call *call);
/* Returns the paper's wend_entry.user. */
WEND_API void *wend_paper_call_user(const wend_paper_call *call);
/* Sets the expected number of trials, from which the progress is computed. */
WEND_API void wend_paper_set_trial_count(wend_paper_call *call, uint32_t trials);
/* Adds a value to the result; its strings are copied. Fails with WEND_ERROR_MEMORY. */
WEND_API wend_result wend_paper_add(wend_paper_call *call, const wend_paper_value *value,
                                    wend_error *error);
/* Adds the caption and the verdict of a table; strings are copied. Fails with WEND_ERROR_MEMORY. */
WEND_API wend_result wend_paper_add_table(wend_paper_call *call, const wend_paper_table *table,
                                          wend_error *error);
/* Adds a file to the files of the result, and returns the path at which the caller must write it:
 * "PAPER-NAME" in the folder, where PAPER is the name of the paper with '-' for '_'. Returns NULL
 * if no files are wanted, the run was cancelled, or memory is exhausted. The path is valid as long
 * as the call. */
WEND_API const char *wend_paper_add_file(wend_paper_call *call, const char *name);

/* Counts a trial that the paper has made without wend_paper_run_trial, and reports the progress.
 * Returns false if the run was cancelled; wend_paper.run must then return WEND_OK immediately. Only
 * one thread may call it at a time. */
WEND_API bool wend_paper_count_trial(wend_paper_call *call);

/* The definition of one run of a scenario. */
typedef struct wend_paper_trial {
    const char *scenario; /* a file in the folder of scenarios, such as "way-portals/castle.yaml" */
    const char *plan, *follow, *steer; /* NULL: as in the scenario */
    const char *const *settings;       /* as in wend_scenario_def.settings */
    uint32_t setting_count;
    bool timed;         /* true: run on one thread, because the trial measures time */
    const char *output; /* a path returned by wend_paper_add_file, or NULL */
    double output_fps;  /* frames per second of the output; 0: the default of a run */
    wend_result (*observe)(void *observer, const wend_recording *recording, const wend_frame *frame,
                           wend_error *error);
    void *observer;
} wend_paper_trial;

/* Runs a trial; the caller owns the summary. If the run is cancelled, the function returns WEND_OK
 * and sets the summary to NULL; wend_paper.run must then return WEND_OK immediately. */
WEND_API wend_result wend_paper_run_trial(wend_paper_call *call, const wend_paper_trial *trial,
                                          wend_summary **out, wend_error *error);

#ifdef __cplusplus
}
#endif

#endif
