/* Two lists under one lock. The host wakes the network with a byte, because poll cannot wait for a
 * condition. */
#define _POSIX_C_SOURCE 200809L
#include "serve/queue.h"
#include "serve/clock.h"
#include <errno.h>
#include <time.h>
#include <unistd.h>

static void append(job_list *list, serve_job *job) {
    job->next = NULL;
    if (list->last != NULL) {
        list->last->next = job;
    } else {
        list->first = job;
    }
    list->last = job;
}

static serve_job *take_first(job_list *list) {
    serve_job *job = list->first;
    if (job != NULL) {
        list->first = job->next;
        list->last = job->next != NULL ? list->last : NULL;
        job->next = NULL;
    }
    return job;
}

static bool take(job_list *list, const serve_job *job) {
    serve_job *before = NULL;
    for (serve_job *here = list->first; here != NULL; before = here, here = here->next) {
        if (here != job) {
            continue;
        }
        *(before != NULL ? &before->next : &list->first) = here->next;
        list->last = list->last == here ? before : list->last;
        here->next = NULL;
        return true;
    }
    return false;
}

void jobs_init(job_queue *queue, memory *heap, int wake) {
    *queue = (job_queue){.heap = heap, .wake = wake};
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&queue->changed, &clock);
    pthread_condattr_destroy(&clock);
    pthread_mutex_init(&queue->mutex, NULL);
}

void jobs_destroy(job_queue *queue) {
    pthread_mutex_destroy(&queue->mutex);
    pthread_cond_destroy(&queue->changed);
}

void jobs_close(job_queue *queue) {
    pthread_mutex_lock(&queue->mutex);
    queue->is_closed = true;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->mutex);
}

/* ---- The thread of the network --------------------------------------------------------------- */

void jobs_add(job_queue *queue, serve_job *job) {
    pthread_mutex_lock(&queue->mutex);
    append(&queue->waiting, job);
    pthread_cond_signal(&queue->changed);
    pthread_mutex_unlock(&queue->mutex);
}

serve_job *jobs_take_done(job_queue *queue) {
    pthread_mutex_lock(&queue->mutex);
    serve_job *job = take_first(&queue->done);
    pthread_mutex_unlock(&queue->mutex);
    return job;
}

bool jobs_withdraw(job_queue *queue, serve_job *job) {
    pthread_mutex_lock(&queue->mutex);
    bool found = take(&queue->waiting, job);
    pthread_mutex_unlock(&queue->mutex);
    return found;
}

/* ---- The thread of the host ------------------------------------------------------------------ */

static struct timespec time_in(int ms) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    time.tv_sec += ms / 1000;
    time.tv_nsec += ms % 1000 * 1000000L;
    if (time.tv_nsec >= 1000000000) {
        time.tv_nsec -= 1000000000;
        time.tv_sec++;
    }
    return time;
}

/* Takes the next job, for which it waits up to `wait_ms`. Returns NULL if there is none. */
static serve_job *wait_for_job(job_queue *queue, int wait_ms) {
    struct timespec until = time_in(wait_ms);
    int code = 0;
    pthread_mutex_lock(&queue->mutex);
    while (wait_ms > 0 && !queue->is_closed && queue->waiting.first == NULL && code == 0) {
        code = pthread_cond_timedwait(&queue->changed, &queue->mutex, &until);
    }
    serve_job *job = queue->is_closed ? NULL : take_first(&queue->waiting);
    pthread_mutex_unlock(&queue->mutex);
    return job;
}

static void give_back(job_queue *queue, serve_job *job) {
    static const char byte = 1;
    pthread_mutex_lock(&queue->mutex);
    append(&queue->done, job);
    pthread_mutex_unlock(&queue->mutex);
    while (write(queue->wake, &byte, 1) < 0 && errno == EINTR) {
    } /* a full pipe wakes the network, too */
}

bool jobs_work(job_queue *queue, const serve_host *host, int wait_ms, int budget_ms) {
    serve_job *job = wait_for_job(queue, wait_ms);
    int64_t end = clock_ms() + budget_ms;
    while (job != NULL) {
        job_run(job, host, queue->heap);
        give_back(queue, job);
        job = clock_ms() < end ? wait_for_job(queue, 0) : NULL;
    }
    pthread_mutex_lock(&queue->mutex);
    bool is_open = !queue->is_closed;
    pthread_mutex_unlock(&queue->mutex);
    return is_open;
}
