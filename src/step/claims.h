/* step/claims.h: what agents compete for.
 *
 * Proposals are written in parallel, one list per worker, and committed in a fixed order when the
 * stage has run for all agents: first what is given back, then claims by (resource, priority, key)
 * while there is room. So the result depends neither on threads nor on the order of agents. */
#ifndef STEP_CLAIMS_H
#define STEP_CLAIMS_H

#include <wend/base.h>

#include "base/memory.h"

#define CLAIM_NONE UINT32_MAX

typedef struct claim_proposal {
    uint32_t resource;
    uint32_t priority; /* lower comes first */
    uint64_t key;
    uint32_t slot;
    bool gives_back;
} claim_proposal;

/* The proposals of one worker, on cache lines of their own. */
typedef struct claim_list {
    _Alignas(64) claim_proposal *items;
    uint32_t count, capacity;
    bool failed; /* memory ran out: the step fails */
} claim_list;

typedef struct claim_resource {
    uint32_t capacity;
    uint32_t held;
} claim_resource;

/* One thing held by one agent: a node of its list. */
typedef struct claim_holding {
    uint32_t resource;
    uint32_t next;
} claim_holding;

typedef struct claim_table {
    memory *from;
    claim_resource *resources;
    uint32_t resource_count, resource_capacity;
    claim_holding *holdings;
    uint32_t holding_count, holding_capacity, holding_free;
    claim_list *lists; /* one per worker */
    uint32_t list_count;
    claim_proposal *merged, *sorting;
    uint32_t merged_capacity, sorting_capacity;
} claim_table;

bool claims_init(claim_table *table, memory *from, uint32_t workers);
void claims_free(claim_table *table);

/* The index of a new resource, or CLAIM_NONE when memory ran out. */
uint32_t claims_add_resource(claim_table *table, uint32_t capacity);

/* Called by workers. */
void claims_propose(claim_table *table, uint32_t worker, claim_proposal proposal);

/* True if the agent whose list starts at `head` holds the resource. */
bool claims_holds(const claim_table *table, uint32_t head, uint32_t resource);

/* Grants and takes back; `heads` are the agents' lists by slot. Commits nothing and returns false
 * when memory ran out. */
bool claims_commit(claim_table *table, uint32_t *heads);

/* Gives back one thing, if the agent holds it. */
void claims_give_back(claim_table *table, uint32_t *head, uint32_t resource);

/* Gives back all that an agent holds, and empties its list. */
void claims_drop(claim_table *table, uint32_t *head);

/* Grants without asking for room (for a snapshot). False when memory ran out. */
bool claims_hold(claim_table *table, uint32_t *head, uint32_t resource);

#endif
