/* Computes the shortest path inside a corridor. With `shortest`, it is the shortest path for the
 * disc. With `visibility_voronoi`, it is the shortest path for a larger disc, and follows the axis
 * where the larger disc has no room.
 *
 * R. Wein, J. van den Berg, D. Halperin, "The visibility-Voronoi complex and its applications"
 * (2005): a path of that complex keeps a preferred clearance, and follows the medial axis where the
 * ground is too narrow for that clearance. Their path is the shortest of all such paths; ours is
 * the shortest in the corridor found.
 *
 * The funnel algorithm (funnel.c) pulls the string through the portals of the channel (channel.c).
 * The path is longer than the shortest one. The difference is less than STEP^2 / 12 (about a
 * thousandth) of the length of its arcs.
 *
 * Cost: that of the channel. */
#include "plan/corridor/corridor.h"

static const double STEP = 0.1; /* radians: angle between portals around a corner */

void corridor_pull_string(const corridor_ground *ground, const corridor_axis_path *axis_path,
                          corridor_leg leg, double clearance, double spacing,
                          corridor_points *points) {
    corridor_channel channel = corridor_build_channel(ground, axis_path, leg, clearance, STEP);
    wend_route_point *turning_points = wend_view_scratch(
        ground->view, ground->worker, ((size_t)channel.needed + 1) * sizeof *turning_points);
    points->failed = points->failed || channel.failed || turning_points == NULL;
    if (points->failed) {
        return;
    }
    channel.portals[channel.needed] = (funnel_portal){channel.end, channel.end, leg.to.layer};
    uint32_t count =
        funnel_pull(channel.start, channel.portals, channel.needed + 1, turning_points);
    wend_location last = leg.from;
    for (uint32_t i = 0; i < count; i++) {
        wend_location turning_point = {turning_points[i].position, turning_points[i].layer};
        corridor_append_line(ground, points, last, turning_point, spacing);
        last = turning_point;
    }
    corridor_append_line(ground, points, last, leg.to, spacing);
}
