/* Checks A* over random graphs against Bellman and Ford's relaxation (1958), and against a plain
 * search that scans the list of all open nodes and applies the same rule for ties. */
#include "plan/graph/astar.h"
#include "step/internals.h"
#include "step/worker_buffers.h"
#include "support/buffers.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_VERTICES = 40, MOST_EDGES = 200, MOST_STARTS = 3, MOST_NODES = 4000 };

/* ---- Graphs ---------------------------------------------------------------------------------- */

typedef struct arc {
    uint32_t from, to;
    double cost;
} arc;

/* How goals are declared: as vertices, or as the ends of extra edges. */
typedef enum goal_form { GOAL_VERTICES, GOAL_EDGES } goal_form;

typedef struct random_graph {
    uint32_t vertex_count, arc_count, start_count;
    arc arcs[MOST_EDGES];
    uint32_t starts[MOST_STARTS];
    double start_costs[MOST_STARTS];
    bool goal[MOST_VERTICES];        /* for each vertex: true if it is a goal */
    double goal_cost[MOST_VERTICES]; /* for each vertex: cost of the edge from it to a goal;
                                        INFINITY if there is no such edge */
    double bound[MOST_VERTICES];
    goal_form form;
} random_graph;

static void expand(astar *search, uint32_t index, astar_node at) {
    const random_graph *g = search->user;
    for (uint32_t i = 0; i < g->arc_count; i++) {
        if (g->arcs[i].from == at.vertex) {
            astar_reach(search, index, g->arcs[i].to, i, at.g + g->arcs[i].cost);
        }
    }
    if (g->form == GOAL_EDGES && g->goal_cost[at.vertex] < (double)INFINITY) {
        astar_reach_goal(search, index, at.vertex, at.g + g->goal_cost[at.vertex]);
    }
}

static double estimate(const astar *search, const astar_node *at) {
    return ((const random_graph *)search->user)->bound[at->vertex];
}

static bool is_goal(astar *search, const astar_node *at) {
    return ((const random_graph *)search->user)->goal[at->vertex];
}

static const astar_graph with_goal_vertices = {expand, estimate, is_goal};
static const astar_graph with_goal_edges = {expand, estimate, NULL};

/* Samples a cost: either an integer, which is often 0 and often equal to others, or a real number.
 */
static double draw_cost(dice *from, bool whole) {
    return whole ? (double)dice_below(from, 4) : dice_between(from, 0.0, 10.0);
}

static void draw_graph(random_graph *g, dice *from, bool whole) {
    g->vertex_count = 1 + dice_below(from, MOST_VERTICES);
    g->arc_count = dice_below(from, MOST_EDGES + 1);
    for (uint32_t i = 0; i < g->arc_count; i++) {
        g->arcs[i] = (arc){dice_below(from, g->vertex_count), dice_below(from, g->vertex_count),
                           draw_cost(from, whole)};
    }
    g->start_count = 1 + dice_below(from, MOST_STARTS);
    for (uint32_t i = 0; i < g->start_count; i++) {
        g->starts[i] = dice_below(from, g->vertex_count);
        g->start_costs[i] = draw_cost(from, whole);
    }
    g->form = dice_below(from, 2) == 0 ? GOAL_VERTICES : GOAL_EDGES;
    for (uint32_t i = 0; i < g->vertex_count; i++) {
        g->goal[i] = dice_below(from, 8) == 0;
        g->goal_cost[i] = g->goal[i] ? draw_cost(from, whole) : (double)INFINITY;
        g->bound[i] = 0.0;
    }
}

static double last_cost(const random_graph *g, uint32_t vertex) {
    return !g->goal[vertex] ? (double)INFINITY : g->form == GOAL_EDGES ? g->goal_cost[vertex] : 0.0;
}

/* ---- Oracles --------------------------------------------------------------------------------- */

/* Computes the lowest cost from each vertex to a goal: relaxes all edges as many times as there are
 * vertices. */
