/* Failures as answers, for live worlds and for the hosts beside them. */
#include "live/failure.h"

/* Returns the name of a result for programs. */
static const char *code_of(wend_result result) {
    static const char *const names[] = {
        [WEND_OK] = "ok",
        [WEND_ERROR_MEMORY] = "memory",
        [WEND_ERROR_INVALID] = "invalid",
        [WEND_ERROR_GEOMETRY] = "geometry",
        [WEND_ERROR_NAME] = "name",
        [WEND_ERROR_LIMIT] = "limit",
        [WEND_ERROR_FORMAT] = "format",
        [WEND_ERROR_SYNTAX] = "syntax",
        [WEND_ERROR_IO] = "io",
        [WEND_ERROR_NUMBER] = "number",
        [WEND_ERROR_CANCELLED] = "cancelled",
    };
    return names[result];
}

void live_write_failure(live_writer *out, const wend_error *error) {
    char text[WEND_ERROR_MESSAGE_SIZE + WEND_ERROR_PATH_SIZE];
    live_writer_reset(out);
    live_begin_object(out, NULL);
    live_begin_object(out, "error");
    live_write_text(out, "code", code_of(error->code));
    live_write_text(out, "message", wend_error_text(error, text, sizeof text));
    live_end_object(out);
    live_end_object(out);
}
