/* Ray casting: finds the first wall on a straight line.
 *
 * A line is blocked at the same points as in wend_space_is_visible (straight.c); the hit is the
 * first of these points. Where a line is blocked at a corner, the hit is the corner. Where it is
 * blocked after running along an open wall, the hit is the point where it reaches that wall. Every
 * such point is the intersection of the line with an edge that is not parallel to it, so the order
 * of the points is decided exactly (predicate_compare_cuts); only the reported point is rounded. If
 * several walls block the line at one point, a wall that faces the start is preferred, then the
 * lowest index. Solids of switched classes may lie across a link: a ray that enters such a solid
 * through the link ends there.
 *
 * Cells are searched in the direction of the line. Cells beyond the first hit are not searched.
 *
 * Cost: the cells from the start to the hit, the links of the layers that the ray passes, and the
 * edges of switched classes on each layer that it enters through a link. */
#include "base/error.h"
#include "geom/point.h"
#include "geom/vec.h"
#include "space/straight.h"

/* If two rounded fractions differ by more than this, their order is certain; see predicate_cut. */
static const double SAME_FRACTION = 1e-9;

/* The first hit so far. */
typedef struct first_hit {
    const space_edge *edge; /* NULL if nothing has been hit */
    predicate_line line;    /* the line that cuts the ray at the hit */
    double fraction;
    wend_vec2 point;
    bool is_facing;  /* the start of the ray lies in front of the edge */
    bool is_leaving; /* the ray began inside a solid and leaves it here */
} first_hit;

typedef struct ray {
    straight_query s;
    straight_part part;
    first_hit hit;
} ray;

/* ---- Order of hits --------------------------------------------------------------------------- */

static bool is_parallel(const straight_query *s, const space_edge *e) {
    return predicate_orient(s->segment.p, s->segment.q, e->a) == 0 &&
           predicate_orient(s->segment.p, s->segment.q, e->b) == 0;
}

/* Returns the side of an edge from which the ray comes: 1 for left, -1 for right, 0 if it runs
 * along the edge's line. If the ray starts on that line, returns the side opposite to the ray's
 * end. */
static int side_of_start(const straight_query *s, const space_edge *e) {
    int side = predicate_orient(e->a, e->b, s->segment.p);
    return side != 0 ? side : -predicate_orient(e->a, e->b, s->segment.q);
}

static bool is_facing(const straight_query *s, const space_edge *e) {
    int side = side_of_start(s, e);
    return e->one_sided ? side > 0 : side != 0;
}

static bool is_before(const ray *r, const first_hit *hit) {
    const first_hit *best = &r->hit;
    if (best->edge == NULL) {
        return true;
    }
    double apart = hit->fraction - best->fraction;
    if (fabs(apart) > SAME_FRACTION) {
        return apart < 0.0;
    }
    int order = predicate_compare_cuts(r->s.segment, hit->line, best->line);
    if (order != 0) {
        return order < 0;
    }
    return hit->is_facing != best->is_facing ? hit->is_facing : hit->edge->wall < best->edge->wall;
}

static void record_hit(ray *r, first_hit hit) {
    if (is_before(r, &hit)) {
        r->hit = hit;
    }
}

static wend_vec2 point_at(predicate_segment segment, double fraction) {
    return point_narrow(point_lerp(point_wide(segment.p), point_wide(segment.q), fraction));
}

/* Records both walls that meet at the corner e.a, which blocks the ray. */
static void record_corner(ray *r, const space_edge *e) {
    const space_edge *previous = &r->s.space->edges[e->previous];
    const space_edge *cutting = is_parallel(&r->s, e) ? previous : e;
    first_hit hit = {.line = {cutting->a, cutting->b}, .point = e->a};
    hit.fraction = predicate_cut(r->s.segment, hit.line);
    const space_edge *both[] = {e, previous};
    hit.is_leaving = e->one_sided && !is_facing(&r->s, e) && !is_facing(&r->s, previous);
    for (int i = 0; i < 2; ++i) {
        hit.edge = both[i];
        hit.is_facing = both[i]->link == SPACE_NONE && is_facing(&r->s, both[i]);
        record_hit(r, hit);
    }
}

static void test_edge(ray *r, const space_edge *e) {
    if (!straight_edge_blocks(&r->s, &r->part, e)) {
        return;
    }
    if (straight_meets_corner(&r->s, e)) {
        record_corner(r, e);
        return;
    }
    first_hit hit = {.edge = e, .line = {e->a, e->b}, .is_facing = is_facing(&r->s, e)};
    hit.is_leaving = e->one_sided && !hit.is_facing;
    hit.fraction = predicate_cut(r->s.segment, hit.line);
    hit.point = point_at(r->s.segment, hit.fraction);
    record_hit(r, hit);
}

/* ---- Cells along the ray --------------------------------------------------------------------- */

/* Returns the fraction of the ray at which one of its coordinates reaches the interval [low, high],
 * widened by the margin. */
static double entry_fraction(double from, double to, double low, double high) {
    double length = to - from;
    double before = length > 0.0 ? low - from : from - high;
    return length != 0.0 ? (before - STRAIGHT_MARGIN) / fabs(length) : 0.0;
}

static bool is_behind_hit(const ray *r, double fraction) {
    return r->hit.edge != NULL && fraction > r->hit.fraction + SAME_FRACTION;
}

static void search_cell(ray *r, const space_grid *grid, uint32_t cell) {
    for (uint32_t i = grid->start[cell]; i < grid->start[cell + 1]; ++i) {
        const space_edge *e = &r->s.space->edges[grid->items[i]];
        if (space_class_on(e, r->s.classes)) {
            test_edge(r, e);
        }
    }
}

