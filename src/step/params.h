/* step/params.h: builds parameter structs from parameter tables and settings. */
#ifndef STEP_PARAMS_H
#define STEP_PARAMS_H

#include <wend/model.h>

#include "base/memory.h"

/* A parameter that is sampled per agent. The wend_column that gives access to the samples is a
 * member of the parameter struct. */
typedef struct params_sampled {
    wend_distribution number;
    uint32_t
        purpose;    /* selects the random stream: samples for different purposes are independent */
    size_t offset;  /* offset of the wend_column in the parameter struct */
    float constant; /* if the column has stride 0, it points at this value */
    float *values;  /* indexed by slot; NULL if all agents have the constant value */
    bool has_own_values; /* the parameter is a constant, but has a value per slot, because some
                            agents were given their own */
    uint32_t capacity;
} params_sampled;

/* A parameter struct and the memory that it owns. */
typedef struct params_block {
    const wend_entry *entry;
    void *params; /* NULL if the entry has no parameters */
    params_sampled *sampled;
    uint32_t sampled_count, sampled_capacity;
    wend_setting *settings; /* deep copies of the given settings */
    uint32_t setting_count;
} params_block;

/* Checks the settings and builds the block. On failure nothing stays allocated. */
wend_result params_create(params_block *block, memory *from, const wend_entry *entry,
                          const wend_setting *settings, uint32_t count, wend_error *error);

void params_free(params_block *block, memory *from);

/* Grows the array of samples to `capacity` slots. Returns false if out of memory. */
bool params_sampled_grow(params_sampled *sampled, memory *from, uint32_t capacity);
void params_sampled_free(params_sampled *sampled, memory *from);
/* Gives a constant an array of `capacity` values, so that they can be set per slot. Afterwards
 * params_link must be called. Returns false if out of memory. */
bool params_sampled_add_values(params_sampled *sampled, memory *from, uint32_t capacity);
wend_column params_sampled_column(const params_sampled *sampled);

/* Makes the columns of the struct point at their values again, after the values have moved. */
void params_link(params_block *block);

/* Returns the largest possible sample of a distribution. */
double params_maximum(const wend_distribution *number);

/* Returns the sample that belongs to a key and a step, within the distribution's range. */
double params_sample_at(const wend_distribution *number, uint64_t seed, uint64_t key, uint64_t step,
                        uint32_t purpose);
/* Returns the sample for step 0, in single precision. */
float params_sample(const wend_distribution *number, uint64_t seed, uint64_t key, uint32_t purpose);

/* Checks that a distribution is finite and that, if `minimum` and `maximum` differ, it lies within
 * [minimum, maximum]. */
wend_result params_check_number(const char *what, const wend_distribution *number, double minimum,
                                double maximum, const char *unit, wend_error *error);

/* Returns a purpose (random stream): a hash of a kind and a name. */
uint32_t params_purpose(const char *kind, const char *name);

#endif
