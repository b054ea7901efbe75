/* Builds the rings, edges, links and walls of a space.
 *
 * Rings are rounded to single precision and oriented with free ground on their left. Every ring and
 * chain is then divided into edges. An edge that coincides with a link is open; every other edge is
 * a wall. The neighbours of an edge include links, because visibility checks need the corner at a
 * door post. The neighbours of a wall do not. */
#include <string.h>

#include "base/error.h"
#include "base/sort.h"
#include "geom/polygon.h"
#include "geom/predicates.h"
#include "geom/vec.h"
#include "space/space.h"
#include <stdio.h>

/* ---- Rings ----------------------------------------------------------------------------------- */

static bool add_ring(wend_space *space, space_ring ring, const wend_point *points, uint32_t count) {
    ring.count = count;
    ring.points = space_allocate(space, count, sizeof *ring.points);
    if (ring.points == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < count; ++i) {
        ring.points[i] = wend_space_to_local(space, points[i]);
    }
    if (ring.kind == SPACE_OPEN_WALL && count > 3 &&
        vec_equal(ring.points[0], ring.points[count - 1])) {
        /* A chain that returns to its start is closed and has no ends. */
        ring.closed = true;
        --ring.count;
    }
    ring.edge_count = ring.closed ? ring.count : ring.count - 1;
    space->rings[space->ring_count++] = ring;
    return true;
}

static bool add_layer_rings(wend_space *space, uint32_t index, const wend_layer_def *def) {
    space_layer *layer = &space->layers[index];
    layer->first_ring = space->ring_count;
    layer->bounded = def->boundary_count > 0;
    bool done = true;
    for (uint32_t i = 0; i < def->boundary_count && done; ++i) {
        space_ring ring = {.layer = index, .index = i, .kind = SPACE_BOUNDARY, .closed = true};
        done = add_ring(space, ring, def->boundaries[i].points, def->boundaries[i].count);
    }
    for (uint32_t i = 0; i < def->solid_count && done; ++i) {
        const wend_solid_def *solid = &def->solids[i];
        space_ring ring = {.layer = index, .index = i, .kind = SPACE_SOLID, .closed = true};
        ring.obstacle_class = solid->obstacle_class;
        done = add_ring(space, ring, solid->ring.points, solid->ring.count);
    }
    for (uint32_t i = 0; i < def->open_wall_count && done; ++i) {
        const wend_open_wall_def *wall = &def->open_walls[i];
        space_ring ring = {.layer = index, .index = i, .kind = SPACE_OPEN_WALL};
        ring.obstacle_class = wall->obstacle_class;
        done = add_ring(space, ring, wall->points, wall->count);
    }
    layer->ring_count = space->ring_count - layer->first_ring;
    return done;
}

wend_result space_build_rings(wend_space *space, const wend_space_def *def, wend_error *error) {
    uint64_t rings = 0, points = 0;
    for (uint32_t l = 0; l < def->layer_count; ++l) {
        const wend_layer_def *layer = &def->layers[l];
        rings += (uint64_t)layer->boundary_count + layer->solid_count + layer->open_wall_count;
        for (uint32_t i = 0; i < layer->boundary_count; ++i) {
            points += layer->boundaries[i].count;
        }
        for (uint32_t i = 0; i < layer->solid_count; ++i) {
            points += layer->solids[i].ring.count;
        }
        for (uint32_t i = 0; i < layer->open_wall_count; ++i) {
            points += layer->open_walls[i].count;
        }
    }
    if (points > SPACE_MAX_EDGES) {
        return error_set(error, WEND_ERROR_LIMIT,
                         "the space has %llu vertices; at most %d are possible",
                         (unsigned long long)points, (int)SPACE_MAX_EDGES);
    }
    space->rings = space_allocate(space, (size_t)rings, sizeof *space->rings);
    if (space->rings == NULL) {
        return WEND_ERROR_MEMORY;
    }
    for (uint32_t l = 0; l < def->layer_count; ++l) {
        if (!add_layer_rings(space, l, &def->layers[l])) {
            return WEND_ERROR_MEMORY;
        }
    }
    return WEND_OK;
}

