/* steer/solve/cells/model.h: the object of a profile, as in wend_stage. */
#ifndef STEER_SOLVE_CELLS_MODEL_H
#define STEER_SOLVE_CELLS_MODEL_H

#include "steer/solve/cells/state.h"

wend_result cells_create_model(const wend_model_def *def, void **out, wend_error *error);
void cells_destroy_model(void *object);
size_t cells_save_model(const void *object, void *out, size_t capacity);
wend_result cells_load_model(void *object, const void *bytes, size_t size, wend_error *error);

/* Frees the choices of sequential updates. */
void cells_free_choices(cells_model *model);

#endif
