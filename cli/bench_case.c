/* Defines the benchmark cases and places their agents. Random numbers come from wend/random.h, so a
 * case is the same on all machines. */
#include "cli/bench_case.h"
#include "cli/bench_streets.h"
#include <wend/math.h>
#include <wend/random.h>

enum { DIRECTIONS = 4 };
/* The purpose of each random number. */
enum { FOR_X, FOR_Y, FOR_RADIUS, FOR_CELL, FOR_DIRECTION };

static double sample_uniform(double low, double high, uint64_t seed, uint64_t key,
                             uint32_t purpose) {
    return low + (high - low) * wend_random_uniform(seed, key, 0, purpose);
}

/* ---- Squares --------------------------------------------------------------------------------- */

/* A square grid that is filled with agents row by row. In x and in y, each agent is within `jitter`
 * of its grid point. */
typedef struct grid {
    wend_point corner;    /* the first grid point */
    double cell, jitter;  /* m */
    double radius[2];     /* m, smallest and largest radius */
    uint32_t first, last; /* the agents with indices from `first` to `last - 1` */
} grid;

static uint32_t find_row_length(uint32_t count) {
    uint32_t row = 1;
    while ((uint64_t)row * row < count) {
        row++;
    }
    return row;
}

static void place_grid(const grid *g, uint64_t seed, bench_agent *out) {
    uint32_t row = find_row_length(g->last - g->first);
    for (uint32_t i = g->first; i < g->last; i++) {
        uint32_t column = (i - g->first) % row, line = (i - g->first) / row;
        out[i] = (bench_agent){
            .position = {g->corner.x + g->cell * column +
                             sample_uniform(-g->jitter, g->jitter, seed, i, FOR_X),
                         g->corner.y + g->cell * line +
                             sample_uniform(-g->jitter, g->jitter, seed, i, FOR_Y)},
            .direction = i % DIRECTIONS,
            .radius = sample_uniform(g->radius[0], g->radius[1], seed, i, FOR_RADIUS)};
    }
}

/* Places all agents in a square that is centred on the origin. */
static void place_square(uint32_t count, double cell, const double radius[2], uint64_t seed,
                         bench_agent *out) {
    double corner = -0.5 * cell * find_row_length(count);
    grid square = {.corner = {corner, corner},
                   .cell = cell,
                   .jitter = 0.4,
                   .radius = {radius[0], radius[1]},
                   .last = count};
    place_grid(&square, seed, out);
}

static void place_crossing(bench_agent *out, uint32_t count, uint64_t seed, uint32_t blocks) {
    (void)blocks;
    static const double radius[2] = {0.25, 0.25};
    place_square(count, 1.4142135623730951, radius, seed, out); /* a density of 0.5 agents/m^2 */
}

static void place_mixed(bench_agent *out, uint32_t count, uint64_t seed, uint32_t blocks) {
    (void)blocks;
    static const double radius[2] = {0.15, 1.0};
    place_square(count, 2.23606797749979, radius, seed, out); /* a density of 0.2 agents/m^2 */
}

/* Places half of the agents at 4 agents/m^2, where they almost touch, and the other half next to
 * them at 0.05 agents/m^2. */
static void place_jam(bench_agent *out, uint32_t count, uint64_t seed, uint32_t blocks) {
    (void)blocks;
    uint32_t half = count / 2;
    grid jam = {.cell = 0.5, .jitter = 0.05, .radius = {0.2, 0.2}, .last = half};
    double width = jam.cell * find_row_length(half);
    grid plaza = {.corner = {0.5 * width, 0.0},
                  .cell = 4.47213595499958,
                  .jitter = 0.4,
                  .radius = {0.2, 0.2},
                  .first = half,
                  .last = count};
    plaza.corner.x += 0.5 * plaza.cell;
    plaza.corner.y = -0.5 * plaza.cell * find_row_length(count - half);
    jam.corner = (wend_point){-0.5 * width, -0.5 * width};
    place_grid(&jam, seed, out);
    place_grid(&plaza, seed, out);
}

/* ---- Circles --------------------------------------------------------------------------------- */

