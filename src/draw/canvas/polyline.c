/* Simplifies lines while they are drawn, in O(1) time per point and O(1) memory.
 *
 * The anchor is the last point drawn. Each new point allows only those directions from the anchor
 * whose line passes within TOLERANCE of the point; the intersection of all allowed directions is a
 * wedge. If a new point lies outside the wedge, or nearer to the anchor than the previous point,
 * the segment ends: the previous point is drawn and becomes the anchor. The previous point was in
 * the wedge, so every skipped point is near the line from the old anchor to the previous point.
 * Points are first snapped to a grid of 1/8 px; the two errors together stay within
 * POLYLINE_TOLERANCE. */
#include "draw/canvas/polyline.h"

#include "geom/point.h"
#include <math.h>

/* Snapping moves a point by at most half the diagonal of a grid cell, which is 0.0884 px. */
static const double TOLERANCE = POLYLINE_TOLERANCE - 0.09;

wend_point polyline_snap(wend_point point) {
    return (wend_point){floor(point.x * 8.0 + 0.5) / 8.0, floor(point.y * 8.0 + 0.5) / 8.0};
}

static void set_anchor(polyline *line, wend_point point) {
    line->anchor = point;
    line->last = point;
    line->reach = 0.0;
    line->narrowed = false;
}

void polyline_begin(polyline *line, wend_point point) {
    wend_point snapped = polyline_snap(point);
    cairo_move_to(line->cr, snapped.x, snapped.y);
    set_anchor(line, snapped);
    line->begun = true;
}

static bool is_in_wedge(const polyline *line, wend_point offset) {
    return !line->narrowed ||
           (point_cross(line->right, offset) >= 0.0 && point_cross(offset, line->left) >= 0.0);
}

/* Narrows the wedge to the directions whose line from the anchor passes within the tolerance of a
 * point. `offset` is the vector from the anchor to the point. */
static void narrow_wedge(polyline *line, wend_point offset, double length) {
    if (length <= TOLERANCE) {
        return;
    }
    double along = sqrt(length * length - TOLERANCE * TOLERANCE);
    wend_point left = {offset.x * along - offset.y * TOLERANCE,
                       offset.y * along + offset.x * TOLERANCE};
    wend_point right = {offset.x * along + offset.y * TOLERANCE,
                        offset.y * along - offset.x * TOLERANCE};
    if (!line->narrowed || point_cross(left, line->left) > 0.0) {
        line->left = left;
    }
    if (!line->narrowed || point_cross(line->right, right) > 0.0) {
        line->right = right;
    }
    line->narrowed = true;
}

void polyline_add(polyline *line, wend_point point) {
    wend_point snapped = polyline_snap(point);
    wend_point offset = point_sub(snapped, line->anchor);
    double length = sqrt(offset.x * offset.x + offset.y * offset.y);
    if (line->reach > 0.0 && (length < line->reach || !is_in_wedge(line, offset))) {
        cairo_line_to(line->cr, line->last.x, line->last.y);
        set_anchor(line, line->last);
        offset = point_sub(snapped, line->anchor);
        length = sqrt(offset.x * offset.x + offset.y * offset.y);
    }
    narrow_wedge(line, offset, length);
    line->last = snapped;
    line->reach = length;
}

void polyline_end(polyline *line) {
    if (line->begun && (line->reach > 0.0 || line->narrowed)) {
        cairo_line_to(line->cr, line->last.x, line->last.y);
    }
    line->begun = false;
}
