/* wend map: how the space of a scenario is connected, as a file for later runs, or a picture. */
#define _POSIX_C_SOURCE 200809L
#include "cli/coverage.h"
#include "cli/load.h"
#include "cli/outputs.h"
#include "cli/progress.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAP_KIND = LOAD_COUNT, MAP_RADIUS, MAP_LEVEL, MAP_NAME, MAP_OUTPUT, MAP_JSON, MAP_COUNT };

/* What the command was asked for. */
typedef struct map_job {
    const arguments *args;
    const wend_scenario *scenario;
    wend_map_kind kind; /* WEND_MAP_NONE: the space alone */
    double radii[WEND_MAX_LEVELS];
    uint32_t radius_count;
    uint32_t drawn; /* the level in a picture */
    const option_value *outputs;
    double begun; /* ms */
} map_job;

typedef struct map_facts {
    const char *kind;
    uint64_t vertices, edges, faces, bytes;
    uint64_t cycles;            /* of a corridor map or a roadmap */
    uint64_t dead_ends;         /* of a corridor map */
    uint64_t pieces, blockable; /* of a roadmap: parts that are joined, edges that can be shut */
    double length;              /* m: of a roadmap */
    double elapsed_ms;
    double coverage; /* share of the walkable area */
} map_facts;

static double now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

/* ---- Figures --------------------------------------------------------------------------------- */

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

static uint64_t count_dead_ends(const wend_map *map) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < wend_corridor_edge_count(map); i++) {
        count += wend_corridor_edge_at(map, i).dead_end;
    }
    return count;
}

static uint64_t count_blockable(const wend_map *map) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < wend_roadmap_edge_count(map); i++) {
        count += wend_roadmap_edge_at(map, i).blockable;
    }
    return count;
}

static map_facts tell_map(const wend_map *map, const wend_scenario *scenario) {
    wend_map_facts facts = wend_map_read(map);
    return (map_facts){.kind = wend_map_kind_text(facts.kind),
                       .vertices = facts.vertices,
                       .edges = facts.edges,
                       .faces = facts.faces,
                       .bytes = facts.bytes,
                       .cycles = facts.cycles,
                       .dead_ends = facts.kind == WEND_MAP_CORRIDOR ? count_dead_ends(map) : 0,
                       .pieces = facts.vertices + facts.cycles - facts.edges,
                       .blockable = facts.kind == WEND_MAP_ROADMAP ? count_blockable(map) : 0,
                       .length = facts.length,
                       .coverage = coverage_of(map, scenario)};
}

static void print_json(const map_facts *facts, wend_map_kind kind) {
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
    if (kind == WEND_MAP_CORRIDOR) {
        wend_json_key(&json, "events");
        wend_json_integer(&json, (int64_t)(facts->faces + facts->edges));
        wend_json_key(&json, "cycles");
        wend_json_integer(&json, (int64_t)facts->cycles);
        wend_json_key(&json, "dead_ends");
        wend_json_integer(&json, (int64_t)facts->dead_ends);
    } else if (kind == WEND_MAP_ROADMAP) {
        wend_json_key(&json, "cycles");
        wend_json_integer(&json, (int64_t)facts->cycles);
        wend_json_key(&json, "pieces");
        wend_json_integer(&json, (int64_t)facts->pieces);
        wend_json_key(&json, "length_m");
        wend_json_number(&json, facts->length);
    }
    wend_json_end_object(&json);
    putchar('\n');
}

static void print_levels(const wend_map *map) {
    for (uint32_t i = 0; i < wend_navmesh_level_count(map); i++) {
        uint32_t count = wend_navmesh_polygon_count(map, i), blockable = 0;
        for (uint32_t k = 0; k < count; k++) {
            blockable += wend_navmesh_polygon_at(map, i, k).blockable;
        }
        printf("  level %u  radius %.2f m  %u polygons", i,
               (double)wend_navmesh_level_radius(map, i), count);
        if (blockable > 0) {
            printf(", %u of them closed by doors or switched obstacles", blockable);
        }
        putchar('\n');
    }
}

static void print_corridor(const map_facts *facts) {
    printf("%s: %" PRIu64 " vertices, %" PRIu64 " edges (%" PRIu64
           " of them into corners), %" PRIu64 " events, %" PRIu64 " cycles; %" PRIu64
           " bytes; made in %.1f ms, covers %.6f %% of the ground\n",
           facts->kind, facts->vertices, facts->edges, facts->dead_ends,
           facts->faces + facts->edges, facts->cycles, facts->bytes, facts->elapsed_ms,
           facts->coverage * 100.0);
}

