/* Builds probabilistic roadmaps.
 *
 * L. Kavraki, P. Svestka, J.-C. Latombe, M. Overmars, "Probabilistic roadmaps for path planning in
 * high-dimensional configuration spaces" (1996), in the form of Algorithm 6 of S. Narang's slides
 * "Menge and global planners": n free points; each is linked to those of its k nearest points that
 * the local planner can reach.
 *
 *     n, k         def->samples, def->neighbours
 *     q in V       a vertex: CLEAR(q) means that a disc of the smallest radius is free there
 *     N_q          the k nearest vertices of q on the same layer, by straight distance
 *     Delta(q,q')  the local planner: the straight line, if that disc is free along it
 *
 * Departures: pairs are collected and sorted before the local planner tests them, so that each pair
 * is tested once; the set E is the same. Links between layers get vertices too, in addition to the
 * n samples, because edges lie on one layer; such a vertex takes part on both layers. A biased
 * sampler takes a share of the samples from the Halton sequence, because samples in narrow passages
 * only would leave open ground without vertices.
 *
 * Cost: O(n k log n) on average, a visibility check for each pair, and the cost of the clearances
 * (clearance.c). */
#include "base/error.h"
#include "base/sort.h"
#include "build/cross.h"
#include "build/roadmap/roadmap.h"
#include "build/roadmap/samplers.h"
#include "build/rounding.h"
#include "map/map.h"
#include "map/nearest.h"
#include <math.h>

enum {
    MAX_FAILURES = 100000, /* trials without a free point after which sampling fails */
    MAX_MISSES = 20000     /* trials of a biased sampler without a point, after which the remaining
                              points are even */
};

/* Shares of the work. */
static const double SAMPLED = 0.15, PAIRED = 0.3, LINKED = 0.6;

/* ---- Boxes ----------------------------------------------------------------------------------- */

/* Returns the box around the boundaries of a layer. */
static sampling_box box_of(const wend_space *space, const space_layer *layer) {
    sampling_box box = {HUGE_VAL, HUGE_VAL, -HUGE_VAL, -HUGE_VAL, 0.0};
    for (uint32_t i = 0; i < layer->ring_count; i++) {
        const space_ring *ring = &space->rings[layer->first_ring + i];
        for (uint32_t k = 0; ring->kind == SPACE_BOUNDARY && k < ring->count; k++) {
            box.low_x = fmin(box.low_x, (double)ring->points[k].x);
            box.low_y = fmin(box.low_y, (double)ring->points[k].y);
            box.high_x = fmax(box.high_x, (double)ring->points[k].x);
            box.high_y = fmax(box.high_y, (double)ring->points[k].y);
        }
    }
    return box;
}

/* Finds the boxes of all layers. An unbounded layer has the box around everything. */
static wend_result find_boxes(roadmap_builder *b, sampling_box *boxes, sampling *out) {
    const wend_roadmap_def *def = b->def;
    double margin = rounding_margin(b->space);
    sampling_box all = {0.0, 0.0, 0.0, 0.0, 0.0};
    if (margin > 0.0) {
        shapes_box box = {.any = false};
        rounding r;
        wend_result result =
            rounding_choose(b->space, &box, def->low, def->high, margin, &r, b->error);
        if (result != WEND_OK) {
            return result;
        }
        all = (sampling_box){r.low.x * r.unit, r.low.y * r.unit, r.high.x * r.unit,
                             r.high.y * r.unit, 0.0};
    }
    for (uint32_t i = 0; i < b->space->layer_count; i++) {
        const space_layer *layer = &b->space->layers[i];
        boxes[i] = layer->bounded ? box_of(b->space, layer) : all;
        boxes[i].area_before = out->area;
        out->area += (boxes[i].high_x - boxes[i].low_x) * (boxes[i].high_y - boxes[i].low_y);
    }
    return WEND_OK;
}

static wend_result begin_sampling(roadmap_builder *b, sampling *out) {
    const double LEAST_SPREAD = 0.5, SPREAD_PER_RADIUS = 6.0; /* m, and a factor */
    const wend_roadmap_def *def = b->def;
    sampling_box *boxes = arena_take(&b->kept, b->space->layer_count * sizeof *boxes, 16);
    if (boxes == NULL) {
        return error_no_memory(b->error, "a roadmap");
    }
    double spread = fmax(LEAST_SPREAD, SPREAD_PER_RADIUS * b->radius);
    *out = (sampling){.space = b->space,
                      .boxes = boxes,
                      .layer_count = b->space->layer_count,
                      .radius = (float)b->radius,
                      .spread = def->spread > 0.0 ? def->spread : spread,
                      .seed = def->seed};
    sampling_begin(out);
    return find_boxes(b, boxes, out);
}

/* ---- Samples --------------------------------------------------------------------------------- */

