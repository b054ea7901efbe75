#define _POSIX_C_SOURCE 200809L
#include "cli/progress.h"
#include <inttypes.h>
#include <time.h>
#include <unistd.h>

enum { BAR_CELLS = 30 };

static const double REDRAW_INTERVAL = 0.1; /* s */

bool progress_wanted(void) {
    return isatty(STDERR_FILENO) == 1;
}

/* Whether it is time to draw again. */
static bool is_due(progress_bar *bar, double elapsed) {
    if (elapsed - bar->last_drawn < REDRAW_INTERVAL) {
        return false;
    }
    bar->last_drawn = elapsed;
    bar->drawn = true;
    return true;
}

static void draw_cells(double done) {
    char cells[BAR_CELLS + 1];
    for (int i = 0; i < BAR_CELLS; i++) {
        cells[i] = i < (int)(done * BAR_CELLS) ? '#' : '.';
    }
    cells[BAR_CELLS] = '\0';
    fprintf(stderr, "\r[%s] %3.0f %%", cells, done * 100.0);
}

static void draw_rest(double done, double elapsed) {
    if (done > 0.01) {
        fprintf(stderr, "  %.0f s left", elapsed * (1.0 - done) / done);
    }
    fputs("\033[K", stderr);
    fflush(stderr);
}

void progress_show(void *user, const wend_progress *progress) {
    if (!is_due(user, progress->elapsed)) {
        return;
    }
    double by_time = progress->end > 0.0 ? progress->time / progress->end : 1.0;
    double by_arrival =
        progress->agents > 0 ? (double)progress->arrived / (double)progress->agents : 0.0;
    double done = by_time > by_arrival ? by_time : by_arrival;
    done = done > 1.0 ? 1.0 : done;
    double rate = progress->elapsed > 0.0 ? (double)progress->steps / progress->elapsed : 0.0;
    draw_cells(done);
    fprintf(stderr, "  %.1f s  %" PRIu32 "/%" PRIu32 " arrived  %.0f steps/s", progress->time,
            progress->arrived, progress->agents, rate);
    draw_rest(done, progress->elapsed);
}

void progress_show_share(void *user, double done) {
    progress_bar *bar = user;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double time = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    if (bar->begun == 0.0) {
        bar->begun = time;
    }
    if (is_due(bar, time - bar->begun)) {
        draw_cells(done);
        draw_rest(done, time - bar->begun);
    }
}

void progress_end(progress_bar *bar) {
    if (bar->drawn) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
    }
}
