/* The network of a server: listens, and moves bytes and jobs between connections and hosts. Runs on
 * one thread, which never waits for a host or a client. */
#ifndef SERVE_NETWORK_H
#define SERVE_NETWORK_H

#include "serve/connection.h"
#include "serve/listen.h"
#include "serve/queue.h"

enum {
    NETWORK_CONNECTIONS = 16, /* the most that are served */
    NETWORK_REFUSALS = 4,     /* more, that are only answered that there are too many */
    NETWORK_SLOTS = NETWORK_CONNECTIONS + NETWORK_REFUSALS,
    NETWORK_RUNS = 2,
    /* bytes: while answers of this size wait for slow clients, no new one is begun */
    NETWORK_WAITING_ANSWERS = 128 << 20,
    NETWORK_END_MS = 500,  /* at the end, clients have this long to take the last bytes */
    NETWORK_PAUSE_MS = 200 /* how long nothing is accepted if the system has no more files */
};

typedef struct network_slot {
    int fd;      /* -1: there is no client */
    bool in_use; /* may be true without a client: its job is at work */
    connection connection;
} network_slot;

typedef struct network {
    serve_site site;
    listeners listeners;
    int wake[2]; /* a pipe; queues write to its end */
    job_queue queues[NETWORK_RUNS];
    uint32_t queue_count;
    atomic_bool is_ending;
    int64_t accept_at; /* ms: nothing is accepted before */
    network_slot slots[NETWORK_SLOTS];
} network;

/* Prepares a zeroed network whose site and listeners are set. Fails with WEND_ERROR_IO. */
wend_result network_open(network *net, uint32_t run_count, wend_error *error);
/* Serves until network_end. */
void network_run(network *net);
/* Asks network_run to say goodbye and return. From any thread. */
void network_end(network *net);
/* Closes everything. No host may be at work any more. */
void network_close(network *net);

#endif
