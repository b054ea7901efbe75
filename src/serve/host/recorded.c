/* The host of a recorded trajectory. */
#include "base/error.h"
#include "serve/host/hosts.h"

wend_result host_of_trajectory(const wend_server_run_def *def, memory *heap, serve_host *out,
                               wend_error *error) {
    (void)def;
    (void)heap;
    (void)out;
    return error_set(error, WEND_ERROR_INVALID, "trajectories are not served yet");
}
