/* world/snapshot/seal.h: the head of a world or an agent as bytes: magic, version, checksum of the
 * rest. */
#ifndef WORLD_SNAPSHOT_SEAL_H
#define WORLD_SNAPSHOT_SEAL_H

#include <wend/base.h>

enum { SEAL_SIZE = 24 /* bytes */ };

typedef struct seal {
    char magic[8];
    uint32_t version;
    const char *what; /* "snapshot", for messages */
} seal;

/* Writes the head of `size` bytes, whose rest is there. */
void seal_write(const seal *kind, uint8_t *bytes, size_t size);
/* Fails with WEND_ERROR_FORMAT if bytes are of another kind or version, damaged or cut short. */
wend_result seal_check(const seal *kind, const uint8_t *bytes, size_t size, wend_error *error);
/* The same for what is found wrong later. */
wend_result seal_damaged(const seal *kind, const char *wrong, wend_error *error);

#endif
