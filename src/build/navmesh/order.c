/* Orders the polygons of a layer by their geometry: each polygon starts at its first point by x,
 * then y, and the polygons are sorted by their first edges. The fan triangles come last: there are
 * many, searches seldom visit them, and without them the other polygons lie closer together in
 * memory.
 *
 * Cost: O(n log n) for n polygons. */
#include "base/sort.h"
#include "build/navmesh/navmesh.h"

typedef struct entry {
    uint64_t first, second; /* order keys of the two points of the first edge; `first` includes
                               IN_FAN for a fan triangle */
    mesh_piece piece;
} entry;

/* Exceeds the order keys of all points. */
static const uint64_t IN_FAN = UINT64_C(1) << 63;

/* Returns a number that orders points by x, then y. */
static uint64_t order_key(grid_point p) {
    return (uint64_t)(p.x + TRIANGULATE_LIMIT) << 32 | (uint64_t)(p.y + TRIANGULATE_LIMIT);
}

static bool entry_before(const void *left, const void *right) {
    const entry *p = left, *q = right;
    return p->first != q->first ? p->first < q->first : p->second < q->second;
}

/* True for a fan triangle: two adjacent open edges, and a wall. */
static bool is_fan_triangle(const uint32_t *neighbours, uint32_t count) {
    uint32_t open = 0, adjacent = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool is_open = neighbours[i] != TRIANGULATE_NONE;
        open += is_open;
        adjacent += is_open && neighbours[(i + 1) % count] != TRIANGULATE_NONE;
    }
    return open == 2 && adjacent == 1;
}

static entry make_entry(const mesh_layer *layer, uint32_t part, bool inset) {
    const convex_parts *parts = &layer->parts;
    const uint32_t *corners = parts->corners + parts->starts[part];
    uint32_t count = parts->starts[part + 1] - parts->starts[part], least = 0;
    uint64_t first = order_key(layer->points[corners[0]]);
    for (uint32_t k = 1; k < count; k++) {
        uint64_t key = order_key(layer->points[corners[k]]);
        least = key < first ? k : least;
        first = key < first ? key : first;
    }
    uint64_t second = order_key(layer->points[corners[(least + 1) % count]]);
    bool in_fan = inset && is_fan_triangle(parts->neighbours + parts->starts[part], count);
    return (entry){in_fan ? first | IN_FAN : first, second, {part, least}};
}

bool mesh_order_parts(mesh_builder *b, const mesh_layer *layer, bool inset, mesh_piece *out) {
    uint32_t count = layer->parts.part_count;
    size_t bytes = ((size_t)count + 1) * sizeof(entry);
    entry *entries = memory_get(&b->heap, bytes), *scratch = memory_get(&b->heap, bytes);
    bool good = entries != NULL && scratch != NULL;
    for (uint32_t i = 0; i < count && good; i++) {
        entries[i] = make_entry(layer, i, inset);
    }
    if (good) {
        sort_stable(entries, scratch, count, sizeof *entries, entry_before);
    }
    for (uint32_t i = 0; i < count && good; i++) {
        out[i] = entries[i].piece;
    }
    memory_free(&b->heap, entries, bytes);
    memory_free(&b->heap, scratch, bytes);
    return good;
}
