/* Distances in the worlds of the arrival trial, computed by brute force over all walls. */
#include <math.h>

#include "support/kit/arrival_oracle.h"

static double point_segment(wend_point p, wend_point a, wend_point b) {
    double ux = b.x - a.x, uy = b.y - a.y, length2 = ux * ux + uy * uy;
    double t = length2 > 0 ? ((p.x - a.x) * ux + (p.y - a.y) * uy) / length2 : 0;
    t = fmin(fmax(t, 0), 1);
    double dx = p.x - a.x - t * ux, dy = p.y - a.y - t * uy;
    return sqrt(dx * dx + dy * dy);
}

static double cross(wend_point a, wend_point b, wend_point c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static bool crosses(wend_point a, wend_point b, wend_point c, wend_point d) {
    double ac = cross(c, d, a), bc = cross(c, d, b), ca = cross(a, b, c), da = cross(a, b, d);
    return ((ac < 0) != (bc < 0)) && ((ca < 0) != (da < 0));
}

static double segment_segment(wend_point a, wend_point b, wend_point c, wend_point d) {
    return crosses(a, b, c, d) ? 0
                               : fmin(fmin(point_segment(a, c, d), point_segment(b, c, d)),
                                      fmin(point_segment(c, a, b), point_segment(d, a, b)));
}

double arrival_segment_clearance(const arrival_world *world, wend_point a, wend_point b) {
    double least = INFINITY;
    for (uint32_t i = 0; i < world->piece_count; i++) {
        const arrival_piece *piece = &world->pieces[i];
        const wend_point *points = world->points + piece->first;
        for (uint32_t k = piece->open ? 1 : 0; k < piece->count; k++) {
            wend_point c = points[(k + piece->count - 1) % piece->count], d = points[k];
            /* Boxes that are farther away than the smallest distance so far can be skipped. */
            double gap =
                fmax(fmax(fmin(c.x, d.x) - fmax(a.x, b.x), fmin(a.x, b.x) - fmax(c.x, d.x)),
                     fmax(fmin(c.y, d.y) - fmax(a.y, b.y), fmin(a.y, b.y) - fmax(c.y, d.y)));
            if (gap < least) {
                least = fmin(least, segment_segment(a, b, c, d));
            }
        }
    }
    return least;
}

double arrival_clearance(const arrival_world *world, wend_point at) {
    return arrival_segment_clearance(world, at, at);
}

static bool in_ring(const wend_point *points, uint32_t count, wend_point at) {
    bool inside = false;
    for (uint32_t i = 0, j = count - 1; i < count; j = i++) {
        wend_point a = points[i], b = points[j];
        if ((a.y > at.y) != (b.y > at.y) && at.x < (b.x - a.x) * (at.y - a.y) / (b.y - a.y) + a.x) {
            inside = !inside;
        }
    }
    return inside;
}

bool arrival_walkable(const arrival_world *world, wend_point at) {
    if (!in_ring(world->points, world->pieces[0].count, at)) {
        return false;
    }
    for (uint32_t i = 1; i < world->piece_count; i++) {
        const arrival_piece *piece = &world->pieces[i];
        if (!piece->open && in_ring(world->points + piece->first, piece->count, at)) {
            return false;
        }
    }
    return true;
}

double arrival_goal_distance(const arrival_goal *goal, wend_point at) {
    const wend_point *points = goal->points;
    if (goal->shape == ARRIVAL_POLYGON && in_ring(points, goal->point_count, at)) {
        return 0;
    }
    double least = INFINITY;
    for (uint32_t i = 0; i < goal->point_count; i++) {
        least = fmin(least, point_segment(at, points[i], points[(i + 1) % goal->point_count]));
    }
    return goal->shape == ARRIVAL_DISC ? fmax(least - goal->radius, 0) : least;
}
