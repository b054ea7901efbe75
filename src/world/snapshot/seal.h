/* world/snapshot/seal.h: the head of saved worlds and agents: magic, version, checksum. */
#ifndef WORLD_SNAPSHOT_SEAL_H
#define WORLD_SNAPSHOT_SEAL_H

#include <wend/base.h>

enum { SEAL_SIZE = 24 /* bytes */ };

typedef struct seal {
    char magic[8];
    uint32_t version;
    const char *what; /* such as "snapshot", for messages */
} seal;

/* Writes the head of `size` bytes, after the rest has been written. */
void seal_write(const seal *kind, uint8_t *bytes, size_t size);
/* Fails with WEND_ERROR_FORMAT if bytes are of another kind or version, damaged or cut short. */
wend_result seal_check(const seal *kind, const uint8_t *bytes, size_t size, wend_error *error);
/* Fails with WEND_ERROR_FORMAT for damage that is found later. */
wend_result seal_report_damage(const seal *kind, const char *wrong, wend_error *error);

#endif
