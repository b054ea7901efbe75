/* What fuzzers of trajectory formats share: bytes as a file, read to its end and checked. */
#ifndef FUZZ_REPLAY_H
#define FUZZ_REPLAY_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <wend/kit.h>

static inline void replay_demand(bool holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "%s\n", what);
        abort();
    }
}

static inline void replay_check_frame(const wend_frame *frame, const wend_recording *recording) {
    uint32_t layers = wend_space_layer_count(recording->space);
    replay_demand(layers == recording->space_def->layer_count, "layers do not fit");
    for (uint32_t i = 0; i < frame->agent_count; i++) {
        const wend_agent_state *agent = &frame->agents[i];
        uint32_t slot = wend_agent_slot(agent->agent);
        replay_demand(slot < frame->slot_count && frame->index_of_slot[slot] == i,
                      "slots do not fit");
        replay_demand(isfinite(agent->position.x) && isfinite(agent->position.y), "no place");
        replay_demand(!isnan(agent->velocity.x) && !isnan(agent->velocity.y), "no velocity");
        replay_demand(agent->layer < layers, "no layer");
    }
    replay_demand(isfinite(frame->time), "no time");
}

static inline void replay_read(const wend_input *input, const void *params, const char *path) {
    void *state = calloc(1, input->state_size);
    wend_recording recording = {.scenario = NULL};
    wend_error error = {.message = ""};
    wend_result result = input->begin(state, params, path, NULL, &recording, &error);
    bool more = true;
    double before = -INFINITY;
    while (result == WEND_OK && more) {
        wend_frame frame;
        result = input->frame(state, &frame, &more, &error);
        if (result == WEND_OK && more) {
            replay_check_frame(&frame, &recording);
            replay_demand(frame.time > before, "time does not pass");
            before = frame.time;
        }
    }
    replay_demand(result == WEND_OK || error.message[0] != '\0', "no message");
    input->end(state);
    free(state);
}

/* Reads bytes as a file, which lies in the present folder. */
static inline void replay_bytes(const wend_input *input, const void *params, const uint8_t *bytes,
                                size_t size) {
    char path[64];
    snprintf(path, sizeof path, "fuzz-%ld%s", (long)getpid(), input->extension);
    FILE *file = fopen(path, "wb");
    replay_demand(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0,
                  "no file");
    replay_read(input, params, path);
    remove(path);
}

#endif
