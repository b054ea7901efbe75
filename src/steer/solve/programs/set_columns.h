/* steer/solve/programs/set_columns.h: convex sets of velocities in columns, for SIMD code that
 * compares one velocity or one line with a group of eight or sixteen sets at once.
 *
 * Every set has the same number of pieces. Missing sides repeat the first side, and missing arcs
 * repeat the first arc; this changes no intersection and no minimum. A set without arcs gets arcs
 * of radius -INFINITY with chords that contain every velocity, which constrain nothing. */
#ifndef STEER_SOLVE_PROGRAMS_SET_COLUMNS_H
#define STEER_SOLVE_PROGRAMS_SET_COLUMNS_H

#include <math.h>

#include "geom/vec.h"
#include "steer/solve/programs/velocity_cut.h"

enum {
    COLUMNS_SPARE = 16, /* number of sets after the last that SIMD code may overwrite */
    COLUMNS_MOST = 320 + COLUMNS_SPARE,
    COLUMNS_SIDES = 3,
    COLUMNS_ARCS = 2,
    COLUMNS_NARROW_SIDES = 2, /* largest number of sides and arcs of a narrow set */
    COLUMNS_NARROW_ARCS = 1
};

/* One side of each set; see velocity_side. */
typedef struct side_columns {
    float from_x[COLUMNS_MOST], from_y[COLUMNS_MOST];
    float along_x[COLUMNS_MOST], along_y[COLUMNS_MOST];
    float low[COLUMNS_MOST], high[COLUMNS_MOST];
} side_columns;

/* One arc of each set; see velocity_arc. */
typedef struct arc_columns {
    float x[COLUMNS_MOST], y[COLUMNS_MOST], radius[COLUMNS_MOST];
    float from_x[COLUMNS_MOST], from_y[COLUMNS_MOST];
    float to_x[COLUMNS_MOST], to_y[COLUMNS_MOST];
    float outward_x[COLUMNS_MOST], outward_y[COLUMNS_MOST]; /* arc_outward */
    float chord[COLUMNS_MOST];                              /* chord_depth of the centre */
} arc_columns;

/* Sets in columns. The first `wide_count` may use all pieces. The sets after them are narrow; their
 * other pieces are undefined beyond the group of sets that contains the last wide set. */
typedef struct set_columns {
    uint32_t count, wide_count;
    uint8_t side_count[COLUMNS_MOST], arc_count[COLUMNS_MOST];
    side_columns sides[COLUMNS_SIDES];
    arc_columns arcs[COLUMNS_ARCS];
} set_columns;

/* True if a set can be put into columns. */
static inline bool set_columns_fits(const velocity_set *set) {
    return set->side_count > 0 && set->side_count <= COLUMNS_SIDES &&
           set->arc_count <= COLUMNS_ARCS;
}

static inline void set_columns_put_side(side_columns *to, uint32_t index,
                                        const velocity_side *side) {
    to->from_x[index] = side->from.x;
    to->from_y[index] = side->from.y;
    to->along_x[index] = side->along.x;
    to->along_y[index] = side->along.y;
    to->low[index] = side->low;
    to->high[index] = side->high;
}

/* Puts an arc; NULL: one that constrains nothing. */
static inline void set_columns_put_arc(arc_columns *to, uint32_t index, const velocity_arc *arc) {
    static const velocity_arc none = {.radius = -INFINITY};
    wend_vec2 outward = arc ? arc_outward(arc) : none.from;
    to->chord[index] = arc ? arc->radius * vec_dot(outward, arc->from) : 1.0F;
    arc = arc ? arc : &none;
    to->x[index] = arc->centre.x;
    to->y[index] = arc->centre.y;
    to->radius[index] = arc->radius;
    to->from_x[index] = arc->from.x;
    to->from_y[index] = arc->from.y;
    to->to_x[index] = arc->to.x;
    to->to_y[index] = arc->to.y;
    to->outward_x[index] = outward.x;
    to->outward_y[index] = outward.y;
}

/* Puts a set that fits at an index. */
static inline void set_columns_put(set_columns *to, uint32_t index, const velocity_set *set) {
    to->side_count[index] = (uint8_t)set->side_count;
    to->arc_count[index] = (uint8_t)set->arc_count;
    for (uint32_t k = 0; k < COLUMNS_SIDES; k++) {
        set_columns_put_side(&to->sides[k], index, &set->sides[k < set->side_count ? k : 0]);
    }
    for (uint32_t k = 0; k < COLUMNS_ARCS; k++) {
        const velocity_arc *arc = &set->arcs[k < set->arc_count ? k : 0];
        set_columns_put_arc(&to->arcs[k], index, set->arc_count > 0 ? arc : NULL);
    }
}

static inline velocity_side set_columns_side(const set_columns *of, uint32_t index, uint32_t k) {
    const side_columns *from = &of->sides[k];
    return (velocity_side){{from->from_x[index], from->from_y[index]},
                           {from->along_x[index], from->along_y[index]},
                           from->low[index],
                           from->high[index]};
}

static inline velocity_arc set_columns_arc(const set_columns *of, uint32_t index, uint32_t k) {
    const arc_columns *from = &of->arcs[k];
    return (velocity_arc){{from->x[index], from->y[index]},
                          from->radius[index],
                          {from->from_x[index], from->from_y[index]},
                          {from->to_x[index], from->to_y[index]}};
}

#endif
