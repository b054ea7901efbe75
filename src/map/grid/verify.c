/* Verifies what a builder or a loader provides for a grid. O(cells + moves + limits). */
#include "map/grid/grid.h"

static const int32_t MAX_POSITION = 1 << 24; /* largest lattice position */

static bool is_position(int32_t position, int32_t most) {
    return position >= -most && position <= most;
}

static bool is_side(double side) {
    return side >= WEND_MIN_GRID_CELL && side <= WEND_MAX_GRID_CELL;
}

/* True if the sides of the cells are in range and match their shape. */
static bool is_size(const grid *g) {
    double row = g->shape == WEND_GRID_HEXAGONS     ? WEND_GRID_HEXAGON_ROW * g->cell
                 : g->shape == WEND_GRID_RECTANGLES ? g->cell_height
                                                    : g->cell;
    bool sides = is_side(g->cell) && (g->shape != WEND_GRID_RECTANGLES || is_side(row));
    bool tree = g->shape == WEND_GRID_QUADTREE;
    return sides && g->cell_height == row && g->depth <= (tree ? GRID_MAX_DEPTH : 0U) &&
           grid_longest_side(g) <= WEND_MAX_GRID_CELL;
}

static const char *check_layers(const grid *g) {
    uint64_t total = 0;
    int32_t most = MAX_POSITION >> g->depth;
    for (uint32_t i = 0; i < g->layer_count; i++) {
        const grid_layer *layer = &g->layers[i];
        if (layer->columns > WEND_MAX_GRID_SQUARES || layer->rows > WEND_MAX_GRID_SQUARES ||
            !is_position(layer->column, most) || !is_position(layer->row, most)) {
            return "the box of a layer is out of range";
        }
        total += (uint64_t)layer->columns * layer->rows;
        if (total > WEND_MAX_GRID_SQUARES) {
            return "it is too large";
        }
    }
    if (g->shape == WEND_GRID_QUADTREE) {
        return total <= g->square_count ? grid_check_leaves(g)
                                        : "the number of cells does not match the layers";
    }
    return total == g->square_count && g->leaf_count == 0
               ? NULL
               : "the number of squares does not match the layers";
}

static const char *check_crossings(const grid *g) {
    for (uint32_t i = 0; i < g->crossing_count; i++) {
        const grid_crossing *c = &g->crossings[i];
        bool ascends =
            i == 0 || c[-1].from < c->from || (c[-1].from == c->from && c[-1].move < c->move);
        if (!ascends || c->from >= g->square_count || c->to >= g->square_count ||
            g->shape == WEND_GRID_QUADTREE || c->move >= grid_move_count(g, c->from, false)) {
            return "a crossing is out of range or out of order";
        }
        if (!(g->squares[c->from].flags & GRID_CROSSES) ||
            !(g->squares[c->from].moves >> c->move & 1U) ||
            !(g->squares[c->to].flags & GRID_WALKABLE)) {
            return "a crossing is not a move between walkable squares";
        }
    }
    return NULL;
}

/* True if a move leads to a walkable square. */
static bool is_move(const grid *g, const grid_layer *layer, uint32_t first, uint32_t at,
                    uint32_t move) {
    const grid_square *square = &g->squares[first + at];
    if (move >= grid_move_count(g, first + at, false)) {
        return false;
    }
    if ((square->flags & GRID_CROSSES) && grid_find_crossing(g, first + at, move) != NULL) {
        return true; /* check_crossings has checked it */
    }
    int64_t column = (int64_t)layer->column + at % layer->columns;
    int64_t row = (int64_t)layer->row + at / layer->columns;
    grid_lattice_step(g, move, &column, &row);
    grid_layer box = *layer;
    box.first = first;
    uint32_t target = grid_lattice_cell(&box, column, row);
    return target != GRID_NONE && (g->squares[target].flags & GRID_WALKABLE);
}

/* Checks the list of moves of a quadtree's cell. */
static const char *check_list(const grid *g, uint32_t cell) {
    uint32_t first = g->first_moves[cell], end = g->first_moves[cell + 1];
    if (end < first || end > g->target_count || g->squares[cell].moves > end - first ||
        (end > first && !(g->squares[cell].flags & GRID_WALKABLE))) {
        return "the moves of a cell are out of range";
    }
    for (uint32_t i = first; i < end; i++) {
        uint32_t target = g->targets[i];
        if (target >= g->square_count || target == cell ||
            !(g->squares[target].flags & GRID_WALKABLE)) {
            return "a move leads to no walkable cell";
        }
    }
    return NULL;
}

static const char *check_lists(const grid *g) {
    bool tree = g->shape == WEND_GRID_QUADTREE;
    if (g->first_move_count != (tree ? g->square_count + 1 : 0U) ||
        (!tree && g->target_count > 0) ||
        (tree && (g->first_moves[0] != 0 || g->first_moves[g->square_count] != g->target_count))) {
        return "the moves of a cell are out of range";
    }
    const char *wrong = NULL;
    for (uint32_t i = 0; tree && i < g->square_count && wrong == NULL; i++) {
        wrong = check_list(g, i);
    }
    return wrong;
}

static const char *check_square(const grid *g, const grid_layer *layer, uint32_t first,
                                uint32_t at) {
    const grid_square *square = &g->squares[first + at];
    if (!(square->clearance >= 0.0F && square->clearance <= WEND_GRID_MAX_CLEARANCE)) {
        return "the clearance of a square is out of range";
    }
    if (square->terrain >= g->terrain_count || square->flags >= 2 * GRID_TOUCHED) {
        return "the terrain or the flags of a square are out of range";
    }
    if (!(square->flags & GRID_WALKABLE) && (square->moves != 0 || square->clearance != 0.0F)) {
        return "a square that is not walkable has moves or a clearance";
    }
    uint32_t moves = g->shape == WEND_GRID_QUADTREE ? 0 : WEND_GRID_MOVES;
    for (uint32_t move = 0; move < moves; move++) {
        if ((square->moves >> move & 1U) && !is_move(g, layer, first, at, move)) {
            return "a move leads to no walkable square";
        }
    }
    return NULL;
}

static const char *check_terrains(const grid *g) {
    bool ascends = g->terrain_count > 0 && g->terrains[0] == 0;
    for (uint32_t i = 1; i < g->terrain_count; i++) {
        ascends = ascends && g->terrains[i - 1] < g->terrains[i];
    }
    return ascends ? NULL : "the terrain types are out of order";
}

const char *grid_verify(const void *draft) {
    const grid *g = draft;
    if (g->layer_count == 0 || g->layer_count > WEND_MAX_LAYERS) {
        return "it has too few or too many layers";
    }
    if (!is_size(g)) {
        return "the size of a cell is out of range";
    }
    const char *wrong = check_layers(g);
    wrong = wrong == NULL ? check_lists(g) : wrong;
    wrong = wrong == NULL ? check_terrains(g) : wrong;
    wrong = wrong == NULL ? check_crossings(g) : wrong;
    uint32_t first = 0;
    bool tree = g->shape == WEND_GRID_QUADTREE;
    for (uint32_t i = 0; i < (tree ? 1 : g->layer_count) && wrong == NULL; i++) {
        uint32_t count = tree ? g->square_count : g->layers[i].columns * g->layers[i].rows;
        for (uint32_t k = 0; k < count && wrong == NULL; k++) {
            wrong = check_square(g, &g->layers[i], first, k);
        }
        first += count;
    }
    return wrong != NULL ? wrong : blocking_verify(&g->blocking, g->layer_count, g->square_count);
}
