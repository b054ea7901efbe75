/* Shared by the fuzzers of trajectory formats: reads bytes as a file to its end, and checks the
 * frames. */
#ifndef SUPPORT_FUZZ_REPLAY_H
#define SUPPORT_FUZZ_REPLAY_H

#include "support/fuzz.h"
#include <unistd.h>
#include <wend/kit.h>

/* Checks the properties that hold in every frame of a recording with `layers` layers. */
static inline void replay_check_agents(const wend_frame *frame, uint32_t layers) {
    for (uint32_t i = 0; i < frame->agent_count; i++) {
        const wend_agent_state *agent = &frame->agents[i];
        uint32_t slot = wend_agent_slot(agent->agent);
        fuzz_expect(slot < frame->slot_count && frame->index_of_slot[slot] == i,
                    "slots do not fit");
        fuzz_expect(isfinite(agent->position.x) && isfinite(agent->position.y), "no place");
        fuzz_expect(agent->layer < layers, "no layer");
    }
    for (uint32_t i = 0; i < frame->wall_count; i++) {
        fuzz_expect(frame->wall_layers[i] < layers, "no layer of a wall");
    }
    fuzz_expect(isfinite(frame->time), "no time");
}

static inline void replay_check_frame(const wend_frame *frame, const wend_recording *recording) {
    uint32_t layers = wend_space_layer_count(recording->space);
    fuzz_expect(layers == recording->space_def->layer_count, "layers do not fit");
    replay_check_agents(frame, layers);
    for (uint32_t i = 0; i < frame->agent_count; i++) {
        wend_vec2 velocity = frame->agents[i].velocity;
        fuzz_expect(!isnan(velocity.x) && !isnan(velocity.y), "no velocity");
    }
}

static inline void replay_read(const wend_input *input, const void *params, const char *path) {
    void *state = calloc(1, input->state_size);
    wend_recording recording = {.scenario = NULL};
    wend_error error = {.message = ""};
    wend_result result = input->begin(state, params, NULL, path, NULL, &recording, &error);
    bool more = true;
    double before = -INFINITY;
    while (result == WEND_OK && more) {
        wend_frame frame;
        result = input->frame(state, &frame, &more, &error);
        if (result == WEND_OK && more) {
            replay_check_frame(&frame, &recording);
            fuzz_expect(frame.time > before, "time does not pass");
            before = frame.time;
        }
    }
    fuzz_expect(result == WEND_OK || error.message[0] != '\0', "no message");
    input->end(state);
    free(state);
}

/* Reads bytes as a trajectory file, which is written to the current folder first. */
static inline void replay_bytes(const wend_input *input, const void *params, const uint8_t *bytes,
                                size_t size) {
    char path[64];
    snprintf(path, sizeof path, "fuzz-%ld%s", (long)getpid(), input->extension);
    FILE *file = fopen(path, "wb");
    fuzz_expect(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0,
                "no file");
    replay_read(input, params, path);
    remove(path);
}

#endif
