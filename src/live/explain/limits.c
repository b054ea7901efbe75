/* Finds what keeps an agent from its preferred velocity. */
#include "live/explain/limits.h"
#include "geom/segment.h"
#include "geom/vec.h"
#include "words/words.h"
#include <math.h>
#include <wend/math.h>
#include <wend/view.h>

static const float ON_BOUNDARY = 0.01F; /* m/s */
static const float INSIDE = 1e-4F;      /* m/s: rounding */
static const float WEAKEST = 1.0F / 3.0F;

static limits_side side_of(wend_vec2 looking, wend_vec2 towards) {
    float along = vec_dot(looking, towards), across = vec_cross(looking, towards);
    if (fabsf(across) <= fabsf(along)) {
        return along >= 0.0F ? LIMITS_AHEAD : LIMITS_BEHIND;
    }
    return across > 0.0F ? LIMITS_LEFT : LIMITS_RIGHT;
}

/* ---- Which marks limit ----------------------------------------------------------------------- */

/* Returns how far (m/s) a velocity is inside the half-plane of allowed velocities. */
static float room_in(const wend_mark *mark, wend_vec2 velocity) {
    return vec_dot(vec_sub(velocity, mark->a), mark->b);
}

static bool is_in_cone(const wend_mark *mark, wend_vec2 velocity) {
    wend_vec2 from = vec_sub(velocity, mark->a);
    float turn = vec_cross(mark->b, mark->c) >= 0.0F ? 1.0F : -1.0F;
    return turn * vec_cross(mark->b, from) > INSIDE && turn * vec_cross(from, mark->c) > INSIDE;
}

static bool is_boundary(const wend_mark *mark) {
    return mark->kind == WEND_MARK_BOUNDARY_SEGMENT || mark->kind == WEND_MARK_BOUNDARY_ARC;
}

/* True if a velocity is in a set of forbidden velocities, whose boundary follows the mark. Arcs
 * count as their chords. */
static bool is_in_set(const wend_mark *mark, const wend_mark *end, wend_vec2 velocity) {
    const wend_mark *piece = mark + 1;
    bool inside = piece < end && is_boundary(piece);
    for (; piece < end && is_boundary(piece) && inside; piece++) {
        wend_vec2 along = vec_sub(piece->b, piece->a);
        inside = vec_cross(along, vec_sub(velocity, piece->a)) > INSIDE * vec_length(along);
    }
    return inside;
}

static float distance_to_set(const wend_mark *mark, const wend_mark *end, wend_vec2 velocity) {
    float least = INFINITY;
    for (const wend_mark *piece = mark + 1; piece < end && is_boundary(piece); piece++) {
        wend_vec2 nearest = segment_closest(velocity, piece->a, piece->b);
        least = fminf(least, vec_length(vec_sub(nearest, velocity)));
    }
    return least;
}

static float distance_to_cone(const wend_mark *mark, wend_vec2 velocity) {
    wend_vec2 from = vec_sub(velocity, mark->a), sides[] = {mark->b, mark->c};
    float least = vec_length(from);
    for (int i = 0; i < 2; i++) {
        float along = fmaxf(vec_dot(from, sides[i]), 0.0F);
        least = fminf(least, vec_length(vec_sub(from, vec_scale(sides[i], along))));
    }
    return least;
}

/* True if a constraint forbids the preferred velocity, or ends at the chosen one. */
static bool does_limit(const wend_mark *mark, const wend_mark *end, const limits *l) {
    bool wants = words_is_known(l->preferred), chose = words_is_known(l->chosen);
    switch (mark->kind) {
    case WEND_MARK_HALF_PLANE:
        return (wants && room_in(mark, l->preferred) < -INSIDE) ||
               (chose && fabsf(room_in(mark, l->chosen)) < ON_BOUNDARY);
    case WEND_MARK_CONE:
        return (wants && is_in_cone(mark, l->preferred)) ||
               (chose && distance_to_cone(mark, l->chosen) < ON_BOUNDARY);
    case WEND_MARK_FORBIDDEN:
        return (wants && is_in_set(mark, end, l->preferred)) ||
               (chose && distance_to_set(mark, end, l->chosen) < ON_BOUNDARY);
    default:
        return false;
    }
}

