/* Runs a scenario: makes its world, steps it until all agents have arrived or the time limit is
 * reached, updates metrics and outputs, and writes a summary. */
#define _POSIX_C_SOURCE 200809L
#include "base/def.h"
#include "base/error.h"
#include "base/memory.h"
#include "measure/arrived.h"
#include "measure/meter/stragglers.h"
#include "run/describe.h"
#include "run/frames.h"
#include "run/overdue.h"
#include "run/sinks.h"
#include "scenario/scenario.h"
#include <math.h>
#include <string.h>
#include <time.h>
#include <wend/snapshot.h>

static const double MOST_FRAMES_PER_SECOND = 10.0; /* default limit; higher rates on request */

struct wend_summary {
    memory heap;
    memory_arena arena; /* memory for the names of groups */
    wend_report *report;
    wend_space *space;
    wend_straggler *stragglers;
    uint32_t straggler_count, straggler_capacity;
    bool cancelled;
};

typedef struct run {
    const wend_run_def *def;
    const wend_scenario *s;
    memory heap;
    memory_arena arena;
    wend_world *world;
    wend_agent *ids;
    wend_recording recording;
    frame_reader frames;
    sink_list sinks;
    straggler_watch stragglers;
    overdue_watch overdue;
    bool has_world;      /* the world is complete */
    double dt;           /* s: time step of the world; after resuming, that of the snapshot */
    uint64_t seed;       /* seed of the world; after resuming, that of the snapshot */
    double started_at;   /* s: wall-clock time */
    uint64_t first_step; /* the world's step at which this run starts */
    uint64_t first_agent_steps;
    double first_time;
    uint64_t frames_written;
    uint64_t last_written; /* step of the last frame that was written */
    bool cancelled;
} run;

void wend_run_def_init(wend_run_def *def, size_t size) {
    const wend_run_def defaults = {.threads = 1};
    def_fill(def, size, &defaults, sizeof defaults);
}

