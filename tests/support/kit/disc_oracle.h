/* Finds shortest paths of a disc by methods that the library does not use: GEOS removes from the
 * ground all points that are nearer to a wall than the radius; then the visibility graph of all
 * corners of the remaining area is searched. */
#ifndef SUPPORT_KIT_DISC_ORACLE_H
#define SUPPORT_KIT_DISC_ORACLE_H

#include <wend/space.h>

/* The positions that the centre of a disc may have in one bounded layer without links. Only walls
 * of class 0 count. */
typedef struct disc_oracle disc_oracle;

/* Makes an oracle. Positions are relative to `origin`, and at most 250 m from it. */
disc_oracle *disc_oracle_make(const wend_layer_def *layer, wend_point origin, double radius);
void disc_oracle_free(disc_oracle *oracle);

/* True if the centre of the disc may be at a position, the boundary included. */
bool disc_oracle_contains(const disc_oracle *oracle, wend_vec2 at);

typedef struct disc_path {
    double length;     /* m; INFINITY: there is no path */
    double turn_angle; /* rad: sum over all corners; a radius larger by 1 m makes the path longer by
                          this many metres */
} disc_path;

/* Finds the shortest path between two positions that the disc may have. Arcs consist of 64 chords
 * per quarter circle, so each arc is too short by at most 2.6e-5 of its length. */
disc_path disc_oracle_find(disc_oracle *oracle, wend_vec2 from, wend_vec2 to);

#endif
