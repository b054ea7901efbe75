/* Memory: alignment, counting, failures that change nothing, arenas that keep their chunks. */
#include "base/memory.h"
#include "support/suite.h"

#include <check.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* An allocator that keeps its own counts and fails after a given number of calls. */
typedef struct test_heap {
    size_t held;
    int blocks, calls_left;
} test_heap;

static void *allocate_counted(void *user, size_t size) {
    test_heap *heap = user;
    if (heap->calls_left == 0) {
        return NULL;
    }
    heap->calls_left--;
    heap->held += size;
    heap->blocks++;
    return aligned_alloc(MEMORY_ALIGNMENT, (size + 63) / 64 * 64);
}

static void release_counted(void *user, void *block, size_t size) {
    test_heap *heap = user;
    heap->held -= size;
    heap->blocks--;
    free(block);
}

static memory memory_with_call_limit(test_heap *heap, int calls) {
    *heap = (test_heap){.calls_left = calls};
    memory m;
    memory_init(&m, &(wend_allocator){allocate_counted, release_counted, heap});
    return m;
}

static bool is_aligned(const void *block, size_t align) {
    return (uintptr_t)block % align == 0;
}

START_TEST(heap_blocks_are_aligned) {
    const wend_allocator zeroed = {0};
    const wend_allocator *allocators[] = {NULL, &zeroed};
    for (int i = 0; i < 2; i++) {
        for (size_t size = 1; size < 300; size += 7) {
            void *block = memory_allocate(allocators[i], size);
            ck_assert(block != NULL && is_aligned(block, MEMORY_ALIGNMENT));
            memset(block, 1, size);
            memory_release(allocators[i], block, size);
        }
        ck_assert_ptr_null(memory_allocate(allocators[i], 0));
        ck_assert_ptr_null(memory_allocate(allocators[i], SIZE_MAX));
        memory_release(allocators[i], NULL, 0);
    }
}
END_TEST

START_TEST(counts_match_those_of_the_allocator) {
    test_heap heap;
    memory m = memory_with_call_limit(&heap, -1);
    unsigned char *a = memory_get(&m, 100), *b = memory_get_zeroed(&m, 1000);
    ck_assert(a != NULL && b != NULL);
    for (int i = 0; i < 1000; i++) {
        ck_assert_int_eq(b[i], 0);
    }
    ck_assert_uint_eq(m.held, 1100);
    ck_assert_uint_eq(heap.held, 1100);
    memory_free(&m, a, 100);
    void *c = memory_get_array(&m, 5, 10);
    ck_assert_uint_eq(m.held, 1050);
    ck_assert_uint_eq(m.peak, 1100);
    ck_assert_uint_eq(m.calls, 4);
    ck_assert_ptr_null(memory_get(&m, 0));
    memory_free(&m, NULL, 5);
    ck_assert_uint_eq(m.calls, 4);
    memory_free(&m, b, 1000);
    memory_free(&m, c, 50);
    ck_assert_uint_eq(m.held, 0);
    ck_assert_int_eq(heap.blocks, 0);
    ck_assert_ptr_null(memory_get_array(&m, SIZE_MAX / 2, 3));
}
END_TEST

START_TEST(grow_doubles_and_keeps_the_contents) {
    test_heap heap;
    memory m = memory_with_call_limit(&heap, -1);
    uint32_t *numbers = NULL, capacity = 0;
    for (uint32_t i = 0; i < 5000; i++) {
        ck_assert(memory_grow(&m, (void **)&numbers, sizeof *numbers, &capacity, i + 1));
        numbers[i] = i * i;
    }
    ck_assert_uint_eq(capacity, 8192);
    ck_assert_uint_eq(m.calls,
                      19); /* capacities 16, 32, ..., 8192: ten allocations, nine releases */
    for (uint32_t i = 0; i < 5000; i++) {
        ck_assert_uint_eq(numbers[i], i * i);
    }
    ck_assert(memory_grow(&m, (void **)&numbers, sizeof *numbers, &capacity, 20000));
    ck_assert_uint_eq(capacity, 20000);
    memory_free(&m, numbers, capacity * sizeof *numbers);
    ck_assert_uint_eq(heap.held, 0);
}
END_TEST

START_TEST(grow_changes_nothing_when_it_fails) {
    test_heap heap;
    memory m = memory_with_call_limit(&heap, 1);
    uint64_t *numbers = NULL;
    uint32_t capacity = 0;
    ck_assert(memory_grow(&m, (void **)&numbers, sizeof *numbers, &capacity, 3));
    ck_assert_uint_eq(capacity, 16);
    numbers[15] = 42;
    uint64_t *before = numbers;
    ck_assert(!memory_grow(&m, (void **)&numbers, sizeof *numbers, &capacity, 17));
    ck_assert(!memory_grow(&m, (void **)&numbers, SIZE_MAX / 16, &capacity, UINT32_MAX));
    ck_assert_ptr_eq(numbers, before);
    ck_assert_uint_eq(capacity, 16);
    ck_assert_uint_eq(numbers[15], 42);
    ck_assert_uint_eq(m.held, 128);
    memory_free(&m, numbers, 128);
    ck_assert_int_eq(heap.blocks, 0);
}
END_TEST

