/* wend map: builds the space or a map of a scenario, and writes it as a file for later runs or as a
 * picture. */
#define _POSIX_C_SOURCE 200809L
#include "cli/load.h"
#include "cli/map_options.h"
#include "cli/outputs.h"
#include "cli/progress.h"
#include "cli/signals.h"
#include <inttypes.h>
#include <math.h>
#include <time.h>

/* The arguments of the command and what they refer to. */
typedef struct map_job {
    const arguments *args;
    const wend_scenario *scenario;
    /* Builder of the requested kind of map; NULL if only the space is built. */
    const wend_map_builder *builder;
    map_settings settings;
    uint32_t level; /* level of the map to draw */
    const option_value *outputs;
    double begun; /* start time, ms */
} map_job;

/* The printed properties of a space or a map. */
typedef struct map_figures {
    wend_map_info info;
    wend_map_coverage coverage;
    double elapsed_ms;
} map_figures;

static double now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

static const option_value *value_of(const map_job *job, map_option which) {
    return map_option_value(job->args, which);
}

/* ---- Figures --------------------------------------------------------------------------------- */

/* Counts the vertices of all rings and walls in a space. */
static uint64_t count_vertices(const wend_space_def *def) {
    uint64_t count = 0;
    for (uint32_t l = 0; l < def->layer_count; l++) {
        const wend_layer_def *layer = &def->layers[l];
        for (uint32_t i = 0; i < layer->boundary_count; i++) {
            count += layer->boundaries[i].count;
        }
        for (uint32_t i = 0; i < layer->solid_count; i++) {
            count += layer->solids[i].ring.count;
        }
        for (uint32_t i = 0; i < layer->open_wall_count; i++) {
            count += layer->open_walls[i].count;
        }
    }
    return count;
}

static map_figures measure_space(const wend_scenario *scenario) {
    const wend_space *space = wend_scenario_space(scenario);
    const wend_space_def *def = wend_scenario_space_def(scenario);
    return (map_figures){
        .info = {.kind = "space",
                 .vertices = count_vertices(def),
                 .edges = (uint64_t)wend_space_wall_count(space) + wend_space_link_count(space),
                 .faces = wend_space_layer_count(space),
                 .bytes = wend_space_def_save(def, NULL, 0)},
        .coverage = {.share = 1.0}};
}

static map_figures measure_map(const wend_map *map, const wend_scenario *scenario) {
    return (map_figures){.info = wend_map_get_info(map),
                         .coverage = wend_map_get_coverage(map, wend_scenario_space(scenario),
                                                           wend_scenario_space_def(scenario))};
}

static void print_count(wend_json *json, const char *key, uint64_t count) {
    wend_json_write_key(json, key);
    wend_json_write_integer(json, (int64_t)count);
}

static void print_json(const map_figures *figures) {
    const wend_map_info *info = &figures->info;
    wend_json json = {.stream = stdout};
    wend_json_begin_object(&json);
    wend_json_write_key(&json, "kind");
    wend_json_write_text(&json, info->kind);
    print_count(&json, "vertices", info->vertices);
    print_count(&json, "edges", info->edges);
    print_count(&json, "faces", info->faces);
    print_count(&json, "bytes", info->bytes);
    wend_json_write_key(&json, "elapsed_ms");
    wend_json_write_number(&json, figures->elapsed_ms);
    wend_json_write_key(&json, "coverage");
    wend_json_write_number(&json, fmin(figures->coverage.share, 1.0));
    for (uint32_t i = 0; i < info->figure_count; i++) {
        wend_json_write_key(&json, info->figures[i].name);
        wend_json_write_number(&json, info->figures[i].value);
    }
    wend_json_end_object(&json);
    putchar('\n');
}

static void print_map(const map_figures *figures, const wend_map *map) {
    char line[400];
    wend_map_describe(map, line, sizeof line);
    printf("%s: %s; built in %.0f ms, %s %.*f %% of the ground\n", figures->info.kind, line,
           figures->elapsed_ms, figures->coverage.verb, figures->coverage.decimals,
           fmin(figures->coverage.share, 1.0) * 100.0); /* rounding may give more than all */
    for (uint32_t i = 0; i < figures->info.levels && figures->info.levels > 1; i++) {
        wend_map_describe_level(map, i, line, sizeof line);
        printf("  level %u  %s\n", i, line);
    }
}

static void print_text(const map_job *job, const map_figures *figures, const wend_map *map) {
    const wend_map_info *info = &figures->info;
    if (map != NULL) {
        print_map(figures, map);
    } else {
        printf("%s: %" PRIu64 " vertices, %" PRIu64 " edges, %" PRIu64 " faces; %" PRIu64
               " bytes\n",
               info->kind, info->vertices, info->edges, info->faces, info->bytes);
    }
    for (uint32_t i = 0; i < job->outputs->count; i++) {
        printf("written: %s\n", job->outputs->list[i]);
    }
}

/* ---- Work ------------------------------------------------------------------------------------ */

static int make_space(const map_job *job) {
    map_figures figures = measure_space(job->scenario);
    wend_error error;
    for (uint32_t i = 0; i < job->outputs->count; i++) {
        const char *path = job->outputs->list[i];
        if (wend_space_def_save_file(wend_scenario_space_def(job->scenario), path, &error) !=
            WEND_OK) {
            print_error(&error);
            return EXIT_FAILED;
        }
    }
    figures.elapsed_ms = now_ms() - job->begun;
    if (value_of(job, MAP_JSON)->given) {
        print_json(&figures);
    } else {
        print_text(job, &figures, NULL);
    }
    return EXIT_DONE;
}

