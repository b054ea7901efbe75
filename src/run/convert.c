/* Converts a trajectory: reads its frames and writes them to the same kinds of output as a run. The
 * frame rate can be limited. */
#include "base/def.h"
#include "base/error.h"
#include "base/memory.h"
#include "replay/file/trajectory.h"
#include "run/sinks.h"
#include "scenario/params.h"
#include <math.h>
#include <string.h>

static const double TIME_SLACK = 1e-6; /* s: tolerance for times that are rounded in files */

/* A skipped frame, kept in case it is the last one. */
typedef struct kept_frame {
    wend_frame frame;
    wend_agent_state *agents;
    uint32_t *index_of_slot;
    wend_wall_hit *walls;
    uint32_t *wall_layers;
    uint32_t agent_capacity, slot_capacity, wall_capacity, layer_capacity;
    bool is_set;
} kept_frame;

typedef struct conversion {
    const wend_convert_def *def;
    memory heap;
    node_tree tree;
    scenario_entries settings;
    wend_trajectory *trajectory;
    wend_recording recording;
    sink_list sinks;
    kept_frame kept;
    wend_convert_result done;
} conversion;

void wend_convert_def_init(wend_convert_def *def, size_t size) {
    const wend_convert_def defaults = {.size = 0};
    def_fill(def, size, &defaults, sizeof defaults);
}

/* ---- Before the first frame ------------------------------------------------------------------ */

static wend_result read_settings(conversion *c, wend_error *error) {
    static const char *const keys[] = {"input", "output"};
    c->tree.root = node_new(&c->tree, NODE_MAPPING, NULL);
    if (c->tree.root == NULL) {
        return error_no_memory(error, "a conversion");
    }
    c->tree.root->source = "settings";
    for (uint32_t i = 0; i < c->def->setting_count; i++) {
        wend_result result = node_apply_setting(&c->tree, c->def->settings[i], error);
        if (result != WEND_OK) {
            return result;
        }
    }
    reader r = {&c->tree, c->def->registry, error, WEND_OK};
    READ_CHECK_KEYS(&r, c->tree.root, "a conversion", keys);
    c->settings = scenario_read_entries(&r, c->tree.root);
    return r.result;
}

static void fill_input(const void *user, const wend_entry *entry, void *params) {
    scenario_fill_params(user, WEND_KIND_INPUT, entry, params);
}

static wend_result begin(conversion *c, wend_error *error) {
    const wend_convert_def *def = c->def;
    wend_result result = read_settings(c, error);
    if (result == WEND_OK) {
        result = trajectory_open(def->registry, def->path, fill_input, &c->settings,
                                 &def->allocator, &c->trajectory, error);
    }
    if (result != WEND_OK) {
        return result;
    }
    c->recording = *wend_trajectory_recording(c->trajectory);
    c->recording.source = def->path;
    if (def->frames_per_second > 0.0) {
        c->recording.frame_interval =
            fmax(1.0 / def->frames_per_second, c->recording.frame_interval);
    }
    return sinks_open_outputs(&c->sinks, def->registry, def->outputs, def->output_count,
                              &c->recording, error);
}

/* ---- Frames ---------------------------------------------------------------------------------- */

static wend_result write_frame(conversion *c, const wend_frame *frame, wend_error *error) {
    c->kept.is_set = false;
    if (c->done.frames == 0) {
        c->done.first_time = frame->time;
    }
    wend_result result = sinks_write_frame(&c->sinks, frame, error);
    if (result == WEND_OK) {
        c->done.frames++;
        c->done.positions += frame->agent_count;
        c->done.last_time = frame->time;
    }
    return result;
}

static bool copy_array(memory *heap, void **to, uint32_t *capacity, const void *from,
                       uint32_t count, size_t size) {
    if (!memory_grow(heap, to, size, capacity, count)) {
        return false;
    }
    if (count > 0) {
        memcpy(*to, from, count * size);
    }
    return true;
}

static bool keep_frame(conversion *c, const wend_frame *frame) {
    kept_frame *k = &c->kept;
    bool copied = copy_array(&c->heap, (void **)&k->agents, &k->agent_capacity, frame->agents,
                             frame->agent_count, sizeof *k->agents) &&
                  copy_array(&c->heap, (void **)&k->walls, &k->wall_capacity, frame->walls,
                             frame->wall_count, sizeof *k->walls) &&
                  copy_array(&c->heap, (void **)&k->wall_layers, &k->layer_capacity,
                             frame->wall_layers, frame->wall_count, sizeof *k->wall_layers);
    k->frame = *frame;
    k->frame.agents = k->agents;
    k->frame.index_of_slot = NULL;
    k->frame.walls = k->walls;
    k->frame.wall_layers = k->wall_layers;
    k->frame.events = NULL;
    k->frame.event_count = 0;
    k->is_set = copied;
    return copied;
}

/* Fills the table that maps slots to indices. This is done only when the frame is needed, because
 * there may be far more slots than agents. Returns false if out of memory. */
