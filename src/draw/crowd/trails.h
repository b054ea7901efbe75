/* Where agents have been, in bounded memory.
 *
 * Samples are kept by frame. When there are too many, every second frame is dropped and only every
 * second one taken from then on; when there are too many agents, some of them leave no trail. */
#ifndef DRAW_CROWD_TRAILS_H
#define DRAW_CROWD_TRAILS_H

#include "base/memory.h"
#include <wend/kit.h>

enum { TRAILS_MAX_SAMPLES = 1 << 21, TRAILS_LEAST_FRAMES = 16 };

typedef struct trail_sample {
    uint64_t agent;     /* id */
    wend_vec2 position; /* from the origin of the trails */
    uint32_t frame;
    uint32_t group;
    uint32_t layer;
    float time; /* s after the first frame */
} trail_sample;

typedef struct draw_trails {
    memory *heap;
    trail_sample *samples;
    uint32_t count, capacity;
    uint32_t most; /* samples, at most */
    uint32_t frames_seen, frame_stride;
    uint32_t agent_stride; /* keys that leave a remainder of 0 leave trails */
    wend_point origin;     /* of the space; without one, the first place seen */
    bool has_origin;
    double first_time;
    uint32_t most_agents; /* in a frame */
} draw_trails;

/* Whether a recording lists all its agents; else who was there, and where they began, shows in
 * their trails alone: in trajectories, and where sources let agents in. */
bool trails_are_listed(const wend_recording *recording);

void trails_init(draw_trails *trails, memory *heap, uint32_t expected_agents);
void trails_free(draw_trails *trails);
/* False when memory ran out. */
bool trails_add(draw_trails *trails, const wend_recording *recording, const wend_frame *frame);

/* Where a sample was, in the user's coordinates. */
wend_point trails_place(const draw_trails *trails, const trail_sample *sample);

/* The samples ordered by (slot, frame) in memory of the heap; the caller frees `count` of them.
 * NULL when there are none or memory ran out. */
trail_sample *trails_by_agent(const draw_trails *trails);

#endif
