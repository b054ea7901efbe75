/* The shortest path inside a corridor for a disc: `shortest`; and for one that is larger where
 * there is room, along the axis where there is not: `visibility_voronoi`.
 *
 * R. Wein, J. van den Berg, D. Halperin, "The visibility-Voronoi complex and its applications"
 * (2005): a path of that complex keeps a preferred clearance, and follows the medial axis where the
 * ground is narrower than that. Theirs is the shortest of all such paths, ours the shortest in the
 * corridor that was found.
 *
 * Where the centre may be is bounded by walls moved inwards and by arcs about corners. The taut
 * string (taut.c) is pulled through chords of the discs, drawn in towards the middle; there is one
 * wherever the way has turned by STEP about a corner. What is left of an arc are the chords between
 * their ends; these are drawn in by a little more than wanted, so that no chord cuts an arc. The
 * path is longer than the shortest one by less than a thousandth of the arcs in it (STEP^2 / 12).
 *
 *     STEP   0.1 radians
 *     rho    wanted / cos(STEP / 2): what chords are drawn in by, m
 *
 * Cost: O(1) for each event and each STEP of turning. */
#include <math.h>

#include "geom/vec.h"
#include "plan/corridor.h"
#include "plan/taut.h"
#include "step/rooms.h"

enum { DEEPEST = 14, HALVINGS = 24 };

static const double STEP_TANGENT = 0.10033467; /* of STEP = 0.1 radians about a corner */
static const double PER_COSINE = 1.00125182;   /* 1 / cos(STEP / 2) */

typedef struct sleeve {
    const corridor_ground *ground;
    double rho;
    target_point start, end;
    taut_gate *gates;
    uint32_t count;
    uint32_t needed; /* how many of them the end lies behind */
    bool failed;
} sleeve;

/* A place on a bit, and how much room there is. */
typedef struct cut {
    double t;
    wend_corridor_sample at;
    double room; /* m: clearance, less where something is shut beside it */
} cut;

/* ---- Gates ----------------------------------------------------------------------------------- */

static target_point end_of(const cut *c, wend_vec2 side, double rho) {
    double x = (double)c->at.position.x, y = (double)c->at.position.y;
    double reach = fmax(c->room - rho, 0.0), whole = (double)c->at.clearance;
    double share = whole > 0.0 ? reach / whole : 0.0;
    return (target_point){x + ((double)side.x - x) * share, y + ((double)side.y - y) * share};
}

/* Whether a place lies in the disc of a cut, before its line (1), or behind it (-1). */
static int side_of(const cut *c, const taut_gate *gate, target_point p) {
    double x = p.x - (double)c->at.position.x, y = p.y - (double)c->at.position.y;
    if (x * x + y * y > (double)c->at.clearance * (double)c->at.clearance) {
        return 0;
    }
    double across_x = (double)c->at.left.x - (double)c->at.right.x;
    double across_y = (double)c->at.left.y - (double)c->at.right.y;
    double before = across_x * (p.y - gate->right.y) - across_y * (p.x - gate->right.x);
    return before > 0.0 ? 1 : -1;
}

/* Lines straight across the corridor are not those that places retract along: who stands beside the
 * axis may have passed some of the first ones, and the end lie before some of the last. */
static void put_gate(sleeve *s, const cut *c, uint32_t layer) {
    taut_gate gate = {end_of(c, c->at.left, s->rho), end_of(c, c->at.right, s->rho), layer};
    if (s->count == 0 && side_of(c, &gate, s->start) < 0) {
        return;
    }
    size_t room = (size_t)s->count + 2; /* the end is put behind them */
    s->gates = rooms_take(s->ground->view, s->ground->worker, ROOM_GATES, room * sizeof *s->gates);
    s->failed = s->failed || s->gates == NULL;
    if (!s->failed) {
        s->gates[s->count++] = gate;
        s->needed = side_of(c, &gate, s->end) > 0 ? s->needed : s->count;
    }
}

static cut cut_at(const sleeve *s, const corridor_bit *bit, double t) {
    cut c = {.t = t, .at = corridor_at_bit(s->ground->map, bit, t)};
    c.room = (double)c.at.clearance;
    if (corridor_is_narrowed(s->ground, bit->edge)) {
        wend_place place = {c.at.position, bit->layer};
        c.room = (double)corridor_room(s->ground, place, c.at.clearance);
    }
    return c;
}