static wend_result fail_samples(roadmap_builder *b, uint32_t found) {
    const wend_roadmap_def *def = b->def;
    if (found == 0) {
        return error_set(b->error, WEND_ERROR_INVALID,
                         "no room for a roadmap: a disc with a radius of %g m fits at none of %d "
                         "random points; use a smaller radius",
                         b->radius, (int)MAX_FAILURES);
    }
    return error_set(b->error, WEND_ERROR_INVALID,
                     "only %u of %u samples have room for a radius of %g m (%d random points in a "
                     "row had none); use a smaller radius or fewer samples",
                     found, def->samples, b->radius, (int)MAX_FAILURES);
}

/* True if sample `index` is to be spread evenly instead of by a biased sampler. These samples are
 * distributed over the sequence, so that each beginning of it has the same share of them. */
static bool is_even(const wend_roadmap_def *def, uint32_t index) {
    bool biased = def->sampler != WEND_SAMPLER_UNIFORM && def->sampler != WEND_SAMPLER_HALTON;
    return biased &&
           floor((index + 1.0) * def->uniform_share) > floor((double)index * def->uniform_share);
}

/* What has been sampled so far. Biased and even samples have their own trials, because the points
 * of the Halton sequence are even only if none is left out. */
typedef struct progress_of_samples {
    uint64_t trials[2]; /* of the def's sampler, and of even samples */
    bool no_bias;       /* the biased sampler finds no more points */
} progress_of_samples;

/* Finds one sample. Returns false if there is no room. */
static bool find_sample(const roadmap_builder *b, const sampling *s, bool even,
                        progress_of_samples *so_far, wend_location *out) {
    for (uint32_t failures = 0; failures < MAX_FAILURES; failures++) {
        if (failures % 1024 == 0 && watch_is_cancelled(&b->progress)) {
            return false;
        }
        bool is_biased = !even && !so_far->no_bias;
        wend_roadmap_sampler sampler = is_biased ? b->def->sampler : WEND_SAMPLER_HALTON;
        if (sampling_try(s, sampler, so_far->trials[is_biased ? 0 : 1]++, out)) {
            return true;
        }
        bool can_end = b->def->sampler > WEND_SAMPLER_HALTON;
        so_far->no_bias = so_far->no_bias || (is_biased && can_end && failures == MAX_MISSES);
    }
    return false;
}

static wend_result take_samples(roadmap_builder *b, const sampling *s) {
    const wend_roadmap_def *def = b->def;
    watcher part = watch_part(&b->progress, 0.0, SAMPLED);
    progress_of_samples so_far = {{0, 0}, false};
    for (uint32_t i = 0; i < def->samples; i++) {
        wend_location at;
        if (!watch_count(&part, i, def->samples)) {
            return map_fail_cancelled(b->error);
        }
        if (!find_sample(b, s, is_even(def, i), &so_far, &at)) {
            return watch_is_cancelled(&b->progress) ? map_fail_cancelled(b->error)
                                                    : fail_samples(b, i);
        }
        if (roadmap_add_vertex(b, at, SPACE_NONE) == ROADMAP_NONE) {
            return error_no_memory(b->error, "a roadmap");
        }
    }
    return WEND_OK;
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

/* True if a vertex lies on a layer; those on links lie on two layers. */
static bool is_on_layer(const roadmap_builder *b, uint32_t vertex, uint32_t layer) {
    uint32_t on = b->network.links[vertex];
    if (on == SPACE_NONE) {
        return b->network.vertices[vertex].layer == layer;
    }
    return b->space->links[on].left_layer == layer || b->space->links[on].right_layer == layer;
}

/* Adds the pairs of each vertex of a layer with its nearest vertices, as edges of the network. */
static wend_result pair_vertices(roadmap_builder *b, uint32_t layer, nearest_point *points) {
    const roadmap_network *n = &b->network;
    nearest_found found[WEND_MAX_ROADMAP_NEIGHBOURS];
    uint32_t count = 0, vertex_count = n->vertex_count;
    for (uint32_t i = 0; i < vertex_count; i++) {
        if (is_on_layer(b, i, layer)) {
            points[count++] = (nearest_point){n->vertices[i].position, i};
        }
    }
    nearest_index index = nearest_make(points, count);
    watcher part = watch_part(&b->progress, SAMPLED, PAIRED);
    for (uint32_t i = 0; i < count; i++) {
        if (!watch_count(&part, i, count)) {
            return map_fail_cancelled(b->error);
        }
        uint32_t q = points[i].id;
        uint32_t near = nearest_find(&index, points[i].position, q, found, b->def->neighbours);
        for (uint32_t k = 0; k < near; k++) {
            uint32_t other = found[k].id;
            if (!roadmap_add_edge(b, q < other ? q : other, q < other ? other : q, layer)) {
                return error_no_memory(b->error, "a roadmap");
            }
        }
    }
    return WEND_OK;
}

static bool edge_before(const void *left, const void *right) {
    return roadmap_edge_before(left, right);
}

/* True if the local planner joins a pair. The line must not cross a link, except at its ends. */
static bool is_joined(const roadmap_builder *b, const roadmap_edge *pair) {
    const roadmap_network *n = &b->network;
    uint32_t from_link = n->links[pair->from], to_link = n->links[pair->to];
    if (from_link != SPACE_NONE && from_link == to_link) {
        return false; /* along the link */
    }
    bool from_start = from_link != SPACE_NONE;
    uint32_t start = from_start ? pair->from : pair->to, end = from_start ? pair->to : pair->from;
    wend_location from = {n->vertices[start].position, pair->layer};
    wend_vec2 to = n->vertices[end].position;
    double share;
    const wend_link *crossed = cross_find_link(b->space, from, to, &share);
    if (crossed != NULL && (uint32_t)(crossed - b->space->links) != n->links[end]) {
        return false;
    }
    wend_location last = {to, wend_space_layer_after(b->space, from, to)};
    return wend_space_is_visible(b->space, from, last, (float)b->radius, 1);
}

/* Keeps the pairs that the local planner joins, each once. */
static wend_result join_pairs(roadmap_builder *b) {
    roadmap_network *n = &b->network;
    watcher part = watch_part(&b->progress, PAIRED, LINKED);
    uint32_t kept = 0, count = n->edge_count;
    if (count > 0 && !sort_stable_with(&b->heap, n->edges, count, sizeof *n->edges, edge_before)) {
        return error_no_memory(b->error, "a roadmap");
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!watch_count(&part, i, count)) {
            return map_fail_cancelled(b->error);
        }
        roadmap_edge pair = n->edges[i];
        bool again = i > 0 && !roadmap_edge_before(&n->edges[i - 1], &n->edges[i]);
        if (!again && is_joined(b, &pair)) {
            n->edges[kept++] = pair;
        }
    }
    n->edge_count = kept;
    return WEND_OK;
}