/* Keeps the first point and reverses the order of the others. */
static void reverse(space_ring *ring) {
    for (uint32_t low = 1, high = ring->count - 1; low < high; ++low, --high) {
        wend_vec2 swapped = ring->points[low];
        ring->points[low] = ring->points[high];
        ring->points[high] = swapped;
    }
}

static void add_edges(wend_space *space, uint32_t ring_index) {
    space_ring *ring = &space->rings[ring_index];
    bool one_sided = ring->kind != SPACE_OPEN_WALL;
    int wanted = ring->kind == SPACE_BOUNDARY ? 1 : -1;
    if (one_sided && polygon_winding(ring->points, ring->count) != wanted) {
        reverse(ring);
    }
    ring->first_edge = space->edge_count;
    uint32_t last = ring->edge_count - 1;
    for (uint32_t i = 0; i <= last; ++i) {
        uint32_t first = ring->first_edge;
        space->edges[space->edge_count++] = (space_edge){
            .a = ring->points[i],
            .b = ring->points[(i + 1) % ring->count],
            .previous = i > 0          ? first + i - 1
                        : ring->closed ? first + last
                                       : SPACE_NONE,
            .next = i < last       ? first + i + 1
                    : ring->closed ? first
                                   : SPACE_NONE,
            .ring = ring_index,
            .wall = WEND_NO_WALL,
            .link = SPACE_NONE,
            .obstacle_class = (uint8_t)ring->obstacle_class,
            .one_sided = one_sided,
        };
    }
}

/* ---- Links ----------------------------------------------------------------------------------- */

/* One of the two edges of a link. */
typedef struct link_half {
    uint32_t layer, link;
    wend_vec2 a, b; /* directed so that free ground of `layer` is on the left */
    uint32_t edge;
} link_half;

static int compare_floats(float a, float b) {
    return (a > b) - (a < b);
}

static int compare_positions(wend_vec2 a, wend_vec2 b) {
    int x = compare_floats(a.x, b.x);
    return x != 0 ? x : compare_floats(a.y, b.y);
}

static int compare_halves(const link_half *left, const link_half *right) {
    if (left->layer != right->layer) {
        return left->layer < right->layer ? -1 : 1;
    }
    int a = compare_positions(left->a, right->a);
    return a != 0 ? a : compare_positions(left->b, right->b);
}

static bool half_before(const void *left, const void *right) {
    const link_half *one = left, *two = right;
    int order = compare_halves(one, two);
    return order != 0 ? order < 0 : one->link < two->link;
}

static link_half *find_half(link_half *halves, uint32_t count, const link_half *key) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (compare_halves(&halves[middle], key) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < count && compare_halves(&halves[low], key) == 0 ? &halves[low] : NULL;
}

static float end_distance(wend_vec2 p, wend_vec2 q) {
    float x = p.x - q.x, y = p.y - q.y;
    return x * x + y * y;
}

/* Writes "; the nearest one is from (x, y) to (x, y)": the edge whose ends are nearest to those of
 * a link. */
static void describe_nearest_edge(const wend_space *space, const link_half *half, char *out,
                                  size_t size) {
    const space_layer *of = &space->layers[half->layer];
    const space_edge *nearest = NULL;
    float least = 0.0F;
    for (uint32_t i = 0; i < of->edge_count; ++i) {
        const space_edge *e = &space->edges[of->first_edge + i];
        float ahead = end_distance(e->a, half->a) + end_distance(e->b, half->b);
        float back = end_distance(e->a, half->b) + end_distance(e->b, half->a);
        float distance = ahead < back ? ahead : back;
        if (e->one_sided && e->obstacle_class == 0 && (nearest == NULL || distance < least)) {
            nearest = e;
            least = distance;
        }
    }
    if (nearest != NULL) {
        char a[SPACE_TEXT_SIZE], b[SPACE_TEXT_SIZE];
        space_point_text(space, nearest->a, a);
        space_point_text(space, nearest->b, b);
        snprintf(out, size, "; the nearest one is from %s to %s", a, b);
    }
}

