/* A progress bar on a terminal: one line that is never wider than the terminal. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <wend/kit.h>

/* The state of a progress bar. Speeds are smoothed: the last seconds count most. */
typedef struct progress_bar {
    wend_progress last;      /* at the last redraw; at first, of the first step */
    double simulated_speed;  /* simulated s per s */
    double arrival_speed;    /* agents per s */
    double agent_step_speed; /* agent-steps per s */
    double done;             /* share done; never decreases */
    double share_begun;      /* s: start, and last redraw, of work that reports only a share */
    double share_shown;
    bool begun, is_shown;
} progress_bar;

/* True if standard error is a terminal that can clear a line. */
bool progress_is_wanted(void);
/* Updates the bar of a run: a callback for wend_run_def.progress; `user` is a progress_bar, zeroed
 * at first. */
void progress_show(void *user, const wend_progress *progress);
/* Updates the bar of work that reports only the share done: a callback for
 * wend_convert_def.progress. */
void progress_show_share(void *user, double done);
/* Clears the bar. */
void progress_end(progress_bar *bar);

#endif
