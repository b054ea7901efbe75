/* Shortest ways of a disc by means that the library does not use: GEOS takes from the ground what
 * is nearer to a wall than the radius, and a graph of all corners of the rest that see each other
 * is searched. */
#ifndef SUPPORT_KIT_DISC_ORACLE_H
#define SUPPORT_KIT_DISC_ORACLE_H

#include <wend/space.h>

/* Where the centre of a disc may be in one bounded layer without links; class 0 alone counts. */
typedef struct disc_oracle disc_oracle;

/* Places are relative to `origin`, and at most 250 m from it. */
disc_oracle *disc_oracle_make(const wend_layer_def *layer, wend_point origin, double radius);
void disc_oracle_free(disc_oracle *oracle);

/* Whether the centre may be at a place; its edge counts. */
bool disc_oracle_holds(const disc_oracle *oracle, wend_vec2 at);

typedef struct disc_way {
    double length; /* m; INFINITY: there is none */
    double
        turning; /* radians: of all bends together, which is how its length grows with the radius */
} disc_way;

/* The shortest way between two places where it may be. Too short by 2.6e-5 of the arcs in it at
 * most, as those are made of chords, 64 to a quarter circle. */
disc_way disc_oracle_find(disc_oracle *oracle, wend_vec2 from, wend_vec2 to);

#endif
