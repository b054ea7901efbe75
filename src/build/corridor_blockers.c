/* What switched obstacles and doors leave of the edges while they are on or shut: the smallest
 * distance between an edge and the blocker, 0 where they meet or an edge runs within a solid. A
 * blocker is told with an edge as soon as it may reach into a disc of clearance of that edge.
 *
 * Curves are looked at as chains of chords that are 0.1 mm off at most.
 *
 * Cost: O(edges x walls of blockers), of which most are told apart by the boxes around them. */
#include "base/error.h"
#include "build/corridor.h"
#include "geom/segment.h"
#include "geom/vec.h"
#include <math.h>

enum { MOST_HALVINGS = 10 };

static const double FLAT = 1e-4; /* m */

/* A wall of a blocker. */
typedef struct shutter {
    wend_vec2 a, b;
    uint32_t layer, blocker;
} shutter;

typedef struct narrower {
    corridor_builder *b;
    shutter *shutters; /* by blocker */
    uint32_t shutter_count, shutter_capacity;
} narrower;

/* What is known of an edge and one wall. */
typedef struct approach {
    const shutter *wall;
    bool reached; /* it may lie in a disc of clearance */
    double least; /* m: between the two */
} approach;

typedef struct box {
    wend_vec2 low, high;
} box;

/* ---- Blockers -------------------------------------------------------------------------------- */

static bool add_shutter(narrower *n, wend_vec2 a, wend_vec2 b, uint32_t layer, uint32_t blocker) {
    if (!memory_grow(&n->b->heap, (void **)&n->shutters, sizeof *n->shutters, &n->shutter_capacity,
                     n->shutter_count + 1)) {
        return false;
    }
    n->shutters[n->shutter_count++] = (shutter){a, b, layer, blocker};
    return true;
}

static bool add_classes(narrower *n) {
    const wend_space *space = n->b->space;
    corridor *parts = &n->b->parts;
    bool good = true;
    for (uint32_t c = 1; c < WEND_MAX_CLASSES && good; c++) {
        uint32_t before = n->shutter_count;
        for (uint32_t i = 0; i < space->wall_count && good; i++) {
            const wend_wall *wall = &space_walls(space)[i];
            good = wall->obstacle_class != c ||
                   add_shutter(n, wall->a, wall->b, wall->layer, parts->blocker_count);
        }
        if (n->shutter_count > before) {
            parts->blockers[parts->blocker_count++] = (navmesh_blocker){.obstacle_class = c};
        }
    }
    return good;
}

static wend_result add_door(narrower *n, const wend_obstacle_def *door) {
    corridor_builder *b = n->b;
    if (door->layer >= b->space->layer_count || door->point_count < 2) {
        return error_set(b->error, WEND_ERROR_INVALID,
                         "a door needs two points and a layer of the space");
    }
    wend_vec2 *points = arena_take(&b->kept, door->point_count * sizeof *points, 16);
    if (points == NULL) {
        return corridor_no_memory(b);
    }
    for (uint32_t i = 0; i < door->point_count; i++) {
        points[i] = wend_space_to_local(b->space, door->points[i]);
        if (!space_in_domain(points[i])) {
            return error_set(b->error, WEND_ERROR_INVALID,
                             "a door's points must be at most %d m away from the space's origin",
                             (int)SPACE_POSITION_LIMIT);
        }
        if (i > 0 &&
            !add_shutter(n, points[i - 1], points[i], door->layer, b->parts.blocker_count)) {
            return corridor_no_memory(b);
        }
    }
    b->parts.blockers[b->parts.blocker_count++] =
        (navmesh_blocker){0, door->layer, points, door->point_count};
    return WEND_OK;
}

