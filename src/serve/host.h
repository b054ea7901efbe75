/* What a server shows: something that answers messages and gives frames. Its functions run on one
 * thread. */
#ifndef SERVE_HOST_H
#define SERVE_HOST_H

#include <stddef.h>
#include <stdint.h>

typedef struct serve_host {
    void *user;
    /* Answers a message with a JSON object, which is valid until the next call. A message that
     * fails has an answer too. Returns NULL if out of memory. */
    const char *(*answer)(void *user, const char *message, size_t size, size_t *length);
    /* Writes the agents for drawing, see wend_live_frame. Returns NULL if out of memory. */
    const void *(*frame)(void *user, uint32_t colouring, size_t *size);
    void (*destroy)(void *user);
    const char *note; /* what a user must know of it; "": nothing */
} serve_host;

#endif
