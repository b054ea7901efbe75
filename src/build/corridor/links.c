/* Continues the medial axis through links. The axis of a layer is built from the layer's own walls,
 * and from the walls beyond its links that can be the nearest wall to a point on the layer. The
 * axis is then cut at the links, where it meets the axis of the other layer.
 *
 * These walls beyond a link lie in the half disc over it: the far half of the disc whose diameter
 * is the link. To see this, take any disc that contains no wall and has its centre on the near
 * side. Both ends of a link are ends of walls, so the disc cuts the link's line in a chord within
 * the link. The part of the disc beyond the link lies in the half disc over that chord, which lies
 * in the half disc over the link.
 *
 * No wall of the near layer may lie in that half disc. Such walls exist where layers lie above each
 * other just beyond a link. A link with such walls is rejected.
 *
 * Cost: O(n log n) in walls, links and walls near links; O(n^2) in the crossings of one link. */
#include "base/error.h"
#include "build/corridor/corridor.h"
#include "geom/point.h"
#include "geom/vec.h"
#include "read/shapes.h"
#include <math.h>

static const double MATCH =
    1e-3; /* m: crossings on the two layers count as the same if they are this close */
static const double SLACK = 8.0; /* units: tolerance when checking half discs and boxes */

double corridor_link_length(const corridor_link *link) {
    wend_vec2 offset = vec_sub(link->b, link->a);
    return sqrt((double)offset.x * (double)offset.x + (double)offset.y * (double)offset.y);
}

double corridor_own_side(const corridor_link *link, uint32_t layer, wend_point p) {
    wend_point a = point_wide(link->a), b = point_wide(link->b);
    double cross = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    return (layer == link->left ? cross : -cross) / corridor_link_length(link);
}

double corridor_distance_along(const corridor_link *link, wend_point p) {
    wend_point a = point_wide(link->a), b = point_wide(link->b);
    return ((b.x - a.x) * (p.x - a.x) + (b.y - a.y) * (p.y - a.y)) / corridor_link_length(link);
}

/* ---- Half discs ------------------------------------------------------------------------------ */

/* A part of a wall; its ends are given as fractions of the wall's length. */
typedef struct part {
    double from, to;
} part;

/* Returns the part of the segment pq within a disc. The part is empty if `to <= from`. */
static part part_in_disc(wend_point p, wend_point q, wend_point centre, double radius) {
    wend_point offset = {q.x - p.x, q.y - p.y}, off = {p.x - centre.x, p.y - centre.y};
    double square = point_dot(offset, offset), half = point_dot(off, offset);
    double discriminant = half * half - square * (point_dot(off, off) - radius * radius);
    if (!(square > 0.0) || !(discriminant > 0.0)) {
        return (part){1.0, 0.0};
    }
    double root = sqrt(discriminant);
    return (part){fmax((-half - root) / square, 0.0), fmin((-half + root) / square, 1.0)};
}

/* Returns the part of the segment pq in the half disc beyond a link, as seen from a layer. */
static part part_across(const corridor_link *link, uint32_t layer, wend_point p, wend_point q,
                        double radius) {
    part in = part_in_disc(p, q, point_lerp(point_wide(link->a), point_wide(link->b), 0.5), radius);
    double from = -corridor_own_side(link, layer, p), to = -corridor_own_side(link, layer, q);
    if (from <= 0.0 && to <= 0.0) {
        return (part){1.0, 0.0};
    }
    if (from < 0.0) {
        in.from = fmax(in.from, from / (from - to));
    } else if (to < 0.0) {
        in.to = fmin(in.to, from / (from - to));
    }
    return in;
}

/* ---- Walls and links near a link ------------------------------------------------------------- */

static bool is_wall(const space_edge *e) {
    return e->link == SPACE_NONE && e->obstacle_class == 0;
}

