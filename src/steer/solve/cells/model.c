/* The object of a profile: the dynamic field; see cellular.c. */
#include "steer/solve/cells/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

void cells_free_choices(cells_model *model) {
    const wend_allocator *a = &model->allocator;
    if (model->choices && a->release) {
        a->release(a->user, model->choices, model->choice_capacity * sizeof *model->choices);
    } else {
        free(model->choices);
    }
    model->choices = NULL;
    model->choice_capacity = 0;
}

wend_result cells_create_model(const wend_model_def *def, void **out, wend_error *error) {
    const wend_allocator *a = &def->allocator;
    size_t size = sizeof(cells_model);
    cells_model *model = a->allocate ? a->allocate(a->user, size) : malloc(size);
    if (!model) {
        return error_no_memory(error, "the floor field");
    }
    *model = (cells_model){.allocator = *a};
    trace_init(&model->trace, a);
    *out = model;
    return WEND_OK;
}

void cells_destroy_model(void *object) {
    cells_model *model = object;
    wend_allocator a = model->allocator;
    trace_free(&model->trace);
    cells_free_choices(model);
    if (a.release) {
        a.release(a.user, model, sizeof *model);
    } else {
        free(model);
    }
}

/* Precedes the bytes of the trace. */
typedef struct saved_head {
    double next_update;
    uint64_t traced;
} saved_head;

size_t cells_save_model(const void *object, void *out, size_t capacity) {
    const cells_model *model = object;
    saved_head head = {model->next_update, model->traced};
    size_t size = sizeof head + trace_save(&model->trace, NULL, 0);
    if (out && capacity >= size) {
        memcpy(out, &head, sizeof head);
        trace_save(&model->trace, (uint8_t *)out + sizeof head, size - sizeof head);
    }
    return size;
}

wend_result cells_load_model(void *object, const void *bytes, size_t size, wend_error *error) {
    cells_model *model = object;
    saved_head head;
    bool no_memory = false;
    if (size >= sizeof head) {
        memcpy(&head, bytes, sizeof head);
        if (isfinite(head.next_update) &&
            trace_load(&model->trace, (const uint8_t *)bytes + sizeof head, size - sizeof head,
                       &no_memory)) {
            model->next_update = head.next_update;
            model->traced = head.traced;
            return WEND_OK;
        }
    }
    return no_memory ? error_no_memory(error, "the floor field")
                     : error_set(error, WEND_ERROR_FORMAT, "the floor field is damaged");
}
