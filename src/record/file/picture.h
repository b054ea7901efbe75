/* The shared implementation of the .png and .svg outputs: their parameters, and the data that they
 * collect for a picture. */
#ifndef RECORD_FILE_PICTURE_H
#define RECORD_FILE_PICTURE_H

#include "draw/crowd/sheet.h"
#include "record/file/file.h"
#include <wend/kit.h>

typedef struct picture_params {
    int64_t width;
    int32_t show, colour, average, axes;
    double cell, max_value, from, to;
    bool legend, starts, goals;
} picture_params;

typedef struct picture_output {
    const wend_recording *recording;
    draw_format format;
    record_file file;
    memory heap;
    draw_trails trails;
    draw_heat heat;
    draw_picture picture; /* shows the last frame, from copies of its agents and walls */
    double from, to;      /* s, times of the first and last frame to show */
    uint32_t agent_capacity, wall_capacity, layer_capacity;
    draw_agent *agents;
    wend_wall_hit *walls;
    uint32_t *wall_layers;
    bool begun, has_frames;
} picture_output;

enum { PICTURE_PARAM_COUNT = 12 };

/* Values of the parameter `axes`. */
enum { PICTURE_AXES_AUTO, PICTURE_AXES_ON, PICTURE_AXES_OFF };
extern const wend_param picture_params_table[PICTURE_PARAM_COUNT];

/* Prepares to collect frames without opening a file. `p` must be zeroed. Fails if the parameters
 * contradict each other. picture_complete makes `p->picture` ready to be drawn, after the last
 * frame; picture_end frees what was collected. */
wend_result picture_init(picture_output *p, const picture_params *given,
                         const wend_recording *recording, wend_error *error);
void picture_complete(picture_output *p);
wend_result picture_begin(picture_output *p, draw_format format, const void *params,
                          const wend_recording *recording, const char *path, wend_error *error);
wend_result picture_frame(void *state, const wend_frame *shown, wend_error *error);
wend_result picture_end(void *state, bool keep, wend_error *error);

#endif