static wend_result report_missing_edge(const wend_space *space, const link_half *half,
                                       wend_error *error) {
    char layer[SPACE_TEXT_SIZE], a[SPACE_TEXT_SIZE], b[SPACE_TEXT_SIZE];
    const wend_link *link = &space->links[half->link];
    const char *side = half->layer == link->left_layer ? "left" : "right";
    bool reversed = false;
    const space_layer *of = &space->layers[half->layer];
    for (uint32_t i = 0; i < of->edge_count && !reversed; ++i) {
        const space_edge *e = &space->edges[of->first_edge + i];
        reversed = e->one_sided && e->obstacle_class == 0 && vec_equal(e->a, half->b) &&
                   vec_equal(e->b, half->a);
    }
    space_layer_text(space, half->layer, layer);
    space_point_text(space, link->a, a);
    space_point_text(space, link->b, b);
    if (reversed) {
        return error_set(error, WEND_ERROR_GEOMETRY,
                         "link %u from %s to %s: the free ground of %s lies on the other side; "
                         "swap left_layer and right_layer, or the ends",
                         half->link, a, b, layer);
    }
    char hint[2 * SPACE_TEXT_SIZE + 40] = "";
    describe_nearest_edge(space, half, hint, sizeof hint);
    return error_set(
        error, WEND_ERROR_GEOMETRY,
        "link %u from %s to %s is not an edge of a boundary or class-0 solid of %s, its %s layer%s",
        half->link, a, b, layer, side, hint);
}

static wend_result match_links(wend_space *space, link_half *halves, wend_error *error) {
    uint32_t count = 2 * space->link_count;
    for (uint32_t i = 1; i < count; ++i) {
        if (compare_halves(&halves[i - 1], &halves[i]) == 0) {
            return error_set(error, WEND_ERROR_GEOMETRY, "link %u repeats link %u", halves[i].link,
                             halves[i - 1].link);
        }
    }
    for (uint32_t l = 0; l < space->layer_count; ++l) {
        const space_layer *layer = &space->layers[l];
        for (uint32_t i = layer->first_edge; i < layer->first_edge + layer->edge_count; ++i) {
            space_edge *e = &space->edges[i];
            link_half key = {.layer = l, .a = e->a, .b = e->b};
            bool fits = e->one_sided && e->obstacle_class == 0;
            link_half *half = fits ? find_half(halves, count, &key) : NULL;
            if (half != NULL) {
                half->edge = i;
                e->link = half->link;
            }
        }
    }
    const link_half *missing = NULL;
    for (uint32_t i = 0; i < count; ++i) {
        bool unmatched = halves[i].edge == SPACE_NONE;
        if (unmatched && (missing == NULL || halves[i].link < missing->link)) {
            missing = &halves[i];
        }
    }
    return missing != NULL ? report_missing_edge(space, missing, error) : WEND_OK;
}

static wend_result add_links(wend_space *space, const wend_space_def *def, wend_error *error) {
    space->link_count = def->link_count;
    space->links = space_allocate(space, def->link_count, sizeof *space->links);
    if (space->links == NULL) {
        return WEND_ERROR_MEMORY;
    }
    if (def->link_count == 0) {
        return WEND_OK;
    }
    size_t count = 2 * (size_t)def->link_count;
    link_half *halves = memory_get_array(&space->memory, 2 * count, sizeof *halves);
    if (halves == NULL) {
        return WEND_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < def->link_count; ++i) {
        const wend_link_def *link = &def->links[i];
        wend_vec2 a = wend_space_to_local(space, link->a);
        wend_vec2 b = wend_space_to_local(space, link->b);
        space->links[i] = (wend_link){a, b, link->left_layer, link->right_layer};
        halves[2 * i] = (link_half){link->left_layer, i, a, b, SPACE_NONE};
        halves[2 * i + 1] = (link_half){link->right_layer, i, b, a, SPACE_NONE};
    }
    sort_stable(halves, halves + count, count, sizeof *halves, half_before);
    wend_result result = match_links(space, halves, error);
    memory_free(&space->memory, halves, 2 * count * sizeof *halves);
    return result;
}

