/* Builds path trees: floods a level from the goal until all requested starts are covered, and sorts
 * the nodes of the flood by the polygons that they enter.
 *
 * The flood stops at a length below which no path is missing. Where the starts of the queries lie
 * is known only by polygon, so that length is an upper bound: the length to the nearest node that
 * enters the polygon, plus the diameter of the polygon. Cost: O(n log n) for n nodes, plus
 * O(polygons of the level) for each of a few rounds. */
#include <string.h>
#include <wend/view.h>

#include "base/sort.h"
#include "plan/tree/flood.h"
#include "plan/tree/nodes.h"

/* The first limit of the flood, as a multiple of the straight-line distance to the farthest start;
 * then the factor by which the limit grows as long as a start is not covered. */
static const double FIRST_LIMIT = 1.25, LIMIT_GROWTH = 1.5;

/* ---- Coverage -------------------------------------------------------------------------------- */

/* Returns the diagonal of a polygon's bounding box. */
static double diameter_of(const navmesh_level *level, uint32_t index) {
    const navmesh_polygon *polygon = &level->polygons[index];
    wend_point low = point_wide(level->points[polygon->first]), high = low;
    for (uint32_t i = 1; i < polygon->count; i++) {
        wend_point p = point_wide(level->points[polygon->first + i]);
        low = (wend_point){fmin(low.x, p.x), fmin(low.y, p.y)};
        high = (wend_point){fmax(high.x, p.x), fmax(high.y, p.y)};
    }
    return point_distance(low, high);
}

/* Returns the perimeter of the triangle that contains a corner fan. */
static double perimeter_of(const navmesh_level *level, uint32_t index) {
    const navmesh_corner_fan *fan = &level->corner_fans[index];
    wend_vec2 first = level->chain_points[fan->first];
    wend_vec2 last = level->chain_points[fan->first + fan->count - 1];
    return wide_distance(fan->tip, first) + wide_distance(fan->tip, last) +
           wide_distance(first, last);
}

/* Returns, for each cell, the length to the nearest node that enters it; INFINITY if there is none.
 * The array is in scratch memory; NULL when out of memory. */
static double *measure_cells(const search *s, const flood_sources *sources) {
    uint32_t cell_count = s->level->polygon_count + s->level->fan_count;
    double *nearest =
        wend_view_scratch(s->ground->view, s->ground->worker, cell_count * sizeof *nearest);
    for (uint32_t i = 0; nearest != NULL && i < cell_count; i++) {
        nearest[i] = (double)INFINITY;
    }
    for (uint32_t i = 0; nearest != NULL && i < s->node_count; i++) {
        const node *n = &s->nodes[i];
        uint32_t cell = tree_cell(s->level, n);
        if (cell != NAVMESH_NONE) {
            nearest[cell] = fmin(nearest[cell], fmin(n->left_d, n->right_d));
        }
    }
    for (uint32_t i = 0; nearest != NULL && i < sources->count; i++) {
        nearest[sources->items[i].polygon] = 0.0;
    }
    return nearest;
}

/* Returns a length that no shortest path from a polygon exceeds; INFINITY if none is known. */
static double bound_of_polygon(const navmesh_level *level, const double *nearest,
                               uint32_t polygon) {
    uint32_t fan = level->fan_of[polygon];
    double across = nearest[polygon] + diameter_of(level, polygon);
    return fan == NAVMESH_NONE
               ? across
               : fmin(across, nearest[level->polygon_count + fan] + perimeter_of(level, fan));
}

/* Returns the straight-line distance from the goal to the farthest start, at most. */
static double farthest_start(const path_tree_def *def) {
    const navmesh_level *level = def->ground->level;
    double farthest = 0.0;
    for (uint32_t i = 0; i < def->polygon_count; i++) {
        wend_point p = point_wide(level->points[level->polygons[def->polygons[i]].first]);
        double nearest = (double)INFINITY;
        for (uint32_t k = 0; k < def->part_count; k++) {
            nearest = fmin(nearest, point_distance(p, def->parts[k].centre));
        }
        farthest = fmax(farthest, nearest + diameter_of(level, def->polygons[i]));
    }
    return farthest;
}

