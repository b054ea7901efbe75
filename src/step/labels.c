/* The table of labels: see labels.h. Lookups are O(1) on average. */
#include "step/labels.h"

#include <string.h>

#include "base/hash.h"

static uint32_t home_of(const label_table *table, const char *text) {
    return (uint32_t)hash_bytes(text, strlen(text), 0) & (table->position_count - 1);
}

/* Returns the table position of the given text, or the empty position where it would be
 * inserted. */
static uint32_t find_position(const label_table *table, const char *text) {
    uint32_t index = home_of(table, text);
    while (table->indices[index] != 0 &&
           strcmp(table->entries[table->indices[index] - 1].text, text) != 0) {
        index = (index + 1) & (table->position_count - 1);
    }
    return index;
}

static bool grow_index(label_table *table, memory *from) {
    uint32_t old_count = table->position_count, *old = table->indices;
    if (2 * (table->count - table->free_count + 1) <= old_count) {
        return true;
    }
    uint32_t count = old_count ? 2 * old_count : 16;
    uint32_t *fresh = memory_get_zeroed(from, count * sizeof *fresh);
    if (!fresh) {
        return false;
    }
    table->indices = fresh;
    table->position_count = count;
    for (uint32_t i = 0; i < old_count; i++) {
        if (old[i] != 0) {
            fresh[find_position(table, table->entries[old[i] - 1].text)] = old[i];
        }
    }
    memory_free(from, old, old_count * sizeof *old);
    return true;
}

bool labels_take(label_table *table, memory *from, const char *text, uint32_t *out) {
    if (!text || !text[0]) {
        *out = LABEL_NONE;
        return true;
    }
    if (!grow_index(table, from) ||
        (table->free_count == 0 &&
         !memory_grow(from, (void **)&table->entries, sizeof *table->entries, &table->capacity,
                      table->count + 1))) {
        return false;
    }
    uint32_t index = find_position(table, text);
    if (table->indices[index] != 0) {
        *out = table->indices[index] - 1;
        table->entries[*out].uses++;
        return true;
    }
    char *copy = memory_copy_text(from, text);
    if (!copy) {
        return false;
    }
    *out = table->free_count ? table->free : table->count++;
    if (table->free_count) {
        table->free_count--;
        table->free = table->entries[*out].uses;
    }
    table->entries[*out] = (label_entry){copy, 1};
    table->indices[index] = *out + 1;
    return true;
}

void labels_retain(label_table *table, uint32_t label) {
    if (label != LABEL_NONE) {
        table->entries[label].uses++;
    }
}

/* Empties a table position. Moves later entries back if the empty position would interrupt their
 * probe sequence. */
static void clear_position(label_table *table, uint32_t hole) {
    uint32_t mask = table->position_count - 1;
    table->indices[hole] = 0;
    for (uint32_t i = (hole + 1) & mask; table->indices[i] != 0; i = (i + 1) & mask) {
        uint32_t home = home_of(table, table->entries[table->indices[i] - 1].text);
        if (((i - home) & mask) >= ((i - hole) & mask)) {
            table->indices[hole] = table->indices[i];
            table->indices[i] = 0;
            hole = i;
        }
    }
}

void labels_drop(label_table *table, memory *from, uint32_t label) {
    if (label == LABEL_NONE || --table->entries[label].uses > 0) {
        return;
    }
    label_entry *entry = &table->entries[label];
    clear_position(table, find_position(table, entry->text));
    memory_free_text(from, entry->text);
    *entry = (label_entry){NULL, table->free_count ? table->free : LABEL_NONE};
    table->free = label;
    table->free_count++;
}

const char *labels_text(const label_table *table, uint32_t label) {
    return label == LABEL_NONE ? "" : table->entries[label].text;
}

void labels_free(label_table *table, memory *from) {
    for (uint32_t i = 0; i < table->count; i++) {
        memory_free_text(from, table->entries[i].text);
    }
    memory_free(from, table->entries, table->capacity * sizeof *table->entries);
    memory_free(from, table->indices, table->position_count * sizeof *table->indices);
    *table = (label_table){0};
}