static bool index_walls(corridor_builder *b) {
    const wend_space *space = b->space;
    size_t room = (size_t)space->edge_count + 1;
    cells_segment *segments = memory_get_array(&b->heap, room, sizeof *segments);
    b->wall_edges = arena_take(&b->kept, room * sizeof *b->wall_edges, 16);
    uint32_t count = 0;
    bool good = segments != NULL && b->wall_edges != NULL;
    for (uint32_t i = 0; good && i < space->edge_count; i++) {
        const space_edge *e = space_edge_at(space, i);
        if (is_wall(e)) {
            segments[count] = (cells_segment){e->a, e->b, space->rings[e->ring].layer};
            b->wall_edges[count++] = i;
        }
    }
    good = good &&
           finder_make(&b->near_walls, segments, count, space->layer_count, &b->kept, &b->heap);
    memory_free(&b->heap, segments, room * sizeof *segments);
    return good;
}

static bool index_links(corridor_builder *b) {
    size_t room = 2 * (size_t)b->space->link_count + 1;
    cells_segment *segments = memory_get_array(&b->heap, room, sizeof *segments);
    bool good = segments != NULL;
    for (uint32_t i = 0; good && i < b->space->link_count; i++) {
        const corridor_link *link = &b->links[i];
        segments[2 * i] = (cells_segment){link->a, link->b, link->left};
        segments[2 * i + 1] = (cells_segment){link->a, link->b, link->right};
    }
    good = good && finder_make(&b->near_links, segments, 2 * b->space->link_count,
                               b->space->layer_count, &b->kept, &b->heap);
    memory_free(&b->heap, segments, room * sizeof *segments);
    return good;
}

uint32_t corridor_find_links(corridor_builder *b, uint32_t layer, wend_point low, wend_point high) {
    float slack = (float)(SLACK * b->unit);
    return finder_find(&b->near_links, layer,
                       (wend_vec2){(float)low.x - slack, (float)low.y - slack},
                       (wend_vec2){(float)high.x + slack, (float)high.y + slack});
}

/* Finds the walls of a layer that may meet the disc whose diameter is a link, and stores them in
 * b->near_walls.found. Returns the number of walls. */
static uint32_t find_walls_near(corridor_builder *b, const corridor_link *link, uint32_t layer) {
    wend_vec2 middle = vec_scale(vec_add(link->a, link->b), 0.5F);
    float reach = (float)(0.5 * corridor_link_length(link) + SLACK * b->unit);
    wend_vec2 half_size = {reach, reach};
    return finder_find(&b->near_walls, layer, vec_sub(middle, half_size),
                       vec_add(middle, half_size));
}

static const space_edge *wall_found(const corridor_builder *b, uint32_t index) {
    return space_edge_at(b->space, b->wall_edges[b->near_walls.found[index]]);
}

/* True if a wall of the near layer lies in the half disc beyond the link. */
static bool is_overlaid(corridor_builder *b, const corridor_link *link, uint32_t layer) {
    double slack = SLACK * b->unit, radius = 0.5 * corridor_link_length(link) - slack;
    uint32_t count = find_walls_near(b, link, layer);
    for (uint32_t i = 0; i < count; i++) {
        const space_edge *e = wall_found(b, i);
        wend_point p = point_wide(e->a), q = point_wide(e->b);
        part in = part_across(link, layer, p, q, radius);
        double deepest = fmax(-corridor_own_side(link, layer, point_lerp(p, q, in.from)),
                              -corridor_own_side(link, layer, point_lerp(p, q, in.to)));
        if (in.to > in.from && deepest > slack) {
            return true;
        }
    }
    return false;
}

static bool add_walls_beyond(corridor_builder *b, const corridor_link *link, uint32_t layer,
                             corridor_walls *out) {
    double radius = 0.5 * corridor_link_length(link);
    uint32_t count = find_walls_near(b, link, layer == link->left ? link->right : link->left);
    bool good = true;
    for (uint32_t i = 0; i < count && good; i++) {
        const space_edge *e = wall_found(b, i);
        wend_point p = point_wide(e->a), q = point_wide(e->b);
        part in = part_across(link, layer, p, q, radius);
        if (in.to > in.from) {
            wend_point from = point_lerp(p, q, in.from), to = point_lerp(p, q, in.to);
            good = corridor_add_wall(b, out, corridor_snap(b, from.x, from.y),
                                     corridor_snap(b, to.x, to.y));
        }
    }
    return good;
}

