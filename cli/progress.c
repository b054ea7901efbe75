/* Draws a progress bar. The line consists of parts; if the terminal is too narrow for all parts,
 * the less important ones are left out. The bar fills the remaining width.
 *
 * A run ends when all agents have arrived or at its end time, whichever comes first. Therefore the
 * fraction done is the larger of two fractions: the fraction of agents that have arrived, and the
 * fraction of time that has passed. The time left is the smaller of two estimates. Each estimate is
 * the remaining amount divided by the speed of progress, which is averaged over some seconds. */
#define _DEFAULT_SOURCE
#include "cli/progress.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { MOST_CELLS = 30, LEAST_CELLS = 5, DEFAULT_WIDTH = 80, PART_SIZE = 48 };

static const double REDRAW_INTERVAL = 0.1; /* s */
static const double SMOOTHING_TIME = 3.0;  /* s, period over which speeds are averaged */
/* s: before this time, estimates are too inaccurate */
static const double FIRST_ESTIMATE_TIME = 0.5;
static const double MIN_ARRIVED_SHARE =
    0.05; /* fraction of agents that must have arrived before arrivals are used for an estimate */

/* The parts of the line, in the order in which they are shown. */
enum { PART_SHARE, PART_TIME, PART_ARRIVED, PART_RATE, PART_FACTOR, PART_LEFT, PART_COUNT };

typedef struct line {
    char parts[PART_COUNT][PART_SIZE];
    double done;
} line;

bool progress_is_wanted(void) {
    const char *terminal = getenv("TERM");
    return isatty(STDERR_FILENO) == 1 && (terminal == NULL || strcmp(terminal, "dumb") != 0);
}

static size_t terminal_width(void) {
    struct winsize size;
    memset(&size, 0, sizeof size);
    bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? size.ws_col : DEFAULT_WIDTH;
}

/* ---- Estimates ------------------------------------------------------------------------------- */

static void update_smoothed(double *speed, double gained, double seconds, bool first) {
    double weight = first ? 1.0 : seconds / (seconds + SMOOTHING_TIME);
    *speed += weight * (gained / seconds - *speed);
}

static void update_speeds(progress_bar *bar, const wend_progress *now) {
    const wend_progress *last = &bar->last;
    double seconds = now->elapsed - last->elapsed;
    bool first = !bar->is_shown;
    update_smoothed(&bar->simulated_speed, now->time - last->time, seconds, first);
    update_smoothed(&bar->arrival_speed, (double)now->arrived - (double)last->arrived, seconds,
                    first);
    update_smoothed(&bar->agent_step_speed, (double)(now->agent_steps - last->agent_steps), seconds,
                    first);
    bar->last = *now;
}

static double share_arrived(const wend_progress *now) {
    return now->agents > 0 ? (double)now->arrived / (double)now->agents : 0.0;
}

static double share_done(const wend_progress *now) {
    double by_time = now->end > 0.0 ? now->time / now->end : 1.0;
    double by_arrival = share_arrived(now);
    double done = by_time > by_arrival ? by_time : by_arrival;
    return done < 1.0 ? done : 1.0;
}

/* Estimates the remaining time (s). Returns a negative number if it is not known yet. */
static double estimate_time_left(const progress_bar *bar, const wend_progress *now) {
    double left = -1.0;
    if (now->elapsed < FIRST_ESTIMATE_TIME) {
        return left;
    }
    if (bar->simulated_speed > 0.0) {
        left = (now->end - now->time) / bar->simulated_speed;
    }
    if (share_arrived(now) >= MIN_ARRIVED_SHARE && bar->arrival_speed > 0.0) {
        double by_arrival = (double)(now->agents - now->arrived) / bar->arrival_speed;
        left = left < 0.0 || by_arrival < left ? by_arrival : left;
    }
    return left;
}

/* ---- Texts ----------------------------------------------------------------------------------- */

/* Formats the time left, for example "12 s left", "3:20 left" or "1:02:03 left". */
static void format_time_left(double seconds, char *out) {
    out[0] = '\0';
    if (seconds < 0.0 || seconds > 1e8) {
        return;
    }
    uint32_t whole = (uint32_t)(seconds + 0.5);
    uint32_t hours = whole / 3600, minutes = whole / 60 % 60;
    if (hours > 0) {
        snprintf(out, PART_SIZE, "%" PRIu32 ":%02" PRIu32 ":%02" PRIu32 " left", hours, minutes,
                 whole % 60);
    } else if (minutes > 0) {
        snprintf(out, PART_SIZE, "%" PRIu32 ":%02" PRIu32 " left", minutes, whole % 60);
    } else {
        snprintf(out, PART_SIZE, "%" PRIu32 " s left", whole);
    }
}

