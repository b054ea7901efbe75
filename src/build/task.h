/* build/task.h: copies what all map kinds need from a wend_map_build_input into a builder's def. */
#ifndef BUILD_TASK_H
#define BUILD_TASK_H

#include <wend/kit.h>

/* Copies the space, doors, bounds, progress callback, cancel flag and allocator of an input into a
 * def. The type of the def differs between map kinds, but its members have the same names. */
#define TASK_FILL(def, input)                                                                      \
    ((def).space = (input)->space, (def).doors = (input)->doors,                                   \
     (def).door_count = (input)->door_count, (def).low = (input)->low, (def).high = (input)->high, \
     (def).progress = (input)->progress, (def).user = (input)->user,                               \
     (def).allocator = (input)->allocator, (def).cancel = (input)->cancel)

#endif
