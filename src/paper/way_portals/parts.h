/* Internals of the reproduction of "Way Portals": the functions for its tables and figures. */
#ifndef PAPER_WAY_PORTALS_PARTS_H
#define PAPER_WAY_PORTALS_PARTS_H

#include <wend/kit.h>

/* A scenario of the paper. */
typedef struct portal_scene {
    const char *file;
    const char *name;            /* name of the scenario in the paper */
    double point_us, segment_us; /* Table 1: cost per agent and step, us */
    double last_s[5]; /* Table 2: time of the last arrival for each step length; NAN if not given */
} portal_scene;

enum { PORTAL_STEPS = 5, PORTAL_SCENES = 4, PORTAL_TIMED_SCENES = 3 };

/* The scenarios 16 Blocks, Infinity, Dungeon and Castle; Table 2 contains the first three. */
extern const portal_scene portal_scenes[PORTAL_SCENES];
extern const double portal_steps[PORTAL_STEPS]; /* step lengths, in s */

/* The models that are compared, by the shape of their goals: points, segments and arcs. */
enum { PORTAL_POINT, PORTAL_SEGMENT, PORTAL_ARC, PORTAL_MODELS };
extern const char *const portal_models[PORTAL_MODELS];

/* The parts of the reproduction. For each part, the function portal_count_* returns its number of
 * trials. */
uint32_t portal_count_table_1(const wend_paper_def *def);
wend_result portal_table_1(wend_paper_call *call, wend_error *error);
uint32_t portal_count_table_2(const wend_paper_def *def);
wend_result portal_table_2(wend_paper_call *call, wend_error *error);
uint32_t portal_count_space(const wend_paper_def *def);
wend_result portal_space(wend_paper_call *call, wend_error *error);
uint32_t portal_count_pictures(const wend_paper_def *def);
wend_result portal_pictures(wend_paper_call *call, wend_error *error);

#endif
