/* world/entries/descriptor.h: what a registry asks of a descriptor. */
#ifndef WORLD_ENTRIES_DESCRIPTOR_H
#define WORLD_ENTRIES_DESCRIPTOR_H

#include <wend/model.h>

/* Bytes of a descriptor of a kind that the core defines; 0: another library defines it. */
size_t descriptor_size(wend_kind kind);

/* Whether a descriptor's head fits the library, whose descriptors of that kind have `known` bytes
 * (0: not stated yet). Reads nothing beyond entry->size bytes; of one of another version it reads
 * size, version and name only. WEND_ERROR_INVALID, with what to do. */
wend_result descriptor_check_head(wend_kind kind, size_t known, const wend_entry *entry,
                                  wend_error *error);

/* Whether a descriptor, which is as large as the library's, has all that its kind needs.
 * WEND_ERROR_INVALID, with what is missing. */
wend_result descriptor_check(wend_kind kind, const wend_entry *entry, wend_error *error);

#endif
