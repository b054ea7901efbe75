/* Checks which connections a path takes. The expected result comes from Bellman and Ford's
 * relaxation (1958) over the ends of all connections, with all walking distances measured. */
#include "plan/graph/connections.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <wend/world.h>

#include "base/hash.h"
#include "step/internals.h"
#include "step/worker_buffers.h"
#include "support/buffers.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"

enum { MOST_CONNECTIONS = 40, MOST_ARCS = 2 * MOST_CONNECTIONS, MOST_PARTS = 5, LAYERS = 4 };

/* How the lengths of walking paths are chosen. */
typedef enum walk_metric {
    METRIC_STRAIGHT, /* the straight-line distance */
    METRIC_LONGER,   /* one to three times the straight-line distance */
    METRIC_WHOLE /* the city-block distance between integer coordinates: many paths are equally long
                  */
} walk_metric;

typedef struct random_case {
    uint64_t seed;
    walk_metric metric;
    uint32_t unreachable; /* percentage of walking paths that do not exist */
    connection_arc arcs[MOST_ARCS];
    bool banned[MOST_CONNECTIONS];
    connection_table table;
    double speed;
    wend_location start;
    wend_region parts[MOST_PARTS];
    connection_target target;
    uint64_t walks; /* number of walking paths measured so far */
} random_case;

/* ---- Walks ----------------------------------------------------------------------------------- */

/* Returns the length of a walking path. It depends only on the two ends, so the same path always
 * has the same length. */
static double walk_length(const random_case *c, wend_location from, wend_vec2 to, uint32_t layer) {
    double x = (double)to.x - (double)from.position.x, y = (double)to.y - (double)from.position.y;
    double straight = sqrt(x * x + y * y);
    const float ends[] = {from.position.x, from.position.y, to.x, to.y};
    uint64_t bits = hash_bytes(ends, sizeof ends, c->seed + 16 * from.layer + layer);
    if ((bits % 100 < c->unreachable && straight > 0.0) ||
        c->table.grounds[from.layer] != c->table.grounds[layer]) {
        return (double)INFINITY;
    }
    switch (c->metric) {
    case METRIC_LONGER:
        return straight * (1.0 + (double)(bits / 100 % 1000) / 500.0);
    case METRIC_WHOLE:
        return fabs(x) + fabs(y);
    default:
        return straight;
    }
}

static double walk(const void *context, wend_location from, const wend_region *to, uint32_t layer) {
    random_case *c = (random_case *)context;
    c->walks++;
    return walk_length(c, from, wend_region_nearest(to, from.position), layer);
}

static bool may_take(const void *context, const connection_arc *arc) {
    return !((const random_case *)context)->banned[arc->connection];
}

/* ---- The oracle ------------------------------------------------------------------------------ */

static double plain_cost(const random_case *c, uint32_t arc) {
    const connection_arc *a = &c->arcs[arc];
    double x = (double)a->exit.position.x - (double)a->entry.position.x;
    double y = (double)a->exit.position.y - (double)a->entry.position.y;
    double length = sqrt(x * x + y * y);
    if (a->cost >= 0.0F) {
        return (double)a->cost;
    }
    double meanwhile = a->duration >= 0.0F ? (double)a->duration * c->speed : length;
    return fmax(length, meanwhile);
}

static double walk_to_end(const random_case *c, wend_location from) {
    double least = (double)INFINITY;
    for (uint32_t i = 0; i < c->target.count; i++) {
        wend_vec2 to = wend_region_nearest(&c->parts[i], from.position);
        least = fmin(least, walk_length(c, from, to, c->target.layer));
    }
    return least;
}

/* Returns the lowest cost to the target from the entry of an arc, for paths that take this arc and
 * then another one. */
static double least_over_next(const random_case *c, uint32_t arc, const double behind[MOST_ARCS]) {
    const connection_arc *a = &c->arcs[arc];
    double least = (double)INFINITY;
    for (uint32_t k = 0; k < c->table.count && !c->banned[a->connection]; k++) {
        wend_location entry = c->arcs[k].entry;
        if (c->arcs[k].connection != a->connection && behind[k] < least) {
            double between = walk_length(c, a->exit, entry.position, entry.layer);
            least = fmin(least, plain_cost(c, arc) + between + behind[k]);
        }
    }
    return least;
}

