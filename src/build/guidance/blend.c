/* Blends lines into arrows, one for each cell.
 *
 * Each line gives the centre of a cell one arrow, from the piece of the line that is nearest:
 *
 *     d     distance from the centre to the piece
 *     t     direction of the piece
 *     n     direction from the centre to the nearest point of the piece
 *     R     the field's `reach`
 *     a     the arrow of the line: (R t + d n) / sqrt(R^2 + d^2), so that an agent on the line
 *           walks along it, and one at the distance R heads for it at 45 degrees
 *     w     the weight of the line: 1 / (d^2 + (R/4)^2)
 *
 * The arrow of the cell is the direction of the sum of w a over all lines that are visible from its
 * centre. Beyond the end of a line, only the part of n across the line counts: agents walk on in
 * its direction instead of turning back. Of pieces at the same distance the later one counts, so
 * that a corner belongs to the piece after it.
 *
 * Cost: the number of cells times the number of pieces, and a visibility check for each cell and
 * line. */
#include "base/error.h"
#include "build/ground_box.h"
#include "build/guidance/guidance.h"
#include "geom/segment.h"
#include "geom/vec.h"
#include "map/map.h"
#include <math.h>

static const double SHARPNESS = 0.25; /* the share of the reach within which weights level off */

/* The nearest piece of one line. */
typedef struct nearest_piece {
    const guidance_piece *piece;
    wend_vec2 point;
    double distance;
} nearest_piece;

/* Finds the nearest piece of the line that begins with piece `*at`, on a layer; `*at` moves to the
 * first piece of the next line. */
static nearest_piece find_nearest(const guidance_builder *b, wend_location centre, uint32_t *at) {
    nearest_piece best = {NULL, {0.0F, 0.0F}, HUGE_VAL};
    uint32_t line = b->pieces[*at].line;
    for (; *at < b->piece_count && b->pieces[*at].line == line; ++*at) {
        const guidance_piece *piece = &b->pieces[*at];
        if (piece->layer == centre.layer) {
            double distance = segment_point_distance(centre.position, piece->from, piece->to);
            if (distance <= best.distance) {
                best.piece = piece;
                best.distance = distance;
            }
        }
    }
    if (best.piece != NULL) {
        best.point = segment_closest(centre.position, best.piece->from, best.piece->to);
    }
    return best;
}

/* Returns w a: see above. */
static wend_vec2 weighted_arrow(const guidance_builder *b, wend_vec2 centre,
                                const nearest_piece *nearest) {
    const guidance_piece *piece = nearest->piece;
    wend_vec2 towards = vec_sub(nearest->point, centre); /* d n */
    double reach = b->def->reach, distance = nearest->distance;
    if (piece->is_last && vec_equal(nearest->point, piece->to)) {
        float along = vec_dot(towards, piece->direction);
        towards = vec_sub(towards, vec_scale(piece->direction, along));
    }
    wend_vec2 arrow = vec_add(vec_scale(piece->direction, (float)reach), towards);
    double level = SHARPNESS * reach;
    double weight = 1.0 / (distance * distance + level * level);
    double length = sqrt(reach * reach + distance * distance);
    return vec_scale(arrow, (float)(weight * reach * reach / length));
}

static wend_vec2 blend_at(const guidance_builder *b, wend_location centre) {
    wend_vec2 sum = {0.0F, 0.0F};
    for (uint32_t at = 0; at < b->piece_count;) {
        nearest_piece nearest = find_nearest(b, centre, &at);
        if (nearest.piece != NULL &&
            wend_space_is_visible(b->space, centre, (wend_location){nearest.point, centre.layer},
                                  0.0F, 1)) {
            sum = vec_add(sum, weighted_arrow(b, centre.position, &nearest));
        }
    }
    float length = vec_length(sum);
    return length > 1e-6F ? vec_scale(sum, 1.0F / length) : (wend_vec2){0.0F, 0.0F};
}

/* ---- The lattice ----------------------------------------------------------------------------- */

/* Gives a layer the cells that cover its ground. */
static wend_result cover_layer(guidance_builder *b, const ground_box *box, guidance_layer *layer) {
    double cell = b->def->cell;
    double columns = ceil((box->high_x - box->low_x) / cell);
    double rows = ceil((box->high_y - box->low_y) / cell);
    columns = fmax(columns, 1.0);
    rows = fmax(rows, 1.0);
    if (columns * rows > (double)WEND_MAX_GUIDANCE_CELLS) {
        return error_set(
            b->error, WEND_ERROR_LIMIT,
            "a guidance field with cells of %g m has more than %d cells: choose a cell "
            "of %.2g m or more",
            cell, (int)WEND_MAX_GUIDANCE_CELLS,
            1.1 * cell * sqrt(columns * rows / (double)WEND_MAX_GUIDANCE_CELLS));
    }
    layer->low_x = box->low_x;
    layer->low_y = box->low_y;
    layer->columns = (uint32_t)columns;
    layer->rows = (uint32_t)rows;
    return WEND_OK;
}

static wend_result cover_ground(guidance_builder *b) {
    uint32_t layers = b->space->layer_count;
    ground_box *boxes = arena_take(&b->kept, layers * sizeof *boxes, 16);
    if (boxes == NULL) {
        return error_no_memory(b->error, "a guidance field");
    }
    wend_result result = ground_find_boxes(b->space, b->def->low, b->def->high, boxes, b->error);
    for (uint32_t i = 0; i < layers && result == WEND_OK; i++) {
        result = cover_layer(b, &boxes[i], &b->parts.layers[i]);
    }
    return result == WEND_OK ? guidance_take_cells(b) : result;
}

wend_result guidance_blend_lines(guidance_builder *b) {
    wend_result result = cover_ground(b);
    guidance *g = &b->parts;
    for (uint32_t l = 0; l < g->layer_count && result == WEND_OK; l++) {
        const guidance_layer *layer = &g->layers[l];
        for (uint32_t i = 0; i < layer->columns * layer->rows && result == WEND_OK; i++) {
            wend_vec2 centre = guidance_centre(layer, i % layer->columns, i / layer->columns);
            wend_location at = {centre, l};
            if (wend_space_is_walkable(b->space, at, 1)) {
                g->arrows[layer->first + i] = blend_at(b, at);
            }
            double done = (double)(layer->first + i) / ((double)g->cell_count + 1.0);
            if (i % layer->columns == 0 && !watch_report(&b->progress, 0.7 * done)) {
                result = map_fail_cancelled(b->error);
            }
        }
    }
    return result;
}