/* Lists the edges of a layer that are links, for queries. Returns false if out of memory. */
static bool list_links(wend_space *space, space_layer *layer) {
    for (uint32_t i = 0; i < layer->edge_count; ++i) {
        layer->link_count += space->edges[layer->first_edge + i].link != SPACE_NONE;
    }
    layer->link_edges = space_allocate(space, layer->link_count, sizeof *layer->link_edges);
    layer->links = space_allocate(space, layer->link_count, sizeof *layer->links);
    if (layer->link_edges == NULL || layer->links == NULL) {
        return false;
    }
    uint32_t count = 0;
    for (uint32_t i = layer->first_edge; i < layer->first_edge + layer->edge_count; ++i) {
        if (space->edges[i].link != SPACE_NONE) {
            layer->links[count] = space->edges[i].link;
            layer->link_edges[count++] = i;
        }
    }
    return true;
}

/* ---- Walls ----------------------------------------------------------------------------------- */

static uint32_t wall_of(const wend_space *space, uint32_t edge) {
    return edge != SPACE_NONE ? space->edges[edge].wall : WEND_NO_WALL;
}

/* True if the angle between the two walls, on their right side, is at most 180 degrees. Also true
 * if one of them is missing. */
static bool is_convex_between(const wend_space *space, uint32_t first, uint32_t second) {
    if (wall_of(space, first) == WEND_NO_WALL || wall_of(space, second) == WEND_NO_WALL) {
        return true;
    }
    const space_edge *one = &space->edges[first], *two = &space->edges[second];
    return predicate_orient(one->a, one->b, two->b) <= 0;
}

static bool add_walls(wend_space *space) {
    for (uint32_t i = 0; i < space->edge_count; ++i) {
        if (space->edges[i].link == SPACE_NONE) {
            space->edges[i].wall = space->wall_count++;
        }
    }
    space->walls = space_allocate(space, space->wall_count, sizeof *space->walls);
    space->lines = space_allocate(space, space->wall_count, sizeof *space->lines);
    if (space->walls == NULL || space->lines == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < space->edge_count; ++i) {
        const space_edge *e = &space->edges[i];
        if (e->wall == WEND_NO_WALL) {
            continue;
        }
        space->lines[e->wall] = space_line_of(e->a, e->b);
        space->walls[e->wall] = (wend_wall){
            .a = e->a,
            .b = e->b,
            .previous = wall_of(space, e->previous),
            .next = wall_of(space, e->next),
            .layer = (uint16_t)space->rings[e->ring].layer,
            .obstacle_class = e->obstacle_class,
            .one_sided = e->one_sided,
            .convex_a = is_convex_between(space, e->previous, i),
            .convex_b = is_convex_between(space, i, e->next),
        };
    }
    return true;
}

wend_result space_build_edges(wend_space *space, const wend_space_def *def, wend_error *error) {
    size_t count = 0;
    for (uint32_t i = 0; i < space->ring_count; ++i) {
        count += space->rings[i].edge_count;
    }
    space->edges = space_allocate(space, count, sizeof *space->edges);
    if (space->edges == NULL) {
        return WEND_ERROR_MEMORY;
    }
    for (uint32_t l = 0; l < space->layer_count; ++l) {
        space_layer *layer = &space->layers[l];
        layer->first_edge = space->edge_count;
        for (uint32_t i = 0; i < layer->ring_count; ++i) {
            add_edges(space, layer->first_ring + i);
        }
        layer->edge_count = space->edge_count - layer->first_edge;
    }
    wend_result result = add_links(space, def, error);
    for (uint32_t l = 0; l < space->layer_count && result == WEND_OK; ++l) {
        result = list_links(space, &space->layers[l]) ? WEND_OK : WEND_ERROR_MEMORY;
    }
    if (result == WEND_OK && !add_walls(space)) {
        result = WEND_ERROR_MEMORY;
    }
    return result;
}
