/* Parallel loops: the library's thread pool, and task_run, through which all loops run. */
#ifndef TASK_POOL_H
#define TASK_POOL_H

#include "base/memory.h"
#include <wend/base.h>

enum { TASK_WORKER_LIMIT = 256 };

/* A pool of `thread_count` - 1 sleeping threads; the caller of a loop acts as the last thread. A
 * pool is used by one thread at a time, and a loop must not start another loop on the same pool. */
typedef struct task_pool task_pool;

/* Creates a pool. `thread_count` is 1 to TASK_WORKER_LIMIT; 1 starts no thread. Returns NULL if out
 * of memory or if threads cannot be started. `source` must outlive the pool. */
task_pool *task_pool_create(memory *source, uint32_t thread_count);

/* Joins the threads and frees the pool. NULL is ignored. */
void task_pool_destroy(task_pool *pool);

/* Returns a task system that runs loops on the pool and is valid as long as the pool exists. For
 * NULL, returns the serial system: one worker, which runs loops on the calling thread in ascending
 * order. */
wend_task_system task_pool_system(task_pool *pool);

/* Runs `range` over [0, count) in pieces [k * grain, min((k + 1) * grain, count)) and returns when
 * all pieces have finished; `grain` is at least 1. A loop of one piece, or a system of one worker,
 * runs inline. A zeroed system (`run` is NULL) is the serial one. Writes by the pieces are visible
 * to the caller afterwards, and earlier writes by the caller are visible to the pieces. */
void task_run(const wend_task_system *system, wend_task_range *range, void *context, uint32_t count,
              uint32_t grain);

#endif