bool corridor_add_walls_across(corridor_builder *b, uint32_t layer, corridor_walls *out) {
    const uint32_t *links = NULL;
    uint32_t count = space_links_of(b->space, layer, &links);
    bool good = true;
    for (uint32_t i = 0; i < count && good; i++) {
        good = add_walls_beyond(b, &b->links[links[i]], layer, out);
    }
    return good;
}

/* ---- Before the axes are built --------------------------------------------------------------- */

wend_result corridor_reject_link(corridor_builder *b, const corridor_link *link, const char *why) {
    wend_point from = wend_space_from_local(b->space, link->a);
    wend_point to = wend_space_from_local(b->space, link->b);
    return error_set(b->error, WEND_ERROR_GEOMETRY,
                     "the corridor map cannot pass the link from (%g, %g) to (%g, %g): %s", from.x,
                     from.y, to.x, to.y, why);
}

/* Checks that walls end at both ends of every link of a layer. */
static wend_result check_ends(corridor_builder *b, const space_layer *layer) {
    for (uint32_t i = 0; i < layer->link_count; i++) {
        const space_edge *e = space_edge_at(b->space, layer->link_edges[i]);
        if (space_edge_at(b->space, e->previous)->link != SPACE_NONE ||
            space_edge_at(b->space, e->next)->link != SPACE_NONE) {
            return corridor_reject_link(
                b, &b->links[e->link],
                "another link is adjacent to it, without a wall between them");
        }
    }
    return WEND_OK;
}

wend_result corridor_prepare_links(corridor_builder *b) {
    const wend_space *space = b->space;
    b->links = arena_take(&b->kept, ((size_t)space->link_count + 1) * sizeof *b->links, 16);
    if (b->links == NULL) {
        return error_no_memory(b->error, "a corridor map");
    }
    for (uint32_t i = 0; i < space->link_count; i++) {
        const wend_link *link = &space->links[i];
        b->links[i] = (corridor_link){corridor_snap(b, (double)link->a.x, (double)link->a.y),
                                      corridor_snap(b, (double)link->b.x, (double)link->b.y),
                                      link->left_layer, link->right_layer, CORRIDOR_NONE};
    }
    if (space->link_count > 0 && (!index_links(b) || !index_walls(b))) {
        return error_no_memory(b->error, "a corridor map");
    }
    for (uint32_t i = 0; i < space->link_count; i++) {
        const wend_link *link = &space->links[i];
        if (is_overlaid(b, &b->links[i], link->left_layer) ||
            is_overlaid(b, &b->links[i], link->right_layer)) {
            return corridor_reject_link(
                b, &b->links[i], "a wall of one layer lies just beyond it, over the other layer");
        }
    }
    wend_result result = WEND_OK;
    for (uint32_t i = 0; i < space->layer_count && result == WEND_OK; i++) {
        result = check_ends(b, &space->layers[i]);
    }
    return result;
}

/* ---- Crossings ------------------------------------------------------------------------------- */

bool corridor_add_crossing(corridor_builder *b, uint32_t link, uint32_t sides, wend_point p,
                           uint32_t *vertex) {
    double nearest = MATCH;
    corridor_crossing *best = NULL;
    for (uint32_t i = b->links[link].last_crossing; i != CORRIDOR_NONE;
         i = b->crossings[i].before) {
        wend_point at = point_wide(b->parts.vertices[b->crossings[i].vertex].position);
        double distance = fmax(fabs(at.x - p.x), fabs(at.y - p.y));
        if (distance < nearest) {
            nearest = distance;
            best = &b->crossings[i];
        }
    }
    if (best == NULL) {
        corridor_vertex made = {.position = {(float)p.x, (float)p.y}, .layer = b->links[link].left};
        if (!memory_grow(&b->heap, (void **)&b->crossings, sizeof *b->crossings,
                         &b->crossing_capacity, b->crossing_count + 1) ||
            !memory_grow(&b->heap, (void **)&b->parts.vertices, sizeof *b->parts.vertices,
                         &b->vertex_capacity, b->parts.vertex_count + 1)) {
            return false;
        }
        best = &b->crossings[b->crossing_count];
        *best = (corridor_crossing){link, b->parts.vertex_count, 0, b->links[link].last_crossing};
        b->links[link].last_crossing = b->crossing_count++;
        b->parts.vertices[b->parts.vertex_count++] = made;
    }
    best->sides |= sides;
    *vertex = best->vertex;
    return true;
}

