/* Measures the crowd: the density around each agent, overlaps and the mean speed.
 *
 * Agents are sorted into a grid with cells of 1 m, which is repeated over the plane. For each
 * agent, those in the 3 x 3 cells around it are compared with it. Agents with a radius above 0.5 m
 * may overlap with agents farther away, so for them more cells are visited. Time is bounded even if
 * very many agents stand at one point: of each bucket, at most MOST_IN_BUCKET agents are compared,
 * and the largest box is MOST_REACH cells wide. */
#include "live/crowd.h"
#include <math.h>
#include <string.h>

enum {
    MOST_IN_BUCKET = 64, /* agents/m^2 that no crowd has */
    MOST_REACH = 24      /* cells, on each side of an agent */
};

static const float OVERLAP_TOLERANCE = 0.01F; /* m */
static const float SMALL_RADIUS = 0.5F;       /* m: two such agents overlap only in nearby cells */

void live_crowd_free(live_crowd *crowd, memory *from) {
    memory_free(from, crowd->agents, crowd->capacity * sizeof *crowd->agents);
    memory_free(from, crowd->density, crowd->density_capacity * sizeof *crowd->density);
    memory_free(from, crowd->discs, crowd->disc_capacity * sizeof *crowd->discs);
    memory_free(from, crowd->starts, crowd->start_capacity * sizeof *crowd->starts);
    *crowd = (live_crowd){0};
}

/* ---- The grid -------------------------------------------------------------------------------- */

/* Returns the bucket of a cell. The cells of other layers are translated, so that the layers of a
 * building do not share buckets. */
static uint32_t bucket_of(const live_crowd *crowd, int32_t x, int32_t y, uint32_t layer) {
    uint32_t column = ((uint32_t)x + layer * 37U) & (crowd->columns - 1);
    uint32_t row = ((uint32_t)y + layer * 61U) & (crowd->rows - 1);
    return row * crowd->columns + column;
}

static uint32_t bucket_at(const live_crowd *crowd, wend_vec2 at, uint32_t layer) {
    return bucket_of(crowd, (int32_t)floorf(at.x), (int32_t)floorf(at.y), layer);
}

static bool reserve(live_crowd *crowd, uint32_t bodies, uint32_t slots, memory *from) {
    crowd->columns = crowd->rows = 8;
    while (crowd->columns * crowd->rows < 2 * bodies) {
        uint32_t *side = crowd->columns == crowd->rows ? &crowd->columns : &crowd->rows;
        *side *= 2;
    }
    return memory_grow(from, (void **)&crowd->discs, sizeof *crowd->discs, &crowd->disc_capacity,
                       bodies) &&
           memory_grow(from, (void **)&crowd->density, sizeof *crowd->density,
                       &crowd->density_capacity, slots) &&
           memory_grow(from, (void **)&crowd->starts, sizeof *crowd->starts, &crowd->start_capacity,
                       crowd->columns * crowd->rows + 1);
}

static bool is_agent(const wend_body *body) {
    return (wend_body_flags(body) & (WEND_BODY_GHOST | WEND_BODY_REMOVED)) == 0;
}

/* Sorts the agents on the ground by bucket. Bodies are in spatial order, so that most of them fall
 * into a bucket that was used shortly before. */
static void sort(live_crowd *crowd, const wend_view *view) {
    uint32_t buckets = crowd->columns * crowd->rows, total = 0;
    memset(crowd->starts, 0, (buckets + 1) * sizeof *crowd->starts);
    for (uint32_t i = 0; i < view->body_count; i++) {
        const wend_body *body = &view->bodies[i];
        crowd->starts[bucket_at(crowd, body->position, wend_body_layer(body))] += is_agent(body);
    }
    for (uint32_t i = 0; i <= buckets; i++) { /* the ends; filling turns them into starts */
        total += crowd->starts[i];
        crowd->starts[i] = total;
    }
    for (uint32_t i = view->body_count; i-- > 0;) {
        const wend_body *body = &view->bodies[i];
        uint32_t layer = wend_body_layer(body);
        if (is_agent(body)) {
            crowd->discs[--crowd->starts[bucket_at(crowd, body->position, layer)]] =
                (live_disc){body->position, body->radius, layer, body->slot};
        }
    }
}

/* ---- Measures -------------------------------------------------------------------------------- */

/* Counts the neighbours of a disc in a bucket, and the overlaps with discs after it in the order of
 * slots. */
