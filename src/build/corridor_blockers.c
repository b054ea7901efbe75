/* What switched obstacles and doors leave of the edges while they are on or shut: the smallest
 * distance between an edge and the blocker, 0 where they meet or an edge runs within a solid. A
 * blocker is told with an edge as soon as it may reach into a disc of clearance of that edge.
 *
 * Curves are looked at as chains of chords that are 0.1 mm off at most.
 *
 * Cost: for each edge as many walls of blockers as come into the box around its discs, and the
 * classes. */
#include "build/blockers.h"
#include "build/corridor.h"
#include "geom/segment.h"
#include "geom/vec.h"
#include <math.h>

typedef struct narrower {
    corridor_builder *b;
    blocker_list blockers;
} narrower;

/* What is known of an edge and one wall. */
typedef struct approach {
    const blocker_wall *wall;
    bool reached; /* it may lie in a disc of clearance */
    double least; /* m: between the two */
} approach;

typedef struct box {
    wend_vec2 low, high;
} box;

/* ---- Distances ------------------------------------------------------------------------------- */

static bool look_at_chord(void *context, const wend_corridor_sample *p,
                          const wend_corridor_sample *q) {
    approach *a = context;
    double distance = segment_distance(p->position, q->position, a->wall->a, a->wall->b);
    double clearance = fmax((double)p->clearance, (double)q->clearance);
    a->reached |= distance < clearance;
    a->least = fmin(a->least, distance);
    return true;
}

/* ---- Edges ----------------------------------------------------------------------------------- */

/* Around all discs of clearance of an edge, which are largest at events. */
static box box_of(const corridor *parts, const corridor_edge *edge, float *least) {
    box out = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
    *least = INFINITY;
    for (uint32_t i = 0; i < edge->count; i++) {
        bool last = i + 1 == edge->count;
        wend_corridor_sample s =
            corridor_at(parts, edge->first + i - (last ? 1 : 0), last ? 1.0 : 0.0);
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

static bool add_narrowing(narrower *n, uint32_t edge, uint32_t blocker, double clearance) {
    corridor_builder *b = n->b;
    if (!memory_grow(&b->heap, (void **)&b->parts.narrowings, sizeof *b->parts.narrowings,
                     &b->narrowing_capacity, b->parts.narrowing_count + 1)) {
        return false;
    }
    b->parts.narrowings[b->parts.narrowing_count++] =
        (corridor_narrowing){edge, blocker, (float)clearance};
    return true;
}

static void look_at_edge(const narrower *n, const corridor_edge *edge, approach *a) {
    for (uint32_t i = 0; i + 1 < edge->count; i++) {
        corridor_piece piece = corridor_piece_of(&n->b->parts, edge->first + i);
        corridor_flatten(&piece, 0.0, 1.0, look_at_chord, a);
    }
}

/* What a blocker leaves of an edge, by the walls of it among those `near`; returns how many. */
static uint32_t look_at_blocker(const narrower *n, const corridor_edge *edge, const box *around,
                                uint32_t blocker, const uint32_t *near, uint32_t count,
                                approach *a) {
    uint32_t taken = 0;
    for (; taken < count && n->blockers.walls[near[taken]].blocker == blocker; taken++) {
        a->wall = &n->blockers.walls[near[taken]];
        if (overlaps(around, a->wall)) {
            look_at_edge(n, edge, a);
        }
    }
    /* An edge that meets no wall of a class may lie within a solid of it. */
    wend_place at = {n->b->parts.events[edge->first].position, edge->layer};
    if (blockers_cover(&n->blockers, blocker, at)) {
        a->reached = true;
        a->least = 0.0;
    }
    return taken;
}

static bool narrow_edge(narrower *n, uint32_t index) {
    const corridor_edge *edge = &n->b->parts.edges[index];
    float least;
    box around = box_of(&n->b->parts, edge, &least);
    uint32_t count = blockers_near(&n->blockers, edge->layer, around.low, around.high);
    const uint32_t *near = n->blockers.near.found;
    bool good = true;
    /* All classes, as an edge may lie within a solid of one; of doors those that come near. */
    for (uint32_t next = 0, at = 0; good && (next < n->blockers.class_count || at < count);) {
        uint32_t blocker =
            next < n->blockers.class_count ? next++ : n->blockers.walls[near[at]].blocker;
        approach a = {NULL, false, (double)least};
        at += look_at_blocker(n, edge, &around, blocker, near + at, count - at, &a);
        good = !a.reached || add_narrowing(n, index, blocker, a.least);
    }
    return good;
}

wend_result corridor_narrow(corridor_builder *b) {
    narrower n = {.b = b};
    wend_result result = blockers_gather(&n.blockers, b->space, b->def->doors, b->def->door_count,
                                         &b->kept, &b->heap, b->error);
    b->parts.blockers = n.blockers.items;
    b->parts.blocker_count = n.blockers.count;
    uint32_t edges = n.blockers.wall_count > 0 ? b->parts.edge_count : 0;
    for (uint32_t i = 0; i < edges && result == WEND_OK; i++) {
        result = narrow_edge(&n, i) ? WEND_OK : corridor_no_memory(b);
    }
    blockers_free(&n.blockers);
    return result;
}
