/* Estimates the density at the position of each agent with a quartic kernel. An agent at distance
 * d, on the same layer, contributes
 *
 *     w(d) = 3 / (pi R^2) * (1 - d^2 / R^2)^2 for d < R, otherwise 0
 *
 * and so does the agent itself, with d = 0. The integral of w is 1. R = REACH is chosen so that the
 * variance along each axis, R^2 / 8, is that of the Gaussian kernel exp(-d^2 / 1 m^2) / pi in
 * D. Helbing, A. Johansson and H. Z. Al-Abideen, "Dynamics of crowd disasters: an empirical study"
 * (2007). Unlike that kernel, this one is exactly 0 beyond R.
 *
 * Agents are sorted into square cells of side R with a hash table. Cost: O(n k) for n agents that
 * have k agents within 3 R x 3 R around them. */
#include "draw/crowd/crowding.h"
#include <math.h>
#include <string.h>
#include <wend/math.h>

static const double REACH = 2.0;    /* m */
static const double FARTHEST = 1e9; /* largest coordinate, in cells */

/* A square of the grid. */
typedef struct square {
    int64_t x, y;
    uint32_t layer;
} square;

static bool find_square(const wend_agent_state *agent, square *out) {
    double x = floor(agent->position.x / REACH), y = floor(agent->position.y / REACH);
    if (!(fabs(x) < FARTHEST && fabs(y) < FARTHEST)) {
        return false;
    }
    *out = (square){(int64_t)x, (int64_t)y, agent->layer};
    return true;
}

static bool is_in(const wend_agent_state *agent, square s) {
    square own;
    return agent->layer == s.layer && find_square(agent, &own) && own.x == s.x && own.y == s.y;
}

static uint32_t bucket_of(square s, uint32_t bucket_count) {
    uint64_t bits = (uint64_t)s.x * 0x9e3779b97f4a7c15u + (uint64_t)s.y * 0xc2b2ae3d27d4eb4fu +
                    (uint64_t)s.layer * 0x165667b19e3779f9u;
    return (uint32_t)((bits ^ bits >> 32) % bucket_count);
}

static double weight(double distance_squared) {
    double rest = 1.0 - distance_squared / (REACH * REACH);
    return rest > 0.0 ? 3.0 / (WEND_PI * REACH * REACH) * rest * rest : 0.0;
}

/* Returns the contribution of the agents in one square to the density at a point. */
static double add_square(const crowding *c, const wend_frame *frame, square s, wend_point at) {
    double density = 0.0;
    uint32_t i = c->heads[bucket_of(s, frame->agent_count)];
    while (i > 0) {
        const wend_agent_state *agent = &frame->agents[i - 1];
        if (is_in(agent, s)) { /* another square may have the same bucket */
            double x = agent->position.x - at.x, y = agent->position.y - at.y;
            density += weight(x * x + y * y);
        }
        i = c->next[i - 1];
    }
    return density;
}

static double density_at(const crowding *c, const wend_frame *frame,
                         const wend_agent_state *agent) {
    square middle;
    double density = 0.0;
    if (!find_square(agent, &middle)) {
        return weight(0.0);
    }
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            square s = {middle.x + x, middle.y + y, middle.layer};
            density += add_square(c, frame, s, agent->position);
        }
    }
    return density;
}

bool crowding_measure(crowding *c, const wend_frame *frame) {
    uint32_t count = frame->agent_count;
    if (!memory_grow(c->heap, (void **)&c->densities, sizeof *c->densities, &c->density_capacity,
                     count) ||
        !memory_grow(c->heap, (void **)&c->heads, sizeof *c->heads, &c->head_capacity, count) ||
        !memory_grow(c->heap, (void **)&c->next, sizeof *c->next, &c->next_capacity, count)) {
        return false;
    }
    if (count > 0) {
        memset(c->heads, 0, count * sizeof *c->heads);
    }
    for (uint32_t i = 0; i < count; i++) {
        square s;
        if (find_square(&frame->agents[i], &s)) {
            uint32_t *head = &c->heads[bucket_of(s, count)];
            c->next[i] = *head;
            *head = i + 1;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        c->densities[i] = density_at(c, frame, &frame->agents[i]);
    }
    return true;
}

void crowding_free(crowding *c) {
    memory_free(c->heap, c->densities, c->density_capacity * sizeof *c->densities);
    memory_free(c->heap, c->heads, c->head_capacity * sizeof *c->heads);
    memory_free(c->heap, c->next, c->next_capacity * sizeof *c->next);
    *c = (crowding){.heap = c->heap};
}
