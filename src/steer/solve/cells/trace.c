/* The dynamic floor field: a hash table of cells with open addressing. Nothing is removed from a
 * table; each update builds the next one. The fate of a boson depends only on the seed, the update,
 * the cell, and its number in the cell, so the order of entries does not matter. */
#include "steer/solve/cells/trace.h"

#include <stdlib.h>
#include <string.h>

#include <wend/random.h>

#include "base/hash.h"
#include "steer/solve/cells/transition.h"

enum { LEAST_CAPACITY = 64 };
static const uint32_t boson_purpose = 0x0b050u;
static const uint32_t permanent = 1; /* mask of the class that is always on */

/* ---- Tables ---------------------------------------------------------------------------------- */

static void *get_memory(const wend_allocator *a, size_t size) {
    void *block = a->allocate ? a->allocate(a->user, size) : malloc(size);
    return block ? memset(block, 0, size) : NULL;
}

static void free_table(const wend_allocator *a, trace_table *table) {
    if (table->items && a->release) {
        a->release(a->user, table->items, table->capacity * sizeof *table->items);
    } else {
        free(table->items);
    }
    *table = (trace_table){0};
}

static uint64_t hash_of(uint32_t layer, lattice_cell cell) {
    return hash_combine((uint64_t)(uint32_t)cell.x << 32 | (uint32_t)cell.y, layer);
}

/* Returns the entry of a cell, or the free entry where it belongs. */
static trace_cell *find(const trace_table *table, uint32_t layer, lattice_cell cell) {
    uint32_t mask = table->capacity - 1, at = (uint32_t)hash_of(layer, cell) & mask;
    while (table->items[at].count > 0 &&
           !(table->items[at].layer == layer && lattice_same(table->items[at].cell, cell))) {
        at = (at + 1) & mask;
    }
    return &table->items[at];
}

static void add(trace_table *table, uint32_t layer, lattice_cell cell, uint32_t count) {
    trace_cell *item = find(table, layer, cell);
    table->used += item->count == 0;
    uint32_t sum = item->count + count;
    *item = (trace_cell){cell, layer, sum < count ? UINT32_MAX : sum};
}

/* Gives a table room for `count` cells, half empty. */
static bool reserve(const wend_allocator *a, trace_table *table, uint64_t count) {
    uint64_t capacity = LEAST_CAPACITY;
    while (capacity < 2 * count) {
        capacity *= 2;
    }
    if (capacity <= table->capacity) {
        return true;
    }
    trace_table grown = {NULL, (uint32_t)capacity, 0};
    size_t size = 0;
    if (capacity <= UINT32_MAX && !__builtin_mul_overflow(capacity, sizeof *grown.items, &size)) {
        grown.items = get_memory(a, size);
    }
    if (!grown.items) {
        return false;
    }
    for (uint32_t i = 0; i < table->capacity; i++) {
        if (table->items[i].count > 0) {
            add(&grown, table->items[i].layer, table->items[i].cell, table->items[i].count);
        }
    }
    free_table(a, table);
    *table = grown;
    return true;
}

/* ---- The field ------------------------------------------------------------------------------- */

void trace_init(trace *t, const wend_allocator *allocator) {
    *t = (trace){.allocator = *allocator};
}

void trace_free(trace *t) {
    free_table(&t->allocator, &t->now);
    free_table(&t->allocator, &t->next);
}

bool trace_reserve(trace *t, uint32_t count) {
    return count == 0 || reserve(&t->allocator, &t->now, (uint64_t)t->now.used + count);
}

void trace_add(trace *t, uint32_t layer, lattice_cell cell, uint32_t count) {
    if (count > 0) {
        add(&t->now, layer, cell, count);
    }
}

uint32_t trace_count(const trace *t, uint32_t layer, lattice_cell cell) {
    return t->now.used > 0 ? find(&t->now, layer, cell)->count : 0;
}

uint64_t trace_total(const trace *t) {
    uint64_t total = 0;
    for (uint32_t i = 0; i < t->now.capacity; i++) {
        total += t->now.items[i].count;
    }
    return total;
}

/* True if a boson can move from the centre of one cell to that of another. */
static bool is_open(const trace_rules *rules, uint32_t layer, lattice_cell from, lattice_cell to) {
    wend_location a = {lattice_centre(rules->lattice, from), layer};
    wend_location b = {lattice_centre(rules->lattice, to), layer};
    return !rules->space || wend_space_is_visible(rules->space, a, b, 0.0F, permanent);
}

