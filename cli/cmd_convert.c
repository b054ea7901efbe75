/* wend convert: reads a trajectory and writes it in other formats. */
#include "cli/command.h"
#include "cli/outputs.h"
#include "cli/progress.h"
#include "cli/signals.h"
#include <inttypes.h>
#include <string.h>

enum {
    CONVERT_OUTPUT,
    CONVERT_FPS,
    CONVERT_SET,
    CONVERT_JSON,
    CONVERT_QUIET,
    CONVERT_OPTION_COUNT
};

static const option options[] = {
    [CONVERT_OUTPUT] = {"output", 'o', OPTION_LIST, "FILE", 0, 0,
                        "write FILE; its ending determines the format; may be repeated"},
    [CONVERT_FPS] = {"fps", 0, OPTION_NUMBER, "N", 1e-6, 1e4,
                     "largest number of frames per second to write (default: all frames)"},
    [CONVERT_SET] = {"set", 0, OPTION_LIST, "PATH=VALUE", 0, 0,
                     "set a parameter of a format, for example output.png.width=800"},
    [CONVERT_JSON] = {"json", 0, OPTION_FLAG, NULL, 0, 0, "print the summary as JSON"},
    [CONVERT_QUIET] = {"quiet", 'q', OPTION_FLAG, NULL, 0, 0, "print no summary and no progress"},
};

/* ---- Results --------------------------------------------------------------------------------- */

static void print_time(wend_json *json, const char *name, const wend_convert_result *done,
                       double time) {
    wend_json_write_key(json, name);
    if (done->frames > 0) {
        wend_json_write_number(json, time);
    } else {
        wend_json_write_text(json, NULL);
    }
}

static void print_json(const wend_convert_result *done, const option_value *outputs) {
    wend_json json = {.stream = stdout};
    wend_json_begin_object(&json);
    wend_json_write_key(&json, "frames");
    wend_json_write_integer(&json, (int64_t)done->frames);
    wend_json_write_key(&json, "positions");
    wend_json_write_integer(&json, (int64_t)done->positions);
    print_time(&json, "first_time", done, done->first_time);
    print_time(&json, "last_time", done, done->last_time);
    wend_json_write_key(&json, "outputs");
    wend_json_begin_array(&json);
    for (uint32_t i = 0; i < outputs->count; i++) {
        wend_json_write_text(&json, outputs->list[i]);
    }
    wend_json_end_array(&json);
    wend_json_end_object(&json);
    putchar('\n');
}

static void print_text(const char *path, const wend_convert_result *done,
                       const option_value *outputs) {
    printf("%s: %" PRIu64 " frame%s, %" PRIu64 " position%s", path, done->frames,
           done->frames == 1 ? "" : "s", done->positions, done->positions == 1 ? "" : "s");
    if (done->frames > 0) {
        printf(", %g to %g s", done->first_time, done->last_time);
    }
    printf("%s\n", done->cancelled ? "; interrupted" : "");
    for (uint32_t i = 0; i < outputs->count; i++) {
        printf("  wrote %s\n", outputs->list[i]);
    }
}

/* ---- The command ----------------------------------------------------------------------------- */

static int check_usage(const arguments *args, const wend_registry *registry) {
    const option_value *outputs = &args->values[CONVERT_OUTPUT];
    const char *path = args->operands[0];
    if (outputs->count == 0) {
        fputs("wend convert: expected -o FILE\nsee 'wend help convert'\n", stderr);
        return EXIT_USAGE;
    }
    if (!outputs_check("convert", outputs, NULL, registry)) {
        return EXIT_USAGE;
    }
    for (uint32_t i = 0; i < outputs->count; i++) {
        if (!output_differs("convert", outputs->list[i], path, "the input trajectory")) {
            return EXIT_USAGE;
        }
    }
    bool good = true;
    for (uint32_t i = 0; i < outputs->count && good; i++) {
        good = output_is_writable(outputs->list[i], "write");
    }
    return good ? EXIT_DONE : EXIT_FAILED;
}

/* Returns the exit status for an error. It is EXIT_FAILED if an output or the machine caused the
 * error; all other errors are in the trajectory or in a setting. */
static int status_of(wend_result result, const wend_error *error, const char *path) {
    bool of_input = strcmp(error->path, path) == 0;
    return result == WEND_ERROR_MEMORY ||
                   (!of_input && (result == WEND_ERROR_IO || result == WEND_ERROR_LIMIT))
               ? EXIT_FAILED
               : EXIT_INPUT;
}

static int convert(const arguments *args, const wend_registry *registry) {
    const option_value *values = args->values;
    bool talks = !values[CONVERT_JSON].given && !values[CONVERT_QUIET].given;
    progress_bar bar = {0};
    wend_convert_def def = wend_default_convert_def();
    def.path = args->operands[0];
    def.registry = registry;
    def.outputs = values[CONVERT_OUTPUT].list;
    def.output_count = values[CONVERT_OUTPUT].count;
    def.settings = values[CONVERT_SET].list;
    def.setting_count = values[CONVERT_SET].count;
    def.frames_per_second = values[CONVERT_FPS].number;
    def.cancel = signals_catch();
    if (talks && progress_is_wanted()) {
        def.progress = progress_show_share;
        def.user = &bar;
    }
    wend_convert_result done;
    wend_error error;
    wend_result result = wend_convert(&def, &done, &error);
    progress_end(&bar);
    if (result != WEND_OK) {
        print_error(&error);
        return status_of(result, &error, def.path);
    }
    if (values[CONVERT_JSON].given) {
        print_json(&done, &values[CONVERT_OUTPUT]);
    } else if (talks) {
        print_text(def.path, &done, &values[CONVERT_OUTPUT]);
    }
    return done.cancelled ? EXIT_SIGNAL + (int)*def.cancel : EXIT_DONE;
}

static int run(const arguments *args, wend_registry *registry) {
    int status = check_usage(args, registry);
    return status == EXIT_DONE ? convert(args, registry) : status;
}

const command command_convert = {
    .entry = {WEND_HEAD(command), .name = "convert",
              .summary = "convert a trajectory to other formats"},
    .operands = "TRAJECTORY",
    .least_operands = 1,
    .most_operands = 1,
    .options = options,
    .option_count = CONVERT_OPTION_COUNT,
    .notes =
        "See 'wend list output' and 'wend list input' for the formats and their parameters.\n"
        "Exit status: 0 done, 1 the trajectory has errors (the frames before the first error are\n"
        "written), 2 wrong usage, 3 an output failed, 130 or 143 interrupted.\n",
    .examples = "wend convert run.wtraj -o run.sqlite -o run.png\n"
                "wend convert tracks.txt -o tracks.csv --fps 5\n",
    .run = run,
};
