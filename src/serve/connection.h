/* One connection: bytes in, bytes out, and at most one job at a time. It knows no sockets and no
 * clock, so that tests and a fuzzer can drive it.
 *
 * Everything that a client can make the server hold is bounded: 16 kB of unread input, one message
 * that waits, one message and one answer of the job. While a job is at work or its answer is not
 * yet sent, the next message waits; while a message waits, nothing is read. */
#ifndef SERVE_CONNECTION_H
#define SERVE_CONNECTION_H

#include "serve/job.h"
#include "serve/net/access.h"
#include "serve/net/response.h"
#include "serve/net/websocket.h"

enum {
    CONNECTION_INPUT = 16384, /* bytes */
    CONNECTION_CLOSE_FRAME = WEBSOCKET_MAX_SENT_HEAD + WEBSOCKET_MAX_CONTROL,
    /* ms; documented in docs/viewer.md */
    CONNECTION_REQUEST_MS = 10000,  /* a request must be complete */
    CONNECTION_RESPONSE_MS = 60000, /* a response must be sent */
    CONNECTION_STALL_MS = 30000,    /* a client that takes no byte of an answer is disconnected */
    CONNECTION_PING_MS = 20000,     /* a silent client is asked whether it is still there */
    CONNECTION_IDLE_MS = 60000,     /* a silent client is disconnected */
    CONNECTION_DRAIN_MS = 2000      /* a client must close after the last byte */
};

/* What all connections share. */
typedef struct serve_site {
    access_rules access;
    const char *page; /* the page that is served */
    size_t page_size;
    char policy[RESPONSE_MAX_POLICY];
    uint32_t message_limit; /* bytes */
    memory *heap;
} serve_site;

typedef enum connection_phase {
    CONNECTION_REQUEST,  /* the head of a request is read */
    CONNECTION_RESPONSE, /* a response is sent */
    CONNECTION_OPEN,     /* a WebSocket */
    CONNECTION_CLOSING,  /* the close frame is sent */
    CONNECTION_DRAINING, /* all is sent; what still comes is dropped until the client closes */
    CONNECTION_OVER
} connection_phase;

typedef enum job_state {
    JOB_NONE,
    JOB_READY, /* waits to be taken by connection_take_job */
    JOB_TAKEN,
    JOB_ANSWERED /* its answer is being sent */
} job_state;

typedef struct connection {
    serve_site *site;
    connection_phase phase;
    int64_t phase_at, received_at, sent_at; /* ms: when the phase began, when bytes last went */
    bool is_pinged;                         /* since bytes were last received */
    uint8_t input[CONNECTION_INPUT];
    size_t input_size, input_at;
    size_t scanned; /* bytes of the head of a request */
    websocket_reader reader;
    bool has_message; /* the reader holds a complete message */
    /* What is sent: `small`, then the body, then the close frame; but a body that has begun goes on
     * before what is small. */
    char small[RESPONSE_MAX_HEAD];
    size_t small_size, small_at;
    const uint8_t *body;
    size_t body_size, body_at;
    uint8_t last[CONNECTION_CLOSE_FRAME];
    size_t last_size, last_at;
    uint32_t run;
    serve_job job;
    job_state state;
} connection;

void connection_open(connection *c, serve_site *site, int64_t now);
/* Frees everything. The job must not be taken. */
void connection_free(connection *c);

/* Gives the room for bytes from the client; its size is 0 if none must be read now. */
size_t connection_room(connection *c, uint8_t **out);
/* Takes bytes that were written to the room. */
void connection_receive(connection *c, size_t size, int64_t now);
/* The client has closed its side. */
void connection_end_of_input(connection *c);
/* Gives the bytes that must be sent next; 0 if there are none. */
size_t connection_output(const connection *c, const uint8_t **out);
/* Takes note that bytes of the output were sent. */
void connection_sent(connection *c, size_t size, int64_t now);
/* Enforces the timeouts. Returns the time at which it must be called again, in ms. */
int64_t connection_tick(connection *c, int64_t now);

/* Gives the job that is ready, or NULL. It is taken until connection_finish_job. */
serve_job *connection_take_job(connection *c);
void connection_finish_job(connection *c, int64_t now);

/* Answers that there are too many connections. Only for one that is new. */
void connection_refuse(connection *c, int status, const char *reason, int64_t now);
/* Begins to close, for example because the server ends. An answer that is ready is still sent. */
void connection_close(connection *c, websocket_code code, const char *reason, int64_t now);

#endif