static void relax_backwards(const random_graph *g, double left[MOST_VERTICES]) {
    for (uint32_t i = 0; i < g->vertex_count; i++) {
        left[i] = last_cost(g, i);
    }
    for (uint32_t round = 0; round < g->vertex_count; round++) {
        for (uint32_t i = 0; i < g->arc_count; i++) {
            const arc *a = &g->arcs[i];
            left[a->from] = fmin(left[a->from], a->cost + left[a->to]);
        }
    }
}

static double least_cost(const random_graph *g) {
    double left[MOST_VERTICES], least = (double)INFINITY;
    relax_backwards(g, left);
    for (uint32_t i = 0; i < g->start_count; i++) {
        least = fmin(least, g->start_costs[i] + left[g->starts[i]]);
    }
    return least;
}

/* A search that keeps its open nodes in a list and breaks ties by the same rule. */
typedef struct plain_search {
    astar_node nodes[MOST_NODES];
    double f[MOST_NODES];
    bool taken[MOST_NODES];
    double best[MOST_VERTICES];
    uint32_t count;
} plain_search;

static void plain_add(plain_search *p, astar_node node, double bound) {
    if (node.vertex != ASTAR_NONE) {
        if (p->best[node.vertex] <= node.g) {
            return;
        }
        p->best[node.vertex] = node.g;
    }
    ck_assert_uint_lt(p->count, MOST_NODES);
    p->nodes[p->count] = node;
    p->f[p->count] = node.g + bound;
    p->taken[p->count++] = false;
}

static uint32_t plain_next(const plain_search *p) {
    uint32_t next = ASTAR_NONE;
    for (uint32_t i = 0; i < p->count; i++) {
        if (!p->taken[i] && (next == ASTAR_NONE || p->f[i] < p->f[next])) {
            next = i;
        }
    }
    return next;
}

static void plain_expand(plain_search *p, const random_graph *g, uint32_t index) {
    astar_node at = p->nodes[index];
    for (uint32_t i = 0; i < g->arc_count; i++) {
        const arc *a = &g->arcs[i];
        if (a->from == at.vertex) {
            plain_add(p, (astar_node){at.g + a->cost, a->to, index, i}, g->bound[a->to]);
        }
    }
    if (g->form == GOAL_EDGES && g->goal[at.vertex]) {
        double cost = at.g + g->goal_cost[at.vertex];
        plain_add(p, (astar_node){cost, ASTAR_NONE, index, at.vertex}, 0.0);
    }
}

static uint32_t plain_find(plain_search *p, const random_graph *g) {
    p->count = 0;
    for (uint32_t i = 0; i < MOST_VERTICES; i++) {
        p->best[i] = (double)INFINITY;
    }
    for (uint32_t i = 0; i < g->start_count; i++) {
        plain_add(p, (astar_node){g->start_costs[i], g->starts[i], ASTAR_NONE, i},
                  g->bound[g->starts[i]]);
    }
    uint32_t next;
    while ((next = plain_next(p)) != ASTAR_NONE) {
        const astar_node *at = &p->nodes[next];
        p->taken[next] = true;
        if (at->vertex == ASTAR_NONE ||
            (g->form == GOAL_VERTICES && g->goal[at->vertex] && at->g == p->best[at->vertex])) {
            return next;
        }
        if (at->g == p->best[at->vertex]) {
            plain_expand(p, g, next);
        }
    }
    return ASTAR_NONE;
}

/* ---- Searches -------------------------------------------------------------------------------- */

static search_outcome find(bench *b, random_graph *g, astar *search, uint32_t *last) {
    *search = (astar){.view = &b->view,
                      .graph = g->form == GOAL_VERTICES ? &with_goal_vertices : &with_goal_edges,
                      .user = g,
                      .vertex_count = g->vertex_count};
    if (!astar_begin(search)) {
        return SEARCH_NO_MEMORY;
    }
    for (uint32_t i = 0; i < g->start_count; i++) {
        astar_reach(search, ASTAR_NONE, g->starts[i], i, g->start_costs[i]);
    }
    return astar_find(search, last);
}