/* Computes, for the entry of each arc, the cost of the cheapest path to the target that takes this
 * arc. A path does not take a connection and immediately return by it. Returns the cost of the
 * cheapest path from the start that takes a connection. */
static double relax(const random_case *c, double behind[MOST_ARCS]) {
    uint32_t count = c->table.count;
    for (uint32_t i = 0; i < count; i++) {
        bool banned = c->banned[c->arcs[i].connection];
        behind[i] = banned ? (double)INFINITY : plain_cost(c, i) + walk_to_end(c, c->arcs[i].exit);
    }
    for (bool better = true; better;) {
        better = false;
        for (uint32_t i = 0; i < count; i++) {
            double least = least_over_next(c, i, behind);
            better = better || least < behind[i];
            behind[i] = fmin(behind[i], least);
        }
    }
    double best = (double)INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        wend_location entry = c->arcs[i].entry;
        best = fmin(best, walk_length(c, c->start, entry.position, entry.layer) + behind[i]);
    }
    return best;
}

/* ---- Cases ----------------------------------------------------------------------------------- */

static wend_location sample_point(dice *from, bool whole) {
    double x = dice_between(from, 0.0, 40.0), y = dice_between(from, 0.0, 40.0);
    wend_vec2 position = {(float)(whole ? floor(x) : x), (float)(whole ? floor(y) : y)};
    return (wend_location){position, dice_below(from, LAYERS)};
}

static void draw_connection(random_case *c, dice *from, uint32_t index) {
    bool whole = c->metric == METRIC_WHOLE;
    wend_location entry = sample_point(from, whole), exit = sample_point(from, whole);
    if (c->table.count > 0 && dice_below(from, 5) == 0) { /* starts where another connection ends */
        entry = c->arcs[dice_below(from, c->table.count)].exit;
    }
    if (dice_below(from, 4) == 0) { /* a ladder: ends right above its entry */
        exit.position = entry.position;
    }
    float x = exit.position.x - entry.position.x, y = exit.position.y - entry.position.y;
    connection_arc arc = {.entry = entry,
                          .exit = exit,
                          .connection = index,
                          .length = sqrtf(x * x + y * y),
                          .cost = -1.0F,
                          .duration = -1.0F};
    uint32_t kind = dice_below(from, 6);
    float factor[] = {0.0F, 0.3F, 1.0F, 2.0F};
    if (kind < 4) {
        arc.cost = whole ? (float)dice_below(from, 20) : factor[kind] * arc.length;
    } else if (kind == 4 && !whole) {
        arc.duration = (float)dice_between(from, 0.0, 20.0);
    }
    c->banned[index] = dice_below(from, 8) == 0;
    c->arcs[c->table.count++] = arc;
    if (dice_below(from, 2) == 0) {
        arc.backwards = true;
        arc.entry = exit;
        arc.exit = entry;
        c->arcs[c->table.count++] = arc;
    }
}

static void draw_case(random_case *c, uint64_t seed, walk_metric metric) {
    dice from = {seed};
    *c = (random_case){.seed = seed, .metric = metric, .speed = dice_between(&from, 0.5, 2.0)};
    c->unreachable = dice_below(&from, 3) * 40;
    c->table.arcs = c->arcs;
    for (uint32_t i = 1; i < LAYERS; i++) { /* some layers are joined by links */
        uint32_t ground = dice_below(&from, 2 * i);
        c->table.grounds[i] = (uint8_t)(ground < i ? c->table.grounds[ground] : i);
    }
    for (uint32_t i = dice_below(&from, MOST_CONNECTIONS + 1); i-- > 0;) {
        draw_connection(c, &from, i);
    }
    bool whole = metric == METRIC_WHOLE;
    c->start = sample_point(&from, whole);
    c->target =
        (connection_target){c->parts, 1 + dice_below(&from, MOST_PARTS), dice_below(&from, LAYERS)};
    for (uint32_t i = 0; i < c->target.count; i++) {
        c->parts[i].shape = whole ? WEND_SHAPE_POINT : WEND_SHAPE_DISC;
        c->parts[i].a = sample_point(&from, whole).position;
        c->parts[i].b.x = whole ? 0.0F : (float)dice_between(&from, 0.0, 3.0);
    }
}