/* Floods until all starts are covered or nothing is left. */
static search_outcome cover_starts(const path_tree_def *def, search *s,
                                   const flood_sources *sources, double *covered) {
    double limit = FIRST_LIMIT * farthest_start(def);
    for (;;) {
        *covered = flood_expand(s, limit);
        if (s->outcome != SEARCH_FOUND || *covered == (double)INFINITY) {
            return s->outcome;
        }
        const double *nearest = measure_cells(s, sources);
        double needed = 0.0;
        for (uint32_t i = 0; nearest != NULL && i < def->polygon_count; i++) {
            needed = fmax(needed, bound_of_polygon(s->level, nearest, def->polygons[i]));
        }
        if (nearest == NULL || needed + SAME_LENGTH < *covered) {
            return nearest == NULL ? SEARCH_NO_MEMORY : SEARCH_FOUND;
        }
        limit = needed < (double)INFINITY ? needed + SAME_LENGTH : LIMIT_GROWTH * limit;
    }
}

/* ---- The tree -------------------------------------------------------------------------------- */

/* Reserves the next part of a block for an array, and returns its offset. */
static size_t take_part(size_t *size, size_t count, size_t element_size) {
    size_t offset = *size;
    *size += (count * element_size + MEMORY_ALIGNMENT - 1) / MEMORY_ALIGNMENT * MEMORY_ALIGNMENT;
    return offset;
}

/* Allocates the block of a tree with its counts and its level. Returns NULL when out of memory. */
static path_tree *allocate_tree(const path_tree *draft, size_t point_count) {
    path_tree tree = *draft;
    size_t cells = (size_t)tree.level->polygon_count + tree.level->fan_count;
    size_t entry_count = (size_t)tree.node_count + tree.source_count, size = 0;
    take_part(&size, 1, sizeof tree);
    size_t nodes = take_part(&size, tree.node_count, sizeof *tree.nodes);
    size_t sources = take_part(&size, tree.source_count, sizeof *tree.sources);
    size_t points = take_part(&size, point_count, sizeof *tree.points);
    size_t starts = take_part(&size, cells + 1, sizeof *tree.starts);
    size_t entries = take_part(&size, entry_count, sizeof *tree.entries);
    char *block = memory_allocate(&tree.allocator, size);
    if (block == NULL) {
        return NULL;
    }
    tree.size = size;
    tree.nodes = (node *)(void *)(block + nodes);
    tree.sources = (search_source *)(void *)(block + sources);
    tree.points = (wend_point *)(void *)(block + points);
    tree.starts = (uint32_t *)(void *)(block + starts);
    tree.entries = (tree_entry *)(void *)(block + entries);
    *(path_tree *)(void *)block = tree;
    return (path_tree *)(void *)block;
}

static void copy_sources(path_tree *tree, const flood_sources *sources) {
    wend_point *points = tree->points;
    for (uint32_t i = 0; i < sources->count; i++) {
        search_source from = sources->items[i];
        memcpy(points, from.points, from.count * sizeof *points);
        tree->sources[i] = (search_source){points, from.count, from.polygon};
        points += from.count;
    }
}

/* Returns the entry of a node. All paths from a chain pass one of its vertices between the two
 * roots, and these are at most `spread` apart. */
static tree_entry entry_of(const path_tree *tree, uint32_t number) {
    const node *n = &tree->nodes[number];
    double spread = 0.0;
    if (n->chain != NAVMESH_NONE) {
        chain c = chain_of(tree->level, n->chain);
        spread = fabs(c.lengths[n->left_at] - c.lengths[n->right_at]);
    }
    double g = n->flags & FROM_SOURCE ? -1.0 : fmin(n->left_g, n->right_g) - spread;
    return (tree_entry){n->f, g, n->left_root, number};
}