static void print_roadmap(const map_facts *facts) {
    printf("%s: %" PRIu64 " vertices, %" PRIu64 " edges (%" PRIu64
           " of them narrowed by doors or switched obstacles), %.1f m, %" PRIu64
           " cycles, in %" PRIu64 " piece%s; %" PRIu64
           " bytes; made in %.1f ms, seen from %.1f %% of the ground\n",
           facts->kind, facts->vertices, facts->edges, facts->blockable, facts->length,
           facts->cycles, facts->pieces, facts->pieces == 1 ? "" : "s", facts->bytes,
           facts->elapsed_ms, facts->coverage * 100.0);
}

static void print_walls_or_mesh(const map_facts *facts, const wend_map *map) {
    printf("%s: %" PRIu64 " vertices, %" PRIu64 " edges, %" PRIu64 " faces; %" PRIu64 " bytes",
           facts->kind, facts->vertices, facts->edges, facts->faces, facts->bytes);
    if (map != NULL && facts->faces > 0) {
        printf(", %.0f per face; made in %.0f ms, covers %.6f %% of the ground",
               (double)facts->bytes / (double)facts->faces, facts->elapsed_ms,
               facts->coverage * 100.0);
    }
    putchar('\n');
    if (map != NULL) {
        print_levels(map);
    }
}

static void print_text(const map_job *job, const map_facts *facts, const wend_map *map) {
    const option_value *outputs = job->outputs;
    if (job->kind == WEND_MAP_CORRIDOR) {
        print_corridor(facts);
    } else if (job->kind == WEND_MAP_ROADMAP) {
        print_roadmap(facts);
    } else {
        print_walls_or_mesh(facts, map);
    }
    for (uint32_t i = 0; i < outputs->count; i++) {
        printf("written: %s\n", outputs->list[i]);
    }
}

/* ---- Work ------------------------------------------------------------------------------------ */

static int make_space(const map_job *job) {
    map_facts facts = tell_space(job->scenario);
    wend_error error;
    for (uint32_t i = 0; i < job->outputs->count; i++) {
        const char *path = job->outputs->list[i];
        if (wend_space_def_save_file(wend_scenario_space_def(job->scenario), path, &error) !=
            WEND_OK) {
            print_error(&error);
            return EXIT_FAILED;
        }
    }
    facts.elapsed_ms = now_ms() - job->begun;
    if (job->args->values[MAP_JSON].given) {
        print_json(&facts, job->kind);
    } else {
        print_text(job, &facts, NULL);
    }
    return EXIT_DONE;
}

static wend_result build_map(const map_job *job, wend_map **map, wend_error *error) {
    progress_bar bar = {0};
    wend_map_def def = wend_default_map_def();
    def.scenario = job->scenario;
    def.kind = job->kind;
    def.name = job->args->values[MAP_NAME].text;
    def.radii = job->radius_count > 0 ? job->radii : NULL;
    def.radius_count = job->radius_count;
    if (!job->args->values[MAP_JSON].given && progress_wanted()) {
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
                     : wend_scenario_draw_map(job->scenario, map, job->drawn, path, error);
    }
    return result;
}

static int make_map(const map_job *job) {
    wend_map *map = NULL;
    wend_error error;
    wend_result result = build_map(job, &map, &error);
    if (result != WEND_OK) {
        print_error(&error);
        return result == WEND_ERROR_MEMORY ? EXIT_FAILED : EXIT_INPUT;
    }
    double elapsed_ms = now_ms() - job->begun;
    map_facts facts = tell_map(map, job->scenario);
    facts.elapsed_ms = elapsed_ms;
    int status = EXIT_DONE;
    if (job->kind == WEND_MAP_NAVMESH && job->drawn >= wend_navmesh_level_count(map)) {
        fprintf(stderr, "wend map: there is no level %u; the mesh has the levels 0 to %u\n",
                job->drawn, wend_navmesh_level_count(map) - 1);
        status = EXIT_USAGE;
    } else if (write_map(job, map, &error) != WEND_OK) {
        print_error(&error);
        status = EXIT_FAILED;
    } else if (job->args->values[MAP_JSON].given) {
        print_json(&facts, job->kind);
    } else {
        print_text(job, &facts, map);
    }
    wend_map_release(map);
    return status;
}

/* ---- Usage ----------------------------------------------------------------------------------- */

