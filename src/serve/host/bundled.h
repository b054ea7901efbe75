/* A live world of a scenario, made through a bundle, as in a page. */
#ifndef SERVE_HOST_BUNDLED_H
#define SERVE_HOST_BUNDLED_H

#include "serve/host/hosts.h"
#include <wend/live.h>

typedef struct bundled {
    memory *heap;
    uint8_t *bytes; /* of the bundle */
    size_t size;
    wend_bundle *bundle;
    wend_live *live;
} bundled;

/* Makes a live world that starts as `world`, a world of the scenario. */
wend_result bundled_create(const wend_server_run_def *def, const wend_space_def *space_def,
                           wend_world *world, memory *heap, bundled *out, wend_error *error);
void bundled_free(bundled *b);

#endif
