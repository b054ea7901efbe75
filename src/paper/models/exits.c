/* Measures the flow of people out of a room through a passage, as in the bottleneck experiments of
 * the HERMES project.
 *
 * People start at random positions in the whole room, and walk to a line at the far side of a
 * second room behind the passage, where they leave. They pass when their centre first crosses the
 * middle of the passage; the time is interpolated within the step. */
#include "paper/models/exits.h"
#include "base/error.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* m: the depth of the room behind the passage, and the distance from its far side at which people
 * leave */
static const double BEHIND = 5.0, LEAVE = 0.5;
/* m: distance of the ends of the line where people leave from the walls */
static const double GOAL_EDGE = 1.0;
/* s: time between two measurements of contacts */
static const double CONTACT_INTERVAL = 0.1;
/* a run ends after a pause of so many times EXIT_CLOG in which no person passes */
static const double GIVE_UP = 3.0;

double exits_slope(const double *times, uint32_t count, uint32_t people) {
    uint32_t first = (uint32_t)ceil(0.2 * people), end = (uint32_t)floor(0.8 * people);
    end = count < end ? count : end;
    if (count < (uint32_t)ceil(0.4 * people) || end < first + 2) {
        return NAN;
    }
    double n = end - first, mean_time = 0.0, mean_number = (first + end - 1) / 2.0;
    for (uint32_t i = first; i < end; i++) {
        mean_time += times[i] / n;
    }
    double product = 0.0, square = 0.0;
    for (uint32_t i = first; i < end; i++) {
        product += (times[i] - mean_time) * (i - mean_number);
        square += (times[i] - mean_time) * (times[i] - mean_time);
    }
    return square > 0.0 ? product / square : NAN;
}

/* ---- Scene ----------------------------------------------------------------------------------- */

enum { OUTLINE_SIZE = 1000, MOST_CORNERS = 14 };

/* The ground of a scene, and the line where people leave. */
typedef struct ground {
    wend_point corners[MOST_CORNERS];
    uint32_t corner_count;
    wend_point goal[2];
} ground;

/* The room is to the left of x = 0, and the passage begins there. */
static ground make_straight(const exit_scene *s) {
    double half = s->room_width / 2.0, gap = s->width / 2.0, end = s->length;
    double far = end + BEHIND, back = -s->room_length;
    return (ground){{{back, -half},
                     {0.0, -half},
                     {0.0, -gap},
                     {end, -gap},
                     {end, -half},
                     {far, -half},
                     {far, half},
                     {end, half},
                     {end, gap},
                     {0.0, gap},
                     {0.0, half},
                     {back, half}},
                    12,
                    {{far - LEAVE, GOAL_EDGE - half}, {far - LEAVE, half - GOAL_EDGE}}};
}

/* The passage turns left around the corner at (length, width / 2). */
static ground make_corner(const exit_scene *s) {
    double half = s->room_width / 2.0, gap = s->width / 2.0, back = -s->room_length;
    double inner = s->length, outer = s->length + s->width, top = gap + s->length;
    double far = top + BEHIND;
    return (ground){{{back, -half},
                     {0.0, -half},
                     {0.0, -gap},
                     {outer, -gap},
                     {outer, top},
                     {outer + BEHIND, top},
                     {outer + BEHIND, far},
                     {inner - 1.0, far},
                     {inner - 1.0, top},
                     {inner, top},
                     {inner, gap},
                     {0.0, gap},
                     {0.0, half},
                     {back, half}},
                    14,
                    {{inner, far - LEAVE}, {outer + BEHIND - GOAL_EDGE, far - LEAVE}}};
}

static wend_result open_scene(models_crowd *c, const models_context *context, const exit_scene *s,
                              wend_error *error) {
    ground g = s->corner ? make_corner(s) : make_straight(s);
    char outline[OUTLINE_SIZE];
    size_t used = 0;
    for (uint32_t i = 0; i < g.corner_count && used < sizeof outline; i++) {
        used += (size_t)snprintf(outline + used, sizeof outline - used, "%s[%g, %g]",
                                 i > 0 ? ", " : "", g.corners[i].x, g.corners[i].y);
    }
    double half = s->room_width / 2.0;
    return models_open(c, context, error,
                       "space: {walkable: [%s]}\n"
                       "goals: {out: {segment: [[%g, %g], [%g, %g]], on_arrival: leave}}\n"
                       "agents: [{profile: walker, goal: out, key: 1, random: {count: %u, "
                       "box: [[%g, %g], [0, %g]]}}]\n",
                       outline, g.goal[0].x, g.goal[0].y, g.goal[1].x, g.goal[1].y, s->people,
                       -s->room_length, -half, half);
}

/* Returns how far beyond the counting line a position is (m). */
static double passed(const exit_scene *s, wend_point at) {
    return s->corner ? at.y - (s->width / 2.0 + s->length / 2.0) * (at.x > 0.0 ? 1.0 : INFINITY)
                     : at.x - s->length / 2.0;
}

