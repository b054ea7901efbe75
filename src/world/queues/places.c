/* Finds the places of a new queue, and checks them.
 *
 * Along a polyline, each place is the first point whose straight distance from the place before it
 * is the spacing, so that agents do not come closer to each other at bends. In an area, places are
 * the points of a square lattice that lie in the polygon and where an agent does not touch a wall.
 *
 * Cost: O(places^2 + lattice points). */
#include <math.h>
#include <stdio.h>

#include "base/error.h"
#include "geom/point.h"
#include "geom/polygon.h"
#include "geom/vec.h"
#include "world/queues/queues.h"

static const float slack = 1e-3F;     /* m: tolerance for rounding in checks of distances */
static const double most_cells = 1e6; /* of an area's lattice */

/* The state while the places of a queue are found. */
typedef struct finder {
    wend_world *world;
    const wend_queue_def *def;
    queue_places *out;
    char *wrong;
} finder;

static wend_result refuse(const finder *f, const char *why) {
    snprintf(f->wrong, QUEUE_TEXT, "%s", why);
    return WEND_ERROR_INVALID;
}

static uint32_t most_places(const wend_queue_def *def) {
    return def->capacity > 0 && def->capacity < WEND_MAX_QUEUE_PLACES ? def->capacity
                                                                      : WEND_MAX_QUEUE_PLACES;
}

static wend_vec2 to_local(const finder *f, wend_point point) {
    return wend_space_to_local(f->world->space, point);
}

/* ---- Checks ---------------------------------------------------------------------------------- */

static wend_result check_points(const finder *f, const wend_point *points, uint32_t count,
                                const char *what) {
    for (uint32_t i = 0; i < count; i++) {
        if (!points || !world_is_near(points[i], wend_space_origin(f->world->space))) {
            snprintf(f->wrong, QUEUE_TEXT, "point %u of its %s is not finite, or too far away", i,
                     what);
            return WEND_ERROR_INVALID;
        }
    }
    return WEND_OK;
}

/* Returns the distance (m) from a point to the nearest wall, at most the radius of the agents; a
 * negative number if the point is not walkable. */
static float clearance_at(const finder *f, wend_vec2 point) {
    wend_location location = {point, f->def->layer};
    uint32_t classes = f->world->classes;
    return wend_space_is_walkable(f->world->space, location, classes)
               ? wend_space_clearance(f->world->space, location, (float)f->def->radius, classes)
               : -1.0F;
}

static bool is_clear(const finder *f, wend_vec2 point) {
    return clearance_at(f, point) >= (float)f->def->radius - slack;
}

static wend_result check_clearance(const finder *f) {
    for (uint32_t i = 0; i < f->out->count; i++) {
        wend_vec2 point = f->out->points[i];
        float clearance = clearance_at(f, point);
        wend_point at = wend_space_from_local(f->world->space, point);
        if (clearance < 0.0F) {
            snprintf(f->wrong, QUEUE_TEXT, "place %u at (%g, %g) is not on walkable ground", i,
                     at.x, at.y);
            return WEND_ERROR_INVALID;
        }
        if (!is_clear(f, point)) {
            snprintf(f->wrong, QUEUE_TEXT,
                     "place %u at (%g, %g) is %.3g m from a wall, nearer than the radius of its "
                     "agents, %g m",
                     i, at.x, at.y, (double)clearance, f->def->radius);
            return WEND_ERROR_INVALID;
        }
    }
    return WEND_OK;
}

/* Checks that agents at two places do not overlap. */
static wend_result check_distances(const finder *f) {
    float least = 2.0F * (float)f->def->radius - slack;
    for (uint32_t i = 0; i < f->out->count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            float distance = vec_length(vec_sub(f->out->points[i], f->out->points[k]));
            if (distance < least) {
                snprintf(f->wrong, QUEUE_TEXT,
                         "places %u and %u are %.3g m apart, less than the diameter of its agents, "
                         "%g m",
                         k, i, (double)distance, 2.0 * f->def->radius);
                return WEND_ERROR_INVALID;
            }
        }
    }
    return WEND_OK;
}

/* ---- Lines ----------------------------------------------------------------------------------- */

static wend_result use_given(const finder *f) {
    const wend_queue_def *def = f->def;
    wend_result result = check_points(f, def->places, def->place_count, "places");
    uint32_t count = def->place_count < most_places(def) ? def->place_count : most_places(def);
    for (uint32_t i = 0; i < count && result == WEND_OK; i++) {
        f->out->points[f->out->count++] = to_local(f, def->places[i]);
    }
    return result;
}

/* Finds where the segment from `a` to `b` leaves the circle around `centre`, within which `a` lies.
 * Returns the position on the segment from 0 to 1; more than 1 if `b` is in the circle as well. */
static double leave_circle(wend_point centre, double radius, wend_point a, wend_point b) {
    wend_point along = point_sub(b, a), from = point_sub(a, centre);
    double square = point_dot(along, along), half = point_dot(along, from);
    double rest = point_dot(from, from) - radius * radius;
    double root = half * half - square * rest;
    return square > 0.0 && root >= 0.0 ? (sqrt(root) - half) / square : 2.0;
}

