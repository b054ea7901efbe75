/* The key `simplify` of a space. */
#ifndef SCENARIO_KEYS_SIMPLIFY_H
#define SCENARIO_KEYS_SIMPLIFY_H

#include "clean/simplify.h"
#include "scenario/geometry.h"
#include "scenario/scenario.h"

typedef struct simplify_input {
    const node *at; /* the value of the key; NULL if it is not given */
    clean_detail detail;
    wend_outline shapes;
} simplify_input;

/* Reads the key. `root` is the whole scenario: its points must stay on the ground. */
void simplify_read(simplify_input *in, reader *r, const node *root, const node *space);

/* Simplifies a layer that was cleaned on this grid, into which its links were inserted, and adds a
 * note about it. `in->detail.fixed` must hold the ends of the links. */
void simplify_apply(simplify_input *in, wend_scenario *s, reader *r, memory_arena *scratch,
                    double grid, wend_layer_def *layer, const clean_report *report);

#endif
