/* A picture of a whole run: the space, where all started, went and ended. */
#include "base/error.h"
#include "base/memory.h"
#include "draw/picture.h"
#include "draw/trails.h"
#include "record/file.h"
#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <wend/kit.h>

typedef struct png_params {
    int64_t width;
} png_params;

typedef struct png {
    const wend_recording *recording;
    record_file file;
    memory heap;
    draw_trails trails;
    draw_picture picture; /* the last frame, copied */
    uint32_t agent_capacity, wall_capacity, layer_capacity;
    draw_agent *agents;
    wend_wall_hit *walls;
    uint32_t *wall_layers;
    bool begun;
} png;

static const wend_param params_table[] = {
    {"width", WEND_PARAM_INTEGER, offsetof(png_params, width), 1200.0, 300.0, 8000.0, "px",
     "width of the picture", NULL},
};

static wend_result begin(void *state, const void *params, const wend_recording *recording,
                         const char *path, wend_error *error) {
    png *p = state;
    p->recording = recording;
    memory_init(&p->heap, &recording->allocator);
    trails_init(&p->trails, &p->heap, recording->agent_count);
    p->picture.recording = recording;
    p->picture.width = (int)((const png_params *)params)->width;
    p->begun = true;
    return record_open(&p->file, path, error);
}

/* Doors and moving obstacles as they are now. */
static bool copy_walls(png *p, const wend_frame *shown) {
    uint32_t count = shown->wall_count;
    if (!memory_grow(&p->heap, (void **)&p->walls, sizeof *p->walls, &p->wall_capacity, count) ||
        !memory_grow(&p->heap, (void **)&p->wall_layers, sizeof *p->wall_layers, &p->layer_capacity,
                     count)) {
        return false;
    }
    if (count > 0) {
        memcpy(p->walls, shown->walls, count * sizeof *p->walls);
        memcpy(p->wall_layers, shown->wall_layers, count * sizeof *p->wall_layers);
    }
    p->picture.walls = p->walls;
    p->picture.wall_layers = p->wall_layers;
    p->picture.wall_count = count;
    return true;
}

static bool copy_agents(png *p, const wend_frame *shown) {
    if (!memory_grow(&p->heap, (void **)&p->agents, sizeof *p->agents, &p->agent_capacity,
                     shown->agent_count)) {
        return false;
    }
    for (uint32_t i = 0; i < shown->agent_count; i++) {
        const wend_agent_state *agent = &shown->agents[i];
        p->agents[i] = (draw_agent){agent->position, agent->radius, agent->layer,
                                    wend_recording_group_of(p->recording, agent->key),
                                    (agent->flags & WEND_BODY_ARRIVED) != 0};
    }
    p->picture.agents = p->agents;
    p->picture.agent_count = shown->agent_count;
    p->picture.time = shown->time;
    return true;
}

static wend_result frame(void *state, const wend_frame *shown, wend_error *error) {
    png *p = state;
    if (!trails_add(&p->trails, p->recording, shown) || !copy_agents(p, shown) ||
        !copy_walls(p, shown)) {
        return error_set(error, WEND_ERROR_MEMORY, "out of memory for a picture");
    }
    return WEND_OK;
}

static wend_result end(void *state, bool keep, wend_error *error) {
    png *p = state;
    if (!p->begun) {
        return WEND_OK;
    }
    wend_result result = WEND_OK;
    if (keep && p->file.stream != NULL) {
        p->picture.trails = &p->trails;
        errno = 0;
        result = draw_picture_png(&p->picture, p->file.stream, error);
        if (ferror(p->file.stream) != 0) {
            result = record_check(&p->file, error); /* tells the file and the reason */
        }
    }
    wend_result closed =
        record_close(&p->file, keep && result == WEND_OK, result == WEND_OK ? error : NULL);
    trails_free(&p->trails);
    memory_free(&p->heap, p->agents, p->agent_capacity * sizeof *p->agents);
    memory_free(&p->heap, p->walls, p->wall_capacity * sizeof *p->walls);
    memory_free(&p->heap, p->wall_layers, p->layer_capacity * sizeof *p->wall_layers);
    return result != WEND_OK ? result : closed;
}

const wend_output output_png = {
    .entry = {.name = "png",
              .summary = "a picture of the run: space, starts, trails, goals, last positions",
              .params = params_table,
              .param_count = 1,
              .params_size = sizeof(png_params)},
    .extension = ".png",
    .state_size = sizeof(png),
    .begin = begin,
    .frame = frame,
    .end = end,
};