/* Checks that the path leads from a start along edges to a goal, and that its cost is the one
 * stored in its nodes. */
static void check_path(const random_graph *g, astar *search, uint32_t last, uint64_t seed) {
    astar_node nodes[MOST_VERTICES + 1];
    uint32_t count;
    const uint32_t *path = astar_path(search, last, &count);
    ck_assert_uint_ge(count, 1);
    ck_assert_uint_le(count, g->vertex_count + 1);
    for (uint32_t i = 0; i < count; i++) {
        nodes[i] = search->nodes[path[i]];
        ck_assert_uint_eq(nodes[i].parent, i > 0 ? path[i - 1] : ASTAR_NONE);
    }
    ck_assert_uint_eq(path[count - 1], last);
    ck_assert_uint_eq(nodes[0].vertex, g->starts[nodes[0].label]);
    ck_assert(nodes[0].g == g->start_costs[nodes[0].label]);
    uint32_t edges = nodes[count - 1].vertex == ASTAR_NONE ? count - 2 : count - 1;
    for (uint32_t i = 1; i <= edges; i++) {
        const arc *a = &g->arcs[nodes[i].label];
        ck_assert_msg(a->from == nodes[i - 1].vertex && a->to == nodes[i].vertex &&
                          nodes[i].g == nodes[i - 1].g + a->cost,
                      "seed %llu: node %u", (unsigned long long)seed, i);
    }
    ck_assert_int_eq(nodes[count - 1].vertex == ASTAR_NONE, g->form == GOAL_EDGES);
    ck_assert(g->goal[nodes[edges].vertex]);
}

static void check_search(bench *b, random_graph *g, uint64_t seed, uint32_t *found) {
    astar search;
    uint32_t last;
    double least = least_cost(g);
    search_outcome outcome = find(b, g, &search, &last);
    ck_assert_msg((outcome == SEARCH_FOUND) == (least < (double)INFINITY), "seed %llu: outcome %d",
                  (unsigned long long)seed, outcome);
    if (outcome != SEARCH_FOUND) {
        ck_assert_int_eq(outcome, SEARCH_NONE);
        return;
    }
    double cost = search.nodes[last].g;
    ck_assert_msg(fabs(cost - least) <= 1e-9, "seed %llu: %.17g, expected %.17g",
                  (unsigned long long)seed, cost, least);
    check_path(g, &search, last, seed);
    ++*found;
}

/* ---- Tests ----------------------------------------------------------------------------------- */

START_TEST(finds_the_cheapest_path_without_a_bound) {
    bench b;
    static random_graph g;
    uint32_t found = 0, count = trials(4000);
    bench_start(&b, NULL);
    for (uint64_t seed = 1; seed <= count; seed++) {
        draw_graph(&g, &(dice){seed}, seed % 2 == 0);
        check_search(&b, &g, seed, &found);
    }
    ck_assert_uint_ge(found, trials_bound(2000));
    ck_assert_uint_le(found, count - trials_bound(500)); /* some goals are unreachable */
    bench_end(&b);
}
END_TEST

/* Any fraction of the remaining cost is a lower bound. The bound of one vertex may be far above the
 * bound of the next, which forces vertices to be expanded again. */
START_TEST(finds_the_cheapest_path_with_inconsistent_bounds) {
    bench b;
    static random_graph g;
    uint32_t found = 0;
    bench_start(&b, NULL);
    for (uint64_t seed = 1; seed <= trials(4000); seed++) {
        dice from = {seed};
        double left[MOST_VERTICES];
        draw_graph(&g, &from, seed % 2 == 0);
        relax_backwards(&g, left);
        for (uint32_t i = 0; i < g.vertex_count; i++) {
            double share = dice_below(&from, 3) == 0 ? 0.0 : dice_between(&from, 0.0, 1.0);
            g.bound[i] = left[i] < (double)INFINITY ? share * left[i] : 1000.0;
        }
        check_search(&b, &g, seed, &found);
    }
    ck_assert_uint_ge(found, trials_bound(2000));
    bench_end(&b);
}
END_TEST

