/* Forms units and gathers their candidates: a slice of each strip that the window touches, those
 * outside it left out. Cost: O(bodies in the cells that the window touches). */
#include "near/unit.h"

#include <math.h>

#include "geom/vec.h"
#include "near/near.h"

/* A unit ends where it would span more than this many strip heights. */
static const float longest_unit = 3.0F;
/* Of a strip's height, which is made for ten neighbours (see sort.c): enough for most units. */
static const float margin_of_strip = 0.95F;

near_unit near_unit_at(const wend_view *view, uint32_t begin, uint32_t end) {
    const wend_body *first = &view->bodies[begin];
    near_unit unit = {begin, 1, wend_body_layer(first), first->position, first->position};
    const near_layer *layer = &view->inside->grid->layers[unit.layer];
    uint32_t strip = (first->cell - layer->first_cell) / layer->bins;
    uint32_t strip_end = layer->first_cell + (strip + 1) * layer->bins;
    float longest = longest_unit / layer->per_strip;
    uint32_t most = end - begin < UNIT_LANES ? end - begin : UNIT_LANES;
    for (; unit.count < most; unit.count++) {
        const wend_body *body = first + unit.count;
        wend_vec2 low = vec_min(unit.low, body->position);
        wend_vec2 high = vec_max(unit.high, body->position);
        if (body->cell >= strip_end || high.x - low.x > longest) {
            break;
        }
        unit.low = low;
        unit.high = high;
    }
    return unit;
}

float near_unit_margin(const wend_view *view, const near_unit *unit, uint32_t count) {
    float height = 1.0F / view->inside->grid->layers[unit->layer].per_strip;
    return margin_of_strip * height * sqrtf((float)count * 0.1F);
}

float near_unit_far(const near_unit *unit) {
    return fmaxf(fmaxf(fabsf(unit->low.x), fabsf(unit->high.x)),
                 fmaxf(fabsf(unit->low.y), fabsf(unit->high.y)));
}

/* Adds the bodies of a slice that lie in the window's box. */
static void gather_slice(const wend_view *view, uint32_t begin, uint32_t end, wend_vec2 low,
                         wend_vec2 high, unit_window *window) {
    uint32_t count = window->count, tags = 0;
    for (uint32_t i = begin; i < end; i++) {
        const wend_body *body = &view->bodies[i];
        wend_vec2 p = body->position;
        window->x[count] = p.x;
        window->y[count] = p.y;
        window->body[count] = i;
        tags |= body->tags;
        count += (uint32_t)((p.x >= low.x) & (p.x <= high.x) & (p.y >= low.y) & (p.y <= high.y));
    }
    window->count = count;
    window->has_ghosts |= (tags >> 20 & WEND_BODY_GHOST) != 0;
}

void near_unit_gather(const wend_view *view, const near_unit *unit, float margin,
                      unit_window *window) {
    const near_grid *grid = view->inside->grid;
    const near_layer *layer = &grid->layers[unit->layer];
    window->count = 0;
    window->has_ghosts = false;
    window->overflowed = false;
    /* A little more than the margin, so that rounding loses nobody. */
    float wide = margin + 1e-6F * (margin + near_unit_far(unit));
    wend_vec2 low = {unit->low.x - wide, unit->low.y - wide};
    wend_vec2 high = {unit->high.x + wide, unit->high.y + wide};
    uint32_t first = near_cell(layer, low), last = near_cell(layer, high);
    uint32_t width =
        (last - layer->first_cell) % layer->bins - (first - layer->first_cell) % layer->bins;
    for (; first <= last; first += layer->bins) {
        uint32_t begin = grid->starts[first], end = grid->starts[first + width + 1];
        if (end - begin > UNIT_CANDIDATES - window->count) {
            window->overflowed = true;
            return;
        }
        gather_slice(view, begin, end, low, high, window);
    }
    for (uint32_t i = 0; i < UNIT_LANES; i++) { /* a round number of candidates: nobodies */
        window->x[window->count + i] = UNIT_NOBODY;
        window->y[window->count + i] = UNIT_NOBODY;
        window->body[window->count + i] = UINT32_MAX; /* whoever looks at it is found out */
    }
    near_box all = grid->boxes[unit->layer];
    window->low.x = low.x <= all.low.x ? -INFINITY : unit->low.x - margin;
    window->low.y = low.y <= all.low.y ? -INFINITY : unit->low.y - margin;
    window->high.x = high.x >= all.high.x ? INFINITY : unit->high.x + margin;
    window->high.y = high.y >= all.high.y ? INFINITY : unit->high.y + margin;
}
