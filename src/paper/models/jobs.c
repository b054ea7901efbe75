/* Runs the measurements of all setups, each in a world of its own, on several threads. */
#define _POSIX_C_SOURCE 200809L
#include "paper/models/jobs.h"
#include "base/error.h"
#include "paper/models/data.h"
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* ---- Measurements ---------------------------------------------------------------------------- */

/* People in the bottleneck experiment, and in a preview; the depth of the room keeps the density at
 * 3.33 per m^2. */
enum { PEOPLE = 350, QUICK_PEOPLE = 100 };
/* s: durations of a step that are measured */
static const double SHORTEST_STEP = 0.01, LONGEST_STEP = 0.1;
/* m and 1/m^2 */
static const double ROOM_WIDTH = 7.0, ROOM_DENSITY = 3.33, DOOR_ROOM = 12.0, DOOR_DEPTH = 0.3;
/* Runs at exits end after so many times the duration that people need; slow models would take most
 * of the time of the comparison. */
static const double PATIENCE = 1.5;
/* s: relaxation and measurement in corridors */
static const double RELAXATION = 40.0, MEASURE = 30.0, QUICK_RELAXATION = 8.0, QUICK_MEASURE = 8.0;

static const double widths[] = {0.70, 0.95, 1.20, 1.30, 1.60, 2.00};
static const double long_widths[] = {0.8, 1.0, 1.2};
static const double corner_widths[] = {1.2};
static const double crowds[] = {50, 100, 200, 400};
static const double densities[] = {0.5, 1.0, 1.5, 2.0, 2.5, 3.0};
static const double line_densities[] = {0.5, 0.9, 1.3, 1.7, 2.1, 2.5};
static const double two_way_densities[] = {0.44, 0.86, 1.58, 2.00, 2.75};

#define PLACES(list, seeds)                                                                        \
    { list, sizeof(list) / sizeof *(list), seeds }
static const models_places full[MODELS_KINDS] = {
    [MODELS_BOTTLENECK] = PLACES(widths, 3),        [MODELS_LONG] = PLACES(long_widths, 1),
    [MODELS_CORNER] = PLACES(corner_widths, 1),     [MODELS_DOOR] = PLACES(crowds, 1),
    [MODELS_CORRIDOR] = PLACES(densities, 1),       [MODELS_FILE] = PLACES(line_densities, 1),
    [MODELS_TWO_WAY] = PLACES(two_way_densities, 1)};

static const double quick_widths[] = {1.2}, quick_crowds[] = {50}, quick_densities[] = {1.0, 2.0},
                    quick_line[] = {0.9}, quick_two_way[] = {0.86};
static const models_places quick[MODELS_KINDS] = {
    [MODELS_BOTTLENECK] = PLACES(quick_widths, 1),  [MODELS_LONG] = PLACES(quick_widths, 1),
    [MODELS_CORNER] = PLACES(quick_widths, 1),      [MODELS_DOOR] = PLACES(quick_crowds, 1),
    [MODELS_CORRIDOR] = PLACES(quick_densities, 1), [MODELS_FILE] = PLACES(quick_line, 1),
    [MODELS_TWO_WAY] = PLACES(quick_two_way, 1)};

static wend_result measure_exit(const models_jobs *jobs, const models_context *context,
                                models_job *job, wend_error *error) {
    double at = jobs->places[job->kind].at[job->place];
    uint32_t people = jobs->def->quick ? QUICK_PEOPLE : PEOPLE;
    exit_scene scene = {.room_length = people / ROOM_DENSITY / ROOM_WIDTH,
                        .room_width = ROOM_WIDTH,
                        .width = at,
                        .length = job->kind == MODELS_BOTTLENECK ? 1.0 : MODELS_LONG_LENGTH,
                        .corner = job->kind == MODELS_CORNER,
                        .people = people};
    if (job->kind == MODELS_DOOR) {
        scene = (exit_scene){.room_length = DOOR_ROOM,
                             .room_width = DOOR_ROOM,
                             .width = MODELS_DOOR_WIDTH,
                             .length = DOOR_DEPTH,
                             .people = (uint32_t)at};
    }
    scene.limit = PATIENCE * scene.people / (DATA_FLOW_PER_METRE * scene.width);
    return exits_measure(context, &scene, &job->outcome.exit, error);
}

