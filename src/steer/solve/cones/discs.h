/* steer/solve/cones/discs.h: the velocity obstacles of eight neighbours at once. */
#ifndef STEER_SOLVE_CONES_DISCS_H
#define STEER_SOLVE_CONES_DISCS_H

#include <wend/model.h>

#include "steer/solve/cones/apex.h"
#include "steer/solve/programs/set_columns.h"

/* Puts the cones of eight neighbours into columns, starting at index `at`, which follows the wide
 * sets by a multiple of eight. Returns the mask of the neighbours that overlap the agent; their
 * cones are undefined. The functions are built for x86-64 only; cones.c calls them. */
typedef uint32_t (*discs_kernel)(const disc_terms *terms, const wend_body *const others[],
                                 uint32_t at, set_columns *to);

uint32_t cones_of_discs_sse2(const disc_terms *terms, const wend_body *const others[], uint32_t at,
                             set_columns *to);
uint32_t cones_of_discs_avx2(const disc_terms *terms, const wend_body *const others[], uint32_t at,
                             set_columns *to);

#endif
