/* Builds lists of polygons and lines point by point, and computes their bounding boxes. */
#include "read/shapes.h"
#include <math.h>
#include <string.h>

bool shapes_grow(memory_arena *arena, void **array, size_t size, uint32_t count,
                 uint32_t *capacity) {
    if (count < *capacity) {
        return true;
    }
    uint32_t wanted = *capacity == 0 ? 8 : *capacity * 2;
    void *larger = wanted > *capacity ? arena_take(arena, size * wanted, 16) : NULL;
    if (larger == NULL) {
        return false;
    }
    if (count > 0) {
        memcpy(larger, *array, size * count);
    }
    *array = larger;
    *capacity = wanted;
    return true;
}

bool shapes_add_point(shapes_builder *b, wend_point point) {
    void *points = b->points;
    if (!shapes_grow(b->arena, &points, sizeof point, b->count, &b->capacity)) {
        return false;
    }
    b->points = points;
    b->points[b->count++] = point;
    return true;
}

/* Moves the points of the unfinished line or ring out of the buffer. */
static wend_point *take_points(shapes_builder *b, uint32_t count) {
    size_t size = sizeof(wend_point) * (count > 0 ? count : 1);
    wend_point *copy = arena_take(b->arena, size, 16);
    if (copy != NULL && count > 0) {
        memcpy(copy, b->points, sizeof *copy * count);
    }
    b->list->vertex_count += count;
    b->count = 0;
    return copy;
}

bool shapes_end_ring(shapes_builder *b) {
    uint32_t count = b->count;
    if (count > 1 && b->points[0].x == b->points[count - 1].x &&
        b->points[0].y == b->points[count - 1].y) {
        count--;
    }
    void *rings = b->rings;
    if (!shapes_grow(b->arena, &rings, sizeof *b->rings, b->ring_count, &b->ring_capacity)) {
        return false;
    }
    b->rings = rings;
    shapes_ring *ring = &b->rings[b->ring_count++];
    ring->count = count;
    ring->points = take_points(b, count);
    return ring->points != NULL;
}

bool shapes_end_polygon(shapes_builder *b, int line, int column) {
    shapes_list *list = b->list;
    void *polygons = list->polygons;
    size_t size = sizeof *b->rings * (b->ring_count > 0 ? b->ring_count : 1);
    shapes_ring *rings = arena_take(b->arena, size, 16);
    if (rings == NULL || !shapes_grow(b->arena, &polygons, sizeof *list->polygons,
                                      list->polygon_count, &list->polygon_capacity)) {
        return false;
    }
    if (b->ring_count > 0) {
        memcpy(rings, b->rings, sizeof *rings * b->ring_count);
    }
    list->polygons = polygons;
    list->polygons[list->polygon_count++] = (shapes_polygon){
        .rings = rings, .ring_count = b->ring_count, .line = line, .column = column};
    b->ring_count = 0;
    return true;
}

bool shapes_end_line(shapes_builder *b, int line, int column) {
    shapes_list *list = b->list;
    void *lines = list->lines;
    if (!shapes_grow(b->arena, &lines, sizeof *list->lines, list->line_count,
                     &list->line_capacity)) {
        return false;
    }
    list->lines = lines;
    shapes_line *made = &list->lines[list->line_count++];
    *made = (shapes_line){.count = b->count, .line = line, .column = column};
    made->points = take_points(b, b->count);
    return made->points != NULL;
}

void shapes_include(shapes_box *box, wend_point point) {
    if (!box->any) {
        *box = (shapes_box){point, point, true};
    }
    box->low.x = fmin(box->low.x, point.x);
    box->low.y = fmin(box->low.y, point.y);
    box->high.x = fmax(box->high.x, point.x);
    box->high.y = fmax(box->high.y, point.y);
}

void shapes_measure(const shapes_list *list, shapes_box *box) {
    for (uint32_t i = 0; i < list->polygon_count; i++) {
        for (uint32_t r = 0; r < list->polygons[i].ring_count; r++) {
            const shapes_ring *ring = &list->polygons[i].rings[r];
            for (uint32_t k = 0; k < ring->count; k++) {
                shapes_include(box, ring->points[k]);
            }
        }
    }
    for (uint32_t i = 0; i < list->line_count; i++) {
        for (uint32_t k = 0; k < list->lines[i].count; k++) {
            shapes_include(box, list->lines[i].points[k]);
        }
    }
}
