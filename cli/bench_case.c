/* Defines the benchmark cases and places their agents. Random numbers come from wend/random.h, so a
 * case is the same on all machines. */
#include "cli/bench_case.h"
#include "cli/bench_streets.h"
#include <string.h>
#include <wend/math.h>
#include <wend/random.h>

enum { DIRECTIONS = 4, CIRCLE_GAP = 20 /* m, between circles */ };
/* The purpose of each random number. */
enum { FOR_X, FOR_Y, FOR_RADIUS, FOR_CELL, FOR_DIRECTION, FOR_GOAL_X, FOR_GOAL_Y };

enum { NEIGHBOURHOOD = 60 }; /* m */

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

static void place_crossing(const bench_case *which, uint64_t seed, bench_agent *out) {
    static const double radius[2] = {0.25, 0.25};
    place_square(which->agents, 1.4142135623730951, radius, seed,
                 out); /* a density of 0.5 agents/m^2 */
}

static void place_mixed(const bench_case *which, uint64_t seed, bench_agent *out) {
    static const double radius[2] = {0.15, 1.0};
    place_square(which->agents, 2.23606797749979, radius, seed,
                 out); /* a density of 0.2 agents/m^2 */
}

/* Places half of the agents at 4 agents/m^2, where they almost touch, and the other half next to
 * them at 0.05 agents/m^2. */
static void place_jam(const bench_case *which, uint64_t seed, bench_agent *out) {
    uint32_t count = which->agents, half = count / 2;
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

/* Places agents on circles, four metres apart. The circles form a square of `copies` per side. */
static void place_circle(const bench_case *which, uint64_t seed, bench_agent *out) {
    (void)seed;
    uint32_t copies = which->copies, count = which->agents / (copies * copies);
    double radius = 4.0 * count / (2.0 * WEND_PI), apart = 2.0 * radius + CIRCLE_GAP;
    for (uint32_t i = 0; i < which->agents; i++) {
        uint32_t circle = i / count, column = circle % copies, line = circle / copies;
        wend_point centre = {apart * (column - 0.5 * (copies - 1)),
                             apart * (line - 0.5 * (copies - 1))};
        double angle = 2.0 * WEND_PI * (i % count) / count;
        wend_point at = {radius * wend_cos(angle), radius * wend_sin(angle)};
        out[i] = (bench_agent){.position = {centre.x + at.x, centre.y + at.y},
                               .goal = {centre.x - at.x, centre.y - at.y},
                               .radius = 1.5};
    }
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

/* Visits the free cells of a 1 m grid in order, and places an agent in each cell with a probability
 * of (remaining agents) / (remaining cells). */
static void place_blocks(const bench_case *which, uint64_t seed, bench_agent *out) {
    uint32_t blocks = which->blocks, count = which->agents;
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

/* ---- Towns ----------------------------------------------------------------------------------- */

/* Sets the goal of each agent to a random free cell at most `reach` metres away in x and in y. */
static void set_goals(const bench_case *which, double reach, uint64_t seed, bench_agent *out) {
    double side = bench_streets_side(which->blocks);
    for (uint32_t i = 0; i < which->agents; i++) {
        wend_point from = out[i].position;
        for (uint32_t attempt = 0;; attempt++) {
            uint64_t key = (uint64_t)attempt << 32 | i;
            double x = sample_uniform(from.x - reach, from.x + reach, seed, key, FOR_GOAL_X),
                   y = sample_uniform(from.y - reach, from.y + reach, seed, key, FOR_GOAL_Y);
            if (x < 0.0 || y < 0.0 || x >= side || y >= side ||
                !(bench_streets_is_in_corridor((uint32_t)x) ||
                  bench_streets_is_in_corridor((uint32_t)y))) {
                continue;
            }
            out[i].goal = (wend_point){(uint32_t)x + 0.5, (uint32_t)y + 0.5};
            break;
        }
    }
}

/* Trips to a point in the neighbourhood: routes stay as long when the town grows. */
static void place_town(const bench_case *which, uint64_t seed, bench_agent *out) {
    place_blocks(which, seed, out);
    set_goals(which, NEIGHBOURHOOD, seed, out);
}

/* Trips to any point: routes become longer when the city grows. */
static void place_city(const bench_case *which, uint64_t seed, bench_agent *out) {
    place_blocks(which, seed, out);
    set_goals(which, bench_streets_side(which->blocks), seed, out);
}

/* ---- The list -------------------------------------------------------------------------------- */

#define CIRCLE(n)                                                                                  \
    {                                                                                              \
        .name = "circle-" #n, .agents = (n), .steps = 2000, .dt = 0.25, .goal_kind = BENCH_ACROSS, \
        .preferred_speed = 1.0, .max_speed = 2.0, .neighbour_distance = 15.0, .horizon = 10.0,     \
        .wall_horizon = 10.0, .copies = 1, .place = place_circle                                   \
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
    CROWD(town, 1000, 20, 100, BENCH_TRIPS, 16),
    CROWD(city, 250, 20, 100, BENCH_TRIPS, 8),
};
const uint32_t bench_case_count = sizeof bench_cases / sizeof *bench_cases;

const char *const bench_case_names[] = {BENCH_CASE_NAMES, NULL};
_Static_assert(sizeof bench_case_names / sizeof *bench_case_names ==
                   sizeof bench_cases / sizeof *bench_cases + 1,
               "every case has its name in the list");

void bench_place_agents(const bench_case *which, uint64_t seed, bench_agent *out) {
    which->place(which, seed, out);
}

/* ---- Growth ---------------------------------------------------------------------------------- */

const char *const bench_kind_names[] = {BENCH_KIND_NAMES, NULL};

const bench_case *bench_find_kind(const char *kind) {
    size_t length = strlen(kind);
    for (uint32_t i = 0; i < bench_case_count; i++) {
        const char *name = bench_cases[i].name;
        if (strncmp(name, kind, length) == 0 && name[length] == '-') {
            return &bench_cases[i];
        }
    }
    return NULL;
}

bench_case bench_grow(const bench_case *from, uint32_t factor) {
    bench_case grown = *from;
    grown.agents *= factor * factor;
    grown.blocks *= factor;
    grown.copies *= factor;
    return grown;
}
