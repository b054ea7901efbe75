#include "support/kit/arrival_oracle.h"

#include <math.h>
#include <stdlib.h>

enum { NEIGHBOURS = 8, NO_NODE = -1 };

static const double spacing = 0.1;        /* m: spacing of the grid */
static const double chain_spacing = 0.02; /* m: spacing of positions along narrow passages */
static const double slack = 0.002;        /* m: readers may move corners by a millimetre */
static const double link_length = 0.15;   /* m: the longest step from a chain to the grid */
static const double contact_slack = 1e-6; /* m: tolerance for contact */
/* m: how far the first leg of a path may lead away from walls. */
static const double start_reach = 0.8;
static const double near_clearance = 1.0; /* m: larger clearances are not distinguished */

struct arrival_oracle {
    const arrival_world *world;
    wend_point low;
    int32_t columns, rows, grid_count, node_count;
    int32_t chain_counts[ARRIVAL_PASSAGES]; /* number of chain nodes of each passage; they follow
                                               the grid's nodes */
    wend_point *positions;
    double *clearances; /* clearance of each node, m; 0 where a disc does not fit */
    double *costs[ARRIVAL_GOALS];
    int32_t *next[ARRIVAL_GOALS];
    int32_t *heap; /* node indices, ordered by cost to the current goal */
    int32_t *slot_of;
    int32_t heap_count;
};

