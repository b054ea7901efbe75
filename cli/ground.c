/* Measures the layers of a space with exact sums over the corners of their rings, O(n). */
#include "cli/ground.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NUMBER_SIZE = 32 };

/* Returns the area (m2) of a ring. Corners are taken relative to the first one, so that large
 * coordinates do not cancel. */
static double area_of(const wend_ring *ring) {
    double twice = 0.0;
    for (uint32_t i = 1; i + 1 < ring->count; i++) {
        wend_point o = ring->points[0], a = ring->points[i], b = ring->points[i + 1];
        twice += (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
    }
    return fabs(twice) / 2.0;
}

static void add_points(ground_extent *extent, const wend_point *points, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        extent->low.x = fmin(extent->low.x, points[i].x);
        extent->low.y = fmin(extent->low.y, points[i].y);
        extent->high.x = fmax(extent->high.x, points[i].x);
        extent->high.y = fmax(extent->high.y, points[i].y);
    }
}

ground_extent ground_measure(const wend_layer_def *layer) {
    ground_extent extent = {.low = {INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY}};
    for (uint32_t i = 0; i < layer->boundary_count; i++) {
        add_points(&extent, layer->boundaries[i].points, layer->boundaries[i].count);
        extent.area += area_of(&layer->boundaries[i]);
    }
    for (uint32_t i = 0; i < layer->solid_count; i++) {
        const wend_solid_def *solid = &layer->solids[i];
        add_points(&extent, solid->ring.points, solid->ring.count);
        extent.area -= solid->obstacle_class == 0 ? area_of(&solid->ring) : 0.0;
    }
    for (uint32_t i = 0; i < layer->open_wall_count; i++) {
        add_points(&extent, layer->open_walls[i].points, layer->open_walls[i].count);
    }
    extent.bounded = layer->boundary_count > 0;
    extent.empty = !(extent.low.x <= extent.high.x);
    return extent;
}

/* Writes a number without superfluous zeros, rounded to a thousandth. */
static const char *write_number(double value, char out[NUMBER_SIZE]) {
    snprintf(out, NUMBER_SIZE, "%.3f", value);
    size_t length = strlen(out);
    while (out[length - 1] == '0') {
        out[--length] = '\0';
    }
    if (out[length - 1] == '.') {
        out[length - 1] = '\0';
    }
    return strcmp(out, "-0") == 0 ? "0" : out;
}

void ground_print(const ground_extent *extent) {
    char numbers[7][NUMBER_SIZE];
    wend_point low = extent->low, high = extent->high;
    if (!extent->empty) {
        printf("%s m x %s m, x from %s to %s, y from %s to %s; ",
               write_number(high.x - low.x, numbers[0]), write_number(high.y - low.y, numbers[1]),
               write_number(low.x, numbers[2]), write_number(high.x, numbers[3]),
               write_number(low.y, numbers[4]), write_number(high.y, numbers[5]));
    }
    if (extent->bounded) {
        printf("%s m2 walkable\n", write_number(extent->area, numbers[6]));
    } else {
        puts("unbounded");
    }
}
