/* Decides which cells and moves of a field are open for a disc, and what a metre costs.
 *
 * A cell is open if the disc fits at its centre and the terrain there is allowed. A move is open if
 * the disc can move along its line: the rules are those of plan/grid/ground.c, so walls between two
 * centres count, however thin, and forbidden terrain between two centres closes the move. Moves to
 * the squares a knight's move away are examined only beside cells that lack one of the eight moves
 * to their neighbours; elsewhere they add nothing.
 *
 * Doors, obstacle classes and standing obstacles that block now affect the cells around them only;
 * there, each cell and move is measured.
 *
 * Cells that are walkable but not open get moves for a point: agents that were pushed against a
 * wall, or stand on forbidden terrain, find a path to the open cells by them. No move leads from
 * an open cell to such a cell.
 *
 * Cost: O(cells), and one visibility check for each move that clearances do not decide. */
#include <math.h>

#include <wend/world.h>

#include "geom/point.h"
#include "geom/vec.h"
#include "plan/field/field.h"
#include "step/internals.h"
#include "step/standing.h"

static const float ROUNDING = 1e-3F; /* m: more than the rounding of clearances */
/* The half of the moves of which the others are the opposites. */
static const uint8_t FIRST_HALF[] = {0, 1, 2, 3}, SECOND_HALF[] = {8, 9, 10, 11};
#define EIGHT_MOVES 0xffU

float field_cell_cost(const grid_ground *ground, uint32_t square) {
    const grid *map = ground->map;
    double weight = ground->weights ? (double)ground->weights[map->squares[square].terrain]
                                    : ground->least_weight;
    if (ground->slope_weight > 0.0 && isfinite(weight)) {
        wend_location centre = grid_centre(map, square);
        double slope = (double)vec_length(wend_space_slope(ground->view->space, centre));
        weight *= 1.0 + ground->slope_weight * slope;
    }
    if (ground->crowd > 0.0 && isfinite(weight)) {
        double delay = (double)wend_view_delay(ground->view, grid_centre(map, square));
        weight *= 1.0 + ground->crowd * delay;
    }
    return (float)weight;
}

/* ---- Doors, classes and obstacles ------------------------------------------------------------ */

/* Marks the cells within `margin` of a box on a layer. */
static void mark_box(field *f, uint32_t layer, wend_vec2 low, wend_vec2 high, double margin) {
    const grid_layer *l = &f->layers[layer];
    double left = floor(((double)low.x - margin) / f->head.width) - l->column;
    double right = floor(((double)high.x + margin) / f->head.width) - l->column;
    double bottom = floor(((double)low.y - margin) / f->head.height) - l->row;
    double top = floor(((double)high.y + margin) / f->head.height) - l->row;
    uint32_t first_column = (uint32_t)fmin(fmax(left, 0.0), l->columns);
    uint32_t first_row = (uint32_t)fmin(fmax(bottom, 0.0), l->rows);
    uint32_t end_column = (uint32_t)fmin(fmax(right + 1.0, 0.0), l->columns);
    uint32_t end_row = (uint32_t)fmin(fmax(top + 1.0, 0.0), l->rows);
    for (uint32_t row = first_row; row < end_row; row++) {
        for (uint32_t column = first_column; column < end_column; column++) {
            f->flags[l->first + row * l->columns + column] |= FIELD_NEAR_BLOCKER;
        }
    }
}

/* Marks the cells near closed doors and standing obstacles: those whose moves may come within the
 * radius of one. */