static bool ask(const bench *b, random_case *c, uint32_t *first, double *cost) {
    connection_query query = {.view = &b->view,
                              .table = &c->table,
                              .speed = c->speed,
                              .may_take = may_take,
                              .route_length = walk,
                              .context = c};
    return connections_choose(&query, c->start, &c->target, first, cost);
}

static bool is_near(double a, double b) {
    return a == b || fabs(a - b) <= 1e-5 * (1.0 + fabs(b));
}

/* ---- Tests ----------------------------------------------------------------------------------- */

typedef struct tally {
    uint32_t walking, taking, lost;
    double measured, all;
} tally;

static void check_case(const bench *b, random_case *c, tally *sum) {
    static double behind[MOST_ARCS];
    uint32_t first = 0;
    double cost = 0.0, taking = relax(c, behind), direct = walk_to_end(c, c->start);
    double best = fmin(taking, direct);
    ck_assert(ask(b, c, &first, &cost));
    ck_assert_msg(is_near(cost, best), "seed %llu, metric %d: cost %.9g, not %.9g",
                  (unsigned long long)c->seed, c->metric, cost, best);
    double claimed = direct;
    if (first != WEND_NONE) {
        wend_location entry = c->arcs[first].entry;
        ck_assert_uint_lt(first, c->table.count);
        claimed = walk_length(c, c->start, entry.position, entry.layer) + behind[first];
    }
    ck_assert_msg(best == (double)INFINITY ? first == WEND_NONE : is_near(claimed, best),
                  "seed %llu, metric %d: by arc %u it costs %.9g, not %.9g",
                  (unsigned long long)c->seed, c->metric, first, claimed, best);
    ck_assert_msg(first == WEND_NONE || c->metric != METRIC_WHOLE || cost < direct,
                  "seed %llu: takes arc %u for %.9g, although walking costs as much",
                  (unsigned long long)c->seed, first, cost);
    sum->walking += first == WEND_NONE && best < (double)INFINITY;
    sum->taking += first != WEND_NONE;
    sum->lost += best == (double)INFINITY;
    sum->measured += (double)c->walks;
    sum->all += (double)(c->table.count + 1) * (double)(c->table.count + c->target.count);
}

static tally check_metric(walk_metric metric, uint64_t first_seed, uint32_t usual) {
    static random_case c;
    bench b;
    tally sum = {0};
    bench_start(&b, NULL);
    for (uint64_t i = 0; i < trials(usual); i++) {
        draw_case(&c, first_seed + i, metric);
        check_case(&b, &c, &sum);
    }
    bench_end(&b);
    printf("metric %d: %u walk, %u take a connection, %u cannot; measured %.3g %% of walks\n",
           metric, sum.walking, sum.taking, sum.lost, 100.0 * sum.measured / sum.all);
    return sum;
}

START_TEST(matches_bellman_ford_with_straight_walking_paths) {
    tally sum = check_metric(METRIC_STRAIGHT, 7100000, 1500);
    ck_assert_uint_ge(sum.taking, trials_bound(300));
    ck_assert_uint_ge(sum.walking, trials_bound(100));
}
END_TEST

START_TEST(matches_bellman_ford_with_longer_walking_paths) {
    tally sum = check_metric(METRIC_LONGER, 7200000, 1500);
    ck_assert_uint_ge(sum.taking, trials_bound(300));
    ck_assert_uint_ge(sum.lost, trials_bound(5));
}
END_TEST

/* The path takes no connection if walking costs the same. */
START_TEST(ignores_connection_that_saves_nothing) {
    tally sum = check_metric(METRIC_WHOLE, 7300000, 1500);
    ck_assert_uint_ge(sum.walking, trials_bound(100));
}
END_TEST

START_TEST(walks_if_there_are_no_connections) {
    static random_case c;
    bench b;
    uint32_t first = 0;
    double cost = 0.0;
    bench_start(&b, NULL);
    draw_case(&c, 1, METRIC_STRAIGHT);
    c.table.count = c.unreachable = 0;
    ck_assert(ask(&b, &c, &first, &cost));
    ck_assert_uint_eq(first, WEND_NONE);
    ck_assert(is_near(cost, walk_to_end(&c, c.start)));
    bench_end(&b);
}
END_TEST

