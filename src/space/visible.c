/* Straight ways: which layers they pass, and whether they are open.
 *
 * A way p -> q is a row of parts, one for each layer it passes; a part begins and ends at p, q or
 * the cut of the way with a link. Cuts stay fractions: their order and distances are decided by
 * exact predicates, never by a rounded point. At a point where several links meet, each of them is
 * crossed at most once, and at most AT_ONE_POINT of them.
 *
 * Radius 0. A part is blocked
 * - by a ring, where the part just before or just after a point of the ring lies on the ring's
 *   solid side: at an inner point of an edge, right of it; at a corner, strictly within the solid's
 *   angle (of the whole ring, also where one of its edges is a link);
 * - by an open wall, where the way goes from one side of the chain to the other through an inner
 *   point, a corner, or a run along some of its edges; the ends of a chain block nothing.
 *
 * Radius r > 0. Besides, a part on layer A is blocked
 * - by every wall of A that is strictly nearer to the part than r;
 * - for every link of A to a layer B: take the piece of the part that lies on A's side of the
 *   link's line or on it. If that is at most r away from the link, then by every wall of B whose
 *   part beyond the line (its cut end rounded to single precision) is strictly nearer to the piece
 *   than r.
 *
 * Cost: the cells along the way. Ways shorter than the free radius at p cost one table reading. */
#include "base/error.h"
#include "geom/predicates.h"
#include "geom/segment.h"
#include "geom/vec.h"
#include "space/space.h"

enum { AT_ONE_POINT = 16 };

/* How much wider than it is a way is searched for, in metres: more than any rounding. */
static const double SEARCH_MARGIN = 1e-5;

/* A line that cuts the way: an edge, with the points before the cut on its left (1) or right. */
typedef struct cut {
    predicate_line line;
    int before; /* 0: there is no cut here, the part reaches the end of the way */
} cut;

typedef struct part {
    uint32_t layer;
    cut enter, leave;
} part;

typedef struct query {
    const wend_space *space;
    predicate_way way;
    float radius;
    uint32_t classes;
} query;

/* ---- Links on a way -------------------------------------------------------------------------- */

/* Links crossed so far at one point of the way. */
typedef struct crossed {
    uint32_t links[AT_ONE_POINT];
    uint32_t count;
} crossed;

static bool is_crossed(const crossed *list, uint32_t link) {
    for (uint32_t i = 0; i < list->count; ++i) {
        if (list->links[i] == link) {
            return true;
        }
    }
    return list->count == AT_ONE_POINT;
}

/* Whether the way starts left of the edge (or on its line), ends right of it and meets it. */
static bool crosses_link(const space_edge *e, predicate_way way) {
    return predicate_orient(e->a, e->b, way.q) < 0 && predicate_orient(e->a, e->b, way.p) >= 0 &&
           predicate_orient(way.p, way.q, e->a) * predicate_orient(way.p, way.q, e->b) <= 0;
}

/* The next link that the way crosses on `layer` after `enter`; NULL if there is none. */
static const space_edge *next_link(const wend_space *space, uint32_t layer, predicate_way way,
                                   const cut *enter, crossed *list) {
    const space_layer *of = &space->layers[layer];
    const space_edge *next = NULL;
    bool next_is_here = false;
    for (uint32_t i = 0; i < of->link_count; ++i) {
        const space_edge *e = &space->edges[of->link_edges[i]];
        if (!crosses_link(e, way)) {
            continue;
        }
        predicate_line line = {e->a, e->b};
        int after = enter->before != 0 ? predicate_compare_cuts(way, line, enter->line) : 1;
        if (after < 0 || (after == 0 && is_crossed(list, e->link))) {
            continue;
        }
        int order = next != NULL
                        ? predicate_compare_cuts(way, line, (predicate_line){next->a, next->b})
                        : -1;
        if (order < 0 || (order == 0 && e->link < next->link)) {
            next = e;
            next_is_here = after == 0;
        }
    }
    if (next != NULL) {
        list->count = next_is_here ? list->count : 0;
        list->links[list->count++] = next->link;
    }
    return next;
}

static uint32_t across(const wend_space *space, const space_edge *e, uint32_t layer) {
    const wend_link *link = &space->links[e->link];
    return link->left_layer == layer ? link->right_layer : link->left_layer;
}

