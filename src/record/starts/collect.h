/* record/starts/collect.h: makes a bundle from a run, for outputs that hold the simulation itself.
 *
 * The bundle is made from the first frame, before the first step; further starts are worlds of the
 * same scenario with the seeds that follow that of the run. The final step and hash are those of
 * the last frame. */
#ifndef RECORD_STARTS_COLLECT_H
#define RECORD_STARTS_COLLECT_H

#include <wend/bundle.h>
#include <wend/kit.h>

#include "base/memory.h"

/* The parameters of outputs that hold a bundle. */
typedef struct starts_params {
    int64_t seeds; /* number of starts; 0: automatic */
} starts_params;

enum { STARTS_PARAM_COUNT = 1 };
extern const wend_param starts_params_table[STARTS_PARAM_COUNT];

typedef struct starts {
    const wend_recording *recording; /* valid as long as the run */
    uint32_t seeds;                  /* number of starts; 0: automatic */
    memory heap;
    uint8_t *bytes; /* of the bundle; NULL before the first frame */
    size_t size;
    uint64_t final_step, final_hash;
} starts;

/* Begins a collection in zeroed memory. `what` is what the output writes, for messages: "a page".
 * Fails with WEND_ERROR_INVALID for a trajectory, which has no world. */
wend_result starts_begin(starts *s, const starts_params *params, const wend_recording *recording,
                         const char *what, wend_error *error);
/* Takes a frame: the first one gives the bundle. Fails like wend_bundle_save. A seed with which the
 * scenario has no room for its agents gives no start. */
wend_result starts_frame(starts *s, const wend_frame *frame, wend_error *error);
/* Completes the bundle after the last frame. `s->bytes` must not be NULL. */
wend_result starts_finish(starts *s, wend_error *error);
void starts_free(starts *s);

#endif
