/* Lets a path pass vertices on their cheaper side.
 *
 * The net decides between the two sides of a vertex by paths that are not optimised yet, so where a
 * path passes close to a vertex, the other side may be cheaper. Successive crossings whose edges
 * share the vertex are replaced by those of the edges on its other side. Then the crossings nearby
 * are optimised: up to WINDOW before and after the vertex, with the rest of the path held fixed.
 * The change is kept if it lowers the cost. If the path comes back to the triangle that it left, it
 * may also stay in this triangle. Rounds are repeated until nothing changes.
 *
 * This is a local search: the path is then the cheapest one among those that differ at one vertex,
 * up to the window, and not necessarily the cheapest of all.
 *
 * Cost: O(window + edges at the vertex) for each iteration of each optimisation; about one
 * optimisation for each vertex close to the path. */
#include "plan/weighted/flips.h"

#include <string.h>

#include "geom/point.h"

enum {
    WINDOW = 6,
    MOST_ROUNDS = 4,
    MOST_FAN = 64, /* edges at a vertex; vertices with more are left alone */
    MOST_ITEMS = 2 * WINDOW + MOST_FAN
};

/* A change must lower the cost of its window by this share. */
static const double MIN_GAIN = 1e-9;
/* Where a path starts on the edges of the other side: as a share of each edge, from the vertex. */
static const double FIRST_STEP = 0.01;

/* Successive crossings whose edges share a vertex. */
typedef struct turn {
    uint32_t first, count;
    uint32_t corner; /* the corner at the vertex of the triangle before the first crossing */
    uint32_t to;     /* the triangle after the last one */
} turn;

static uint32_t face_after(const channel *c, uint32_t index) {
    return index + 1 < c->count ? net_face(c->items[index + 1].corner) : c->last;
}

/* True if the edge of a crossing has a vertex. */
static bool has_vertex(const channel *c, uint32_t index, wend_point vertex) {
    const navmesh_level *level = c->net->level;
    uint32_t corner = c->items[index].corner;
    return point_equal(point_wide(level->points[corner]), vertex) ||
           point_equal(point_wide(level->points[net_next(corner)]), vertex);
}

/* Returns the problem of a section of the channel: `count` crossings from index `first` on. `end`
 * is the crossing after it. */
static newton_problem section_of(const channel *c, uint32_t first, uint32_t count, wend_point *end,
                                 double scale) {
    newton_problem p = {.start = first > 0 ? crossing_at(&c->items[first - 1]) : c->start,
                        .items = c->items + first,
                        .count = count,
                        .ends = c->part,
                        .end_count = c->part_count,
                        .end_weight = c->last_weight,
                        .scale = scale};
    if (first + count < c->count) {
        *end = crossing_at(&c->items[first + count]);
        p.ends = end;
        p.end_count = 1;
        p.end_weight = c->items[first + count].weight;
    }
    return p;
}

/* Replaces the crossings of a turn by those of other edges, if that is cheaper. `t` is the fraction
 * of these edges at which the path starts. */
static bool try_fan(channel *c, const turn *at, const uint32_t *corners, uint32_t count, double t,
                    double scale) {
    crossing items[MOST_ITEMS];
    wend_point end;
    uint32_t behind = c->count - at->first - at->count;
    uint32_t before = at->first < WINDOW ? at->first : WINDOW;
    uint32_t after = behind < WINDOW ? behind : WINDOW, begin = at->first - before;
    newton_problem old = section_of(c, begin, before + at->count + after, &end, scale);
    double cost = newton_cost(&old);
    newton_problem changed = old;
    changed.items = items;
    changed.count = before + count + after;
    memcpy(items, old.items, before * sizeof *items);
    for (uint32_t i = 0; i < count; i++) {
        items[before + i] = channel_crossing(c->net, corners[i], t);
    }
    memcpy(items + before + count, old.items + before + at->count, after * sizeof *items);
    if (!(newton_solve(&changed) < cost * (1.0 - MIN_GAIN)) ||
        !channel_reserve(c, c->count + count)) {
        return false;
    }
    crossing *gap = c->items + begin;
    memmove(gap + changed.count, gap + old.count,
            (c->count - begin - old.count) * sizeof *c->items);
    memcpy(gap, items, changed.count * sizeof *items);
    c->count = c->count - at->count + count;
    return true;
}

static bool is_same(const channel *c, const turn *at, const uint32_t *corners, uint32_t count) {
    bool same = count == at->count;
    for (uint32_t i = 0; same && i < count; i++) {
        same = c->items[at->first + i].corner == corners[i];
    }
    return same;
}

/* Tries both sides of the vertex of a turn. Returns true if one of them is cheaper. */
static bool flip(channel *c, const turn *at, double scale) {
    for (int side = 0; side < 2; side++) {
        uint32_t corners[MOST_FAN];
        bool left = side == 0;
        uint32_t count = channel_fan(c->net, at->corner, at->to, left, corners, MOST_FAN);
        bool fits = count <= MOST_FAN && !is_same(c, at, corners, count);
        if (fits && try_fan(c, at, corners, count, left ? 1.0 - FIRST_STEP : FIRST_STEP, scale)) {
            return true;
        }
    }
    return false;
}

/* Tries to flip the path at the vertex at an end of crossing `index`. `*next` becomes the index
 * behind the crossings that share this vertex. */
static bool flip_at(channel *c, uint32_t index, bool at_end, double scale, uint32_t *next) {
    uint32_t corner = c->items[index].corner, last = index;
    uint32_t vertex = at_end ? net_next(corner) : corner;
    wend_point at = point_wide(c->net->level->points[vertex]);
    turn around = {.first = index};
    while (around.first > 0 && has_vertex(c, around.first - 1, at)) {
        around.first--;
    }
    while (last + 1 < c->count && has_vertex(c, last + 1, at)) {
        last++;
    }
    corner = c->items[around.first].corner;
    bool starts = point_equal(point_wide(c->net->level->points[corner]), at);
    around.corner = starts ? corner : net_next(corner);
    around.count = last - around.first + 1;
    around.to = face_after(c, last);
    *next = last + 1;
    return around.count <= MOST_FAN && flip(c, &around, scale);
}

/* Goes through the path once. Returns true if it changed. */
static bool improve_once(channel *c, double reach, double scale) {
    bool changed = false;
    for (uint32_t i = 0; i < c->count && !c->failed;) {
        const crossing *at = &c->items[i];
        double length = point_length(at->along), next_t = at->t;
        bool near_start = next_t * length < reach, near_end = (1.0 - next_t) * length < reach;
        uint32_t next = i + 1, behind = i + 1;
        bool flipped = near_start && flip_at(c, i, false, scale, &behind);
        next = near_start ? behind : next;
        if (!flipped && near_end) {
            flipped = flip_at(c, i, true, scale, &behind);
            next = near_start && next < behind ? next : behind;
        }
        changed = changed || flipped;
        i = flipped ? i + 1 : next;
    }
    return changed;
}

void flips_improve(channel *c, double reach, double scale) {
    for (uint32_t i = 0; i < MOST_ROUNDS && !c->failed && improve_once(c, reach, scale); i++) {
    }
}
