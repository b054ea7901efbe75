/* wend map: how the space of a scenario is connected, as a file for later runs. */
#define _POSIX_C_SOURCE 200809L
#include "cli/load.h"
#include <inttypes.h>
#include <string.h>
#include <time.h>

enum { MAP_KIND = LOAD_COUNT, MAP_OUTPUT, MAP_JSON, MAP_COUNT };

typedef struct map_facts {
    const char *kind;
    uint64_t vertices, edges, faces, bytes;
    double elapsed_ms;
    double coverage; /* share of the walkable area */
} map_facts;

static double now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

/* Corners of everything that walls are made of. */
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

static map_facts tell_space(const wend_scenario *scenario) {
    const wend_space *space = wend_scenario_space(scenario);
    const wend_space_def *def = wend_scenario_space_def(scenario);
    return (map_facts){.kind = "space",
                       .vertices = count_vertices(def),
                       .edges =
                           (uint64_t)wend_space_wall_count(space) + wend_space_link_count(space),
                       .faces = wend_space_layer_count(space),
                       .bytes = wend_space_def_save(def, NULL, 0),
                       .coverage = 1.0};
}

static void print_json(const map_facts *facts) {
    wend_json json = {.stream = stdout};
    wend_json_begin_object(&json);
    wend_json_key(&json, "kind");
    wend_json_text(&json, facts->kind);
    wend_json_key(&json, "vertices");
    wend_json_integer(&json, (int64_t)facts->vertices);
    wend_json_key(&json, "edges");
    wend_json_integer(&json, (int64_t)facts->edges);
    wend_json_key(&json, "faces");
    wend_json_integer(&json, (int64_t)facts->faces);
    wend_json_key(&json, "bytes");
    wend_json_integer(&json, (int64_t)facts->bytes);
    wend_json_key(&json, "elapsed_ms");
    wend_json_number(&json, facts->elapsed_ms);
    wend_json_key(&json, "coverage");
    wend_json_number(&json, facts->coverage);
    wend_json_end_object(&json);
    putchar('\n');
}

static void print_text(const map_facts *facts, const char *path) {
    printf("%s: %" PRIu64 " vertices, %" PRIu64 " edges, %" PRIu64 " faces; %" PRIu64 " bytes\n",
           facts->kind, facts->vertices, facts->edges, facts->faces, facts->bytes);
    if (path != NULL) {
        printf("written: %s\n", path);
    }
}

/* Whether kind and file are ones there are; prints what is wrong. */
static bool check_usage(const char *kind, const char *path) {
    static const char *const kinds[] = {"space"};
    char hint[200];
    if (strcmp(kind, kinds[0]) != 0) {
        fprintf(stderr, "wend map: there is no kind of map '%.60s'%s\n", kind,
                wend_suggest_name(kind, kinds, 1, hint, sizeof hint));
        return false;
    }
    size_t length = path != NULL ? strlen(path) : 0;
    if (path != NULL && (length < 6 || strcmp(path + length - 5, ".wmap") != 0)) {
        fprintf(stderr,
                "wend map: no map format belongs to the ending of '%.200s'; there are: .wmap\n",
                path);
        return false;
    }
    return true;
}

static int make_map(const arguments *args, const wend_scenario *scenario, double begun) {
    const char *path = args->values[MAP_OUTPUT].text;
    map_facts facts = tell_space(scenario);
    wend_error error;
    if (path != NULL &&
        wend_space_def_save_file(wend_scenario_space_def(scenario), path, &error) != WEND_OK) {
        print_error(&error);
        return EXIT_FAILED;
    }
    facts.elapsed_ms = now_ms() - begun;
    if (args->values[MAP_JSON].given) {
        print_json(&facts);
    } else {
        print_text(&facts, path);
    }
    return EXIT_DONE;
}

static int run(const arguments *args, wend_registry *registry) {
    const option_value *kind = &args->values[MAP_KIND];
    if (!check_usage(kind->given ? kind->text : "space", args->values[MAP_OUTPUT].text)) {
        return EXIT_USAGE;
    }
    double begun = now_ms();
    wend_scenario *scenario = NULL;
    int status = load_scenario(args, registry, args->values[MAP_JSON].given, &scenario);
    if (status == EXIT_DONE) {
        status = make_map(args, scenario, begun);
        wend_scenario_destroy(scenario);
    }
    return status;
}

static const option options[] = {
    LOAD_OPTIONS,
    {"kind", 0, OPTION_TEXT, "space", 0, 0, "what to make: the space, its walls alone (default)"},
    {"output", 'o', OPTION_TEXT, "MAP", 0, 0, "write the map to MAP, which ends in .wmap"},
    {"json", 0, OPTION_FLAG, NULL, 0, 0, "print the figures as JSON"},
};

const command command_map = {
    .entry = {.name = "map", .summary = "make a map of a scenario's space"},
    .operands = "SCENARIO",
    .least_operands = 1,
    .most_operands = 1,
    .options = options,
    .option_count = MAP_COUNT,
    .examples = "wend map scenario.yaml\n"
                "wend map scenario.yaml -o space.wmap --json\n",
    .run = run,
};
