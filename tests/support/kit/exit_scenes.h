/* Crowds that leave a hall through doorways in its eastern wall, for tests and trials of planners
 * that avoid crowds. */
#ifndef SUPPORT_KIT_EXIT_SCENES_H
#define SUPPORT_KIT_EXIT_SCENES_H

#include <stdbool.h>
#include <stdint.h>

enum { EXIT_SCENE_DOORS = 3, EXIT_SCENE_AGENTS = 400 };

typedef struct exit_scene {
    const char *name, *about;
    double doors[EXIT_SCENE_DOORS][2]; /* y of the lower and the upper end; zeros: no door */
    double box[4];                     /* of the starts: low x, low y, high x, high y */
    uint32_t agents;
} exit_scene;

extern const exit_scene exit_scenes[];
extern const uint32_t exit_scene_count;

/* Returns the scene with the given name, or NULL. */
const exit_scene *exit_scene_find(const char *name);

typedef struct exit_run {
    uint32_t arrived;
    double last, mean;                  /* s: time of the last arrival, and mean time of arrivals */
    uint32_t through[EXIT_SCENE_DOORS]; /* agents that left by each door */
    uint32_t switches; /* how often the routes of agents changed to another door, in total */
    uint32_t most;     /* of one agent */
    uint32_t returns;  /* switches to a door that the agent had headed for before */
    uint64_t reroutes, plans;
    uint64_t hash;
} exit_run;

/* Runs a scene until all agents have left, for 600 s at most. `plan` is the value of the key
 * `plan`; `more` is appended to the scenario, such as a map. Fails (prints a message and exits) if
 * the scenario is wrong. */
exit_run exit_scene_run(const exit_scene *scene, const char *plan, const char *more, uint64_t seed,
                        uint32_t threads);

#endif
