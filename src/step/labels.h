/* step/labels.h: label strings that many agents share; each is stored once, with a reference
 * count. */
#ifndef STEP_LABELS_H
#define STEP_LABELS_H

#include "base/memory.h"

#define LABEL_NONE UINT32_MAX

typedef struct label_entry {
    char *text;    /* NULL if the entry is free */
    uint32_t uses; /* reference count; in a free entry: the index of the next free entry, or
                      LABEL_NONE */
} label_entry;

/* A table of labels with an open-addressing index, which is at most half full. A zeroed table is
 * empty. */
typedef struct label_table {
    label_entry *entries;
    uint32_t count, capacity; /* number of entries, including free ones; number allocated */
    uint32_t free_count, free;
    uint32_t *indices; /* for each table position: 1 + the index of its entry, or 0 if empty */
    uint32_t position_count; /* a power of two */
} label_table;

/* Finds or adds the label with the given text, and adds a reference to it. NULL and "" give
 * LABEL_NONE. Returns false if out of memory. */
bool labels_take(label_table *table, memory *from, const char *text, uint32_t *out);
/* Adds or removes a reference to a label; LABEL_NONE is allowed. A label without references is
 * freed. */
void labels_retain(label_table *table, uint32_t label);
void labels_drop(label_table *table, memory *from, uint32_t label);
/* Returns the text of a label; "" for LABEL_NONE. */
const char *labels_text(const label_table *table, uint32_t label);
void labels_free(label_table *table, memory *from);

#endif
