/* move/move.h: where an outcome leads. */
#ifndef MOVE_MOVE_H
#define MOVE_MOVE_H

#include <math.h>

#include <wend/model.h>
#include <wend/world.h>

#include "base/memory.h"
#include "step/store.h"

/* What `move` needs to know of a profile. */
typedef struct move_limits {
    wend_column max_speed, max_acceleration;
    bool honours_limits; /* its steering model keeps them itself */
    bool no_acceleration_limit;
    bool every_step; /* its steering model chooses in every step */
} move_limits;

/* Something that happened to a body. */
typedef struct move_note {
    uint32_t index;
    uint32_t kind; /* wend_event_kind: ARRIVED or LAYER */
    uint32_t goal; /* reached */
} move_note;

/* What one worker counted and noted; on cache lines of its own. */
typedef struct move_tally {
    _Alignas(64) wend_stats stats;
    move_note *notes;
    uint32_t note_count, note_capacity;
    uint32_t bad_body; /* of the first body that became NaN or infinite, UINT32_MAX */
    bool no_memory;
} move_tally;

typedef struct move_job {
    const wend_view *view;
    const move_limits *limits;    /* by profile */
    const goal_record *goals;     /* by goal */
    const wend_outcome *outcomes; /* by body */
    cold_choice *choices;         /* by slot */
    wend_body *next;              /* by body */
    move_tally *tallies;          /* by worker */
    memory *from;
    double time_after;   /* at the end of the step, s */
    const bool *at_once; /* by profile: arrives at any goal of its set; NULL if none does */
    bool has_walls, has_links;
    bool keeps_limits; /* all models do so themselves */
    bool is_open;      /* that, and there are neither walls nor links */
    bool chooses;      /* velocities were chosen in this step, not kept, by all models */
} move_job;

/* Moves bodies [begin, end); a wend_task_range with a move_job. */
void move_bodies(void *job, uint32_t begin, uint32_t end, uint32_t worker);

/* Whether all places from `from` to `to` are farther than `reach` from what lies between `low` and
 * `high`, along one axis; a little more, so that rounding loses nobody. */
static inline bool move_passes(float from, float to, float low, float high, float reach) {
    float gap = low - to > to - high ? low - to : to - high;
    return gap > 1.001F * (reach + fabsf(to - from));
}

/* m: more than two skins (step/skin.h) anywhere in a world. */
#define MOVE_SKINS 0.004F

/* Whether a goal is so far off that a step cannot reach it, by the box around it: most are, and
 * cheaply so. */
static inline bool move_is_far(const goal_record *goal, wend_vec2 from, wend_vec2 to, float radius,
                               float dt) {
    const wend_region *region = &goal->region;
    if (region->shape == WEND_SHAPE_DIRECTION) {
        return true;
    }
    bool is_segment = region->shape == WEND_SHAPE_SEGMENT;
    bool is_polygon = region->shape == WEND_SHAPE_POLYGON;
    uint32_t corners = is_polygon ? goal->point_count : is_segment ? 1 : 0;
    const wend_vec2 *others = is_polygon ? goal->points : &region->b; /* those of all parts */
    wend_vec2 low = region->a, high = region->a;
    for (uint32_t i = 0; i < corners; i++) {
        wend_vec2 p = others[i];
        low = (wend_vec2){p.x < low.x ? p.x : low.x, p.y < low.y ? p.y : low.y};
        high = (wend_vec2){p.x > high.x ? p.x : high.x, p.y > high.y ? p.y : high.y};
    }
    float size = region->shape == WEND_SHAPE_DISC ? region->b.x : 0.0F;
    float reach = size + radius + goal->tolerance + MOVE_SKINS;
    return move_passes(from.x, to.x - region->velocity.x * dt, low.x, high.x, reach) ||
           move_passes(from.y, to.y - region->velocity.y * dt, low.y, high.y, reach);
}

/* True if a body that went from `from` to `to` in the last `dt` seconds reached a goal. */
bool move_arrives(const goal_record *goal, wend_vec2 from, wend_vec2 to, float radius, float dt,
                  double time_after);

#endif