static bool index_kept_frame(conversion *c) {
    kept_frame *k = &c->kept;
    if (!memory_grow(&c->heap, (void **)&k->index_of_slot, sizeof *k->index_of_slot,
                     &k->slot_capacity, k->frame.slot_count)) {
        return false;
    }
    for (uint32_t i = 0; i < k->frame.slot_count; i++) {
        k->index_of_slot[i] = UINT32_MAX;
    }
    for (uint32_t i = 0; i < k->frame.agent_count; i++) {
        k->index_of_slot[wend_agent_slot(k->agents[i].agent)] = i;
    }
    k->frame.index_of_slot = k->index_of_slot;
    return true;
}

static bool frame_is_due(const conversion *c, double time, uint64_t next_due) {
    if (!(c->def->frames_per_second > 0.0) || c->done.frames == 0) {
        return true;
    }
    double due = c->done.first_time + (double)next_due * c->recording.frame_interval;
    return time >= due - TIME_SLACK;
}

/* Returns the index of the first due frame after `time`. Frames are due at multiples of the frame
 * interval, counted from the first frame. */
static uint64_t find_next_due(const conversion *c, double time) {
    double passed = (time - c->done.first_time + TIME_SLACK) / c->recording.frame_interval;
    return passed >= 0.0 && passed < 1e15 ? (uint64_t)passed + 1 : 1;
}

static wend_result handle_frame(conversion *c, const wend_frame *frame, uint64_t *next_due,
                                wend_error *error) {
    if (!frame_is_due(c, frame->time, *next_due)) {
        return keep_frame(c, frame) ? WEND_OK : error_no_memory(error, "a conversion");
    }
    wend_result result = write_frame(c, frame, error);
    *next_due = find_next_due(c, frame->time);
    return result;
}

static void report_progress(const conversion *c) {
    if (c->def->progress != NULL) {
        c->def->progress(c->def->user, wend_trajectory_progress(c->trajectory));
    }
}

/* Copies frames up to the end of the file, or up to the point where the file breaks off. In the
 * latter case, sets `*broken` to the error. The return value reports only output failures. */
static wend_result copy_frames(conversion *c, wend_result *broken, wend_error *error) {
    uint64_t next_due = 1;
    wend_result result = WEND_OK;
    while (result == WEND_OK) {
        if (c->def->cancel != NULL && *c->def->cancel != 0) {
            c->done.cancelled = true;
            break;
        }
        const wend_frame *frame = NULL;
        *broken = wend_trajectory_next(c->trajectory, &frame, error);
        if (*broken != WEND_OK || frame == NULL) {
            break;
        }
        result = handle_frame(c, frame, &next_due, error);
        report_progress(c);
    }
    wend_error *unless_broken = *broken == WEND_OK ? error : NULL;
    if (result == WEND_OK && c->kept.is_set) {
        result = index_kept_frame(c) ? write_frame(c, &c->kept.frame, unless_broken)
                                     : error_no_memory(unless_broken, "a conversion");
    }
    return result;
}

static wend_result convert(conversion *c, wend_error *error) {
    wend_result broken = WEND_OK;
    wend_result result = begin(c, error);
    if (result == WEND_OK) {
        result = copy_frames(c, &broken, error);
    }
    bool has_error = result != WEND_OK || broken != WEND_OK;
    wend_result closed = sinks_close_outputs(&c->sinks, has_error ? NULL : error);
    if (broken != WEND_OK) {
        return broken;
    }
    return result != WEND_OK ? result : closed;
}

static void free_all(conversion *c) {
    kept_frame *k = &c->kept;
    sinks_free(&c->sinks);
    wend_trajectory_close(c->trajectory);
    memory_free(&c->heap, k->agents, k->agent_capacity * sizeof *k->agents);
    memory_free(&c->heap, k->index_of_slot, k->slot_capacity * sizeof *k->index_of_slot);
    memory_free(&c->heap, k->walls, k->wall_capacity * sizeof *k->walls);
    memory_free(&c->heap, k->wall_layers, k->layer_capacity * sizeof *k->wall_layers);
    node_tree_free(&c->tree);
}

wend_result wend_convert(const wend_convert_def *given, wend_convert_result *out,
                         wend_error *error) {
    WEND_ASSERT(given != NULL);
    wend_convert_def known;
    const wend_convert_def *def = &known;
    wend_result result = DEF_READ(convert, given, &known, error);
    if (result != WEND_OK) {
        return result;
    }
    WEND_ASSERT(def->path != NULL && def->registry != NULL);
    wend_error ignored;
    conversion c = {.def = def};
    memory_init(&c.heap, &def->allocator);
    node_tree_init(&c.tree, &def->allocator);
    sinks_init(&c.sinks, &c.heap, &c.settings);
    result = convert(&c, error != NULL ? error : &ignored);
    free_all(&c);
    if (out != NULL) {
        *out = c.done;
    }
    return result;
}