/* ---- Run ------------------------------------------------------------------------------------- */

/* A run of the scene. */
typedef struct exit_run {
    const exit_scene *scene;
    models_crowd c;
    models_contacts contacts;
    double *before;        /* by key - 1: distance beyond the line after the last step */
    uint8_t *has_passed;   /* by key - 1 */
    double *times;         /* s: when people passed */
    uint32_t passed_count; /* people who have passed */
    bool clogged, ended_by_clogging;
} exit_run;

static wend_result allocate(exit_run *run, wend_error *error) {
    uint32_t people = run->scene->people;
    run->before = memory_get_array(&run->c.heap, people, sizeof *run->before);
    run->times = memory_get_array(&run->c.heap, people, sizeof *run->times);
    run->has_passed = memory_get_zeroed(&run->c.heap, people);
    run->contacts.was_through = memory_get_zeroed(&run->c.heap, people);
    if (run->before == NULL || run->times == NULL || run->has_passed == NULL ||
        run->contacts.was_through == NULL) {
        return error_no_memory(error, "the people in a room");
    }
    for (uint32_t i = 0; i < people; i++) {
        run->before[i] = NAN;
    }
    return WEND_OK;
}

static void release(exit_run *run) {
    uint32_t people = run->scene->people;
    memory_free(&run->c.heap, run->before, people * sizeof *run->before);
    memory_free(&run->c.heap, run->times, people * sizeof *run->times);
    memory_free(&run->c.heap, run->has_passed, people);
    memory_free(&run->c.heap, run->contacts.was_through, people);
    models_close(&run->c);
}

/* Adds a time, and keeps the times in ascending order. */
static void add_time(exit_run *run, double time) {
    uint32_t at = run->passed_count++;
    for (; at > 0 && run->times[at - 1] > time; at--) {
        run->times[at] = run->times[at - 1];
    }
    run->times[at] = time;
}

/* Finds the people who passed in the last step. */
static void count_passing(exit_run *run) {
    double now = wend_world_time(run->c.world), dt = run->c.context->dt;
    for (uint32_t i = 0; i < run->c.agent_count; i++) {
        const wend_agent_state *agent = &run->c.agents[i];
        uint32_t index = (uint32_t)agent->key - 1;
        double here = passed(run->scene, agent->position), before = run->before[index];
        run->before[index] = here;
        if (here >= 0.0 && !run->has_passed[index]) {
            run->has_passed[index] = 1;
            add_time(run,
                     before < 0.0 && isfinite(before) ? now - dt * here / (here - before) : now);
        }
    }
}

static bool goes_on(exit_run *run) {
    double now = wend_world_time(run->c.world), limit = run->scene->limit;
    double last = run->passed_count > 0 ? run->times[run->passed_count - 1] : 0.0;
    bool remain = run->passed_count < run->scene->people;
    run->clogged = run->clogged || (remain && now - last >= EXIT_CLOG);
    run->ended_by_clogging = remain && now - last >= GIVE_UP * EXIT_CLOG;
    return remain && !run->ended_by_clogging && (limit == 0.0 || now < limit) &&
           !models_is_cancelled(&run->c);
}

static wend_result run_steps(exit_run *run, wend_error *error) {
    uint64_t each = (uint64_t)fmax(round(CONTACT_INTERVAL / run->c.context->dt), 1.0);
    wend_result result = WEND_OK;
    do {
        result = models_step(&run->c, error);
        if (result == WEND_OK) {
            count_passing(run);
        }
        if (result == WEND_OK && wend_world_step_count(run->c.world) % each == 0) {
            result = models_measure_contacts(&run->c, &run->contacts, run->scene->people, error);
        }
    } while (result == WEND_OK && goes_on(run));
    return result;
}

wend_result exits_measure(const models_context *context, const exit_scene *scene, exit_outcome *out,
                          wend_error *error) {
    exit_run run = {.scene = scene};
    wend_result result = open_scene(&run.c, context, scene, error);
    result = result == WEND_OK ? allocate(&run, error) : result;
    result = result == WEND_OK ? run_steps(&run, error) : result;
    if (result == WEND_OK) {
        bool all = run.passed_count == scene->people;
        double slope = exits_slope(run.times, run.passed_count, scene->people);
        bool enough = run.passed_count >= 0.8 * scene->people || !run.ended_by_clogging;
        *out = (exit_outcome){.flow = enough ? slope : NAN,
                              .last = all ? run.times[run.passed_count - 1] : NAN,
                              .clogged = run.clogged,
                              .remaining = scene->people - run.passed_count,
                              .clearance = run.contacts.begun ? run.contacts.clearance : NAN,
                              .through = run.contacts.through};
    }
    release(&run);
    return result;
}
