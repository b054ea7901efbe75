/* build/roadmap/roadmap.h: declarations shared by the files that build roadmaps. */
#ifndef BUILD_ROADMAP_H
#define BUILD_ROADMAP_H

#include "base/watch.h"
#include "build/noding.h"
#include "map/roadmap/roadmap.h"
#include "space/space.h"
#include <wend/kit.h>

/* A point on a link; it has the same position on both layers of the link. */
typedef struct roadmap_link_point {
    wend_vec2 position;
    uint32_t low, high; /* the two layers of the link, in ascending order */
} roadmap_link_point;

/* Vertices and edges of sources other than lines, before they are sorted and measured. */
typedef struct roadmap_network {
    roadmap_vertex *vertices;
    uint32_t *links; /* for each vertex: the index of the link it lies on, or SPACE_NONE */
    roadmap_edge *edges;
    uint32_t vertex_count, vertex_capacity, link_capacity, edge_count, edge_capacity;
} roadmap_network;

typedef struct roadmap_builder {
    const wend_roadmap_def *def;
    const wend_space *space;
    wend_error *error;
    watcher progress;
    memory heap;
    memory_arena kept;
    double radius;                   /* m: the smallest of the def's radii */
    double unit;                     /* grid unit, in m; only for lines */
    noding_segments *layers;         /* the segments on each layer; only for lines */
    roadmap_link_point *link_points; /* may contain duplicates; only for lines */
    uint32_t link_point_count, link_point_capacity;
    roadmap_network network; /* for other sources */
    roadmap parts;
} roadmap_builder;

/* ---- Lines ----------------------------------------------------------------------------------- */

/* Checks all lines and adds them to the layers that they pass through (lines.c). */
wend_result roadmap_add_lines(roadmap_builder *b);

/* Makes vertices and edges from the noded segments, and computes their clearance (edges.c). */
wend_result roadmap_make_edges(roadmap_builder *b);

/* Finds the clearance limits that doors and obstacle classes impose on the edges (edges.c). */
wend_result roadmap_find_limits(roadmap_builder *b);

/* ---- Other sources --------------------------------------------------------------------------- */

/* Each adds its vertices and edges to the network. */
wend_result roadmap_add_graph(roadmap_builder *b);      /* graph.c */
wend_result roadmap_add_samples(roadmap_builder *b);    /* prm.c */
wend_result roadmap_add_visibility(roadmap_builder *b); /* visibility.c */
wend_result roadmap_add_skeleton(roadmap_builder *b);   /* skeleton.c */

/* Sorts and measures the network, and makes it the parts of the map (network.c). */
wend_result roadmap_finish_network(roadmap_builder *b);
void roadmap_free_network(roadmap_builder *b);

/* Add to the network (network.c). roadmap_add_vertex returns the index of the vertex, or
 * ROADMAP_NONE if out of memory; `link` is SPACE_NONE unless the vertex lies on a link.
 * roadmap_add_edge returns false if out of memory. */
uint32_t roadmap_add_vertex(roadmap_builder *b, wend_location at, uint32_t link);
bool roadmap_add_edge(roadmap_builder *b, uint32_t from, uint32_t to, uint32_t layer);

/* Adds the straight line between two vertices, cut where it crosses links. `layer` is the layer on
 * which it leaves `from`. Returns the layer on which it arrives, or ROADMAP_NONE if out of memory
 * (network.c). */
uint32_t roadmap_add_straight(roadmap_builder *b, uint32_t from, uint32_t to, uint32_t layer);

/* Adds vertices on all links that the disc of `radius` (m) can pass, at most `spacing` m apart, and
 * one at least for each of these links. Returns false if out of memory (network.c). */
bool roadmap_add_link_vertices(roadmap_builder *b, double radius, double spacing);

/* Reports progress; fails if the caller has cancelled. */
wend_result roadmap_report(const roadmap_builder *b, double share);

/* ---- Geometry -------------------------------------------------------------------------------- */

/* Reduces the clearance of a vertex to its clearance on a layer, if that is smaller. This is done
 * for each layer with an edge at the vertex, because the layers may see different walls across the
 * link (clearance.c). */
void roadmap_measure_vertex(roadmap_builder *b, uint32_t vertex, uint32_t layer);

/* True if a disc can move along an edge of the parts (clearance.c). */
bool roadmap_is_edge_open(const roadmap_builder *b, const roadmap_edge *edge, float radius);

/* Sets the clearance of an edge of the parts, whose vertices have been measured (clearance.c). */
void roadmap_measure_edge(roadmap_builder *b, roadmap_edge *edge);

#endif
