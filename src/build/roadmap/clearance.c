/* Computes the clearance of the vertices and edges of a roadmap.
 *
 * The clearance of an edge is the largest radius of a disc that can move along it. The result is
 * exact to the last bit of a float, because the visibility check for a disc is exact, even through
 * links. An estimate makes the search short: points along the edge report the walls near them, and
 * the smallest distance between the edge and these walls is nearly always the clearance itself.
 * From there the search doubles its step up or down over the floats, and ends with a bisection.
 *
 * Cost: for each edge, a few queries for the nearest wall and three visibility checks; about fifty
 * checks if the estimate is far off. */
#include "build/roadmap/roadmap.h"
#include "geom/segment.h"
#include "geom/vec.h"
#include <math.h>
#include <string.h>

/* m: points at which an edge is examined are at least this far apart; a wall that is missed between
 * them costs time, but does not change the result. */
static const double LEAST_STEP = 0.05;
static const double MOST_POINTS = 64.0; /* the largest number of these points for an edge */

void roadmap_measure_vertex(roadmap_builder *b, uint32_t vertex, uint32_t layer) {
    roadmap_vertex *v = &b->parts.vertices[vertex];
    wend_location at = {v->position, layer};
    v->clearance =
        fminf(v->clearance, wend_space_clearance(b->space, at, WEND_ROADMAP_MAX_CLEARANCE, 1));
}

bool roadmap_is_edge_open(const roadmap_builder *b, const roadmap_edge *edge, float radius) {
    wend_location from = {b->parts.vertices[edge->from].position, edge->layer};
    wend_vec2 end = b->parts.vertices[edge->to].position;
    wend_location to = {end, wend_space_layer_after(b->space, from, end)};
    return wend_space_is_visible(b->space, from, to, radius, 1);
}

/* Returns the bits of a float. Non-negative floats sort in the same order as their bits. */
static uint32_t bits_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Returns the smallest distance, at most `most`, between an edge and the walls found near it. */
static double estimate(const roadmap_builder *b, const roadmap_edge *edge, double most) {
    wend_vec2 p = b->parts.vertices[edge->from].position;
    wend_vec2 q = b->parts.vertices[edge->to].position;
    double length = (double)vec_length(vec_sub(q, p)), least = most;
    double step = fmax(LEAST_STEP, length / MOST_POINTS);
    for (double at = 0.0; at < length;) {
        wend_location here = {vec_lerp(p, q, (float)(at / length)), edge->layer};
        double reach = least + fmax(least, step);
        wend_wall_hit hit = wend_space_find_closest_wall(b->space, here, (float)reach, 1);
        double free = reach;
        if (hit.wall != WEND_NO_WALL) {
            free = (double)hit.distance;
            least = fmin(least, segment_distance(p, q, hit.a, hit.b));
        }
        at += fmax(free - least, 0.0) + step;
    }
    return least;
}

void roadmap_measure_edge(roadmap_builder *b, roadmap_edge *edge) {
    const roadmap_vertex *vertices = b->parts.vertices;
    float most = fminf(vertices[edge->from].clearance, vertices[edge->to].clearance);
    if (roadmap_is_edge_open(b, edge, most)) {
        edge->clearance = most;
        return;
    }
    uint32_t open = 0, blocked = bits_of(most), step = 1;
    uint32_t guess = bits_of((float)estimate(b, edge, (double)most));
    bool was_open = false;
    for (bool is_first = true; open + 1 < blocked && guess > open && guess < blocked;) {
        bool is_open = roadmap_is_edge_open(b, edge, float_of(guess));
        if (!is_first && is_open != was_open) {
            step = 0;
        }
        open = is_open ? guess : open;
        blocked = is_open ? blocked : guess;
        if (step == 0) {
            break;
        }
        is_first = false;
        was_open = is_open;
        guess = is_open ? (blocked - guess > step ? guess + step : open)
                        : (guess - open > step ? guess - step : open);
        step *= 2;
    }
    while (open + 1 < blocked) {
        uint32_t middle = open + (blocked - open) / 2;
        if (roadmap_is_edge_open(b, edge, float_of(middle))) {
            open = middle;
        } else {
            blocked = middle;
        }
    }
    edge->clearance = float_of(open);
}
