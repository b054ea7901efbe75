/* step/labels.h: texts that many agents share, each stored once and counted. */
#ifndef STEP_LABELS_H
#define STEP_LABELS_H

#include "base/memory.h"

#define LABEL_NONE UINT32_MAX

typedef struct label_entry {
    char *text;    /* NULL: free */
    uint32_t uses; /* of a free one: the next free one, LABEL_NONE */
} label_entry;

/* Zeroed: empty. Found through an open-addressing table of indices, at most half full. */
typedef struct label_table {
    label_entry *entries;
    uint32_t count, capacity; /* entries ever made, and what there is room for */
    uint32_t free_count, free;
    uint32_t *places; /* index + 1; 0: empty */
    uint32_t place_count;
} label_table;

/* The label of a text, one use added; NULL and "" are LABEL_NONE. False when memory ran out. */
bool labels_take(label_table *table, memory *from, const char *text, uint32_t *out);
/* Adds and ends a use of a label; LABEL_NONE is allowed. A text without uses is freed. */
void labels_hold(label_table *table, uint32_t label);
void labels_drop(label_table *table, memory *from, uint32_t label);
/* "" for LABEL_NONE. */
const char *labels_text(const label_table *table, uint32_t label);
void labels_free(label_table *table, memory *from);

#endif