static wend_result measure_ring(const models_jobs *jobs, const models_context *context,
                                models_job *job, wend_error *error) {
    double density = jobs->places[job->kind].at[job->place];
    bool file = job->kind == MODELS_FILE, two_way = job->kind == MODELS_TWO_WAY;
    double radius = 0.0;
    wend_result result = models_get_radius(context, &radius, error);
    if (result != WEND_OK) {
        return result;
    }
    double width = file      ? 2.0 * radius + MODELS_FILE_PLAY
                   : two_way ? MODELS_TWO_WAY_WIDTH
                             : MODELS_CORRIDOR_WIDTH;
    double people = round(density * RING_LENGTH * (file ? 1.0 : width));
    ring_scene scene = {.width = width,
                        .people = (uint32_t)people,
                        .two_way = two_way,
                        .in_file = file,
                        .relaxation = jobs->def->quick ? QUICK_RELAXATION : RELAXATION,
                        .measure = jobs->def->quick ? QUICK_MEASURE : MEASURE};
    return ring_measure(context, &scene, &job->outcome.ring, error);
}

static bool is_exit(models_kind kind) {
    return kind == MODELS_BOTTLENECK || kind == MODELS_LONG || kind == MODELS_CORNER ||
           kind == MODELS_DOOR;
}

static void run_job(const models_jobs *jobs, models_job *job) {
    models_context context = {.registry = jobs->def->registry,
                              .setup = &jobs->setups->items[job->setup],
                              .dt = jobs->dt,
                              .seed = job->seed + 1,
                              .cancel = jobs->def->cancel};
    job->result = is_exit(job->kind) ? measure_exit(jobs, &context, job, &job->error)
                                     : measure_ring(jobs, &context, job, &job->error);
}

/* ---- Threads --------------------------------------------------------------------------------- */

/* What the threads share. */
typedef struct pool {
    models_jobs *jobs;
    wend_paper_call *call;
    pthread_mutex_t lock;
    uint32_t next; /* index of the next job */
} pool;

/* Takes the next job. Returns NULL if there is none, or if the caller has cancelled. */
static models_job *take(pool *p) {
    const volatile sig_atomic_t *cancel = p->jobs->def->cancel;
    pthread_mutex_lock(&p->lock);
    bool stop = p->next >= p->jobs->count || (cancel != NULL && *cancel != 0);
    models_job *job = stop ? NULL : &p->jobs->items[p->next++];
    pthread_mutex_unlock(&p->lock);
    return job;
}

static void *work(void *shared) {
    pool *p = shared;
    for (models_job *job = take(p); job != NULL; job = take(p)) {
        run_job(p->jobs, job);
        pthread_mutex_lock(&p->lock);
        bool goes_on = p->call == NULL || wend_paper_count_trial(p->call);
        p->jobs->cancelled = p->jobs->cancelled || !goes_on;
        pthread_mutex_unlock(&p->lock);
    }
    return NULL;
}

wend_result models_jobs_run(models_jobs *jobs, wend_paper_call *call, wend_error *error) {
    enum { MOST_THREADS = 256 };
    pthread_t threads[MOST_THREADS];
    uint32_t started = 0;
    pool p = {.jobs = jobs, .call = call, .lock = PTHREAD_MUTEX_INITIALIZER};
    while (started + 1 < jobs->def->threads && started < MOST_THREADS &&
           pthread_create(&threads[started], NULL, work, &p) == 0) {
        started++;
    }
    work(&p);
    for (uint32_t i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
    }
    for (uint32_t i = 0; i < jobs->count; i++) {
        if (jobs->items[i].result == WEND_ERROR_MEMORY) {
            return error_no_memory(error, "the comparison of models");
        }
    }
    return WEND_OK;
}

/* ---- Jobs ------------------------------------------------------------------------------------ */

