/* wend/explain.h: marks, the geometric primitives that show what models saw and chose.
 *
 * The `explain` function of a descriptor adds marks to a sketch; wend_world_explain collects the
 * marks of one agent. */
#ifndef WEND_EXPLAIN_H
#define WEND_EXPLAIN_H

#include <wend/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The kinds of marks. Each comment gives the meaning of a, b and c, and the coordinates that the
 * kind uses by default. */
typedef enum wend_mark_kind {
    WEND_MARK_HALF_PLANE, /* a: a point on the boundary line, b: inward unit normal; velocity space
                           */
    WEND_MARK_CONE,       /* a: apex, b and c: unit directions of the sides; velocity space */
    WEND_MARK_REGION,     /* a, b: end points (equal for a point); c: zero, or two numbers that the
                             entry documents, such as a candidate's weight; world coordinates */
    WEND_MARK_FORCE,      /* b: the force vector, which starts at the agent; world coordinates */
    WEND_MARK_VELOCITY,   /* b: chosen velocity; velocity space */
    WEND_MARK_PREFERRED,  /* b: preferred velocity; velocity space */
    WEND_MARK_PATH,       /* a -> b: a piece of the path ahead; world coordinates */
    WEND_MARK_PREFERRED_SEGMENT, /* a -> b: velocities that are equally preferred; velocity space */
    WEND_MARK_PREFERRED_ARC, /* a -> b: an arc of equally preferred velocities, counter-clockwise
                                around the zero velocity, at most half a turn; velocity space */
    WEND_MARK_FORBIDDEN, /* velocity space: a convex set of velocities that must not be chosen (a
                            velocity obstacle). a: the position of its label. The
                            WEND_MARK_BOUNDARY_... marks that follow form its boundary,
                            counter-clockwise. */
    WEND_MARK_ALLOWED,   /* like WEND_MARK_FORBIDDEN, but a set that the chosen velocity must belong
                            to (a goal velocity obstacle) */
    WEND_MARK_BOUNDARY_SEGMENT, /* a -> b: a straight part of a boundary; velocity space */
    WEND_MARK_BOUNDARY_ARC,     /* a -> b: an arc of a boundary, counter-clockwise around c, at most
                                   half a turn; velocity space */
    WEND_MARK_DISC, /* a disc of free ground; a: centre, b.x: radius; world coordinates */
    WEND_MARK_COUNT
} wend_mark_kind;

/* Returns the name of a mark kind: "half_plane", "cone" and so on; "unknown" for other numbers.
 * Static storage. */
WEND_API const char *wend_mark_kind_text(wend_mark_kind kind);

/* The coordinate systems of marks. */
typedef enum wend_mark_space {
    WEND_MARK_SPACE_DEFAULT,  /* the coordinate system of the mark's kind: see wend_mark_kind */
    WEND_MARK_SPACE_WORLD,    /* local coordinates, in m */
    WEND_MARK_SPACE_VELOCITY, /* m/s, relative to the zero velocity */
    WEND_MARK_SPACE_COUNT
} wend_mark_space;

/* The kinds of objects that a mark can refer to. Each comment names the fields of wend_subject that
 * are set. */
typedef enum wend_subject_kind {
    WEND_SUBJECT_NONE,       /* the agent itself, or no particular object */
    WEND_SUBJECT_AGENT,      /* another agent: key, id (a wend_agent) */
    WEND_SUBJECT_WALL,       /* a wall of the space: index */
    WEND_SUBJECT_OBSTACLE,   /* an obstacle of the overlay: index, id (a wend_obstacle); part: the
                                index of its wall */
    WEND_SUBJECT_GOAL,       /* a goal: index, id (a wend_goal); part: the part of its region */
    WEND_SUBJECT_CONNECTION, /* a connection of the space: index */
    WEND_SUBJECT_PORTAL,     /* a portal of the agent's route: index */
    WEND_SUBJECT_POINT, /* a point of the agent's route: index, which is 0 for a point that moves
                           along the route */
    WEND_SUBJECT_COUNT
} wend_subject_kind;

/* Returns the name of a subject kind: "none", "agent", "wall" and so on; "unknown" for other
 * numbers. Static storage. */
WEND_API const char *wend_subject_kind_text(wend_subject_kind kind);

/* The object that a mark refers to. Fields that its kind does not use are 0. */
typedef struct wend_subject {
    wend_subject_kind kind;
    uint32_t index, part;
    uint64_t key; /* key of the agent */
    uint64_t id; /* the value of the wend_agent, wend_goal or wend_obstacle; wend_sketch_add sets it
                    for goals and obstacles */
} wend_subject;

/* Returns the agent of body `index` as a subject. For a ghost, this is the agent that it
 * represents. */
WEND_API wend_subject wend_view_agent_subject(const wend_view *view, uint32_t index);
/* Returns a wall as a subject, given its index from wend_view_find_walls. The wall belongs to the
 * space or to an obstacle of the overlay. Returns WEND_SUBJECT_NONE for other numbers. */
WEND_API wend_subject wend_view_wall_subject(const wend_view *view, uint32_t wall);
/* Returns the object that the id of a region names: a goal and one of its parts, the connection
 * that has this region as its entry, or a portal or point of the agent's route. Returns
 * WEND_SUBJECT_NONE for a region without an id. */
WEND_API wend_subject wend_view_region_subject(const wend_view *view, const wend_region *region);

/* One mark: a geometric primitive with a label and the object that it refers to. */
typedef struct wend_mark {
    wend_mark_kind kind;
    wend_vec2 a, b, c;
    const char *label; /* static storage; may be NULL */
    wend_subject subject;
    /* wend_sketch_add replaces WEND_MARK_SPACE_DEFAULT by the default of the kind. */
    wend_mark_space space;
    wend_kind stage;   /* the kind of entry that made the mark; set by wend_sketch_add */
    const char *entry; /* the name of that entry; set by wend_sketch_add */
} wend_mark;

/* Returns the coordinate system of a mark; never WEND_MARK_SPACE_DEFAULT. */
static inline wend_mark_space wend_mark_space_of(const wend_mark *mark) {
    if (mark->space != WEND_MARK_SPACE_DEFAULT) {
        return mark->space;
    }
    return mark->kind == WEND_MARK_REGION || mark->kind == WEND_MARK_FORCE ||
                   mark->kind == WEND_MARK_PATH || mark->kind == WEND_MARK_DISC
               ? WEND_MARK_SPACE_WORLD
               : WEND_MARK_SPACE_VELOCITY;
}

/* Adds a mark, unless the sketch is full. Sets the mark's stage and entry to those of the
 * descriptor that is running. */
WEND_API void wend_sketch_add(wend_sketch *sketch, wend_mark mark);

#ifdef __cplusplus
}
#endif

#endif
