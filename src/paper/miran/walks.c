/* Records the paths of the characters of a run, and measures them. */
#include "base/error.h"
#include "paper/miran/parts.h"
#include <math.h>
#include <string.h>

/* m: distances to walls beyond this count as this */
static const float FARTHEST_WALL = 100.0F;

/* ---- Observing ------------------------------------------------------------------------------- */

static void add_terrain(miran_walk *walk, const wend_space *space, const wend_agent_state *agent) {
    wend_terrain_length lengths[MIRAN_MOST_TERRAINS];
    wend_location from = {wend_space_to_local(space, walk->path.points[walk->path.count - 1]),
                          agent->layer};
    uint32_t count = wend_space_segment_terrain(
        space, from, wend_space_to_local(space, agent->position), lengths, MIRAN_MOST_TERRAINS);
    for (uint32_t i = 0; i < count && i < MIRAN_MOST_TERRAINS; i++) {
        if (lengths[i].type < MIRAN_MOST_TERRAINS) {
            walk->on_terrain[lengths[i].type] += lengths[i].length;
        }
    }
}

static bool add_position(miran_walk *walk, const wend_space *space, const wend_agent_state *agent) {
    wend_location location = {wend_space_to_local(space, agent->position), agent->layer};
    double clearance =
        (double)wend_space_clearance(space, location, FARTHEST_WALL, WEND_ALL_CLASSES);
    walk->clearance = fmin(walk->clearance, clearance);
    if (walk->path.count > 0) {
        add_terrain(walk, space, agent);
    }
    wend_path_meter_add(&walk->meter, agent->position);
    return miran_line_add(&walk->path, agent->position);
}

/* Marks the characters as arrived that have left the world, as they do at the goal of McKenna. */
static void mark_left(miran_walks *walks, const bool *is_present) {
    for (uint32_t i = 0; i < walks->count; i++) {
        miran_walk *walk = &walks->items[i];
        walk->arrived = walk->arrived || (walk->path.count > 0 && !is_present[i]);
    }
}

static wend_result observe_walks(void *observer, const wend_recording *recording,
                                 const wend_frame *frame, wend_error *error) {
    miran_walks *walks = observer;
    bool is_present[MIRAN_MOST_WALKS] = {false};
    for (uint32_t i = 0; i < frame->agent_count; i++) {
        const wend_agent_state *agent = &frame->agents[i];
        if (agent->key == 0 || agent->key > walks->count) {
            continue;
        }
        miran_walk *walk = &walks->items[agent->key - 1];
        is_present[agent->key - 1] = true;
        if (walk->arrived) {
            continue;
        }
        if (!add_position(walk, recording->space, agent)) {
            return error_no_memory(error, "a path");
        }
        walk->arrived = agent->activity == WEND_ACTIVITY_ARRIVED;
        walk->seconds = frame->time;
    }
    mark_left(walks, is_present);
    return WEND_OK;
}

/* ---- The run --------------------------------------------------------------------------------- */

static wend_result get_routes(wend_paper_call *call, const miran_setup *setup, miran_walks *walks,
                              wend_error *error) {
    miran_ground ground;
    wend_result result = miran_ground_open(&ground, wend_paper_call_def(call), setup, error);
    for (uint32_t i = 0; i < walks->count && result == WEND_OK; i++) {
        miran_walk *walk = &walks->items[i];
        result = miran_ground_get_route(&ground, i + 1, &walk->route, error);
    }
    miran_ground_close(&ground);
    return result;
}

static void find_skipped(miran_walks *walks) {
    for (uint32_t i = 0; i < walks->count; i++) {
        miran_walk *walk = &walks->items[i];
        walk->skipped_count = miran_find_skipped(&walk->route, &walk->path, walk->skipped);
    }
}

wend_result miran_walks_record(wend_paper_call *call, const miran_setup *setup, uint32_t count,
                               miran_walks *walks, bool *go_on, wend_error *error) {
    WEND_ASSERT(count <= MIRAN_MOST_WALKS);
    memset(walks, 0, sizeof *walks);
    walks->count = count;
    for (uint32_t i = 0; i < count; i++) {
        memory_init(&walks->items[i].path.heap, &wend_paper_call_def(call)->allocator);
        memory_init(&walks->items[i].route.heap, &wend_paper_call_def(call)->allocator);
        walks->items[i].clearance = INFINITY;
    }
    wend_result result = get_routes(call, setup, walks, error);
    wend_summary *summary = NULL;
    if (result == WEND_OK) {
        wend_paper_trial run = {.scenario = setup->scenario,
                                .settings = setup->settings,
                                .setting_count = setup->setting_count,
                                .observe = observe_walks,
                                .observer = walks};
        result = wend_paper_run_trial(call, &run, &summary, error);
    }
    *go_on = result == WEND_OK && summary != NULL;
    wend_summary_destroy(summary);
    if (*go_on) {
        find_skipped(walks);
    }
    return result;
}

void miran_walks_free(miran_walks *walks) {
    for (uint32_t i = 0; i < walks->count; i++) {
        miran_line_free(&walks->items[i].path);
        miran_line_free(&walks->items[i].route);
    }
    walks->count = 0;
}

uint32_t miran_walk_steps(const miran_walk *walk) {
    return walk->path.count > 0 ? walk->path.count - 1 : 0;
}

double miran_walk_on(const miran_walk *walk, const wend_space *space, const char *terrain) {
    uint32_t type = wend_space_find_terrain(space, terrain);
    return type < MIRAN_MOST_TERRAINS ? walk->on_terrain[type] : 0.0;
}
