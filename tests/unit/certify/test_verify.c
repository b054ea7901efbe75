/* The verifier of lower bounds accepts the functions that the search finds, and rejects functions
 * that are wrong by little in one place. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "certify/refine.h"
#include "certify/verify.h"
#include "map/terrain/terrain.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/terrain_worlds.h"
#include "support/trials.h"

/* A bound of a random world, with all that the verifier sees. */
typedef struct bound {
    terrain_world *world;
    wend_map *map;
    memory heap;
    net n;
    double *weights; /* by polygon */
    double *f;
    refine_result found;
} bound;

static void set_anchor(bound *b, uint32_t anchor, wend_vec2 at) {
    uint32_t polygon = navmesh_locate(b->n.level, (wend_location){at, 0});
    ck_assert_uint_ne(polygon, NAVMESH_NONE);
    b->n.anchors[anchor] = (net_anchor){(double)at.x, (double)at.y, polygon};
}

/* All polygons are open, so the face of a polygon has its number. */
static void make_bound(bound *b, uint64_t seed, double target) {
    terrain_world_def def = {seed, 30, 5.0, 0.0};
    b->world = terrain_world_make(&def);
    b->map = terrain_world_map(b->world, 1);
    memory_init(&b->heap, NULL);
    const navmesh_level *level = &terrain_map_of(b->map)->levels[0];
    b->weights = calloc(level->polygon_count, sizeof *b->weights);
    ck_assert_ptr_nonnull(b->weights);
    for (uint32_t i = 0; i < level->polygon_count; i++) {
        b->weights[i] = b->world->weights[level->types[i]];
    }
    ck_assert(net_build(&b->n, level, b->weights, 2, &b->heap));
    float far = (float)b->world->side - 1.0F;
    set_anchor(b, NET_START, (wend_vec2){1.0F, 1.5F});
    set_anchor(b, NET_GOAL, (wend_vec2){far, far});
    const refine_limits limits = {target, INFINITY, 1000000000};
    ck_assert(refine_net(&b->n, &limits, NULL, &b->f, &b->found));
    ck_assert(!b->found.limited);
}

static void free_bound(bound *b) {
    memory_free(&b->heap, b->f, b->n.node_count * sizeof *b->f);
    net_free(&b->n);
    ck_assert_uint_eq(b->heap.held, 0);
    free(b->weights);
    wend_map_release(b->map);
    terrain_world_free(b->world);
}

static verify_result verify(const bound *b) {
    const char *what = NULL;
    verify_result result = verify_bound(&b->n, b->weights, b->f, NULL, &what);
    ck_assert((result == VERIFY_GOOD) == (what == NULL));
    return result;
}

/* ---- Functions ------------------------------------------------------------------------------- */

/* One percent more is above the optimum, so no verifier may accept it. */
START_TEST(rejects_a_function_that_is_one_percent_too_large) {
    for (uint64_t seed = 1; seed <= trials(10); seed++) {
        bound b;
        make_bound(&b, seed, 1.008);
        ck_assert(verify(&b) == VERIFY_GOOD);
        for (uint32_t i = 0; i < b.n.node_count; i++) {
            b.f[i] *= 1.01;
        }
        ck_assert_double_gt(b.f[net_anchor_node(&b.n, NET_GOAL)], b.found.upper);
        ck_assert(verify(&b) == VERIFY_WRONG);
        free_bound(&b);
    }
}
END_TEST

/* Returns |f(a) - f(b)| / (w |a - b|) for two slots. */
static double steepness(const bound *b, uint32_t i, uint32_t j, double w, double *full) {
    const net_slots *s = &b->n.slots;
    double dx = s->x[i] - s->x[j], dy = s->y[i] - s->y[j];
    *full = w * sqrt(dx * dx + dy * dy);
    return *full > 0.0 ? fabs(b->f[s->nodes[i]] - b->f[s->nodes[j]]) / *full : 0.0;
}

/* Raises the value at the higher of two slots as if the arc between them were one percent longer;
 * the verifier must reject this. */
static void check_raised(bound *b, uint32_t i, uint32_t j, double full) {
    const uint32_t *nodes = b->n.slots.nodes;
    uint32_t high = b->f[nodes[i]] > b->f[nodes[j]] ? nodes[i] : nodes[j];
    double before = b->f[high];
    b->f[high] += 0.01 * full;
    ck_assert(verify(b) == VERIFY_WRONG);
    b->f[high] = before;
}