static void mark_blockers(const grid_ground *ground, field *f) {
    const overlay *over = ground->view->internals->overlay;
    double margin = (double)ground->radius + 3.0 * fmax(f->head.width, f->head.height);
    for (uint32_t i = 0; i < over->wall_count;) {
        uint32_t obstacle = over->walls[i].obstacle, layer = over->walls[i].layer;
        wend_vec2 low = over->walls[i].a, high = low;
        for (; i < over->wall_count && over->walls[i].obstacle == obstacle &&
               over->walls[i].layer == layer;
             i++) {
            wend_vec2 a = over->walls[i].a, b = over->walls[i].b;
            low = (wend_vec2){fminf(low.x, fminf(a.x, b.x)), fminf(low.y, fminf(a.y, b.y))};
            high = (wend_vec2){fmaxf(high.x, fmaxf(a.x, b.x)), fmaxf(high.y, fmaxf(a.y, b.y))};
        }
        const overlay_obstacle *of = &over->obstacles[obstacle];
        if (of->kind == WEND_OBSTACLE_DOOR || of->standing) {
            mark_box(f, layer, low, high, margin);
        }
    }
}

/* ---- Cells ----------------------------------------------------------------------------------- */

/* True if the disc fits at the centre of a square. */
static bool has_room(const grid_ground *ground, const field *f, uint32_t cell) {
    const grid_square *square = &ground->map->squares[cell];
    float radius = ground->radius;
    bool measured = (f->flags[cell] & FIELD_NEAR_BLOCKER) || radius > WEND_GRID_MAX_CLEARANCE;
    if (!measured) {
        return square->clearance >= radius;
    }
    wend_location centre = grid_centre(ground->map, cell);
    return grid_room(ground, centre, radius) >= radius &&
           (!ground->around_standing ||
            standing_distance(ground->view, centre, (double)radius) >= (double)radius);
}

static void open_cell(const grid_ground *ground, field *f, uint32_t cell) {
    const grid_square *square = &ground->map->squares[cell];
    if (!(square->flags & GRID_WALKABLE)) {
        return;
    }
    bool near = (f->flags[cell] & FIELD_NEAR_BLOCKER) ||
                ((square->flags & GRID_BLOCKABLE) && ground->now.any_active);
    f->flags[cell] |= near ? FIELD_NEAR_BLOCKER : 0;
    double half = 0.5 * sqrt(f->head.width * f->head.width + f->head.height * f->head.height);
    f->flags[cell] |= !near && (double)square->clearance >= half ? FIELD_ROOMY : 0;
    float cost = field_cell_cost(ground, cell);
    if (f->costs) {
        f->costs[cell] = isfinite(cost) ? cost : 1.0F;
    }
    f->flags[cell] |= isfinite(cost) && has_room(ground, f, cell) ? FIELD_OPEN : 0;
}

/* ---- Moves ----------------------------------------------------------------------------------- */

/* True if the disc can move between the centres of two open squares. */
static bool is_move_open(const grid_ground *ground, const field *f, uint32_t cell, uint32_t target,
                         double length) {
    const grid_square *a = &ground->map->squares[cell], *b = &ground->map->squares[target];
    bool plain = !((a->flags | b->flags) & GRID_NEAR_LINK) &&
                 !((f->flags[cell] | f->flags[target]) & FIELD_NEAR_BLOCKER);
    double room = 0.5 * ((double)a->clearance + (double)b->clearance - length);
    bool is_clear = plain && room >= (double)(ground->radius + ROUNDING);
    if (is_clear && !ground->has_forbidden) {
        return true;
    }
    wend_location from = grid_centre(ground->map, cell), to = grid_centre(ground->map, target);
    return (is_clear || grid_is_line_open(ground, from, to, ground->radius, 0)) &&
           (!ground->has_forbidden || isfinite(grid_line_cost(ground, from, to.position, false)));
}

/* Opens some of the moves between a cell and cells of its layer. */
static void open_moves(const grid_ground *ground, field *f, uint32_t cell, const int32_t *steps,
                       const uint8_t half[4]) {
    uint32_t given = ground->map->squares[cell].moves;
    bool crosses = ground->map->squares[cell].flags & GRID_CROSSES;
    for (int i = 0; i < 4; i++) {
        uint32_t k = half[i];
        if (!(given >> k & 1U) || (crosses && grid_find_crossing(ground->map, cell, k))) {
            continue;
        }
        uint32_t target = (uint32_t)((int64_t)cell + steps[k]);
        double x = grid_offsets[k].column * f->head.width, y = grid_offsets[k].row * f->head.height;
        if ((f->flags[target] & FIELD_OPEN) &&
            is_move_open(ground, f, cell, target, sqrt(x * x + y * y))) {
            f->moves[cell] |= (uint16_t)(1U << k);
            f->moves[target] |= (uint16_t)(1U << field_opposite(k));
        }
    }
}

