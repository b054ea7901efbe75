/* step/claims.h: resources of limited capacity that agents compete for.
 *
 * Workers write proposals in parallel, each to its own list. When the stage has run for all agents,
 * the proposals are committed in a fixed order: first all releases, then the claims, ordered by
 * (resource, priority, key), as long as there is capacity left. The result therefore depends
 * neither on the number of threads nor on the order of agents. */
#ifndef STEP_CLAIMS_H
#define STEP_CLAIMS_H

#include <wend/base.h>

#include "base/memory.h"

#define CLAIM_NONE UINT32_MAX

typedef struct claim_proposal {
    uint32_t resource;
    uint32_t priority; /* claims with lower values are granted first */
    uint64_t key;
    uint32_t slot;
    bool is_release;
} claim_proposal;

/* The proposals of one worker. Each list has cache lines of its own. */
typedef struct claim_list {
    _Alignas(64) claim_proposal *items;
    uint32_t count, capacity;
    bool failed; /* out of memory, so the step fails */
} claim_list;

/* A resource. If its capacity is 1, `held` identifies the holder; otherwise `held` is the number of
 * holders. */
typedef struct claim_resource {
    uint32_t capacity; /* 0 if the resource has been removed */
    uint32_t held;     /* number of holders; for capacity 1: the holder's slot + 1, or 0 if there is
                          none; if removed: the next removed resource, or CLAIM_NONE */
} claim_resource;

/* A resource that an agent holds: a node of the agent's list. */
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
    claim_list *lists; /* indexed by worker */
    uint32_t list_count;
    claim_proposal *merged, *sorting; /* all proposals of a commit; buffer for sorting them */
    uint32_t merged_capacity, sorting_capacity;
} claim_table;

bool claims_init(claim_table *table, memory *from, uint32_t worker_count);
void claims_free(claim_table *table);

/* Adds a resource for a goal, under a new index or the index of a removed resource. Fails under the
 * same conditions as claims_add_resources. */
uint32_t claims_add_resource(claim_table *table, uint32_t capacity);
/* Adds `count` resources with consecutive indices and returns the first index. Returns CLAIM_NONE
 * if out of memory, or if there would be more than WEND_MAX_RESOURCES resources. */
uint32_t claims_add_resources(claim_table *table, uint32_t count, uint32_t capacity);

/* Returns how many more agents may hold a resource. */
static inline uint32_t claims_capacity_left(const claim_table *table, uint32_t resource) {
    const claim_resource *r = &table->resources[resource];
    return r->capacity == 1 ? r->held == 0 : r->capacity > r->held ? r->capacity - r->held : 0;
}

/* Returns the slot of the agent that holds a resource of capacity 1. Returns CLAIM_NONE if no agent
 * holds it, or if its capacity is not 1. */
static inline uint32_t claims_find_holder(const claim_table *table, uint32_t resource) {
    const claim_resource *r = &table->resources[resource];
    return r->capacity == 1 && r->held > 0 ? r->held - 1 : CLAIM_NONE;
}

/* A resource is removed in three steps. After claims_close_resource it gets no more holders. Then
 * its holders release it (claims_release_removed). Finally, claims_free_resource makes its index
 * available for reuse. */
void claims_close_resource(claim_table *table, uint32_t resource);
void claims_release_removed(claim_table *table, uint32_t *head);
void claims_free_resource(claim_table *table, uint32_t resource);

/* Adds a proposal to the list of a worker. Called by that worker. */
void claims_propose(claim_table *table, uint32_t worker, claim_proposal proposal);

/* True if the agent whose list starts at `head` holds the resource. */
bool claims_holds(const claim_table *table, uint32_t head, uint32_t resource);

/* Grants and releases resources according to all proposals. `heads` holds the head of each agent's
 * list, indexed by slot. Returns false and commits nothing if out of memory. */
bool claims_commit(claim_table *table, uint32_t *heads);

/* Releases one resource, if the agent holds it. */
void claims_release(claim_table *table, uint32_t *head, uint32_t resource);

/* Releases all resources that an agent holds, and empties its list. */
void claims_release_all(claim_table *table, uint32_t *head);

/* Grants a resource that has capacity left to the agent in `slot`; `head` is the head of the
 * agent's list. Returns false if out of memory. */
bool claims_grant(claim_table *table, uint32_t *head, uint32_t slot, uint32_t resource);

#endif
