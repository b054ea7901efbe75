/* Explains one steering decision of an agent: runs the scenario up to a time, asks the models for
 * marks that explain the decision at that time, describes it in words and draws a figure. */
#include "base/def.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "draw/explain/explanation.h"
#include "record/file/file.h"
#include "run/describe.h"
#include "run/explain_words.h"
#include "run/frames.h"
#include "scenario/scenario.h"
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { MOST_MARKS = 4096 };

typedef struct explain {
    const wend_explain_def *def;
    const wend_scenario *s;
    memory heap;
    memory_arena arena;
    wend_world *world;
    wend_recording recording;
    frame_reader frames;
    wend_mark *marks;
    uint32_t mark_count;
    double left_at; /* s: time at which the agent left the world; negative if it has not left */
} explain;

void wend_explain_def_init(wend_explain_def *def, size_t size) {
    const wend_explain_def defaults = {.threads = 1};
    def_fill(def, size, &defaults, sizeof defaults);
}

wend_result wend_explain_parse(const char *text, uint64_t *key, double *time, wend_error *error) {
    WEND_ASSERT(text != NULL && key != NULL && time != NULL);
    char agent[24];
    int64_t number = 0;
    double when = 0.0;
    const char *at = strchr(text, '@');
    size_t length = at != NULL ? (size_t)(at - text) : 0;
    if (at == NULL || length == 0 || length >= sizeof agent) {
        return error_set(error, WEND_ERROR_FORMAT,
                         "'%.60s' is not AGENT@TIME; expected a key and seconds, for example 7@3.5",
                         text);
    }
    memcpy(agent, text, length);
    agent[length] = '\0';
    if (!text_parse_int64(agent, &number) || number < 1) {
        return error_set(error, WEND_ERROR_FORMAT,
                         "'%.60s' has no valid agent key; expected a key of 1 or more before the "
                         "@, for example 7@3.5",
                         text);
    }
    if (!text_parse_double(at + 1, &when) || !(when >= 0.0)) {
        return error_set(error, WEND_ERROR_FORMAT,
                         "'%.60s' has no valid time; expected seconds of 0 or more after the @, "
                         "for example 7@3.5",
                         text);
    }
    *key = (uint64_t)number;
    *time = when;
    return WEND_OK;
}

/* ---- Running to the time --------------------------------------------------------------------- */

static wend_result begin(explain *x, wend_error *error) {
    const wend_explain_def *def = x->def;
    wend_world_def world = scenario_world_def(x->s, def->registry, def->threads, &def->allocator);
    scenario_ids ids;
    ids.agents = arena_take(&x->arena, (x->s->agent_count + 1) * sizeof *ids.agents, 16);
    x->marks = arena_take(&x->arena, MOST_MARKS * sizeof *x->marks, 16);
    if (ids.agents == NULL || x->marks == NULL ||
        !describe_scenario(x->s, &x->arena, &x->recording)) {
        return error_no_memory(error, "an explanation");
    }
    watcher progress = {NULL, NULL, x->def->cancel, 0.0, 1.0, NULL};
    wend_result result = scenario_make_world(x->s, &world, &progress, &x->world, &ids, error);
    if (result != WEND_OK) {
        return result;
    }
    return frames_read_start(&x->frames, x->world, x->s, ids.agents)
               ? WEND_OK
               : error_no_memory(error, "an explanation");
}

static void note_departure(explain *x) {
    const wend_event *events = NULL;
    uint32_t count = wend_world_get_events(x->world, &events);
    for (uint32_t i = 0; i < count; i++) {
        if (events[i].kind == WEND_EVENT_LEFT && events[i].key == x->def->key) {
            x->left_at = events[i].time;
        }
    }
}

static wend_result step(explain *x, wend_error *error) {
    wend_result result = wend_world_step(x->world, 1, error);
    note_departure(x);
    return result;
}

/* Steps to the last state that is not later than the requested time. */
static wend_result run_to_time(explain *x, bool *cancelled, wend_error *error) {
    double dt = wend_world_dt(x->world), last = x->def->time + TIME_SLACK * dt;
    wend_result result = WEND_OK;
    while (result == WEND_OK && wend_world_time(x->world) + dt <= last && x->left_at < 0.0) {
        if (x->def->cancel != NULL && *x->def->cancel != 0) {
            *cancelled = true;
            break;
        }
        result = step(x, error);
    }
    return result;
}

