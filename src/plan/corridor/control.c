/* Computes the shortest path inside a corridor: for the disc (`shortest`), or for a larger disc
 * where there is room and along the axis where there is not (`visibility_voronoi`).
 *
 * R. Wein, J. van den Berg, D. Halperin, "The visibility-Voronoi complex and its applications"
 * (2005): a path of that complex keeps a preferred clearance, and follows the medial axis where the
 * ground is narrower than that. Their path is the shortest of all such paths; ours is the shortest
 * in the corridor found.
 *
 * The path is pulled taut through the portals of the channel (channel.c) by the funnel algorithm
 * (funnel.c). It is longer than the shortest one by less than a thousandth of its arcs: STEP^2 /
 * 12.
 *
 * Cost: that of the channel. */
#include "plan/corridor/corridor.h"

static const double STEP = 0.1; /* radians: turning angle around a corner */

void corridor_pull_taut(const corridor_ground *ground, const corridor_way *way, corridor_leg leg,
                        double clearance, double spacing, corridor_points *points) {
    corridor_sleeve s = corridor_make_sleeve(ground, way, leg, clearance, STEP);
    wend_route_point *bends =
        wend_view_scratch(ground->view, ground->worker, ((size_t)s.needed + 1) * sizeof *bends);
    points->failed = points->failed || s.failed || bends == NULL;
    if (points->failed) {
        return;
    }
    s.gates[s.needed] = (taut_gate){s.end, s.end, leg.to.layer};
    uint32_t count = taut_pull(s.start, s.gates, s.needed + 1, bends);
    wend_location last = leg.from;
    for (uint32_t i = 0; i < count; i++) {
        wend_location bend = {bends[i].position, bends[i].layer};
        corridor_put_leg(ground, points, last, bend, spacing);
        last = bend;
    }
    corridor_put_leg(ground, points, last, leg.to, spacing);
}
