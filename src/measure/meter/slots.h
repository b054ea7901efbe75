/* A record for each agent, kept by slot; slots of agents that left are used again. */
#ifndef MEASURE_METER_SLOTS_H
#define MEASURE_METER_SLOTS_H

#include "base/memory.h"
#include <wend/kit.h>

typedef struct slot_table {
    memory heap;
    void *records;
    uint64_t *agents; /* id of the agent that owns the record; 0: none */
    size_t record_size;
    uint32_t count, record_capacity, agent_capacity;
} slot_table;

void slots_init(slot_table *table, size_t record_size, const wend_allocator *allocator);
void slots_free(slot_table *table);
/* Makes room for all slots of a frame. Returns false if out of memory. */
bool slots_fit(slot_table *table, const wend_frame *frame);
/* Returns the record of an agent of the frames seen; `fresh` is true if it is new, and zeroed. */
void *slots_record(slot_table *table, wend_agent agent, bool *fresh);
/* Returns the record of an agent, or NULL if it has none. */
void *slots_find(const slot_table *table, wend_agent agent);

#endif
