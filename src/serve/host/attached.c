/* The host of a run in progress: a live world that shows the world of the run and changes nothing.
 * Messages that would change it or its time are refused; `pause` and `pace` are answered here. */
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
    bool is_shown;
    host_timing timing;
    live_writer out;
} attached;

static const double MOST_SPEED = 1e6;

/* Reads {"do": "pause", "on": true}. */
static wend_result read_pause(const live_request *request, host_timing *timing, wend_error *error) {
    return live_get_bool(request, "on", &timing->is_paused, error);
}

/* Reads {"do": "pace", "speed": 2}; without a speed, it only asks. */
static wend_result read_pace(const live_request *request, host_timing *timing, wend_error *error) {
    return live_has(request, "speed")
               ? live_get_number(request, "speed", 0.0, MOST_SPEED, &timing->pace, error)
               : WEND_OK;
}

/* Answers one of the two. */
static const char *answer_timing(attached *a, const live_request *request, bool is_pause,
                                 size_t *length) {
    wend_error error = {0};
    wend_result result =
        is_pause ? read_pause(request, &a->timing, &error) : read_pace(request, &a->timing, &error);
    live_writer_reset(&a->out);
    if (result == WEND_OK) {
        live_begin_object(&a->out, NULL);
        live_write_bool(&a->out, "paused", a->timing.is_paused);
        live_write_number(&a->out, "speed", a->timing.pace);
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
    bool is_pause = is_read && strcmp(name, "pause") == 0;
    return is_pause || (is_read && strcmp(name, "pace") == 0)
               ? answer_timing(a, &request, is_pause, length)
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
    a->timing.pace = def->pace;
    live_writer_init(&a->out, heap);
    *out = (serve_host){a, answer, frame, destroy, ""};
    return WEND_OK;
}

wend_result host_show_step(const serve_host *host, const wend_recording *recording,
                           const wend_frame *frame_of_run, wend_error *error) {
    attached *a = host->user;
    if (!a->is_shown) {
        wend_result result =
            bundled_create(&a->def, 1, recording, frame_of_run, a->heap, &a->b, error);
        if (result != WEND_OK) {
            return result;
        }
        a->is_shown = true;
    }
    return live_attach(a->b.live, frame_of_run->world) ? WEND_OK : error_no_memory(error, "a run");
}

host_timing host_get_timing(const serve_host *host) {
    const attached *a = host->user;
    return a->timing;
}
