/* Measures polylines: lengths, winding numbers around buildings, and the stretches of a route that
 * a path skips. */
#include "geom/point.h"
#include "paper/miran/parts.h"
#include <math.h>
#include <wend/math.h>

/* m, distance between the points of a route that are tested */
static const double SKIPPED_STEP = 0.25;

bool miran_line_add(miran_line *line, wend_point point) {
    if (!memory_grow(&line->heap, (void **)&line->points, sizeof *line->points, &line->capacity,
                     line->count + 1)) {
        return false;
    }
    line->points[line->count++] = point;
    return true;
}

void miran_line_free(miran_line *line) {
    memory_free(&line->heap, line->points, line->capacity * sizeof *line->points);
    line->points = NULL;
    line->count = line->capacity = 0;
}

double miran_line_length(const miran_line *line) {
    double length = 0.0;
    for (uint32_t i = 1; i < line->count; i++) {
        length += point_distance(line->points[i - 1], line->points[i]);
    }
    return length;
}

wend_point miran_line_at(const miran_line *line, double distance) {
    for (uint32_t i = 1; i < line->count; i++) {
        wend_point a = line->points[i - 1], b = line->points[i];
        double leg = point_distance(a, b);
        if (distance <= leg && leg > 0.0) {
            double t = distance / leg;
            return (wend_point){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
        }
        distance -= leg;
    }
    return line->points[line->count - 1];
}

/* Returns the angle at `centre` from a to b, counter-clockwise, between half a turn either way. */
static double angle_between(wend_point centre, wend_point a, wend_point b) {
    double ax = a.x - centre.x, ay = a.y - centre.y, bx = b.x - centre.x, by = b.y - centre.y;
    return wend_atan2(ax * by - ay * bx, ax * bx + ay * by);
}

int miran_line_winding(const miran_line *line, wend_point centre) {
    double turned = 0.0;
    for (uint32_t i = 0; i < line->count; i++) {
        turned += angle_between(centre, line->points[i], line->points[(i + 1) % line->count]);
    }
    return (int)lround(turned / WEND_FULL_TURN);
}

static wend_point middle_of(wend_ring ring) {
    wend_point sum = {0.0, 0.0};
    for (uint32_t i = 0; i < ring.count; i++) {
        sum.x += ring.points[i].x / ring.count;
        sum.y += ring.points[i].y / ring.count;
    }
    return sum;
}

int miran_count_loop(const miran_line *line, const wend_space_def *space) {
    int count = 0;
    for (int i = 0; i < MIRAN_LOOP; i++) {
        count += miran_line_winding(line, middle_of(space->layers[0].solids[i].ring)) != 0;
    }
    return count;
}

static bool is_near(const miran_line *path, wend_point point) {
    for (uint32_t i = 0; i < path->count; i++) {
        if (point_distance(path->points[i], point) <= MIRAN_SKIPPED_BEYOND) {
            return true;
        }
    }
    return false;
}

uint32_t miran_find_skipped(const miran_line *route, const miran_line *path,
                            miran_stretch out[MIRAN_MOST_SKIPPED]) {
    double length = miran_line_length(route);
    uint32_t count = 0;
    bool open = false;
    for (uint32_t i = 0; i * SKIPPED_STEP <= length; i++) {
        double at = i * SKIPPED_STEP;
        bool skipped = !is_near(path, miran_line_at(route, at));
        if (skipped && !open && count < MIRAN_MOST_SKIPPED) {
            out[count++] = (miran_stretch){at, at};
        }
        if (skipped) {
            out[count - 1].to = at;
        }
        open = skipped;
    }
    return count;
}

double miran_sum_stretches(const miran_stretch *stretches, uint32_t count) {
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        sum += stretches[i].to - stretches[i].from;
    }
    return sum;
}

double miran_longest_stretch(const miran_stretch *stretches, uint32_t count) {
    double longest = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        longest = fmax(longest, stretches[i].to - stretches[i].from);
    }
    return longest;
}