static cut cut_at(const space_edge *e) {
    return (cut){{e->a, e->b}, 1};
}

uint32_t wend_space_layer_after(const wend_space *space, wend_place from, wend_vec2 to) {
    WEND_ASSERT(from.layer < space->layer_count);
    uint32_t layer = from.layer;
    if (space->link_count == 0 || !space_in_domain(from.position) || !space_in_domain(to)) {
        return layer;
    }
    float length = vec_length(vec_sub(to, from.position));
    if (length * 1.00001F < space_free_radius(space, layer, from.position)) {
        return layer;
    }
    predicate_way way = {from.position, to};
    cut enter = {0};
    crossed list = {.count = 0};
    for (;;) {
        const space_edge *e = next_link(space, layer, way, &enter, &list);
        if (e == NULL) {
            return layer;
        }
        layer = across(space, e, layer);
        enter = cut_at(e);
    }
}

/* ---- Where on a part ------------------------------------------------------------------------- */

/* How a point of the way lies to a part. */
typedef struct contact {
    bool within;        /* on the closed part */
    bool before, after; /* there is more of the part before it, after it */
} contact;

/* For a point v on the way. */
static contact contact_at(const query *s, const part *of, wend_vec2 v) {
    contact c = {true, !vec_equal(v, s->way.p), !vec_equal(v, s->way.q)};
    if (of->enter.before != 0) {
        int side = of->enter.before * predicate_orient(of->enter.line.a, of->enter.line.b, v);
        c.before = side < 0;
        c.within = side <= 0;
    }
    if (of->leave.before != 0) {
        int side = of->leave.before * predicate_orient(of->leave.line.a, of->leave.line.b, v);
        c.after = side > 0;
        c.within = c.within && side >= 0;
    }
    return c;
}

/* For the point where the way meets an edge; p or q may lie on it. */
static contact contact_on(const query *s, const part *of, const space_edge *e, int p_side,
                          int q_side) {
    contact c = {true, p_side != 0, q_side != 0};
    predicate_line line = {e->a, e->b};
    if (of->enter.before != 0) {
        int order = predicate_compare_cuts(s->way, line, of->enter.line);
        c.before = order > 0;
        c.within = order >= 0;
    }
    if (of->leave.before != 0) {
        int order = predicate_compare_cuts(s->way, line, of->leave.line);
        c.after = order < 0;
        c.within = c.within && order <= 0;
    }
    return c;
}

/* ---- Radius 0 -------------------------------------------------------------------------------- */

/* The chain's corner at the start of edge `e`, or at its end. */
static int corner_side(const wend_space *space, const space_edge *e, bool at_end, wend_vec2 x) {
    if (at_end) {
        return predicate_chain_side(e->a, e->b, space->edges[e->next].b, x);
    }
    return predicate_chain_side(space->edges[e->previous].a, e->a, e->b, x);
}

/* From corner e.a of an open wall the way runs along an edge; on which side of the chain it leaves
 * at last, 0 if it ends before. */
static int side_after_run(const query *s, const part *of, const space_edge *e) {
    bool forward =
        predicate_orient(e->a, e->b, s->way.q) == 0 && predicate_ahead(s->way.q, e->a, e->b);
    const space_edge *along = forward ? e : &s->space->edges[e->previous];
    for (;;) {
        uint32_t beyond = forward ? along->next : along->previous;
        wend_vec2 corner = forward ? along->b : along->a;
        bool reached = predicate_on_segment(corner, s->way.p, s->way.q) &&
                       contact_at(s, of, corner).after && contact_at(s, of, corner).within;
        if (!reached || beyond == SPACE_NONE) {
            return 0;
        }
        int side = corner_side(s->space, along, forward, s->way.q);
        if (side != 0) {
            return side;
        }
        along = &s->space->edges[beyond];
    }
}

