/* steer/solve/speeds/marks.h: the marks that models of this family share in explanations. */
#ifndef STEER_SOLVE_SPEEDS_MARKS_H
#define STEER_SOLVE_SPEEDS_MARKS_H

#include <wend/explain.h>
#include <wend/model.h>

#include "geom/vec.h"

/* Terms of the direction that are shorter than this are not shown. */
static const float speed_least_shown = 1e-3F;

/* Shows the preferred velocity, and the region that it leads to. */
static inline void speed_mark_preferred(wend_sketch *sketch, const wend_view *view,
                                        const wend_intent *intent, wend_vec2 preferred_velocity) {
    wend_sketch_add(sketch,
                    (wend_mark){.kind = WEND_MARK_PREFERRED,
                                .b = preferred_velocity,
                                .subject = wend_view_region_subject(view, &intent->region)});
}

/* Shows a term of the direction. `label` has static storage. */
static inline void speed_mark_term(wend_sketch *sketch, wend_vec2 term, const char *label,
                                   wend_subject subject) {
    if (vec_length(term) >= speed_least_shown) {
        wend_sketch_add(
            sketch,
            (wend_mark){.kind = WEND_MARK_FORCE, .b = term, .label = label, .subject = subject});
    }
}

#endif
