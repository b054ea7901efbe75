/* wend/names.h: finds the objects of a world by name. For areas, queues, machines, signals and
 * sources, see the headers that add them. */
#ifndef WEND_NAMES_H
#define WEND_NAMES_H

#include <wend/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Finds a profile by name. Returns a null id if there is none, and for NULL and "". O(profiles). */
WEND_API wend_profile wend_world_find_profile(const wend_world *world, const char *name);
/* Finds a goal by name. Returns a null id if there is none, and for NULL and "". O(goals). */
WEND_API wend_goal wend_world_find_goal(const wend_world *world, const char *name);
/* Finds a group by name. Returns a null id if there is none, and for NULL and "". O(groups). */
WEND_API wend_group wend_world_find_group(const wend_world *world, const char *name);
/* Finds an obstacle by name: the first one, if several have it. Returns a null id if there is none,
 * and for NULL and "". O(obstacles). */
WEND_API wend_obstacle wend_world_find_obstacle(const wend_world *world, const char *name);

/* The kinds of objects that are found by name. */
typedef enum wend_named {
    WEND_NAMED_PROFILE,
    WEND_NAMED_GOAL,
    WEND_NAMED_GROUP,
    WEND_NAMED_OBSTACLE,
    WEND_NAMED_AREA
} wend_named;

/* Writes the end of a message about an unknown name: "; did you mean 'NAME'?" if an object of that
 * kind has a similar name, else "; available: ..." with the first names, or "" if no object has a
 * name. Writes at most `size` bytes, including the final zero, and returns `out`. O(objects). */
WEND_API const char *wend_world_suggest_name(const wend_world *world, wend_named kind,
                                             const char *name, char *out, size_t size);

#ifdef __cplusplus
}
#endif

#endif
