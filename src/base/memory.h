/* Memory: the caller's allocator or the heap, counted; growing arrays; arenas. */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stdatomic.h>
#include <wend/base.h>

enum { MEMORY_ALIGNMENT = 64 };

/* `size` bytes aligned to MEMORY_ALIGNMENT, not initialised; NULL when size is 0 or none is left.
 * An allocator that is NULL or zeroed means the C library's heap. */
void *memory_allocate(const wend_allocator *allocator, size_t size);

/* Gives back what memory_allocate gave, with the same size; NULL is ignored. */
void memory_release(const wend_allocator *allocator, void *block, size_t size);

/* An allocator that counts. One owner (a world, a space) holds one, so that its bytes can be
 * reported and heap use in a steady step be tested. All memory_ functions below may be called from
 * any thread: calls are serialised by the lock. Must not be copied or moved once in use. */
typedef struct memory {
    wend_allocator allocator;
    size_t held;    /* bytes now */
    size_t peak;    /* largest `held` so far */
    uint64_t calls; /* allocations and releases so far */
    atomic_flag lock;
} memory;

/* `allocator` is copied; NULL means the heap. Needs no counterpart: it owns nothing itself. */
void memory_init(memory *m, const wend_allocator *allocator);

/* As memory_allocate and memory_release, counted. */
void *memory_get(memory *m, size_t size);
void *memory_get_zeroed(memory *m, size_t size);
void memory_free(memory *m, void *block, size_t size);

/* `count` elements, not initialised; NULL also when count * element_size does not fit a size_t. */
void *memory_get_array(memory *m, size_t count, size_t element_size);

/* Makes room for at least `needed` elements in *array, which holds *capacity of them (NULL and 0
 * at first): capacity doubles, to at least 16. New elements are not initialised. On failure
 * returns false and changes nothing. Give back with
 * memory_free(m, array, capacity * element_size). */
bool memory_grow(memory *m, void **array, size_t element_size, uint32_t *capacity, uint32_t needed);

/* A copy of a text; NULL when memory ran out. Given back by memory_free_text, which ignores NULL.
 */
char *memory_copy_text(memory *m, const char *text);
void memory_free_text(memory *m, const char *text);

/* A bump allocator over chunks that are kept over resets, so that a steady step takes nothing from
 * the heap. An arena belongs to one thread at a time: give each worker its own. arena_take may get
 * a chunk from the shared `memory`, whose lock makes that safe. */
typedef struct arena_chunk arena_chunk;

typedef struct memory_arena {
    memory *source;
    arena_chunk *first, *current;
    size_t used; /* bytes of `current` that are taken */
} memory_arena;

/* An arena without chunks. */
void arena_init(memory_arena *arena, memory *source);

/* `size` bytes, not initialised, aligned to `align` (a power of two up to MEMORY_ALIGNMENT), valid
 * until the next reset; NULL when size is 0 or no memory is left. */
void *arena_take(memory_arena *arena, size_t size, size_t align);

/* Invalidates all that was taken and keeps the chunks. */
void arena_reset(memory_arena *arena);

/* Gives all chunks back; the arena can be used again. */
void arena_free(memory_arena *arena);

#endif