/* Free jumps form a cycle. First the target is not on the cycle and cannot be reached, then it is
 * on the cycle. */
START_TEST(search_terminates_with_cycles_of_free_connections) {
    static random_case c;
    bench b;
    uint32_t first = 0;
    double cost = 0.0;
    bench_start(&b, NULL);
    c = (random_case){.speed = 1.0, .unreachable = 100};
    c.table.arcs = c.arcs;
    for (uint32_t i = 0; i < MOST_CONNECTIONS; i++) {
        uint32_t next = (i + 1) % MOST_CONNECTIONS;
        c.arcs[c.table.count++] =
            (connection_arc){.entry = {{(float)i, 0.0F}, 0},
                             .exit = {{(float)next, 0.0F}, 0},
                             .connection = i,
                             .length = i + 1 < MOST_CONNECTIONS ? 1.0F : (float)i,
                             .cost = 0.0F};
    }
    c.start = (wend_location){{3.0F, 0.0F}, 0};
    c.parts[0] = (wend_region){.shape = WEND_SHAPE_POINT, .a = {50.0F, 0.0F}};
    c.target = (connection_target){c.parts, 1, 0};
    ck_assert(ask(&b, &c, &first, &cost));
    ck_assert_uint_eq(first, WEND_NONE);
    ck_assert(cost == (double)INFINITY);
    c.parts[0].a = (wend_vec2){2.0F, 0.0F}; /* reached only after almost a full cycle */
    ck_assert(ask(&b, &c, &first, &cost));
    ck_assert_uint_eq(first, 3);
    ck_assert(cost == 0.0);
    bench_end(&b);
}
END_TEST

/* What a search leaves in the buffers does not affect the next search, and the next search
 * allocates nothing. */
START_TEST(repeated_search_allocates_nothing) {
    static random_case c;
    bench b;
    bench_start(&b, NULL);
    for (uint64_t i = 0; i < trials(100); i++) {
        uint32_t first[2];
        double cost[2];
        draw_case(&c, 7400000 + i, METRIC_LONGER);
        ck_assert(ask(&b, &c, &first[0], &cost[0]));
        uint64_t calls = b.memory.calls;
        ck_assert(ask(&b, &c, &first[1], &cost[1]));
        ck_assert_uint_eq(b.memory.calls, calls);
        ck_assert_uint_eq(first[0], first[1]);
        ck_assert(cost[0] == cost[1]);
    }
    bench_end(&b);
}
END_TEST

/* Walking paths to connections that are far away are not measured. */
START_TEST(measures_less_than_a_quarter_of_all_walking_paths) {
    static random_case c;
    bench b;
    bench_start(&b, NULL);
    for (uint32_t count = 5; count <= MOST_CONNECTIONS; count *= 2) {
        uint64_t measured = 0, all = 0;
        for (uint64_t i = 0; i < trials(200); i++) {
            dice from = {7500000 + i};
            draw_case(&c, 7500000 + i, METRIC_LONGER);
            c.table.count = c.unreachable = 0;
            for (uint32_t k = count; k-- > 0;) {
                draw_connection(&c, &from, k);
                c.banned[k] = false;
            }
            for (uint32_t k = 0; k < c.table.count; k++) {
                c.arcs[k].cost = -1.0F;
            }
            uint32_t first;
            double cost;
            ck_assert(ask(&b, &c, &first, &cost));
            measured += c.walks;
            all += (uint64_t)(c.table.count + 1) * (c.table.count + c.target.count);
        }
        double share = (double)measured / (double)all;
        printf("%2u connections: %.3g walks measured, %.3g %% of all\n", count,
               (double)measured / trials(200), 100.0 * share);
        ck_assert_msg(share < 0.25, "%u connections: measured %.3g of all walks", count, share);
    }
    bench_end(&b);
}
END_TEST

int main(void) {
    SUITE("plan/connections", matches_bellman_ford_with_straight_walking_paths,
          matches_bellman_ford_with_longer_walking_paths, ignores_connection_that_saves_nothing,
          walks_if_there_are_no_connections, search_terminates_with_cycles_of_free_connections,
          repeated_search_allocates_nothing, measures_less_than_a_quarter_of_all_walking_paths);
}
