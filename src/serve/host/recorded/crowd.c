/* Measures the density around agents and their overlaps, with a grid of cells of 1 m that is folded
 * into as many buckets as there are agents. An agent looks at no more than MOST_LOOKS others, so
 * that a file with a million agents at one point is measured in bounded time. */
#include "base/hash.h"
#include "serve/host/recorded/recorded.h"
#include <math.h>
#include <string.h>

enum { MOST_LOOKS = 1024 };

static const float CELL = 1.0F;           /* m; no less than the radius below */
static const float RADIUS = 1.0F;         /* m: density is that of a disc with this radius */
static const float DISC = 3.1415927F;     /* m^2: its area */
static const float LEAST_OVERLAP = 0.01F; /* m */

typedef struct grid {
    const tape_frame *frame;
    recorded_crowd *crowd;
    uint32_t buckets; /* a power of two */
} grid;

static uint32_t bucket_of(const grid *g, float x, float y, uint32_t layer) {
    int64_t column = (int64_t)floorf(x / CELL), row = (int64_t)floorf(y / CELL);
    uint64_t hash = hash_mix64((uint64_t)column * 0x9e3779b97f4a7c15u ^ (uint64_t)row);
    return (uint32_t)(hash_mix64(hash + layer) & (g->buckets - 1));
}

/* Sorts the agents by bucket. */
static void fill(const grid *g) {
    uint32_t *starts = g->crowd->starts, count = g->frame->agent_count;
    memset(starts, 0, ((size_t)g->buckets + 1) * sizeof *starts);
    for (uint32_t i = 0; i < count; i++) {
        const tape_agent *a = &g->frame->agents[i];
        starts[bucket_of(g, a->at.x, a->at.y, a->layer)]++;
    }
    for (uint32_t b = 1; b <= g->buckets; b++) {
        starts[b] += starts[b - 1];
    }
    for (uint32_t i = count; i-- > 0;) {
        const tape_agent *a = &g->frame->agents[i];
        g->crowd->order[--starts[bucket_of(g, a->at.x, a->at.y, a->layer)]] = i;
    }
}

/* What an agent sees around it. */
typedef struct surroundings {
    uint32_t near, overlaps, looks;
} surroundings;

static void look_at(const grid *g, uint32_t index, uint32_t other, surroundings *out) {
    const tape_agent *a = &g->frame->agents[index], *b = &g->frame->agents[other];
    float x = a->at.x - b->at.x, y = a->at.y - b->at.y;
    float distance = sqrtf(x * x + y * y);
    float reach = (float)(a->radius + b->radius) / 1000.0F - LEAST_OVERLAP;
    out->near += a->layer == b->layer && distance <= RADIUS;
    out->overlaps += a->layer == b->layer && other > index && distance < reach;
    out->looks++;
}

static surroundings look_around(const grid *g, uint32_t index) {
    const tape_agent *a = &g->frame->agents[index];
    surroundings seen = {0};
    uint32_t done[9], count = 0;
    for (int i = 0; i < 9; i++) {
        int column = i % 3 - 1, row = i / 3 - 1;
        float x = a->at.x + (float)column * CELL, y = a->at.y + (float)row * CELL;
        uint32_t bucket = bucket_of(g, x, y, a->layer);
        bool is_new = true;
        for (uint32_t k = 0; k < count; k++) { /* two cells may share a bucket */
            is_new = is_new && done[k] != bucket;
        }
        done[count++] = bucket;
        uint32_t end = is_new ? g->crowd->starts[bucket + 1] : 0;
        for (uint32_t k = g->crowd->starts[bucket]; k < end && seen.looks < MOST_LOOKS; k++) {
            look_at(g, index, g->crowd->order[k], &seen);
        }
    }
    return seen;
}

bool recorded_measure(recorded *r) {
    recorded_crowd *crowd = &r->crowd;
    grid g = {recorded_frame(r), crowd, 64};
    uint32_t count = g.frame->agent_count;
    if (crowd->is_current) {
        return true;
    }
    while (g.buckets < count) {
        g.buckets *= 2;
    }
    if (!memory_grow(r->heap, (void **)&crowd->density, sizeof *crowd->density, &crowd->capacity,
                     count) ||
        !memory_grow(r->heap, (void **)&crowd->order, sizeof *crowd->order, &crowd->order_capacity,
                     count) ||
        !memory_grow(r->heap, (void **)&crowd->starts, sizeof *crowd->starts,
                     &crowd->start_capacity, g.buckets + 1)) {
        return false;
    }
    fill(&g);
    crowd->max_density = 0.0F;
    crowd->overlaps = 0;
    for (uint32_t i = 0; i < count; i++) {
        surroundings seen = look_around(&g, i);
        crowd->density[i] = (float)seen.near / DISC;
        crowd->max_density = fmaxf(crowd->max_density, crowd->density[i]);
        crowd->overlaps += seen.overlaps;
    }
    crowd->is_current = true;
    return true;
}

void recorded_crowd_free(recorded_crowd *crowd, memory *heap) {
    memory_free(heap, crowd->density, crowd->capacity * sizeof *crowd->density);
    memory_free(heap, crowd->order, crowd->order_capacity * sizeof *crowd->order);
    memory_free(heap, crowd->starts, crowd->start_capacity * sizeof *crowd->starts);
    *crowd = (recorded_crowd){0};
}
