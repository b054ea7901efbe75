/* Writes trajectories in PedPy's text format: a comment with the frame rate, then a row `id frame x
 * y z` for each agent and frame, with the layer as a sixth column if the space has several. The
 * file contains no geometry. */
#include "base/error.h"
#include "record/file/clock.h"
#include "record/file/file.h"
#include <string.h>

enum {
    POSITION_DECIMALS = 4, /* positions to 0.1 mm */
    RATE_DECIMALS = 9,
    ROW_SIZE = 6 * RECORD_NUMBER_SIZE
};

typedef struct txt {
    record_file file;
    record_clock clock;
    bool has_layers;
} txt;

/* Writes the frame rate with at least two decimals, as PedPy does. */
static void write_head(FILE *stream, double rate, bool has_layers) {
    char text[RECORD_NUMBER_SIZE];
    record_format(rate, RATE_DECIMALS, text);
    const char *point = strchr(text, '.');
    size_t count = point != NULL ? strlen(point + 1) : 0;
    static const char *const missing[] = {".00", "0"};
    fprintf(stream, "# framerate: %s%s fps\n", text, count < 2 ? missing[count] : "");
    fprintf(stream, "# id frame x/m y/m z/m%s\n", has_layers ? " layer" : "");
}

static wend_result begin(void *state, const void *params, void *user,
                         const wend_recording *recording, const char *path, wend_error *error) {
    (void)user;
    (void)params;
    txt *t = state;
    clock_init(&t->clock, recording);
    wend_result result = record_open_beside(&t->file, path, recording->source, error);
    if (result == WEND_OK) {
        t->has_layers = recording->space != NULL && wend_space_layer_count(recording->space) > 1;
        write_head(t->file.stream, clock_rate(&t->clock), t->has_layers);
    }
    return result;
}

static wend_result frame(void *state, const wend_frame *shown, wend_error *error) {
    txt *t = state;
    int64_t number = 0;
    wend_result result = clock_number(&t->clock, shown->time, &number, error);
    if (result != WEND_OK) {
        error_set_location(error, t->file.target.path, 0, 0);
        return result;
    }
    if (number < 0) {
        return WEND_OK;
    }
    for (uint32_t i = 0; i < shown->agent_count; i++) {
        const wend_agent_state *agent = &shown->agents[i];
        char row[ROW_SIZE];
        size_t used = record_format_integer(agent->key, row);
        row[used++] = ' ';
        used += record_format_integer((uint64_t)number, row + used);
        row[used++] = ' ';
        used += record_format(agent->position.x, POSITION_DECIMALS, row + used);
        row[used++] = ' ';
        used += record_format(agent->position.y, POSITION_DECIMALS, row + used);
        row[used++] = ' ';
        used += record_format(agent->z, POSITION_DECIMALS, row + used);
        if (t->has_layers) {
            row[used++] = ' ';
            used += record_format_integer(agent->layer, row + used);
        }
        row[used++] = '\n';
        fwrite(row, 1, used, t->file.stream);
    }
    return record_check(&t->file, error);
}

static wend_result end(void *state, bool keep, wend_error *error) {
    txt *t = state;
    return record_close(&t->file, keep, error);
}

const wend_output output_txt = {
    .entry = {WEND_HEAD(wend_output), .name = "txt",
              .summary = "trajectories as PedPy's text: id, frame, x, y, z"},
    .extension = ".txt",
    .state_size = sizeof(txt),
    .begin = begin,
    .frame = frame,
    .end = end,
};
