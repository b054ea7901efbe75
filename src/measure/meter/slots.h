/* A record for each agent, kept by slot; slots of agents that left are used again. */
#ifndef MEASURE_METER_SLOTS_H
#define MEASURE_METER_SLOTS_H

#include "base/memory.h"
#include <wend/kit.h>

typedef struct slot_table {
    memory heap;
    void *records;
    uint64_t *agents; /* id that the record belongs to; 0: none */
    size_t record_size;
    uint32_t count, record_capacity, agent_capacity;
} slot_table;

void slots_init(slot_table *table, size_t record_size, const wend_allocator *allocator);
void slots_free(slot_table *table);
/* Room for all slots of a frame; false when memory ran out. */
bool slots_fit(slot_table *table, const wend_frame *frame);
/* The record of an agent of the frames seen; `fresh` says that it is new, and the record zeroed. */
void *slots_record(slot_table *table, wend_agent agent, bool *fresh);
/* The record of an agent if it has one, else NULL. */
void *slots_find(const slot_table *table, wend_agent agent);

#endif
