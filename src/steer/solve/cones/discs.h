/* steer/solve/cones/discs.h: the velocity obstacles of several neighbours at once. */
#ifndef STEER_SOLVE_CONES_DISCS_H
#define STEER_SOLVE_CONES_DISCS_H

#include <wend/model.h>

#include "steer/solve/cones/apex.h"
#include "steer/solve/programs/set_columns.h"

/* Two masks of neighbours. */
typedef struct disc_masks {
    uint32_t overlaps; /* those that overlap the agent; their cones are undefined */
    uint32_t close;    /* all that may have a core plane (core.c), and few others */
} disc_masks;

/* Puts the cones of eight neighbours (with AVX-512: of sixteen) into columns, starting at index
 * `at`, which follows the wide sets by a multiple of that number. `others` are indices of `bodies`.
 * The functions are built for x86-64 only; cones.c calls them. */
typedef disc_masks (*discs_kernel)(const disc_terms *terms, const wend_body *bodies,
                                   const uint32_t others[], uint32_t at, set_columns *to);

disc_masks cones_of_discs_quads(const disc_terms *terms, const wend_body *bodies,
                                const uint32_t others[], uint32_t at, set_columns *to);
disc_masks cones_of_discs_avx2(const disc_terms *terms, const wend_body *bodies,
                               const uint32_t others[], uint32_t at, set_columns *to);
disc_masks cones_of_discs_avx512(const disc_terms *terms, const wend_body *bodies,
                                 const uint32_t others[], uint32_t at, set_columns *to);

#endif
