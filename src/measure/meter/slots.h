/* A table with one record per agent, indexed by the agent's slot. When a new agent gets the slot of
 * an agent that left, the record is reset to zero. */
#ifndef MEASURE_METER_SLOTS_H
#define MEASURE_METER_SLOTS_H

#include "base/memory.h"
#include <wend/kit.h>

typedef struct slot_table {
    memory heap;
    void *records;
    uint64_t *agents; /* id of the agent to which each record belongs; 0 for none */
    size_t record_size;
    uint32_t count, record_capacity, agent_capacity;
} slot_table;

void slots_init(slot_table *table, size_t record_size, const wend_allocator *allocator);
void slots_free(slot_table *table);
/* Makes room for all slots of a frame. Returns false if out of memory. */
bool slots_grow(slot_table *table, const wend_frame *frame);
/* Returns the record of an agent. The agent's slot must be in the frame that was passed to the last
 * call of slots_grow. If the agent has no record yet, the record is zeroed and `*fresh` becomes
 * true. */
void *slots_find_or_add(slot_table *table, wend_agent agent, bool *fresh);
/* Returns the record of an agent, or NULL if it has none. */
void *slots_find(const slot_table *table, wend_agent agent);

#endif
