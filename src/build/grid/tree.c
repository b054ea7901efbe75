/* Splits the cells of a quadtree near walls, links, doors and borders of terrain.
 *
 * A cell with the side s is split if one of these segments meets the box around it with the side
 * 3 s. Then cells that touch have equal sides, or one has twice the side of the other. Proof: let a
 * cell with the side t <= s/4 touch a cell with the side s. The parent of the small cell, with the
 * side 2 t, was split, so a segment is at most 2 t from the parent along each axis, and at most
 * 2 t + 2 t <= s from the large cell, which would have been split. So no pass is needed that
 * balances the tree, and a passage between walls has cells of at most a third of its width.
 *
 * Cost: for each cell that is split, an exact test of each segment that is near its parent. Memory:
 * 28 bytes for each cell, twice while the map is built; for moves see moves.c. */
#include "base/def.h"
#include "base/error.h"
#include "build/grid/grid.h"
#include "geom/polygon.h"
#include "map/map.h"

typedef struct splitter {
    grid_builder *b;
    cells_segment *segments; /* near which cells are split */
    uint32_t segment_count, segment_capacity;
    finder near;          /* index of `segments` */
    uint32_t *candidates; /* stack: for each node on the path from the root, segments near it */
    uint32_t candidate_capacity;
    uint32_t layer;
} splitter;

/* ---- Segments -------------------------------------------------------------------------------- */

static bool add_segment(splitter *s, wend_vec2 a, wend_vec2 b, uint32_t layer) {
    if (!memory_grow(&s->b->heap, (void **)&s->segments, sizeof *s->segments, &s->segment_capacity,
                     s->segment_count + 1)) {
        return false;
    }
    s->segments[s->segment_count++] = (cells_segment){a, b, layer};
    return true;
}

static bool add_terrains(splitter *s, uint32_t layer) {
    const space_layer *from = &s->b->space->layers[layer];
    bool good = true;
    for (uint32_t i = 0; i < from->terrain_count; i++) {
        const space_terrain *terrain = &from->terrains[i];
        for (uint32_t k = 0; k < terrain->count && good; k++) {
            good = add_segment(s, terrain->points[k], terrain->points[terrain->next[k]], layer);
        }
    }
    return good;
}

/* Adds a door. Leaves out what grid_find_limits will refuse. */
static bool add_door(splitter *s, uint32_t index) {
    const wend_space *space = s->b->space;
    wend_obstacle_def door;
    bool good = true;
    if (DEF_READ_ITEM(obstacle, s->b->def->doors, index, &door, s->b->error) != WEND_OK ||
        door.kind != WEND_OBSTACLE_DOOR || door.layer >= space->layer_count) {
        return true;
    }
    for (uint32_t i = 1; i < door.point_count && good; i++) {
        wend_vec2 a = wend_space_to_local(space, door.points[i - 1]);
        wend_vec2 b = wend_space_to_local(space, door.points[i]);
        good = !space_in_domain(a) || !space_in_domain(b) || add_segment(s, a, b, door.layer);
    }
    return good;
}

static bool gather_segments(splitter *s) {
    grid_builder *b = s->b;
    bool good = true;
    for (uint32_t i = 0; i < b->space->wall_count && good; i++) {
        const wend_wall *wall = &space_walls(b->space)[i];
        good = add_segment(s, wall->a, wall->b, wall->layer);
    }
    for (uint32_t i = 0; i < 2 * b->space->link_count && good; i++) {
        const cells_segment *link = &b->link_segments[i];
        good = add_segment(s, link->a, link->b, link->layer);
    }
    for (uint32_t i = 0; i < b->space->layer_count && good; i++) {
        good = add_terrains(s, i);
    }
    for (uint32_t i = 0; i < b->def->door_count && good; i++) {
        good = add_door(s, i);
    }
    return good && finder_make(&s->near, s->segments, s->segment_count, b->space->layer_count,
                               &b->kept, &b->heap);
}

/* ---- Splitting ------------------------------------------------------------------------------- */

/* A node of the tree: its low corner, in smallest cells, and its level. */
typedef struct node {
    int64_t column, row;
    uint32_t level;
} node;

/* Writes the corners of the box with three times the side of a node. */
static void surround(const grid_builder *b, node at, wend_vec2 out[4]) {
    int64_t side = (int64_t)1 << at.level;
    float low_x = (float)((double)(at.column - side) * b->parts.cell);
    float low_y = (float)((double)(at.row - side) * b->parts.cell);
    float high_x = (float)((double)(at.column + 2 * side) * b->parts.cell);
    float high_y = (float)((double)(at.row + 2 * side) * b->parts.cell);
    out[0] = (wend_vec2){low_x, low_y};
    out[1] = (wend_vec2){high_x, low_y};
    out[2] = (wend_vec2){high_x, high_y};
    out[3] = (wend_vec2){low_x, high_y};
}

