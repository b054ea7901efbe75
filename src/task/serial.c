/* The thread pool of a build without threads (WEND_THREADS=OFF): runs all loops on the calling
 * thread. */
#include "task/pool.h"

#include "base/error.h"

struct task_pool {
    memory *source;
    bool busy;
};

static void run_serially(wend_task_range *range, void *context, uint32_t count, uint32_t grain) {
    for (uint32_t begin = 0; begin < count;) {
        uint32_t end = count - begin < grain ? count : begin + grain;
        range(context, begin, end, 0);
        begin = end;
    }
}

static void pool_run(void *user, wend_task_range *range, void *context, uint32_t count,
                     uint32_t grain) {
    task_pool *pool = user;
    WEND_ASSERT(!pool->busy);
    pool->busy = true;
    run_serially(range, context, count, grain);
    pool->busy = false;
}

task_pool *task_pool_create(memory *source, uint32_t thread_count) {
    WEND_ASSERT(thread_count >= 1 && thread_count <= TASK_WORKER_LIMIT);
    task_pool *pool = memory_get_zeroed(source, sizeof *pool);
    if (pool != NULL) {
        pool->source = source;
    }
    return pool;
}

void task_pool_destroy(task_pool *pool) {
    if (pool != NULL) {
        memory_free(pool->source, pool, sizeof *pool);
    }
}

wend_task_system task_pool_system(task_pool *pool) {
    if (pool == NULL) {
        return (wend_task_system){.worker_count = 1};
    }
    return (wend_task_system){.worker_count = 1, .run = pool_run, .user = pool};
}

void task_run(const wend_task_system *system, wend_task_range *range, void *context, uint32_t count,
              uint32_t grain) {
    WEND_ASSERT(grain >= 1);
    if (system->run == NULL) {
        run_serially(range, context, count, grain);
    } else if (count > 0) {
        system->run(system->user, range, context, count, grain);
    }
}
