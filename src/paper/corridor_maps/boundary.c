/* The explicit boundary of a corridor (section 4.1), as short straight pieces. It consists of
 * segments along walls, between the points where discs touch the walls, and of arcs where the
 * corridor passes an opening and at both ends. */
#include "paper/corridor_maps/parts.h"
#include <math.h>
#include <wend/math.h>

/* rad, largest angle of an arc that one straight piece represents */
static const double PIECE_ANGLE = 0.1;
static const double ROUNDING_ANGLE =
    0.0001; /* rad: a smaller turn in the wrong direction is a rounding error */

static wend_vec2 side_of(const wend_corridor_disc *disc, bool left) {
    return left ? disc->left : disc->right;
}

/* Visits an arc on the rim of a disc: counter-clockwise if `leftward` is true, otherwise clockwise.
 */
static void visit_arc(const wend_corridor_disc *disc, wend_vec2 from, wend_vec2 to, bool leftward,
                      const village_visitor *visitor) {
    double fx = (double)from.x - (double)disc->position.x;
    double fy = (double)from.y - (double)disc->position.y;
    double tx = (double)to.x - (double)disc->position.x;
    double ty = (double)to.y - (double)disc->position.y;
    double turn = wend_atan2(fx * ty - fy * tx, fx * tx + fy * ty);
    if (leftward && turn < -ROUNDING_ANGLE) {
        turn += WEND_FULL_TURN;
    } else if (!leftward && turn > ROUNDING_ANGLE) {
        turn -= WEND_FULL_TURN;
    }
    int pieces = 1 + (int)(fabs(turn) / PIECE_ANGLE);
    wend_vec2 last = from;
    for (int i = 1; i <= pieces; i++) {
        double c = wend_cos(turn * i / pieces), s = wend_sin(turn * i / pieces);
        wend_vec2 next = {(float)((double)disc->position.x + fx * c - fy * s),
                          (float)((double)disc->position.y + fx * s + fy * c)};
        visitor->visit(visitor->user, last, i == pieces ? to : next);
        last = next;
    }
}

void village_visit_side(const wend_route *route, bool left, const village_visitor *visitor) {
    for (uint32_t i = 0; i + 1 < route->disc_count; i++) {
        const wend_corridor_disc *a = &route->discs[i], *b = &route->discs[i + 1];
        bool same = a->position.x == b->position.x && a->position.y == b->position.y;
        if (same) {
            visit_arc(a, side_of(a, left), side_of(b, left), !left, visitor);
        } else {
            visitor->visit(visitor->user, side_of(a, left), side_of(b, left));
        }
    }
}

void village_visit_ends(const wend_route *route, const village_visitor *visitor) {
    if (route->disc_count > 0) {
        const wend_corridor_disc *first = &route->discs[0];
        const wend_corridor_disc *last = &route->discs[route->disc_count - 1];
        visit_arc(first, first->left, first->right, true, visitor);
        visit_arc(last, last->right, last->left, true, visitor);
    }
}
