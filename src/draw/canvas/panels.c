/* Arranges panels of different sizes in rows at the largest common scale.
 *
 * For a given scale, dynamic programming from the last panel to the first finds the row breaks with
 * the smallest total height: rows(i) = min over k of (tallest of i .. k-1) + rows(k), where the
 * panels i to k-1 fit side by side. This height never decreases with the scale, so bisection finds
 * the largest scale for which the rows fit. Finally, the scale is computed exactly for the row
 * breaks that were found.
 *
 * Cost: O(n * m) for each of the SCALE_STEPS scales, with n panels, at most m of them in a row. */
#include "draw/canvas/panels.h"
#include <math.h>

enum { SCALE_STEPS = 50 };

/* m, smallest width and height that are shown. If all content is smaller than FULL_EXTENT, only the
 * larger one of its width and height is shown, but not less than LEAST_EXTENT. */
static const double FULL_EXTENT = 4.0, LEAST_EXTENT = 0.5;
static const double MARGIN_SHARE = 0.02; /* margin, as a fraction of the largest extent */
/* px, smallest size of a panel; a short name fits above it, and two ticks fit on each axis */
static const double LEAST_WIDTH = 110.0, LEAST_HEIGHT = 48.0;
/* Factor by which panels may exceed the height of the page if they could hardly be seen otherwise.
 */
static const double MOST_EXCESS = 1.5;

void panel_empty(world_panel *p) {
    *p = (world_panel){.low = {INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY}};
}

void panel_add(world_panel *p, wend_point point, double radius) {
    p->low.x = fmin(p->low.x, point.x - radius);
    p->low.y = fmin(p->low.y, point.y - radius);
    p->high.x = fmax(p->high.x, point.x + radius);
    p->high.y = fmax(p->high.y, point.y + radius);
}

/* ---- Margins --------------------------------------------------------------------------------- */

static bool is_empty(const world_panel *p) {
    return !(p->low.x <= p->high.x && isfinite(p->high.x - p->low.x) &&
             isfinite(p->high.y - p->low.y));
}

static double wide(const world_panel *p) {
    return p->high.x - p->low.x;
}

static double tall(const world_panel *p) {
    return p->high.y - p->low.y;
}

/* Extends what a panel shows to the given extent, on both sides equally. */
static void widen(world_panel *p, double width, double height) {
    double x = fmax(0.0, (width - wide(p)) / 2), y = fmax(0.0, (height - tall(p)) / 2);
    p->low = (wend_point){p->low.x - x, p->low.y - y};
    p->high = (wend_point){p->high.x + x, p->high.y + y};
}

void panels_add_margins(world_panel *panels, uint32_t count) {
    world_panel all;
    double largest = 0.0;
    panel_empty(&all);
    for (uint32_t i = 0; i < count; i++) {
        if (!is_empty(&panels[i])) {
            panel_add(&all, panels[i].low, 0.0);
            panel_add(&all, panels[i].high, 0.0);
            largest = fmax(largest, fmax(wide(&panels[i]), tall(&panels[i])));
        }
    }
    wend_point middle = {(all.low.x + all.high.x) / 2, (all.low.y + all.high.y) / 2};
    middle = is_empty(&all) ? (wend_point){0.0, 0.0} : middle;
    double margin = largest * MARGIN_SHARE;
    double least = largest > 0.0 ? fmin(fmax(largest, LEAST_EXTENT), FULL_EXTENT) : FULL_EXTENT;
    for (uint32_t i = 0; i < count; i++) {
        world_panel *p = &panels[i];
        if (is_empty(p)) {
            p->low = p->high = middle;
        }
        widen(p, fmax(wide(p) + 2 * margin, least), fmax(tall(p) + 2 * margin, least));
    }
}

/* ---- Rows ------------------------------------------------------------------------------------ */

typedef struct arrangement {
    world_panel *panels;
    uint32_t count;
    const panels_page *page;
    double max_height;
} arrangement;

static double width_at(const world_panel *p, double scale) {
    return fmax(wide(p) * scale, LEAST_WIDTH);
}

static double height_at(const world_panel *p, double scale) {
    return fmax(tall(p) * scale, LEAST_HEIGHT);
}

static double row_room(const arrangement *a) {
    return a->page->above + a->page->below + a->page->gap;
}

