/* build/roadmap/roadmap.h: declarations shared by the files that build networks of lines. */
#ifndef BUILD_ROADMAP_H
#define BUILD_ROADMAP_H

#include "build/noding.h"
#include "map/roadmap/roadmap.h"
#include "space/space.h"
#include <wend/kit.h>

/* A point on a link; it has the same position on both layers of the link. */
typedef struct roadmap_link_point {
    wend_vec2 position;
    uint32_t low, high; /* the two layers of the link, in ascending order */
} roadmap_link_point;

typedef struct roadmap_builder {
    const wend_roadmap_def *def;
    const wend_space *space;
    wend_error *error;
    memory heap;
    memory_arena kept;
    double unit;                     /* grid unit, in m */
    noding_segments *layers;         /* the segments on each layer */
    roadmap_link_point *link_points; /* may contain duplicates */
    uint32_t link_point_count, link_point_capacity;
    roadmap parts;
} roadmap_builder;

/* Checks all lines and adds them to the layers that they pass through (lines.c). */
wend_result roadmap_add_lines(roadmap_builder *b);

/* Makes vertices and edges from the noded segments, and computes their clearance (edges.c). */
wend_result roadmap_make_edges(roadmap_builder *b);

/* Finds the clearance limits that doors and obstacle classes impose on the edges (edges.c). */
wend_result roadmap_find_limits(roadmap_builder *b);

#endif
