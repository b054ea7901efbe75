/* Labels half-planes in velocity space. A label stands next to the line of its half-plane, on the
 * forbidden side, where no other label is and other lines are as far away as possible. A line that
 * does not cross the panel has no label.
 *
 * Cost: O(n^2) for n half-planes. */
#include "draw/canvas/theme.h"
#include "draw/explain/explanation.h"
#include "geom/point.h"
#include <math.h>

enum { POSITIONS = 32 };                 /* positions along a line that are tried */
static const double DISTANCE = 3.0;      /* px, between a label and its line */
static const double FAR_ENOUGH = 60.0;   /* px, other lines at this distance do not matter */
static const double INFINITE_LINE = 4.0; /* half the length of a line, in sides of the panel */

/* The line of a half-plane on the panel, px. */
typedef struct plane_line {
    wend_point at;        /* the point of the line that is nearest to velocity zero */
    wend_point along;     /* unit vector */
    wend_point forbidden; /* unit vector towards the forbidden side */
} plane_line;

static bool find_line(const velocity_panel *panel, const wend_mark *mark, plane_line *out) {
    double length = wide_length(mark->b);
    if (mark->kind != WEND_MARK_HALF_PLANE || !(length > 0.0) ||
        !explanation_mark_fits(mark, WEND_MARK_SPACE_VELOCITY)) {
        return false;
    }
    double x = (double)mark->b.x / length, y = (double)mark->b.y / length;
    double offset = (double)mark->a.x * x + (double)mark->a.y * y;
    out->at = velocity_panel_at(panel, (wend_vec2){(float)(x * offset), (float)(y * offset)});
    out->forbidden = (wend_point){-x, y}; /* the y axis of the picture points down */
    out->along = (wend_point){y, x};
    return true;
}

static wend_point point_of(const plane_line *line, double t, double side) {
    return (wend_point){line->at.x + t * line->along.x + side * line->forbidden.x,
                        line->at.y + t * line->along.y + side * line->forbidden.y};
}

/* Finds the part of a line from *low to *high, px from line->at, on which the coordinate `start + t
 * * slope` is from `least` to `most`. */
static void cut(double start, double slope, double least, double most, double *low, double *high) {
    if (fabs(slope) < 1e-12) {
        if (start < least || start > most) {
            *high = *low - 1.0;
        }
        return;
    }
    double a = (least - start) / slope, b = (most - start) / slope;
    *low = fmax(*low, fmin(a, b));
    *high = fmin(*high, fmax(a, b));
}

/* Returns the distance from a point to the nearest line of another half-plane, at most FAR_ENOUGH.
 */
static double distance_to_others(const velocity_panel *panel, const draw_explanation *e,
                                 uint32_t self, wend_point p) {
    double least = FAR_ENOUGH;
    plane_line other;
    for (uint32_t i = 0; i < e->mark_count; i++) {
        if (i != self && find_line(panel, &e->marks[i], &other)) {
            least = fmin(least, fabs((p.x - other.at.x) * other.forbidden.x +
                                     (p.y - other.at.y) * other.forbidden.y));
        }
    }
    return least;
}

static void label_plane(const velocity_panel *panel, const draw_explanation *e, uint32_t index,
                        const char *text, labels *l) {
    plane_line line;
    if (!find_line(panel, &e->marks[index], &line)) {
        return;
    }
    double low = -INFINITE_LINE * panel->side, high = INFINITE_LINE * panel->side;
    cut(line.at.x, line.along.x, l->panel.left, l->panel.right, &low, &high);
    cut(line.at.y, line.along.y, l->panel.top, l->panel.bottom, &low, &high);
    wend_point size = labels_size(l, text), best = {0.0, 0.0};
    double aside =
        DISTANCE + 0.5 * (fabs(line.forbidden.x) * size.x + fabs(line.forbidden.y) * size.y);
    double best_distance = -1.0;
    for (int i = 0; i < 2 * POSITIONS && low < high; i++) {
        double t = low + (high - low) * (i % POSITIONS + 0.5) / POSITIONS;
        /* The allowed side is used only if there is no room on the forbidden side. */
        if (i == POSITIONS && best_distance >= 0.0) {
            break;
        }
        wend_point at = point_of(&line, t, i < POSITIONS ? aside : -aside);
        double distance = labels_fits(l, text, at) ? distance_to_others(panel, e, index, at) : -1.0;
        if (distance > best_distance) {
            best_distance = distance;
            best = at;
        }
    }
    if (best_distance >= 0.0) {
        labels_put_centred(l, text, best, THEME_FORBIDDEN);
    }
}

void plane_labels_draw(const velocity_panel *panel, const draw_explanation *e, labels *l) {
    for (uint32_t i = 0; i < e->mark_count; i++) {
        char text[EXPLANATION_LABEL_SIZE];
        if (e->marks[i].kind == WEND_MARK_HALF_PLANE && explanation_label(&e->marks[i], text)) {
            label_plane(panel, e, i, text, l);
        }
    }
}
