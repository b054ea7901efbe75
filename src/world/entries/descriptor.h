/* world/entries/descriptor.h: the checks that a descriptor must pass to enter a registry. */
#ifndef WORLD_ENTRIES_DESCRIPTOR_H
#define WORLD_ENTRIES_DESCRIPTOR_H

#include <wend/model.h>

/* Returns the size in bytes of descriptors of a kind that the core defines; 0: another library
 * defines it. */
size_t descriptor_size(wend_kind kind);

/* Checks that a descriptor's head fits the library, in which descriptors of that kind have `known`
 * bytes (0: not known yet). Reads nothing beyond entry->size bytes; of another version it reads
 * only size, version and name. Fails with WEND_ERROR_INVALID and what to do. */
wend_result descriptor_check_head(wend_kind kind, size_t known, const wend_entry *entry,
                                  wend_error *error);

/* Checks that a descriptor, which has the library's size, has everything that its kind needs. Fails
 * with WEND_ERROR_INVALID and what is missing. */
wend_result descriptor_check(wend_kind kind, const wend_entry *entry, wend_error *error);

#endif
