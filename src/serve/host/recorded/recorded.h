/* A recorded trajectory that is shown, and what its parts share. */
#ifndef SERVE_HOST_RECORDED_RECORDED_H
#define SERVE_HOST_RECORDED_RECORDED_H

#include "live/request.h"
#include "live/writer.h"
#include "serve/host/recorded/tape.h"
#include <wend/live.h>

/* How crowded the frame that is shown is. */
typedef struct recorded_crowd {
    float *density; /* agents per m^2 around each agent of the frame, itself included */
    float max_density;
    uint32_t overlaps; /* pairs of agents that overlap by more than 1 cm */
    uint32_t capacity;
    uint32_t *starts, *order; /* agents by bucket of a grid */
    uint32_t start_capacity, order_capacity;
    bool is_current;
} recorded_crowd;

typedef struct recorded {
    memory *heap;
    wend_trajectory *trajectory;     /* stays open: it owns the recording */
    const wend_recording *recording; /* groups, goals, space */
    tape tape;
    uint32_t at; /* index of the frame that is shown */
    recorded_crowd crowd;
    char *title;
    char note[WEND_ERROR_MESSAGE_SIZE]; /* why the file ends where it does; "" */
    live_writer out;
    uint8_t *frame;
    uint32_t frame_capacity;
} recorded;

/* Returns the frame that is shown. */
const tape_frame *recorded_frame(const recorded *r);
/* Returns the time between the frame that is shown and the one before it, in s. */
double recorded_interval(const recorded *r);
/* Measures the crowd of the frame that is shown. Returns false if out of memory. Cost: O(agents).
 */
bool recorded_measure(recorded *r);
void recorded_crowd_free(recorded_crowd *crowd, memory *heap);

/* Write the members of the answers `describe` and `state` (docs/viewer.md). */
void recorded_describe(const recorded *r, live_writer *out);
wend_result recorded_write_state(recorded *r, const char *stopped, live_writer *out,
                                 wend_error *error);
/* Writes a frame like wend_live_frame. Returns NULL if out of memory. */
const void *recorded_write_frame(recorded *r, uint32_t colouring, size_t *size);

#endif
