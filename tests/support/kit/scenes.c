/* Reads and runs scenes: see scenes.h. */
#include "support/kit/scenes.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <wend/area.h>
#include <wend/machine.h>
#include <wend/names.h>

#include "scenario/machines.h"

enum { MOST_AGENTS = 1000 };

/* ---- Reading --------------------------------------------------------------------------------- */

/* Copies the rest of the line that begins with `key` to `out`. Returns false if there is none. */
static bool find_line(const char *text, const char *key, char *out, size_t size) {
    const char *at = strstr(text, key);
    if (at != NULL) {
        at += strlen(key);
        snprintf(out, size, "%.*s", (int)strcspn(at, "\n"), at);
    }
    return at != NULL;
}

static void read_figures(scene *s) {
    char line[SCENE_LINE];
    bool found = find_line(s->text, "\n# Expect: ", line, sizeof line);
    ck_assert_msg(found, "%s has no line '# Expect: NAME NUMBER, ...'", s->path);
    for (const char *one = line; one != NULL; s->count++) {
        ck_assert_uint_lt(s->count, SCENE_FIGURES);
        scene_figure *f = &s->figures[s->count];
        int fields = sscanf(one, " %63s %d..%d", f->name, &f->low, &f->high);
        f->high = fields == 2 ? f->low : f->high;
        ck_assert_msg(fields >= 2, "%s: '%s' does not begin with NAME NUMBER", s->path, one);
        one = strchr(one, ',');
        one = one != NULL ? one + 1 : NULL;
    }
}

/* Makes the text in which the left side of `Fails with` is replaced by the right side. */
static void break_text(scene *s) {
    static const char key[] = "\n# Fails with: ";
    char line[SCENE_LINE];
    if (!find_line(s->text, key, line, sizeof line)) {
        return;
    }
    char *arrow = strstr(line, " -> ");
    ck_assert_msg(arrow != NULL, "%s: '%s' has no ' -> '", s->path, line);
    *arrow = '\0';
    const char *body = strchr(strstr(s->text, key) + 1, '\n');
    const char *at = strstr(body, line);
    ck_assert_msg(at != NULL && strstr(at + 1, line) == NULL, "%s: '%s' does not occur once",
                  s->path, line);
    snprintf(s->broken, sizeof s->broken, "%.*s%s%s", (int)(at - s->text), s->text,
             arrow + strlen(" -> "), at + strlen(line));
}

void scene_read(scene *s, const char *path, const char *what) {
    static const char first[] = "# Look for: ";
    memset(s, 0, sizeof *s);
    snprintf(s->path, sizeof s->path, "%s", path);
    FILE *file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "there is no scene for the %s: write %s", what, path);
    size_t size = fread(s->text, 1, sizeof s->text - 1, file);
    fclose(file);
    ck_assert_msg(size < sizeof s->text - 1, "%s is too long", path);
    ck_assert_msg(strncmp(s->text, first, strlen(first)) == 0, "%s must begin with '%s'", path,
                  first);
    read_figures(s);
    break_text(s);
}

/* ---- Running --------------------------------------------------------------------------------- */

static bool is_state(const wend_scenario *scenario, const char *name) {
    for (uint32_t i = 0; i < scenario->machine_count; i++) {
        for (uint32_t j = 0; j < scenario->machines[i].state_count; j++) {
            if (strcmp(scenario->machines[i].states[j].def.name, name) == 0) {
                return true;
            }
        }
    }
    return false;
}

static int count_in_state(const wend_world *world, const char *name) {
    static wend_agent_visit visits[MOST_AGENTS];
    uint32_t count = wend_world_get_visits(world, visits, MOST_AGENTS);
    ck_assert_uint_le(count, MOST_AGENTS);
    int in_state = 0;
    for (uint32_t i = 0; i < count; i++) {
        const char *state = wend_world_state_name(world, visits[i].machine, visits[i].state);
        in_state += state != NULL && strcmp(state, name) == 0;
    }
    return in_state;
}

/* A run of a scene, as its observer sees it. */
typedef struct scene_run_state {
    const scene *s;
    const wend_scenario *scenario;
    scene_outcome *out;
} scene_run_state;

static int count_arrivals(const wend_frame *frame, wend_goal goal) {
    int arrivals = 0;
    for (uint32_t i = 0; i < frame->event_count; i++) {
        const wend_event *event = &frame->events[i];
        arrivals += event->kind == WEND_EVENT_ARRIVED && event->goal.value == goal.value;
    }
    return arrivals;
}

static void count_figure(const scene_run_state *run, uint32_t index, const wend_frame *frame) {
    const char *name = run->s->figures[index].name;
    int *found = &run->out->found[index];
    wend_goal goal = wend_world_find_goal(frame->world, name);
    wend_area area = wend_world_find_area(frame->world, name);
    bool is_of_machine = is_state(run->scenario, name), is_time = strcmp(name, "seconds") == 0;
    ck_assert_msg((goal.value != 0) + (area.value != 0) + is_of_machine + is_time == 1,
                  "%s: '%s' must be the name of one goal, area or state", run->s->path, name);
    if (goal.value != 0) {
        *found += count_arrivals(frame, goal);
    } else if (area.value != 0) {
        *found = (int)wend_world_area_agent_count(frame->world, area);
    } else {
        *found = is_time ? (int)lround(frame->time) : count_in_state(frame->world, name);
    }
}

static wend_result observe(void *observer, const wend_recording *recording, const wend_frame *frame,
                           wend_error *error) {
    (void)recording;
    (void)error;
    const scene_run_state *run = observer;
    for (uint32_t i = 0; i < run->s->count; i++) {
        count_figure(run, i, frame);
    }
    run->out->hash = wend_world_hash(frame->world);
    return WEND_OK;
}

static void compare_figures(const scene *s, scene_outcome *out) {
    out->is_met = true;
    for (uint32_t i = 0; i < s->count; i++) {
        const scene_figure *f = &s->figures[i];
        out->is_met = out->is_met && out->found[i] >= f->low && out->found[i] <= f->high;
        size_t used = strlen(out->text);
        snprintf(out->text + used, sizeof out->text - used, "%s%s %d", i ? ", " : "", f->name,
                 out->found[i]);
    }
}

scene_outcome scene_run(const scene *s, const char *text, const wend_registry *registry,
                        uint32_t threads) {
    wend_error error = {.message = ""};
    wend_scenario_def def = wend_default_scenario_def();
    def.path = s->path;
    def.text = text;
    def.text_size = strlen(text);
    def.registry = registry;
    wend_scenario *scenario = NULL;
    wend_result result = wend_scenario_load(&def, &scenario, &error);
    ck_assert_msg(result == WEND_OK, "%s:%d: %s", s->path, error.line, error.message);
    scene_outcome out = {.text = ""};
    scene_run_state state = {s, scenario, &out};
    wend_run_def run = wend_default_run_def();
    run.scenario = scenario;
    run.registry = registry;
    run.threads = threads;
    run.observe = observe;
    run.observer = &state;
    wend_summary *summary = NULL;
    result = wend_run_scenario(&run, &summary, &error);
    ck_assert_msg(result == WEND_OK, "%s:%d: %s", s->path, error.line, error.message);
    compare_figures(s, &out);
    wend_summary_destroy(summary);
    wend_scenario_destroy(scenario);
    return out;
}
