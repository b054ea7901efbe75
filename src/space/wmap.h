/* The header of all .wmap files: a tag that identifies the kind of content, and a checksum that
 * detects damaged or truncated files. */
#ifndef SPACE_WMAP_H
#define SPACE_WMAP_H

#include <wend/space.h>

enum {
    WMAP_VERSION = 1,
    WMAP_HEADER_SIZE =
        24, /* "WENDMAP\0", version and tag (4 bytes each), checksum of the rest of the file */
    WMAP_SPACE = 1 /* tag of a space; the tags of maps are in their descriptors (map/kind.h) */
};

/* Writes the header of a file of `size` bytes. Call it after the content has been written. */
void wmap_seal(uint8_t *bytes, size_t size, uint32_t tag);
/* Checks magic and version in the first bytes of a file; the checksum is not checked. */
wend_result wmap_check_head(const uint8_t *bytes, size_t size, wend_error *error);
/* Checks that the bytes are a complete file, and stores its tag in *tag. */
wend_result wmap_check(const uint8_t *bytes, size_t size, uint32_t *tag, wend_error *error);

#endif
