/* The container of all .wmap files: what kind of map it holds, and whether it is whole. */
#ifndef SPACE_WMAP_H
#define SPACE_WMAP_H

#include <wend/space.h>

enum {
    WMAP_VERSION = 1,
    WMAP_HEADER_SIZE = 24 /* "WENDMAP\0", version, kind (4 bytes each), checksum of the rest */
};

typedef enum wmap_kind {
    WMAP_SPACE = 1,
    WMAP_NAVMESH = 2,
    WMAP_CORRIDOR = 3,
    WMAP_ROADMAP = 4
} wmap_kind;

/* Fills in the header of a map of `size` bytes whose content is written. */
void wmap_seal(uint8_t *bytes, size_t size, wmap_kind kind);
/* Whether they say that they are a map of that kind. */
bool wmap_holds(const uint8_t *bytes, size_t size, wmap_kind kind);
/* Whether the bytes are a whole map of that kind. */
wend_result wmap_check(const uint8_t *bytes, size_t size, wmap_kind kind, wend_error *error);

#endif