/* Finds the best row breaks for a scale. Returns the height of all rows. */
static double break_rows(arrangement *a, double scale) {
    for (uint32_t i = a->count; i-- > 0;) {
        world_panel *first = &a->panels[i];
        double width = -a->page->gap, height = 0.0;
        first->rows_height = INFINITY;
        for (uint32_t k = i; k < a->count; k++) {
            width += a->page->gap + a->page->left + width_at(&a->panels[k], scale);
            height = fmax(height, height_at(&a->panels[k], scale));
            /* A row has at least one panel, even if the panel is wider than the page. */
            if (k > i && width > a->page->width * (1.0 + 1e-12)) {
                break;
            }
            double rest = k + 1 < a->count ? a->panels[k + 1].rows_height : 0.0;
            double total = height + row_room(a) + rest;
            if (total <= first->rows_height) {
                first->rows_height = total;
                first->next_row = k + 1;
            }
        }
    }
    return a->panels[0].rows_height;
}

/* Returns the largest scale at which every panel is at most as wide as the page. */
static double widest_scale(const arrangement *a) {
    double scale = INFINITY;
    for (uint32_t i = 0; i < a->count; i++) {
        double room = fmax(a->page->width - a->page->left, LEAST_WIDTH);
        scale = fmin(scale, room / wide(&a->panels[i]));
    }
    return scale;
}

/* Returns the largest scale at which the rows that were found for `scale` still fit. The sizes of
 * panels are linear in the scale, except for those of the smallest panels, which are fixed. */
static double exact_scale(const arrangement *a, double scale) {
    double best = INFINITY, fixed_height = 0.0, tallest_sum = 0.0;
    for (uint32_t i = 0; i < a->count; i = a->panels[i].next_row) {
        uint32_t end = a->panels[i].next_row;
        double fixed = (end - i) * (a->page->left + a->page->gap) - a->page->gap, sum = 0.0;
        double tallest = 0.0;
        for (uint32_t k = i; k < end; k++) {
            const world_panel *p = &a->panels[k];
            bool is_least = wide(p) * scale < LEAST_WIDTH;
            fixed += is_least ? LEAST_WIDTH : 0.0;
            sum += is_least ? 0.0 : wide(p);
            tallest = fmax(tallest, tall(p));
        }
        best = sum > 0.0 ? fmin(best, (a->page->width - fixed) / sum) : best;
        bool is_least = tallest * scale < LEAST_HEIGHT;
        fixed_height += row_room(a) + (is_least ? LEAST_HEIGHT : 0.0);
        tallest_sum += is_least ? 0.0 : tallest;
    }
    best = tallest_sum > 0.0 ? fmin(best, (a->max_height - fixed_height) / tallest_sum) : best;
    return fabs(best - scale) <= 1e-6 * scale ? best : scale;
}

static double find_scale(arrangement *a) {
    double high = widest_scale(a), low = 0.0;
    if (break_rows(a, high) <= a->max_height) {
        return high;
    }
    for (int i = 0; i < SCALE_STEPS; i++) {
        double middle = (low + high) / 2;
        if (break_rows(a, middle) <= a->max_height) {
            low = middle;
        } else {
            high = middle;
        }
    }
    break_rows(a, low);
    return exact_scale(a, low);
}

/* ---- Positions ------------------------------------------------------------------------------- */

/* Sets the sizes and corners of the panels of one row. Returns the height of the row. */
static double place_row(const arrangement *a, uint32_t begin, double y, double scale) {
    const panels_page *page = a->page;
    double x = page->corner.x, height = 0.0;
    for (uint32_t i = begin; i < a->panels[begin].next_row; i++) {
        world_panel *p = &a->panels[i];
        p->width = a->count == 1 ? fmax(page->width - page->left, LEAST_WIDTH) : width_at(p, scale);
        p->height = height_at(p, scale);
        p->corner = (wend_point){x + page->left, y + page->above};
        widen(p, p->width / scale, p->height / scale);
        x += page->left + p->width + page->gap;
        height = fmax(height, p->height);
    }
    return height + row_room(a);
}

double panels_arrange(world_panel *panels, uint32_t count, const panels_page *page,
                      double *height) {
    arrangement a = {panels, count, page, page->max_height};
    double least = break_rows(&a, 0.0);
    a.max_height = fmax(page->max_height, MOST_EXCESS * least);
    double scale = find_scale(&a);
    *height = 0.0;
    for (uint32_t i = 0; i < count; i = panels[i].next_row) {
        *height += place_row(&a, i, page->corner.y + *height, scale);
    }
    return scale;
}