/* What happens at corner e.a, which lies on the way. */
static bool corner_blocks(const query *s, const part *of, const space_edge *e) {
    if (e->previous == SPACE_NONE) {
        return false;
    }
    contact c = contact_at(s, of, e->a);
    if (!c.within) {
        return false;
    }
    int p_side = c.before ? corner_side(s->space, e, false, s->way.p) : 0;
    int q_side = c.after ? corner_side(s->space, e, false, s->way.q) : 0;
    if (e->one_sided) {
        return p_side < 0 || q_side < 0;
    }
    if (p_side != 0 && c.after && q_side == 0) {
        q_side = side_after_run(s, of, e);
    }
    return p_side * q_side < 0;
}

static bool edge_blocks(const query *s, const part *of, const space_edge *e) {
    int p_side = predicate_orient(e->a, e->b, s->way.p);
    int q_side = predicate_orient(e->a, e->b, s->way.q);
    if (p_side * q_side > 0) {
        return false;
    }
    int a_side = predicate_orient(s->way.p, s->way.q, e->a);
    int b_side = predicate_orient(s->way.p, s->way.q, e->b);
    if (a_side == 0 && predicate_on_segment(e->a, s->way.p, s->way.q)) {
        return corner_blocks(s, of, e);
    }
    if (a_side * b_side >= 0 || e->link != SPACE_NONE) {
        return false;
    }
    contact c = contact_on(s, of, e, p_side, q_side);
    if (!c.within) {
        return false;
    }
    if (e->one_sided) {
        return (c.before && p_side < 0) || (c.after && q_side < 0);
    }
    return c.before && c.after && p_side * q_side < 0;
}

/* ---- Radius > 0 ------------------------------------------------------------------------------ */

/* The sign of the distance between an end of the part and segment ab minus the radius. */
static int end_distance(const query *s, const cut *end, wend_vec2 otherwise, wend_vec2 a,
                        wend_vec2 b) {
    if (end->before != 0) {
        return predicate_cut_distance(s->way, end->line, a, b, s->radius);
    }
    return predicate_point_distance(otherwise, a, b, s->radius);
}

/* The sign of the distance between v and the way minus the radius, where the foot of the
 * perpendicular from v lies on the part; else 1. */
static int foot_distance(const query *s, const part *of, wend_vec2 v) {
    if (of->enter.before != 0 && predicate_compare_foot(s->way, v, of->enter.line) < 0) {
        return 1;
    }
    if (of->leave.before != 0 && predicate_compare_foot(s->way, v, of->leave.line) > 0) {
        return 1;
    }
    /* Beyond an end of the way itself, the distance to the way is that to the end: no harm. */
    return predicate_point_distance(v, s->way.p, s->way.q, s->radius);
}

/* The sign of the distance between the part and segment ab minus the radius. A segment that crosses
 * the part in inner points of both is not noticed: edge_blocks has seen it. */
static int part_distance(const query *s, const part *of, wend_vec2 a, wend_vec2 b) {
    int whole = predicate_segment_distance(s->way.p, s->way.q, a, b, s->radius);
    if (whole > 0 || (of->enter.before == 0 && of->leave.before == 0)) {
        return whole;
    }
    int nearest = end_distance(s, &of->enter, s->way.p, a, b);
    int others[] = {end_distance(s, &of->leave, s->way.q, a, b), foot_distance(s, of, a),
                    foot_distance(s, of, b)};
    for (int i = 0; i < 3; ++i) {
        nearest = others[i] < nearest ? others[i] : nearest;
    }
    return nearest;
}

/* Cuts the part down to what lies left of the link's edge or on its line; false if nothing. */
static bool cut_to_side(const query *s, const space_edge *link, part *of) {
    cut line = cut_at(link);
    int p_side = predicate_orient(link->a, link->b, s->way.p);
    int q_side = predicate_orient(link->a, link->b, s->way.q);
    if (p_side < 0 && q_side < 0) {
        return false;
    }
    if (p_side < 0) {
        line.before = -1;
        bool later =
            of->enter.before == 0 || predicate_compare_cuts(s->way, line.line, of->enter.line) > 0;
        of->enter = later ? line : of->enter;
    } else if (q_side < 0) {
        bool earlier =
            of->leave.before == 0 || predicate_compare_cuts(s->way, line.line, of->leave.line) < 0;
        of->leave = earlier ? line : of->leave;
    }
    return of->enter.before == 0 || of->leave.before == 0 ||
           predicate_compare_cuts(s->way, of->enter.line, of->leave.line) <= 0;
}

