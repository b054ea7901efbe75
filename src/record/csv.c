/* Trajectories as text: one row for each agent and frame, the user's coordinates. */
#include "record/file.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <wend/kit.h>

enum { PLACE_DECIMALS = 4 }; /* 0.1 mm, 0.1 mm/s */

typedef struct csv {
    record_file file;
} csv;

static wend_result begin(void *state, const void *params, const wend_recording *recording,
                         const char *path, wend_error *error) {
    (void)params;
    (void)recording;
    csv *c = state;
    wend_result result = record_open(&c->file, path, error);
    if (result == WEND_OK) {
        fputs("time,agent,x,y,layer,vx,vy\n", c->file.stream);
    }
    return result;
}

static void write_number(FILE *stream, double value, uint32_t decimals) {
    char text[RECORD_NUMBER_SIZE];
    size_t length = record_format(value, decimals, text);
    fputc(',', stream);
    fwrite(text, 1, length, stream);
}

static wend_result frame(void *state, const wend_frame *shown, wend_error *error) {
    csv *c = state;
    FILE *stream = c->file.stream;
    char time[RECORD_NUMBER_SIZE];
    record_format(shown->time, 6, time);
    for (uint32_t i = 0; i < shown->agent_count; i++) {
        const wend_agent_state *agent = &shown->agents[i];
        fprintf(stream, "%s,%" PRIu64, time, agent->key);
        write_number(stream, agent->position.x, PLACE_DECIMALS);
        write_number(stream, agent->position.y, PLACE_DECIMALS);
        fprintf(stream, ",%" PRIu32, agent->layer);
        write_number(stream, (double)agent->velocity.x, PLACE_DECIMALS);
        write_number(stream, (double)agent->velocity.y, PLACE_DECIMALS);
        fputc('\n', stream);
    }
    return record_check(&c->file, error);
}

static wend_result end(void *state, bool keep, wend_error *error) {
    csv *c = state;
    return record_close(&c->file, keep, error);
}

const wend_output output_csv = {
    .entry = {.name = "csv", .summary = "trajectories as text: time, agent, x, y, layer, vx, vy"},
    .extension = ".csv",
    .state_size = sizeof(csv),
    .begin = begin,
    .frame = frame,
    .end = end,
};
