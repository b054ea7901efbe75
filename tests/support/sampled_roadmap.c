#include "support/sampled_roadmap.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <wend/random.h>

#include "geom/point.h"
#include "map/roadmap/roadmap.h"
#include "support/spaces.h"

enum { MOST_SAMPLES = 8192, TRIALS = 10000 };

static wend_location sample(const wend_space *space, wend_vec2 low, wend_vec2 high, uint64_t seed,
                            uint64_t key, float radius) {
    for (uint64_t i = 0; i < TRIALS; i++) {
        float u = (float)wend_random_uniform(seed, key, i, 1);
        float v = (float)wend_random_uniform(seed, key, i, 2);
        wend_location at = {{low.x + u * (high.x - low.x), low.y + v * (high.y - low.y)}, 0};
        if (wend_space_is_walkable(space, at, 1) &&
            wend_space_clearance(space, at, 2.0F * radius, 1) > radius) {
            return at;
        }
    }
    ck_abort_msg("no room for a sample");
    return (wend_location){{0, 0}, 0};
}

wend_location sampled_location(const wend_space *space, uint64_t seed, uint64_t key, float radius) {
    return sample(space, (wend_vec2){0, 0}, (wend_vec2){20, 20}, seed, key, radius);
}

/* Returns the clearance of a line, by bisection. */
static float clearance_of(const wend_space *space, wend_location a, wend_location b) {
    float low = 0.0F, high = 10.0F;
    for (int i = 0; i < 14; i++) {
        float middle = (low + high) / 2.0F;
        bool open = wend_space_is_visible(space, a, b, middle, 1);
        low = open ? middle : low;
        high = open ? high : middle;
    }
    return low;
}

typedef struct near_sample {
    double distance;
    uint32_t index;
} near_sample;

static int compare_near(const void *left, const void *right) {
    const near_sample *a = left, *b = right;
    return a->distance != b->distance ? (a->distance < b->distance ? -1 : 1)
                                      : (a->index > b->index) - (a->index < b->index);
}

static int compare_edges(const void *left, const void *right) {
    return roadmap_edge_before(left, right) ? -1 : roadmap_edge_before(right, left) ? 1 : 0;
}

/* Adds the edges of sample `from` to its nearest samples. Returns how many were added. */
static uint32_t add_edges(const sampled_def *def, const roadmap_vertex *vertices, uint32_t from,
                          near_sample *near, roadmap_edge *out) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < def->samples; i++) {
        near[i] = (near_sample){wide_distance(vertices[from].position, vertices[i].position), i};
    }
    qsort(near, def->samples, sizeof *near, compare_near);
    for (uint32_t i = 1; i <= def->neighbours && i < def->samples; i++) {
        uint32_t to = near[i].index;
        wend_location a = {vertices[from].position, 0}, b = {vertices[to].position, 0};
        if (wend_space_is_visible(def->space, a, b, def->radius, 1)) {
            out[count++] = (roadmap_edge){.from = from < to ? from : to,
                                          .to = from < to ? to : from,
                                          .clearance = clearance_of(def->space, a, b)};
        }
    }
    return count;
}

/* Sorts edges and removes duplicates. */
static uint32_t make_unique(roadmap_edge *edges, uint32_t count) {
    qsort(edges, count, sizeof *edges, compare_edges);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (kept == 0 || roadmap_edge_before(&edges[kept - 1], &edges[i])) {
            edges[kept++] = edges[i];
        }
    }
    return kept;
}

wend_map *sampled_roadmap(const sampled_def *def) {
    ck_assert_uint_le(def->samples, MOST_SAMPLES);
    roadmap_vertex *vertices = calloc(def->samples, sizeof *vertices);
    roadmap_edge *edges = calloc((size_t)def->samples * def->neighbours + 1, sizeof *edges);
    near_sample *near = calloc(def->samples, sizeof *near);
    uint32_t edge_count = 0;
    for (uint32_t i = 0; i < def->samples; i++) {
        wend_location at = sample(def->space, def->low, def->high, def->seed, i, def->radius);
        vertices[i] = (roadmap_vertex){
            .position = at.position,
            .clearance = wend_space_clearance(def->space, at, WEND_ROADMAP_MAX_CLEARANCE, 1)};
    }
    for (uint32_t i = 0; i < def->samples; i++) {
        edge_count += add_edges(def, vertices, i, near, edges + edge_count);
    }
    roadmap draft = {.vertices = vertices,
                     .edges = edges,
                     .layer_count = wend_space_layer_count(def->space),
                     .vertex_count = def->samples,
                     .edge_count = make_unique(edges, edge_count)};
    wend_map *map = NULL;
    wend_error error = {0};
    ck_assert_msg(roadmap_create(&draft, wend_space_hash(def->space), NULL, &map, &error) ==
                      WEND_OK,
                  "%s", error.message);
    free(vertices);
    free(edges);
    free(near);
    return map;
}

/* Each of 16 squares of 5 m is free, or contains a box or a thin wall. */
wend_space *sampled_room(uint64_t seed) {
    dice d = {seed * 977 + 13};
    static sketch s;
    sketch_start(&s);
    sketch_box_boundary(&s, 0, 0, 0, 20, 20);
    for (uint32_t i = 0; i < 16; i++) {
        double x = 5.0 * (i % 4), y = 5.0 * (i / 4);
        double left = x + dice_between(&d, 0.3, 2.4), low = y + dice_between(&d, 0.3, 2.4);
        double right = x + dice_between(&d, 2.6, 4.7), high = y + dice_between(&d, 2.6, 4.7);
        uint32_t kind = dice_below(&d, 5);
        if (kind < 3) {
            sketch_box(&s, 0, 0, left, low, right, high);
        } else if (kind == 3) {
            sketch_line(&s, 0, 0, left, low, right, high);
        }
    }
    return sketch_space(&s);
}
