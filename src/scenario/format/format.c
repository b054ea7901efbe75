/* Looks up rows in the tables of the format. */
#include "scenario/format/format.h"
#include "base/error.h"
#include <string.h>

const format_key *format_find(const format_table *table, const char *name) {
    for (uint32_t i = 0; i < table->count; i++) {
        if (strcmp(table->keys[i].name, name) == 0) {
            return &table->keys[i];
        }
    }
    return NULL;
}

const format_key *format_row(const format_table *table, const char *name) {
    const format_key *row = format_find(table, name);
    WEND_ASSERT(row != NULL);
    return row;
}