static bool far_apart(const query *s, wend_vec2 a, wend_vec2 b) {
    wend_vec2 low = vec_min(s->way.p, s->way.q), high = vec_max(s->way.p, s->way.q);
    float reach = s->radius * 1.00001F + 0.01F;
    return fminf(a.x, b.x) > high.x + reach || fmaxf(a.x, b.x) < low.x - reach ||
           fminf(a.y, b.y) > high.y + reach || fmaxf(a.y, b.y) < low.y - reach;
}

/* ---- All edges along a part ------------------------------------------------------------------ */

typedef bool edge_test(const query *s, const part *of, const space_edge *e, const space_edge *link);

static bool blocks(const query *s, const part *of, const space_edge *e, const space_edge *link) {
    (void)link;
    if (edge_blocks(s, of, e)) {
        return true;
    }
    return s->radius > 0.0F && e->link == SPACE_NONE && !far_apart(s, e->a, e->b) &&
           part_distance(s, of, e->a, e->b) < 0;
}

static bool blocks_across(const query *s, const part *of, const space_edge *e,
                          const space_edge *link) {
    wend_vec2 a = e->a, b = e->b;
    return e->link == SPACE_NONE && segment_clip_left(link->b, link->a, &a, &b) &&
           !far_apart(s, a, b) && part_distance(s, of, a, b) < 0;
}

/* Whether the test holds for an edge of `layer` near the way. */
static bool any_edge(const query *s, uint32_t layer, const part *of, edge_test *test,
                     const space_edge *link) {
    const space_grid *grid = &s->space->layers[layer].grid;
    double margin = (double)s->radius + SEARCH_MARGIN;
    uint32_t row, last_row;
    space_grid_rows(grid, s->way.p, s->way.q, margin, &row, &last_row);
    for (; row <= last_row; ++row) {
        uint32_t first, last;
        space_grid_span(grid, s->way.p, s->way.q, margin, row, &first, &last);
        if (first > last) {
            continue;
        }
        uint32_t begin = grid->start[row * grid->columns + first];
        uint32_t end = grid->start[row * grid->columns + last + 1];
        for (uint32_t i = begin; i < end; ++i) {
            const space_edge *e = &s->space->edges[grid->items[i]];
            if (space_class_on(e, s->classes) && test(s, of, e, link)) {
                return true;
            }
        }
    }
    return false;
}

static bool part_blocked(const query *s, const part *of) {
    if (any_edge(s, of->layer, of, blocks, NULL)) {
        return true;
    }
    const space_layer *layer = &s->space->layers[of->layer];
    for (uint32_t i = 0; i < layer->link_count && s->radius > 0.0F; ++i) {
        const space_edge *link = &s->space->edges[layer->link_edges[i]];
        part piece = *of;
        if (far_apart(s, link->a, link->b) || !cut_to_side(s, link, &piece) ||
            part_distance(s, &piece, link->a, link->b) > 0) {
            continue;
        }
        if (any_edge(s, across(s->space, link, of->layer), &piece, blocks_across, link)) {
            return true;
        }
    }
    return false;
}

bool wend_space_visible(const wend_space *space, wend_place from, wend_place to, float radius,
                        uint32_t classes) {
    WEND_ASSERT(from.layer < space->layer_count && to.layer < space->layer_count);
    if (!space_in_domain(from.position) || !space_in_domain(to.position)) {
        return false;
    }
    radius = space_sane_radius(radius);
    float length = vec_length(vec_sub(to.position, from.position));
    float reach = (length + radius) * 1.00001F;
    if (reach < space_free_radius(space, from.layer, from.position)) {
        return from.layer == to.layer;
    }
    query s = {space, {from.position, to.position}, radius, classes};
    part of = {.layer = from.layer};
    crossed list = {.count = 0};
    for (;;) {
        const space_edge *link = next_link(space, of.layer, s.way, &of.enter, &list);
        of.leave = link != NULL ? cut_at(link) : (cut){0};
        if (part_blocked(&s, &of)) {
            return false;
        }
        if (link == NULL) {
            return of.layer == to.layer;
        }
        of.layer = across(space, link, of.layer);
        of.enter = of.leave;
    }
}
