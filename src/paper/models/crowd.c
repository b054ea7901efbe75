/* Opens and steps the world of one measurement. Its memory comes from the C heap, because
 * measurements run on several threads at the same time. */
#include "paper/models/crowd.h"
#include "base/error.h"
#include "paper/models/data.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { SPEED_SIZE = 80 };

/* m: gaps larger than this are not measured */
static const float CONTACT_REACH = 0.5F;

static wend_result load(const models_context *context, const char *text, wend_scenario **out,
                        wend_error *error) {
    wend_scenario_def def = wend_default_scenario_def();
    def.path = context->setup->name;
    def.text = text;
    def.text_size = strlen(text);
    def.registry = context->registry;
    return wend_scenario_load(&def, out, error);
}

/* Writes the part of a scenario that is the same in all measurements. Returns its length. */
static int write_head(const models_context *context, char text[CROWD_TEXT_SIZE]) {
    char speed[SPEED_SIZE] = "";
    if (!context->setup->is_preset) {
        snprintf(speed, sizeof speed, "speed: {normal: [%g, %g]}, ", DATA_FREE_SPEED,
                 context->setup->speed_spread);
    }
    return snprintf(text, CROWD_TEXT_SIZE,
                    "name: models\nseed: %llu\ntime: {dt: %g, end: 1e6}\n"
                    "profiles: {walker: {%s%s}}\n",
                    (unsigned long long)context->seed, context->dt, speed, context->setup->profile);
}

wend_result models_open(models_crowd *c, const models_context *context, wend_error *error,
                        const char *format, ...) {
    char text[CROWD_TEXT_SIZE], rest[CROWD_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(rest, sizeof rest, format, arguments);
    va_end(arguments);
    *c = (models_crowd){.context = context};
    memory_init(&c->heap, NULL);
    int head = write_head(context, text);
    if (length < 0 || (size_t)head + (size_t)length >= sizeof text) {
        return error_set(error, WEND_ERROR_LIMIT, "the scenario of a measurement is too long");
    }
    memcpy(text + head, rest, (size_t)length + 1);
    wend_scenario *scenario = NULL;
    wend_result result = load(context, text, &scenario, error);
    if (result == WEND_OK) {
        result = wend_scenario_create_world(scenario, context->registry, 1, NULL, &c->world, error);
    }
    wend_scenario_destroy(scenario);
    return result;
}

wend_result models_get_radius(const models_context *context, double *radius, wend_error *error) {
    char text[CROWD_TEXT_SIZE];
    wend_scenario *scenario = NULL;
    write_head(context, text);
    wend_result result = load(context, text, &scenario, error);
    if (result == WEND_OK) {
        const wend_distribution *of = &wend_scenario_profile_at(scenario, 0)->radius;
        *radius = of->kind == WEND_DISTRIBUTION_UNIFORM ? of->b : of->a;
    }
    wend_scenario_destroy(scenario);
    return result;
}

void models_close(models_crowd *c) {
    memory_free(&c->heap, c->agents, c->agent_capacity * sizeof *c->agents);
    wend_world_destroy(c->world);
    c->agents = NULL;
    c->world = NULL;
}

wend_result models_step(models_crowd *c, wend_error *error) {
    wend_result result = wend_world_step(c->world, 1, error);
    if (result != WEND_OK) {
        return result;
    }
    uint32_t count = wend_world_agent_count(c->world);
    if (!memory_grow(&c->heap, (void **)&c->agents, sizeof *c->agents, &c->agent_capacity, count)) {
        return error_no_memory(error, "the agents of a measurement");
    }
    c->agent_count = wend_world_get_agents(c->world, c->agents, count);
    return WEND_OK;
}

bool models_is_cancelled(const models_crowd *c) {
    return c->context->cancel != NULL && *c->context->cancel != 0;
}

/* ---- Contacts -------------------------------------------------------------------------------- */

static void add_pair(models_contacts *contacts, uint64_t key, double distance, double radii) {
    double gap = distance - radii;
    if (!contacts->begun || gap < contacts->clearance) {
        contacts->clearance = gap;
        contacts->begun = true;
    }
    if (distance < radii / 2.0 && !contacts->was_through[key - 1]) {
        contacts->was_through[key - 1] = 1;
        contacts->through++;
    }
}

wend_result models_measure_contacts(models_crowd *c, models_contacts *contacts, uint32_t count,
                                    wend_error *error) {
    enum { MOST_NEAR = 16 };
    const wend_view *view = wend_world_view(c->world);
    if (view == NULL) {
        return error_no_memory(error, "the contacts of agents");
    }
    for (uint32_t i = 0; i < view->body_count; i++) {
        wend_neighbour near[MOST_NEAR];
        const wend_body *body = &view->bodies[i];
        wend_location at = {body->position, wend_body_layer(body)};
        uint32_t found = wend_view_find_agents(view, at, CONTACT_REACH, near, MOST_NEAR);
        found = found < MOST_NEAR ? found : MOST_NEAR;
        uint64_t key = wend_view_key(view, i);
        for (uint32_t k = 0; k < found && key >= 1 && key <= count; k++) {
            if (near[k].index != i) {
                add_pair(contacts, key, sqrt((double)near[k].distance_squared),
                         (double)body->radius + (double)view->bodies[near[k].index].radius);
            }
        }
    }
    return WEND_OK;
}
