/* Runs jobs: reads what a client wants, asks the host, and wraps the answer into a WebSocket frame.
 * Runs on the thread of the host. */
#include "serve/job.h"
#include "base/error.h"
#include "live/failure.h"
#include "live/request.h"
#include "serve/net/websocket.h"
#include <stdio.h>
#include <string.h>

static const uint32_t MAX_ID = (uint32_t)1 << 31;

/* An empty message has no memory. */
static const char *text_of(const serve_job *job) {
    return job->message != NULL ? (const char *)job->message : "";
}

/* Makes the answer of a job: a frame with room for `size` bytes, to which the result points.
 * Returns NULL if out of memory. */
static uint8_t *begin_answer(serve_job *job, memory *heap, websocket_opcode opcode, size_t size) {
    uint8_t head[WEBSOCKET_MAX_SENT_HEAD];
    size_t head_size = websocket_write_head(head, opcode, size);
    job->answer = memory_get(heap, head_size + size);
    if (job->answer == NULL) {
        return NULL;
    }
    job->answer_size = head_size + size;
    memcpy(job->answer, head, head_size);
    return job->answer + head_size;
}

/* Answers {"id": id, "answer": text}. */
static void answer_text(serve_job *job, memory *heap, uint32_t id, const char *text, size_t size) {
    char before[40];
    size_t prefix = (size_t)snprintf(before, sizeof before, "{\"id\":%u,\"answer\":", id);
    uint8_t *out = begin_answer(job, heap, WEBSOCKET_TEXT, prefix + size + 1);
    if (out != NULL) {
        memcpy(out, before, prefix);
        memcpy(out + prefix, text, size);
        out[prefix + size] = '}';
    }
}

/* Answers with an error like those of a live world. */
static void answer_error(serve_job *job, memory *heap, uint32_t id, const wend_error *error) {
    live_writer out = {0};
    live_writer_init(&out, heap);
    live_write_failure(&out, error);
    const char *text = live_writer_end(&out);
    if (text != NULL) {
        answer_text(job, heap, id, text, out.size);
    }
    live_writer_free(&out);
}

static void put_u32(uint8_t *out, uint32_t value) {
    for (int i = 0; i < 4; i++) {
        out[i] = (uint8_t)(value >> 8 * i);
    }
}

static void answer_frame(serve_job *job, const serve_host *host, memory *heap, uint32_t id,
                         uint32_t colouring) {
    wend_error error = {0};
    size_t size = 0;
    const void *frame = host->frame(host->user, colouring, &size);
    if (frame == NULL) {
        error_no_memory(&error, "a frame");
    } else if (size > SERVE_MAX_ANSWER) {
        error_set(&error, WEND_ERROR_LIMIT, "the frame has %zu bytes, at most %d are sent", size,
                  SERVE_MAX_ANSWER);
    }
    if (frame == NULL || error.code != WEND_OK) {
        answer_error(job, heap, id, &error);
        return;
    }
    uint8_t *out = begin_answer(job, heap, WEBSOCKET_BINARY, SERVE_FRAME_HEAD + size);
    if (out != NULL) {
        put_u32(out, id);
        put_u32(out + 4, 0);
        memcpy(out + SERVE_FRAME_HEAD, frame, size);
    }
}

static void answer_message(serve_job *job, const serve_host *host, memory *heap, uint32_t id) {
    wend_error error = {0};
    size_t size = 0;
    const char *text = host->answer(host->user, text_of(job), job->message_size, &size);
    if (text == NULL) {
        error_no_memory(&error, "an answer");
    } else if (size > SERVE_MAX_ANSWER) {
        error_set(&error, WEND_ERROR_LIMIT, "the answer has %zu bytes, at most %d are sent", size,
                  SERVE_MAX_ANSWER);
    } else {
        answer_text(job, heap, id, text, size);
        return;
    }
    answer_error(job, heap, id, &error);
}

/* Reads the members that belong to the transport. */
static wend_result read_envelope(const serve_job *job, uint32_t *id, bool *is_frame,
                                 uint32_t *colouring, wend_error *error) {
    live_request request;
    uint32_t given = 0;
    wend_result result = live_request_read(text_of(job), job->message_size, &request, error);
    if (result == WEND_OK) {
        result = live_get_integer(&request, "id", 1, MAX_ID, &given, error);
    }
    if (result != WEND_OK) {
        return result;
    }
    *id = given;
    *is_frame = live_has(&request, "frame");
    if (!*is_frame) {
        return WEND_OK;
    }
    if (request.count != 2) {
        return error_set(error, WEND_ERROR_NAME,
                         "a request for a frame has the keys 'id' and 'frame' only");
    }
    return live_get_integer(&request, "frame", 0, 255, colouring, error);
}

void job_run(serve_job *job, const serve_host *host, memory *heap) {
    wend_error error = {0};
    uint32_t id = 0, colouring = 0;
    bool is_frame = false;
    if (read_envelope(job, &id, &is_frame, &colouring, &error) != WEND_OK) {
        answer_error(job, heap, id, &error);
    } else if (is_frame) {
        answer_frame(job, host, heap, id, colouring);
    } else {
        answer_message(job, host, heap, id);
    }
}

void job_clear(serve_job *job, memory *heap) {
    memory_free(heap, job->message, job->message_capacity);
    memory_free(heap, job->answer, job->answer_size);
    *job = (serve_job){0};
}