static double distance(wend_point a, wend_point b) {
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

/* ---- Nodes ----------------------------------------------------------------------------------- */

static void lower_clearances(arrival_oracle *oracle, wend_point a, wend_point b) {
    int32_t x0 = (int32_t)((fmin(a.x, b.x) - near_clearance - oracle->low.x) / spacing);
    int32_t x1 = (int32_t)((fmax(a.x, b.x) + near_clearance - oracle->low.x) / spacing) + 1;
    int32_t y0 = (int32_t)((fmin(a.y, b.y) - near_clearance - oracle->low.y) / spacing);
    int32_t y1 = (int32_t)((fmax(a.y, b.y) + near_clearance - oracle->low.y) / spacing) + 1;
    double ux = b.x - a.x, uy = b.y - a.y, length2 = fmax(ux * ux + uy * uy, 1e-300);
    for (int32_t y = y0 < 0 ? 0 : y0; y <= y1 && y < oracle->rows; y++) {
        for (int32_t x = x0 < 0 ? 0 : x0; x <= x1 && x < oracle->columns; x++) {
            int32_t node = y * oracle->columns + x;
            wend_point p = oracle->positions[node];
            double t = fmin(fmax(((p.x - a.x) * ux + (p.y - a.y) * uy) / length2, 0), 1);
            double dx = p.x - a.x - t * ux, dy = p.y - a.y - t * uy;
            double distance = sqrt(dx * dx + dy * dy);
            oracle->clearances[node] = fmin(oracle->clearances[node], distance);
        }
    }
}

static void measure_clearances(arrival_oracle *oracle) {
    const arrival_world *world = oracle->world;
    for (int32_t i = 0; i < oracle->grid_count; i++) {
        oracle->positions[i] =
            (wend_point){oracle->low.x + (i % oracle->columns) * spacing,
                         oracle->low.y + (double)(i / oracle->columns) * spacing};
        oracle->clearances[i] = near_clearance;
    }
    for (uint32_t i = 0; i < world->piece_count; i++) {
        const arrival_piece *piece = &world->pieces[i];
        const wend_point *points = world->points + piece->first;
        for (uint32_t k = piece->open ? 1 : 0; k < piece->count; k++) {
            lower_clearances(oracle, points[(k + piece->count - 1) % piece->count], points[k]);
        }
    }
    int32_t node = oracle->grid_count;
    for (uint32_t i = 0; i < world->passage_count; i++) {
        const arrival_passage *passage = &world->passages[i];
        int32_t count = oracle->chain_counts[i];
        for (int32_t k = 0; k < count; k++, node++) {
            double t = (double)k / (count - 1);
            oracle->positions[node] =
                (wend_point){passage->from.x + t * (passage->to.x - passage->from.x),
                             passage->from.y + t * (passage->to.y - passage->from.y)};
            oracle->clearances[node] = arrival_clearance(world, oracle->positions[node]);
        }
    }
    for (int32_t i = 0; i < oracle->node_count; i++) {
        if (oracle->clearances[i] < world->max_radius + slack ||
            !arrival_walkable(world, oracle->positions[i])) {
            oracle->clearances[i] = 0;
        }
    }
}

static bool allocate(arrival_oracle *oracle) {
    size_t count = (size_t)oracle->node_count;
    bool whole = true;
    oracle->positions = calloc(count, sizeof *oracle->positions);
    oracle->clearances = calloc(count, sizeof *oracle->clearances);
    oracle->heap = calloc(count, sizeof *oracle->heap);
    oracle->slot_of = calloc(count, sizeof *oracle->slot_of);
    for (uint32_t i = 0; i < ARRIVAL_GOALS; i++) {
        oracle->costs[i] = calloc(count, sizeof **oracle->costs);
        oracle->next[i] = calloc(count, sizeof **oracle->next);
        whole = whole && oracle->costs[i] != NULL && oracle->next[i] != NULL;
    }
    return whole && oracle->positions != NULL && oracle->clearances != NULL &&
           oracle->heap != NULL && oracle->slot_of != NULL;
}

arrival_oracle *arrival_oracle_create(const arrival_world *world) {
    arrival_oracle *oracle = calloc(1, sizeof *oracle);
    if (oracle == NULL) {
        return NULL;
    }
    wend_point low = world->points[0], high = low;
    for (uint32_t i = 1; i < world->pieces[0].count; i++) {
        wend_point p = world->points[i];
        low = (wend_point){fmin(low.x, p.x), fmin(low.y, p.y)};
        high = (wend_point){fmax(high.x, p.x), fmax(high.y, p.y)};
    }
    oracle->world = world;
    oracle->low = low;
    oracle->columns = (int32_t)((high.x - low.x) / spacing) + 1;
    oracle->rows = (int32_t)((high.y - low.y) / spacing) + 1;
    oracle->grid_count = oracle->columns * oracle->rows;
    oracle->node_count = oracle->grid_count;
    for (uint32_t i = 0; i < world->passage_count; i++) {
        const arrival_passage *passage = &world->passages[i];
        double length = distance(passage->from, passage->to);
        oracle->chain_counts[i] = (int32_t)ceil(length / chain_spacing) + 1;
        oracle->node_count += oracle->chain_counts[i];
    }
    if (!allocate(oracle)) {
        arrival_oracle_destroy(oracle);
        return NULL;
    }
    measure_clearances(oracle);
    return oracle;
}

void arrival_oracle_destroy(arrival_oracle *oracle) {
    if (oracle != NULL) {
        free(oracle->positions);
        free(oracle->clearances);
        free(oracle->heap);
        free(oracle->slot_of);
        for (uint32_t i = 0; i < ARRIVAL_GOALS; i++) {
            free(oracle->costs[i]);
            free(oracle->next[i]);
        }
        free(oracle);
    }
}

/* ---- Search ---------------------------------------------------------------------------------- */

static void put_in_heap(arrival_oracle *oracle, const double *costs, int32_t slot, int32_t node) {
    while (slot > 0 && costs[oracle->heap[(slot - 1) / 2]] > costs[node]) {
        int32_t above = (slot - 1) / 2;
        oracle->heap[slot] = oracle->heap[above];
        oracle->slot_of[oracle->heap[slot]] = slot;
        slot = above;
    }
    oracle->heap[slot] = node;
    oracle->slot_of[node] = slot;
}

static int32_t take_from_heap(arrival_oracle *oracle, const double *costs) {
    int32_t first = oracle->heap[0], last = oracle->heap[--oracle->heap_count], slot = 0;
    for (int32_t below = 1; below < oracle->heap_count; below = 2 * slot + 1) {
        if (below + 1 < oracle->heap_count &&
            costs[oracle->heap[below + 1]] < costs[oracle->heap[below]]) {
            below++;
        }
        if (costs[oracle->heap[below]] >= costs[last]) {
            break;
        }
        oracle->heap[slot] = oracle->heap[below];
        oracle->slot_of[oracle->heap[slot]] = slot;
        slot = below;
    }
    oracle->heap[slot] = last;
    oracle->slot_of[last] = slot;
    return first;
}

static void relax(arrival_oracle *oracle, uint32_t goal, int32_t from, int32_t to) {
    double a = oracle->clearances[from], b = oracle->clearances[to];
    if (b == 0) {
        return;
    }
    double length = distance(oracle->positions[from], oracle->positions[to]);
    double cost = oracle->costs[goal][from] + length;
    if ((a + b - length) / 2 < oracle->world->max_radius + slack ||
        cost >= oracle->costs[goal][to]) {
        return;
    }
    bool fresh = isinf(oracle->costs[goal][to]);
    oracle->costs[goal][to] = cost;
    oracle->next[goal][to] = from;
    int32_t slot = fresh ? oracle->heap_count++ : oracle->slot_of[to];
    put_in_heap(oracle, oracle->costs[goal], slot, to);
}

static void relax_box(arrival_oracle *oracle, uint32_t goal, int32_t from, double reach) {
    wend_point p = oracle->positions[from];
    int32_t x0 = (int32_t)ceil((p.x - reach - oracle->low.x) / spacing - 1e-6);
    int32_t x1 = (int32_t)floor((p.x + reach - oracle->low.x) / spacing + 1e-6);
    int32_t y0 = (int32_t)ceil((p.y - reach - oracle->low.y) / spacing - 1e-6);
    int32_t y1 = (int32_t)floor((p.y + reach - oracle->low.y) / spacing + 1e-6);
    for (int32_t y = y0 < 0 ? 0 : y0; y <= y1 && y < oracle->rows; y++) {
        for (int32_t x = x0 < 0 ? 0 : x0; x <= x1 && x < oracle->columns; x++) {
            relax(oracle, goal, from, y * oracle->columns + x);
        }
    }
}

static void relax_chains(arrival_oracle *oracle, uint32_t goal, int32_t from) {
    int32_t node = oracle->grid_count;
    wend_point p = oracle->positions[from];
    for (uint32_t i = 0; i < oracle->world->passage_count; i++) {
        const arrival_passage *passage = &oracle->world->passages[i];
        int32_t count = oracle->chain_counts[i];
        wend_point a = passage->from, b = passage->to;
        bool near = p.x > fmin(a.x, b.x) - link_length && p.x < fmax(a.x, b.x) + link_length &&
                    p.y > fmin(a.y, b.y) - link_length && p.y < fmax(a.y, b.y) + link_length;
        for (int32_t k = 0; near && k < count; k++) {
            wend_point q = oracle->positions[node + k];
            if (fabs(p.x - q.x) < link_length && fabs(p.y - q.y) < link_length) {
                relax(oracle, goal, from, node + k);
            }
        }
        node += count;
    }
}

bool arrival_oracle_flood(arrival_oracle *oracle, uint32_t goal) {
    double *costs = oracle->costs[goal];
    const arrival_goal *region = &oracle->world->goals[goal];
    oracle->heap_count = 0;
    for (int32_t i = 0; i < oracle->node_count; i++) {
        costs[i] = INFINITY;
        oracle->next[goal][i] = NO_NODE;
        /* Even the smallest agent touches the goal there. */
        if (oracle->clearances[i] > 0 &&
            arrival_goal_distance(region, oracle->positions[i]) <= 0.2) {
            costs[i] = 0;
            put_in_heap(oracle, costs, oracle->heap_count++, i);
        }
    }
    bool any = oracle->heap_count > 0;
    while (oracle->heap_count > 0) {
        int32_t node = take_from_heap(oracle, costs);
        relax_box(oracle, goal, node, node < oracle->grid_count ? spacing : link_length);
        relax_chains(oracle, goal, node);
    }
    return any;
}

/* ---- Lengths --------------------------------------------------------------------------------- */

static double pull_string(const arrival_oracle *oracle, uint32_t goal, wend_point start,
                          int32_t node, double least) {
    wend_point anchor = start, last = oracle->positions[node];
    double length = 0;
    for (int32_t next = oracle->next[goal][node]; next != NO_NODE;
         next = oracle->next[goal][next]) {
        wend_point q = oracle->positions[next];
        if (arrival_segment_clearance(oracle->world, anchor, q) < least) {
            length += distance(anchor, last);
            anchor = last;
            least = oracle->world->max_radius;
        }
        last = q;
    }
    return length + distance(anchor, last);
}

double arrival_oracle_length(const arrival_oracle *oracle, uint32_t goal, wend_point start) {
    const double *costs = oracle->costs[goal];
    double least = fmin(arrival_clearance(oracle->world, start), oracle->world->max_radius);
    double best = INFINITY;
    int32_t best_node = NO_NODE;
    for (int32_t i = 0; i < oracle->node_count; i++) {
        double length = isinf(costs[i]) ? INFINITY : distance(start, oracle->positions[i]);
        if (length <= start_reach && costs[i] + length < best &&
            arrival_segment_clearance(oracle->world, start, oracle->positions[i]) >=
                least - contact_slack) {
            best = costs[i] + length;
            best_node = i;
        }
    }
    return best_node == NO_NODE
               ? INFINITY
               : pull_string(oracle, goal, start, best_node, least - contact_slack);
}