static wend_result follow_line(const finder *f) {
    const wend_queue_def *def = f->def;
    wend_result result = check_points(f, def->line, def->line_count, "line");
    if (result != WEND_OK) {
        return result;
    }
    wend_point last = def->line[0], at = last;
    f->out->points[f->out->count++] = to_local(f, last);
    for (uint32_t i = 1; i < def->line_count; i++) {
        wend_point end = def->line[i];
        double share = leave_circle(last, def->spacing, at, end);
        while (share <= 1.0 + 1e-9 && f->out->count < most_places(def)) {
            last = at = point_lerp(at, end, share < 1.0 ? share : 1.0);
            f->out->points[f->out->count++] = to_local(f, last);
            share = leave_circle(last, def->spacing, at, end);
        }
        at = end;
    }
    return WEND_OK;
}

/* ---- Areas ----------------------------------------------------------------------------------- */

/* Adds the places in one row of the lattice. */
static void add_row(const finder *f, const wend_vec2 *polygon, wend_vec2 from, float end,
                    uint32_t most) {
    float spacing = (float)f->def->spacing;
    for (uint32_t i = 0; f->out->count < most; i++) {
        wend_vec2 point = {from.x + (float)i * spacing, from.y};
        if (point.x > end) {
            return;
        }
        bool is_free =
            polygon_contains(polygon, f->def->area_count, point) >= 0 && is_clear(f, point);
        for (uint32_t k = 0; k < f->out->line_count && is_free; k++) {
            is_free = vec_length(vec_sub(point, f->out->points[k])) >= spacing - slack;
        }
        if (is_free) {
            f->out->points[f->out->count++] = point;
        }
    }
}

static wend_result check_area(const finder *f, const wend_vec2 *polygon) {
    uint32_t where = 0;
    polygon_fault fault =
        polygon_check_simple(polygon, f->def->area_count, &where, &f->world->memory);
    if (fault == POLYGON_NO_MEMORY) {
        return WEND_ERROR_MEMORY;
    }
    if (fault != POLYGON_SIMPLE) {
        snprintf(f->wrong, QUEUE_TEXT, "its area is not a simple polygon: see its point %u", where);
        return WEND_ERROR_INVALID;
    }
    return WEND_OK;
}

static wend_result fill_area(const finder *f) {
    const wend_queue_def *def = f->def;
    wend_result result = check_points(f, def->area, def->area_count, "area");
    if (result != WEND_OK) {
        return result;
    }
    if (def->area_count < 3 || def->area_count > WEND_MAX_POLYGON) {
        return refuse(f, "its area must have 3 to 64 points");
    }
    wend_vec2 polygon[WEND_MAX_POLYGON];
    wend_vec2 low = to_local(f, def->area[0]), high = low;
    for (uint32_t i = 0; i < def->area_count; i++) {
        polygon[i] = to_local(f, def->area[i]);
        low = vec_min(low, polygon[i]);
        high = vec_max(high, polygon[i]);
    }
    result = check_area(f, polygon);
    if (result != WEND_OK) {
        return result;
    }
    double columns = (double)(high.x - low.x) / def->spacing + 1.0;
    double rows = (double)(high.y - low.y) / def->spacing + 1.0;
    if (columns * rows > most_cells) {
        return refuse(f, "its area is too large for its spacing");
    }
    bool is_waiting_area = def->kind == WEND_QUEUE_AREA;
    uint32_t most = is_waiting_area ? most_places(def) : WEND_MAX_QUEUE_PLACES;
    for (uint32_t i = 0; (double)i < rows; i++) {
        wend_vec2 from = {low.x, low.y + (float)i * (float)def->spacing};
        add_row(f, polygon, from, high.x, most);
    }
    return WEND_OK;
}

/* ---- Both ------------------------------------------------------------------------------------ */

/* Finds the places that are given, or along a line. */
static wend_result find_listed(const finder *f) {
    if (f->def->place_count > 0 && f->def->line_count > 0) {
        return refuse(f, "it has both places and a line");
    }
    if (f->def->place_count > WEND_MAX_QUEUE_PLACES) {
        return refuse(f, "it has more than 4096 places");
    }
    return f->def->place_count > 0  ? use_given(f)
           : f->def->line_count > 0 ? follow_line(f)
                                    : WEND_OK;
}

wend_result queue_find_places(wend_world *world, const wend_queue_def *def, queue_places *out,
                              char wrong[QUEUE_TEXT]) {
    const finder f = {world, def, out, wrong};
    bool is_line = def->kind == WEND_QUEUE_LINE;
    if (!is_line && def->line_count > 0) {
        return refuse(&f, "a waiting area has no line");
    }
    if (!is_line && (def->place_count > 0) == (def->area_count > 0)) {
        return refuse(&f, "a waiting area needs either an area or places");
    }
    wend_result result = find_listed(&f);
    out->line_count = is_line ? out->count : 0;
    if (result == WEND_OK && def->area_count > 0) {
        result = fill_area(&f);
    }
    if (result == WEND_OK && (out->count == 0 || (is_line && out->line_count == 0))) {
        return refuse(&f, is_line ? "it has no places: give places or a line"
                                  : "its area has no room for a place");
    }
    if (result == WEND_OK && is_line && def->servers > out->line_count) {
        snprintf(wrong, QUEUE_TEXT, "it has %u servers, but only %u places", def->servers,
                 out->line_count);
        return WEND_ERROR_INVALID;
    }
    result = result == WEND_OK ? check_clearance(&f) : result;
    return result == WEND_OK ? check_distances(&f) : result;
}
