/* Builds roadmaps from one of several sources. Lines are checked against walls, cut at links and
 * joined where they meet or cross; the other sources have their own files. Then the clearance of
 * all edges is computed.
 *
 * M. Overmars, I. Karamouzas, R. Geraerts, "Flexible Path Planning Using Corridor Maps" (2008),
 * section 6: control networks drawn by hand. For the other sources, see graph.c, prm.c,
 * visibility.c and skeleton.c.
 *
 * Cost: for lines, O(n log n) if they are evenly spread, plus the cost of the clearances
 * (clearance.c). */
#include "base/def.h"
#include "base/error.h"
#include "build/roadmap/roadmap.h"
#include "build/rounding.h"
#include <string.h>

void wend_roadmap_def_init(wend_roadmap_def *def, size_t size) {
    const wend_roadmap_def defaults = {
        .samples = 2000,
        .neighbours = 10,
        .sampler = WEND_SAMPLER_HALTON,
        .seed = 1,
        .uniform_share = 0.5,
    };
    def_fill(def, size, &defaults, sizeof defaults);
}

static wend_result choose_grid(roadmap_builder *b) {
    shapes_box box = {.any = false};
    const wend_point origin = wend_space_origin(b->space);
    rounding g;
    for (uint32_t l = 0; l < b->def->line_count; l++) {
        for (uint32_t i = 0; i < b->def->lines[l].count; i++) {
            wend_vec2 p = wend_space_to_local(b->space, b->def->lines[l].points[i]);
            if (space_in_domain(p)) { /* lines that leave the domain are rejected later */
                shapes_include(&box, (wend_point){(double)p.x, (double)p.y});
            }
        }
    }
    wend_result result = rounding_choose(b->space, &box, origin, origin, 0.0, &g, b->error);
    b->unit = result == WEND_OK ? g.unit : 1.0;
    return result;
}

static wend_result node_layers(roadmap_builder *b) {
    for (uint32_t i = 0; i < b->space->layer_count; i++) {
        noding_outcome outcome = noding_make(&b->layers[i], b->unit, &b->heap);
        if (outcome == NODING_NO_MEMORY) {
            return error_no_memory(b->error, "a roadmap");
        }
        if (outcome == NODING_CROWDED) {
            return error_set(b->error, WEND_ERROR_LIMIT,
                             "lines of the network on layer %u cross too often", i);
        }
        if (outcome == NODING_CROSSING) {
            return error_set(
                b->error, WEND_ERROR_GEOMETRY,
                "lines of the network on layer %u still cross after they are rounded to %g m", i,
                b->unit);
        }
    }
    return WEND_OK;
}

/* ---- Sources --------------------------------------------------------------------------------- */

static wend_result build_lines(roadmap_builder *b) {
    wend_result (*const steps[])(roadmap_builder *) = {choose_grid, roadmap_add_lines, node_layers,
                                                       roadmap_make_edges};
    uint32_t layers = b->space->layer_count;
    b->layers = arena_take(&b->kept, layers * sizeof *b->layers, 16);
    if (b->layers == NULL) {
        return error_no_memory(b->error, "a roadmap");
    }
    memset(b->layers, 0, layers * sizeof *b->layers);
    wend_result result = WEND_OK;
    for (size_t i = 0; i < sizeof steps / sizeof *steps && result == WEND_OK; i++) {
        result = steps[i](b);
    }
    return result;
}

static wend_roadmap_source source_of(const wend_roadmap_def *def) {
    if (def->source != WEND_ROADMAP_AUTO) {
        return def->source;
    }
    if (def->line_count > 0) {
        return WEND_ROADMAP_LINES;
    }
    return def->graph != NULL && def->graph[0] != '\0' ? WEND_ROADMAP_GRAPH : WEND_ROADMAP_PRM;
}

static wend_result build_parts(roadmap_builder *b) {
    wend_result result = WEND_OK;
    switch (source_of(b->def)) {
    case WEND_ROADMAP_LINES:
        return build_lines(b);
    case WEND_ROADMAP_GRAPH:
        result = roadmap_add_graph(b);
        break;
    case WEND_ROADMAP_PRM:
        result = roadmap_add_samples(b);
        break;
    case WEND_ROADMAP_VISIBILITY:
        result = roadmap_add_visibility(b);
        break;
    case WEND_ROADMAP_SKELETON:
        result = roadmap_add_skeleton(b);
        break;
    default:
        result = error_set(b->error, WEND_ERROR_INVALID, "there is no source %u of roadmaps",
                           (uint32_t)b->def->source);
        break;
    }
    return result == WEND_OK ? roadmap_finish_network(b) : result;
}

/* Checks the radii, and finds the smallest one. */
static wend_result read_radii(roadmap_builder *b) {
    const wend_roadmap_def *def = b->def;
    for (uint32_t i = 0; i < def->radius_count; i++) {
        if (!(def->radii[i] >= 0.0 && def->radii[i] <= (double)WEND_ROADMAP_MAX_CLEARANCE)) {
            return error_set(b->error, WEND_ERROR_INVALID,
                             "a radius of a roadmap must be 0 to %g m, found %g",
                             (double)WEND_ROADMAP_MAX_CLEARANCE, def->radii[i]);
        }
        b->radius = i == 0 || def->radii[i] < b->radius ? def->radii[i] : b->radius;
    }
    return WEND_OK;
}

static wend_result build_all(roadmap_builder *b, wend_map **out) {
    b->parts.layer_count = b->space->layer_count;
    wend_result (*const steps[])(roadmap_builder *) = {read_radii, build_parts,
                                                       roadmap_find_limits};
    wend_result result = roadmap_report(b, 0.0);
    for (size_t i = 0; i < sizeof steps / sizeof *steps && result == WEND_OK; i++) {
        result = steps[i](b);
    }
    if (result == WEND_OK) {
        result = roadmap_report(b, 0.95);
    }
    return result == WEND_OK ? roadmap_create(&b->parts, wend_space_hash(b->space),
                                              &b->def->allocator, out, b->error)
                             : result;
}

static void free_all(roadmap_builder *b) {
    for (uint32_t i = 0; b->layers != NULL && i < b->space->layer_count; i++) {
        noding_free(&b->layers[i], &b->heap);
    }
    memory_free(&b->heap, b->link_points, b->link_point_capacity * sizeof *b->link_points);
    roadmap_free_network(b);
    arena_free(&b->kept);
}

wend_result wend_roadmap_build(const wend_roadmap_def *given, wend_map **out, wend_error *error) {
    WEND_ASSERT(given != NULL && out != NULL);
    wend_roadmap_def known;
    const wend_roadmap_def *def = &known;
    wend_result result = DEF_READ(roadmap, given, &known, error);
    if (result != WEND_OK) {
        return result;
    }
    WEND_ASSERT(def->space != NULL && (def->lines != NULL || def->line_count == 0));
    WEND_ASSERT(def->doors != NULL || def->door_count == 0);
    WEND_ASSERT(def->radii != NULL || def->radius_count == 0);
    wend_error ignored;
    double latest = 0.0;
    roadmap_builder b = {.def = def,
                         .space = def->space,
                         .error = error != NULL ? error : &ignored,
                         .progress = {def->progress, def->user, def->cancel, 0.0, 1.0, &latest}};
    memory_init(&b.heap, &def->allocator);
    arena_init(&b.kept, &b.heap);
    result = build_all(&b, out);
    if (result == WEND_OK) {
        watch_report(&b.progress, 1.0);
    }
    free_all(&b);
    return result;
}
