/* step/params.h: builds parameter structs from parameter tables and settings. */
#ifndef STEP_PARAMS_H
#define STEP_PARAMS_H

#include <wend/model.h>

#include "base/memory.h"

/* A parameter that is sampled per agent: its column lies in the parameter struct. */
typedef struct params_sampled {
    wend_distribution number;
    uint32_t purpose;    /* random stream that separates its samples from others */
    size_t offset;       /* of the wend_column in the parameter struct */
    float constant;      /* target of a column of stride 0 */
    float *values;       /* by slot; NULL for a constant */
    bool has_own_values; /* a constant with values per slot, because some were set */
    uint32_t capacity;
} params_sampled;

/* A parameter struct and the memory that it owns. */
typedef struct params_block {
    const wend_entry *entry;
    void *params; /* NULL: no parameters */
    params_sampled *sampled;
    uint32_t sampled_count, sampled_capacity;
    wend_setting *settings; /* deep copies of the given settings */
    uint32_t setting_count;
} params_block;

/* Checks the settings and builds the block. Keeps nothing on failure. */
wend_result params_create(params_block *block, memory *from, const wend_entry *entry,
                          const wend_setting *settings, uint32_t count, wend_error *error);

void params_free(params_block *block, memory *from);

/* Grows the values of a sampled number to `capacity` slots. Returns false when memory ran out. */
bool params_sampled_grow(params_sampled *sampled, memory *from, uint32_t capacity);
void params_sampled_free(params_sampled *sampled, memory *from);
/* Gives a constant `capacity` values of its own, so that they can be set per slot. Its column must
 * be linked again. Returns false when memory ran out. */
bool params_sampled_add_values(params_sampled *sampled, memory *from, uint32_t capacity);
wend_column params_sampled_column(const params_sampled *sampled);

/* Points the columns of the struct at their values, after growth. */
void params_link(params_block *block);

/* Returns the largest possible sample. */
double params_maximum(const wend_distribution *number);

/* Returns the sample of a key, within the distribution's range. */
float params_sample(const wend_distribution *number, uint64_t seed, uint64_t key, uint32_t purpose);

/* Checks that a distribution is finite, and lies within [minimum, maximum] when these differ. */
wend_result params_check_number(const char *what, const wend_distribution *number, double minimum,
                                double maximum, const char *unit, wend_error *error);

/* Returns a purpose (random stream) for a kind and a name, by hash. */
uint32_t params_purpose(const char *kind, const char *name);

#endif