START_TEST(rejects_an_arc_that_is_one_percent_too_long) {
    uint32_t across = 0, along = 0;
    for (uint64_t seed = 1; seed <= trials(4); seed++) {
        bound b;
        make_bound(&b, seed, 1.02);
        for (uint32_t f = 0; f < b.n.face_count; f++) {
            const net_face *face = &b.n.faces[f];
            const net_edge *e = &b.n.edges[face->edges[0]], *o = &b.n.edges[face->edges[1]];
            double full;
            for (uint32_t i = e->first + 1; i + 1 < e->first + e->count && across < 40; i++) {
                for (uint32_t j = o->first + 1; j + 1 < o->first + o->count; j += 3) {
                    if (steepness(&b, i, j, face->weight, &full) > 0.995) {
                        check_raised(&b, i, j, full);
                        across++;
                    }
                }
            }
            for (uint32_t i = e->first; i + 1 < e->first + e->count && along < 40; i++) {
                if (steepness(&b, i, i + 1, face->weight, &full) > 0.995) {
                    check_raised(&b, i, i + 1, full);
                    along++;
                }
            }
        }
        ck_assert(verify(&b) == VERIFY_GOOD);
        free_bound(&b);
    }
    ck_assert_uint_gt(across, trials_bound(10));
    ck_assert_uint_gt(along, trials_bound(10));
}
END_TEST

START_TEST(rejects_values_that_are_not_numbers_and_ends_that_are_too_far) {
    bound b;
    make_bound(&b, 3, 1.02);
    uint32_t goal = net_anchor_node(&b.n, NET_GOAL), start = net_anchor_node(&b.n, NET_START);
    const double wrong[] = {NAN, INFINITY, -INFINITY, b.f[goal] * 1.05};
    for (uint32_t i = 0; i < 4; i++) {
        double before = b.f[goal];
        b.f[goal] = wrong[i];
        ck_assert(verify(&b) == VERIFY_WRONG);
        b.f[goal] = before;
        before = b.f[start];
        b.f[start] = -wrong[i];
        ck_assert(verify(&b) == VERIFY_WRONG);
        b.f[start] = before;
    }
    ck_assert(verify(&b) == VERIFY_GOOD);
    free_bound(&b);
}
END_TEST

/* ---- Nets ------------------------------------------------------------------------------------ */

START_TEST(rejects_a_smaller_weight) {
    bound b;
    make_bound(&b, 4, 1.01);
    uint32_t rejected = 0;
    for (uint32_t i = 0; i < b.n.face_count; i++) {
        b.weights[i] *= 0.9;
        rejected += verify(&b) == VERIFY_WRONG;
        b.weights[i] /= 0.9;
    }
    ck_assert_uint_gt(rejected, 5); /* the triangles on the way */
    ck_assert(verify(&b) == VERIFY_GOOD);
    free_bound(&b);
}
END_TEST

START_TEST(rejects_a_net_that_does_not_fit_the_map) {
    bound b;
    make_bound(&b, 5, 1.02);
    net_slots *s = &b.n.slots;
    uint32_t middle = b.n.edges[0].first + 1, edge = b.n.faces[0].edges[1];
    double t = s->t[middle];
    s->t[middle] = t + 1e-12; /* not on the grid of parameters */
    ck_assert(verify(&b) == VERIFY_WRONG);
    s->t[middle] = s->t[middle + 1];
    ck_assert(verify(&b) == VERIFY_WRONG);
    s->t[middle] = t;
    b.n.faces[0].edges[1] = b.n.faces[0].edges[0];
    ck_assert(verify(&b) == VERIFY_WRONG);
    b.n.faces[0].edges[1] = edge;
    b.n.anchors[NET_GOAL].x += 20.0; /* outside its triangle */
    ck_assert(verify(&b) == VERIFY_WRONG);
    b.n.anchors[NET_GOAL].x -= 20.0;
    b.n.face_count--; /* a triangle is missing */
    ck_assert(verify(&b) == VERIFY_WRONG);
    b.n.face_count++;
    uint32_t first = b.n.edges[0].first, node = s->nodes[first];
    s->nodes[first] = s->nodes[middle]; /* a vertex with two values */
    ck_assert(verify(&b) == VERIFY_WRONG);
    s->nodes[first] = node;
    ck_assert(verify(&b) == VERIFY_GOOD);
    free_bound(&b);
}
END_TEST

int main(void) {
    SUITE("certify/verify", rejects_a_function_that_is_one_percent_too_large,
          rejects_an_arc_that_is_one_percent_too_long,
          rejects_values_that_are_not_numbers_and_ends_that_are_too_far, rejects_a_smaller_weight,
          rejects_a_net_that_does_not_fit_the_map);
}
