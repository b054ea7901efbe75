/* bundle/bundle.h: the layout of a bundle, and a loaded one.
 *
 *     header    24 bytes (world/snapshot/seal.h): "WENDBNDL", version, checksum of the rest
 *     end       f64
 *     final     u64 step, u64 hash
 *     title     text (archive_text)
 *     text      u32 size, bytes with a zero at the end; size 0: none
 *     space     u32 size, bytes of wend_space_def_save
 *     maps      u32 count; of each: name, u32 size, bytes of wend_map_save
 *     starts    u32 count; of each: u32 size, bytes of wend_world_save
 *
 * All sizes are less than 2^32, so that they fit into a size_t on every machine. */
#ifndef BUNDLE_BUNDLE_H
#define BUNDLE_BUNDLE_H

#include <wend/bundle.h>

#include "base/archive.h"
#include "base/memory.h"
#include "world/snapshot/seal.h"

extern const seal bundle_seal;

enum { BUNDLE_FINAL = SEAL_SIZE + 8 /* offset of the final step and hash */ };

/* Bytes of a bundle that another loader reads. */
typedef struct bundle_section {
    const uint8_t *bytes;
    uint32_t size;
    size_t at; /* offset of the bytes in the bundle, for messages */
} bundle_section;

typedef struct bundle_map {
    const char *name;
    wend_map *map;
} bundle_map;

struct wend_bundle {
    memory heap;
    memory_arena arena; /* holds title, maps and their names */
    wend_bundle_info info;
    wend_space_def *def;
    wend_space *space;
    bundle_map *maps;
    bundle_section starts[WEND_MAX_BUNDLE_STARTS];
};

/* Saves or loads the values before the space. A loaded title is in `arena`; a loaded text points
 * into the bytes of the bundle. */
void bundle_archive_info(archive *ar, wend_bundle_info *info, memory_arena *arena);

/* Prepends to the message of an error in a section what the section is, and where it begins.
 * `error` may be NULL. Returns `result`. */
wend_result bundle_report_section(const char *what, const char *name, const bundle_section *section,
                                  wend_result result, wend_error *error);

#endif
