/* A live world of a scenario, made through a bundle, as in a page. */
#ifndef SERVE_HOST_BUNDLED_H
#define SERVE_HOST_BUNDLED_H

#include "record/starts/collect.h"
#include "serve/host/hosts.h"
#include <wend/live.h>

typedef struct bundled {
    memory *heap;
    starts starts; /* the bytes of the bundle */
    wend_bundle *bundle;
    wend_live *live;
} bundled;

/* Makes a live world that starts as a frame of a run, and can restart with `seeds` seeds (0:
 * automatic). */
wend_result bundled_create(const wend_server_run_def *def, uint32_t seeds,
                           const wend_recording *recording, const wend_frame *frame, memory *heap,
                           bundled *out, wend_error *error);
void bundled_free(bundled *b);

#endif
