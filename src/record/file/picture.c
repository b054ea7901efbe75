/* Implements the .png and .svg outputs: collects frames as trails or a heat map, and draws the
 * picture at the end. */
#include "record/file/picture.h"
#include "base/error.h"
#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

static const double DEFAULT_CELL = 0.5; /* m: a square cell with this side is about as large as a
                                           person with some room around them */
static const double LATEST_TIME = 1e9;  /* s, upper limit of the parameters `from` and `to` */

static const char *const show_choices[] = {"trails", "density", "use", "speed", NULL};
static const char *const colour_choices[] = {"group", "speed", NULL};
static const char *const axes_choices[] = {"auto", "on", "off", NULL};
static const char *const average_choices[] = {"run", "occupied", NULL};

#define ROW(name, type, standard, low, high, unit, help, choices)                                  \
    { #name, type, offsetof(picture_params, name), standard, low, high, unit, help, choices }

const wend_param picture_params_table[PICTURE_PARAM_COUNT] = {
    ROW(width, WEND_PARAM_INTEGER, 1200.0, 300.0, 8000.0, "px", "width of the picture", NULL),
    ROW(show, WEND_PARAM_CHOICE, 0.0, 0.0, 0.0, "",
        "trails, or a heat map of density, use of space or mean speed", show_choices),
    ROW(colour, WEND_PARAM_CHOICE, 0.0, 0.0, 0.0, "", "what the colour of trails stands for",
        colour_choices),
    ROW(average, WEND_PARAM_CHOICE, 0.0, 0.0, 0.0, "",
        "density: mean over the whole time, or around the agents that are in the cell",
        average_choices),
    ROW(cell, WEND_PARAM_NUMBER, 0.0, 0.0, 1000.0, "m",
        "side of the cells of a heat map; 0: half a metre, or more if that is too small to see",
        NULL),
    ROW(max_value, WEND_PARAM_NUMBER, 0.0, 0.0, 1e9, "",
        "value at the dark end of the colour bar, in its unit; 0: automatic", NULL),
    ROW(from, WEND_PARAM_NUMBER, 0.0, 0.0, LATEST_TIME, "s", "start of the time that is shown",
        NULL),
    ROW(to, WEND_PARAM_NUMBER, LATEST_TIME, 0.0, LATEST_TIME, "s", "end of the time that is shown",
        NULL),
    ROW(legend, WEND_PARAM_BOOL, 1.0, 0.0, 0.0, "", "the legend below the picture", NULL),
    ROW(starts, WEND_PARAM_BOOL, 1.0, 0.0, 0.0, "", "circles where agents started, with trails",
        NULL),
    ROW(goals, WEND_PARAM_BOOL, 1.0, 0.0, 0.0, "", "stars and regions of the goals", NULL),
    ROW(axes, WEND_PARAM_CHOICE, 0.0, 0.0, 0.0, "",
        "coordinates along the edges, in m; auto: in pictures of maps and routes, not of runs",
        axes_choices),
};

static draw_style style_of(const picture_params *params) {
    return (draw_style){
        .width = (int)params->width,
        .show = (draw_show)params->show,
        .by_speed = params->colour == 1,
        .while_occupied = params->average == 1,
        .coarsen = params->cell == 0.0,
        .top = params->max_value,
        .no_legend = !params->legend,
        .no_starts = !params->starts,
        .no_goals = !params->goals,
        .axes = params->axes == PICTURE_AXES_ON,
    };
}

/* Rejects values that are in range but invalid: an end time before the start time, or cells below
 * 0.01 m. */
static wend_result check(const picture_params *params, wend_error *error) {
    if (params->to < params->from) {
        return error_set(error, WEND_ERROR_INVALID,
                         "a picture cannot show times from %g s to %g s; expected `to` to be at "
                         "least `from`",
                         params->from, params->to);
    }
    if (params->cell != 0.0 && params->cell < 0.01) {
        return error_set(
            error, WEND_ERROR_INVALID,
            "a heat map cannot have cells of %g m; expected 0 (automatic) or at least 0.01 m",
            params->cell);
    }
    return WEND_OK;
}

wend_result picture_init(picture_output *p, const picture_params *given,
                         const wend_recording *recording, wend_error *error) {
    p->recording = recording;
    memory_init(&p->heap, &recording->allocator);
    trails_init(&p->trails, &p->heap, recording->agent_count);
    heat_init(&p->heat, &p->heap, given->cell > 0.0 ? given->cell : DEFAULT_CELL);
    p->heat.measures_crowding = given->average == 1;
    p->picture.recording = recording;
    p->picture.heap = &p->heap;
    p->picture.style = style_of(given);
    p->from = given->from;
    p->to = given->to;
    p->begun = true;
    return check(given, error);
}

wend_result picture_begin(picture_output *p, draw_format format, const void *params,
                          const wend_recording *recording, const char *path, wend_error *error) {
    p->format = format;
    wend_result result = picture_init(p, params, recording, error);
    if (result == WEND_OK) {
        result = surface_load(error);
    }
    if (result == WEND_OK) {
        result = draw_picture_check(&p->picture, format, error);
    }
    if (result != WEND_OK) {
        error_set_location(error, path, 0, 0);
        return result;
    }
    return record_open_beside(&p->file, path, recording->source, error);
}

/* Copies the current walls of doors and moving obstacles. Returns false if out of memory. */
static bool copy_walls(picture_output *p, const wend_frame *shown) {
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
    p->picture.overlay = (draw_overlay){p->walls, p->wall_layers, count};
    return true;
}

static bool copy_agents(picture_output *p, const wend_frame *shown) {
    if (!memory_grow(&p->heap, (void **)&p->agents, sizeof *p->agents, &p->agent_capacity,
                     shown->agent_count)) {
        return false;
    }
    for (uint32_t i = 0; i < shown->agent_count; i++) {
        const wend_agent_state *agent = &shown->agents[i];
        p->agents[i] = (draw_agent){agent->position,
                                    agent->radius,
                                    agent->layer,
                                    wend_recording_group_of(p->recording, agent->key),
                                    agent->activity == WEND_ACTIVITY_ARRIVED,
                                    agent->key};
    }
    p->picture.agents = p->agents;
    p->picture.agent_count = shown->agent_count;
    p->picture.time = shown->time;
    return true;
}

/* Adds a frame. A heat map needs trails only if the recording does not list its agents: then the
 * trails serve to count the agents. Returns false if out of memory. */
static bool add_frame(picture_output *p, const wend_frame *shown) {
    bool heat = p->picture.style.show != DRAW_TRAILS;
    bool trails = !heat || !trails_agents_are_listed(p->recording);
    return (!heat || heat_add(&p->heat, p->recording, shown)) &&
           (!trails || trails_add(&p->trails, p->recording, shown)) && copy_agents(p, shown) &&
           copy_walls(p, shown);
}

wend_result picture_frame(void *state, const wend_frame *shown, wend_error *error) {
    picture_output *p = state;
    double slack = 1e-9 * fmax(1.0, shown->time);
    if (shown->time < p->from - slack || shown->time > p->to + slack) {
        return WEND_OK;
    }
    if (!p->has_frames) {
        p->picture.begin = p->from > 0.0 ? shown->time : 0.0;
        p->has_frames = true;
    }
    if (!add_frame(p, shown)) {
        return error_no_memory(error, "a picture");
    }
    return WEND_OK;
}

void picture_complete(picture_output *p) {
    bool heat = p->picture.style.show != DRAW_TRAILS;
    p->picture.trails = &p->trails;
    p->picture.heat = heat ? &p->heat : NULL;
}

static wend_result write_picture(picture_output *p, wend_error *error) {
    picture_complete(p);
    errno = 0;
    wend_result result = draw_picture_write(&p->picture, p->format, p->file.stream, error);
    if (result != WEND_OK && error != NULL) {
        error_set_location(error, p->file.target.path, 0, 0);
    }
    /* If the stream has failed, replace the error by one that names the file and the reason. */
    return ferror(p->file.stream) != 0 ? record_check(&p->file, error) : result;
}

wend_result picture_end(void *state, bool keep, wend_error *error) {
    picture_output *p = state;
    if (!p->begun) {
        return WEND_OK;
    }
    wend_result result = WEND_OK;
    if (keep && p->file.stream != NULL) {
        result = write_picture(p, error);
    }
    wend_result closed =
        record_close(&p->file, keep && result == WEND_OK, result == WEND_OK ? error : NULL);
    trails_free(&p->trails);
    heat_free(&p->heat);
    memory_free(&p->heap, p->agents, p->agent_capacity * sizeof *p->agents);
    memory_free(&p->heap, p->walls, p->wall_capacity * sizeof *p->walls);
    memory_free(&p->heap, p->wall_layers, p->layer_capacity * sizeof *p->wall_layers);
    return result != WEND_OK ? result : closed;
}
