/* Places agents at random positions without overlap, as evenly as the room allows (blue noise).
 *
 * Agents are placed by throwing darts (darts.c). Darts that must not overlap jam when discs cover a
 * fraction of 0.547 of the plane (the limit of random sequential adsorption). If the agents would
 * cover more than JAM_COVER of the free area, darts therefore keep an even distance but may
 * overlap, and overlapping agents are then pushed apart (push.c). If that fails, darts without
 * overlap are tried after all. In a region with little free ground, darts are thrown only over
 * cells that may contain free positions (cells.c).
 *
 * Cost: O(n) if agents cover up to about 0.4 of the free area; above that, O(n) for each of a
 * bounded number of rounds. */
#include "place/scatter/scatter.h"
#include "place/scatter/darts.h"
#include "place/scatter/push.h"
#include <math.h>
#include <wend/math.h>

enum {
    SAMPLES_LEAST = 64, /* minimum number of samples for estimating the free area */
    SAMPLES_MOST = 4096,
    REFUSED_EARLY = 1000, /* with fewer agents, darts quickly show how many fit */
    THIN = 32,            /* if less than 1/THIN of the box is free, the search goes cell by cell */
    PURPOSE_SAMPLE_X = 0x6b697404,
    PURPOSE_SAMPLE_Y = 0x6b697405,
    PURPOSE_SAMPLE_CELL = 0x6b69740a
};

#define CELL_RADII 4.0  /* minimum side of a cell, in radii of the largest agent */
#define JAM_COVER  0.42 /* if agents cover a larger fraction, they are pushed apart */
/* If agents would cover more than this fraction of the area, pushing is not tried. (The densest
 * packing of equal discs covers a fraction of 0.9069.) */
#define HOPELESS_COVER 0.9
#define DENSEST_COVER  0.9069

/* Areas in m2: the ground without agents, and the points at which an agent's centre could be. */
typedef struct free_area {
    double ground, centres;
} free_area;

static double box_area(const scatter *c) {
    return (c->high.x - c->low.x) * (c->high.y - c->low.y);
}

static free_area estimate_free_area(const scatter *c, uint32_t samples) {
    static const uint32_t purposes[3] = {PURPOSE_SAMPLE_X, PURPOSE_SAMPLE_Y, PURPOSE_SAMPLE_CELL};
    const scatter_task *task = c->task;
    wend_agent_def probe = task->agents[0];
    uint32_t ground = 0, centres = 0;
    for (uint32_t i = 0; i < samples; i++) {
        probe.position = room_sample(c, probe.key, i, purposes);
        probe.radius = 0.0;
        if (!room_is_free(c, &probe)) {
            continue;
        }
        ground++;
        probe.radius = task->agents[i % task->count].radius;
        centres += room_is_free(c, &probe);
    }
    double each = (c->cells.count > 0 ? cells_area(&c->cells) : box_area(c)) / samples;
    return (free_area){ground * each, centres * each};
}

/* Returns the total area (m2) of the agents of the task. An agent whose diameter is less than the
 * spacing counts as a disc with the spacing as its diameter. */
static double compute_covered_area(const scatter_task *task) {
    double area = 0.0;
    for (uint32_t i = 0; i < task->count; i++) {
        double radius = task->agents[i].radius;
        radius = radius > task->spacing / 2.0 ? radius : task->spacing / 2.0;
        area += WEND_PI * radius * radius;
    }
    return area;
}

/* True if agents may be anywhere, even at the same position. */
static bool is_unlimited(const scatter_task *task) {
    return task->allow_overlap && task->spacing <= 0.0;
}

/* True if not even the densest packing of discs, with centres anywhere in the box around the
 * region, has room for all agents. */
static bool is_beyond_packing(const scatter *c) {
    const scatter_task *task = c->task;
    double wide = c->high.x - c->low.x + 2.0 * c->largest + task->spacing;
    double tall = c->high.y - c->low.y + 2.0 * c->largest + task->spacing;
    return !is_unlimited(task) && task->count >= REFUSED_EARLY &&
           compute_covered_area(task) > DENSEST_COVER * wide * tall;
}

