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

/* A resource of capacity 1 names its holder in the field where others have a count. */
typedef struct claim_resource {
    uint32_t capacity; /* 0: removed */
    uint32_t held; /* agents that hold it; capacity 1: the holder's slot + 1, 0 without one; of a
                      removed one, the next of these or CLAIM_NONE */
} claim_resource;

/* One thing held by one agent: a node of its list. */
typedef struct claim_holding {
    uint32_t resource;
    uint32_t next;
} claim_holding;

typedef struct claim_table {
    memory *from;
    claim_resource *resources;
    uint32_t resource_count, resource_capacity, resource_free;
    claim_holding *holdings;
    uint32_t holding_count, holding_capacity, holding_free;
    claim_list *lists; /* one per worker */
    uint32_t list_count;
    claim_proposal *merged, *sorting;
    uint32_t merged_capacity, sorting_capacity;
} claim_table;

bool claims_init(claim_table *table, memory *from, uint32_t workers);
void claims_free(claim_table *table);

/* A resource for a goal: one that was removed, or a new one; CLAIM_NONE as below. */
uint32_t claims_add_resource(claim_table *table, uint32_t capacity);
/* The first of `count` new resources with consecutive indices; CLAIM_NONE when memory ran out, or
 * there would be more than WEND_MAX_RESOURCES. */
uint32_t claims_add_resources(claim_table *table, uint32_t count, uint32_t capacity);

/* How many more agents may hold a resource. */
static inline uint32_t claims_room(const claim_table *table, uint32_t resource) {
    const claim_resource *r = &table->resources[resource];
    return r->capacity == 1 ? r->held == 0 : r->capacity > r->held ? r->capacity - r->held : 0;
}

/* The slot of the agent that holds a resource of capacity 1; CLAIM_NONE without one, and for other
 * resources. */
static inline uint32_t claims_holder(const claim_table *table, uint32_t resource) {
    const claim_resource *r = &table->resources[resource];
    return r->capacity == 1 && r->held > 0 ? r->held - 1 : CLAIM_NONE;
}

/* Removes a resource in two steps: it gets no more holders, and those that there are give it back
 * (claims_drop_removed); then its index is free for another one. */
void claims_close_resource(claim_table *table, uint32_t resource);
void claims_drop_removed(claim_table *table, uint32_t *head);
void claims_free_resource(claim_table *table, uint32_t resource);

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

/* Gives a resource that has room to the agent in a slot; `head` is its list. False when memory ran
 * out. */
bool claims_hold(claim_table *table, uint32_t *head, uint32_t slot, uint32_t resource);

#endif
