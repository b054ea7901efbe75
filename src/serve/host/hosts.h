/* The hosts of a server: a live world, a run in progress, a recorded trajectory. */
#ifndef SERVE_HOST_HOSTS_H
#define SERVE_HOST_HOSTS_H

#include "base/memory.h"
#include "serve/host.h"
#include <wend/serve.h>

/* Makes a live world of a scenario, with the maps that it needs. The memory of the host comes from
 * `heap`. */
wend_result host_of_scenario(const wend_server_run_def *def, memory *heap, serve_host *out,
                             wend_error *error);

/* Makes the host of a run that has not begun. */
wend_result host_of_run(const wend_server_run_def *def, memory *heap, serve_host *out,
                        wend_error *error);
/* Shows the world after a step. */
wend_result host_show_step(const serve_host *host, const wend_recording *recording,
                           const wend_frame *frame, wend_error *error);
/* What viewers want of the time of the run. */
typedef struct host_timing {
    double pace; /* the largest simulated time per second; 0: no limit */
    bool is_paused;
} host_timing;
host_timing host_get_timing(const serve_host *host);

/* Opens a trajectory and keeps its frames in memory. */
wend_result host_of_trajectory(const wend_server_run_def *def, memory *heap, serve_host *out,
                               wend_error *error);

#endif
