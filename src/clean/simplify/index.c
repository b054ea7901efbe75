/* Exact tests on grid points, and the index of edges.
 *
 * The side of a cell is at least the mean length of an edge, so the index has O(n) entries. A
 * changed edge is added again; its old entries are recognised by their stamps. */
#include "clean/simplify/outline.h"
#include <math.h>
#include <string.h>

double cell_segment_distance_squared(cell_point p, cell_point a, cell_point b) {
    double length = cell_distance_squared(a, b);
    double along =
        (double)(p.x - a.x) * (double)(b.x - a.x) + (double)(p.y - a.y) * (double)(b.y - a.y);
    if (along <= 0.0 || length == 0.0) {
        return cell_distance_squared(p, a);
    }
    if (along >= length) {
        return cell_distance_squared(p, b);
    }
    double turn = (double)cell_turn(a, b, p);
    return turn * turn / length;
}

static bool in_box(cell_point p, cell_point a, cell_point b) {
    return (p.x >= a.x || p.x >= b.x) && (p.x <= a.x || p.x <= b.x) && (p.y >= a.y || p.y >= b.y) &&
           (p.y <= a.y || p.y <= b.y);
}

bool cell_on_segment(cell_point p, cell_point a, cell_point b) {
    return cell_turn(a, b, p) == 0 && in_box(p, a, b);
}

static int sign_of(int64_t value) {
    return (value > 0) - (value < 0);
}

bool cell_segments_meet(cell_point a, cell_point b, cell_point c, cell_point d) {
    int ab_c = sign_of(cell_turn(a, b, c)), ab_d = sign_of(cell_turn(a, b, d));
    int cd_a = sign_of(cell_turn(c, d, a)), cd_b = sign_of(cell_turn(c, d, b));
    if (ab_c * ab_d < 0 && cd_a * cd_b < 0) {
        return true;
    }
    return (ab_c == 0 && in_box(c, a, b)) || (ab_d == 0 && in_box(d, a, b)) ||
           (cd_a == 0 && in_box(a, c, d)) || (cd_b == 0 && in_box(b, c, d));
}

bool cell_in_triangle(cell_point p, cell_point a, cell_point b, cell_point c) {
    int64_t ab = cell_turn(a, b, p), bc = cell_turn(b, c, p), ca = cell_turn(c, a, p);
    bool left = ab > 0 || bc > 0 || ca > 0, right = ab < 0 || bc < 0 || ca < 0;
    if (left && right) {
        return false;
    }
    return left || right || in_box(p, a, b) || in_box(p, b, c) || in_box(p, c, a);
}

/* ---- The index ------------------------------------------------------------------------------- */

static uint32_t cell_of(int64_t value, int64_t side, uint32_t count) {
    int64_t cell = value < 0 ? 0 : value / side;
    return cell < count ? (uint32_t)cell : count - 1;
}

/* The columns that the segment ab touches between two values of y; extends the range. */
static void extend_columns(const edge_index *index, cell_point a, cell_point b, int64_t bottom,
                           int64_t top, uint32_t *first, uint32_t *last) {
    cell_point low = a.y <= b.y ? a : b, high = a.y <= b.y ? b : a;
    if (high.y < bottom || low.y > top) {
        return;
    }
    double x0 = (double)low.x, x1 = (double)high.x;
    if (high.y > low.y) {
        double slope = (x1 - x0) / (double)(high.y - low.y), start = x0;
        x0 = low.y < bottom ? start + slope * (double)(bottom - low.y) : x0;
        x1 = high.y > top ? start + slope * (double)(top - low.y) : x1;
    }
    /* One unit more on both sides covers the rounding. */
    uint32_t left = cell_of((int64_t)floor(fmin(x0, x1)) - 1, index->side, index->columns);
    uint32_t right = cell_of((int64_t)ceil(fmax(x0, x1)) + 1, index->side, index->columns);
    *first = left < *first ? left : *first;
    *last = right > *last ? right : *last;
}

static void rows_of(const edge_index *index, index_area area, uint32_t *first, uint32_t *last) {
    int64_t low = area.corners[0].y, high = low;
    for (uint32_t i = 1; i < area.count; i++) {
        low = area.corners[i].y < low ? area.corners[i].y : low;
        high = area.corners[i].y > high ? area.corners[i].y : high;
    }
    *first = cell_of(low - 1, index->side, index->rows);
    *last = cell_of(high + 1, index->side, index->rows);
}

/* Finds the columns of a row that an area touches. Returns false if there are none. */
static bool columns_in_row(const edge_index *index, index_area area, uint32_t row, uint32_t *first,
                           uint32_t *last) {
    int64_t bottom = (int64_t)row * index->side - 1, top = bottom + index->side + 2;
    *first = index->columns;
    *last = 0;
    for (uint32_t i = 0; i < area.count; i++) {
        extend_columns(index, area.corners[i], area.corners[(i + 1) % area.count], bottom, top,
                       first, last);
    }
    return *first <= *last;
}