static void list_jobs(models_jobs *jobs, bool only_count) {
    jobs->count = 0;
    for (uint32_t setup = 0; setup < jobs->setups->count; setup++) {
        bool left_out = jobs->setups->items[setup].reason[0] != '\0';
        for (int kind = 0; kind < MODELS_KINDS && !left_out; kind++) {
            models_places places = jobs->places[kind];
            for (uint32_t i = 0; i < places.count * places.seeds; i++, jobs->count++) {
                if (!only_count) {
                    jobs->items[jobs->count] = (models_job){.kind = (models_kind)kind,
                                                            .setup = setup,
                                                            .place = i / places.seeds,
                                                            .seed = i % places.seeds};
                }
            }
        }
    }
}

wend_result models_jobs_make(models_jobs *jobs, const wend_paper_def *def, wend_error *error) {
    *jobs = (models_jobs){.def = def, .dt = def->dt != 0.0 ? def->dt : MODELS_DT};
    memcpy(jobs->places, def->quick ? quick : full, sizeof jobs->places);
    memory_init(&jobs->heap, &def->allocator);
    if (!(jobs->dt >= SHORTEST_STEP && jobs->dt <= LONGEST_STEP)) {
        return error_set(error, WEND_ERROR_INVALID, "dt is %g s, expected %g to %g s", jobs->dt,
                         SHORTEST_STEP, LONGEST_STEP);
    }
    jobs->setups = memory_get(&jobs->heap, sizeof *jobs->setups);
    if (jobs->setups == NULL) {
        return error_no_memory(error, "the comparison of models");
    }
    wend_result result = models_list_setups(def->registry, def->steer, jobs->setups, error);
    if (result != WEND_OK) {
        return result;
    }
    list_jobs(jobs, true);
    jobs->items = memory_get_array(&jobs->heap, jobs->count, sizeof *jobs->items);
    if (jobs->items == NULL && jobs->count > 0) {
        jobs->count = 0;
        return error_no_memory(error, "the comparison of models");
    }
    list_jobs(jobs, false);
    return WEND_OK;
}

void models_jobs_free(models_jobs *jobs) {
    memory_free(&jobs->heap, jobs->items, jobs->count * sizeof *jobs->items);
    memory_free(&jobs->heap, jobs->setups, sizeof *jobs->setups);
    jobs->items = NULL;
    jobs->setups = NULL;
}

/* ---- Figures --------------------------------------------------------------------------------- */

static bool is_of(const models_job *job, models_kind kind, uint32_t setup) {
    return job->kind == kind && job->setup == setup;
}

double models_mean(const models_jobs *jobs, models_kind kind, uint32_t setup, uint32_t place,
                   models_figure *figure) {
    double sum = 0.0, count = 0.0;
    for (uint32_t i = 0; i < jobs->count; i++) {
        const models_job *job = &jobs->items[i];
        bool counts = is_of(job, kind, setup) && job->place == place && job->result == WEND_OK;
        double value = counts ? figure(job) : NAN;
        sum += isnan(value) ? 0.0 : value;
        count += isnan(value) ? 0.0 : 1.0;
    }
    return count > 0.0 ? sum / count : NAN;
}

models_range models_range_of(const models_jobs *jobs, models_kind kind, uint32_t setup,
                             models_figure *figure) {
    models_range range = {.low = NAN, .high = NAN};
    for (uint32_t i = 0; i < jobs->count; i++) {
        const models_job *job = &jobs->items[i];
        bool counts = is_of(job, kind, setup) && job->result == WEND_OK;
        double value = counts ? figure(job) : NAN;
        if (!isnan(value)) {
            range.sum += value;
            range.low = fmin(range.low, value);
            range.high = fmax(range.high, value);
            range.count++;
        }
    }
    return range;
}

const char *models_failure(const models_jobs *jobs, models_kind kind, uint32_t setup) {
    for (uint32_t i = 0; i < jobs->count; i++) {
        if (is_of(&jobs->items[i], kind, setup) && jobs->items[i].result != WEND_OK) {
            return jobs->items[i].error.message;
        }
    }
    return NULL;
}