static void compare(const live_crowd *crowd, const live_disc *disc, uint32_t bucket, uint32_t *near,
                    uint32_t *overlaps) {
    const float reach = (float)(LIVE_DENSITY_RADIUS * LIVE_DENSITY_RADIUS);
    uint32_t begin = crowd->starts[bucket], end = crowd->starts[bucket + 1];
    end = end - begin > MOST_IN_BUCKET ? begin + MOST_IN_BUCKET : end;
    for (uint32_t i = begin; i < end; i++) {
        const live_disc *other = &crowd->discs[i];
        float x = other->at.x - disc->at.x, y = other->at.y - disc->at.y;
        float squared = x * x + y * y;
        bool same = other->layer == disc->layer;
        float apart = disc->radius + other->radius - OVERLAP_TOLERANCE;
        /* A larger disc finds a smaller one; of two equal discs, the first one finds the other. */
        bool finds = other->radius < disc->radius ||
                     (other->radius == disc->radius && other->slot > disc->slot);
        *near += same && squared <= reach;
        *overlaps += same && finds && apart > 0.0F && squared < apart * apart;
    }
}

static uint32_t measure_disc(live_crowd *crowd, const live_disc *disc) {
    uint32_t near = 0, overlaps = 0;
    int32_t x = (int32_t)floorf(disc->at.x), y = (int32_t)floorf(disc->at.y), reach = 1;
    if (disc->radius > SMALL_RADIUS) {
        reach = (int32_t)ceilf(fminf(2.0F * disc->radius, (float)MOST_REACH));
    }
    /* In a small grid, no bucket may be visited twice. */
    int32_t columns = (int32_t)crowd->columns, rows = (int32_t)crowd->rows;
    int32_t left = 2 * reach + 1 > columns ? -(columns / 2) : -reach;
    int32_t right = 2 * reach + 1 > columns ? columns - columns / 2 - 1 : reach;
    int32_t low = 2 * reach + 1 > rows ? -(rows / 2) : -reach;
    int32_t high = 2 * reach + 1 > rows ? rows - rows / 2 - 1 : reach;
    for (int32_t dy = low; dy <= high; dy++) {
        for (int32_t dx = left; dx <= right; dx++) {
            compare(crowd, disc, bucket_of(crowd, x + dx, y + dy, disc->layer), &near, &overlaps);
        }
    }
    crowd->density[disc->slot] =
        (float)((double)near / (3.14159265358979 * LIVE_DENSITY_RADIUS * LIVE_DENSITY_RADIUS));
    return overlaps;
}

static double find_mean_speed(const wend_view *view) {
    double sum = 0.0;
    uint32_t moving = 0;
    for (uint32_t i = 0; i < view->body_count; i++) {
        const wend_body *body = &view->bodies[i];
        if (is_agent(body) && wend_view_activity(view, i) != WEND_ACTIVITY_ARRIVED) {
            wend_vec2 v = body->velocity;
            sum += sqrt((double)(v.x * v.x + v.y * v.y));
            moving++;
        }
    }
    return sum / (double)moving;
}

bool live_crowd_measure(live_crowd *crowd, const wend_view *view, memory *from) {
    uint32_t slots = 0;
    for (uint32_t i = 0; i < view->body_count; i++) {
        slots = is_agent(&view->bodies[i]) && view->bodies[i].slot >= slots
                    ? view->bodies[i].slot + 1
                    : slots;
    }
    for (uint32_t i = 0; i < crowd->count; i++) { /* agents on connections have no body */
        uint32_t slot = wend_agent_slot(crowd->agents[i].agent);
        slots = slot >= slots ? slot + 1 : slots;
    }
    if (!reserve(crowd, view->body_count, slots, from)) {
        return false;
    }
    sort(crowd, view);
    for (uint32_t i = 0; i < slots; i++) {
        crowd->density[i] = 0.0F;
    }
    crowd->max_density = 0.0F;
    crowd->overlaps = 0;
    uint32_t total = crowd->starts[crowd->columns * crowd->rows];
    for (uint32_t i = 0; i < total; i++) {
        crowd->overlaps += measure_disc(crowd, &crowd->discs[i]);
        crowd->max_density = fmaxf(crowd->max_density, crowd->density[crowd->discs[i].slot]);
    }
    crowd->mean_speed = find_mean_speed(view);
    crowd->is_measured = true;
    return true;
}
