/* base/renamed.h: former names of keys, parameters and choices, for messages about unknown names.
 */
#ifndef BASE_RENAMED_H
#define BASE_RENAMED_H

#include <stddef.h>

typedef struct renamed_name {
    const char *former, *current;
} renamed_name;

/* All former names with their current names, sorted by former name. */
extern const renamed_name renamed_names[];
extern const size_t renamed_count;

/* Returns the current name of `word` if `word` is a former name and its current name is one of
 * `names`, the names that are valid in the context; otherwise NULL. So the former name `top` is
 * recognised only where its current name, `max_value`, is valid. NULL entries in `names` are
 * skipped. */
const char *renamed_find(const char *word, const char *const *names, size_t count);

#endif
