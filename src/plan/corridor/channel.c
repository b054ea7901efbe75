/* Builds the channel of a corridor: chords of its discs, inset from the walls, that the centre of a
 * disc may cross.
 *
 * The region of the centre is bounded by inset walls and by arcs around corners. There is a chord
 * at each breakpoint of the axis, and wherever the path has turned by `step` around a corner. The
 * lines between the ends of consecutive chords replace an arc. Chords are inset by a little more
 * than wanted, so that no such line cuts an arc. Where there is less room than wanted, the portal
 * is a point of the axis.
 *
 *     step   angle between chords around a corner, radians
 *     rho    wanted / cos(step / 2): inset of the chords, m
 *
 * Cost: O(1) for each breakpoint and each step of turning. */
#include <math.h>

#include <wend/math.h>

#include "geom/point.h"
#include "geom/vec.h"
#include "plan/corridor/corridor.h"
#include "step/worker_buffers.h"

enum { DEEPEST = 14, HALVINGS = 24 };

/* A point on an axis segment, and how much room there is. */
typedef struct cut {
    double t;
    wend_corridor_sample at;
    double room; /* m: clearance, smaller beside a blocker */
} cut;

/* ---- Portals --------------------------------------------------------------------------------- */

static wend_point end_of(const cut *c, wend_vec2 side, double rho) {
    double x = (double)c->at.position.x, y = (double)c->at.position.y;
    double reach = fmax(c->room - rho, 0.0), total = (double)c->at.clearance;
    double share = total > 0.0 ? reach / total : 0.0;
    return (wend_point){x + ((double)side.x - x) * share, y + ((double)side.y - y) * share};
}

/* Returns 0 if a point is outside the disc of a cut, 1 if it lies before the chord, -1 if after it.
 */
static int side_of(const cut *c, const funnel_portal *portal, wend_point p) {
    double x = p.x - (double)c->at.position.x, y = p.y - (double)c->at.position.y;
    if (x * x + y * y > (double)c->at.clearance * (double)c->at.clearance) {
        return 0;
    }
    double across_x = (double)c->at.left.x - (double)c->at.right.x;
    double across_y = (double)c->at.left.y - (double)c->at.right.y;
    double before = across_x * (p.y - portal->right.y) - across_y * (p.x - portal->right.x);
    return before > 0.0 ? 1 : -1;
}

/* Adds a portal. Chords across the corridor differ from the lines along which points retract. The
 * start, beside the axis, may therefore be past some of the first chords, and the end before some
 * of the last ones. */
static void add_channel_portal(corridor_channel *s, const cut *c, uint32_t layer) {
    funnel_portal portal = {end_of(c, c->at.left, s->rho), end_of(c, c->at.right, s->rho), layer};
    if (s->count == 0 && side_of(c, &portal, s->start) < 0) {
        return;
    }
    size_t room = (size_t)s->count + 2; /* one more for the end */
    s->portals = worker_buffer_take(s->ground->view, s->ground->worker, BUFFER_CHANNEL,
                                    room * sizeof *s->portals);
    s->failed = s->failed || s->portals == NULL;
    if (!s->failed) {
        s->portals[s->count++] = portal;
        s->needed = side_of(c, &portal, s->end) > 0 ? s->needed : s->count;
    }
}

static cut cut_at(const corridor_channel *s, const corridor_axis_segment *segment, double t) {
    cut c = {.t = t, .at = corridor_sample_at(s->ground->map, segment, t)};
    c.room = (double)c.at.clearance;
    if (corridor_is_narrowed(s->ground, segment->edge)) {
        wend_location location = {c.at.position, segment->layer};
        c.room = (double)corridor_free_distance(s->ground, location, c.at.clearance);
    }
    return c;
}

/* True if the axis turns by more than a step around a corner between two points. */
static bool turns(const corridor_channel *s, uint32_t index, wend_vec2 a, wend_vec2 b) {
    const corridor_site *site = &s->ground->map->sites[index];
    if (!vec_equal(site->a, site->b)) {
        return false;
    }
    double ax = (double)a.x - (double)site->a.x, ay = (double)a.y - (double)site->a.y;
    double bx = (double)b.x - (double)site->a.x, by = (double)b.y - (double)site->a.y;
    return fabs(ax * by - ay * bx) > s->tangent * (ax * bx + ay * by);
}

/* Moves two points together, in their order, to where the room crosses rho: one has less room than
 * rho, the other more. */
static void find_crossing(const corridor_channel *s, const corridor_axis_segment *segment,
                          cut *from, cut *to) {
    bool wide_first = from->room > s->rho;
    for (int i = 0; i < HALVINGS; i++) {
        cut middle = cut_at(s, segment, 0.5 * (from->t + to->t));
        if ((middle.room > s->rho) == wide_first) {
            *from = middle;
        } else {
            *to = middle;
        }
    }
}

/* Adds portals between two points of an axis segment, without those at the points. */
static void divide(corridor_channel *s, const corridor_axis_segment *segment, const cut *from,
                   const cut *to, uint32_t depth) {
    const corridor_breakpoint *e = &s->ground->map->breakpoints[segment->breakpoint];
    if (depth == DEEPEST || (!turns(s, e->left_site, from->at.position, to->at.position) &&
                             !turns(s, e->right_site, from->at.position, to->at.position))) {
        return;
    }
    cut middle = cut_at(s, segment, 0.5 * (from->t + to->t));
    divide(s, segment, from, &middle, depth + 1);
    add_channel_portal(s, &middle, segment->layer);
    divide(s, segment, &middle, to, depth + 1);
}

/* Does the same, and adds two portals where the room crosses rho: the path changes its kind there.
 */
static void divide_bit(corridor_channel *s, const corridor_axis_segment *segment, const cut *from,
                       const cut *to) {
    if ((from->room > s->rho) == (to->room > s->rho)) {
        divide(s, segment, from, to, 0);
        return;
    }
    cut before = *from, behind = *to;
    find_crossing(s, segment, &before, &behind);
    divide(s, segment, from, &before, 0);
    add_channel_portal(s, &before, segment->layer);
    add_channel_portal(s, &behind, segment->layer);
    divide(s, segment, &behind, to, 0);
}

corridor_channel corridor_build_channel(const corridor_ground *ground,
                                        const corridor_axis_path *axis_path, corridor_leg leg,
                                        double wanted, double step) {
    corridor_channel s = {.ground = ground,
                          .rho = wanted / wend_cos(0.5 * step),
                          .tangent = wend_sin(step) / wend_cos(step),
                          .start = point_wide(leg.from.position),
                          .end = point_wide(leg.to.position)};
    for (uint32_t i = leg.first; i < leg.last && !s.failed; i++) {
        const corridor_axis_segment *segment = &axis_path->segments[i];
        cut from = cut_at(&s, segment, segment->from), to = cut_at(&s, segment, segment->to);
        add_channel_portal(&s, &from, segment->layer);
        divide_bit(&s, segment, &from, &to);
        add_channel_portal(&s, &to, segment->layer);
    }
    s.portals = worker_buffer_take(ground->view, ground->worker, BUFFER_CHANNEL,
                                   ((size_t)s.count + 1) * sizeof *s.portals);
    s.failed = s.failed || s.portals == NULL;
    return s;
}
