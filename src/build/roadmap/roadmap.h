/* build/roadmap.h: what the files that build networks of lines share. */
#ifndef BUILD_ROADMAP_H
#define BUILD_ROADMAP_H

#include "build/noding.h"
#include "map/roadmap/roadmap.h"
#include "space/space.h"
#include <wend/kit.h>

/* A place on a link: the same on both of its layers. */
typedef struct roadmap_gate {
    wend_vec2 position;
    uint32_t low, high; /* layers */
} roadmap_gate;

typedef struct roadmap_builder {
    const wend_roadmap_def *def;
    const wend_space *space;
    wend_error *error;
    memory heap;
    memory_arena kept;
    double unit;             /* m: of the grid */
    noding_segments *layers; /* what lies on each */
    roadmap_gate *gates;     /* each maybe several times */
    uint32_t gate_count, gate_capacity;
    roadmap parts;
} roadmap_builder;

/* lines.c: checks all lines and adds them to the layers that they lead over. */
wend_result roadmap_add_lines(roadmap_builder *b);

/* edges.c: vertices and edges of what was noded, with their clearance. */
wend_result roadmap_make_edges(roadmap_builder *b);

/* edges.c: what doors and switched obstacles leave of the edges. */
wend_result roadmap_narrow(roadmap_builder *b);

#endif