/* ---- After the axes are built ---------------------------------------------------------------- */

static bool reaches_across(const corridor_builder *b, const corridor_link *link, uint32_t layer,
                           const corridor_breakpoint *breakpoint) {
    const corridor *parts = &b->parts;
    wend_point middle = point_lerp(point_wide(link->a), point_wide(link->b), 0.5);
    double radius = 0.5 * corridor_link_length(link) + SLACK * b->unit;
    for (int i = 0; i < 4; i++) {
        const corridor_site *site =
            &parts->sites[i % 2 == 0 ? breakpoint->left_site : breakpoint->right_site];
        wend_point foot = corridor_foot(site, point_wide(breakpoint[i / 2].position));
        wend_point off = {foot.x - middle.x, foot.y - middle.y};
        if (corridor_own_side(link, layer, foot) < 0.0 && point_dot(off, off) < radius * radius) {
            return true;
        }
    }
    return false;
}

static bool add_reach(corridor_builder *b, uint32_t breakpoint, uint32_t layer) {
    const corridor *parts = &b->parts;
    for (uint32_t i = parts->overlap_count;
         i > 0 && parts->overlaps[i - 1].breakpoint == breakpoint; i--) {
        if (parts->overlaps[i - 1].layer == layer) {
            return true;
        }
    }
    if (!memory_grow(&b->heap, (void **)&b->parts.overlaps, sizeof *b->parts.overlaps,
                     &b->reach_capacity, b->parts.overlap_count + 1)) {
        return false;
    }
    uint32_t at = b->parts.overlap_count++; /* the entries of one breakpoint are sorted by layer */
    for (; at > 0 && b->parts.overlaps[at - 1].breakpoint == breakpoint &&
           b->parts.overlaps[at - 1].layer > layer;
         at--) {
        b->parts.overlaps[at] = b->parts.overlaps[at - 1];
    }
    b->parts.overlaps[at] = (corridor_overlap){breakpoint, layer};
    return true;
}

/* Finds the links that a piece may reach across: those that meet the box around the piece's ends
 * and the wall points nearest to these ends. If a nearest wall point lies beyond a link, the line
 * to it crosses the link. Returns the number of links. */
static uint32_t find_links_of_piece(corridor_builder *b, uint32_t layer,
                                    const corridor_breakpoint *breakpoint) {
    shapes_box box = {.any = false};
    for (int i = 0; i < 4; i++) {
        const corridor_site *site =
            &b->parts.sites[i % 2 == 0 ? breakpoint->left_site : breakpoint->right_site];
        wend_point at = point_wide(breakpoint[i / 2].position);
        shapes_include(&box, at);
        shapes_include(&box, corridor_foot(site, at));
    }
    return corridor_find_links(b, layer, box.low, box.high);
}

static bool find_reaches(corridor_builder *b, const corridor_edge *edge) {
    for (uint32_t i = 0; i + 1 < edge->count; i++) {
        const corridor_breakpoint *breakpoint = &b->parts.breakpoints[edge->first + i];
        uint32_t count = find_links_of_piece(b, edge->layer, breakpoint);
        for (uint32_t k = 0; k < count; k++) {
            const corridor_link *link = &b->links[b->near_links.found[k] / 2];
            uint32_t across = edge->layer == link->left ? link->right : link->left;
            if (reaches_across(b, link, edge->layer, breakpoint) &&
                !add_reach(b, edge->first + i, across)) {
                return false;
            }
        }
    }
    return true;
}

wend_result corridor_finish_links(corridor_builder *b) {
    wend_result result = b->crossing_count > 0 ? corridor_prune(b) : WEND_OK;
    if (result != WEND_OK) {
        return result;
    }
    uint32_t edges = b->space->link_count > 0 ? b->parts.edge_count : 0;
    for (uint32_t i = 0; i < edges; i++) {
        if (!find_reaches(b, &b->parts.edges[i])) {
            return error_no_memory(b->error, "a corridor map");
        }
    }
    return WEND_OK;
}