static bool is_nearer(const void *left, const void *right) {
    return ((const tree_entry *)left)->f < ((const tree_entry *)right)->f;
}

/* Sorts the nodes and sources by cell, and within each cell by their lower bounds. `room` has the
 * size of the entries. */
static void sort_entries(path_tree *tree, tree_entry *room) {
    size_t cells = (size_t)tree->level->polygon_count + tree->level->fan_count;
    uint32_t *starts = tree->starts;
    memset(starts, 0, (cells + 1) * sizeof *starts);
    for (uint32_t i = 0; i < tree->node_count; i++) {
        uint32_t cell = tree_cell(tree->level, &tree->nodes[i]);
        starts[cell + 1] += cell != NAVMESH_NONE;
    }
    for (uint32_t i = 0; i < tree->source_count; i++) {
        starts[tree->sources[i].polygon + 1]++;
    }
    for (size_t i = 0; i < cells; i++) {
        starts[i + 1] += starts[i];
    }
    for (uint32_t i = 0; i < tree->node_count; i++) {
        uint32_t cell = tree_cell(tree->level, &tree->nodes[i]);
        if (cell != NAVMESH_NONE) {
            tree->entries[starts[cell]++] = entry_of(tree, i);
        }
    }
    for (uint32_t i = 0; i < tree->source_count; i++) {
        tree->entries[starts[tree->sources[i].polygon]++] =
            (tree_entry){.g = -1.0, .number = tree->node_count + i};
    }
    memmove(starts + 1, starts, cells * sizeof *starts);
    starts[0] = 0;
    for (size_t i = 0; i < cells; i++) {
        sort_stable(&tree->entries[starts[i]], room, starts[i + 1] - starts[i], sizeof *room,
                    is_nearer);
    }
}

static search_outcome make_tree(const path_tree_def *def, const search *s,
                                const flood_sources *sources, double covered, path_tree **out) {
    path_tree tree = {.allocator = def->allocator,
                      .level = s->level,
                      .node_count = s->node_count,
                      .source_count = sources->count,
                      .covered = covered};
    size_t entry_count = (size_t)tree.node_count + tree.source_count;
    tree_entry *room =
        wend_view_scratch(s->ground->view, s->ground->worker, (entry_count + 1) * sizeof *room);
    *out = room != NULL ? allocate_tree(&tree, sources->point_count) : NULL;
    if (*out == NULL) {
        return SEARCH_NO_MEMORY;
    }
    if (s->node_count > 0) {
        memcpy((*out)->nodes, s->nodes, s->node_count * sizeof *s->nodes);
    }
    copy_sources(*out, sources);
    sort_entries(*out, room);
    return SEARCH_FOUND;
}

search_outcome path_tree_build(const path_tree_def *def, path_tree **out) {
    flood_sources sources;
    search_outcome outcome = flood_find_sources(def->ground, def->parts, def->part_count, &sources);
    if (outcome != SEARCH_FOUND) {
        return outcome;
    }
    search s = {.ground = def->ground,
                .level = def->ground->level,
                .sources = sources.items,
                .outcome = SEARCH_FOUND};
    double covered = 0.0;
    if (!seek_begin(&s)) {
        return s.outcome;
    }
    flood_open(&s, sources.count);
    outcome = cover_starts(def, &s, &sources, &covered);
    wend_view_count_nodes(def->ground->view, def->ground->worker, s.node_count);
    return outcome == SEARCH_FOUND ? make_tree(def, &s, &sources, covered, out) : outcome;
}

void path_tree_destroy(path_tree *tree) {
    if (tree != NULL) {
        wend_allocator allocator = tree->allocator;
        memory_release(&allocator, tree, tree->size);
    }
}

size_t path_tree_size(const path_tree *tree) {
    return tree->size;
}
