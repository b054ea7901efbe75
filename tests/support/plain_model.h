/* A stage object that is plain data: it is zero-initialised, and saved byte by byte in snapshots.
 *
 * PLAIN_MODEL(counter, counter_data) defines the functions of wend_stage (counter_create and so
 * on), and counter_of(agents), which returns the data of the stage that `agents` are passed to. */
#ifndef SUPPORT_PLAIN_MODEL_H
#define SUPPORT_PLAIN_MODEL_H

#include <string.h>

#include <wend/model.h>

#define PLAIN_MODEL(name, type)                                                                    \
    typedef struct name##_model {                                                                  \
        type data;                                                                                 \
        wend_allocator allocator;                                                                  \
    } name##_model;                                                                                \
    static wend_result name##_create(const wend_model_def *def, void **out, wend_error *error) {   \
        (void)error;                                                                               \
        name##_model *made = def->allocator.allocate(def->allocator.user, sizeof *made);           \
        if (!made) {                                                                               \
            return WEND_ERROR_MEMORY;                                                              \
        }                                                                                          \
        memset(made, 0, sizeof *made);                                                             \
        made->allocator = def->allocator;                                                          \
        *out = made;                                                                               \
        return WEND_OK;                                                                            \
    }                                                                                              \
    static void name##_destroy(void *model) {                                                      \
        wend_allocator from = ((name##_model *)model)->allocator;                                  \
        from.release(from.user, model, sizeof(name##_model));                                      \
    }                                                                                              \
    static size_t name##_save(const void *model, void *out, size_t capacity) {                     \
        if (out && capacity >= sizeof(type)) {                                                     \
            memcpy(out, &((const name##_model *)model)->data, sizeof(type));                       \
        }                                                                                          \
        return sizeof(type);                                                                       \
    }                                                                                              \
    static wend_result name##_load(void *model, const void *bytes, size_t size,                    \
                                   wend_error *error) {                                            \
        (void)error;                                                                               \
        if (size != sizeof(type)) {                                                                \
            return WEND_ERROR_FORMAT;                                                              \
        }                                                                                          \
        memcpy(&((name##_model *)model)->data, bytes, size);                                       \
        return WEND_OK;                                                                            \
    }                                                                                              \
    static inline type *name##_of(const wend_agents *agents) {                                     \
        return &((name##_model *)agents->model)->data;                                             \
    }

#define PLAIN_MODEL_FUNCTIONS(name)                                                                \
    .create = name##_create, .destroy = name##_destroy, .save = name##_save, .load = name##_load

#endif
