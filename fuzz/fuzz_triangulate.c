/* Fuzzes the triangulation of points and segments. The triangulation either refuses its input with
 * a message, or returns triangles that fill the convex hull and have the segments as edges. Merging
 * the triangles into convex parts must preserve the area. The first byte chooses the number of
 * points, and whether they spread over the whole coordinate range. If they do, each point takes
 * four bytes, otherwise two. The remaining bytes are the point pairs of segments. */
/* runs: 50000 */
#include "geom/triangulate.h"
#include "support/fuzz.h"

enum { MOST_POINTS = 127, MOST_SEGMENTS = 256, MOST_TRIANGLES = 2 * MOST_POINTS };

typedef struct input {
    grid_point points[MOST_POINTS];
    grid_edge segments[MOST_SEGMENTS];
    uint32_t point_count, segment_count;
} input;

/* Maps a two-byte integer to the whole coordinate range; the largest integer is mapped to the
 * limit. */
static int32_t wide_coordinate(const uint8_t *bytes) {
    int32_t value = (int32_t)(bytes[0] | (uint32_t)bytes[1] << 8) - 32768;
    return value == 32767 ? TRIANGULATE_LIMIT : value * 512;
}

/* Adds a point unless it is a duplicate, because inputs with duplicates would be refused. */
static void add_point(input *in, grid_point point) {
    for (uint32_t i = 0; i < in->point_count; i++) {
        if (in->points[i].x == point.x && in->points[i].y == point.y) {
            return;
        }
    }
    in->points[in->point_count++] = point;
}

static void read_input(const uint8_t *data, size_t size, input *in) {
    bool wide = data[0] >= 128;
    size_t step = wide ? 4 : 2, at = 1;
    in->point_count = in->segment_count = 0;
    for (uint32_t left = data[0] % 128; left > 0 && at + step <= size; left--) {
        const uint8_t *bytes = data + at;
        add_point(in, wide ? (grid_point){wide_coordinate(bytes), wide_coordinate(bytes + 2)}
                           : (grid_point){bytes[0], bytes[1]});
        at += step;
    }
    for (; at + 2 <= size && in->point_count > 1 && in->segment_count < MOST_SEGMENTS; at += 2) {
        uint32_t a = data[at] % in->point_count, b = data[at + 1] % in->point_count;
        if (a != b) {
            in->segments[in->segment_count++] = (grid_edge){a, b};
        }
    }
}

static int64_t doubled_area(const input *in, uint32_t a, uint32_t b, uint32_t c) {
    int64_t x = in->points[a].x, y = in->points[a].y;
    return (in->points[b].x - x) * (in->points[c].y - y) -
           (in->points[b].y - y) * (in->points[c].x - x);
}

/* Returns twice the area of all triangles. Checks that each edge is either shared with a neighbour
 * or lies on the hull, with all points on its left. */
static int64_t check_triangles(const input *in, const triangulation *triangles) {
    int64_t area = 0;
    for (uint32_t i = 0; i < 3 * triangles->count; i++) {
        const grid_triangle *t = &triangles->triangles[i / 3];
        uint32_t a = t->vertex[i % 3], b = t->vertex[(i % 3 + 1) % 3];
        uint32_t beyond = t->neighbour[i % 3], back = 0;
        for (uint32_t p = 0; beyond == TRIANGULATE_NONE && p < in->point_count; p++) {
            fuzz_expect(doubled_area(in, a, b, p) >= 0, "a point outside the hull");
        }
        for (uint32_t k = 0; beyond != TRIANGULATE_NONE && k < 3; k++) {
            const grid_triangle *other = &triangles->triangles[beyond];
            back += other->vertex[k] == b && other->vertex[(k + 1) % 3] == a &&
                    other->neighbour[k] == i / 3 && other->fixed[k] == t->fixed[i % 3];
        }
        fuzz_expect(beyond == TRIANGULATE_NONE || back == 1, "neighbours are not mutual");
    }
    for (uint32_t t = 0; t < triangles->count; t++) {
        const uint32_t *corners = triangles->triangles[t].vertex;
        int64_t part = doubled_area(in, corners[0], corners[1], corners[2]);
        fuzz_expect(part > 0, "a triangle is not counter-clockwise");
        area += part;
    }
    return area;
}

/* Checks that a segment consists of fixed edges, from its start to its end. */
static void check_segment(const input *in, const triangulation *triangles, uint32_t a, uint32_t b) {
    uint32_t steps = 0;
    while (a != b && steps++ < MOST_POINTS) {
        for (uint32_t i = 0; i < 3 * triangles->count; i++) {
            const grid_triangle *t = &triangles->triangles[i / 3];
            uint32_t u = t->vertex[i % 3], v = t->vertex[(i % 3 + 1) % 3];
            uint32_t other = u == a ? v : u;
            int64_t along = ((int64_t)in->points[b].x - in->points[a].x) *
                                ((int64_t)in->points[other].x - in->points[a].x) +
                            ((int64_t)in->points[b].y - in->points[a].y) *
                                ((int64_t)in->points[other].y - in->points[a].y);
            if (t->fixed[i % 3] && (u == a || v == a) && along > 0 &&
                doubled_area(in, a, b, other) == 0) {
                a = other;
                break;
            }
        }
    }
    fuzz_expect(a == b, "a segment is not made of fixed edges");
}

static void check_parts(const input *in, const triangulation *triangles, int64_t area, memory *heap,
                        memory_arena *arena) {
    static const uint32_t regions[MOST_TRIANGLES];
    convex_parts parts;
    fuzz_expect(convex_merge(in->points, triangles, regions, NULL, heap, arena, &parts, NULL) ==
                    WEND_OK,
                "triangles are not merged");
    for (uint32_t part = 0; part < parts.part_count; part++) {
        uint32_t first = parts.starts[part], count = parts.starts[part + 1] - first;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t a = parts.corners[first + i], b = parts.corners[first + (i + 1) % count];
            uint32_t c = parts.corners[first + (i + 2) % count];
            fuzz_expect(doubled_area(in, a, b, c) >= 0, "a part is not convex");
            area -= doubled_area(in, parts.corners[first], a, b);
        }
    }
    fuzz_expect(area == 0, "parts and triangles differ in area");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static input in;
    if (size < 1) {
        return 0;
    }
    read_input(data, size, &in);
    memory heap;
    memory_arena arena;
    memory_init(&heap, NULL);
    arena_init(&arena, &heap);
    triangulation triangles = {0};
    wend_error error = {0};
    wend_result result = triangulate(in.points, in.point_count, in.segments, in.segment_count,
                                     &heap, &arena, &triangles, &error);
    if (result == WEND_OK) {
        int64_t area = check_triangles(&in, &triangles);
        for (uint32_t i = 0; triangles.count > 0 && i < in.segment_count; i++) {
            check_segment(&in, &triangles, in.segments[i].a, in.segments[i].b);
        }
        check_parts(&in, &triangles, area, &heap, &arena);
    } else {
        fuzz_expect(result == WEND_ERROR_GEOMETRY && error.message[0] != '\0', "no message");
    }
    arena_free(&arena);
    fuzz_expect(heap.held == 0, "memory is lost");
    return 0;
}
