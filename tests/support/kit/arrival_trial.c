#include "support/kit/arrival_trial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SETTING_SIZE = 200, TEXT_SIZE = ARRIVAL_TEXT_SIZE };

static const double settled = 1.0; /* s: overlaps that exist at the start may last this long */

typedef struct observer {
    const double *limits;
    uint32_t count;
    bool begun;
    bool done[ARRIVAL_AGENTS];
    double first_overlap[ARRIVAL_AGENTS]; /* m: overlap of each agent with walls at the start */
    volatile sig_atomic_t cancel;
    arrival_outcome *out;
} observer;

static void record_arrivals(observer *self, const wend_frame *frame) {
    for (uint32_t i = 0; i < frame->event_count; i++) {
        const wend_event *event = &frame->events[i];
        uint64_t index = event->key - 1;
        if (event->kind != WEND_EVENT_ARRIVED || index >= self->count || self->done[index]) {
            continue;
        }
        self->done[index] = true;
        self->out->in_time += event->time <= self->limits[index];
        self->out->worst = fmax(self->out->worst, event->time / self->limits[index]);
        self->out->last_arrival = event->time;
    }
}

static void measure_pairs(observer *self, const wend_frame *frame) {
    for (uint32_t i = 0; frame->time > settled && i < frame->agent_count; i++) {
        for (uint32_t j = i + 1; j < frame->agent_count; j++) {
            const wend_agent_state *a = &frame->agents[i], *b = &frame->agents[j];
            double dx = a->position.x - b->position.x, dy = a->position.y - b->position.y;
            double sum = (double)a->radius + (double)b->radius;
            double depth = sum - sqrt(dx * dx + dy * dy);
            if (a->layer == b->layer && depth > 0) {
                self->out->overlap = fmax(self->out->overlap, depth / sum);
                self->out->overlap_m = fmax(self->out->overlap_m, depth);
            }
        }
    }
}

static void measure_walls(observer *self, const wend_recording *recording,
                          const wend_frame *frame) {
    for (uint32_t i = 0; i < frame->agent_count; i++) {
        const wend_agent_state *agent = &frame->agents[i];
        uint64_t index = agent->key - 1;
        if (index >= self->count) {
            continue;
        }
        wend_location location = {wend_space_to_local(recording->space, agent->position),
                                  agent->layer};
        float clearance =
            wend_space_clearance(recording->space, location, agent->radius, UINT32_MAX);
        double depth = (double)agent->radius - (double)clearance;
        if (frame->step == 0) {
            self->first_overlap[index] = fmax(depth, 0);
        }
        self->out->wall_overlap = fmax(self->out->wall_overlap, depth - self->first_overlap[index]);
    }
}

static bool can_still_arrive(const observer *self, double time) {
    for (uint32_t i = 0; i < self->count; i++) {
        if (!self->done[i] && time < self->limits[i]) {
            return true;
        }
    }
    return false;
}

static wend_result observe(void *user, const wend_recording *recording, const wend_frame *frame,
                           wend_error *error) {
    (void)error;
    observer *self = user;
    self->begun = true;
    record_arrivals(self, frame);
    measure_pairs(self, frame);
    measure_walls(self, recording, frame);
    self->cancel = !can_still_arrive(self, frame->time);
    return WEND_OK;
}

/* Converts a model "name:a=b:c=d" to the setting "key={name: name, a: b, c: d}". */
static bool write_setting(const char *key, const char *model, char *out) {
    if (model == NULL || strcmp(model, "default") == 0) {
        return false;
    }
    size_t used = (size_t)snprintf(out, SETTING_SIZE, "%s={name: ", key);
    for (const char *c = model; *c != '\0' && used + 4 < SETTING_SIZE; c++) {
        const char *text = *c == ':' ? ", " : *c == '=' ? ": " : NULL;
        if (text == NULL) {
            out[used++] = *c;
        } else {
            memcpy(out + used, text, 2);
            used += 2;
        }
    }
    memcpy(out + used, "}", 2);
    return true;
}

static void set_message(arrival_outcome *out, arrival_status status, const wend_error *error) {
    out->status = status;
    snprintf(out->message, sizeof out->message, "%.150s", error->message);
}

static wend_result load(const wend_registry *registry, const char *text,
                        const arrival_models *models, wend_scenario **out, wend_error *error) {
    char buffers[3][SETTING_SIZE];
    const char *settings[3 + ARRIVAL_SETTINGS], *const names[] = {models->plan, models->follow,
                                                                  models->steer};
    static const char *const keys[] = {"plan", "follow", "steer"};
    wend_scenario_def def = wend_default_scenario_def();
    for (uint32_t i = 0; i < 3; i++) {
        if (write_setting(keys[i], names[i], buffers[i])) {
            settings[def.setting_count++] = buffers[i];
        }
    }
    for (uint32_t i = 0; i < models->setting_count && i < ARRIVAL_SETTINGS; i++) {
        settings[def.setting_count++] = models->settings[i];
    }
    def.path = "arrival";
    def.text = text;
    def.text_size = strlen(text);
    def.registry = registry;
    def.settings = settings;
    return wend_scenario_load(&def, out, error);
}

arrival_outcome arrival_run(const wend_registry *registry, const char *text,
                            const arrival_models *models, const double *limits, uint32_t count) {
    arrival_outcome out = {.agents = count, .rescues = -1};
    wend_error error = {0};
    wend_scenario *scenario = NULL;
    wend_summary *summary = NULL;
    if (load(registry, text, models, &scenario, &error) != WEND_OK) {
        set_message(&out, ARRIVAL_REFUSED, &error);
        return out;
    }
    observer self = {.limits = limits, .count = count, .out = &out};
    wend_run_def def = wend_default_run_def();
    def.scenario = scenario;
    def.registry = registry;
    def.observe = observe;
    def.observer = &self;
    def.cancel = &self.cancel;
    if (wend_run_scenario(&def, &summary, &error) != WEND_OK) {
        set_message(&out, self.begun ? ARRIVAL_FAILED : ARRIVAL_REFUSED, &error);
    } else {
        const wend_report_value *rescues =
            wend_report_find(wend_summary_report(summary), "rescues");
        out.status = ARRIVAL_RAN;
        out.rescues = rescues != NULL ? rescues->integer : -1;
    }
    wend_summary_destroy(summary);
    wend_scenario_destroy(scenario);
    return out;
}

arrival_outcome arrival_run_world(const wend_registry *registry, const arrival_world *world,
                                  uint32_t agent_count, const arrival_models *models) {
    uint32_t count = agent_count < world->agent_count ? agent_count : world->agent_count;
    double limits[ARRIVAL_AGENTS];
    arrival_outcome out = {.message = "out of memory"};
    char *text = malloc(TEXT_SIZE);
    for (uint32_t i = 0; i < count; i++) {
        limits[i] = arrival_limit(&world->agents[i]);
    }
    if (text != NULL && arrival_world_write(world, count, text, TEXT_SIZE)) {
        out = arrival_run(registry, text, models, limits, count);
    }
    free(text);
    return out;
}