/* Opens the moves of a walkable cell that is not open, for a point. */
static void open_exits(const grid_ground *ground, field *f, uint32_t cell, const int32_t *steps) {
    const grid_square *square = &ground->map->squares[cell];
    for (uint32_t k = 0; k < 8; k++) {
        bool given = (square->moves >> k & 1U) &&
                     !((square->flags & GRID_CROSSES) && grid_find_crossing(ground->map, cell, k));
        if (!given) {
            continue;
        }
        uint32_t target = (uint32_t)((int64_t)cell + steps[k]);
        wend_location from = grid_centre(ground->map, cell), to = grid_centre(ground->map, target);
        bool near = (f->flags[cell] | f->flags[target]) & FIELD_NEAR_BLOCKER;
        if (!near || grid_is_line_open(ground, from, to, 0.0F, STANDING_AT_START)) {
            f->moves[cell] |= (uint16_t)(1U << k);
        }
    }
}

/* Copies the crossings; those that are closed for the disc get an infinite length. */
static void open_crossings(const grid_ground *ground, field *f) {
    for (uint32_t i = 0; i < ground->map->crossing_count; i++) {
        const grid_crossing *c = &ground->map->crossings[i];
        wend_location from = grid_centre(ground->map, c->from),
                      to = grid_centre(ground->map, c->to);
        bool open =
            (f->flags[c->from] & f->flags[c->to] & FIELD_OPEN) &&
            grid_is_line_open(ground, from, to, ground->radius, 0) &&
            (!ground->has_forbidden || isfinite(grid_line_cost(ground, from, to.position, false)));
        f->crossings[i] = (field_crossing){
            c->from, c->to, open ? (float)wide_distance(from.position, to.position) : INFINITY};
        f->flags[c->from] |= open ? FIELD_CROSSES : 0;
    }
}

void field_open_cells(const grid_ground *ground, field *f) {
    mark_blockers(ground, f);
    for (uint32_t i = 0; i < f->head.cell_count; i++) {
        open_cell(ground, f, i);
    }
    for (uint32_t layer = 0; layer < f->head.layer_count; layer++) {
        const grid_layer *l = &f->layers[layer];
        uint32_t end = l->first + l->columns * l->rows;
        int32_t steps[WEND_GRID_MOVES];
        field_steps(f, layer, steps);
        for (uint32_t i = l->first; i < end; i++) {
            if (f->flags[i] & FIELD_OPEN) {
                open_moves(ground, f, i, steps, FIRST_HALF);
            } else if (ground->map->squares[i].flags & GRID_WALKABLE) {
                open_exits(ground, f, i, steps);
            }
        }
        for (uint32_t i = l->first; i < end; i++) {
            if ((f->flags[i] & FIELD_OPEN) && (f->moves[i] & EIGHT_MOVES) != EIGHT_MOVES) {
                open_moves(ground, f, i, steps, SECOND_HALF);
            }
        }
    }
    open_crossings(ground, f);
}

bool field_is_line_open(const grid_ground *ground, uint32_t cell, wend_location from,
                        wend_location to, float radius, uint32_t ends) {
    const grid_square *square = &ground->map->squares[cell];
    bool plain = !(square->flags & GRID_NEAR_LINK) && !ground->now.any_active &&
                 !ground->around_standing && from.layer == to.layer;
    double room = (double)square->clearance - wide_distance(from.position, to.position);
    return (plain && room >= (double)(radius + ROUNDING)) ||
           grid_is_line_open(ground, from, to, radius, ends);
}
