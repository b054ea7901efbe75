/* Builds the channel of a corridor. It consists of chords across the corridor's discs, inset from
 * the walls so that the centre of the agent's disc may cross them.
 *
 * The region in which the centre may be is bounded by inset walls and by arcs around corners. There
 * is a chord at each breakpoint of the axis, and wherever the path has turned by `step` around a
 * corner. The lines between the ends of consecutive chords approximate the arcs. Chords are inset
 * by a little more than the wanted clearance, so that none of these lines cuts into an arc. Where
 * there is too little room for this inset, the portal is a point of the axis.
 *
 *     step   angle between chords around a corner, radians
 *     rho    wanted / cos(step / 2): inset of the chords, m
 *
 * Cost: O(1) for each breakpoint and for each `step` of turning. */
#include <math.h>

#include <wend/math.h>

#include "geom/point.h"
#include "geom/vec.h"
#include "plan/corridor/corridor.h"
#include "step/worker_buffers.h"

enum { MAX_DEPTH = 14, HALVINGS = 24 };

/* A point on an axis segment, and the room there. */
typedef struct cut {
    double t;
    wend_corridor_sample at;
    double room; /* m: the clearance, or the distance to a blocker if that is less */
} cut;

/* ---- Portals --------------------------------------------------------------------------------- */

static wend_point inset_end(const cut *c, wend_vec2 side, double rho) {
    double x = (double)c->at.position.x, y = (double)c->at.position.y;
    double reach = fmax(c->room - rho, 0.0), total = (double)c->at.clearance;
    double share = total > 0.0 ? reach / total : 0.0;
    return (wend_point){x + ((double)side.x - x) * share, y + ((double)side.y - y) * share};
}

/* Returns 0 if a point lies outside the disc of a cut; otherwise 1 if it lies before the chord, -1
 * if after it. */
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

/* Adds a portal, unless the start lies past it. Chords across the corridor differ from the lines
 * along which points are projected onto the axis. The start, beside the axis, may therefore lie
 * past some of the first chords, and the end may lie before some of the last chords. */
static void add_channel_portal(corridor_channel *channel, const cut *c, uint32_t layer) {
    funnel_portal portal = {inset_end(c, c->at.left, channel->rho),
                            inset_end(c, c->at.right, channel->rho), layer};
    if (channel->count == 0 && side_of(c, &portal, channel->start) < 0) {
        return;
    }
    size_t room = (size_t)channel->count + 2; /* including room for the end of the path */
    channel->portals = worker_buffer_take(channel->ground->view, channel->ground->worker,
                                          BUFFER_CHANNEL, room * sizeof *channel->portals);
    channel->failed = channel->failed || channel->portals == NULL;
    if (!channel->failed) {
        channel->portals[channel->count++] = portal;
        channel->needed = side_of(c, &portal, channel->end) > 0 ? channel->needed : channel->count;
    }
}

static cut cut_at(const corridor_channel *channel, const corridor_axis_segment *segment, double t) {
    cut c = {.t = t, .at = corridor_sample_at(channel->ground->map, segment, t)};
    c.room = (double)c.at.clearance;
    if (corridor_is_narrowed(channel->ground, segment->edge)) {
        wend_location location = {c.at.position, segment->layer};
        c.room = (double)corridor_free_distance(channel->ground, location, c.at.clearance);
    }
    return c;
}

/* True if, between two points, the axis turns around a corner by more than one step. */
static bool turns(const corridor_channel *channel, uint32_t index, wend_vec2 a, wend_vec2 b) {
    const corridor_site *site = &channel->ground->map->sites[index];
    if (!vec_equal(site->a, site->b)) {
        return false;
    }
    double ax = (double)a.x - (double)site->a.x, ay = (double)a.y - (double)site->a.y;
    double bx = (double)b.x - (double)site->a.x, by = (double)b.y - (double)site->a.y;
    return fabs(ax * by - ay * bx) > channel->tangent * (ax * bx + ay * by);
}

/* Given two points, one with less room than rho and one with more, moves both close to the point
 * where the room equals rho. Their order stays the same. */
static void find_crossing(const corridor_channel *channel, const corridor_axis_segment *segment,
                          cut *from, cut *to) {
    bool wide_first = from->room > channel->rho;
    for (int i = 0; i < HALVINGS; i++) {
        cut middle = cut_at(channel, segment, 0.5 * (from->t + to->t));
        if ((middle.room > channel->rho) == wide_first) {
            *from = middle;
        } else {
            *to = middle;
        }
    }
}

/* Adds portals between two points of an axis segment, but not at the points themselves. */
static void divide(corridor_channel *channel, const corridor_axis_segment *segment, const cut *from,
                   const cut *to, uint32_t depth) {
    const corridor_breakpoint *start = &channel->ground->map->breakpoints[segment->breakpoint];
    if (depth == MAX_DEPTH ||
        (!turns(channel, start->left_site, from->at.position, to->at.position) &&
         !turns(channel, start->right_site, from->at.position, to->at.position))) {
        return;
    }
    cut middle = cut_at(channel, segment, 0.5 * (from->t + to->t));
    divide(channel, segment, from, &middle, depth + 1);
    add_channel_portal(channel, &middle, segment->layer);
    divide(channel, segment, &middle, to, depth + 1);
}

/* Does the same as `divide`, and also adds two portals where the room equals rho. At that point the
 * path changes between keeping the wanted clearance and following the axis. */
static void divide_segment(corridor_channel *channel, const corridor_axis_segment *segment,
                           const cut *from, const cut *to) {
    if ((from->room > channel->rho) == (to->room > channel->rho)) {
        divide(channel, segment, from, to, 0);
        return;
    }
    cut before = *from, behind = *to;
    find_crossing(channel, segment, &before, &behind);
    divide(channel, segment, from, &before, 0);
    add_channel_portal(channel, &before, segment->layer);
    add_channel_portal(channel, &behind, segment->layer);
    divide(channel, segment, &behind, to, 0);
}

corridor_channel corridor_build_channel(const corridor_ground *ground,
                                        const corridor_axis_path *axis_path, corridor_leg leg,
                                        double wanted, double step) {
    corridor_channel channel = {.ground = ground,
                                .rho = wanted / wend_cos(0.5 * step),
                                .tangent = wend_sin(step) / wend_cos(step),
                                .start = point_wide(leg.from.position),
                                .end = point_wide(leg.to.position)};
    for (uint32_t i = leg.first; i < leg.last && !channel.failed; i++) {
        const corridor_axis_segment *segment = &axis_path->segments[i];
        cut from = cut_at(&channel, segment, segment->from),
            to = cut_at(&channel, segment, segment->to);
        add_channel_portal(&channel, &from, segment->layer);
        divide_segment(&channel, segment, &from, &to);
        add_channel_portal(&channel, &to, segment->layer);
    }
    channel.portals = worker_buffer_take(ground->view, ground->worker, BUFFER_CHANNEL,
                                         ((size_t)channel.count + 1) * sizeof *channel.portals);
    channel.failed = channel.failed || channel.portals == NULL;
    return channel;
}
