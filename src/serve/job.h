/* A message of a client on its way to a host, and the answer on its way back. */
#ifndef SERVE_JOB_H
#define SERVE_JOB_H

#include "base/memory.h"
#include "serve/host.h"

enum {
    SERVE_MAX_ANSWER = 64 << 20, /* bytes: the longest answer or frame */
    SERVE_FRAME_HEAD = 8         /* bytes before a frame: u32 id, u32 0 */
};

typedef struct serve_job {
    struct serve_job *next; /* in a queue */
    uint32_t run;
    uint8_t *message;
    uint32_t message_size, message_capacity;
    uint8_t *answer; /* a complete WebSocket frame; NULL: out of memory */
    size_t answer_size;
} serve_job;

/* Has a host answer a job:
 *     {"id": n, "do": ...}            -> text {"id": n, "answer": {...}}
 *     {"id": n, "frame": colouring}   -> binary: u32 n, u32 0, the frame
 * A message without a valid id has the id 0 in its answer. */
void job_run(serve_job *job, const serve_host *host, memory *heap);
/* Frees the message and the answer. */
void job_clear(serve_job *job, memory *heap);

#endif