static void search_row(ray *r, const space_grid *grid, uint32_t row) {
    predicate_segment segment = r->s.segment;
    uint32_t first, last;
    space_grid_span(grid, segment.p, segment.q, STRAIGHT_MARGIN, row, &first, &last);
    bool right = segment.q.x >= segment.p.x;
    for (uint32_t i = 0; first <= last && i <= last - first; ++i) {
        uint32_t column = right ? first + i : last - i;
        double low = grid->low_x + column * grid->cell;
        if (is_behind_hit(r, entry_fraction((double)segment.p.x, (double)segment.q.x, low,
                                            low + grid->cell))) {
            return;
        }
        search_cell(r, grid, row * grid->columns + column);
    }
}

static void search_layer(ray *r) {
    const space_grid *grid = &r->s.space->layers[r->part.layer].grid;
    predicate_segment segment = r->s.segment;
    uint32_t first, last;
    space_grid_rows(grid, segment.p, segment.q, STRAIGHT_MARGIN, &first, &last);
    bool up = segment.q.y >= segment.p.y;
    for (uint32_t i = 0; first <= last && i <= last - first; ++i) {
        uint32_t row = up ? first + i : last - i;
        double low = grid->low_y + row * grid->cell;
        if (is_behind_hit(r, entry_fraction((double)segment.p.y, (double)segment.q.y, low,
                                            low + grid->cell))) {
            return;
        }
        search_row(r, grid, row);
    }
}

/* ---- Solids at a link ------------------------------------------------------------------------ */

/* True if the part of the ray begins inside a solid. This is so if the ray leaves the solid at its
 * first hit with the solid's ring. */
static bool is_inside_ring(ray *r, const space_ring *ring) {
    r->hit = (first_hit){0};
    for (uint32_t i = 0; i < ring->edge_count; ++i) {
        test_edge(r, &r->s.space->edges[ring->first_edge + i]);
    }
    return r->hit.edge != NULL && r->hit.is_leaving;
}

/* If a solid of a switched class lies at the link that the ray came through, ends the ray there and
 * returns true. */
static bool stop_at_link(ray *r) {
    const space_layer *layer = &r->s.space->layers[r->part.layer];
    uint32_t switched = layer->classes & r->s.classes & ~1U;
    bool inside = false;
    if (r->part.enter.before == 0 || switched == 0) {
        return false;
    }
    for (uint32_t i = 0; i < layer->ring_count && !inside; ++i) {
        const space_ring *ring = &r->s.space->rings[layer->first_ring + i];
        bool is_switched =
            ring->kind == SPACE_SOLID && (switched >> ring->obstacle_class & 1U) != 0;
        inside = is_switched && is_inside_ring(r, ring);
    }
    if (inside) {
        r->hit.fraction = predicate_cut(r->s.segment, r->part.enter.line);
        r->hit.point = point_at(r->s.segment, r->hit.fraction);
    } else {
        r->hit = (first_hit){0};
    }
    return inside;
}

/* ---- Result ---------------------------------------------------------------------------------- */

/* Returns the wall's unit normal on the side from which the ray comes. */
static wend_vec2 normal_of(const straight_query *s, const space_edge *e) {
    wend_vec2 along = space_line_of(e->a, e->b).along;
    return side_of_start(s, e) >= 0 ? (wend_vec2){-along.y, along.x}
                                    : (wend_vec2){along.y, -along.x};
}

static bool write_hit(const ray *r, wend_ray_hit *out, double *fraction) {
    const first_hit *hit = &r->hit;
    wend_vec2 p = r->s.segment.p;
    *fraction = hit->fraction < 0.0 ? 0.0 : hit->fraction > 1.0 ? 1.0 : hit->fraction;
    *out = (wend_ray_hit){
        .wall = hit->edge->wall,
        .distance =
            (float)(*fraction * point_length(point_sub(point_wide(r->s.segment.q), point_wide(p)))),
        .end = {hit->point, r->part.layer},
        .normal = normal_of(&r->s, hit->edge)};
    return true;
}

bool space_ray_cast(const wend_space *space, wend_location from, wend_vec2 to, uint32_t classes,
                    wend_ray_hit *out, double *fraction) {
    ray r = {.s = {space, {from.position, to}, 0.0F, classes}, .part = {.layer = from.layer}};
    double length = point_length(point_sub(point_wide(to), point_wide(from.position)));
    *fraction = 1.0;
    *out = (wend_ray_hit){.wall = WEND_NO_WALL, .distance = (float)length, .end = {to, from.layer}};
    if (!space_in_domain(from.position) || !space_in_domain(to) ||
        (float)length * 1.00001F < space_clearance_bound(space, from.layer, from.position)) {
        return false;
    }
    straight_crossed list = {.count = 0};
    for (;;) {
        const space_edge *link =
            straight_next_link(space, r.part.layer, r.s.segment, &r.part.enter, &list);
        r.part.leave = link != NULL ? straight_cut_at(link) : (straight_cut){0};
        if (!stop_at_link(&r)) {
            search_layer(&r);
        }
        if (r.hit.edge != NULL) {
            return write_hit(&r, out, fraction);
        }
        if (link == NULL) {
            out->end.layer = r.part.layer;
            return false;
        }
        r.part.layer = straight_layer_across(space, link, r.part.layer);
        r.part.enter = r.part.leave;
    }
}

bool wend_space_ray_cast(const wend_space *space, wend_location from, wend_vec2 to,
                         uint32_t classes, wend_ray_hit *out) {
    WEND_ASSERT(space != NULL && out != NULL && from.layer < space->layer_count);
    double fraction;
    return space_ray_cast(space, from, to, classes, out, &fraction);
}