/* True if an agent follows its preferred velocity, so that nothing limits it. */
static bool is_free(const limits *l) {
    return words_is_known(l->preferred) && words_is_known(l->chosen) &&
           vec_length(vec_sub(l->preferred, l->chosen)) < ON_BOUNDARY;
}

/* ---- Where they are -------------------------------------------------------------------------- */

/* Gets the position of a subject, or of its nearest point. */
static bool find_subject(const wend_view *view, wend_vec2 from, const wend_subject *subject,
                         wend_vec2 *out) {
    if (subject->kind == WEND_SUBJECT_AGENT) {
        uint32_t body = wend_view_find_body(view, wend_agent_slot((wend_agent){subject->id}));
        *out = body != UINT32_MAX ? view->bodies[body].position : from;
        return body != UINT32_MAX;
    }
    if (subject->kind == WEND_SUBJECT_WALL && subject->index < wend_space_wall_count(view->space)) {
        wend_wall wall = wend_space_wall(view->space, subject->index);
        *out = segment_closest(from, wall.a, wall.b);
        return true;
    }
    if (subject->kind == WEND_SUBJECT_OBSTACLE && subject->index < wend_view_obstacle_count(view)) {
        wend_obstacle_info info = wend_view_obstacle_info(view, subject->index);
        if (info.is_present && subject->part < info.wall_count) {
            wend_overlay_wall wall = wend_view_overlay_wall(view, info.first_wall + subject->part);
            *out = segment_closest(from, wall.a, wall.b);
            return true;
        }
    }
    return false;
}

static bool has_agent(const limits *l, uint64_t key) {
    for (int side = 0; side < LIMITS_SIDE_COUNT; side++) {
        for (uint32_t i = 0; i < l->agent_count[side] && i < LIMITS_MOST_AGENTS; i++) {
            if (l->agents[side][i] == key) {
                return true;
            }
        }
    }
    return false;
}

static void add(limits *l, limits_side side, const wend_subject *subject) {
    if (subject->kind == WEND_SUBJECT_AGENT) {
        if (has_agent(l, subject->key)) {
            return;
        }
        if (l->agent_count[side] < LIMITS_MOST_AGENTS) {
            l->agents[side][l->agent_count[side]] = subject->key;
        }
        l->agent_count[side]++;
        l->count++;
        return;
    }
    bool *flags = subject->kind == WEND_SUBJECT_WALL ? l->walls : l->obstacles;
    l->count += !flags[side];
    flags[side] = true;
}

static float strongest_force(const wend_mark *marks, uint32_t count) {
    float strongest = 0.0F;
    for (uint32_t i = 0; i < count; i++) {
        bool pushes =
            marks[i].kind == WEND_MARK_FORCE && marks[i].subject.kind != WEND_SUBJECT_NONE;
        strongest = pushes ? fmaxf(strongest, vec_length(marks[i].b)) : strongest;
    }
    return strongest;
}

void limits_find(const wend_view *view, wend_vec2 position, double heading, const wend_mark *marks,
                 uint32_t count, limits *out) {
    *out = (limits){.preferred = {NAN, NAN}, .chosen = {NAN, NAN}};
    for (uint32_t i = 0; i < count; i++) {
        if (marks[i].kind == WEND_MARK_PREFERRED) {
            out->preferred = marks[i].b;
        } else if (marks[i].kind == WEND_MARK_VELOCITY) {
            out->chosen = marks[i].b;
        }
    }
    wend_vec2 looking = {(float)wend_cos(heading), (float)wend_sin(heading)};
    if (words_is_known(out->preferred) && !words_is_standing(out->preferred)) {
        looking = out->preferred;
    }
    float strongest = strongest_force(marks, count);
    for (uint32_t i = 0; i < count; i++) {
        const wend_mark *mark = &marks[i];
        bool pushes = mark->kind == WEND_MARK_FORCE && strongest > 0.0F &&
                      vec_length(mark->b) >= WEAKEST * strongest;
        wend_vec2 at;
        if ((pushes || (!is_free(out) && does_limit(mark, marks + count, out))) &&
            find_subject(view, position, &mark->subject, &at)) {
            add(out, side_of(looking, vec_sub(at, position)), &mark->subject);
        }
    }
}