/* With integer costs, nearly every choice is a tie. */
START_TEST(ties_go_to_the_node_created_first) {
    bench b;
    static random_graph g;
    static plain_search plain;
    uint32_t compared = 0;
    bench_start(&b, NULL);
    for (uint64_t seed = 1; seed <= trials(4000); seed++) {
        dice from = {seed};
        draw_graph(&g, &from, true);
        for (uint32_t i = 0; i < g.vertex_count; i++) {
            g.bound[i] = (double)dice_below(&from, 3);
        }
        astar search;
        uint32_t last, expected = plain_find(&plain, &g);
        search_outcome outcome = find(&b, &g, &search, &last);
        ck_assert_int_eq(outcome == SEARCH_FOUND, expected != ASTAR_NONE);
        if (expected == ASTAR_NONE) {
            continue;
        }
        ck_assert_uint_eq(last, expected);
        for (uint32_t at = last; at != ASTAR_NONE; at = search.nodes[at].parent) {
            ck_assert_msg(memcmp(&search.nodes[at].vertex, &plain.nodes[at].vertex,
                                 3 * sizeof(uint32_t)) == 0,
                          "seed %llu: node %u", (unsigned long long)seed, at);
        }
        compared++;
    }
    ck_assert_uint_ge(compared, trials_bound(2000));
    bench_end(&b);
}
END_TEST

/* Both paths around a square have equal length, so the edge that is reported first decides. */
START_TEST(edge_order_decides_between_equal_paths) {
    bench b;
    bench_start(&b, NULL);
    for (uint32_t first = 1; first <= 2; first++) {
        random_graph g = {.vertex_count = 4,
                          .arc_count = 4,
                          .start_count = 1,
                          .goal = {[3] = true},
                          .arcs = {{0, first, 1.0}, {0, 3 - first, 1.0}, {1, 3, 1.0}, {2, 3, 1.0}}};
        astar search;
        uint32_t last, count;
        ck_assert_int_eq(find(&b, &g, &search, &last), SEARCH_FOUND);
        const uint32_t *path = astar_path(&search, last, &count);
        ck_assert_uint_eq(count, 3);
        ck_assert_uint_eq(search.nodes[path[1]].vertex, first);
    }
    bench_end(&b);
}
END_TEST

/* If a start is also a goal, the path consists of the start only. */
START_TEST(a_start_may_be_a_goal) {
    bench b;
    bench_start(&b, NULL);
    random_graph g = {.vertex_count = 1, .start_count = 1, .start_costs = {2.5}, .goal = {true}};
    astar search;
    uint32_t last, count;
    ck_assert_int_eq(find(&b, &g, &search, &last), SEARCH_FOUND);
    const uint32_t *path = astar_path(&search, last, &count);
    ck_assert_uint_eq(count, 1);
    ck_assert_uint_eq(path[0], last);
    ck_assert(search.nodes[last].g == 2.5);
    bench_end(&b);
}
END_TEST

/* What a search leaves in the buffers does not affect the next search, and the next search
 * allocates nothing. */
START_TEST(repeated_search_allocates_nothing) {
    bench b;
    static random_graph g;
    uint32_t found = 0;
    bench_start(&b, NULL);
    for (uint32_t round = 0; round < 2; round++) {
        uint64_t calls = b.memory.calls;
        for (uint64_t seed = 1; seed <= 100; seed++) {
            draw_graph(&g, &(dice){seed}, true);
            check_search(&b, &g, seed, &found);
        }
        ck_assert(round == 0 || b.memory.calls == calls);
    }
    bench_end(&b);
}
END_TEST

