/* Counts instructions with the performance counters of Linux. On other systems, and where the
 * kernel or a virtual machine does not offer them, nothing is counted. */
#define _GNU_SOURCE
#include "paper/instructions.h"
#include <math.h>

#ifdef __linux__
#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int open_counter(void) {
    struct perf_event_attr about;
    memset(&about, 0, sizeof about);
    about.type = PERF_TYPE_HARDWARE;
    about.size = sizeof about;
    about.config = PERF_COUNT_HW_INSTRUCTIONS;
    about.exclude_kernel = 1;
    about.exclude_hv = 1;
    return (int)syscall(SYS_perf_event_open, &about, 0, -1, -1, 0L) + 1;
}

static bool read_counter(int counter, uint64_t *out) {
    return counter > 0 && read(counter - 1, out, sizeof *out) == (ssize_t)sizeof *out;
}

static void close_counter(int counter) {
    if (counter > 0) {
        close(counter - 1);
    }
}
#else
static int open_counter(void) {
    return 0;
}

static bool read_counter(int counter, uint64_t *out) {
    *out = 0;
    return counter > 0;
}

static void close_counter(int counter) {
    (void)counter;
}
#endif

wend_result instructions_observe(void *observer, const wend_recording *recording,
                                 const wend_frame *frame, wend_error *error) {
    instruction_watch *w = observer;
    (void)recording;
    (void)error;
    if (!w->begun) {
        w->begun = true;
        w->counter = open_counter();
        if (!read_counter(w->counter, &w->first)) {
            instructions_close(w);
        }
        return WEND_OK;
    }
    w->agent_steps += frame->agent_count;
    if (w->counter > 0 && !read_counter(w->counter, &w->last)) {
        instructions_close(w);
    }
    return WEND_OK;
}

double instructions_per_agent_step(const instruction_watch *watch) {
    if (watch->counter == 0 || watch->agent_steps == 0.0 || watch->last <= watch->first) {
        return NAN;
    }
    return (double)(watch->last - watch->first) / watch->agent_steps;
}

void instructions_close(instruction_watch *watch) {
    close_counter(watch->counter);
    watch->counter = 0;
}
