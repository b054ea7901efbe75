/* Loads a scenario with the settings given by options. */
#define _POSIX_C_SOURCE 200809L
#include "cli/load.h"
#include "cli/signals.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SHORTHANDS = 3, WARNINGS_SHOWN = 20 };
/* Bytes of the standard input that are kept: more than a scenario may have (64 MB). */
enum { MOST_KEPT = 65 << 20 };

static char *make_setting(const char *key, const char *value) {
    size_t size = strlen(key) + strlen(value) + 2;
    char *text = malloc(size);
    if (text != NULL) {
        snprintf(text, size, "%s=%s", key, value);
    }
    return text;
}

void load_print_warnings(const wend_scenario *scenario, const char *path) {
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

wend_result load_with_options(const arguments *args, const wend_registry *registry,
                              wend_scenario **out, wend_error *error) {
    static const struct {
        int index;
        const char *key;
    } shorthands[SHORTHANDS] = {
        {LOAD_DT, "time.dt"}, {LOAD_SEED, "seed"}, {LOAD_UNTIL, "time.end"}};
    const option_value *set = &args->values[LOAD_SET];
    char *made[SHORTHANDS] = {NULL};
    const char **settings = calloc((size_t)set->count + SHORTHANDS, sizeof *settings);
    uint32_t count = 0;
    if (settings == NULL) {
        memset(error, 0, sizeof *error);
        error->code = WEND_ERROR_MEMORY;
        snprintf(error->message, sizeof error->message, "out of memory");
        return WEND_ERROR_MEMORY;
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
    wend_result result = wend_scenario_load(&def, out, error);
    for (int i = 0; i < SHORTHANDS; i++) {
        free(made[i]);
    }
    free(settings);
    return result;
}

int load_scenario(const arguments *args, const wend_registry *registry, bool quiet,
                  wend_scenario **out) {
    if (!check_options(args, registry)) {
        return EXIT_USAGE;
    }
    signals_exit_at_once();
    wend_error error;
    wend_result result = load_with_options(args, registry, out, &error);
    if (result == WEND_OK) {
        if (!quiet) {
            load_print_warnings(*out, args->operands[0]);
        }
        return EXIT_DONE;
    }
    print_error(&error);
    return result == WEND_ERROR_MEMORY ? EXIT_FAILED : EXIT_INPUT;
}

bool load_is_standard_input(const arguments *args) {
    return strcmp(args->operands[0], "-") == 0;
}

bool load_keep_standard_input(void) {
    char bytes[4096];
    size_t total = 0, size = 0;
    signals_exit_at_once();
    FILE *copy = tmpfile();
    bool good = copy != NULL;
    while (good && total < MOST_KEPT && (size = fread(bytes, 1, sizeof bytes, stdin)) > 0) {
        good = fwrite(bytes, 1, size, copy) == size;
        total += size;
    }
    good = good && fflush(copy) == 0 &&
           (ferror(stdin) != 0 || dup2(fileno(copy), STDIN_FILENO) == STDIN_FILENO);
    if (!good) {
        fprintf(stderr, "wend: cannot copy the standard input: %s\n", strerror(errno));
    }
    if (copy != NULL) {
        fclose(copy);
    }
    return good;
}