/* Formats a rate, for example "950", "12k" or "3.4M". */
static void format_rate(double rate, char *out) {
    static const struct {
        double unit;
        const char *sign;
    } scales[] = {{1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {0.0, ""}};
    int i = 0;
    while (rate < scales[i].unit) {
        i++;
    }
    double shown = scales[i].unit > 0.0 ? rate / scales[i].unit : rate;
    snprintf(out, PART_SIZE, "%.*f%s agent-steps/s", shown < 10.0 && i < 3 ? 1 : 0, shown,
             scales[i].sign);
}

static void make_line(progress_bar *bar, const wend_progress *now, line *out) {
    double done = share_done(now);
    bar->done = done > bar->done ? done : bar->done;
    out->done = bar->done;
    snprintf(out->parts[PART_SHARE], PART_SIZE, "%3.0f %%", bar->done * 100.0);
    snprintf(out->parts[PART_TIME], PART_SIZE, "%.1f s", now->time);
    snprintf(out->parts[PART_ARRIVED], PART_SIZE, "%" PRIu32 "/%" PRIu32 " arrived", now->arrived,
             now->agents);
    format_rate(bar->agent_step_speed, out->parts[PART_RATE]);
    out->parts[PART_FACTOR][0] = '\0';
    if (bar->simulated_speed > 0.0) {
        snprintf(out->parts[PART_FACTOR], PART_SIZE, "%.*fx", bar->simulated_speed < 10.0 ? 1 : 0,
                 bar->simulated_speed);
    }
    format_time_left(estimate_time_left(bar, now), out->parts[PART_LEFT]);
}

/* ---- Drawing --------------------------------------------------------------------------------- */

static size_t find_width(const line *shown) {
    size_t width = 0;
    for (int i = 0; i < PART_COUNT; i++) {
        size_t length = strlen(shown->parts[i]);
        width += length > 0 ? length + 2 : 0;
    }
    return width > 0 ? width - 2 : 0;
}

/* Removes parts until the line fits, starting with the least important. */
static void drop_parts_to_fit(line *shown, size_t room) {
    static const int expendable[] = {PART_FACTOR, PART_RATE, PART_ARRIVED,
                                     PART_TIME,   PART_LEFT, PART_SHARE};
    for (int i = 0; i < PART_COUNT && find_width(shown) > room; i++) {
        shown->parts[expendable[i]][0] = '\0';
    }
}

static void draw_cells(double done, size_t room) {
    size_t cells = room < MOST_CELLS ? room : MOST_CELLS;
    fputc('[', stderr);
    for (size_t i = 0; i < cells; i++) {
        fputc(i < (size_t)(done * (double)cells) ? '#' : '.', stderr);
    }
    fputs("]", stderr);
}

/* Draws the line. The last column stays free, because some terminals wrap the line when the last
 * column is written. */
static void draw_line(line *shown) {
    size_t room = terminal_width() - 1;
    drop_parts_to_fit(shown, room);
    /* Width of the brackets and two spaces. */
    size_t used = find_width(shown), frame = used > 0 ? 4 : 2;
    const char *gap = "";
    fputc('\r', stderr);
    if (used + frame + LEAST_CELLS <= room) {
        draw_cells(shown->done, room - used - frame);
        gap = "  ";
    }
    for (int i = 0; i < PART_COUNT; i++) {
        if (shown->parts[i][0] != '\0') {
            fprintf(stderr, "%s%s", gap, shown->parts[i]);
            gap = "  ";
        }
    }
    fputs("\033[K", stderr);
    fflush(stderr);
}

void progress_show(void *user, const wend_progress *progress) {
    progress_bar *bar = user;
    if (!bar->begun) {
        bar->begun = true;
        bar->last = *progress;
    }
    if (progress->elapsed - bar->last.elapsed < REDRAW_INTERVAL) {
        return;
    }
    update_speeds(bar, progress);
    line shown;
    make_line(bar, progress, &shown);
    draw_line(&shown);
    bar->is_shown = true;
}

/* No smoothing is needed here, because files are read at an even rate. */
void progress_show_share(void *user, double done) {
    progress_bar *bar = user;
    struct timespec clock;
    clock_gettime(CLOCK_MONOTONIC, &clock);
    double now = (double)clock.tv_sec + 1e-9 * (double)clock.tv_nsec;
    if (!bar->begun) {
        bar->begun = true;
        bar->share_begun = bar->share_shown = now;
    }
    if (now - bar->share_shown < REDRAW_INTERVAL) {
        return;
    }
    line shown;
    memset(&shown, 0, sizeof shown);
    shown.done = done < 1.0 ? done : 1.0;
    snprintf(shown.parts[PART_SHARE], PART_SIZE, "%3.0f %%", shown.done * 100.0);
    if (done > 0.0 && now - bar->share_begun >= FIRST_ESTIMATE_TIME) {
        format_time_left((now - bar->share_begun) * (1.0 - shown.done) / done,
                         shown.parts[PART_LEFT]);
    }
    draw_line(&shown);
    bar->share_shown = now;
    bar->is_shown = true;
}

void progress_end(progress_bar *bar) {
    if (bar->is_shown) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
    }
}
