/* Finds free positions for labels next to their points, and draws the labels. */
#include "draw/canvas/labels.h"
#include "draw/canvas/theme.h"

static const double FONT_SIZE = 11.5; /* px */
static const double OFFSET = 7.0;     /* px, distance from the labelled point */
static const double HALO = 3.0;       /* px, width of the white outline around letters */

/* True if nothing else is in a box. If there is no memory for another box, no box is free. */
static bool is_free(const labels *l, label_box box) {
    if (l->count == LABELS_MOST || box.left < l->panel.left || box.right > l->panel.right ||
        box.top < l->panel.top || box.bottom > l->panel.bottom) {
        return false;
    }
    for (uint32_t i = 0; i < l->count; i++) {
        const label_box *other = &l->occupied[i];
        if (box.left < other->right && other->left < box.right && box.top < other->bottom &&
            other->top < box.bottom) {
            return false;
        }
    }
    return true;
}

void labels_avoid_box(labels *l, label_box box) {
    if (l->count < LABELS_MOST) {
        l->occupied[l->count++] = box;
    }
}

void labels_avoid(labels *l, wend_point at, double reach) {
    labels_avoid_box(l, (label_box){at.x - reach, at.y - reach, at.x + reach, at.y + reach});
}

static void write_label(const labels *l, const char *text, label_box box, uint32_t colour) {
    double x = box.left, y = box.bottom - 3.0;
    cairo_move_to(l->cr, x, y);
    cairo_text_path(l->cr, text);
    theme_set(l->cr, THEME_GROUND, 0.85);
    cairo_set_line_width(l->cr, HALO);
    cairo_set_line_join(l->cr, CAIRO_LINE_JOIN_ROUND);
    cairo_stroke(l->cr);
    theme_text(l->cr, text, x, y, FONT_SIZE, false, colour);
}

wend_point labels_size(const labels *l, const char *text) {
    return (wend_point){theme_text_width(l->cr, text, FONT_SIZE, false), FONT_SIZE + 4.0};
}

static label_box box_around(const labels *l, const char *text, wend_point centre) {
    wend_point size = labels_size(l, text);
    return (label_box){centre.x - size.x / 2, centre.y - size.y / 2, centre.x + size.x / 2,
                       centre.y + size.y / 2};
}

bool labels_fits(const labels *l, const char *text, wend_point centre) {
    return is_free(l, box_around(l, text, centre));
}

void labels_put_centred(labels *l, const char *text, wend_point centre, uint32_t colour) {
    label_box box = box_around(l, text, centre);
    write_label(l, text, box, colour);
    labels_avoid_box(l, box);
}

void labels_put(labels *l, const char *text, wend_point at, uint32_t colour, labels_side side) {
    /* Positions are tried in this order, first next to the point, then farther away. An x of -1
     * means to the left, a y of -1 means above. */
    static const struct {
        double x, y;
    } sides[] = {{1, 0}, {-1, 0}, {1, -1}, {-1, -1}, {1, 1}, {-1, 1}, {0, -1}, {0, 1}};
    double wide = theme_text_width(l->cr, text, FONT_SIZE, false), tall = FONT_SIZE + 4.0;
    for (int ring = 1; ring <= 5; ring++) {
        for (size_t k = 0; k < sizeof sides / sizeof sides[0]; k++) {
            size_t i = (k + (side == LABELS_ABOVE ? 6 : 0)) % (sizeof sides / sizeof sides[0]);
            double x = at.x + sides[i].x * OFFSET * ring, y = at.y + sides[i].y * tall * 0.8 * ring;
            double left = sides[i].x > 0 ? x : sides[i].x < 0 ? x - wide : x - wide / 2;
            label_box box = {left, y - tall / 2, left + wide, y + tall / 2};
            if (is_free(l, box)) {
                write_label(l, text, box, colour);
                labels_avoid_box(l, box);
                return;
            }
        }
    }
}
