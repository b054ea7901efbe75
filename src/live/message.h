/* Messages: one file of messages/ and one line of messages/messages.inl for each. */
#ifndef LIVE_MESSAGE_H
#define LIVE_MESSAGE_H

#include "live/request.h"
#include "live/writer.h"
#include <wend/live.h>

/* Answers a request: writes the members of the answer object, which the caller begins and ends. If
 * it fails, the caller drops what has been written, and the live world must be as before. The
 * member `id` of requests belongs to the transport. */
typedef wend_result live_answer(wend_live *live, const live_request *request, live_writer *out,
                                wend_error *error);

/* A message. */
typedef struct live_message {
    const char *name;
    const char *const *keys; /* the keys that it knows, besides `do` and `id`; NULL-terminated.
                                NULL: none. Messages with other keys are refused */
    live_answer *answer;
    bool
        changes; /* true: it changes the world, so that the run is no longer that of the scenario */
    bool moves;  /* true: it steps or rewinds the world */
} live_message;

/* The list of messages. `index` must be less than the count. */
uint32_t live_message_count(void);
const live_message *live_message_at(uint32_t index);
/* Finds a message by name. Returns NULL if there is none. */
const live_message *live_message_find(const char *name);

#endif
