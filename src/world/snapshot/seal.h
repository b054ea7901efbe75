/* world/snapshot/seal.h: header (magic, version, checksum) of saved worlds, packed agents and
 * bundles. */
#ifndef WORLD_SNAPSHOT_SEAL_H
#define WORLD_SNAPSHOT_SEAL_H

#include <wend/base.h>

enum { SEAL_SIZE = 24 /* bytes */ };

typedef struct seal {
    char magic[8];
    uint32_t version;
    const char *what; /* what was saved, such as "snapshot"; for messages */
} seal;

/* Checks magic and version in the first bytes of a file; the checksum is not checked. */
wend_result seal_check_head(const seal *kind, const uint8_t *bytes, size_t size, wend_error *error);

/* Writes the header, after the other bytes have been written. `size` includes the header. */
void seal_write(const seal *kind, uint8_t *bytes, size_t size);
/* Fails with WEND_ERROR_FORMAT if the bytes are of another kind or version, damaged or
 * truncated. */
wend_result seal_check(const seal *kind, const uint8_t *bytes, size_t size, wend_error *error);
/* Returns WEND_ERROR_FORMAT for damage that is found after the header has been checked. */
wend_result seal_report_damage(const seal *kind, const char *wrong, wend_error *error);

#endif
