/* Measures the walkable area of each terrain type of a layer.
 *
 * The bounding box of the regions is divided into four equal boxes, and these again, until a box
 * has at most LEAF_EDGES edges of regions and walls. In such a box, horizontal lines through all
 * ends of edges, all points where edges cross, and all points where they leave the box cut it into
 * slabs. In a slab no edge ends and no two cross, so that edges cut it into trapezoids. The middle
 * line of a slab gives the area of each trapezoid exactly (length on that line times height), and
 * the middle of that length gives its terrain type and whether it is walkable.
 *
 * Departures: boxes that have many edges even at depth MAX_DEPTH, and all boxes after MAX_VISITS
 * visits of edges, are estimated from SAMPLES x SAMPLES points. Ordinary input needs neither.
 *
 * Cost: O(n log n) visits of edges for n edges that are crossed by few others. */
#include <string.h>

#include "base/error.h"
#include "base/sort.h"
#include "geom/vec.h"
#include "space/space.h"

enum {
    LEAF_EDGES = 12,
    MAX_DEPTH = 24,
    SAMPLES = 4,
    MAX_VISITS = 1 << 26, /* of edges, in total */
    /* per leaf: both ends, two exits and all crossings of edges, and the sides of the box */
    MAX_LINES = 4 * LEAF_EDGES + LEAF_EDGES * (LEAF_EDGES - 1) / 2 + 2
};

/* An edge from its lower to its upper end. */
typedef struct area_edge {
    double ax, ay, bx, by;
} area_edge;

typedef struct area_box {
    double x0, y0, x1, y1;
} area_box;

typedef struct area_meter {
    const wend_space *space;
    uint32_t layer;
    memory heap;
    wend_terrain_area *areas; /* sorted by type */
    uint32_t count;
    area_edge *edges; /* a stack: the edges of the current box are at its end */
    uint32_t edge_count, edge_capacity;
    uint32_t visits;
    bool failed; /* out of memory */
} area_meter;

/* ---- Types ----------------------------------------------------------------------------------- */

static bool type_before(const void *left, const void *right) {
    return ((const wend_terrain_area *)left)->type < ((const wend_terrain_area *)right)->type;
}

/* Lists the types of a layer, each once, with area 0. Returns false if out of memory. */
static bool list_types(area_meter *m) {
    const space_layer *layer = &m->space->layers[m->layer];
    uint32_t total = layer->terrain_count + 1;
    m->areas = memory_get_zeroed(&m->heap, total * sizeof *m->areas);
    if (m->areas == NULL) {
        return false;
    }
    for (uint32_t i = 1; i < total; ++i) {
        m->areas[i].type = layer->terrains[i - 1].type;
    }
    if (!sort_stable_with(&m->heap, m->areas, total, sizeof *m->areas, type_before)) {
        return false;
    }
    m->count = 1;
    for (uint32_t i = 1; i < total; ++i) {
        if (m->areas[i].type != m->areas[m->count - 1].type) {
            m->areas[m->count++] = m->areas[i];
        }
    }
    return true;
}

/* Adds an area to the type at a point, if the point is walkable. */
static void add_area(area_meter *m, double x, double y, double area) {
    wend_location at = {{(float)x, (float)y}, m->layer};
    if (!wend_space_is_walkable(m->space, at, WEND_ALL_CLASSES)) {
        return;
    }
    uint32_t type = wend_space_terrain(m->space, at), low = 0, high = m->count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (m->areas[middle].type <= type) {
            low = middle;
        } else {
            high = middle;
        }
    }
    m->areas[low].area += area;
}

/* ---- Boxes with few edges -------------------------------------------------------------------- */

static double x_at(const area_edge *e, double y) {
    return e->ax + (e->bx - e->ax) * ((y - e->ay) / (e->by - e->ay));
}

/* Adds a line, unless it is outside the box. Returns the new number of lines. */
static uint32_t add_line(const area_box *box, double y, double *lines, uint32_t count) {
    if (y > box->y0 && y < box->y1) {
        lines[count++] = y;
    }
    return count;
}

static uint32_t add_crossing(const area_box *box, const area_edge *e, const area_edge *f,
                             double *lines, uint32_t count) {
    double ex = e->bx - e->ax, ey = e->by - e->ay, fx = f->bx - f->ax, fy = f->by - f->ay;
    double turn = ex * fy - ey * fx;
    if (turn == 0.0) {
        return count;
    }
    double t = ((f->ax - e->ax) * fy - (f->ay - e->ay) * fx) / turn;
    return t > 0.0 && t < 1.0 ? add_line(box, e->ay + t * ey, lines, count) : count;
}