/* Whether the axis turns by more than a step about a corner between two places. */
static bool turns(const corridor_site *site, wend_vec2 a, wend_vec2 b) {
    if (!vec_equal(site->a, site->b)) {
        return false;
    }
    double ax = (double)a.x - (double)site->a.x, ay = (double)a.y - (double)site->a.y;
    double bx = (double)b.x - (double)site->a.x, by = (double)b.y - (double)site->a.y;
    return fabs(ax * by - ay * bx) > STEP_TANGENT * (ax * bx + ay * by);
}

/* Two places as near to each other as can be, the room of one of which is less than rho and that of
 * the other more; between those given, and in their order. */
static void find_crossing(const sleeve *s, const corridor_bit *bit, cut *from, cut *to) {
    bool wide_first = from->room > s->rho;
    for (int i = 0; i < HALVINGS; i++) {
        cut middle = cut_at(s, bit, 0.5 * (from->t + to->t));
        if ((middle.room > s->rho) == wide_first) {
            *from = middle;
        } else {
            *to = middle;
        }
    }
}

/* Gates between two places of a bit, without those at its ends. */
static void divide(sleeve *s, const corridor_bit *bit, const cut *from, const cut *to,
                   uint32_t depth) {
    const corridor_event *e = &s->ground->map->events[bit->event];
    const corridor_site *sites = s->ground->map->sites;
    if (depth == DEEPEST || (!turns(&sites[e->left_site], from->at.position, to->at.position) &&
                             !turns(&sites[e->right_site], from->at.position, to->at.position))) {
        return;
    }
    cut middle = cut_at(s, bit, 0.5 * (from->t + to->t));
    divide(s, bit, from, &middle, depth + 1);
    put_gate(s, &middle, bit->layer);
    divide(s, bit, &middle, to, depth + 1);
}

/* The same, and two where the room becomes less than is wanted, or more: on either side of them
 * the path is of another kind. */
static void divide_bit(sleeve *s, const corridor_bit *bit, const cut *from, const cut *to) {
    if ((from->room > s->rho) == (to->room > s->rho)) {
        divide(s, bit, from, to, 0);
        return;
    }
    cut before = *from, behind = *to;
    find_crossing(s, bit, &before, &behind);
    divide(s, bit, from, &before, 0);
    put_gate(s, &before, bit->layer);
    put_gate(s, &behind, bit->layer);
    divide(s, bit, &behind, to, 0);
}

static void make_gates(sleeve *s, const corridor_way *way, uint32_t first) {
    for (uint32_t i = first; i < way->count && !s->failed; i++) {
        const corridor_bit *bit = &way->bits[i];
        cut from = cut_at(s, bit, bit->from), to = cut_at(s, bit, bit->to);
        put_gate(s, &from, bit->layer);
        divide_bit(s, bit, &from, &to);
        put_gate(s, &to, bit->layer);
    }
}

/* ---- The path -------------------------------------------------------------------------------- */

static target_point wide(wend_vec2 p) {
    return (target_point){(double)p.x, (double)p.y};
}

void corridor_pull_taut(const corridor_ground *ground, const corridor_way *way, uint32_t first,
                        const corridor_wish *wish, corridor_points *points) {
    const corridor_ground *g = ground;
    sleeve s = {.ground = g,
                .rho = (double)wish->clearance * PER_COSINE,
                .start = wide(wish->from.position),
                .end = wide(wish->to.position)};
    make_gates(&s, way, first);
    s.gates = rooms_take(g->view, g->worker, ROOM_GATES, ((size_t)s.count + 1) * sizeof *s.gates);
    wend_route_point *bends =
        wend_view_scratch(g->view, g->worker, ((size_t)s.needed + 1) * sizeof *bends);
    points->failed = points->failed || s.failed || s.gates == NULL || bends == NULL;
    if (points->failed) {
        return;
    }
    s.gates[s.needed] = (taut_gate){s.end, s.end, wish->to.layer};
    uint32_t count = taut_pull(s.start, s.gates, s.needed + 1, bends);
    wend_place last = wish->from;
    for (uint32_t i = 0; i < count; i++) {
        wend_place bend = {bends[i].position, bends[i].layer};
        corridor_put_leg(g, points, last, bend, wish->spacing);
        last = bend;
    }
    corridor_put_leg(g, points, last, wish->to, wish->spacing);
}
