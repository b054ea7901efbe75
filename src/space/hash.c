/* The hash of a space: a number that identifies the walkable geometry. Maps and snapshots use it to
 * check that they belong to a space.
 *
 * The hash covers the geometry and its meaning, not the form in which the geometry was written. The
 * command-line tool, which cleans and reorders its input, and a program that passes the same
 * polygons in another order get the same hash:
 *
 *     included  origin, layers in order, number of classes, rings and chains with their class,
 *               terrain and heights in order (a later region covers an earlier one), links,
 *               connections in order with the profiles that may use them
 *     excluded  names of layers, classes and connections; the order of rings, chains and links;
 *               the vertex at which a ring starts; the direction of a chain, of a terrain ring or
 *               of a link (reversing a link swaps its sides)
 *
 * So the same wall may have different indices in two spaces with the same hash; no map refers to
 * wall indices. Rings are oriented with free ground on their left before they are hashed. The hash
 * of an unordered set is the sum of the mixed hashes of its members. Cost: O(vertices). */
#include <string.h>

#include "base/hash.h"
#include "geom/vec.h"
#include "space/space.h"

uint64_t space_hash_text(uint64_t hash, const char *text) {
    return hash_bytes(text, strlen(text), hash_combine(hash, strlen(text)));
}

static uint64_t hash_number(uint64_t hash, double value) {
    uint64_t bits;
    double plus_zero = value + 0.0;
    memcpy(&bits, &plus_zero, sizeof bits);
    return hash_combine(hash, bits);
}

static uint64_t hash_point(uint64_t hash, wend_vec2 point) {
    return hash_number(hash_number(hash, (double)point.x), (double)point.y);
}

uint64_t space_hash_points(uint64_t hash, const wend_vec2 *points, uint32_t count) {
    hash = hash_combine(hash, count);
    for (uint32_t i = 0; i < count; ++i) {
        hash = hash_point(hash, points[i]);
    }
    return hash;
}

/* ---- Rings and chains ------------------------------------------------------------------------ */

static bool is_before(wend_vec2 a, wend_vec2 b) {
    return a.x != b.x ? a.x < b.x : a.y < b.y;
}

/* Hashes `count` points around the ring, starting at `first`, forwards or backwards. */
static uint64_t hash_sequence(uint64_t hash, const wend_vec2 *points, uint32_t count,
                              uint32_t first, bool backward) {
    hash = hash_combine(hash, count);
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t at = backward ? first + count - i : first + i;
        hash = hash_point(hash, points[at % count]);
    }
    return hash;
}

/* Hashes a ring starting at its lowest vertex, which is unique in a simple ring. */
static uint64_t hash_ring(uint64_t hash, const wend_vec2 *points, uint32_t count, bool one_sided) {
    uint32_t first = 0;
    for (uint32_t i = 1; i < count; ++i) {
        first = is_before(points[i], points[first]) ? i : first;
    }
    uint64_t forward = hash_sequence(hash, points, count, first, false);
    uint64_t backward = one_sided ? forward : hash_sequence(hash, points, count, first, true);
    return forward < backward ? forward : backward;
}

static uint64_t hash_chain(uint64_t hash, const wend_vec2 *points, uint32_t count) {
    uint64_t forward = hash_sequence(hash, points, count, 0, false);
    uint64_t backward = hash_sequence(hash, points, count, count - 1, true);
    return forward < backward ? forward : backward;
}

static uint64_t hash_wall(const space_ring *ring) {
    uint64_t hash = hash_combine(0, ((uint64_t)ring->kind << 8) | ring->obstacle_class);
    hash = hash_combine(hash, ring->closed);
    return ring->closed ? hash_ring(hash, ring->points, ring->count, ring->kind != SPACE_OPEN_WALL)
                        : hash_chain(hash, ring->points, ring->count);
}

/* ---- The whole space ------------------------------------------------------------------------- */

static uint64_t hash_layer(uint64_t hash, const wend_space *space, const space_layer *layer) {
    uint64_t walls = 0;
    for (uint32_t i = 0; i < layer->ring_count; ++i) {
        walls += hash_mix64(hash_wall(&space->rings[layer->first_ring + i]));
    }
    hash = hash_combine(hash_combine(hash, layer->ring_count), walls);
    hash = hash_combine(hash, layer->terrain_count);
    for (uint32_t i = 0; i < layer->terrain_count; ++i) {
        const space_terrain *terrain = &layer->terrains[i];
        uint64_t holes = 0;
        hash = hash_combine(hash, terrain->type);
        for (uint32_t k = 0; k < terrain->ring_count; ++k) {
            uint32_t first = k > 0 ? terrain->ring_end[k - 1] : 0;
            uint64_t ring =
                hash_ring(k > 0, terrain->points + first, terrain->ring_end[k] - first, false);
            holes += hash_mix64(ring);
        }
        hash = hash_combine(hash, holes);
    }
    return hash;
}

static uint64_t hash_link(const wend_link *link) {
    bool forward = is_before(link->a, link->b);
    const wend_vec2 ends[] = {forward ? link->a : link->b, forward ? link->b : link->a};
    uint32_t left = forward ? link->left_layer : link->right_layer;
    uint32_t right = forward ? link->right_layer : link->left_layer;
    return hash_combine(space_hash_points(0, ends, 2), ((uint64_t)left << 32) | right);
}

uint64_t space_hash_content(const wend_space *space) {
    uint64_t hash = hash_number(hash_number(0, space->origin.x), space->origin.y), links = 0;
    hash = hash_combine(hash, space->class_count);
    hash = hash_combine(hash, space->layer_count);
    for (uint32_t i = 0; i < space->layer_count; ++i) {
        hash = hash_layer(hash, space, &space->layers[i]);
    }
    for (uint32_t i = 0; i < space->link_count; ++i) {
        links += hash_mix64(hash_link(&space->links[i]));
    }
    hash = hash_combine(hash_combine(hash, space->link_count), links);
    return space_hash_heights(space_hash_connections(hash, space), space);
}
