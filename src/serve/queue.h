/* Jobs on their way from the thread of the network to the thread of a host, and back. A connection
 * has at most one job in a queue, so a queue needs no limit of its own. */
#ifndef SERVE_QUEUE_H
#define SERVE_QUEUE_H

#include "serve/job.h"
#include <pthread.h>

typedef struct job_list {
    serve_job *first, *last;
} job_list;

typedef struct job_queue {
    memory *heap;
    int wake; /* a pipe or socket: a byte is written to it when a job is done */
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    job_list waiting, done;
    bool is_closed;
} job_queue;

/* Prepares a queue. Do not move it. */
void jobs_init(job_queue *queue, memory *heap, int wake);
void jobs_destroy(job_queue *queue);
/* Lets the thread of the host return from jobs_work. */
void jobs_close(job_queue *queue);

/* The thread of the network: adds a job, which the queue owns until it is taken back. */
void jobs_add(job_queue *queue, serve_job *job);
/* Takes a job back that is done. Returns NULL if there is none. */
serve_job *jobs_take_done(job_queue *queue);
/* Takes a job back whose client has gone. Returns false if the host is at work on it, or it is
 * done.
 */
bool jobs_withdraw(job_queue *queue, serve_job *job);

/* The thread of the host: waits up to `wait_ms` for a first job, then runs jobs until there are
 * none or `budget_ms` have passed; at least one if there is any. Returns false if the queue is
 * closed. */
bool jobs_work(job_queue *queue, const serve_host *host, int wait_ms, int budget_ms);

#endif