static void add_entry(outline_set *set, uint32_t cell, uint32_t item, uint32_t stamp) {
    edge_index *index = &set->index;
    if (index->count == index->capacity &&
        !memory_grow(set->heap, (void **)&index->entries, sizeof *index->entries, &index->capacity,
                     index->count + 1)) {
        set->failed = true;
        return;
    }
    index->entries[index->count] = (index_entry){item, stamp, index->heads[cell]};
    index->heads[cell] = index->count++;
}

static void add_item(outline_set *set, uint32_t item, uint32_t stamp, cell_point a, cell_point b) {
    const cell_point ends[2] = {a, b};
    index_area area = {ends, 2};
    uint32_t first_row, last_row, first, last;
    rows_of(&set->index, area, &first_row, &last_row);
    for (uint32_t row = first_row; row <= last_row && !set->failed; row++) {
        bool any = columns_in_row(&set->index, area, row, &first, &last);
        for (uint32_t column = first; any && column <= last && !set->failed; column++) {
            add_entry(set, row * set->index.columns + column, item, stamp);
            set->budget -= set->budget > 0;
        }
    }
}

void outline_index_add(outline_set *set, uint32_t vertex) {
    const outline_vertex *v = &set->vertices[vertex];
    add_item(set, vertex, v->stamp, v->at, set->vertices[v->next].at);
}

void outline_index_build(outline_set *set) {
    enum { CELLS_PER_VERTEX = 4, MOST_CELLS = 1 << 22 };
    double length = 0.0, width = (double)set->extent.x, height = (double)set->extent.y;
    uint32_t count = set->vertex_count + set->segment_count + 1;
    for (uint32_t i = 0; i < set->vertex_count; i++) {
        const outline_vertex *v = &set->vertices[i];
        length += sqrt(cell_distance_squared(v->at, set->vertices[v->next].at));
    }
    for (uint32_t i = 0; i < set->segment_count; i++) {
        length += sqrt(cell_distance_squared(set->segments[i].a, set->segments[i].b));
    }
    double cells = fmin((double)CELLS_PER_VERTEX * count, MOST_CELLS);
    double side = fmax(fmax(length / count, 2.0 * set->below), sqrt(width * height / cells));
    side = fmax(side, fmax(width, height) / cells * 2.0);
    edge_index *index = &set->index;
    index->side = (int64_t)ceil(side) + 1;
    index->columns = (uint32_t)(set->extent.x / index->side) + 1;
    index->rows = (uint32_t)(set->extent.y / index->side) + 1;
    size_t all = (size_t)index->columns * index->rows;
    index->heads = memory_get_array(set->heap, all, sizeof *index->heads);
    if (index->heads == NULL) {
        set->failed = true;
        return;
    }
    memset(index->heads, 0xff, all * sizeof *index->heads);
    for (uint32_t i = 0; i < set->vertex_count && !set->failed; i++) {
        outline_index_add(set, i);
    }
    for (uint32_t i = 0; i < set->segment_count && !set->failed; i++) {
        add_item(set, set->vertex_count + i, 0, set->segments[i].a, set->segments[i].b);
    }
}

void outline_index_free(outline_set *set) {
    edge_index *index = &set->index;
    memory_free(set->heap, index->heads,
                (size_t)index->columns * index->rows * sizeof *index->heads);
    memory_free(set->heap, index->entries, index->capacity * sizeof *index->entries);
}

/* Gives the ends of an entry's edge or segment. Returns false if the entry is out of date. */
static bool get_ends(const outline_set *set, const index_entry *entry, cell_point *a,
                     cell_point *b) {
    if (entry->item >= set->vertex_count) {
        const outline_segment *segment = &set->segments[entry->item - set->vertex_count];
        *a = segment->a;
        *b = segment->b;
        return true;
    }
    const outline_vertex *v = &set->vertices[entry->item];
    *a = v->at;
    *b = set->vertices[v->next].at;
    return !v->is_removed && v->stamp == entry->stamp;
}

static bool find_in_cell(outline_set *set, uint32_t cell, index_test *test, void *user) {
    uint32_t *link = &set->index.heads[cell];
    while (*link != UINT32_MAX) {
        index_entry *entry = &set->index.entries[*link];
        cell_point a, b;
        if (!get_ends(set, entry, &a, &b)) {
            *link = entry->next;
            continue;
        }
        set->budget -= set->budget > 0;
        if (test(user, entry->item, a, b)) {
            return true;
        }
        link = &entry->next;
    }
    return false;
}

bool outline_index_find(outline_set *set, index_area area, index_test *test, void *user) {
    uint32_t first_row, last_row, first, last;
    rows_of(&set->index, area, &first_row, &last_row);
    for (uint32_t row = first_row; row <= last_row; row++) {
        bool any = columns_in_row(&set->index, area, row, &first, &last);
        for (uint32_t column = first; any && column <= last; column++) {
            set->budget -= set->budget > 0;
            if (set->budget == 0 ||
                find_in_cell(set, row * set->index.columns + column, test, user)) {
                return true;
            }
        }
    }
    return false;
}