static wend_result link_vertices(roadmap_builder *b) {
    size_t room = (size_t)b->network.vertex_count + 1;
    nearest_point *points = memory_get_array(&b->heap, room, sizeof *points);
    if (points == NULL) {
        return error_no_memory(b->error, "a roadmap");
    }
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < b->space->layer_count && result == WEND_OK; i++) {
        result = pair_vertices(b, i, points);
    }
    memory_free(&b->heap, points, room * sizeof *points);
    return result == WEND_OK ? join_pairs(b) : result;
}

/* ---- The roadmap ----------------------------------------------------------------------------- */

static wend_result check_def(roadmap_builder *b) {
    const wend_roadmap_def *def = b->def;
    if (def->samples < 1 || def->samples > WEND_MAX_ROADMAP_SAMPLES) {
        return error_set(b->error, WEND_ERROR_INVALID,
                         "samples must be 1 to %d, found %u: a roadmap without samples has no "
                         "vertices",
                         (int)WEND_MAX_ROADMAP_SAMPLES, def->samples);
    }
    if (def->neighbours < 1 || def->neighbours > WEND_MAX_ROADMAP_NEIGHBOURS) {
        return error_set(
            b->error, WEND_ERROR_INVALID,
            "neighbours must be 1 to %d, found %u: a roadmap without neighbours has no "
            "edges",
            (int)WEND_MAX_ROADMAP_NEIGHBOURS, def->neighbours);
    }
    if (!(def->uniform_share >= 0.0 && def->uniform_share <= 1.0)) {
        return error_set(b->error, WEND_ERROR_INVALID, "uniform_share must be 0 to 1, found %g",
                         def->uniform_share);
    }
    if (!(def->spread >= 0.0 && def->spread <= (double)WEND_MAX_EXTENT)) {
        return error_set(b->error, WEND_ERROR_INVALID, "spread must be 0 to %d m, found %g",
                         (int)WEND_MAX_EXTENT, def->spread);
    }
    if ((uint32_t)def->sampler > WEND_SAMPLER_MEDIAL_AXIS) {
        return error_set(b->error, WEND_ERROR_INVALID, "there is no sampler %u",
                         (uint32_t)def->sampler);
    }
    return WEND_OK;
}

wend_result roadmap_add_samples(roadmap_builder *b) {
    sampling s = {.area = 0.0};
    wend_result result = check_def(b);
    if (result == WEND_OK) {
        result = begin_sampling(b, &s);
    }
    if (result == WEND_OK) {
        result = take_samples(b, &s);
    }
    if (result != WEND_OK) {
        return result;
    }
    double spacing = fmax(sqrt(s.area / b->def->samples), 2.0 * b->radius);
    if (!roadmap_add_link_vertices(b, b->radius, fmax(spacing, 0.1))) {
        return error_no_memory(b->error, "a roadmap");
    }
    return link_vertices(b);
}
