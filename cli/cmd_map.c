/* wend map: how the space of a scenario is connected, as a file for later runs, or a picture. */
#define _POSIX_C_SOURCE 200809L
#include "cli/load.h"
#include "cli/outputs.h"
#include "cli/progress.h"
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MAP_KIND = LOAD_COUNT, MAP_RADIUS, MAP_LEVEL, MAP_OUTPUT, MAP_JSON, MAP_COUNT };

/* What the command was asked for. */
typedef struct map_job {
    const arguments *args;
    const wend_scenario *scenario;
    bool mesh; /* a navigation mesh; else the space alone */
    double radii[WEND_MAX_LEVELS];
    uint32_t radius_count;
    uint32_t drawn; /* the level in a picture */
    const option_value *outputs;
    double begun; /* ms */
} map_job;

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

/* m2 within a ring as the space has it: in single precision. */
static double area_of(const wend_space *space, const wend_ring *ring) {
    double twice = 0.0;
    wend_vec2 o = wend_space_to_local(space, ring->points[0]);
    for (uint32_t i = 1; i + 1 < ring->count; i++) {
        wend_vec2 a = wend_space_to_local(space, ring->points[i]);
        wend_vec2 b = wend_space_to_local(space, ring->points[i + 1]);
        twice += ((double)a.x - (double)o.x) * ((double)b.y - (double)o.y) -
                 ((double)a.y - (double)o.y) * ((double)b.x - (double)o.x);
    }
    return fabs(twice) / 2.0;
}

/* m2 that a mesh covers of a layer, and of the box around its polygons. */
typedef struct layer_cover {
    double area, box;
} layer_cover;

static layer_cover cover_of(const wend_map *map, uint32_t layer) {
    layer_cover cover = {0.0, 0.0};
    double low_x = INFINITY, low_y = INFINITY, high_x = -INFINITY, high_y = -INFINITY;
    for (uint32_t i = 0; i < wend_navmesh_polygon_count(map, 0); i++) {
        wend_navmesh_polygon polygon = wend_navmesh_polygon_at(map, 0, i);
        wend_vec2 o = polygon.points[0];
        for (uint32_t k = 0; k < polygon.count && polygon.layer == layer; k++) {
            wend_vec2 p = polygon.points[k], q = polygon.points[(k + 1) % polygon.count];
            low_x = fmin(low_x, (double)p.x);
            low_y = fmin(low_y, (double)p.y);
            high_x = fmax(high_x, (double)p.x);
            high_y = fmax(high_y, (double)p.y);
            cover.area += (((double)p.x - (double)o.x) * ((double)q.y - (double)o.y) -
                           ((double)p.y - (double)o.y) * ((double)q.x - (double)o.x)) /
                          2.0;
        }
    }
    cover.box = high_x > low_x ? (high_x - low_x) * (high_y - low_y) : 0.0;
    return cover;
}

/* Of ground without bounds, the box that the mesh covers counts. */
static double find_coverage(const wend_map *map, const wend_scenario *scenario) {
    const wend_space *space = wend_scenario_space(scenario);
    const wend_space_def *def = wend_scenario_space_def(scenario);
    double ground = 0.0, covered = 0.0;
    for (uint32_t l = 0; l < def->layer_count; l++) {
        const wend_layer_def *layer = &def->layers[l];
        layer_cover cover = cover_of(map, l);
        covered += cover.area;
        ground += layer->boundary_count == 0 ? cover.box : 0.0;
        for (uint32_t i = 0; i < layer->boundary_count; i++) {
            ground += area_of(space, &layer->boundaries[i]);
        }
        for (uint32_t i = 0; i < layer->solid_count; i++) {
            const wend_solid_def *solid = &layer->solids[i];
            ground -= solid->obstacle_class == 0 ? area_of(space, &solid->ring) : 0.0;
        }
    }
    return ground > 0.0 ? covered / ground : 1.0;
}

static map_facts tell_mesh(const wend_map *map, const wend_scenario *scenario) {
    wend_map_facts facts = wend_map_read(map);
    return (map_facts){.kind = wend_map_kind_text(facts.kind),
                       .vertices = facts.vertices,
                       .edges = facts.edges,
                       .faces = facts.faces,
                       .bytes = facts.bytes,
                       .coverage = find_coverage(map, scenario)};
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

static void print_text(const map_facts *facts, const wend_map *map, const option_value *outputs) {
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
        print_json(&facts);
    } else {
        print_text(&facts, NULL, job->outputs);
    }
    return EXIT_DONE;
}

