/* A plug-in in the common subset of C17 and C++17: a steering model with one object for each
 * profile. Snapshots keep these objects. */
#include <string.h>
#include <wend/plugin.h>
#include <wend/wend.h>

typedef struct clock_model {
    wend_allocator allocator;
    uint64_t steps;
} clock_model;

static wend_result create(const wend_model_def *def, void **out, wend_error *error) {
    clock_model *made =
        (clock_model *)def->allocator.allocate(def->allocator.user, sizeof(clock_model));
    (void)error;
    if (made == NULL) {
        return WEND_ERROR_MEMORY;
    }
    made->allocator = def->allocator;
    made->steps = 0;
    *out = made;
    return WEND_OK;
}

static void destroy(void *model) {
    wend_allocator from = ((clock_model *)model)->allocator;
    from.release(from.user, model, sizeof(clock_model));
}

static size_t save(const void *model, void *out, size_t capacity) {
    const clock_model *clock = (const clock_model *)model;
    if (out != NULL && capacity >= sizeof clock->steps) {
        memcpy(out, &clock->steps, sizeof clock->steps);
    }
    return sizeof clock->steps;
}

static wend_result load(void *model, const void *bytes, size_t size, wend_error *error) {
    clock_model *clock = (clock_model *)model;
    (void)error;
    if (size != sizeof clock->steps) {
        return WEND_ERROR_FORMAT;
    }
    memcpy(&clock->steps, bytes, size);
    return WEND_OK;
}

static void begin_step(const wend_view *view, const wend_agents *agents) {
    (void)view;
    ((clock_model *)agents->model)->steps++;
}

/* Makes agents walk east for the number of steps given by `user`, and then stand still. */
static void steer(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                  wend_outcome *outcomes) {
    const clock_model *clock = (const clock_model *)agents->model;
    float speed = clock->steps <= *(const uint64_t *)agents->user ? 1.0f : 0.0f;
    (void)intents;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            wend_outcome *out = &outcomes[i - agents->first];
            memset(out, 0, sizeof *out);
            out->velocity.x = speed;
            out->displacement.x = speed * view->dt;
        }
    }
}

static uint64_t last_step = 30;
static wend_steering clockwork;
static const wend_plugin_item items[] = {{WEND_KIND_STEERING, &clockwork.stage.entry}};

/* C++17 lacks designated initialisers, so the descriptor is filled in when the object is loaded. */
__attribute__((constructor)) static void describe(void) {
    wend_entry *entry = &clockwork.stage.entry;
    entry->size = sizeof clockwork;
    entry->version = WEND_INTERFACE;
    entry->name = "clockwork";
    entry->summary = "east for 30 steps";
    entry->user = &last_step;
    clockwork.stage.create = create;
    clockwork.stage.destroy = destroy;
    clockwork.stage.save = save;
    clockwork.stage.load = load;
    clockwork.stage.begin_step = begin_step;
    clockwork.steer = steer;
}

const wend_plugin_table wend_plugin_entries = {sizeof(wend_plugin_table), WEND_INTERFACE,
                                               "clockwork", items, 1};
