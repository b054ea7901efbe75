/* wend/explain.h: what models saw and chose, as marks to draw.
 *
 * A descriptor's `explain` adds marks to a sketch; wend_world_explain collects those of an agent.
 */
#ifndef WEND_EXPLAIN_H
#define WEND_EXPLAIN_H

#include <wend/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a model saw and chose, as marks to draw. */
typedef enum wend_mark_kind {
    WEND_MARK_HALF_PLANE, /* a: a point of its line, b: inward unit normal; velocity space */
    WEND_MARK_CONE,       /* a: apex, b and c: unit directions of its sides; velocity space */
    WEND_MARK_REGION,     /* a, b: ends (equal for a point); world */
    WEND_MARK_FORCE,      /* b: vector at the agent; world */
    WEND_MARK_VELOCITY,   /* b: chosen velocity; velocity space */
    WEND_MARK_PREFERRED,  /* b: preferred velocity; velocity space */
    WEND_MARK_PATH,       /* a -> b: a piece of the way ahead; world */
    WEND_MARK_PREFERRED_SEGMENT, /* a -> b: velocities that are preferred alike; velocity space */
    WEND_MARK_PREFERRED_ARC, /* a -> b: the same on a circle about the zero velocity, to the left
                      from a, at most half a turn; velocity space */
    WEND_MARK_FORBIDDEN, /* a convex set of velocities that must not be chosen: a velocity obstacle;
                            a: where its name goes. The marks of the next two kinds that follow it
                            are its boundary, to the left round it; velocity space */
    WEND_MARK_ALLOWED,   /* the same for a set out of which the choice must be: a goal velocity
                            obstacle; velocity space */
    WEND_MARK_BOUNDARY_SEGMENT, /* a -> b: a straight piece of a boundary; velocity space */
    WEND_MARK_BOUNDARY_ARC, /* a -> b: a round one about c, at most half a turn; velocity space */
    WEND_MARK_DISC,         /* a: centre, b.x: radius of free ground; world */
    WEND_MARK_COUNT
} wend_mark_kind;

/* "half_plane", "cone" and so on; "unknown" for other numbers. Static storage. */
WEND_API const char *wend_mark_kind_text(wend_mark_kind kind);

/* The coordinates of a mark. */
typedef enum wend_mark_space {
    WEND_MARK_SPACE_DEFAULT,  /* as its kind has it, see above */
    WEND_MARK_SPACE_WORLD,    /* local coordinates, m */
    WEND_MARK_SPACE_VELOCITY, /* m/s, relative to the zero velocity */
    WEND_MARK_SPACE_COUNT
} wend_mark_space;

/* What a mark is about. */
typedef enum wend_subject_kind {
    WEND_SUBJECT_NONE,       /* the agent itself, or nothing in particular */
    WEND_SUBJECT_AGENT,      /* another agent: key, id (a wend_agent) */
    WEND_SUBJECT_WALL,       /* a wall of the space: index */
    WEND_SUBJECT_OBSTACLE,   /* of the overlay: index, id (a wend_obstacle); part: which of its
                                walls, from 0 */
    WEND_SUBJECT_GOAL,       /* index, id (a wend_goal), part of its region */
    WEND_SUBJECT_CONNECTION, /* of the space: index */
    WEND_SUBJECT_PORTAL,     /* of the agent's route: index */
    WEND_SUBJECT_POINT,      /* of the agent's route: index; 0 for one that moves along it */
    WEND_SUBJECT_COUNT
} wend_subject_kind;

/* "none", "agent", "wall" and so on; "unknown" for other numbers. Static storage. */
WEND_API const char *wend_subject_kind_text(wend_subject_kind kind);

/* A thing of the world that a mark is about. Fields that its kind does not name are 0. */
typedef struct wend_subject {
    wend_subject_kind kind;
    uint32_t index, part;
    uint64_t key; /* of an agent */
    uint64_t id;  /* the value of a wend_agent, wend_goal or wend_obstacle; of goals and obstacles
                     set by wend_sketch_add */
} wend_subject;

/* The agent of body `index`; a ghost stands for its agent. */
WEND_API wend_subject wend_view_agent_subject(const wend_view *view, uint32_t index);
/* A wall as wend_view_find_walls numbers them: of the space, or of an obstacle of the overlay.
 * WEND_SUBJECT_NONE for other numbers. */
WEND_API wend_subject wend_view_wall_subject(const wend_view *view, uint32_t wall);
/* What the id of a region names: a goal with its part, the connection whose entry it is, a portal
 * or a point of the agent's route. WEND_SUBJECT_NONE for a region without an id. */
WEND_API wend_subject wend_view_region_subject(const wend_view *view, const wend_region *region);

typedef struct wend_mark {
    wend_mark_kind kind;
    wend_vec2 a, b, c;
    const char *label; /* static text, may be NULL */
    wend_subject subject;
    wend_mark_space space; /* set by wend_sketch_add where it is WEND_MARK_SPACE_DEFAULT */
    wend_kind stage;       /* of the entry that made it; set by wend_sketch_add */
    const char *entry;     /* the name of that entry; set by wend_sketch_add */
} wend_mark;

/* The coordinates that a mark is in: never WEND_MARK_SPACE_DEFAULT. */
static inline wend_mark_space wend_mark_space_of(const wend_mark *mark) {
    if (mark->space != WEND_MARK_SPACE_DEFAULT) {
        return mark->space;
    }
    return mark->kind == WEND_MARK_REGION || mark->kind == WEND_MARK_FORCE ||
                   mark->kind == WEND_MARK_PATH || mark->kind == WEND_MARK_DISC
               ? WEND_MARK_SPACE_WORLD
               : WEND_MARK_SPACE_VELOCITY;
}

/* Adds a mark, unless the sketch is full. Its stage and entry become those of the descriptor that
 * is being asked, whatever they were. */
WEND_API void wend_sketch_add(wend_sketch *sketch, wend_mark mark);

#ifdef __cplusplus
}
#endif

#endif
