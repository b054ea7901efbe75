/* plan/field/field.h: distance fields on a grid, by fast marching.
 *
 * A field holds the distance from the centre of each cell to a goal, for discs of one radius class
 * and one class of terrain weights, with doors and obstacles as they were when it was built. It is
 * a copy of all that it needs from the map, so it stays valid when the map is replaced, and
 * snapshots can contain it. */
#ifndef PLAN_FIELD_FIELD_H
#define PLAN_FIELD_FIELD_H

#include <wend/field.h>

#include "map/grid/grid.h"
#include "plan/grid/grid.h"

enum {                         /* field.flags */
       FIELD_OPEN = 1 << 0,    /* the disc fits at the centre, and its terrain is allowed */
       FIELD_DONE = 1 << 1,    /* the distance is known */
       FIELD_QUAD = 1 << 2,    /* the square of four centres to the upper right is all open */
       FIELD_FAN = 1 << 3,     /* all cells around are open, and so are the lines between them */
       FIELD_ROOMY = 1 << 4,   /* no wall within half a diagonal of a cell from the centre */
       FIELD_CROSSES = 1 << 5, /* has crossings to other layers */
       FIELD_NEAR_BLOCKER = 1 << 6 /* near a door, class or standing obstacle that blocks now */
};

/* An open move that ends on another layer. */
typedef struct field_crossing {
    uint32_t from, to;
    float length; /* m; INFINITY if the move is closed */
} field_crossing;

/* The part of a field that snapshots contain as it is; without padding or pointers. */
typedef struct field_head {
    double width, height; /* m: of a cell */
    float radius;         /* m: the discs' radius */
    float reach;          /* m: how far from a cell an agent may be */
    float uniform_cost;   /* cost of one metre, if costs are the same everywhere */
    uint32_t layer_count, cell_count, crossing_count;
    uint32_t is_weighted; /* 1: costs differ */
    uint32_t reserved;    /* 0 */
} field_head;

/* Directions of moves are those of grid_offsets. The arrays follow the struct in one block. */
typedef struct field {
    field_head head;
    grid_layer *layers;
    float *distances; /* m: weighted distance from each centre to the goal; INFINITY: no path */
    float *costs;     /* cost of one metre at each centre; NULL if it is the same everywhere */
    uint16_t *moves; /* bit k: the disc can move from the centre along move k; moves to other layers
                        are not included */
    uint8_t *flags;  /* FIELD_... */
    field_crossing *crossings; /* ascending by `from`, then `to` */
    size_t array_size;         /* bytes of the arrays */
} field;

/* The number of the move that leads back. */
static inline uint32_t field_opposite(uint32_t move) {
    return move ^ 4U;
}

static inline float field_cost_at(const field *f, uint32_t cell) {
    return f->costs ? f->costs[cell] : f->head.uniform_cost;
}

/* ---- block.c: memory, saving and loading ----------------------------------------------------- */

/* Creates a field for a grid, with no open cell. Returns NULL when out of memory. */
field *field_create(const grid *map, bool is_weighted, const wend_allocator *allocator);
void field_free(field *f, const wend_allocator *allocator);
size_t field_save(const field *f, void *out, size_t capacity);
/* Returns NULL if the bytes are damaged, or when out of memory. */
field *field_load(const void *bytes, size_t size, const wend_allocator *allocator);

/* Returns the layer of a cell. O(log layers). */
uint32_t field_layer_of(const field *f, uint32_t cell);
/* Returns the centre of a cell on a layer. */
wend_vec2 field_centre(const field *f, uint32_t layer, uint32_t cell);
/* Gets the crossings of a cell. Returns how many there are. */
uint32_t field_crossings_of(const field *f, uint32_t cell, const field_crossing **out);
/* Writes the difference of cell indices for each move on a layer. */
void field_steps(const field *f, uint32_t layer, int32_t steps[WEND_GRID_MOVES]);

/* ---- ground.c: what is open, and what it costs ----------------------------------------------- */

/* Returns what one metre costs at the centre of a square: |grad T| of the eikonal equation.
 * INFINITY if the terrain is forbidden. All costs that depend on the position belong here. */
float field_cell_cost(const grid_ground *ground, uint32_t square);
/* Finds the open cells and moves of a field for the disc of `ground`. */
void field_open_cells(const grid_ground *ground, field *f);
/* True if the straight line from the centre of a cell to a location is open for a disc; `ends` is
 * that of grid_is_line_open. */
bool field_is_line_open(const grid_ground *ground, uint32_t cell, wend_location from,
                        wend_location to, float radius, uint32_t ends);

/* ---- march.c --------------------------------------------------------------------------------- */

/* A cell whose distance is given. */
typedef struct field_seed {
    uint32_t cell;
    float distance;
} field_seed;

/* Computes all distances from those of the seeds. Returns false when out of memory. */
bool field_march(field *f, const grid *map, const field_seed *seeds, uint32_t count,
                 const wend_allocator *allocator);

/* ---- build.c, sample.c ----------------------------------------------------------------------- */

/* What a field key holds besides goal and weights, in wend_field_key.variant. */
typedef struct field_variant {
    float radius;        /* m, rounded up to whole mm */
    float tolerance;     /* m, rounded up to whole cm */
    uint32_t generation; /* of the map; its low bits */
    float crowd;         /* weight of the delays in crowds, rounded up to a tenth, at most 25.5 */
    uint64_t density;    /* generation of the crowd's density, its low bits; 0 without `crowd` */
} field_variant;

uint64_t field_pack_variant(field_variant variant);
field_variant field_unpack_variant(uint64_t variant);

/* Builds the field of a key: see wend_field_type.build. */
field *field_build(const wend_view *view, const wend_field_key *key, uint32_t worker,
                   const wend_allocator *allocator);

/* Samples a field: see wend_field_type.sample. */
bool field_sample(const wend_view *view, const field *f, wend_location at, float *distance,
                  wend_vec2 *direction);

#endif