static wend_result build_mesh(const map_job *job, wend_map **map, wend_error *error) {
    progress_bar bar = {0};
    wend_map_def def = wend_default_map_def();
    def.scenario = job->scenario;
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

static wend_result write_mesh(const map_job *job, const wend_map *map, wend_error *error) {
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < job->outputs->count && result == WEND_OK; i++) {
        const char *path = job->outputs->list[i];
        result = output_ends_with(path, ".wmap")
                     ? wend_map_save_file(map, path, error)
                     : wend_scenario_draw_map(job->scenario, map, job->drawn, path, error);
    }
    return result;
}

static int make_mesh(const map_job *job) {
    wend_map *map = NULL;
    wend_error error;
    wend_result result = build_mesh(job, &map, &error);
    if (result != WEND_OK) {
        print_error(&error);
        return result == WEND_ERROR_MEMORY ? EXIT_FAILED : EXIT_INPUT;
    }
    map_facts facts = tell_mesh(map, job->scenario);
    facts.elapsed_ms = now_ms() - job->begun;
    int status = EXIT_DONE;
    if (job->drawn >= wend_navmesh_level_count(map)) {
        fprintf(stderr, "wend map: there is no level %u; the mesh has the levels 0 to %u\n",
                job->drawn, wend_navmesh_level_count(map) - 1);
        status = EXIT_USAGE;
    } else if (write_mesh(job, map, &error) != WEND_OK) {
        print_error(&error);
        status = EXIT_FAILED;
    } else if (job->args->values[MAP_JSON].given) {
        print_json(&facts);
    } else {
        print_text(&facts, map, job->outputs);
    }
    wend_map_release(map);
    return status;
}

/* ---- Usage ----------------------------------------------------------------------------------- */

static bool read_kind(map_job *job) {
    static const char *const kinds[] = {"space", "navmesh"};
    const option_value *kind = &job->args->values[MAP_KIND];
    char hint[200];
    job->mesh = kind->given && strcmp(kind->text, kinds[1]) == 0;
    if (kind->given && !job->mesh && strcmp(kind->text, kinds[0]) != 0) {
        fprintf(stderr, "wend map: there is no kind of map '%.60s'%s\n", kind->text,
                wend_suggest_name(kind->text, kinds, 2, hint, sizeof hint));
        return false;
    }
    for (int i = MAP_RADIUS; i <= MAP_LEVEL && !job->mesh; i++) {
        if (job->args->values[i].given) {
            fprintf(stderr, "wend map: --%s is only for --kind navmesh\n",
                    i == MAP_RADIUS ? "radius" : "level");
            return false;
        }
    }
    return true;
}

static bool read_outputs(map_job *job) {
    job->outputs = &job->args->values[MAP_OUTPUT];
    for (uint32_t i = 0; i < job->outputs->count; i++) {
        const char *path = job->outputs->list[i];
        bool picture =
            job->mesh && (output_ends_with(path, ".svg") || output_ends_with(path, ".png"));
        if (!picture && !output_ends_with(path, ".wmap")) {
            fprintf(
                stderr,
                "wend map: no map format belongs to the ending of '%.200s'; there are: .wmap%s\n",
                path, job->mesh ? ", .svg, .png" : "");
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
        job.begun = job.mesh ? now_ms() : job.begun;
        status = job.mesh ? make_mesh(&job) : make_space(&job);
        wend_scenario_destroy(scenario);
    }
    return status;
}

static const option options[] = {
    LOAD_OPTIONS,
    {"kind", 0, OPTION_TEXT, "space|navmesh", 0, 0,
     "what to make: space, its walls alone (default), or navmesh, a navigation mesh"},
    {"radius", 0, OPTION_LIST, "METRES", 0, 0,
     "radius of agents to make a mesh for; may be repeated (default: the scenario's)"},
    {"level", 0, OPTION_INTEGER, "N", 0, WEND_MAX_LEVELS - 1,
     "level of the mesh to draw: 0, the whole ground (default), or that of the n-th radius"},
    {"output", 'o', OPTION_LIST, "MAP", 0, 0,
     "write the map to MAP, which ends in .wmap, or a picture of a mesh: .svg, .png; may be "
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
                "wend map scenario.yaml --kind navmesh -o mesh.wmap -o mesh.png\n",
    .run = run,
};
