/* Runs in progress: their thread answers messages between two steps. */
#include "serve/clock.h"
#include "serve/server.h"
#include <math.h>

static bool is_cancelled(const served_run *run) {
    return run->cancel != NULL && __atomic_load_n(run->cancel, __ATOMIC_RELAXED) != 0;
}

/* Returns how many milliseconds a run must wait to keep its pace. */
static int64_t lead_of(const served_run *run, double pace, double time) {
    if (!(pace > 0.0)) {
        return 0;
    }
    double due = (time - run->began_time) / pace * 1000.0;
    double passed = (double)(clock_ms() - run->began_at);
    return due > passed ? (int64_t)fmin(due - passed, INT32_MAX) : 0;
}

/* Answers messages, and waits while the run is paused or ahead of its pace. */
static void work_between_steps(served_run *run, double time) {
    int64_t wait = 0;
    bool is_open = true;
    do {
        host_timing before = host_get_timing(&run->host);
        wait = before.is_paused ? SERVER_WORK_MS : lead_of(run, before.pace, time);
        is_open = jobs_work(run->queue, &run->host,
                            wait < SERVER_WORK_MS ? (int)wait : SERVER_WORK_MS, SERVER_WORK_MS);
        host_timing after = host_get_timing(&run->host);
        bool is_new = before.is_paused || after.pace != before.pace;
        if (is_new) { /* the pace counts from here */
            run->began_at = clock_ms();
            run->began_time = time;
        }
        wait = after.is_paused ? SERVER_WORK_MS : lead_of(run, after.pace, time);
    } while (is_open && !is_cancelled(run) && wait > 0);
}

wend_result wend_server_observe(void *observer, const wend_recording *recording,
                                const wend_frame *frame, wend_error *error) {
    wend_server *server = observer;
    for (uint32_t i = 0; i < server->run_count; i++) {
        served_run *run = &server->runs[i];
        if (!run->is_attached || run->queue == NULL) {
            continue;
        }
        wend_result result = host_show_step(&run->host, recording, frame, error);
        if (result != WEND_OK) {
            return result;
        }
        if (!run->has_begun) {
            run->began_at = clock_ms();
            run->began_time = frame->time;
            run->has_begun = true;
        }
        work_between_steps(run, frame->time);
    }
    return WEND_OK;
}
