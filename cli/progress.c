#define _POSIX_C_SOURCE 200809L
#include "cli/progress.h"
#include <inttypes.h>
#include <unistd.h>

enum { BAR_CELLS = 30 };

static const double REDRAW_INTERVAL = 0.1; /* s */

bool progress_wanted(void) {
    return isatty(STDERR_FILENO) == 1;
}

void progress_show(void *user, const wend_progress *progress) {
    progress_bar *bar = user;
    if (progress->elapsed - bar->last_drawn < REDRAW_INTERVAL) {
        return;
    }
    bar->last_drawn = progress->elapsed;
    bar->drawn = true;
    double by_time = progress->end > 0.0 ? progress->time / progress->end : 1.0;
    double by_arrival =
        progress->agents > 0 ? (double)progress->arrived / (double)progress->agents : 0.0;
    double done = by_time > by_arrival ? by_time : by_arrival;
    done = done > 1.0 ? 1.0 : done;
    char cells[BAR_CELLS + 1];
    for (int i = 0; i < BAR_CELLS; i++) {
        cells[i] = i < (int)(done * BAR_CELLS) ? '#' : '.';
    }
    cells[BAR_CELLS] = '\0';
    double rate = progress->elapsed > 0.0 ? (double)progress->steps / progress->elapsed : 0.0;
    fprintf(stderr, "\r[%s] %3.0f %%  %.1f s  %" PRIu32 "/%" PRIu32 " arrived  %.0f steps/s", cells,
            done * 100.0, progress->time, progress->arrived, progress->agents, rate);
    if (done > 0.01) {
        fprintf(stderr, "  %.0f s left", progress->elapsed * (1.0 - done) / done);
    }
    fputs("\033[K", stderr);
    fflush(stderr);
}

void progress_end(progress_bar *bar) {
    if (bar->drawn) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
    }
}
