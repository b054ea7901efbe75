/* Measures how much of a segment lies on each terrain type.
 *
 * The segment is cut at every edge of a terrain region and at every link that it crosses. Between
 * two consecutive cuts the terrain has one type, which is sampled at the middle. Cuts are found one
 * after the other, always the nearest one beyond the last, so that no memory is needed. All
 * computations are in double precision.
 *
 * Cost: for each cut, O(links + edges of the terrain regions with bounding boxes that meet the
 * segment's bounding box). */
#include "base/error.h"
#include "space/space.h"

typedef struct wide_point {
    double x, y;
} wide_point;

/* The segment p + t * d, for t from 0 to 1. */
typedef struct segment {
    const wend_space *space;
    wend_location from;
    wend_vec2 to;
    wide_point p, d;
} segment;

static wide_point point_at(const segment *s, double t) {
    return (wide_point){s->p.x + t * s->d.x, s->p.y + t * s->d.y};
}

/* Returns the t at which the segment crosses ab, or 2 if it does not cross. */
static double cut_at(const segment *s, wend_vec2 a, wend_vec2 b) {
    double ex = (double)b.x - (double)a.x, ey = (double)b.y - (double)a.y;
    double ax = (double)a.x - s->p.x, ay = (double)a.y - s->p.y;
    double turn = s->d.x * ey - s->d.y * ex;
    double t = (ax * ey - ay * ex) / turn, u = (ax * s->d.y - ay * s->d.x) / turn;
    return turn != 0.0 && u >= 0.0 && u <= 1.0 && t >= 0.0 && t <= 1.0 ? t : 2.0;
}

static bool meets_box(const segment *s, const space_terrain *t) {
    double x = s->p.x + s->d.x, y = s->p.y + s->d.y;
    return space_min(s->p.x, x) <= (double)t->high.x && space_max(s->p.x, x) >= (double)t->low.x &&
           space_min(s->p.y, y) <= (double)t->high.y && space_max(s->p.y, y) >= (double)t->low.y;
}

/* Returns the t of the nearest cut beyond `after`, or 1 if there is none. */
static double next_cut(const segment *s, double after) {
    double next = 1.0;
    for (uint32_t l = 0; l < s->space->layer_count; ++l) {
        const space_layer *layer = &s->space->layers[l];
        for (uint32_t i = 0; i < layer->terrain_count; ++i) {
            const space_terrain *t = &layer->terrains[i];
            for (uint32_t k = 0; k < t->count && meets_box(s, t); ++k) {
                double cut = cut_at(s, t->points[k], t->points[t->next[k]]);
                next = cut > after && cut < next ? cut : next;
            }
        }
    }
    for (uint32_t i = 0; i < s->space->link_count; ++i) {
        double cut = cut_at(s, s->space->links[i].a, s->space->links[i].b);
        next = cut > after && cut < next ? cut : next;
    }
    return next;
}

/* Does the same as `covers` in terrain.c, for a point in double precision. */
static bool covers(const space_terrain *t, wide_point p) {
    bool inside = false;
    for (uint32_t i = 0; i < t->count; ++i) {
        wend_vec2 a = t->points[i], b = t->points[t->next[i]];
        bool below = (double)a.y <= p.y;
        if (below == ((double)b.y <= p.y)) {
            continue;
        }
        double side = ((double)b.x - (double)a.x) * (p.y - (double)a.y) -
                      ((double)b.y - (double)a.y) * (p.x - (double)a.x);
        inside ^= below ? side > 0.0 : side < 0.0;
    }
    return inside;
}

static uint32_t type_at(const segment *s, double t) {
    wide_point p = point_at(s, t);
    wend_vec2 rounded = {(float)p.x, (float)p.y};
    uint32_t number = wend_space_layer_after(s->space, s->from, rounded);
    const space_layer *layer = &s->space->layers[number];
    for (uint32_t i = layer->terrain_count; i-- > 0;) {
        if (covers(&layer->terrains[i], p)) {
            return layer->terrains[i].type;
        }
    }
    return 0;
}

/* The terrain types found so far, with their lengths, ordered by type. If the list is full, the
 * highest types are dropped. */
typedef struct length_list {
    wend_terrain_length *items;
    uint32_t kept, capacity;
} length_list;

static void add_length(length_list *list, uint32_t type, double length) {
    uint32_t at = 0;
    while (at < list->kept && list->items[at].type < type) {
        at++;
    }
    if (at < list->kept && list->items[at].type == type) {
        list->items[at].length += length;
        return;
    }
    if (at == list->capacity) {
        return;
    }
    list->kept += list->kept < list->capacity;
    for (uint32_t i = list->kept - 1; i > at; i--) {
        list->items[i] = list->items[i - 1];
    }
    list->items[at] = (wend_terrain_length){type, length};
}

/* Of the terrain types on the segment, returns the lowest that is higher than `above`, or the
 * lowest of all if `any` is true. Returns WEND_NO_TERRAIN if there is no such type. */
static uint32_t next_type(const segment *s, uint32_t above, bool any) {
    uint32_t lowest = WEND_NO_TERRAIN;
    double t = 0.0;
    do {
        double end = next_cut(s, t);
        uint32_t type = type_at(s, 0.5 * (t + end));
        lowest = (any || type > above) && type < lowest ? type : lowest;
        t = end;
    } while (t < 1.0);
    return lowest;
}

static uint32_t count_types(const segment *s) {
    uint32_t count = 0, type = next_type(s, 0, true);
    for (; type != WEND_NO_TERRAIN; type = next_type(s, type, false)) {
        count++;
    }
    return count;
}

uint32_t wend_space_segment_terrain(const wend_space *space, wend_location from, wend_vec2 to,
                                    wend_terrain_length *out, uint32_t capacity) {
    WEND_ASSERT(space != NULL && (out != NULL || capacity == 0));
    if (from.layer >= space->layer_count || !space_in_domain(from.position) ||
        !space_in_domain(to)) {
        return 0;
    }
    segment s = {.space = space,
                 .from = from,
                 .to = to,
                 .p = {(double)from.position.x, (double)from.position.y}};
    s.d = (wide_point){(double)to.x - s.p.x, (double)to.y - s.p.y};
    length_list list = {out, 0, capacity};
    double length = sqrt(s.d.x * s.d.x + s.d.y * s.d.y), t = 0.0;
    do {
        double end = next_cut(&s, t);
        add_length(&list, type_at(&s, 0.5 * (t + end)), length * (end - t));
        t = end;
    } while (t < 1.0);
    return list.kept < capacity ? list.kept : count_types(&s);
}
