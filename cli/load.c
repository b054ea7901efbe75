/* Loads a scenario with the settings given by options. */
#include "cli/load.h"
#include "cli/signals.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SHORTHANDS = 3, WARNINGS_SHOWN = 20 };

static char *make_setting(const char *key, const char *value) {
    size_t size = strlen(key) + strlen(value) + 2;
    char *text = malloc(size);
    if (text != NULL) {
        snprintf(text, size, "%s=%s", key, value);
    }
    return text;
}

static void print_warnings(const wend_scenario *scenario, const char *path) {
    uint32_t count = wend_scenario_warning_count(scenario);
    for (uint32_t i = 0; i < count && i < WARNINGS_SHOWN; i++) {
        wend_warning w = wend_scenario_warning(scenario, i);
        fputs(w.path, stderr);
        if (w.line > 0) {
            fprintf(stderr, ":%d:%d", w.line, w.column);
        }
        fprintf(stderr, ": %s: %s\n", w.note ? "note" : "warning", w.message);
    }
    if (count > WARNINGS_SHOWN) {
        fprintf(stderr, "%s: warning: and %" PRIu32 " more of this kind\n", path,
                count - WARNINGS_SHOWN);
    }
}

/* Checks the entries that --plan, --follow and --steer name, and that --seed is not negative: such
 * errors are wrong usage, not errors of the scenario. */
static bool check_options(const arguments *args, const wend_registry *registry) {
    static const struct {
        int index;
        wend_kind kind;
    } entries[] = {{LOAD_PLAN, WEND_KIND_PLANNER},
                   {LOAD_FOLLOW, WEND_KIND_FOLLOWER},
                   {LOAD_STEER, WEND_KIND_STEERING}};
    wend_error error;
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        const option_value *value = &args->values[entries[i].index];
        if (value->given &&
            wend_registry_find(registry, entries[i].kind, value->text, &error) == NULL) {
            print_error(&error);
            return false;
        }
    }
    const option_value *seed = &args->values[LOAD_SEED];
    if (seed->given && seed->integer < 0) {
        fprintf(stderr, "wend: --seed must be a whole number of 0 or more, found '%.60s'\n",
                seed->text);
        return false;
    }
    return true;
}

int load_scenario(const arguments *args, const wend_registry *registry, bool quiet,
                  wend_scenario **out) {
    static const struct {
        int index;
        const char *key;
    } shorthands[SHORTHANDS] = {
        {LOAD_DT, "time.dt"}, {LOAD_SEED, "seed"}, {LOAD_UNTIL, "time.end"}};
    if (!check_options(args, registry)) {
        return EXIT_USAGE;
    }
    signals_exit_at_once();
    const option_value *set = &args->values[LOAD_SET];
    char *made[SHORTHANDS] = {NULL};
    const char **settings = calloc((size_t)set->count + SHORTHANDS, sizeof *settings);
    uint32_t count = 0;
    if (settings == NULL) {
        fputs("wend: out of memory\n", stderr);
        return EXIT_FAILED;
    }
    for (uint32_t i = 0; i < set->count; i++) {
        settings[count++] = set->list[i];
    }
    for (int i = 0; i < SHORTHANDS; i++) {
        const option_value *value = &args->values[shorthands[i].index];
        if (value->given) {
            made[i] = make_setting(shorthands[i].key, value->text);
            settings[count++] = made[i] != NULL ? made[i] : "";
        }
    }
    wend_scenario_def def = wend_default_scenario_def();
    def.path = args->operands[0];
    def.registry = registry;
    def.plan = args->values[LOAD_PLAN].text;
    def.follow = args->values[LOAD_FOLLOW].text;
    def.steer = args->values[LOAD_STEER].text;
    def.settings = settings;
    def.setting_count = count;
    wend_error error;
    wend_result result = wend_scenario_load(&def, out, &error);
    for (int i = 0; i < SHORTHANDS; i++) {
        free(made[i]);
    }
    free(settings);
    if (result == WEND_OK) {
        if (!quiet) {
            print_warnings(*out, args->operands[0]);
        }
        return EXIT_DONE;
    }
    print_error(&error);
    return result == WEND_ERROR_MEMORY ? EXIT_FAILED : EXIT_INPUT;
}
