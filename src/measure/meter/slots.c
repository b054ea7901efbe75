/* Stores a record for each agent, indexed by slot. */
#include "measure/meter/slots.h"
#include <string.h>

void slots_init(slot_table *table, size_t record_size, const wend_allocator *allocator) {
    memset(table, 0, sizeof *table);
    memory_init(&table->heap, allocator);
    table->record_size = record_size;
}

void slots_free(slot_table *table) {
    memory_free(&table->heap, table->records, table->record_capacity * table->record_size);
    memory_free(&table->heap, table->agents, table->agent_capacity * sizeof *table->agents);
    table->records = NULL;
    table->agents = NULL;
    table->record_capacity = 0;
    table->agent_capacity = 0;
}

bool slots_grow(slot_table *table, const wend_frame *frame) {
    if (frame->slot_count <= table->count) {
        return true;
    }
    if (!memory_grow(&table->heap, &table->records, table->record_size, &table->record_capacity,
                     frame->slot_count) ||
        !memory_grow(&table->heap, (void **)&table->agents, sizeof *table->agents,
                     &table->agent_capacity, frame->slot_count)) {
        return false;
    }
    memset(table->agents + table->count, 0,
           (frame->slot_count - table->count) * sizeof *table->agents);
    table->count = frame->slot_count;
    return true;
}

void *slots_find_or_add(slot_table *table, wend_agent agent, bool *fresh) {
    uint32_t slot = wend_agent_slot(agent);
    void *record = (char *)table->records + table->record_size * slot;
    *fresh = table->agents[slot] != agent.value;
    if (*fresh) {
        table->agents[slot] = agent.value;
        memset(record, 0, table->record_size);
    }
    return record;
}

void *slots_find(const slot_table *table, wend_agent agent) {
    uint32_t slot = wend_agent_slot(agent);
    if (slot >= table->count || table->agents[slot] != agent.value) {
        return NULL;
    }
    return (char *)table->records + table->record_size * slot;
}
