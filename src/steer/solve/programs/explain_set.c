/* Adds the boundary of a convex set of velocities to a sketch, piece by piece, counter-clockwise,
 * in the order of the outward directions of the pieces. Infinite pieces are cut off far outside any
 * picture. Cost: O(n^2) for n pieces; used only for explanations. */
#include "steer/solve/programs/explain_set.h"

#include <wend/explain.h>

#include <math.h>

#include "geom/vec.h"
#include "steer/solve/programs/velocity_cut.h"

/* m/s: the distance at which infinite pieces are cut off. */
static const float far_away = 1000.0F;

enum { MOST_PIECES = 512 };

/* A piece of the boundary, from `a` counter-clockwise to `b`; if it is an arc, around the centre
 * `c`. */
typedef struct piece {
    wend_vec2 outward;
    wend_mark mark;
    bool endless; /* true: the piece is infinite at its end b */
} piece;

/* Returns a number from -2 to 2 that increases with the angle of a direction. */
static float pseudo_angle(wend_vec2 v) {
    float slant = v.x / (fabsf(v.x) + fabsf(v.y));
    return v.y >= 0.0F ? 1.0F - slant : slant - 1.0F;
}

static piece side_piece(const velocity_side *side) {
    float low = side->low > -far_away ? side->low : -far_away,
          high = side->high < far_away ? side->high : far_away;
    return (piece){.outward = {side->along.y, -side->along.x},
                   .mark = {.kind = WEND_MARK_BOUNDARY_SEGMENT,
                            .a = side_at(side, low),
                            .b = side_at(side, high)},
                   .endless = high < side->high};
}

static piece arc_piece(const velocity_arc *arc) {
    return (piece){.outward = arc_outward(arc),
                   .mark = {.kind = WEND_MARK_BOUNDARY_ARC,
                            .a = arc_at(arc, arc->from),
                            .b = arc_at(arc, arc->to),
                            .c = arc->centre}};
}

static void insert_piece(piece *pieces, uint32_t count, piece added) {
    uint32_t at = count;
    for (; at > 0 && pseudo_angle(pieces[at - 1].outward) > pseudo_angle(added.outward); at--) {
        pieces[at] = pieces[at - 1];
    }
    pieces[at] = added;
}

/* Closes a set between two infinite sides that open so wide that a single straight line would cut
 * off too much. */
static void close_far(const piece *from, const piece *to, wend_sketch *sketch) {
    wend_vec2 middle = vec_scale(vec_add(from->outward, to->outward), -far_away);
    if (vec_dot(from->outward, to->outward) > 0.0F) {
        wend_vec2 at = vec_add(from->mark.a, middle);
        wend_mark line = {.kind = WEND_MARK_BOUNDARY_SEGMENT,
                          .a = from->mark.b,
                          .b = at,
                          .subject = from->mark.subject};
        wend_sketch_add(sketch, line);
        line.a = at;
        line.b = to->mark.a;
        wend_sketch_add(sketch, line);
    }
}

void explain_set(const velocity_set *set, wend_mark_kind kind, const char *label,
                 wend_subject subject, wend_sketch *sketch) {
    piece pieces[MOST_PIECES];
    uint32_t count = 0;
    for (uint32_t i = 0; i < set->side_count && count < MOST_PIECES; i++) {
        insert_piece(pieces, count++, side_piece(&set->sides[i]));
    }
    for (uint32_t i = 0; i < set->arc_count && count < MOST_PIECES; i++) {
        insert_piece(pieces, count++, arc_piece(&set->arcs[i]));
    }
    if (count == 0) {
        return;
    }
    wend_vec2 point = velocity_set_nearest(set, (wend_vec2){0.0F, 0.0F});
    wend_sketch_add(sketch,
                    (wend_mark){.kind = kind, .a = point, .label = label, .subject = subject});
    for (uint32_t i = 0; i < count; i++) {
        pieces[i].mark.subject = subject;
        wend_sketch_add(sketch, pieces[i].mark);
        if (pieces[i].endless) {
            close_far(&pieces[i], &pieces[(i + 1) % count], sketch);
        }
    }
}