static void sort_numbers(double *numbers, uint32_t count) {
    for (uint32_t i = 1; i < count; ++i) {
        double number = numbers[i];
        uint32_t k = i;
        for (; k > 0 && numbers[k - 1] > number; --k) {
            numbers[k] = numbers[k - 1];
        }
        numbers[k] = number;
    }
}

/* Collects the lines that cut a box into slabs, in order. */
static uint32_t find_lines(const area_box *box, const area_edge *edges, uint32_t count,
                           double lines[MAX_LINES]) {
    uint32_t n = 0;
    lines[n++] = box->y0;
    lines[n++] = box->y1;
    for (uint32_t i = 0; i < count; ++i) {
        const area_edge *e = &edges[i];
        n = add_line(box, e->ay, lines, n);
        n = add_line(box, e->by, lines, n);
        if (e->ax != e->bx) {
            double slope = (e->by - e->ay) / (e->bx - e->ax);
            n = add_line(box, e->ay + (box->x0 - e->ax) * slope, lines, n);
            n = add_line(box, e->ay + (box->x1 - e->ax) * slope, lines, n);
        }
        for (uint32_t k = 0; k < i; ++k) {
            n = add_crossing(box, e, &edges[k], lines, n);
        }
    }
    sort_numbers(lines, n);
    return n;
}

static void measure_slab(area_meter *m, const area_box *box, const area_edge *edges, uint32_t count,
                         double low, double high) {
    double cuts[LEAF_EDGES + 2], y = 0.5 * (low + high);
    uint32_t n = 0;
    cuts[n++] = box->x0;
    cuts[n++] = box->x1;
    for (uint32_t i = 0; i < count; ++i) {
        if (edges[i].ay < y && edges[i].by > y) {
            double x = x_at(&edges[i], y);
            if (x > box->x0 && x < box->x1) {
                cuts[n++] = x;
            }
        }
    }
    sort_numbers(cuts, n);
    for (uint32_t i = 0; i + 1 < n; ++i) {
        double width = cuts[i + 1] - cuts[i];
        if (width > 0.0) {
            add_area(m, cuts[i] + 0.5 * width, y, width * (high - low));
        }
    }
}

static void measure_leaf(area_meter *m, const area_box *box, const area_edge *edges,
                         uint32_t count) {
    double lines[MAX_LINES];
    uint32_t n = find_lines(box, edges, count, lines);
    for (uint32_t i = 0; i + 1 < n; ++i) {
        if (lines[i + 1] > lines[i]) {
            measure_slab(m, box, edges, count, lines[i], lines[i + 1]);
        }
    }
}

static void estimate(area_meter *m, const area_box *box) {
    double width = (box->x1 - box->x0) / SAMPLES, height = (box->y1 - box->y0) / SAMPLES;
    for (int i = 0; i < SAMPLES * SAMPLES; ++i) {
        int row = i / SAMPLES;
        add_area(m, box->x0 + (i % SAMPLES + 0.5) * width, box->y0 + (row + 0.5) * height,
                 width * height);
    }
}

/* ---- Division -------------------------------------------------------------------------------- */

/* True if an edge may come into a box. */
static bool meets(const area_edge *e, const area_box *box) {
    double left = e->ax < e->bx ? e->ax : e->bx, right = e->ax < e->bx ? e->bx : e->ax;
    if (e->by < box->y0 || e->ay > box->y1 || right < box->x0 || left > box->x1) {
        return false;
    }
    double nx = e->ay - e->by, ny = e->bx - e->ax;
    double x = 0.5 * (box->x0 + box->x1) - e->ax, y = 0.5 * (box->y0 + box->y1) - e->ay;
    double reach = 0.5 * ((box->x1 - box->x0) * (nx < 0.0 ? -nx : nx) +
                          (box->y1 - box->y0) * (ny < 0.0 ? -ny : ny));
    double offset = nx * x + ny * y;
    return (offset < 0.0 ? -offset : offset) <= reach * (1.0 + 1e-9);
}

static bool push_edge(area_meter *m, area_edge e) {
    if (!memory_grow(&m->heap, (void **)&m->edges, sizeof *m->edges, &m->edge_capacity,
                     m->edge_count + 1)) {
        m->failed = true;
        return false;
    }
    m->edges[m->edge_count++] = e;
    return true;
}

