/* The list of all messages. */
#include "live/message.h"
#include <string.h>

#define WEND_ENTRY(name) extern const live_message live_message_##name;
#include "live/messages/messages.inl"
#undef WEND_ENTRY

static const live_message *const messages[] = {
#define WEND_ENTRY(name) &live_message_##name,
#include "live/messages/messages.inl"
#undef WEND_ENTRY
};

uint32_t live_message_count(void) {
    return (uint32_t)(sizeof messages / sizeof messages[0]);
}

const live_message *live_message_at(uint32_t index) {
    return messages[index];
}

const live_message *live_message_find(const char *name) {
    for (uint32_t i = 0; i < live_message_count(); i++) {
        if (strcmp(messages[i]->name, name) == 0) {
            return messages[i];
        }
    }
    return NULL;
}
