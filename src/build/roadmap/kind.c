/* The map kind "roadmap": builds a roadmap for a scenario, and draws it. */
#include "build/roadmap/draw.h"
#include "build/task.h"
#include <stddef.h>

typedef struct roadmap_params {
    int32_t source, sampler;
    wend_lines lines;
    const char *graph;
    wend_numbers radii;
    int64_t samples, neighbours, sample_seed;
    double uniform_share, spread;
} roadmap_params;

/* In the order of wend_roadmap_source and wend_roadmap_sampler. */
static const char *const sources[] = {"auto",       "lines",    "graph", "prm",
                                      "visibility", "skeleton", NULL};
static const char *const samplers[] = {"uniform", "halton",      "gaussian",
                                       "bridge",  "medial_axis", NULL};
static const char *const radius_word[] = {"radius", NULL};

enum { MAX_RADII = 16 };

static const wend_param params[] = {
    {"source", WEND_PARAM_CHOICE, offsetof(roadmap_params, source), WEND_ROADMAP_AUTO, 0.0, 0.0, "",
     "where the roadmap comes from: lines, graph, prm, visibility or skeleton; auto: lines or "
     "graph "
     "if given, else prm",
     sources},
    {"lines", WEND_PARAM_LINES, offsetof(roadmap_params, lines), 0.0, 0.0, 0.0, "m",
     "lines of a network that agents may follow: chains of at least two points", NULL},
    {"graph", WEND_PARAM_FILE, offsetof(roadmap_params, graph), 0.0, 0.0, 0.0, "",
     "graph file in the format of Menge: vertices and edges", NULL},
    {"radii", WEND_PARAM_NUMBERS, offsetof(roadmap_params, radii), MAX_RADII, 0.0, 100.0, "m",
     "radii of agents; a prm has room for the smallest, a visibility graph has corners for each",
     radius_word},
    {"samples", WEND_PARAM_INTEGER, offsetof(roadmap_params, samples), 2000.0, 1.0,
     WEND_MAX_ROADMAP_SAMPLES, "1", "number of points of a prm", NULL},
    {"neighbours", WEND_PARAM_INTEGER, offsetof(roadmap_params, neighbours), 10.0, 1.0,
     WEND_MAX_ROADMAP_NEIGHBOURS, "1",
     "number of nearest points to which each point of a prm may be linked", NULL},
    {"sampler", WEND_PARAM_CHOICE, offsetof(roadmap_params, sampler), WEND_SAMPLER_HALTON, 0.0, 0.0,
     "", "how the points of a prm are chosen", samplers},
    {"sample_seed", WEND_PARAM_INTEGER, offsetof(roadmap_params, sample_seed), 1.0, 0.0, 9e15, "1",
     "seed of the points of a prm", NULL},
    {"uniform_share", WEND_PARAM_NUMBER, offsetof(roadmap_params, uniform_share), 0.5, 0.0, 1.0,
     "1", "share of evenly spread points with the samplers gaussian, bridge and medial_axis", NULL},
    {"spread", WEND_PARAM_NUMBER, offsetof(roadmap_params, spread), 0.0, 0.0, WEND_MAX_EXTENT, "m",
     "of the samplers gaussian and bridge: standard deviation of the distance between two points; "
     "0: six times the smallest radius, at least 0.5",
     NULL},
};

static wend_result build(const wend_map_build_input *input, const void *given, void *user,
                         wend_map **out, wend_error *error) {
    (void)user;
    const roadmap_params *p = given;
    bool own_radii = p->radii.count > 0 && !input->has_given_radii;
    wend_roadmap_def def = wend_default_roadmap_def();
    TASK_FILL(def, input);
    def.source = (wend_roadmap_source)p->source;
    def.lines = p->lines.items;
    def.line_count = p->lines.count;
    def.graph = p->graph;
    def.radii = own_radii ? p->radii.items : input->radii;
    def.radius_count = own_radii ? p->radii.count : input->radius_count;
    def.samples = (uint32_t)p->samples;
    def.neighbours = (uint32_t)p->neighbours;
    def.sampler = (wend_roadmap_sampler)p->sampler;
    def.seed = (uint64_t)p->sample_seed;
    def.uniform_share = p->uniform_share;
    def.spread = p->spread;
    return wend_roadmap_build(&def, out, error);
}

const wend_map_builder map_builder_roadmap = {
    .entry = {WEND_HEAD(wend_map_builder), .name = "roadmap",
              .summary = "points and straight links: lines, a graph, a prm, corners or a skeleton",
              .citation = "L. Kavraki, P. Svestka, J.-C. Latombe, M. Overmars: Probabilistic "
                          "Roadmaps for Path Planning in High-Dimensional Configuration Spaces "
                          "(1996)",
              .params = params, .param_count = sizeof params / sizeof *params,
              .params_size = sizeof(roadmap_params)},
    .noun = "network",
    .build = build,
    .draw = roadmap_draw,
};
