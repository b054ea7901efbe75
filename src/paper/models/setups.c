/* Lists the rows of the comparison.
 *
 * The models come from the registry. Their agents have a radius of SETUP_RADIUS and the default
 * parameters, which are the published ones. A model that needs a corridor or a field gets the
 * planner that gives it. Calibrations are listed in one table below: to add one, add a line. */
#include "paper/models/setups.h"
#include "paper/models/data.h"
#include <stdio.h>
#include <string.h>
#include <wend/preset.h>

/* The modifier that every profile on a map has, without its rules for taking turns: the comparison
 * is about the steering models. */
#define ONLY_STEERING "{name: yield, patience: 0, passages: false}"

/* A documented calibration. */
typedef struct calibration {
    const char *name;
    const char *steer;    /* the model that must exist, or "" */
    const char *modifier; /* the modifier that must exist, or NULL */
    const char *profile;
} calibration;

static const calibration calibrations[] = {
    {"orca with fundamental_diagram", "orca", "fundamental_diagram",
     "radius: 0.15, steer: orca, modify: [fundamental_diagram, " ONLY_STEERING "]"},
    {"orca r 0.15", "orca", NULL, "radius: 0.15, steer: orca, modify: [" ONLY_STEERING "]"},
    {"collision_free_speed r 0.15", "collision_free_speed", NULL,
     "radius: 0.15, steer: collision_free_speed, modify: [" ONLY_STEERING "]"},
    {"collision_free_speed with diagram", "collision_free_speed", "fundamental_diagram",
     "radius: 0.15, steer: {name: collision_free_speed, time_gap: 0.8, strength: 8, noise: 0.1}, "
     "modify: [fundamental_diagram, " ONLY_STEERING "]"},
    {"anticipation_velocity r 0.15", "anticipation_velocity", NULL,
     "radius: 0.15, steer: {name: anticipation_velocity, time_gap: 1, strength: 3, range: 0.2, "
     "anticipation_time: 0.5}, modify: [" ONLY_STEERING "]"},
    {"orca_arc r 0.25 with yield", "orca_arc", NULL,
     "radius: 0.25, steer: orca_arc, modify: [yield]"},
};

/* True if a list of names separated by commas contains a name; NULL contains all names. */
static bool is_listed(const char *list, const char *name) {
    if (list == NULL) {
        return true;
    }
    size_t length = strlen(name);
    for (const char *at = list; *at != '\0'; at += strcspn(at, ","), at += *at == ',') {
        if (strcspn(at, ",") == length && strncmp(at, name, length) == 0) {
            return true;
        }
    }
    return false;
}

static models_setup *add(models_setups *out, const char *name, const char *steer) {
    if (out->count == SETUP_MOST) {
        return NULL;
    }
    models_setup *setup = &out->items[out->count++];
    memset(setup, 0, sizeof *setup);
    setup->speed_spread = DATA_FREE_SPEED_SPREAD;
    snprintf(setup->name, sizeof setup->name, "%s", name);
    snprintf(setup->steer, sizeof setup->steer, "%s", steer);
    return setup;
}

static void add_model(models_setups *out, const wend_steering *model) {
    const char *name = model->stage.entry.name;
    const char *plan = (model->needs & WEND_NEEDS_CORRIDOR) != 0 ? ", plan: corridor"
                       : (model->needs & WEND_NEEDS_FIELD) != 0  ? ", plan: field"
                                                                 : "";
    models_setup *setup = add(out, name, name);
    if (setup == NULL) {
        return;
    }
    snprintf(setup->profile, sizeof setup->profile,
             "radius: %g, steer: %s, modify: [" ONLY_STEERING "]%s", SETUP_RADIUS, name, plan);
    if (strcmp(name, "external") == 0) {
        snprintf(setup->reason, sizeof setup->reason, "a program sets the velocities");
    }
}

static void add_calibration(models_setups *out, const calibration *from,
                            const wend_registry *registry) {
    bool exists = (from->steer[0] == '\0' ||
                   wend_registry_find(registry, WEND_KIND_STEERING, from->steer, NULL) != NULL) &&
                  (from->modifier == NULL ||
                   wend_registry_find(registry, WEND_KIND_MODIFIER, from->modifier, NULL) != NULL);
    models_setup *setup = exists ? add(out, from->name, from->steer) : NULL;
    if (setup != NULL) {
        snprintf(setup->profile, sizeof setup->profile, "%s", from->profile);
        setup->calibrated = true;
    }
}

static void add_preset(models_setups *out, const char *name) {
    models_setup *setup = add(out, name, "");
    if (setup != NULL) {
        snprintf(setup->profile, sizeof setup->profile, "preset: %s", name);
        setup->calibrated = true;
        setup->is_preset = true;
    }
}

/* Checks that each of the listed names is a steering model, a calibration or a preset. */
static wend_result check_list(const wend_registry *registry, const char *list, wend_error *error) {
    wend_result result = WEND_OK;
    for (const char *at = list; at != NULL && *at != '\0' && result == WEND_OK;
         at += strcspn(at, ","), at += *at == ',') {
        char name[SETUP_NAME_SIZE];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at, ","), at);
        bool known = false;
        for (size_t i = 0; i < sizeof calibrations / sizeof calibrations[0]; i++) {
            known = known || strcmp(calibrations[i].name, name) == 0;
        }
        for (uint32_t i = 0; i < wend_preset_count(); i++) {
            known = known || strcmp(wend_preset_get(i).name, name) == 0;
        }
        if (!known && wend_registry_find(registry, WEND_KIND_STEERING, name, error) == NULL) {
            result = WEND_ERROR_NAME;
        }
    }
    return result;
}

wend_result models_list_setups(const wend_registry *registry, const char *steer, models_setups *out,
                               wend_error *error) {
    out->count = 0;
    wend_result result = check_list(registry, steer, error);
    for (uint32_t i = 0; i < wend_registry_count(registry, WEND_KIND_STEERING); i++) {
        const wend_entry *entry = wend_registry_get(registry, WEND_KIND_STEERING, i);
        if (is_listed(steer, entry->name)) {
            add_model(out, (const wend_steering *)entry);
        }
    }
    for (size_t i = 0; i < sizeof calibrations / sizeof calibrations[0]; i++) {
        if (is_listed(steer, calibrations[i].steer) || is_listed(steer, calibrations[i].name)) {
            add_calibration(out, &calibrations[i], registry);
        }
    }
    for (uint32_t i = 0; i < wend_preset_count(); i++) {
        if (is_listed(steer, wend_preset_get(i).name)) {
            add_preset(out, wend_preset_get(i).name);
        }
    }
    return result;
}
