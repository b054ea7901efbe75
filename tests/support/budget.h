/* An allocator that hands out a limited number of blocks and then fails. */
#ifndef SUPPORT_BUDGET_H
#define SUPPORT_BUDGET_H

#include <stdlib.h>
#include <wend/base.h>

static inline void *budget_allocate(void *user, size_t size) {
    uint64_t *allowed = user;
    if (*allowed == 0) {
        return NULL;
    }
    --*allowed;
    return aligned_alloc(64, (size + 63) / 64 * 64); /* wend_allocator requires this alignment */
}

static inline void budget_release(void *user, void *block, size_t size) {
    (void)user;
    (void)size;
    free(block);
}

/* Makes an allocator. `allowed` is the number of blocks that may still be allocated; the caller
 * owns it. */
static inline wend_allocator budget_allocator(uint64_t *allowed) {
    return (wend_allocator){budget_allocate, budget_release, allowed};
}

#endif