START_TEST(arena_blocks_are_aligned_and_disjoint) {
    test_heap heap;
    memory m = memory_with_call_limit(&heap, -1);
    memory_arena arena;
    arena_init(&arena, &m);
    enum { BLOCKS = 2000 };
    static unsigned char *blocks[BLOCKS];
    for (int round = 0; round < 3; round++) {
        for (size_t i = 0; i < BLOCKS; i++) {
            size_t size = 1 + i * 37 % 300, align = (size_t)1 << (i % 7);
            blocks[i] = arena_take(&arena, size, align);
            ck_assert(blocks[i] != NULL && is_aligned(blocks[i], align));
            memset(blocks[i], (int)(i % 251), size);
        }
        for (size_t i = 0; i < BLOCKS; i++) {
            size_t size = 1 + i * 37 % 300;
            ck_assert_uint_eq(blocks[i][0], i % 251);
            ck_assert_uint_eq(blocks[i][size - 1], i % 251);
        }
        arena_reset(&arena);
    }
    arena_free(&arena);
    ck_assert_int_eq(heap.blocks, 0);
    ck_assert_uint_eq(m.held, 0);
}
END_TEST

START_TEST(warm_arena_takes_nothing_from_the_heap) {
    memory m;
    memory_init(&m, NULL);
    memory_arena arena;
    arena_init(&arena, &m);
    uint64_t calls_when_warm = 0;
    for (int step = 0; step < 20; step++) {
        for (size_t i = 0; i < 300; i++) {
            ck_assert_ptr_nonnull(arena_take(&arena, 1000 + i, 16));
        }
        ck_assert_ptr_nonnull(arena_take(&arena, 1 << 20, 64));
        ck_assert_ptr_nonnull(arena_take(&arena, 8, 8));
        arena_reset(&arena);
        calls_when_warm = step == 0 ? m.calls : calls_when_warm;
        ck_assert_uint_eq(m.calls, calls_when_warm);
    }
    arena_free(&arena);
    ck_assert_uint_eq(m.held, 0);
}
END_TEST

START_TEST(arena_survives_failed_allocations) {
    test_heap heap;
    memory m = memory_with_call_limit(&heap, 1);
    memory_arena arena;
    arena_init(&arena, &m);
    ck_assert_ptr_null(arena_take(&arena, 0, 8));
    ck_assert_ptr_null(arena_take(&arena, SIZE_MAX - 8, 8));
    char *first = arena_take(&arena, 10, 1);
    ck_assert_ptr_nonnull(first);
    ck_assert_ptr_null(arena_take(&arena, 1 << 20, 8));
    ck_assert_ptr_eq(arena_take(&arena, 10, 1), first + 10);
    arena_free(&arena);
    ck_assert_int_eq(heap.blocks, 0);
}
END_TEST

static void *take_and_free(void *argument) {
    memory *m = argument;
    for (size_t i = 1; i < 2000; i++) {
        void *block = memory_get(m, i);
        memory_free(m, block, i);
    }
    return NULL;
}

START_TEST(threads_can_share_one_counting_allocator) {
    test_heap heap;
    memory m = memory_with_call_limit(&heap, -1);
    pthread_t threads[4];
    for (int i = 0; i < 4; i++) {
        ck_assert_int_eq(pthread_create(&threads[i], NULL, take_and_free, &m), 0);
    }
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
    }
    ck_assert_uint_eq(m.calls, 4 * 1999 * 2);
    ck_assert_uint_eq(m.held, 0);
    ck_assert_uint_eq(heap.held, 0);
}
END_TEST

START_TEST(non_power_of_two_alignment_aborts) {
    memory m;
    memory_init(&m, NULL);
    memory_arena arena;
    arena_init(&arena, &m);
    arena_take(&arena, 8, 24);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("memory");
    TCase *test_case = tcase_create("all");
    tcase_set_timeout(test_case, 120);
    tcase_add_test(test_case, heap_blocks_are_aligned);
    tcase_add_test(test_case, counts_match_those_of_the_allocator);
    tcase_add_test(test_case, grow_doubles_and_keeps_the_contents);
    tcase_add_test(test_case, grow_changes_nothing_when_it_fails);
    tcase_add_test(test_case, arena_blocks_are_aligned_and_disjoint);
    tcase_add_test(test_case, warm_arena_takes_nothing_from_the_heap);
    tcase_add_test(test_case, arena_survives_failed_allocations);
    tcase_add_test(test_case, threads_can_share_one_counting_allocator);
    tcase_add_test_raise_signal(test_case, non_power_of_two_alignment_aborts, SIGABRT);
    suite_add_tcase(suite, test_case);
    return suite_finish(suite);
}
