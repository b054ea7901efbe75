/* A progress bar on a terminal. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <wend/kit.h>

typedef struct progress_bar {
    double last_drawn; /* elapsed time, s */
    double begun;      /* s, where the work does not tell its elapsed time */
    bool drawn;
} progress_bar;

/* Whether standard error is a terminal. */
bool progress_wanted(void);
/* For wend_run_def.progress; `user` is a progress_bar. */
void progress_show(void *user, const wend_progress *progress);
/* For wend_convert_def.progress; `user` is a progress_bar. */
void progress_show_share(void *user, double done);
/* Wipes the bar. */
void progress_end(progress_bar *bar);

#endif
