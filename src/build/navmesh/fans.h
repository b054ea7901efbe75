/* build/navmesh/fans.h: corner fans before they are added to a layer. */
#ifndef BUILD_NAVMESH_FANS_H
#define BUILD_NAVMESH_FANS_H

#include "build/navmesh/navmesh.h"
#include "geom/pairs.h"

enum {
    FAN_SEGMENTS = 3, /* segments of a fan that are checked against lines */
    FAN_CHORD = 2     /* the number of the chord among them */
};

typedef struct corner_fan {
    /* m: from the first vertex to the tip, from the tip to the last vertex, and the chord of the
     * arc
     */
    pairs_segment segments[FAN_SEGMENTS];
    wend_vec2 beside[2]
                    [2]; /* m: neighbours of the first vertex and of the last one in the outline */
    mesh_arc arc;
    bool meets;       /* a side of the fan meets another line */
    bool is_separate; /* nothing else lies between the arc and the sides, or at the chord */
} corner_fan;

/* Finds the fans that meet lines or other fans, and the fans that are separate: sets `meets`, and
 * clears `is_separate` (fan_conflicts.c). Returns false after a failure. */
bool fans_check(mesh_builder *b, mesh_layer *layer, corner_fan *fans, uint32_t count);

#endif
