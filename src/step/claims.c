/* Claims on shared resources: see claims.h. Cost of a commit: O(p log p) for p proposals; nothing
 * if there are none. */
#include "step/claims.h"

#include <wend/world.h>

#include "base/error.h"
#include "base/sort.h"

bool claims_init(claim_table *table, memory *from, uint32_t worker_count) {
    *table = (claim_table){.from = from, .holding_free = CLAIM_NONE, .resource_free = CLAIM_NONE};
    table->lists = memory_get_zeroed(from, worker_count * sizeof *table->lists);
    table->list_count = table->lists ? worker_count : 0;
    return table->lists != NULL;
}

void claims_free(claim_table *table) {
    memory *from = table->from;
    if (!from) {
        return;
    }
    for (uint32_t i = 0; i < table->list_count; i++) {
        claim_list *list = &table->lists[i];
        memory_free(from, list->items, list->capacity * sizeof *list->items);
    }
    memory_free(from, table->lists, table->list_count * sizeof *table->lists);
    memory_free(from, table->resources, table->resource_capacity * sizeof *table->resources);
    memory_free(from, table->holdings, table->holding_capacity * sizeof *table->holdings);
    memory_free(from, table->merged, table->merged_capacity * sizeof *table->merged);
    memory_free(from, table->sorting, table->sorting_capacity * sizeof *table->sorting);
    *table = (claim_table){0};
}

uint32_t claims_add_resources(claim_table *table, uint32_t count, uint32_t capacity) {
    uint32_t first = table->resource_count;
    if (count > WEND_MAX_RESOURCES - first ||
        !memory_grow(table->from, (void **)&table->resources, sizeof *table->resources,
                     &table->resource_capacity, first + count)) {
        return CLAIM_NONE;
    }
    for (uint32_t i = 0; i < count; i++) {
        table->resources[first + i] = (claim_resource){capacity, 0};
    }
    table->resource_count += count;
    return first;
}

uint32_t claims_add_resource(claim_table *table, uint32_t capacity) {
    uint32_t free = table->resource_free;
    if (free == CLAIM_NONE) {
        return claims_add_resources(table, 1, capacity);
    }
    table->resource_free = table->resources[free].held;
    table->resources[free] = (claim_resource){capacity, 0};
    return free;
}

void claims_close_resource(claim_table *table, uint32_t resource) {
    table->resources[resource].capacity = 0;
}

void claims_free_resource(claim_table *table, uint32_t resource) {
    table->resources[resource] = (claim_resource){0, table->resource_free};
    table->resource_free = resource;
}

void claims_propose(claim_table *table, uint32_t worker, claim_proposal proposal) {
    WEND_ASSERT(worker < table->list_count);
    WEND_ASSERT(proposal.resource < table->resource_count);
    claim_list *list = &table->lists[worker];
    if (!memory_grow(table->from, (void **)&list->items, sizeof *list->items, &list->capacity,
                     list->count + 1)) {
        list->failed = true;
        return;
    }
    list->items[list->count++] = proposal;
}

bool claims_holds(const claim_table *table, uint32_t head, uint32_t resource) {
    for (uint32_t i = head; i != CLAIM_NONE; i = table->holdings[i].next) {
        if (table->holdings[i].resource == resource) {
            return true;
        }
    }
    return false;
}

bool claims_grant(claim_table *table, uint32_t *head, uint32_t slot, uint32_t resource) {
    uint32_t node = table->holding_free;
    if (node != CLAIM_NONE) {
        table->holding_free = table->holdings[node].next;
    } else {
        if (!memory_grow(table->from, (void **)&table->holdings, sizeof *table->holdings,
                         &table->holding_capacity, table->holding_count + 1)) {
            return false;
        }
        node = table->holding_count++;
    }
    table->holdings[node] = (claim_holding){resource, *head};
    *head = node;
    claim_resource *held = &table->resources[resource];
    held->held = held->capacity == 1 ? slot + 1 : held->held + 1;
    return true;
}

static void release_node(claim_table *table, uint32_t *link) {
    uint32_t node = *link;
    claim_resource *held = &table->resources[table->holdings[node].resource];
    held->held = held->capacity == 1 ? 0 : held->held - 1;
    *link = table->holdings[node].next;
    table->holdings[node].next = table->holding_free;
    table->holding_free = node;
}

void claims_release_removed(claim_table *table, uint32_t *head) {
    for (uint32_t *link = head; *link != CLAIM_NONE;) {
        if (table->resources[table->holdings[*link].resource].capacity == 0) {
            release_node(table, link);
        } else {
            link = &table->holdings[*link].next;
        }
    }
}

void claims_release_all(claim_table *table, uint32_t *head) {
    while (*head != CLAIM_NONE) {
        release_node(table, head);
    }
}

/* Orders releases first, then claims by (resource, priority, key). Keys are unique among agents. */
static bool comes_before(const void *left, const void *right) {
    const claim_proposal *a = left, *b = right;
    if (a->is_release != b->is_release) {
        return a->is_release;
    }
    if (a->resource != b->resource) {
        return a->resource < b->resource;
    }
    if (a->priority != b->priority) {
        return a->priority < b->priority;
    }
    return a->key < b->key;
}

/* Reserves memory for `count` proposals, and for `count` holdings beyond the existing ones. Returns
 * false if out of memory. */
static bool reserve(claim_table *table, uint32_t count) {
    return count == 0 ||
           (memory_grow(table->from, (void **)&table->merged, sizeof *table->merged,
                        &table->merged_capacity, count) &&
            memory_grow(table->from, (void **)&table->sorting, sizeof *table->sorting,
                        &table->sorting_capacity, count) &&
            memory_grow(table->from, (void **)&table->holdings, sizeof *table->holdings,
                        &table->holding_capacity, table->holding_count + count));
}

/* Moves the proposals of all workers into `merged` and returns the number of proposals. Returns
 * UINT32_MAX if out of memory. The workers' lists are empty afterwards in both cases. */
static uint32_t collect(claim_table *table) {
    uint32_t total = 0, count = 0;
    bool good = true;
    for (uint32_t i = 0; i < table->list_count; i++) {
        total += table->lists[i].count;
        good = good && !table->lists[i].failed;
    }
    good = good && reserve(table, total);
    for (uint32_t i = 0; i < table->list_count; i++) {
        for (uint32_t k = 0; k < table->lists[i].count && good; k++) {
            table->merged[count++] = table->lists[i].items[k];
        }
        table->lists[i].count = 0;
        table->lists[i].failed = false;
    }
    return good ? count : UINT32_MAX;
}

void claims_release(claim_table *table, uint32_t *head, uint32_t resource) {
    for (uint32_t *link = head; *link != CLAIM_NONE; link = &table->holdings[*link].next) {
        if (table->holdings[*link].resource == resource) {
            release_node(table, link);
            return;
        }
    }
}

bool claims_commit(claim_table *table, uint32_t *heads) {
    uint32_t count = collect(table);
    if (count == UINT32_MAX) {
        return false;
    }
    sort_stable(table->merged, table->sorting, count, sizeof *table->merged, comes_before);
    for (uint32_t i = 0; i < count; i++) {
        const claim_proposal *proposal = &table->merged[i];
        uint32_t *head = &heads[proposal->slot];
        if (proposal->is_release) {
            claims_release(table, head, proposal->resource);
        } else if (claims_capacity_left(table, proposal->resource) > 0 &&
                   !claims_holds(table, *head, proposal->resource) &&
                   !claims_grant(table, head, proposal->slot, proposal->resource)) {
            return false;
        }
    }
    return true;
}