static wend_result add_blockers(narrower *n) {
    corridor_builder *b = n->b;
    size_t most = (size_t)WEND_MAX_CLASSES + b->def->door_count;
    b->parts.blockers = arena_take(&b->kept, most * sizeof *b->parts.blockers, 16);
    if (b->parts.blockers == NULL || !add_classes(n)) {
        return corridor_no_memory(b);
    }
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < b->def->door_count && result == WEND_OK; i++) {
        const wend_obstacle_def *door = &b->def->doors[i];
        result = door->kind == WEND_OBSTACLE_DOOR ? add_door(n, door) : WEND_OK;
    }
    return result;
}

/* ---- Distances ------------------------------------------------------------------------------- */

static void look_at_chord(approach *a, const wend_corridor_sample *p,
                          const wend_corridor_sample *q) {
    double distance = segment_distance(p->position, q->position, a->wall->a, a->wall->b);
    double clearance = fmax((double)p->clearance, (double)q->clearance);
    a->reached |= distance < clearance;
    a->least = fmin(a->least, distance);
}

static bool is_flat(const wend_corridor_sample *p, const wend_corridor_sample *middle,
                    const wend_corridor_sample *q) {
    return segment_point_distance(middle->position, p->position, q->position) <= FLAT;
}

/* The part of a piece from t to t + width. */
static void look_at_part(approach *a, const corridor *parts, uint32_t event, double t,
                         double width) {
    wend_corridor_sample p = corridor_at(parts, event, t);
    wend_corridor_sample q = corridor_at(parts, event, t + width);
    wend_corridor_sample middle = corridor_at(parts, event, t + width / 2.0);
    if (width > 1.0 / (1 << MOST_HALVINGS) && !is_flat(&p, &middle, &q)) {
        look_at_part(a, parts, event, t, width / 2.0);
        look_at_part(a, parts, event, t + width / 2.0, width / 2.0);
    } else {
        look_at_chord(a, &p, &q);
    }
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

static bool overlaps(const box *around, const shutter *wall) {
    wend_vec2 low = vec_min(wall->a, wall->b), high = vec_max(wall->a, wall->b);
    return low.x <= around->high.x && high.x >= around->low.x && low.y <= around->high.y &&
           high.y >= around->low.y;
}

/* Whether an edge that meets no wall of a class lies within a solid of it. */
static bool is_within(const narrower *n, const corridor_edge *edge, uint32_t obstacle_class) {
    wend_place at = {n->b->parts.events[edge->first].position, edge->layer};
    return wend_space_walkable(n->b->space, at, 1) &&
           !wend_space_walkable(n->b->space, at, 1U | 1U << obstacle_class);
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
        look_at_part(a, &n->b->parts, edge->first + i, 0.0, 1.0);
    }
}

static bool narrow_edge(narrower *n, uint32_t index) {
    const corridor_edge *edge = &n->b->parts.edges[index];
    float least;
    box around = box_of(&n->b->parts, edge, &least);
    bool good = true;
    for (uint32_t i = 0; i < n->shutter_count && good;) {
        uint32_t blocker = n->shutters[i].blocker;
        approach a = {NULL, false, (double)least};
        for (; i < n->shutter_count && n->shutters[i].blocker == blocker; i++) {
            a.wall = &n->shutters[i];
            if (a.wall->layer == edge->layer && overlaps(&around, a.wall)) {
                look_at_edge(n, edge, &a);
            }
        }
        uint32_t obstacle_class = n->b->parts.blockers[blocker].obstacle_class;
        if (obstacle_class != 0 && is_within(n, edge, obstacle_class)) {
            a.reached = true;
            a.least = 0.0;
        }
        good = !a.reached || add_narrowing(n, index, blocker, a.least);
    }
    return good;
}

wend_result corridor_narrow(corridor_builder *b) {
    narrower n = {.b = b};
    wend_result result = add_blockers(&n);
    uint32_t edges = n.shutter_count > 0 ? b->parts.edge_count : 0;
    for (uint32_t i = 0; i < edges && result == WEND_OK; i++) {
        result = narrow_edge(&n, i) ? WEND_OK : corridor_no_memory(b);
    }
    memory_free(&b->heap, n.shutters, n.shutter_capacity * sizeof *n.shutters);
    return result;
}
