/* The container of all .wmap files: what it holds, told by a tag, and whether it is complete. */
#ifndef SPACE_WMAP_H
#define SPACE_WMAP_H

#include <wend/space.h>

enum {
    WMAP_VERSION = 1,
    WMAP_HEADER_SIZE = 24, /* "WENDMAP\0", version, tag (4 bytes each), checksum of the rest */
    WMAP_SPACE = 1         /* tag of a space; those of maps are in their descriptors (map/kind.h) */
};

/* Fills in the header of `size` bytes whose content is written. */
void wmap_seal(uint8_t *bytes, size_t size, uint32_t tag);
/* Whether the bytes are a complete file; gives its tag. */
wend_result wmap_check(const uint8_t *bytes, size_t size, uint32_t *tag, wend_error *error);

#endif