/* Returns the fraction of the available area that the agents cover. The region is treated as a
 * square, and discs may extend beyond its edges. */
static double cover_of(const scatter *c, const free_area *area) {
    double side = sqrt(area->centres) + 2.0 * c->largest;
    return compute_covered_area(c->task) / (side * side);
}

/* Throws darts that may overlap, then pushes the agents apart. Returns the number of agents that
 * have room. */
static uint32_t push_apart(scatter *c, const free_area *area, wend_point *valid_positions) {
    uint32_t count = c->task->count;
    c->pushing = true;
    uint32_t hits = darts_throw(c, area->centres);
    c->pushing = false;
    if (hits < count) {
        return 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        valid_positions[i] = c->task->agents[i].position;
    }
    return push_agents(c, valid_positions);
}

static scatter_status place_all(scatter *c, const free_area *area, scatter_result *result) {
    double cover = is_unlimited(c->task) ? 0.0 : cover_of(c, area);
    uint32_t count = c->task->count;
    if (area->centres > 0.0 && cover > JAM_COVER && cover < HOPELESS_COVER) {
        wend_point *valid_positions =
            memory_get_array(&c->near.heap, count, sizeof *valid_positions);
        if (valid_positions == NULL) {
            return SCATTER_NO_MEMORY;
        }
        result->placed_count = push_apart(c, area, valid_positions);
        memory_free(&c->near.heap, valid_positions, count * sizeof *valid_positions);
    }
    if (result->placed_count < count) {
        uint32_t hits = darts_throw(c, area->centres);
        result->placed_count = hits > result->placed_count ? hits : result->placed_count;
        return hits < count ? SCATTER_TOO_FEW : SCATTER_PLACED;
    }
    return SCATTER_PLACED;
}

/* Estimates the free area. If only a small part of the box is free, limits the search to cells that
 * may contain free positions. Returns false if out of memory. */
static bool estimate_room(scatter *c, free_area *area) {
    uint32_t count = c->task->count;
    uint32_t samples = count < SAMPLES_MOST / 4 ? 4 * count : SAMPLES_MOST;
    samples = samples < SAMPLES_LEAST ? SAMPLES_LEAST : samples;
    *area = estimate_free_area(c, samples);
    if (area->centres * THIN >= box_area(c)) {
        return true;
    }
    bool done = cells_find(&c->cells, c->task, c->low, c->high, CELL_RADII * c->largest);
    *area = estimate_free_area(c, samples);
    return done;
}

static scatter_status find_room(scatter *c, scatter_result *result) {
    const scatter_task *task = c->task;
    free_area area;
    if (!estimate_room(c, &area)) {
        return SCATTER_NO_MEMORY;
    }
    double cell = darts_even_distance(c, area.centres);
    cell = fmax(fmax(cell, task->spacing), 2.0 * c->largest);
    if (!bins_init(&c->near, c->low, c->high, cell * PUSH_SLACK * PUSH_SLACK, task->count,
                   task->allocator)) {
        return SCATTER_NO_MEMORY;
    }
    scatter_status status = place_all(c, &area, result);
    bins_free(&c->near);
    return status;
}

scatter_status scatter_agents(const scatter_task *task, scatter_result *result) {
    scatter c = {.task = task};
    *result = (scatter_result){0, 0.0, 0.0};
    shape_bounds(&task->region, &c.low, &c.high);
    for (uint32_t i = 0; i < task->count; i++) {
        double radius = task->agents[i].radius;
        c.largest = radius > c.largest ? radius : c.largest;
    }
    scatter_status status = is_beyond_packing(&c) ? SCATTER_BEYOND_PACKING : find_room(&c, result);
    if (status == SCATTER_TOO_FEW || status == SCATTER_BEYOND_PACKING) {
        result->free_area = estimate_free_area(&c, SAMPLES_MOST).ground;
        result->covered_area = compute_covered_area(task);
    }
    cells_free(&c.cells);
    return status;
}
