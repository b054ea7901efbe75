/* Random worlds for discs: one bounded layer of polygons that were cleaned, and radii. */
#ifndef SUPPORT_KIT_DISC_WORLDS_H
#define SUPPORT_KIT_DISC_WORLDS_H

#include "base/memory.h"
#include "support/spaces.h"

typedef enum disc_world_kind {
    DISC_CONVEX,   /* convex polygons, some over each other */
    DISC_CONCAVE,  /* stars, angles and cups */
    DISC_TOUCHING, /* boxes and diamonds on a grid that share corners and sides */
    DISC_GAPS,     /* walls with gaps about as wide as the discs */
    DISC_MAZE,     /* thin walls between square cells */
    DISC_WILD,     /* polygons that cross themselves and each other */
    DISC_KIND_COUNT
} disc_world_kind;

enum { DISC_RADII = 3 };

typedef struct disc_world {
    disc_world_kind kind;
    wend_space *space;
    wend_layer_def layer; /* what the space was made of */
    double side;          /* m: ground lies in (0, 0) - (side, side) */
    double radii[DISC_RADII];
    double levels[DISC_RADII]; /* those rounded up to a centimetre */
    memory heap;
    memory_arena arena;
} disc_world;

/* Fails the test unless the world can be made. The kind is the seed's remainder. */
void disc_world_draw(disc_world *world, uint64_t seed);
void disc_world_end(disc_world *world);

#endif
