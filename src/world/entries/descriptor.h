/* world/entries/descriptor.h: the checks that a descriptor must pass before it is added to a
 * registry. */
#ifndef WORLD_ENTRIES_DESCRIPTOR_H
#define WORLD_ENTRIES_DESCRIPTOR_H

#include <wend/model.h>

/* Returns the size, in bytes, of descriptors of a kind that the core defines; 0 if another library
 * defines the kind. */
size_t descriptor_size(wend_kind kind);

/* Checks that the header of a descriptor fits the library. `known` is the size in bytes that the
 * library expects for descriptors of this kind; 0 if the size is not known yet. Reads nothing
 * beyond entry->size bytes. If the descriptor is of another version, reads only its size, version
 * and name. Fails with WEND_ERROR_INVALID and a message that says what to do. */
wend_result descriptor_check_head(wend_kind kind, size_t known, const wend_entry *entry,
                                  wend_error *error);

/* Checks that a descriptor has everything that its kind needs. The descriptor must have the size
 * that the library defines. Fails with WEND_ERROR_INVALID and a message that says what is
 * missing. */
wend_result descriptor_check(wend_kind kind, const wend_entry *entry, wend_error *error);

#endif
