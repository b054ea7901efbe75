/* Creates a grid: verifies and copies what a builder or a loader provides, and derives the counts
 * and flags. O(squares + limits). */
#include <math.h>

#include "base/error.h"
#include "base/hash.h"
#include "map/grid/grid.h"
#include "map/map.h"

static const int32_t MAX_POSITION = 1 << 24; /* largest lattice position */

const grid_offset grid_offsets[WEND_GRID_MOVES] = {
    {1, 0}, {1, 1}, {0, 1},  {-1, 1}, {-1, 0},  {-1, -1}, {0, -1}, {1, -1},
    {2, 1}, {1, 2}, {-1, 2}, {-2, 1}, {-2, -1}, {-1, -2}, {1, -2}, {2, -1}};

/* ---- Verification ---------------------------------------------------------------------------- */

static bool is_position(int32_t position) {
    return position >= -MAX_POSITION && position <= MAX_POSITION;
}

static const char *check_layers(const grid *g) {
    uint64_t total = 0;
    for (uint32_t i = 0; i < g->layer_count; i++) {
        const grid_layer *layer = &g->layers[i];
        if (layer->columns > WEND_MAX_GRID_SQUARES || layer->rows > WEND_MAX_GRID_SQUARES ||
            !is_position(layer->column) || !is_position(layer->row)) {
            return "the box of a layer is out of range";
        }
        total += (uint64_t)layer->columns * layer->rows;
        if (total > WEND_MAX_GRID_SQUARES) {
            return "it is too large";
        }
    }
    return total == g->square_count ? NULL : "the number of squares does not match the layers";
}

static const char *check_crossings(const grid *g) {
    for (uint32_t i = 0; i < g->crossing_count; i++) {
        const grid_crossing *c = &g->crossings[i];
        bool ascends =
            i == 0 || c[-1].from < c->from || (c[-1].from == c->from && c[-1].move < c->move);
        if (!ascends || c->from >= g->square_count || c->to >= g->square_count ||
            c->move >= WEND_GRID_MOVES) {
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
    if ((square->flags & GRID_CROSSES) && grid_find_crossing(g, first + at, move) != NULL) {
        return true; /* check_crossings has checked it */
    }
    int64_t column = (int64_t)(at % layer->columns) + grid_offsets[move].column;
    int64_t row = (int64_t)(at / layer->columns) + grid_offsets[move].row;
    return column >= 0 && column < layer->columns && row >= 0 && row < layer->rows &&
           (g->squares[first + row * layer->columns + column].flags & GRID_WALKABLE);
}

static const char *check_square(const grid *g, const grid_layer *layer, uint32_t first,
                                uint32_t at) {
    const grid_square *square = &g->squares[first + at];
    if (!(square->clearance >= 0.0F && square->clearance <= WEND_GRID_MAX_CLEARANCE)) {
        return "the clearance of a square is out of range";
    }
    if (square->terrain >= g->terrain_count || square->flags >= 2 * GRID_BLOCKABLE) {
        return "the terrain or the flags of a square are out of range";
    }
    if (!(square->flags & GRID_WALKABLE) && (square->moves != 0 || square->clearance != 0.0F)) {
        return "a square that is not walkable has moves or a clearance";
    }
    for (uint32_t move = 0; move < WEND_GRID_MOVES; move++) {
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
    if (!(g->cell >= WEND_MIN_GRID_CELL && g->cell <= WEND_MAX_GRID_CELL)) {
        return "the size of a square is out of range";
    }
    const char *wrong = check_layers(g);
    wrong = wrong == NULL ? check_terrains(g) : wrong;
    wrong = wrong == NULL ? check_crossings(g) : wrong;
    uint32_t first = 0;
    for (uint32_t i = 0; i < g->layer_count && wrong == NULL; i++) {
        uint32_t count = g->layers[i].columns * g->layers[i].rows;
        for (uint32_t k = 0; k < count && wrong == NULL; k++) {
            wrong = check_square(g, &g->layers[i], first, k);
        }
        first += count;
    }
    return wrong != NULL ? wrong : blocking_verify(&g->blocking, g->layer_count, g->square_count);
}

/* ---- Creation -------------------------------------------------------------------------------- */

bool grid_copy(wend_map *map, const void *draft) {
    const grid *parts = draft;
    grid *g = map->data;
    g->layers = map_copy(map, parts->layers, parts->layer_count, sizeof *g->layers);
    g->squares = map_copy(map, parts->squares, parts->square_count, sizeof *g->squares);
    g->crossings = map_copy(map, parts->crossings, parts->crossing_count, sizeof *g->crossings);
    g->terrains = map_copy(map, parts->terrains, parts->terrain_count, sizeof *g->terrains);
    return g->layers != NULL && g->squares != NULL && g->crossings != NULL && g->terrains != NULL &&
           map_copy_blocking(map, &parts->blocking, &g->blocking);
}

wend_result grid_finish(wend_map *map, wend_error *error) {
    grid *g = map->data;
    (void)error;
    uint32_t first = 0;
    for (uint32_t i = 0; i < g->layer_count; i++) {
        g->layers[i].first = first;
        first += g->layers[i].columns * g->layers[i].rows;
    }
    g->walkable_count = 0;
    g->move_count = 0;
    for (uint32_t i = 0; i < g->square_count; i++) {
        g->squares[i].flags &= (uint16_t)~GRID_BLOCKABLE;
        g->walkable_count += g->squares[i].flags & GRID_WALKABLE;
        for (uint32_t moves = g->squares[i].moves; moves != 0; moves &= moves - 1) {
            g->move_count++;
        }
    }
    for (uint32_t i = 0; i < g->blocking.limit_count; i++) {
        g->squares[g->blocking.limits[i].part].flags |= GRID_BLOCKABLE;
    }
    return WEND_OK;
}

uint64_t grid_hash(const void *data, uint64_t hash) {
    const grid *g = data;
    hash = hash_bytes(&g->cell, sizeof g->cell, hash_combine(hash, g->layer_count));
    for (uint32_t i = 0; i < g->layer_count; i++) {
        const grid_layer *layer = &g->layers[i];
        hash = hash_combine(hash, (uint64_t)(uint32_t)layer->column << 32 | (uint32_t)layer->row);
        hash = hash_combine(hash, (uint64_t)layer->columns << 32 | layer->rows);
    }
    for (uint32_t i = 0; i < g->square_count; i++) {
        const grid_square *square = &g->squares[i];
        uint32_t flags = square->flags & ~(uint32_t)GRID_BLOCKABLE;
        hash = hash_combine(hash, (uint64_t)square->terrain << 32 | (uint64_t)square->moves << 16 |
                                      flags);
        hash = hash_bytes(&square->clearance, sizeof square->clearance, hash);
    }
    hash = hash_bytes(g->crossings, g->crossing_count * sizeof *g->crossings, hash);
    hash = hash_bytes(g->terrains, g->terrain_count * sizeof *g->terrains, hash);
    return blocking_hash(&g->blocking, hash);
}
