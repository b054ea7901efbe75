/* world/queues/queues.h: internal functions for the queues of a world, listed by the file that
 * defines them. */
#ifndef WORLD_QUEUES_H
#define WORLD_QUEUES_H

#include "world/world.h"

/* ---- places.c -------------------------------------------------------------------------------- */

/* The places of a new queue: those of the line, then those of the area. */
typedef struct queue_places {
    wend_vec2 *points; /* WEND_MAX_QUEUE_PLACES of them */
    uint32_t line_count, count;
} queue_places;

enum { QUEUE_TEXT = 200 };

/* Finds the places that a def describes. Returns WEND_OK; WEND_ERROR_INVALID, with the reason in
 * `wrong`; or WEND_ERROR_MEMORY. */
wend_result queue_find_places(wend_world *world, const wend_queue_def *def, queue_places *out,
                              char wrong[QUEUE_TEXT]);

/* ---- table.c --------------------------------------------------------------------------------- */

/* Adds a queue, whose goals exist: `goals` holds those of its places, then that of its tail. The
 * arrays and the name are copied. Returns false if out of memory. */
bool queue_add(wend_world *world, const queue_record *queue, const uint32_t *goals,
               const char *name);
/* Frees the queues marked for removal. Their goals have been taken from all agents. */
void queues_purge(wend_world *world);

#endif
