/* A server and its runs. */
#ifndef SERVE_SERVER_H
#define SERVE_SERVER_H

#include "serve/host/hosts.h"
#include "serve/network.h"
#include "serve/page.h"

/* How long a host answers messages at a time; in a run in progress, between two steps. */
enum { SERVER_WORK_MS = 10 };

_Static_assert((int)NETWORK_RUNS >= (int)WEND_MAX_SERVER_RUNS, "each run has a queue");

typedef struct served_run {
    serve_host host;
    char *title, *name;
    job_queue *queue;
    bool is_attached; /* its host works in wend_server_observe */
    const volatile sig_atomic_t *cancel;
    int64_t began_at;  /* ms: of an attached run */
    double began_time; /* s: simulated */
    bool has_begun;
    pthread_t thread;
    bool has_thread;
    atomic_bool is_idle; /* its thread has ended */
} served_run;

struct wend_server {
    memory heap;
    page_template template;
    served_page page;
    network net;
    served_run runs[WEND_MAX_SERVER_RUNS];
    uint32_t run_count;
    pthread_t thread;
    bool has_network, has_started;
    char address[WEND_MAX_SERVER_ADDRESS], ticket[WEND_MAX_SERVER_ADDRESS];
};

#endif
