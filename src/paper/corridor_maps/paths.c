/* Records the path of the walking character through the village: runs the scenario with the agents
 * of a query, and observes every frame. */
#include "base/error.h"
#include "paper/corridor_maps/parts.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The key of the walking character; the keys of the standing characters follow it. */
static const uint64_t walker_key = 1;

/* ---- Agents of a query ----------------------------------------------------------------------- */

enum { AGENTS_SIZE = 2048, COORDINATE_SIZE = 80 };

typedef struct agents_text {
    char text[AGENTS_SIZE];
    size_t length;
} agents_text;

static void append(agents_text *out, const char *piece) {
    size_t length = strlen(piece);
    if (out->length + length < sizeof out->text) {
        memcpy(out->text + out->length, piece, length + 1);
        out->length += length;
    }
}

/* Appends the coordinates of a point, with enough digits that the run starts at exactly this point.
 */
static void append_point(agents_text *out, wend_point at) {
    char text[COORDINATE_SIZE];
    snprintf(text, sizeof text, "[%.9f, %.9f]", at.x, at.y);
    append(out, text);
}

/* Writes a setting that replaces the agents of the scenario with those of the query. */
static void write_agents(const village_query *query, agents_text *out) {
    out->length = 0;
    append(out, "agents=[{profile: walker, key: 1, at: ");
    append_point(out, query->start);
    append(out, ", goal: ");
    append_point(out, query->goal);
    append(out, "}");
    for (uint32_t i = 0; i < query->standing_count; i++) {
        append(out, i == 0 ? ", {profile: standing, goal: here, at: [" : ", ");
        append_point(out, query->standing[i]);
    }
    append(out, query->standing_count > 0 ? "]}]" : "]");
}

/* ---- Observing ------------------------------------------------------------------------------- */

static void add_standing(village_path *path, const wend_agent_state *walker,
                         const wend_agent_state *other) {
    double x = other->position.x - walker->position.x, y = other->position.y - walker->position.y;
    double apart = sqrt(x * x + y * y);
    path->overlap = fmax(path->overlap, (double)walker->radius + (double)other->radius - apart);
    if (path->count == 1 && path->standing_count < VILLAGE_MOST_STANDING) {
        path->standing[path->standing_count++] = other->position;
    }
}

static wend_result observe_path(void *observer, const wend_recording *recording,
                                const wend_frame *frame, wend_error *error) {
    village_path *path = observer;
    const wend_agent_state *walker = NULL;
    for (uint32_t i = 0; i < frame->agent_count && walker == NULL; i++) {
        walker = frame->agents[i].key == walker_key ? &frame->agents[i] : NULL;
    }
    if (walker == NULL) {
        return WEND_OK;
    }
    if (!memory_grow(&path->heap, (void **)&path->points, sizeof *path->points, &path->capacity,
                     path->count + 1)) {
        return error_no_memory(error, "a path");
    }
    path->points[path->count++] = walker->position;
    wend_path_meter_add(&path->meter, walker->position);
    for (uint32_t i = 0; i < frame->agent_count; i++) {
        if (frame->agents[i].key != walker_key) {
            add_standing(path, walker, &frame->agents[i]);
        }
    }
    wend_location location = {wend_space_to_local(recording->space, walker->position),
                              walker->layer};
    float clearance = wend_space_clearance(recording->space, location, 100.0F, WEND_ALL_CLASSES);
    path->clearance = fmin(path->clearance, (double)clearance);
    path->clearance_sum += (double)clearance;
    path->within_2r += (double)clearance < 2.0 * VILLAGE_RADIUS;
    path->within_3r += (double)clearance < 3.0 * VILLAGE_RADIUS;
    path->arrived = walker->activity == WEND_ACTIVITY_ARRIVED;
    path->seconds = frame->time;
    return WEND_OK;
}

/* ---- The run --------------------------------------------------------------------------------- */

wend_result village_path_record(wend_paper_call *call, const village_trial *trial,
                                village_path *path, bool *go_on, wend_error *error) {
    agents_text agents;
    const char *settings[VILLAGE_SETTINGS + 2];
    WEND_ASSERT(trial->setting_count <= VILLAGE_SETTINGS);
    memset(path, 0, sizeof *path);
    memory_init(&path->heap, &wend_paper_call_def(call)->allocator);
    path->overlap = -INFINITY;
    path->clearance = INFINITY;
    uint32_t count = 0;
    settings[count++] = trial->method->setting;
    if (trial->query != NULL) {
        write_agents(trial->query, &agents);
        settings[count++] = agents.text;
    }
    for (uint32_t i = 0; i < trial->setting_count; i++) {
        settings[count++] = trial->settings[i];
    }
    wend_paper_trial run = {.scenario = trial->scenario != NULL ? trial->scenario : VILLAGE_FILE,
                            .settings = settings,
                            .setting_count = count,
                            .observe = observe_path,
                            .observer = path};
    wend_summary *summary = NULL;
    wend_result result = wend_paper_run_trial(call, &run, &summary, error);
    *go_on = result == WEND_OK && summary != NULL;
    wend_summary_destroy(summary);
    return result;
}

void village_path_free(village_path *path) {
    memory_free(&path->heap, path->points, path->capacity * sizeof *path->points);
    *path = (village_path){0};
}

/* ---- Measured values ------------------------------------------------------------------------- */

/* m: overlaps up to this depth (1 % of the smaller radius) are ignored, as when collisions are
 * counted */
static const double TOUCH_DEPTH = 0.01 * VILLAGE_RADIUS;

wend_result village_measure(wend_paper_call *call, const village_trial *trial,
                            village_measures *measures, bool *go_on, wend_error *error) {
    village_path path;
    wend_result result = village_path_record(call, trial, &path, go_on, error);
    double steps = path.count > 0 ? path.count : 1.0;
    *measures = (village_measures){.path = wend_path_meter_get(&path.meter),
                                   .arrived = path.arrived,
                                   .clean = path.arrived && path.overlap <= TOUCH_DEPTH,
                                   .overlap = path.overlap,
                                   .clearance = path.clearance,
                                   .seconds = path.seconds,
                                   .within_2r = path.within_2r / steps,
                                   .within_3r = path.within_3r / steps,
                                   .mean_clearance = path.clearance_sum / steps};
    village_path_free(&path);
    return result;
}

wend_result village_measure_both(wend_paper_call *call, const village_trial *trial,
                                 village_measures measures[2], bool *go_on, wend_error *error) {
    wend_result result = WEND_OK;
    *go_on = true;
    for (int m = 0; m < VILLAGE_METHODS && result == WEND_OK && *go_on; m++) {
        village_trial one = *trial;
        one.method = &village_methods[m];
        result = village_measure(call, &one, &measures[m], go_on, error);
    }
    return result;
}