/* Distributes the bosons of one cell. */
static void spread(trace *t, const trace_rules *rules, const trace_cell *item) {
    uint64_t key = hash_of(item->layer, item->cell);
    uint32_t stay = 0, moving[LATTICE_MOST_SIDES] = {0};
    for (uint32_t n = 0; n < item->count; n++) {
        double u =
            wend_random_uniform(rules->seed, hash_combine(key, n), t->updates, boson_purpose);
        int32_t fate =
            transition_boson(rules->decay, rules->diffusion, rules->lattice->side_count, u);
        stay += fate == BOSON_STAYS;
        if (fate >= 0) {
            moving[fate]++;
        }
    }
    for (uint32_t side = 0; side < rules->lattice->side_count; side++) {
        lattice_cell to = lattice_neighbour(rules->lattice, item->cell, side);
        if (moving[side] > 0 && is_open(rules, item->layer, item->cell, to)) {
            add(&t->next, item->layer, to, moving[side]);
        } else {
            stay += moving[side];
        }
    }
    if (stay > 0) {
        add(&t->next, item->layer, item->cell, stay);
    }
}

bool trace_update(trace *t, const trace_rules *rules) {
    if (t->now.used > 0) {
        uint64_t most = (uint64_t)t->now.used * (1 + rules->lattice->side_count);
        if (!reserve(&t->allocator, &t->next, most)) {
            return false;
        }
        for (uint32_t i = 0; i < t->now.capacity; i++) {
            if (t->now.items[i].count > 0) {
                spread(t, rules, &t->now.items[i]);
            }
        }
        trace_table old = t->now;
        t->now = t->next;
        t->next = old;
        memset(t->next.items, 0, t->next.capacity * sizeof *t->next.items);
        t->next.used = 0;
    }
    t->updates++;
    return true;
}

/* ---- Snapshots ------------------------------------------------------------------------------- */

/* Precedes the cells, which are sorted. */
typedef struct trace_head {
    uint64_t updates;
    uint32_t used;
    uint32_t reserved; /* 0 */
} trace_head;

/* Compares cells that may be unaligned. */
static int compare(const void *left, const void *right) {
    trace_cell a, b;
    memcpy(&a, left, sizeof a);
    memcpy(&b, right, sizeof b);
    if (a.layer != b.layer) {
        return a.layer < b.layer ? -1 : 1;
    }
    if (a.cell.y != b.cell.y) {
        return a.cell.y < b.cell.y ? -1 : 1;
    }
    return (a.cell.x > b.cell.x) - (a.cell.x < b.cell.x);
}

size_t trace_save(const trace *t, void *out, size_t capacity) {
    trace_head head = {t->updates, t->now.used, 0};
    size_t size = sizeof head + (size_t)head.used * sizeof(trace_cell);
    if (!out || capacity < size) {
        return size;
    }
    uint8_t *cells = (uint8_t *)out + sizeof head;
    uint32_t count = 0;
    memcpy(out, &head, sizeof head);
    for (uint32_t i = 0; i < t->now.capacity; i++) {
        if (t->now.items[i].count > 0) {
            memcpy(cells + count++ * sizeof(trace_cell), &t->now.items[i], sizeof(trace_cell));
        }
    }
    qsort(cells, count, sizeof(trace_cell), compare); /* no two cells are equal */
    return size;
}

bool trace_load(trace *t, const void *bytes, size_t size, bool *no_memory) {
    trace_head head;
    const uint8_t *at = (const uint8_t *)bytes + sizeof head;
    trace_cell last = {{0, 0}, 0, 0};
    *no_memory = false;
    if (size < sizeof head) {
        return false;
    }
    memcpy(&head, bytes, sizeof head);
    if (head.reserved != 0 || (size - sizeof head) / sizeof(trace_cell) != head.used ||
        (size - sizeof head) % sizeof(trace_cell) != 0) {
        return false;
    }
    if (!trace_reserve(t, head.used)) {
        *no_memory = true;
        return false;
    }
    for (uint32_t i = 0; i < head.used; i++, at += sizeof(trace_cell)) {
        trace_cell item;
        memcpy(&item, at, sizeof item);
        if (item.count == 0 || (i > 0 && compare(&last, &item) >= 0)) {
            return false;
        }
        add(&t->now, item.layer, item.cell, item.count);
        last = item;
    }
    t->updates = head.updates;
    return true;
}