/* Measures a box with the edges from index `first` to the end of the stack. */
static void measure_box(area_meter *m, const area_box *box, uint32_t first, uint32_t depth) {
    uint32_t end = m->edge_count, count = end - first;
    m->visits += count;
    if (m->failed) {
        return;
    }
    if (count <= LEAF_EDGES) {
        measure_leaf(m, box, count > 0 ? m->edges + first : NULL, count);
        return;
    }
    if (depth == MAX_DEPTH || m->visits > MAX_VISITS) {
        estimate(m, box);
        return;
    }
    double x = 0.5 * (box->x0 + box->x1), y = 0.5 * (box->y0 + box->y1);
    for (int i = 0; i < 4 && !m->failed; ++i) {
        area_box part = {i % 2 == 0 ? box->x0 : x, i < 2 ? box->y0 : y, i % 2 == 0 ? x : box->x1,
                         i < 2 ? y : box->y1};
        for (uint32_t k = first; k < end && !m->failed; ++k) {
            if (meets(&m->edges[k], &part)) {
                push_edge(m, m->edges[k]);
            }
        }
        measure_box(m, &part, end, depth + 1);
        m->edge_count = end;
    }
}

/* ---- A layer --------------------------------------------------------------------------------- */

static void add_edge(area_meter *m, wend_vec2 a, wend_vec2 b) {
    wend_vec2 low = a.y <= b.y ? a : b, high = a.y <= b.y ? b : a;
    push_edge(m, (area_edge){(double)low.x, (double)low.y, (double)high.x, (double)high.y});
}

static bool edge_before(const void *left, const void *right) {
    const area_edge *a = left, *b = right;
    const double keys[4][2] = {{a->ax, b->ax}, {a->ay, b->ay}, {a->bx, b->bx}, {a->by, b->by}};
    for (int i = 0; i < 4; ++i) {
        if (keys[i][0] != keys[i][1]) {
            return keys[i][0] < keys[i][1];
        }
    }
    return false;
}

/* Collects the edges of regions and walls, each once: regions often share edges. */
static void collect_edges(area_meter *m, area_box *box) {
    const space_layer *layer = &m->space->layers[m->layer];
    wend_vec2 low = layer->terrains[0].low, high = layer->terrains[0].high;
    for (uint32_t i = 0; i < layer->terrain_count && !m->failed; ++i) {
        const space_terrain *t = &layer->terrains[i];
        low = vec_min(low, t->low);
        high = vec_max(high, t->high);
        for (uint32_t k = 0; k < t->count && !m->failed; ++k) {
            add_edge(m, t->points[k], t->points[t->next[k]]);
        }
    }
    for (uint32_t i = 0; i < layer->edge_count && !m->failed; ++i) {
        const space_edge *e = &m->space->edges[layer->first_edge + i];
        add_edge(m, e->a, e->b);
    }
    *box = (area_box){(double)low.x, (double)low.y, (double)high.x, (double)high.y};
    if (m->failed ||
        !sort_stable_with(&m->heap, m->edges, m->edge_count, sizeof *m->edges, edge_before)) {
        m->failed = true;
        return;
    }
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->edge_count; ++i) {
        bool repeats = count > 0 && !edge_before(&m->edges[count - 1], &m->edges[i]);
        if (!repeats && meets(&m->edges[i], box)) {
            m->edges[count++] = m->edges[i];
        }
    }
    m->edge_count = count;
}

static void measure_layer(area_meter *m) {
    area_box box;
    double others = 0.0, all = wend_space_area(m->space, m->layer);
    if (m->space->layers[m->layer].terrain_count > 0) {
        collect_edges(m, &box);
        measure_box(m, &box, 0, 0);
    }
    for (uint32_t i = 1; i < m->count; ++i) {
        others += m->areas[i].area;
    }
    m->areas[0].area = space_max(all - others, 0.0);
}

uint32_t wend_space_terrain_areas(const wend_space *space, uint32_t layer, wend_terrain_area *out,
                                  uint32_t capacity) {
    WEND_ASSERT(space != NULL && layer < space->layer_count && (out != NULL || capacity == 0));
    area_meter m = {.space = space, .layer = layer};
    memory_init(&m.heap, &space->memory.allocator);
    m.failed = !list_types(&m);
    if (!m.failed && capacity > 0) {
        measure_layer(&m);
    }
    if (!m.failed && capacity > 0) {
        memcpy(out, m.areas, (m.count < capacity ? m.count : capacity) * sizeof *out);
    }
    uint32_t terrain_count = space->layers[layer].terrain_count;
    memory_free(&m.heap, m.areas, (terrain_count + 1) * sizeof *m.areas);
    memory_free(&m.heap, m.edges, m.edge_capacity * sizeof *m.edges);
    return m.failed ? 0 : m.count;
}