static wend_result add_leaf(splitter *s, uint32_t level) {
    grid_builder *b = s->b;
    if (b->leaf_count >= WEND_MAX_GRID_LEAVES) {
        return error_set(b->error, WEND_ERROR_LIMIT,
                         "a quadtree with a cell of %g m has more than %d cells here: choose a "
                         "larger cell",
                         b->parts.cell, (int)WEND_MAX_GRID_LEAVES);
    }
    if (!memory_grow(&b->heap, (void **)&b->leaves, sizeof *b->leaves, &b->leaf_capacity,
                     b->leaf_count + 1)) {
        return error_no_memory(b->error, "a grid");
    }
    b->leaves[b->leaf_count++] = (grid_leaf){.level = level};
    return b->leaf_count % 4096 == 0 && watch_is_cancelled(&b->progress)
               ? map_fail_cancelled(b->error)
               : WEND_OK;
}

/* Keeps the candidates that are near a node, on top of the stack. Returns false when out of memory.
 */
static bool filter(splitter *s, node at, uint32_t begin, uint32_t end, uint32_t *top) {
    wend_vec2 box[4];
    surround(s->b, at, box);
    *top = end;
    for (uint32_t i = begin; i < end; i++) {
        uint32_t candidate = s->candidates[i];
        const cells_segment *segment = &s->segments[candidate];
        if (!polygon_convex_meets(box, 4, segment->a, segment->b)) {
            continue;
        }
        if (!memory_grow(&s->b->heap, (void **)&s->candidates, sizeof *s->candidates,
                         &s->candidate_capacity, *top + 1)) {
            return false;
        }
        s->candidates[(*top)++] = candidate;
    }
    return true;
}

/* Splits a node if one of the candidates, which are `begin` to `end - 1`, is near it. */
static wend_result split(splitter *s, node at, uint32_t begin, uint32_t end) {
    uint32_t top = end;
    if (at.level > 0 && !filter(s, at, begin, end, &top)) {
        return error_no_memory(s->b->error, "a grid");
    }
    if (at.level == 0 || top == end) {
        return add_leaf(s, at.level);
    }
    wend_result result = WEND_OK;
    int64_t half = (int64_t)1 << (at.level - 1);
    for (uint32_t i = 0; i < 4 && result == WEND_OK; i++) { /* in Morton order */
        node child = {at.column + (i & 1U) * half, at.row + (i >> 1) * half, at.level - 1};
        result = split(s, child, end, top);
    }
    return result;
}

static wend_result split_root(splitter *s, node root) {
    wend_vec2 box[4];
    surround(s->b, root, box);
    uint32_t count = finder_find(&s->near, s->layer, box[0], box[2]);
    if (!memory_grow(&s->b->heap, (void **)&s->candidates, sizeof *s->candidates,
                     &s->candidate_capacity, count + 1)) {
        return error_no_memory(s->b->error, "a grid");
    }
    for (uint32_t i = 0; i < count; i++) {
        s->candidates[i] = s->near.found[i];
    }
    return split(s, root, 0, count);
}

static wend_result split_all(splitter *s) {
    grid *parts = &s->b->parts;
    int64_t side = (int64_t)1 << parts->depth;
    wend_result result = gather_segments(s) ? WEND_OK : error_no_memory(s->b->error, "a grid");
    for (s->layer = 0; s->layer < parts->layer_count && result == WEND_OK; s->layer++) {
        const grid_layer *box = &parts->layers[s->layer];
        for (uint32_t i = 0; i < box->columns * box->rows && result == WEND_OK; i++) {
            node root = {((int64_t)box->column + i % box->columns) * side,
                         ((int64_t)box->row + i / box->columns) * side, parts->depth};
            result = split_root(s, root);
        }
    }
    return result;
}

wend_result grid_split_cells(grid_builder *b) {
    if (b->parts.shape != WEND_GRID_QUADTREE) {
        return WEND_OK;
    }
    splitter s = {.b = b};
    size_t roots = (size_t)b->parts.square_count + 1;
    b->parts.roots = arena_take(&b->kept, roots * sizeof *b->parts.roots, 16);
    wend_result result =
        b->parts.roots != NULL ? split_all(&s) : error_no_memory(b->error, "a grid");
    memory_free(&b->heap, s.segments, s.segment_capacity * sizeof *s.segments);
    memory_free(&b->heap, s.candidates, s.candidate_capacity * sizeof *s.candidates);
    b->parts.square_count = result == WEND_OK ? b->leaf_count : 0;
    if (result == WEND_OK) {
        b->parts.leaves = b->leaves;
        b->parts.leaf_count = b->leaf_count;
        grid_place_leaves(&b->parts);
    }
    return result;
}
