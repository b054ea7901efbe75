/* Finds output formats by file extension, and the group of a recorded agent by the agent's key. */
#include "base/error.h"
#include "record/file/extensions.h"
#include <wend/kit.h>

static const char *extension_of(const wend_entry *entry) {
    return ((const wend_output *)entry)->extension;
}

const wend_output *wend_output_for(const wend_registry *registry, const char *path,
                                   wend_error *error) {
    WEND_ASSERT(registry != NULL && path != NULL);
    return (const wend_output *)extension_find(registry, WEND_KIND_OUTPUT, "output format",
                                               extension_of, path, error);
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