static double wall_clock(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void *take(run *r, size_t count, size_t size) {
    size_t bytes = count * size == 0 ? 1 : count * size;
    void *block = arena_take(&r->arena, bytes, 16);
    if (block != NULL) {
        memset(block, 0, bytes);
    }
    return block;
}

/* ---- Before the first step ------------------------------------------------------------------- */

static bool describe_run(run *r) {
    double fps = r->def->frames_per_second;
    if (!describe_scenario(r->s, &r->arena, &r->recording) ||
        !describe_places(r->s, r->world, &r->arena, &r->recording)) {
        return false;
    }
    r->recording.dt = r->dt;
    r->recording.frame_interval =
        fps > 0.0 ? fmax(1.0 / fps, r->dt) : fmax(1.0 / MOST_FRAMES_PER_SECOND, r->dt);
    r->recording.allocator = r->def->allocator;
    return true;
}

/* Makes the world. A snapshot does not contain the ids that the scenario uses, but they are the
 * same in every world made from the scenario. To get them, a resumed run also makes a world from
 * the scenario, and then replaces it with the world from the snapshot. */
static wend_result make_world(run *r, wend_error *error) {
    if (r->def->resume != NULL) { /* before maps are built, which may take minutes */
        wend_result readable = wend_snapshot_check_file(r->def->resume, error);
        if (readable != WEND_OK) {
            return readable;
        }
    }
    wend_world_def def =
        scenario_world_def(r->s, r->def->registry, r->def->threads, &r->def->allocator);
    def.kernel = r->def->kernel;
    scenario_ids ids = {r->ids};
    scenario_maps maps;
    watcher progress = {r->def->map_progress, r->def->user, r->def->cancel, 0.0, 1.0, NULL};
    wend_result result =
        scenario_make_maps(r->s, def.registry, &r->def->allocator, &progress, &maps, error);
    if (result == WEND_OK) {
        result = scenario_make_world_with(r->s, &def, &maps, &r->world, &ids, error);
    }
    if (result == WEND_OK && r->def->resume != NULL) {
        wend_world_destroy(r->world);
        r->world = NULL;
        result = wend_world_load_file(&def, r->def->resume, &r->world, error);
        if (result == WEND_OK) {
            result = scenario_restore_maps(r->s, def.registry, &progress, &maps, r->world, error);
            if (result != WEND_OK) {
                error_set_location(error, r->def->resume, 0, 0);
            }
        }
    }
    scenario_free_maps(&maps);
    return result;
}

static wend_result notify_observer(run *r, wend_error *error) {
    return r->def->observe == NULL
               ? WEND_OK
               : r->def->observe(r->def->observer, &r->recording, &r->frames.frame, error);
}

static wend_result begin(run *r, wend_error *error) {
    const wend_scenario *s = r->s;
    r->ids = take(r, s->agent_count, sizeof *r->ids);
    if (r->ids == NULL) {
        return error_no_memory(error, "a run");
    }
    overdue_enter(&r->overdue);
    wend_result result = make_world(r, error);
    overdue_leave(&r->overdue);
    if (result != WEND_OK) {
        return result;
    }
    r->has_world = true;
    r->seed = wend_world_seed(r->world);
    r->dt = wend_world_dt(r->world);
    if (!describe_run(r)) {
        return error_no_memory(error, "a run");
    }
    r->first_step = wend_world_step_count(r->world);
    r->first_agent_steps = wend_world_get_stats(r->world).agent_steps;
    r->first_time = wend_world_time(r->world);
    bool read = r->first_step == 0 ? frames_read_start(&r->frames, r->world, s, r->ids)
                                   : frames_read(&r->frames, r->world);
    if (!read || !stragglers_update(&r->stragglers, &r->frames.frame)) {
        return error_no_memory(error, "a run");
    }
    result =
        sinks_begin_metrics(&r->sinks, r->def->registry, &r->recording, &r->frames.frame, error);
    if (result == WEND_OK) {
        result = sinks_open_outputs(&r->sinks, r->def->registry, r->def->outputs,
                                    r->def->output_count, &r->recording, error);
    }
    if (result == WEND_OK) {
        result = sinks_write_frame(&r->sinks, &r->frames.frame, error);
    }
    if (result == WEND_OK) {
        result = notify_observer(r, error);
    }
    r->frames_written = 1;
    r->last_written = r->first_step;
    return result;
}

/* ---- Steps ----------------------------------------------------------------------------------- */

/* Returns the number of agents that have arrived and will not walk on. The run ends when all have.
 */
static uint32_t count_arrived(const wend_frame *frame) {
    uint32_t arrived = 0;
    for (uint32_t i = 0; i < frame->agent_count; i++) {
        arrived += arrived_for_good(frame, &frame->agents[i]);
    }
    return arrived;
}

/* Numbers of agents of all sources: those that have entered, and those that may still enter. */
typedef struct source_counts {
    uint32_t entered, remaining;
} source_counts;

static source_counts count_source_agents(const wend_world *world) {
    source_counts sum = {0, 0};
    for (uint32_t i = 0; i < wend_world_source_count(world); i++) {
        wend_source_info info;
        if (wend_world_get_source_info(world, wend_world_source_at(world, i), &info)) {
            sum.entered += info.entered;
            sum.remaining += info.remaining;
        }
    }
    return sum;
}

static bool frame_is_due(const run *r) {
    double due = r->first_time + (double)r->frames_written * r->recording.frame_interval;
    return r->frames.frame.time >= due - TIME_SLACK * r->dt;
}

static wend_result write_frame(run *r, wend_error *error) {
    r->frames_written++;
    r->last_written = r->frames.frame.step;
    return sinks_write_frame(&r->sinks, &r->frames.frame, error);
}

static wend_result step(run *r, wend_error *error) {
    overdue_enter(&r->overdue);
    wend_result result = wend_world_step(r->world, 1, error);
    overdue_leave(&r->overdue);
    if (result != WEND_OK) {
        return result;
    }
    if (!frames_read(&r->frames, r->world) ||
        !stragglers_update(&r->stragglers, &r->frames.frame)) {
        return error_no_memory(error, "a run");
    }
    result = sinks_update_metrics(&r->sinks, &r->frames.frame, error);
    if (result == WEND_OK) {
        result = notify_observer(r, error);
    }
    if (result == WEND_OK && frame_is_due(r)) {
        result = write_frame(r, error);
    }
    return result;
}

static void report_progress(const run *r, uint32_t arrived) {
    if (r->def->progress == NULL) {
        return;
    }
    const wend_frame *frame = &r->frames.frame;
    source_counts sources = count_source_agents(r->world);
    uint32_t entered = r->s->agent_count + sources.entered;
    uint32_t left_count = entered > frame->agent_count ? entered - frame->agent_count : 0;
    wend_progress progress = {frame->time,
                              r->s->end,
                              frame->step - r->first_step,
                              arrived + left_count,
                              frame->agent_count + left_count + sources.remaining,
                              wall_clock() - r->started_at,
                              wend_world_get_stats(r->world).agent_steps - r->first_agent_steps};
    r->def->progress(r->def->user, &progress);
}

static wend_result run_steps(run *r, wend_error *error) {
    const wend_frame *frame = &r->frames.frame;
    wend_result result = WEND_OK;
    uint32_t arrived = count_arrived(frame);
    while (result == WEND_OK &&
           (arrived < frame->agent_count || count_source_agents(r->world).remaining > 0) &&
           frame->time < r->s->end - TIME_SLACK * r->dt) {
        if (r->def->cancel != NULL && *r->def->cancel != 0) {
            r->cancelled = true;
            break;
        }
        result = step(r, error);
        arrived = count_arrived(frame);
        report_progress(r, arrived);
    }
    if (result == WEND_OK && r->last_written != frame->step) {
        result = write_frame(r, error);
    }
    return result;
}

/* Called on another thread during a step, or while the world is made: the outputs and the last
 * frame are idle, the world is not. Metrics cannot report, because they read the world. */
static void give_up(void *user) {
    run *r = user;
    wend_error error = {0};
    wend_result result = sinks_close_outputs(&r->sinks, &error);
    uint64_t steps = r->has_world ? r->frames.frame.step - r->first_step : WEND_NO_STEPS;
    r->def->give_up(r->def->user, steps, result, &error);
}

/* Makes the world and runs its steps, watched by a thread that notices a signal in slow parts. */
static wend_result run_watched(run *r, wend_error *error) {
    if (r->def->cancel != NULL && r->def->give_up != NULL) {
        overdue_start(&r->overdue, r->def->cancel, give_up, r);
    }
    wend_result result = begin(r, error);
    if (result == WEND_OK) {
        result = run_steps(r, error);
    }
    overdue_stop(&r->overdue);
    return result;
}

/* ---- After the last step --------------------------------------------------------------------- */

static const wend_entry *profile_entry(const wend_world *world, uint32_t index, wend_kind kind) {
    return wend_world_profile_entry(world, wend_world_profile_at(world, index), kind);
}

/* Joins the distinct entry names of a kind in the profiles of a world, with "+" between them. A
 * resumed world has the entries of the snapshot, which may differ from those of the scenario. */
static const char *join_model_names(const wend_world *world, wend_kind kind, char *out,
                                    size_t size) {
    size_t length = 0;
    out[0] = '\0';
    for (uint32_t i = 0; i < wend_world_profile_count(world); i++) {
        const wend_entry *entry = profile_entry(world, i, kind);
        bool known = entry == NULL;
        for (uint32_t k = 0; k < i && !known; k++) {
            known = profile_entry(world, k, kind) == entry;
        }
        if (!known && length + strlen(entry->name) + 2 < size) {
            length += (size_t)snprintf(out + length, size - length, "%s%s", length ? "+" : "",
                                       entry->name);
        }
    }
    return out;
}

static wend_result fill_report(const run *r, wend_report *report, wend_error *error) {
    const wend_scenario *s = r->s;
    bool resumed = r->def->resume != NULL;
    char plan[256], follow[256], steer[256];
    join_model_names(r->world, WEND_KIND_PLANNER, plan, sizeof plan);
    join_model_names(r->world, WEND_KIND_FOLLOWER, follow, sizeof follow);
    join_model_names(r->world, WEND_KIND_STEERING, steer, sizeof steer);
    wend_report_add_text(report, "scenario", s->name);
    wend_report_add_text(report, "plan", resumed ? plan : s->plan);
    wend_report_add_text(report, "follow", resumed ? follow : s->follow);
    wend_report_add_text(report, "steer", resumed ? steer : s->steer);
    wend_report_add_integer(report, "seed", (int64_t)r->seed);
    wend_report_add_integer(report, "threads", r->def->threads);
    wend_report_add_number(report, "dt", r->dt);
    sinks_report(&r->sinks, &r->frames.frame, report);
    if (s->source_count > 0) {
        wend_report_add_integer(report, "waiting_to_enter",
                                count_source_agents(r->world).remaining);
    }
    wend_report_add_list(report, "outputs", r->def->outputs, r->def->output_count);
    return wend_report_is_complete(report) ? WEND_OK : error_no_memory(error, "a run");
}

static const char *copy_name(wend_summary *summary, const char *name) {
    size_t size = strlen(name) + 1;
    char *copy = arena_take(&summary->arena, size, 1);
    if (copy != NULL) {
        memcpy(copy, name, size);
    }
    return copy;
}

/* Lists the agents that did not arrive. The summary gets its own copies of the group names. */
static bool list_stragglers(run *r, wend_summary *summary) {
    const wend_frame *frame = &r->frames.frame;
    const char **names = take(r, r->recording.group_count, sizeof *names);
    wend_straggler *scratch = take(r, frame->agent_count, sizeof *scratch);
    if (names == NULL || scratch == NULL ||
        !memory_grow(&summary->heap, (void **)&summary->stragglers, sizeof *scratch,
                     &summary->straggler_capacity, frame->agent_count)) {
        return false;
    }
    summary->straggler_count =
        stragglers_list(&r->stragglers, &r->recording, frame, summary->stragglers, scratch);
    for (uint32_t i = 0; i < summary->straggler_count; i++) {
        uint32_t group = wend_recording_group_of(&r->recording, summary->stragglers[i].key);
        if (group == WEND_NONE) {
            continue;
        }
        if (names[group] == NULL) {
            names[group] = copy_name(summary, r->recording.groups[group].name);
        }
        summary->stragglers[i].group = names[group];
        if (names[group] == NULL) {
            return false;
        }
    }
    return true;
}

static wend_result summarise(run *r, wend_summary **out, wend_error *error) {
    wend_summary *summary = memory_allocate(&r->def->allocator, sizeof *summary);
    if (summary == NULL) {
        return error_no_memory(error, "a run");
    }
    memset(summary, 0, sizeof *summary);
    memory_init(&summary->heap, &r->def->allocator);
    arena_init(&summary->arena, &summary->heap);
    summary->cancelled = r->cancelled;
    summary->space = r->s->space;
    wend_space_retain(summary->space);
    wend_result result = wend_report_create(&r->def->allocator, &summary->report, error);
    if (result == WEND_OK) {
        result = fill_report(r, summary->report, error);
    }
    if (result == WEND_OK && !list_stragglers(r, summary)) {
        result = error_no_memory(error, "a run");
    }
    if (result != WEND_OK) {
        wend_summary_destroy(summary);
        return result;
    }
    *out = summary;
    return WEND_OK;
}

static wend_result run_all(run *r, wend_summary **out, wend_error *error) {
    wend_result result = run_watched(r, error);
    wend_result closed = sinks_close_outputs(&r->sinks, result == WEND_OK ? error : NULL);
    result = result == WEND_OK ? closed : result;
    if (result == WEND_OK && r->def->save != NULL) {
        result = wend_world_save_file(r->world, r->def->save, error);
    }
    return result == WEND_OK ? summarise(r, out, error) : result;
}

wend_result wend_run_scenario(const wend_run_def *given, wend_summary **out, wend_error *error) {
    WEND_ASSERT(given != NULL && out != NULL);
    wend_run_def known;
    const wend_run_def *def = &known;
    wend_result result = DEF_READ(run, given, &known, error);
    if (result != WEND_OK) {
        return result;
    }
    WEND_ASSERT(def->scenario != NULL && def->registry != NULL);
    wend_error ignored;
    run r = {.def = def, .s = def->scenario, .started_at = wall_clock()};
    memory_init(&r.heap, &def->allocator);
    arena_init(&r.arena, &r.heap);
    frames_init(&r.frames, &r.heap);
    sinks_init(&r.sinks, &r.heap, &def->scenario->entries);
    stragglers_init(&r.stragglers, &def->allocator);
    result = run_all(&r, out, error != NULL ? error : &ignored);
    sinks_free(&r.sinks);
    stragglers_free(&r.stragglers);
    frames_free(&r.frames);
    wend_world_destroy(r.world);
    arena_free(&r.arena);
    return result;
}

void wend_summary_destroy(wend_summary *summary) {
    if (summary == NULL) {
        return;
    }
    wend_allocator allocator = summary->heap.allocator;
    wend_report_destroy(summary->report);
    wend_space_release(summary->space);
    arena_free(&summary->arena);
    memory_free(&summary->heap, summary->stragglers,
                summary->straggler_capacity * sizeof *summary->stragglers);
    memory_release(&allocator, summary, sizeof *summary);
}

const wend_report *wend_summary_report(const wend_summary *summary) {
    return summary->report;
}

bool wend_summary_cancelled(const wend_summary *summary) {
    return summary->cancelled;
}

uint32_t wend_summary_straggler_count(const wend_summary *summary) {
    return summary->straggler_count;
}

wend_straggler wend_summary_straggler(const wend_summary *summary, uint32_t index) {
    WEND_ASSERT(index < summary->straggler_count);
    return summary->stragglers[index];
}

const char *wend_summary_layer_name(const wend_summary *summary, uint32_t layer) {
    return wend_space_layer_name(summary->space, layer);
}
