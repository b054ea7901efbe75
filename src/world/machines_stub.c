/* Definitions of machines and signals until the core has them: adding one fails. */
#include <wend/behaviour.h>

#include "base/def.h"
#include "base/error.h"
#include "world/world.h"

void wend_state_def_init(wend_state_def *def, size_t size) {
    const wend_state_def defaults = {.goal_kind = WEND_STATE_GOAL_KEEP};
    def_fill(def, size, &defaults, sizeof defaults);
}

void wend_machine_def_init(wend_machine_def *def, size_t size) {
    const wend_machine_def defaults = {.size = 0};
    def_fill(def, size, &defaults, sizeof defaults);
}

void wend_signal_def_init(wend_signal_def *def, size_t size) {
    const wend_signal_def defaults = {.size = 0};
    def_fill(def, size, &defaults, sizeof defaults);
}

wend_result wend_world_add_machine(wend_world *world, const wend_machine_def *def,
                                   wend_machine *out, wend_error *error) {
    (void)world, (void)out;
    return error_set(error, WEND_ERROR_INVALID, "machine '%s' cannot be added: there are none yet",
                     def->name);
}

wend_result wend_world_declare_signal(wend_world *world, const char *name, wend_signal *out,
                                      wend_error *error) {
    (void)world, (void)name, (void)out, (void)error;
    return WEND_OK;
}

wend_result wend_world_add_signal(wend_world *world, const wend_signal_def *def, wend_signal *out,
                                  wend_error *error) {
    (void)world, (void)out;
    return error_set(error, WEND_ERROR_INVALID, "signal '%s' cannot be added: there are none yet",
                     def->name);
}

wend_world *wend_binding_world(const wend_binding *binding) {
    return (wend_world *)(uintptr_t)binding;
}

void *wend_binding_allocate(const wend_binding *binding, size_t size) {
    (void)binding, (void)size;
    return NULL;
}
