/* Checks the dominance between intervals against a brute-force test of many points on each
 * interval. */
#include <math.h>

#include "plan/polyanya/nodes.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"

enum { TRIALS = 20000, POINTS = 200 };

/* An edge shared by two triangles, one with corners 0 to 2 and one with corners 3 to 5. Seen from
 * the first triangle, the edge runs from vertex 1 on the right to vertex 2 on the left. */
typedef struct lab {
    wend_vec2 points[6];
    search_mark marks[4 + 2 * 6];
    navmesh_level level;
    search search;
    dice from;
} lab;

static uint32_t corners[6] = {0, 1, 2, 2, 1, 3};

static void make(lab *l, uint64_t seed) {
    *l = (lab){.from = {seed}};
    l->points[1] = l->points[4] = (wend_vec2){(float)dice_between(&l->from, 1.0, 4.0), 0.0F};
    l->points[2] = l->points[3] = (wend_vec2){(float)dice_between(&l->from, -4.0, -1.0),
                                              (float)dice_between(&l->from, -0.5, 0.5)};
    l->level = (navmesh_level){.points = l->points, .corners = corners, .first_fan_corner = 6};
    l->search =
        (search){.level = &l->level, .marks = l->marks, .edge_marks = l->marks + 4, .stamp = 1};
}

/* A node with one root below the edge; its interval is the whole edge or part of it. */
typedef struct sampled_node {
    node n;
    span part;
} sampled_node;

static wend_point between_ends(const lab *l, double share) {
    wend_point a = point_wide(l->points[1]), b = point_wide(l->points[2]);
    return (wend_point){a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

static sampled_node draw(lab *l, double near, double far, bool whole) {
    double low = dice_between(&l->from, 0.0, 1.0), high = dice_between(&l->from, 0.0, 1.0);
    bool at_a = whole || low > high, at_b = whole || dice_below(&l->from, 2) == 0;
    wend_vec2 root = {(float)dice_between(&l->from, -6.0, 6.0),
                      (float)dice_between(&l->from, -8.0, -0.6)};
    double g = dice_between(&l->from, near, far);
    sampled_node d = {.part = full_edge(1, l->points[1], l->points[2])};
    d.part.at_a = at_a;
    d.part.at_b = at_b;
    d.part.from = between_ends(l, at_a ? 0.0 : fmin(low, high));
    d.part.to = between_ends(l, at_b ? 1.0 : fmax(low, high));
    d.n = (node){.left = d.part.to,
                 .right = d.part.from,
                 .left_g = g,
                 .right_g = g,
                 .left_root = point_wide(root),
                 .right_root = point_wide(root),
                 .chain = NAVMESH_NONE,
                 .corner = 3,
                 .last = 3,
                 .left_vertex = at_b ? 2 : NAVMESH_NONE,
                 .right_vertex = at_a ? 1 : NAVMESH_NONE};
    return d;
}

static double path_length(const node *n, wend_point to) {
    return n->left_g + point_distance(n->left_root, to);
}

/* Computes how much longer a node's path is than three known lengths: the length via the first end
 * of the edge, the length via the second end, and the value interpolated between the lengths to
 * both ends. Each result is the minimum over all sampled points of the interval. */
static void find_excess(const lab *l, const sampled_node *known, const sampled_node *d,
                        double out[3]) {
    wend_point ends[2] = {point_wide(l->points[1]), point_wide(l->points[2])};
    double at[2] = {path_length(&known->n, ends[0]), path_length(&known->n, ends[1])};
    out[0] = out[1] = out[2] = (double)INFINITY;
    for (uint32_t i = 0; i <= POINTS; i++) {
        double t = (double)i / POINTS;
        wend_point p = {d->part.from.x + (d->part.to.x - d->part.from.x) * t,
                        d->part.from.y + (d->part.to.y - d->part.from.y) * t};
        double share = point_distance(ends[0], p) / point_distance(ends[0], ends[1]),
               ours = path_length(&d->n, p);
        out[0] = fmin(out[0], ours - at[0] - point_distance(ends[0], p));
        out[1] = fmin(out[1], ours - at[1] - point_distance(ends[1], p));
        out[2] = fmin(out[2], ours - at[0] - (at[1] - at[0]) * share);
    }
}

START_TEST(only_longer_paths_are_dominated) {
    uint32_t dominated = 0, kept = 0, inside = 0;
    for (uint64_t seed = 0; seed < trials(TRIALS); seed++) {
        lab l;
        make(&l, seed);
        sampled_node known = draw(&l, 2.0, 3.0, true);
        ck_assert(seek_measure_interval(&l.search, &known.n, &known.part));
        ck_assert_double_eq_tol(known.n.left_d, path_length(&known.n, known.n.left), 1e-12);
        ck_assert_double_eq_tol(known.n.right_d, path_length(&known.n, known.n.right), 1e-12);
        sampled_node d = draw(&l, 0.0, 6.0, seed % 3 == 0);
        double excess[3];
        find_excess(&l, &known, &d, excess);
        double best = fmax(excess[0], fmax(excess[1], excess[2]));
        bool arrives = seek_measure_interval(&l.search, &d.n, &d.part);
        /* The true minimum lies between two sampled points, and is a little below the better of
         * them. */
        ck_assert_msg(arrives ? best < 1e-3 : best > 0.0, "trial %llu: %g m of excess, %d",
                      (unsigned long long)seed, best, arrives);
        dominated += !arrives;
        kept += arrives;
        /* Counts cases in which the known path is shorter at both ends of the interval, but not
         * between them. */
        inside += arrives && known.n.left_d < path_length(&d.n, d.n.left) &&
                  known.n.right_d < path_length(&d.n, d.n.right) && d.part.at_a && d.part.at_b;
    }
    ck_assert_uint_ge(dominated, trials_bound(TRIALS / 5 + 1));
    ck_assert_uint_ge(kept, trials_bound(TRIALS / 5 + 1));
    ck_assert_uint_ge(inside, trials_bound(TRIALS / 400 + 1));
}
END_TEST

START_TEST(equal_path_is_not_dominated) {
    lab l;
    make(&l, 5);
    sampled_node d = draw(&l, 1.0, 2.0, true);
    for (uint32_t i = 0; i < 3; i++) {
        ck_assert(seek_measure_interval(&l.search, &d.n, &d.part));
    }
    d.n.left_g = d.n.right_g += 10.0;
    ck_assert(!seek_measure_interval(&l.search, &d.n, &d.part));
    d.n.left_g = d.n.right_g -= 10.5;
    ck_assert(seek_measure_interval(&l.search, &d.n, &d.part));
    l.search.stamp = 2; /* a new search knows no paths */
    d.n.left_g = d.n.right_g += 10.0;
    ck_assert(seek_measure_interval(&l.search, &d.n, &d.part));
}
END_TEST

int main(void) {
    SUITE("plan/edges", only_longer_paths_are_dominated, equal_path_is_not_dominated);
}
