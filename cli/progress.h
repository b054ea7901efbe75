/* A progress bar on a terminal: one line that is never wider than the terminal. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <wend/kit.h>

/* The state of a progress bar. Speeds are smoothed averages in which the last seconds count most.
 */
typedef struct progress_bar {
    /* Progress at the last redraw; before the first redraw, progress at the first call. */
    wend_progress last;
    double simulated_speed;  /* simulated seconds per second */
    double arrival_speed;    /* arriving agents per second */
    double agent_step_speed; /* agent-steps per second */
    double done;             /* fraction done; never decreases */
    double share_begun; /* s: times of the start and of the last redraw; used if only a fraction is
                           reported */
    double share_shown;
    bool begun, is_shown;
} progress_bar;

/* True if standard error is a terminal on which a line can be cleared. */
bool progress_is_wanted(void);
/* Updates the bar of a run. This is a callback for wend_run_def.progress; `user` is a progress_bar,
 * which must be zeroed before the first call. */
void progress_show(void *user, const wend_progress *progress);
/* Updates a bar for work that reports only the fraction that is completed. This is a callback for
 * wend_convert_def.progress; `user` is a progress_bar. */
void progress_show_share(void *user, double done);
/* Clears the line with the bar. */
void progress_end(progress_bar *bar);

#endif
