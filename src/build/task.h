/* build/task.h: copies the common fields of a build task of the kit into a builder's def. */
#ifndef BUILD_TASK_H
#define BUILD_TASK_H

#include <wend/kit.h>

/* Copies doors, bounds, progress and allocator of a task into a def. The type of the def differs
 * between map kinds, but its members have the same names. */
#define TASK_FILL(def, task)                                                                       \
    ((def).space = (task)->space, (def).doors = (task)->doors,                                     \
     (def).door_count = (task)->door_count, (def).low = (task)->low, (def).high = (task)->high,    \
     (def).progress = (task)->progress, (def).user = (task)->user,                                 \
     (def).allocator = (task)->allocator)

#endif