/* An allocator that fails after a given number of calls. */
static void *scarce_get(void *user, size_t size) {
    uint32_t *left = user;
    return *left == 0 ? NULL : (--*left, aligned_alloc(64, (size + 63) / 64 * 64));
}

static void scarce_release(void *user, void *block, size_t size) {
    (void)user;
    (void)size;
    free(block);
}

/* A star graph. The search reaches all of its many rays before the goal, so the buffers grow
 * several times. */
enum { RAYS = 3000 };

static void expand_star(astar *search, uint32_t index, astar_node at) {
    for (uint32_t i = 1; at.vertex == 0 && i <= RAYS; i++) {
        astar_reach(search, index, i, i, (double)(RAYS - i));
    }
}

static double no_bound(const astar *search, const astar_node *at) {
    (void)search;
    (void)at;
    return 0.0;
}

static bool is_first_ray(astar *search, const astar_node *at) {
    (void)search;
    return at->vertex == 1;
}

START_TEST(reports_out_of_memory) {
    static const astar_graph star = {expand_star, no_bound, is_first_ray};
    search_outcome outcome = SEARCH_NO_MEMORY;
    uint32_t refused = 0;
    for (uint32_t calls = 0; outcome == SEARCH_NO_MEMORY; calls++) {
        uint32_t left = calls, last;
        bench b;
        bench_start(&b, &(wend_allocator){scarce_get, scarce_release, &left});
        astar search = {.view = &b.view, .graph = &star, .vertex_count = RAYS + 1};
        if (astar_begin(&search)) {
            astar_reach(&search, ASTAR_NONE, 0, 0, 0.0);
            outcome = astar_find(&search, &last);
        }
        refused += outcome == SEARCH_NO_MEMORY;
        ck_assert(outcome == SEARCH_NO_MEMORY || outcome == SEARCH_FOUND);
        ck_assert(outcome != SEARCH_FOUND || search.nodes[last].g == (double)(RAYS - 1));
        bench_end(&b);
    }
    ck_assert_uint_ge(refused, 6); /* failures: marks, nodes, heap, at least two reallocations */
}
END_TEST

/* Each of the two buffers gets space for all nodes, whatever size it had after earlier searches. */
START_TEST(each_buffer_has_space_for_all_nodes) {
    static const astar_graph star = {expand_star, no_bound, is_first_ray};
    static const uint32_t large[] = {BUFFER_NODES, BUFFER_HEAP};
    for (uint32_t i = 0; i < 2; i++) {
        uint32_t last;
        bench b;
        bench_start(&b, NULL);
        ck_assert_ptr_nonnull(worker_buffer_take(&b.view, 0, large[i], (size_t)1 << 20));
        astar search = {.view = &b.view, .graph = &star, .vertex_count = RAYS + 1};
        ck_assert(astar_begin(&search));
        astar_reach(&search, ASTAR_NONE, 0, 0, 0.0);
        ck_assert_int_eq(astar_find(&search, &last), SEARCH_FOUND);
        ck_assert_uint_eq(search.node_count, RAYS + 1);
        ck_assert_uint_ge(worker_buffer_size(&b.view, 0, BUFFER_NODES),
                          search.node_count * sizeof *search.nodes);
        ck_assert_uint_ge(worker_buffer_size(&b.view, 0, BUFFER_HEAP),
                          search.node_count * sizeof *search.heap);
        bench_end(&b);
    }
}
END_TEST

int main(void) {
    SUITE("plan/astar", finds_the_cheapest_path_without_a_bound,
          finds_the_cheapest_path_with_inconsistent_bounds, ties_go_to_the_node_created_first,
          edge_order_decides_between_equal_paths, a_start_may_be_a_goal,
          repeated_search_allocates_nothing, reports_out_of_memory,
          each_buffer_has_space_for_all_nodes);
}
