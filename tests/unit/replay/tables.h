/* Helpers that the tests of readers share: they create a file with given content and read it to the
 * end. */
#ifndef UNIT_REPLAY_TABLES_H
#define UNIT_REPLAY_TABLES_H

#include "unit/scenario/lab.h"

static inline void write_file(const char *name, const char *bytes, size_t size) {
    FILE *file = fopen(name, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, size, file), size);
    ck_assert_int_eq(fclose(file), 0);
}

static inline void write_text(const char *name, const char *text) {
    write_file(name, text, strlen(text));
}

static char tables_text[200000];

/* Reads a trajectory, and writes a line "time: key(x,y) ..." for each frame to tables_text. Returns
 * the first failure; the lines of all frames before it are in tables_text. */
static inline wend_result read_all(const char *name) {
    size_t used = 0;
    wend_trajectory *trajectory = NULL;
    const wend_frame *frame = NULL;
    tables_text[0] = '\0';
    wend_result result = wend_trajectory_open(lab_registry, name, NULL, &trajectory, &lab_error);
    while (result == WEND_OK) {
        result = wend_trajectory_next(trajectory, &frame, &lab_error);
        if (result != WEND_OK || frame == NULL) {
            break;
        }
        size_t room = sizeof tables_text - used;
        used += (size_t)snprintf(tables_text + used, room, "%g:", frame->time);
        for (uint32_t i = 0; i < frame->agent_count; i++) {
            const wend_agent_state *a = &frame->agents[i];
            ck_assert_uint_lt(used, sizeof tables_text - 200);
            used += (size_t)snprintf(tables_text + used, 200, " %lu(%.10g,%.10g)",
                                     (unsigned long)a->key, a->position.x, a->position.y);
        }
        used += (size_t)snprintf(tables_text + used, 2, "\n");
    }
    wend_trajectory_close(trajectory);
    return result;
}

/* Writes `text` to a file with the given name and reads it, which must succeed. Returns the frames
 * as text. */
static inline const char *frames_of(const char *name, const char *text) {
    write_text(name, text);
    wend_result result = read_all(name);
    ck_assert_msg(result == WEND_OK, "%s:%d:%d: %s\n%s", lab_error.path, lab_error.line,
                  lab_error.column, lab_error.message, text);
    remove(name);
    return tables_text;
}

/* Writes `text` to a file with the given name and reads it, which must fail. Returns the error as
 * "line:column: message". */
static inline const char *error_of(const char *name, const char *text) {
    static char message[WEND_ERROR_MESSAGE_SIZE + 40];
    write_text(name, text);
    wend_result result = read_all(name);
    ck_assert_msg(result != WEND_OK, "was read:\n%s", text);
    ck_assert_int_eq(result, lab_error.code);
    ck_assert_str_eq(lab_error.path, name);
    snprintf(message, sizeof message, "%d:%d: %s", lab_error.line, lab_error.column,
             lab_error.message);
    remove(name);
    return message;
}

#endif