/* Places agents on a circle, four metres apart. */
static void place_circle(bench_agent *out, uint32_t count, uint64_t seed, uint32_t blocks) {
    (void)seed;
    (void)blocks;
    double radius = 4.0 * count / (2.0 * WEND_PI);
    for (uint32_t i = 0; i < count; i++) {
        double angle = 2.0 * WEND_PI * i / count;
        wend_point at = {radius * wend_cos(angle), radius * wend_sin(angle)};
        out[i] = (bench_agent){.position = at, .goal = {-at.x, -at.y}, .radius = 1.5};
    }
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

/* Visits the free cells of a 1 m grid in order, and places an agent in each cell with a probability
 * of (remaining agents) / (remaining cells). */
static void place_blocks(bench_agent *out, uint32_t count, uint64_t seed, uint32_t blocks) {
    uint32_t side = (uint32_t)bench_streets_side(blocks), built = blocks * blocks;
    uint32_t left = side * side - built * BENCH_BLOCK * BENCH_BLOCK, placed = 0;
    for (uint32_t cell = 0; cell < side * side && placed < count; cell++) {
        uint32_t x = cell % side, y = cell / side;
        bool across = bench_streets_is_in_corridor(y), along = bench_streets_is_in_corridor(x);
        if (!across && !along) {
            continue;
        }
        if (sample_uniform(0.0, left--, seed, cell, FOR_CELL) >= count - placed) {
            continue;
        }
        uint32_t direction = (uint32_t)sample_uniform(0.0, DIRECTIONS, seed, cell, FOR_DIRECTION);
        bool vertical = across && along ? direction & 1U : along;
        out[placed++] = (bench_agent){.position = {x + 0.5, y + 0.5},
                                      .direction = (direction & 2U) + vertical,
                                      .radius = 0.25};
    }
}

/* ---- The list -------------------------------------------------------------------------------- */

#define CIRCLE(n)                                                                                  \
    {                                                                                              \
        .name = "circle-" #n, .agents = (n), .steps = 2000, .dt = 0.25, .goal_kind = BENCH_ACROSS, \
        .preferred_speed = 1.0, .max_speed = 2.0, .neighbour_distance = 15.0, .horizon = 10.0,     \
        .wall_horizon = 10.0, .place = place_circle                                                \
    }

#define CROWD(kind, n, warm, timed, what, to_a_side)                                               \
    {                                                                                              \
        .name = #kind "-" #n, .agents = (n), .warm_steps = (warm), .steps = (timed), .dt = 0.1,    \
        .goal_kind = (what), .preferred_speed = 1.3, .max_speed = 2.0, .neighbour_distance = 5.0,  \
        .horizon = 2.0, .wall_horizon = 0.5, .blocks = (to_a_side), .place = place_##kind          \
    }

const bench_case bench_cases[] = {
    CIRCLE(250),
    CIRCLE(1000),
    CROWD(crossing, 10000, 20, 100, BENCH_CROSS, 0),
    CROWD(crossing, 100000, 20, 100, BENCH_CROSS, 0),
    CROWD(crossing, 1000000, 2, 8, BENCH_CROSS, 0), /* slow engines take a minute for this case */
    CROWD(blocks, 1000, 20, 100, BENCH_STREETS, 4),
    CROWD(blocks, 10000, 20, 100, BENCH_STREETS, 14),
    CROWD(mixed, 10000, 20, 100, BENCH_CROSS, 0),
    CROWD(jam, 10000, 20, 100, BENCH_CROSS, 0),
};
const uint32_t bench_case_count = sizeof bench_cases / sizeof *bench_cases;

const char *const bench_case_names[] = {
    "circle-250",  "circle-1000",  "crossing-10000", "crossing-100000", "crossing-1000000",
    "blocks-1000", "blocks-10000", "mixed-10000",    "jam-10000",       NULL,
};
_Static_assert(sizeof bench_case_names / sizeof *bench_case_names ==
                   sizeof bench_cases / sizeof *bench_cases + 1,
               "every case has its name in the list");

void bench_place_agents(const bench_case *which, uint64_t seed, bench_agent *out) {
    which->place(out, which->agents, seed, which->blocks);
}
