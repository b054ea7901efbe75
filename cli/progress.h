/* A progress bar on a terminal: one line that is never longer than the terminal is wide. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <wend/kit.h>

/* Speeds are smoothed: what happened in the last seconds counts most. */
typedef struct progress_bar {
    wend_progress last;      /* as of the last line drawn, at first of the first step */
    double simulated_speed;  /* simulated s per s */
    double arrival_speed;    /* agents per s */
    double agent_step_speed; /* agent-steps per s */
    double done;             /* share, never falls */
    double share_begun;      /* when the work began, s, where it does not tell; last drawn */
    double share_drawn;
    bool begun, drawn;
} progress_bar;

/* Whether standard error is a terminal that can wipe a line. */
bool progress_wanted(void);
/* For wend_run_def.progress; `user` is a progress_bar, zeroed before. */
void progress_show(void *user, const wend_progress *progress);
/* For work that tells only what share of it is done, as wend_convert_def.progress. */
void progress_show_share(void *user, double done);
/* Wipes the bar. */
void progress_end(progress_bar *bar);

#endif