/* ---- Errors ---------------------------------------------------------------------------------- */

/* Lists the existing keys in the form "1 to 20 (left), 21 (right)". */
static void list_keys(const wend_recording *recording, char *out, size_t size) {
    size_t used = 0;
    out[0] = '\0';
    for (uint32_t i = 0; i < recording->group_count && used + 1 < size; i++) {
        const wend_agent_group *group = &recording->groups[i];
        if (group->count == 0) {
            continue;
        }
        char part[120];
        uint64_t last = group->first_key + group->count - 1;
        int length =
            snprintf(part, sizeof part, "%s%" PRIu64, used > 0 ? ", " : "", group->first_key);
        if (last > group->first_key) {
            length += snprintf(part + length, sizeof part - (size_t)length, " to %" PRIu64, last);
        }
        if (group->name[0] != '\0') {
            snprintf(part + length, sizeof part - (size_t)length, " (%.40s)", group->name);
        }
        if (used + strlen(part) + 4 >= size) {
            snprintf(out + used, size - used, "...");
            break;
        }
        used += (size_t)snprintf(out + used, size - used, "%s", part);
    }
}

static wend_result check_request(const explain *x, wend_error *error) {
    uint64_t key = x->def->key;
    if (wend_recording_group_of(&x->recording, key) == WEND_NONE) {
        char keys[300];
        list_keys(&x->recording, keys, sizeof keys);
        return error_set(error, WEND_ERROR_NAME, "there is no agent %" PRIu64 "; %s%s", key,
                         keys[0] != '\0' ? "the keys are " : "the scenario has no agents", keys);
    }
    if (!(x->def->time <= x->s->end * (1.0 + 1e-9))) {
        return error_set(error, WEND_ERROR_INVALID,
                         "%g s is after the end of the run; expected a time up to %g s",
                         x->def->time, x->s->end);
    }
    return WEND_OK;
}

static wend_result fail_absent(const explain *x, wend_error *error) {
    uint64_t key = x->def->key;
    if (x->left_at >= 0.0) {
        return error_set(error, WEND_ERROR_INVALID,
                         "agent %" PRIu64 " is not in the world at %g s: it left at %g s", key,
                         x->def->time, x->left_at);
    }
    uint32_t group = wend_recording_group_of(&x->recording, key);
    if (x->recording.groups[group].first_agent == WEND_NONE) {
        return error_set(error, WEND_ERROR_INVALID,
                         "agent %" PRIu64
                         " is not in the world yet at %g s: its source emits it later",
                         key, x->def->time);
    }
    return error_set(error, WEND_ERROR_INVALID,
                     "agent %" PRIu64 " is not in the world yet at %g s: agents enter in a step, "
                     "and the first step ends at %g s",
                     key, x->def->time, wend_world_dt(x->world));
}

/* ---- The decision ---------------------------------------------------------------------------- */

static void count_marks(const explain *x, wend_explanation *out) {
    for (uint32_t i = 0; i < x->mark_count; i++) {
        const wend_mark *mark = &x->marks[i];
        out->half_planes += mark->kind == WEND_MARK_HALF_PLANE;
        out->cones += mark->kind == WEND_MARK_CONE || mark->kind == WEND_MARK_FORBIDDEN;
        out->goal_sets += mark->kind == WEND_MARK_ALLOWED;
        out->regions += mark->kind == WEND_MARK_REGION;
        out->forces += mark->kind == WEND_MARK_FORCE;
        if (mark->kind == WEND_MARK_PREFERRED) {
            out->preferred = mark->b;
        } else if (mark->kind == WEND_MARK_VELOCITY) {
            out->chosen = mark->b;
        }
    }
}

static void copy_marks_out(const explain *x, wend_explanation *out) {
    uint32_t most = x->def->mark_capacity;
    uint32_t written = x->mark_count < most ? x->mark_count : most;
    out->mark_count = x->mark_count;
    if (written > 0) {
        memcpy(x->def->marks, x->marks, written * sizeof *x->marks);
    }
}

