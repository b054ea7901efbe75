/* Finds corner fans that meet lines or each other.
 *
 * A fan is separate if nothing meets its two sides and the chord of its arc, apart from the outline
 * that it belongs to. Whatever meets its arc would also meet one of these, so the first check
 * leaves out the arcs of all fans that may be separate, which are nearly all lines. If some of
 * these fans turn out not to be separate, they are checked again, with the lines of their arcs.
 *
 * Cost: O(n log n) in the lines that are checked. */
#include "build/navmesh/fans.h"
#include "geom/predicates.h"
#include "geom/vec.h"

typedef struct fan_check {
    mesh_builder *b;
    mesh_layer *layer;
    corner_fan **fans; /* the fans to check */
    uint32_t fan_count;
    const pairs_segment *segments; /* lines, then FAN_SEGMENTS for each fan */
    uint32_t line_count;
    uint64_t pairs; /* compared so far */
} fan_check;

/* ---- Pairs ----------------------------------------------------------------------------------- */

static bool is_end(const pairs_segment *s, wend_vec2 p) {
    return vec_equal(s->a, p) || vec_equal(s->b, p);
}

static bool has_point(const wend_vec2 points[2], wend_vec2 p) {
    return vec_equal(points[0], p) || vec_equal(points[1], p);
}

/* True if a line belongs to the outline at an end of a fan's chord: a piece of the arc, or the wall
 * before or after the arc. */
static bool continues_arc(const corner_fan *fan, const pairs_segment *line) {
    const pairs_segment *chord = &fan->segments[FAN_CHORD];
    return (vec_equal(line->a, chord->a) && has_point(fan->beside[0], line->b)) ||
           (vec_equal(line->b, chord->a) && has_point(fan->beside[0], line->a)) ||
           (vec_equal(line->a, chord->b) && has_point(fan->beside[1], line->b)) ||
           (vec_equal(line->b, chord->b) && has_point(fan->beside[1], line->a));
}

/* Checks a segment of a fan against a line. A side may touch the arc and the arc's walls. */
static void check_line(corner_fan *fan, uint32_t segment, const pairs_segment *line) {
    const pairs_segment *own = &fan->segments[segment];
    if (continues_arc(fan, line) || !predicate_segments_meet(line->a, line->b, own->a, own->b)) {
        return;
    }
    fan->is_separate = false;
    fan->meets |= segment != FAN_CHORD && !is_end(line, segment == 0 ? own->a : own->b);
}

/* Checks the segments of two fans. If their sides meet, the second fan is left out. */
static void check_fans(corner_fan *one, uint32_t i, corner_fan *two, uint32_t j) {
    const pairs_segment *s = &one->segments[i], *t = &two->segments[j];
    if (one != two && predicate_segments_meet(s->a, s->b, t->a, t->b)) {
        one->is_separate = two->is_separate = false;
        two->meets |= i != FAN_CHORD && j != FAN_CHORD;
    }
}

static void check_pair(void *context, uint32_t first, uint32_t second) {
    enum { PAIRS_PER_REPORT = 1 << 14 };
    fan_check *c = context;
    if (++c->pairs % PAIRS_PER_REPORT == 0) {
        mesh_report(c->b, 0.5);
    }
    if (second < c->line_count) {
        return;
    }
    uint32_t at = second - c->line_count;
    corner_fan *fan = c->fans[at / FAN_SEGMENTS];
    if (first < c->line_count) {
        check_line(fan, at % FAN_SEGMENTS, &c->segments[first]);
    } else {
        uint32_t other = first - c->line_count;
        check_fans(c->fans[other / FAN_SEGMENTS], other % FAN_SEGMENTS, fan, at % FAN_SEGMENTS);
    }
}

/* ---- Segments -------------------------------------------------------------------------------- */

static wend_vec2 in_metres(const mesh_builder *b, wend_point p) {
    wend_point rounded = mesh_rounded(p);
    return (wend_vec2){(float)(rounded.x * b->unit), (float)(rounded.y * b->unit)};
}

/* Compares the fans with each other, and with all lines that are not hidden. */
static bool compare(fan_check *c) {
    const mesh_builder *b = c->b;
    const mesh_layer *layer = c->layer;
    const uint32_t *links = NULL;
    uint32_t link_count = space_links_of(b->space, layer->layer, &links), count = 0;
    for (uint32_t i = 0; i < layer->lines.count; i++) {
        count += layer->is_hidden == NULL || !layer->is_hidden[i];
    }
    size_t size = ((size_t)count + link_count + FAN_SEGMENTS * (size_t)c->fan_count + 1) *
                  sizeof(pairs_segment);
    pairs_segment *segments = memory_get(&c->b->heap, size);
    if (segments == NULL) {
        return false;
    }
    count = 0;
    for (uint32_t i = 0; i < layer->lines.count; i++) {
        const mesh_segment *line = &layer->lines.items[i];
        if (layer->is_hidden == NULL || !layer->is_hidden[i]) {
            segments[count++] = (pairs_segment){in_metres(b, line->a), in_metres(b, line->b)};
        }
    }
    for (uint32_t i = 0; i < link_count; i++) {
        wend_link link = wend_space_link(b->space, links[i]);
        segments[count++] = (pairs_segment){link.a, link.b};
    }
    c->line_count = count;
    for (uint32_t i = 0; i < FAN_SEGMENTS * c->fan_count; i++) {
        segments[count++] = c->fans[i / FAN_SEGMENTS]->segments[i % FAN_SEGMENTS];
    }
    c->segments = segments;
    bool good = pairs_find(segments, count, check_pair, c, &c->b->heap);
    memory_free(&c->b->heap, segments, size);
    return good;
}

/* Hides the arcs of the fans that are separate, as far as known. Returns the number of these fans.
 */
static uint32_t hide_separate_arcs(mesh_builder *b, mesh_layer *layer, const corner_fan *fans,
                                   uint32_t count) {
    layer->arc_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (fans[i].is_separate) {
            layer->arcs[layer->arc_count++] = fans[i].arc;
        }
    }
    mesh_hide_arcs(b, layer);
    return layer->arc_count;
}

bool fans_check(mesh_builder *b, mesh_layer *layer, corner_fan *fans, uint32_t count) {
    size_t size = ((size_t)count + 1) * sizeof(corner_fan *);
    fan_check c = {.b = b, .layer = layer, .fans = memory_get(&b->heap, size), .fan_count = count};
    bool good = c.fans != NULL;
    for (uint32_t i = 0; i < count && good; i++) {
        c.fans[i] = &fans[i];
    }
    uint32_t hidden = good ? hide_separate_arcs(b, layer, fans, count) : 0;
    good = good && count > 0 ? compare(&c) : good;
    if (good && hide_separate_arcs(b, layer, fans, count) < hidden) {
        c.fan_count = 0;
        for (uint32_t i = 0; i < count; i++) {
            if (!fans[i].is_separate) {
                fans[i].meets = false;
                c.fans[c.fan_count++] = &fans[i];
            }
        }
        good = compare(&c);
    }
    memory_free(&b->heap, c.fans, size);
    return good && !b->geos.failed;
}
