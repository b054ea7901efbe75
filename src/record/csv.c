/* Writes trajectories as CSV text: one row per agent and frame, in the user's coordinates. If the
 * agents have heights, the last column is z. */
#include "record/file/file.h"
#include <wend/kit.h>

enum {
    POSITION_DECIMALS = 4, /* for positions (to 0.1 mm) and velocities (to 0.1 mm/s) */
    TIME_DECIMALS = 6,
    ROW_SIZE = 9 * RECORD_NUMBER_SIZE
};

typedef struct csv {
    record_file file;
    bool has_height;
} csv;

static wend_result begin(void *state, const void *params, void *user,
                         const wend_recording *recording, const char *path, wend_error *error) {
    (void)user;
    (void)params;
    csv *c = state;
    wend_result result = record_open_beside(&c->file, path, recording->source, error);
    if (result == WEND_OK) {
        c->has_height = recording->has_height ||
                        (recording->space != NULL && wend_space_has_height(recording->space));
        fprintf(c->file.stream, "time,agent,x,y,layer,vx,vy%s\n", c->has_height ? ",z" : "");
    }
    return result;
}

static size_t put_number(double value, char *out) {
    out[0] = ',';
    return 1 + record_format(value, POSITION_DECIMALS, out + 1);
}

static size_t put_integer(uint64_t value, char *out) {
    out[0] = ',';
    return 1 + record_format_integer(value, out + 1);
}

static wend_result frame(void *state, const wend_frame *shown, wend_error *error) {
    csv *c = state;
    char row[ROW_SIZE];
    size_t start = record_format(shown->time, TIME_DECIMALS, row);
    for (uint32_t i = 0; i < shown->agent_count; i++) {
        const wend_agent_state *agent = &shown->agents[i];
        size_t used = start;
        used += put_integer(agent->key, row + used);
        used += put_number(agent->position.x, row + used);
        used += put_number(agent->position.y, row + used);
        used += put_integer(agent->layer, row + used);
        used += put_number((double)agent->velocity.x, row + used);
        used += put_number((double)agent->velocity.y, row + used);
        used += c->has_height ? put_number(agent->z, row + used) : 0;
        row[used++] = '\n';
        fwrite(row, 1, used, c->file.stream);
    }
    return record_check(&c->file, error);
}

static wend_result end(void *state, bool keep, wend_error *error) {
    csv *c = state;
    return record_close(&c->file, keep, error);
}

const wend_output output_csv = {
    .entry = {WEND_HEAD(wend_output), .name = "csv",
              .summary = "trajectories as text: time, agent, x, y, layer, vx, vy"},
    .extension = ".csv",
    .state_size = sizeof(csv),
    .begin = begin,
    .frame = frame,
    .end = end,
};
