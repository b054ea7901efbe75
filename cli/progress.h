/* A progress bar on a terminal. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <wend/kit.h>

typedef struct progress_bar {
    double last_drawn; /* elapsed time, s */
    bool drawn;
} progress_bar;

/* Whether standard error is a terminal. */
bool progress_wanted(void);
/* For wend_run_def.progress; `user` is a progress_bar. */
void progress_show(void *user, const wend_progress *progress);
/* Wipes the bar. */
void progress_end(progress_bar *bar);

#endif