static wend_result examine_agent(explain *x, wend_explanation *out, wend_error *error) {
    wend_agent agent = wend_world_find_agent(x->world, x->def->key);
    if (x->left_at >= 0.0 || !wend_world_get_agent(x->world, agent, &out->agent)) {
        return fail_absent(x, error);
    }
    x->mark_count = wend_world_explain(x->world, agent, x->marks, MOST_MARKS);
    if (!frames_read(&x->frames, x->world)) {
        return error_no_memory(error, "an explanation");
    }
    out->time = wend_world_time(x->world);
    count_marks(x, out);
    copy_marks_out(x, out);
    uint32_t group = wend_recording_group_of(&x->recording, x->def->key);
    explain_in_words(out, x->recording.groups[group].name, out->sentence, sizeof out->sentence);
    return WEND_OK;
}

/* Returns the maximum speed (m/s) of a profile's agents if it is the same for all of them, else 0.
 */
static double max_speed_of(const explain *x, uint32_t profile) {
    if (profile >= x->s->profile_count) {
        return 0.0;
    }
    const wend_distribution *speed = &x->s->profiles[profile].def.max_speed;
    return speed->kind == WEND_DISTRIBUTION_CONSTANT ? speed->a : 0.0;
}

static wend_result draw_figure(explain *x, const wend_explanation *out, wend_error *error) {
    const char *path = x->def->path;
    const wend_frame *frame = &x->frames.frame;
    draw_explanation figure = {
        .recording = &x->recording,
        .heap = &x->heap,
        .agents = frame->agents,
        .agent_count = frame->agent_count,
        .self = &out->agent,
        .overlay = {frame->walls, frame->wall_layers, frame->wall_count},
        .marks = x->marks,
        .mark_count = x->mark_count,
        .time = out->time,
        .max_speed = max_speed_of(x, (uint32_t)out->agent.profile.value),
        .sentence = out->sentence,
        .extent = x->def->extent,
    };
    record_file file;
    wend_result result = record_open(&file, path, error);
    if (result != WEND_OK) {
        return result;
    }
    errno = 0;
    result = draw_explanation_write(&figure, text_ends_with(path, ".svg") ? DRAW_SVG : DRAW_PNG,
                                    file.stream, error);
    if (ferror(file.stream) != 0) {
        result = record_check(&file, error); /* the error names the file and the reason */
    }
    wend_result closed = record_close(&file, result == WEND_OK, result == WEND_OK ? error : NULL);
    return result != WEND_OK ? result : closed;
}

static wend_result explain_all(explain *x, wend_explanation *out, wend_error *error) {
    const char *path = x->def->path;
    if (path != NULL && !text_ends_with(path, ".svg") && !text_ends_with(path, ".png")) {
        return error_set(error, WEND_ERROR_NAME,
                         "'%.200s' cannot hold an explanation; expected a name that ends in .svg "
                         "or .png",
                         path);
    }
    wend_result result = begin(x, error);
    if (result == WEND_OK) {
        result = check_request(x, error);
    }
    if (result == WEND_OK) {
        result = run_to_time(x, &out->cancelled, error);
    }
    if (result != WEND_OK || out->cancelled) {
        return result;
    }
    result = examine_agent(x, out, error);
    return result == WEND_OK && path != NULL ? draw_figure(x, out, error) : result;
}

wend_result wend_explain_scenario(const wend_explain_def *given, wend_explanation *out,
                                  wend_error *error) {
    WEND_ASSERT(given != NULL && out != NULL);
    wend_explain_def known;
    const wend_explain_def *def = &known;
    wend_result result = DEF_READ(explain, given, &known, error);
    if (result != WEND_OK) {
        return result;
    }
    WEND_ASSERT(def->scenario != NULL && def->registry != NULL);
    WEND_ASSERT(def->marks != NULL || def->mark_capacity == 0);
    explain x = {.def = def, .s = def->scenario, .left_at = -1.0};
    memset(out, 0, sizeof *out);
    out->preferred = out->chosen = (wend_vec2){NAN, NAN};
    memory_init(&x.heap, &def->allocator);
    arena_init(&x.arena, &x.heap);
    frames_init(&x.frames, &x.heap);
    result = explain_all(&x, out, error);
    if (result == WEND_ERROR_CANCELLED) { /* while maps were built */
        out->cancelled = true;
        result = WEND_OK;
    }
    frames_free(&x.frames);
    wend_world_destroy(x.world);
    arena_free(&x.arena);
    return result;
}