static wend_result build_map(const map_job *job, const volatile sig_atomic_t *cancel,
                             wend_map **map, wend_error *error) {
    progress_bar bar = {0};
    wend_map_def def = wend_default_map_def();
    def.scenario = job->scenario;
    def.kind = job->builder->entry.name;
    def.name = value_of(job, MAP_NAME)->text;
    def.settings = job->settings.items;
    def.setting_count = job->settings.count;
    def.cancel = cancel;
    if (!value_of(job, MAP_JSON)->given && progress_is_wanted()) {
        def.progress = progress_show_share;
        def.user = &bar;
    }
    wend_result result = wend_scenario_build_map(&def, map, error);
    progress_end(&bar);
    return result;
}

static wend_result write_map(const map_job *job, const wend_map *map, wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < job->outputs->count && result == WEND_OK; i++) {
        const char *path = job->outputs->list[i];
        result = output_ends_with(path, ".wmap")
                     ? wend_map_save_file(map, path, error)
                     : wend_scenario_draw_map(job->scenario, map, job->level, path, error);
    }
    return result;
}

static int make_map(const map_job *job) {
    wend_map *map = NULL;
    wend_error error;
    const volatile sig_atomic_t *cancel = signals_catch();
    wend_result result = build_map(job, cancel, &map, &error);
    if (*cancel != 0) {
        wend_map_release(map);
        return EXIT_SIGNAL + (int)*cancel;
    }
    if (result != WEND_OK) {
        print_error(&error);
        return result == WEND_ERROR_MEMORY ? EXIT_FAILED : EXIT_INPUT;
    }
    double elapsed_ms = now_ms() - job->begun;
    map_figures figures = measure_map(map, job->scenario);
    figures.elapsed_ms = elapsed_ms;
    int status = EXIT_DONE;
    if (job->level >= figures.info.levels) {
        fprintf(stderr, "wend map: there is no level %u; the %s has levels 0 to %u\n", job->level,
                job->builder->noun, figures.info.levels - 1);
        status = EXIT_USAGE;
    } else if (write_map(job, map, &error) != WEND_OK) {
        print_error(&error);
        status = EXIT_FAILED;
    } else if (value_of(job, MAP_JSON)->given) {
        print_json(&figures);
    } else {
        print_text(job, &figures, map);
    }
    wend_map_release(map);
    return status;
}

/* ---- Usage ----------------------------------------------------------------------------------- */

static bool read_outputs(map_job *job) {
    job->outputs = value_of(job, MAP_OUTPUT);
    for (uint32_t i = 0; i < job->outputs->count; i++) {
        const char *path = job->outputs->list[i];
        bool picture = job->builder != NULL &&
                       (output_ends_with(path, ".svg") || output_ends_with(path, ".png"));
        if (!picture && !output_ends_with(path, ".wmap")) {
            fprintf(stderr,
                    "wend map: no map format has the ending of '%.200s'; available: .wmap%s\n",
                    path, job->builder != NULL ? ", .svg, .png" : "");
            if (output_ends_with(path, ".svg") || output_ends_with(path, ".png")) {
                fputs("wend map: a picture needs --kind, for example '--kind navmesh'\n", stderr);
            }
            return false;
        }
    }
    return outputs_differ("map", job->outputs) &&
           outputs_spare_standard_input("map", job->outputs, job->args->operands[0]);
}

/* Loads the scenario, and builds its space or a map. Returns the exit status. */
static int build(map_job *job, const wend_registry *registry) {
    for (uint32_t i = 0; i < job->outputs->count; i++) {
        if (!output_is_writable(job->outputs->list[i], "write the map")) {
            return EXIT_FAILED;
        }
    }
    wend_scenario *scenario = NULL;
    int status = load_scenario(job->args, registry, value_of(job, MAP_JSON)->given, &scenario);
    if (status == EXIT_DONE && !outputs_spare_scenario("map", job->outputs, scenario)) {
        status = EXIT_USAGE;
    }
    if (status == EXIT_DONE) {
        job->scenario = scenario;
        job->begun = job->builder != NULL ? now_ms() : job->begun;
        status = job->builder != NULL ? make_map(job) : make_space(job);
    }
    wend_scenario_destroy(scenario);
    return status;
}

static int run(const arguments *args, wend_registry *registry) {
    map_job job = {.args = args, .begun = now_ms()};
    job.level = (uint32_t)value_of(&job, MAP_LEVEL)->integer;
    bool good = map_options_read(args, registry, &job.builder, &job.settings) && read_outputs(&job);
    int status = good ? build(&job, registry) : EXIT_USAGE;
    map_settings_free(&job.settings);
    return status;
}

const command command_map = {
    .entry = {WEND_HEAD(command), .name = "map", .summary = "build a map of a scenario's space"},
    .operands = "SCENARIO",
    .least_operands = 1,
    .most_operands = 1,
    .examples = "wend map scenario.yaml\n"
                "wend map scenario.yaml -o space.wmap --json\n"
                "wend map scenario.yaml --kind navmesh --radius 0.25 -o mesh.wmap\n"
                "wend map scenario.yaml --kind navmesh -o mesh.wmap -o mesh.png\n"
                "wend map scenario.yaml --kind corridor -o axis.svg\n"
                "wend map scenario.yaml --kind roadmap -o network.svg\n",
    .run = run,
    .prepare = map_options_prepare,
};
