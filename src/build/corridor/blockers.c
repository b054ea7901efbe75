/* Finds the clearance limits that blockers impose on the edges of a corridor map. Blockers are
 * obstacle classes while they are active, and doors while they are closed. A limit is the smallest
 * distance between an edge and the blocker. It is 0 if they meet, or if the edge runs within a
 * solid. A limit is recorded only if the blocker may reach into a clearance disc of the edge.
 *
 * Curves are approximated by chords with an error of at most 0.1 mm.
 *
 * Cost: for each edge, O(walls of blockers that meet the box around its discs), plus O(classes). */
#include "build/blockers.h"
#include "build/corridor/corridor.h"
#include "geom/segment.h"
#include "geom/vec.h"
#include <math.h>

/* Accumulates the distance between an edge and the walls of a blocker, wall by wall. */
typedef struct approach {
    const blocker_wall *wall;
    bool reached; /* true if a wall may lie in a clearance disc of the edge */
    double least; /* m: smallest distance found so far */
} approach;

typedef struct box {
    wend_vec2 low, high;
} box;

/* ---- Distances ------------------------------------------------------------------------------- */

static bool examine_chord(void *context, const wend_corridor_sample *p,
                          const wend_corridor_sample *q) {
    approach *a = context;
    double distance = segment_distance(p->position, q->position, a->wall->a, a->wall->b);
    double clearance = fmax((double)p->clearance, (double)q->clearance);
    a->reached |= distance < clearance;
    a->least = fmin(a->least, distance);
    return true;
}

/* ---- Edges ----------------------------------------------------------------------------------- */

/* Returns the box around all clearance discs of an edge; the largest discs are at breakpoints. */
static box box_of(const corridor *parts, const corridor_edge *edge, float *least) {
    box out = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    *least = INFINITY;
    for (uint32_t i = 0; i < edge->count; i++) {
        bool last = i + 1 == edge->count;
        wend_corridor_sample s =
            corridor_piece_sample(parts, edge->first + i - (last ? 1 : 0), last ? 1.0 : 0.0);
        wend_vec2 reach = {s.clearance, s.clearance};
        out.low = vec_min(out.low, vec_sub(s.position, reach));
        out.high = vec_max(out.high, vec_add(s.position, reach));
        *least = fminf(*least, s.clearance);
    }
    return out;
}

static bool overlaps(const box *around, const blocker_wall *wall) {
    wend_vec2 low = vec_min(wall->a, wall->b), high = vec_max(wall->a, wall->b);
    return low.x <= around->high.x && high.x >= around->low.x && low.y <= around->high.y &&
           high.y >= around->low.y;
}

static blocker_part get_part(void *context, uint32_t index) {
    const corridor_builder *b = context;
    const corridor_edge *edge = &b->parts.edges[index];
    float least;
    box around = box_of(&b->parts, edge, &least);
    wend_location at = {b->parts.breakpoints[edge->first].position, edge->layer};
    return (blocker_part){at, around.low, around.high};
}

static double measure_clearance(void *context, uint32_t index, const blocker_wall *walls,
                                const uint32_t *near, uint32_t count) {
    const corridor_builder *b = context;
    const corridor_edge *edge = &b->parts.edges[index];
    float least;
    box around = box_of(&b->parts, edge, &least);
    approach a = {NULL, false, (double)least};
    for (uint32_t i = 0; i < count; i++) {
        a.wall = &walls[near[i]];
        for (uint32_t k = 0; overlaps(&around, a.wall) && k + 1 < edge->count; k++) {
            corridor_piece piece = corridor_piece_of(&b->parts, edge->first + k);
            corridor_flatten(&piece, 0.0, 1.0, examine_chord, &a);
        }
    }
    return a.reached ? a.least : -1.0;
}

wend_result corridor_find_limits(corridor_builder *b) {
    blocker_parts edges = {b->parts.edge_count, get_part, measure_clearance, b};
    blocker_task task = {b->space, b->def->doors, b->def->door_count, &b->kept, &b->heap};
    return blockers_find_limits(&task, &edges, &b->parts.blocking, b->error);
}
