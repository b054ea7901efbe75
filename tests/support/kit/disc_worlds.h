/* Random worlds for tests with discs. Each world has one bounded layer of cleaned polygons, and the
 * radii of the discs. */
#ifndef SUPPORT_KIT_DISC_WORLDS_H
#define SUPPORT_KIT_DISC_WORLDS_H

#include "base/memory.h"
#include "support/spaces.h"

typedef enum disc_world_kind {
    DISC_CONVEX,   /* convex polygons, some overlapping */
    DISC_CONCAVE,  /* stars, angles and cups */
    DISC_TOUCHING, /* boxes and diamonds on a grid, which share corners and sides */
    DISC_GAPS,     /* walls with gaps about as wide as the discs */
    DISC_MAZE,     /* thin walls between square cells */
    DISC_WILD,     /* polygons that cross themselves and each other */
    DISC_KIND_COUNT
} disc_world_kind;

enum { DISC_RADII = 3 };

typedef struct disc_world {
    disc_world_kind kind;
    wend_space *space;
    wend_layer_def layer; /* the definition that the space was created from */
    double side;          /* m: the ground lies in the square from (0, 0) to (side, side) */
    double radii[DISC_RADII];
    double levels[DISC_RADII]; /* the radii, rounded up to whole centimetres */
    memory heap;
    memory_arena arena;
} disc_world;

/* Makes a random world; fails the test if that is impossible. The seed modulo the number of kinds
 * chooses the kind. */
void disc_world_make(disc_world *world, uint64_t seed);
void disc_world_end(disc_world *world);

#endif
