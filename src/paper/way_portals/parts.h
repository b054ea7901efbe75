/* Internals of the reproduction of "Way Portals": its tables and its figures. */
#ifndef PAPER_WAY_PORTALS_PARTS_H
#define PAPER_WAY_PORTALS_PARTS_H

#include <wend/kit.h>

/* A scenario of the paper. */
typedef struct portal_scene {
    const char *file;
    const char *name;            /* its name in the paper */
    double point_us, segment_us; /* Table 1: cost for each agent and step, us */
    double last_s[5];            /* Table 2: arrival of the last agent, by step; NAN if not given */
} portal_scene;

enum { PORTAL_STEPS = 5, PORTAL_SCENES = 4, PORTAL_TIMED_SCENES = 3 };

/* 16 Blocks, Infinity, Dungeon, Castle; the first three are in Table 2. */
extern const portal_scene portal_scenes[PORTAL_SCENES];
extern const double portal_steps[PORTAL_STEPS]; /* s */

/* The models that are compared: point goals, segments, arcs. */
enum { PORTAL_POINT, PORTAL_SEGMENT, PORTAL_ARC, PORTAL_MODELS };
extern const char *const portal_models[PORTAL_MODELS];

/* The parts of the reproduction, and how many trials each takes. */
uint32_t portal_count_table_1(const wend_paper_def *def);
wend_result portal_table_1(wend_paper_call *call, wend_error *error);
uint32_t portal_count_table_2(const wend_paper_def *def);
wend_result portal_table_2(wend_paper_call *call, wend_error *error);
uint32_t portal_count_space(const wend_paper_def *def);
wend_result portal_space(wend_paper_call *call, wend_error *error);
uint32_t portal_count_pictures(const wend_paper_def *def);
wend_result portal_pictures(wend_paper_call *call, wend_error *error);

#endif
