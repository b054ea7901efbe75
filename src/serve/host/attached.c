/* The host of a run in progress: a live world that shows the world of the run and changes nothing.
 * Messages that would change it or its time are refused; `pause` is answered here. */
#include "base/error.h"
#include "live/attach.h"
#include "live/failure.h"
#include "live/request.h"
#include "serve/host/bundled.h"
#include <string.h>

typedef struct attached {
    memory *heap;
    wend_server_run_def def;
    bundled b;
    bool is_shown, is_paused;
    live_writer out;
} attached;

/* Answers {"do": "pause", "on": true}. */
static const char *answer_pause(attached *a, const live_request *request, size_t *length) {
    wend_error error = {0};
    bool on = false;
    live_writer_reset(&a->out);
    if (live_get_bool(request, "on", &on, &error) == WEND_OK) {
        a->is_paused = on;
        live_begin_object(&a->out, NULL);
        live_write_bool(&a->out, "paused", on);
        live_end_object(&a->out);
    } else {
        live_write_failure(&a->out, &error);
    }
    const char *text = live_writer_end(&a->out);
    *length = text != NULL ? a->out.size : 0;
    return text;
}

static const char *answer(void *user, const char *message, size_t size, size_t *length) {
    attached *a = user;
    live_request request;
    char name[LIVE_MAX_KEY] = "";
    bool is_read = live_request_read(message, size, &request, NULL) == WEND_OK &&
                   live_get_text(&request, "do", name, sizeof name, NULL) == WEND_OK;
    return is_read && strcmp(name, "pause") == 0
               ? answer_pause(a, &request, length)
               : wend_live_answer(a->b.live, message, size, length);
}

static const void *frame(void *user, uint32_t colouring, size_t *size) {
    attached *a = user;
    return wend_live_frame(a->b.live, colouring, size);
}

static void destroy(void *user) {
    attached *a = user;
    if (a->is_shown) {
        live_detach(a->b.live);
        bundled_free(&a->b);
    }
    live_writer_free(&a->out);
    memory_free(a->heap, a, sizeof *a);
}

wend_result host_of_run(const wend_server_run_def *def, memory *heap, serve_host *out,
                        wend_error *error) {
    attached *a = memory_get_zeroed(heap, sizeof *a);
    if (a == NULL) {
        return error_no_memory(error, "a run");
    }
    a->heap = heap;
    a->def = *def;
    live_writer_init(&a->out, heap);
    *out = (serve_host){a, answer, frame, destroy};
    return WEND_OK;
}

wend_result host_show_step(const serve_host *host, const wend_recording *recording,
                           const wend_frame *frame_of_run, wend_error *error) {
    attached *a = host->user;
    if (!a->is_shown) {
        wend_result result = bundled_create(&a->def, recording->space_def, frame_of_run->world,
                                            a->heap, &a->b, error);
        if (result != WEND_OK) {
            return result;
        }
        a->is_shown = true;
    }
    return live_attach(a->b.live, frame_of_run->world) ? WEND_OK : error_no_memory(error, "a run");
}

bool host_is_paused(const serve_host *host) {
    const attached *a = host->user;
    return a->is_paused;
}
