#include "record/outputs.h"
#include "base/error.h"
#include <stdio.h>
#include <string.h>

#define WEND_ENTRY(name) extern const wend_output output_##name;
#include "record/outputs.inl"
#undef WEND_ENTRY

wend_result outputs_register(wend_registry *registry, wend_error *error) {
    static const wend_output *const all[] = {
#define WEND_ENTRY(name) &output_##name,
#include "record/outputs.inl"
#undef WEND_ENTRY
    };
    wend_result result = WEND_OK;
    for (size_t i = 0; i < sizeof all / sizeof all[0] && result == WEND_OK; i++) {
        result = wend_registry_add(registry, WEND_KIND_OUTPUT, &all[i]->entry, error);
    }
    return result;
}

static const wend_output *output_at(const wend_registry *registry, uint32_t index) {
    return (const wend_output *)wend_registry_at(registry, WEND_KIND_OUTPUT, index);
}

const wend_output *wend_output_for(const wend_registry *registry, const char *path,
                                   wend_error *error) {
    WEND_ASSERT(registry != NULL && path != NULL);
    uint32_t count = wend_registry_count(registry, WEND_KIND_OUTPUT);
    size_t length = strlen(path);
    for (uint32_t i = 0; i < count; i++) {
        const wend_output *output = output_at(registry, i);
        size_t ending = strlen(output->extension);
        if (length > ending && strcmp(path + length - ending, output->extension) == 0) {
            return output;
        }
    }
    char endings[200] = "";
    for (uint32_t i = 0; i < count; i++) {
        size_t used = strlen(endings);
        snprintf(endings + used, sizeof endings - used, "%s%s", i > 0 ? ", " : "",
                 output_at(registry, i)->extension);
    }
    error_set(error, WEND_ERROR_NAME,
              "no output format belongs to the ending of '%.200s'; there are: %s", path, endings);
    return NULL;
}

uint32_t wend_recording_group_of(const wend_recording *recording, uint64_t key) {
    uint32_t low = 0, high = recording->group_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const wend_agent_group *group = &recording->groups[middle];
        if (key < group->first_key) {
            high = middle;
        } else if (key - group->first_key >= group->count) {
            low = middle + 1;
        } else {
            return middle;
        }
    }
    return WEND_NONE;
}
