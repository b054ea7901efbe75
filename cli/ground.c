/* Measures the layers of a space with exact sums over the corners of their rings, O(n). */
#include "cli/ground.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
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

/* ---- Terrain --------------------------------------------------------------------------------- */

/* Adds the areas of a layer to sums that are ordered by type. Returns the new number of sums. */
static uint32_t add_areas(wend_terrain_area *sums, uint32_t count, const wend_terrain_area *areas,
                          uint32_t area_count) {
    for (uint32_t i = 0; i < area_count; i++) {
        uint32_t at = count;
        while (at > 0 && sums[at - 1].type >= areas[i].type) {
            at--;
        }
        if (at < count && sums[at].type == areas[i].type) {
            sums[at].area += areas[i].area;
            continue;
        }
        memmove(sums + at + 1, sums + at, (count++ - at) * sizeof *sums);
        sums[at] = areas[i];
    }
    return count;
}

/* Prints the areas, the largest first. */
static void print_areas(const wend_space *space, wend_terrain_area *sums, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        uint32_t largest = i;
        for (uint32_t k = i + 1; k < count; k++) {
            largest = sums[k].area > sums[largest].area ? k : largest;
        }
        wend_terrain_area one = sums[largest];
        memmove(sums + i + 1, sums + i, (largest - i) * sizeof *sums);
        sums[i] = one;
        const char *name = wend_space_terrain_name(space, one.type);
        char number[NUMBER_SIZE];
        printf("  terrain    ");
        if (one.type == 0) {
            printf("none");
        } else if (name[0] != '\0') {
            printf("%s", name);
        } else {
            printf("%u", one.type);
        }
        printf(isinf(one.area) ? ": unbounded\n" : ": %s m2\n",
               write_number(isinf(one.area) ? 0.0 : one.area, number));
    }
}

void ground_print_terrain(const wend_space *space) {
    uint32_t most = 0, count = 0, layers = wend_space_layer_count(space);
    for (uint32_t i = 0; i < layers; i++) {
        most += wend_space_terrain_areas(space, i, NULL, 0);
    }
    wend_terrain_area *sums = calloc(most + 1, sizeof *sums);
    wend_terrain_area *areas = calloc(most + 1, sizeof *areas);
    for (uint32_t i = 0; i < layers && sums != NULL && areas != NULL; i++) {
        count = add_areas(sums, count, areas, wend_space_terrain_areas(space, i, areas, most));
    }
    if (count > 1) {
        print_areas(space, sums, count);
    }
    free(sums);
    free(areas);
}
