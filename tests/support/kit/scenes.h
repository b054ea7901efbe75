/* Scenes: small scenarios with a comment that states what comes out of them.
 *
 *     # Look for: what is to be seen
 *     # Expect: exit 3, wait 0, left 5..15
 *
 * Each figure has a name and a number or range: for a goal, how often agents arrive at it in the
 * run; for an area or a state of a machine, how many agents are in it at the end; `seconds` is the
 * time when the run ends. A third line may say how the text can be changed so that the expectation
 * is not met any more; what is on the left occurs once:
 *
 *     # Fails with: to: previous -> to: here */
#ifndef SUPPORT_KIT_SCENES_H
#define SUPPORT_KIT_SCENES_H

#include <stdbool.h>
#include <stdint.h>
#include <wend/kit.h>

enum { SCENE_TEXT = 6000, SCENE_NAME = 64, SCENE_LINE = 600, SCENE_FIGURES = 8 };

typedef struct scene_figure {
    char name[SCENE_NAME];
    int low, high; /* what is expected */
} scene_figure;

typedef struct scene {
    char path[SCENE_LINE], text[SCENE_TEXT];
    char broken[SCENE_TEXT]; /* the changed text; empty without `Fails with` */
    scene_figure figures[SCENE_FIGURES];
    uint32_t count;
} scene;

/* What came out of a run. */
typedef struct scene_outcome {
    int found[SCENE_FIGURES];
    bool is_met;           /* all figures are as expected */
    char text[SCENE_LINE]; /* the figures in words */
    uint64_t hash;         /* of the world's last state */
} scene_outcome;

/* Reads a scene from a file; `what` is named if there is none. */
void scene_read(scene *s, const char *path, const char *what);
/* Runs a text of a scene: `text` or `broken`. */
scene_outcome scene_run(const scene *s, const char *text, const wend_registry *registry,
                        uint32_t threads);

#endif
