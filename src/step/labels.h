/* step/labels.h: texts that many agents share, each stored once with a reference count. */
#ifndef STEP_LABELS_H
#define STEP_LABELS_H

#include "base/memory.h"

#define LABEL_NONE UINT32_MAX

typedef struct label_entry {
    char *text;    /* NULL: free */
    uint32_t uses; /* reference count; of a free entry: the next free one, LABEL_NONE */
} label_entry;

/* A table of labels with an open-addressing index, at most half full. Zeroed: empty. */
typedef struct label_table {
    label_entry *entries;
    uint32_t count, capacity; /* entries ever made; capacity */
    uint32_t free_count, free;
    uint32_t *indices;       /* by table position: index of an entry + 1; 0: free */
    uint32_t position_count; /* a power of two */
} label_table;

/* Finds or adds the label of a text and adds a use; NULL and "" are LABEL_NONE. Returns false when
 * memory ran out. */
bool labels_take(label_table *table, memory *from, const char *text, uint32_t *out);
/* Add and remove a use of a label; LABEL_NONE is allowed. A text without uses is freed. */
void labels_add_use(label_table *table, uint32_t label);
void labels_drop(label_table *table, memory *from, uint32_t label);
/* Returns the text of a label; "" for LABEL_NONE. */
const char *labels_text(const label_table *table, uint32_t label);
void labels_free(label_table *table, memory *from);

#endif