static bool read_kind(map_job *job) {
    static const char *const kinds[] = {"space", "navmesh", "corridor", "roadmap"};
    static const wend_map_kind values[] = {WEND_MAP_NONE, WEND_MAP_NAVMESH, WEND_MAP_CORRIDOR,
                                           WEND_MAP_ROADMAP};
    enum { KINDS = sizeof kinds / sizeof *kinds };
    const option_value *kind = &job->args->values[MAP_KIND];
    char hint[200];
    size_t at = 0;
    while (kind->given && at < KINDS && strcmp(kind->text, kinds[at]) != 0) {
        at++;
    }
    if (at == KINDS) {
        fprintf(stderr, "wend map: there is no kind of map '%.60s'%s\n", kind->text,
                wend_suggest_name(kind->text, kinds, KINDS, hint, sizeof hint));
        return false;
    }
    job->kind = values[at];
    for (int i = MAP_RADIUS; i <= MAP_LEVEL && job->kind != WEND_MAP_NAVMESH; i++) {
        if (job->args->values[i].given) {
            fprintf(stderr, "wend map: --%s is only for --kind navmesh\n",
                    i == MAP_RADIUS ? "radius" : "level");
            return false;
        }
    }
    if (job->args->values[MAP_NAME].given && job->kind != WEND_MAP_ROADMAP) {
        fprintf(stderr, "wend map: --name is only for --kind roadmap\n");
        return false;
    }
    return true;
}

static bool read_outputs(map_job *job) {
    job->outputs = &job->args->values[MAP_OUTPUT];
    for (uint32_t i = 0; i < job->outputs->count; i++) {
        const char *path = job->outputs->list[i];
        bool picture = job->kind != WEND_MAP_NONE &&
                       (output_ends_with(path, ".svg") || output_ends_with(path, ".png"));
        if (!picture && !output_ends_with(path, ".wmap")) {
            fprintf(
                stderr,
                "wend map: no map format belongs to the ending of '%.200s'; there are: .wmap%s\n",
                path, job->kind != WEND_MAP_NONE ? ", .svg, .png" : "");
            return false;
        }
    }
    return outputs_differ("map", job->outputs);
}

static bool read_radii(map_job *job) {
    const option_value *given = &job->args->values[MAP_RADIUS];
    if (given->count >= WEND_MAX_LEVELS) {
        fprintf(stderr, "wend map: at most %d radii are possible\n", WEND_MAX_LEVELS - 1);
        return false;
    }
    for (uint32_t i = 0; i < given->count; i++) {
        char *end = NULL;
        double radius = strtod(given->list[i], &end);
        if (end == given->list[i] || *end != '\0' || !(radius >= 0.0 && radius <= 100.0)) {
            fprintf(stderr, "wend map: --radius must be a number from 0 to 100 m, found '%.40s'\n",
                    given->list[i]);
            return false;
        }
        job->radii[job->radius_count++] = radius;
    }
    return true;
}

static int run(const arguments *args, wend_registry *registry) {
    map_job job = {.args = args, .begun = now_ms()};
    if (!read_kind(&job) || !read_outputs(&job) || !read_radii(&job)) {
        return EXIT_USAGE;
    }
    job.drawn = args->values[MAP_LEVEL].given ? (uint32_t)args->values[MAP_LEVEL].integer : 0;
    for (uint32_t i = 0; i < job.outputs->count; i++) {
        if (!output_is_writable(job.outputs->list[i], "write the map")) {
            return EXIT_FAILED;
        }
    }
    wend_scenario *scenario = NULL;
    int status = load_scenario(args, registry, args->values[MAP_JSON].given, &scenario);
    if (status == EXIT_DONE) {
        job.scenario = scenario;
        job.begun = job.kind != WEND_MAP_NONE ? now_ms() : job.begun;
        status = job.kind != WEND_MAP_NONE ? make_map(&job) : make_space(&job);
        wend_scenario_destroy(scenario);
    }
    return status;
}

static const option options[] = {
    LOAD_OPTIONS,
    {"kind", 0, OPTION_TEXT, "space|navmesh|corridor|roadmap", 0, 0,
     "what to make: space, its walls alone (default), navmesh, a navigation mesh, corridor, the "
     "medial axis with clearance, or roadmap, a network of the scenario's lines"},
    {"radius", 0, OPTION_LIST, "METRES", 0, 0,
     "radius of agents to make a mesh for; may be repeated (default: the scenario's)"},
    {"level", 0, OPTION_INTEGER, "N", 0, WEND_MAX_LEVELS - 1,
     "level of the mesh to draw: 0, the whole ground (default), or that of the n-th radius"},
    {"name", 0, OPTION_TEXT, "NETWORK", 0, 0,
     "the roadmap to make, as the scenario names it (default: the first)"},
    {"output", 'o', OPTION_LIST, "MAP", 0, 0,
     "write the map to MAP, which ends in .wmap, or a picture of it: .svg, .png; may be "
     "repeated"},
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
                "wend map scenario.yaml -o space.wmap --json\n"
                "wend map scenario.yaml --kind navmesh --radius 0.25 -o mesh.wmap\n"
                "wend map scenario.yaml --kind navmesh -o mesh.wmap -o mesh.png\n"
                "wend map scenario.yaml --kind corridor -o axis.svg\n"
                "wend map scenario.yaml --kind roadmap -o network.svg\n",
    .run = run,
};
