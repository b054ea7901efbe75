/* Parallel loops: our own thread pool, and the one function through which all loops run. */
#ifndef TASK_POOL_H
#define TASK_POOL_H

#include "base/memory.h"
#include <wend/base.h>

enum { TASK_WORKER_LIMIT = 256 };

/* `threads` - 1 sleeping threads (the caller of a loop is the missing one). A pool is used by one
 * thread at a time, and a loop must not start another on the same pool. */
typedef struct task_pool task_pool;

/* `threads` is 1 to TASK_WORKER_LIMIT; 1 starts none. NULL when memory or threads are refused.
 * `source` must outlive the pool. */
task_pool *task_pool_create(memory *source, uint32_t threads);

/* Joins the threads. NULL is ignored. */
void task_pool_destroy(task_pool *pool);

/* A view of the pool as a task system; valid as long as the pool. NULL gives the serial system:
 * one worker, loops run in the caller in ascending order. */
wend_task_system task_pool_system(task_pool *pool);

/* Runs `range` over [0, count) in pieces [k * grain, min((k + 1) * grain, count)) and returns when
 * all have finished; grain is at least 1. A loop of one piece, or a system of one worker, runs
 * inline. A zeroed system (run NULL) is the serial one. What the pieces wrote is visible to the
 * caller afterwards, and what the caller wrote before is visible to the pieces. */
void task_run(const wend_task_system *system, wend_task_range *range, void *context, uint32_t count,
              uint32_t grain);

#endif
