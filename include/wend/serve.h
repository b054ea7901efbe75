/* wend/serve.h: shows simulations and trajectories in a browser (library wend-kit).
 *
 * A server gives the page of the viewer to browsers and answers its messages (docs/viewer.md). It
 * shows up to WEND_MAX_SERVER_RUNS runs side by side: live worlds, which a user can change; a run
 * in progress, which it only observes; or a recorded trajectory. By default it is reachable from
 * this machine only, and only with the random token in its address. Clients may be hostile or slow:
 * they get errors, and never more memory or time than the limits in docs/viewer.md. */
#ifndef WEND_SERVE_H
#define WEND_SERVE_H

#include <wend/kit.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { WEND_MAX_SERVER_RUNS = 2, WEND_MAX_SERVER_ADDRESS = 160 };

/* A server. */
typedef struct wend_server wend_server;

/* The definition of a server. */
typedef struct wend_server_def {
    uint32_t size; /* set by wend_default_server_def */
    /* The numeric address to listen on; NULL: the loopback, so that only programs on this machine
     * can connect. */
    const char *address;
    uint32_t port;            /* 0: any free port */
    wend_allocator allocator; /* if zeroed, the C heap is used */
} wend_server_def;

/* Writes the defaults of wend_default_server_def to a def of `size` bytes. */
WEND_API void wend_server_def_init(wend_server_def *def, size_t size);
/* Returns a def for the loopback and any free port. */
static inline wend_server_def wend_default_server_def(void) {
    wend_server_def def;
    wend_server_def_init(&def, sizeof def);
    return def;
}

/* Creates a server, which the caller owns: finds the page of the viewer and opens the port, but
 * serves nothing yet. Fails with WEND_ERROR_INVALID (not an address, or the port is above 65535),
 * WEND_ERROR_IO (the port is in use, or the page of the viewer is not found) and
 * WEND_ERROR_MEMORY. */
WEND_API wend_result wend_server_create(const wend_server_def *def, wend_server **out,
                                        wend_error *error);

/* What a server shows: exactly one of `scenario` and `trajectory` is given. */
typedef struct wend_server_run_def {
    uint32_t size;    /* set by wend_default_server_run_def */
    const char *name; /* what the user calls this run among others; NULL: the page finds a name */
    /* Must outlive the server. */
    const wend_scenario *scenario;
    /* True: not a live world of the scenario, but a run that the caller makes with
     * wend_server_observe as its observer. */
    bool attached;
    double pace;            /* attached: the largest simulated time per second; 0: no limit */
    const char *trajectory; /* path of a trajectory file */
    const wend_registry *registry; /* required; must outlive the server */
    uint32_t threads;              /* 1 to 256 */
    wend_kernel kernel;
    /* Receives the fraction done, 0 to 1, while maps are built or a trajectory is read; may be
     * NULL. */
    void (*progress)(void *user, double done);
    void *user;
    /* Set `*cancel` to nonzero to stop the above, and a pause of an attached run; may be NULL. */
    const volatile sig_atomic_t *cancel;
} wend_server_run_def;

/* Writes the defaults of wend_default_server_run_def to a def of `size` bytes. */
WEND_API void wend_server_run_def_init(wend_server_run_def *def, size_t size);
/* Returns a def for one thread and the fastest kernel. The caller must fill in the registry, and a
 * scenario or trajectory. */
static inline wend_server_run_def wend_default_server_run_def(void) {
    wend_server_run_def def;
    wend_server_run_def_init(&def, sizeof def);
    return def;
}

/* Adds a run to a server that has not started. Fails like wend_scenario_create_world or
 * wend_trajectory_open, with WEND_ERROR_LIMIT (there are too many runs) and WEND_ERROR_CANCELLED.
 */
WEND_API wend_result wend_server_add_run(wend_server *server, const wend_server_run_def *def,
                                         wend_error *error);
/* Returns what a user must know of a run, or "": for example that the file of a trajectory is
 * damaged from some frame on. `run` is less than the number of runs that were added. Valid as long
 * as the server. */
WEND_API const char *wend_server_note(const wend_server *server, uint32_t run);
/* Starts to serve, on threads of its own. Call it once, when there is at least one run. Fails with
 * WEND_ERROR_MEMORY and WEND_ERROR_IO. */
WEND_API wend_result wend_server_start(wend_server *server, wend_error *error);
/* Returns the address of the page, with its token. Keep it secret: any program that has it can
 * control the runs. Valid as long as the server. */
WEND_API const char *wend_server_address(const wend_server *server);
/* Returns an address that leads to the page once. Pass it to the program that opens the browser,
 * because other users can see the arguments of programs. Valid as long as the server. */
WEND_API const char *wend_server_ticket(const wend_server *server);

/* The observer of an attached run: set it as wend_run_def.observe, and the server as
 * wend_run_def.observer. It answers the messages that have come since the last step, for at most
 * ten milliseconds or one message. It waits if a viewer has paused the run, and to keep its pace.
 * It changes nothing: the run has the same state hashes as without it. Once it has been called, it
 * must not be called for another run. Fails with WEND_ERROR_MEMORY. */
WEND_API wend_result wend_server_observe(void *server, const wend_recording *recording,
                                         const wend_frame *frame, wend_error *error);

/* Closes all connections and stops to serve. Returns false if a run is still at work on a message
 * half a second later: the server can then not be destroyed, and the process should end. */
WEND_API bool wend_server_stop(wend_server *server);
/* Destroys a server that has not started or was stopped. NULL is allowed. */
WEND_API void wend_server_destroy(wend_server *server);

#ifdef __cplusplus
}
#endif

#endif
