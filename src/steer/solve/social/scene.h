/* steer/solve/social/scene.h: what a social-force model sees, and how it adds forces.
 *
 * A model of this family is one file in steer/: a parameter table that begins with SOCIAL_ROWS, one
 * function of type social_forces, and a descriptor whose `steer` and `explain` call social_steer
 * and social_explain (solve/social/model.h). steer/helbing.c is an example. The shared code finds
 * the neighbours and walls, drives the agent towards its region, integrates, and prevents contacts
 * with walls.
 *
 * `forces` is called for every part of a step. It adds the accelerations (m/s^2; divide a force by
 * its mass) that act at the moment `now` to `sum`:
 *
 *     for (uint32_t i = 0; i < scene->other_count; i++) {
 *         social_pair pair = social_pair_of(scene, i, now);
 *         if (pair.gap < p->range) {
 *             social_push(scene, i, sum, vec_scale(pair.normal, p->A * wend_expf(-pair.gap)));
 *         }
 *     }
 *     for (uint32_t i = 0; i < now->contact_count; i++) {
 *         social_push_wall(scene, &now->contacts[i], sum, ...);
 *     }
 *
 * - Every position is relative to the agent's position at the start of the step. Use only
 *   differences, as social_pair_of returns them.
 * - The driving term (v0 e0 - v) / tau is not part of `sum`: the integrator adds it, because it
 *   treats it implicitly. `now->desired` is v0 e0, `scene->relaxation_time` is tau.
 * - social_push only adds an acceleration of the agent. social_push_both also moves the neighbour
 *   away in the rest of the step, with the opposite acceleration. Use it for stiff forces between
 *   bodies, such as those at a contact: if both agents took the other one's velocity as constant,
 *   both would bounce back as from a wall, and each contact would create energy.
 * - social_grip and social_grip_wall add friction at a contact: an acceleration `rate` * slip along
 *   the tangent. It is solved implicitly, so that it never reverses the slip, whatever the rate and
 *   the step.
 * - A model that needs other quantities (the smallest time to collision, for example) loops over
 *   the neighbours as often as it likes before it adds forces. Neighbours are ordered by distance
 *   and key. Sum in that order.
 *
 * Nothing here is NaN or infinite as long as the model's accelerations are finite: neighbours at
 * the same position are displaced, and normals are unit vectors or zero. */
#ifndef STEER_SOLVE_SOCIAL_SCENE_H
#define STEER_SOLVE_SOCIAL_SCENE_H

#include <wend/explain.h>
#include <wend/model.h>

#include "geom/vec.h"
#include "steer/solve/planes/planes.h"
#include "steer/solve/walls/near.h"

enum { SOCIAL_MOST_OTHERS = PLANES_MOST_ACTIVE };

/* A neighbour. Its position and velocity are those at the current moment of the step. */
typedef struct social_other {
    wend_vec2 position;  /* m: relative to the agent's position at the start of the step */
    wend_vec2 velocity;  /* m/s */
    float radius;        /* m */
    float grip;          /* 1/s: friction in this part of the step, see social_grip */
    wend_vec2 push;      /* m/s^2: acceleration of the agent that also acts on the neighbour */
    wend_vec2 tangent;   /* direction of the friction */
    wend_vec2 direction; /* unit vector of its motion at the start of the step; zero if it rests */
    uint32_t body;       /* index in view->bodies */
    int32_t priority;    /* wend_view_priority: the lower one goes first */
    bool stands;         /* its activity is to stand; else it walks */
    bool responds;       /* false: it does not avoid others, or cannot move */
} social_other;

/* The nearest point of a wall. A corner that two walls share is one contact. */
typedef struct social_contact {
    wend_vec2 offset;   /* m: from the wall's nearest point to the agent */
    wend_vec2 normal;   /* unit vector of `offset`; of the wall's free side if `offset` is zero */
    float length;       /* m: of `offset` */
    float distance;     /* m: the distance for forces: `length`, or more if the agent is stuck */
    wend_vec2 velocity; /* m/s: of the wall */
    uint32_t near;      /* index of the wall in scene->walls.walls */
} social_contact;

/* What the agent heads for during a step. */
typedef struct social_target {
    wend_vec2 direction; /* e0 at the start of the step; zero if there is none */
    wend_vec2 point;     /* m: where to stop, relative to the agent's position at the start */
    wend_vec2 velocity;  /* m/s: velocity of `point` */
    wend_vec2 turn;      /* cosine and sine of a turn of the direction: see stuck.h */
    float speed;         /* v0, in m/s; 0: stand still */
    float slow_within;   /* m: nearer to `point`, the speed is proportional to the distance; 0: the
                            agent does not stop at `point` */
} social_target;

/* Everything that acts on an agent during a step. */
typedef struct social_scene {
    const wend_view *view;
    const wend_agents *agents;
    const wend_intent *intent;
    const void *params;    /* the model's parameter struct */
    uint32_t index;        /* index of the agent's body */
    float radius;          /* m */
    float speed;           /* v0: preferred speed, in m/s */
    float max_speed;       /* m/s; a model's `begin` may lower it */
    float relaxation_time; /* tau, in s */
    float patience;        /* s: see stuck.h; 0: off */
    float max_force;       /* m/s^2: largest acceleration by all terms together */
    float wall_grip;       /* s/m: friction at a wall that stops the agent, see motion.c */
    float reach; /* m: gap within which bodies act on each other; a model's `begin` may lower it */
    float wall_extra;  /* m: added to distances from walls if the agent is stuck, see stuck.h */
    int32_t priority;  /* wend_view_priority */
    float prepared[4]; /* numbers that a `begin` of a model computes for its `forces` */
    social_target target;
    uint32_t other_count;
    near_walls walls;
    social_other others[SOCIAL_MOST_OTHERS]; /* nearest first, as at the start of the step */
} social_scene;

/* The agent at one moment of a step. */
typedef struct social_moment {
    wend_vec2 position; /* m: relative to the start of the step */
    wend_vec2 velocity; /* m/s */
    wend_vec2 desired;  /* m/s: v0 e0; less near a point to stop at */
    float time;         /* s: since the start of the step */
    float duration;     /* s: of this part of the step */
    uint32_t contact_count;
    social_contact contacts[NEAR_WALLS_MOST];
} social_moment;

/* How an agent has moved in a step. */
typedef struct social_motion {
    wend_vec2 displacement; /* m */
    wend_vec2 velocity;     /* m/s */
} social_motion;

/* The sum of what acts on the agent. Zeroed before `forces` is called. */
typedef struct social_sum {
    wend_vec2 acceleration; /* m/s^2 */
    /* Friction: the acceleration is drag - G v, with the symmetric matrix G (1/s). */
    float grip_xx, grip_xy, grip_yy;
    wend_vec2 drag;
    wend_sketch *sketch; /* receives a mark for each force, or is NULL */
} social_sum;

/* Adds the accelerations of a model at a moment. It may change nothing else than `sum` and, through
 * the functions below, the neighbours. */
typedef void (*social_forces)(social_scene *scene, const social_moment *now, social_sum *sum);

/* ---- Pairs ----------------------------------------------------------------------------------- */

/* The agent i and its neighbour j. */
typedef struct social_pair {
    wend_vec2 offset; /* d = x_i - x_j, in m: from the neighbour to the agent */
    wend_vec2 normal; /* n = d / |d|; zero if d is */
    float distance;   /* |d|, in m */
    float gap;        /* |d| - R, in m: negative if the bodies overlap */
} social_pair;

static inline social_pair social_pair_of(const social_scene *scene, uint32_t other,
                                         const social_moment *now) {
    const social_other *j = &scene->others[other];
    social_pair pair = {.offset = vec_sub(now->position, j->position)};
    pair.distance = vec_length(pair.offset);
    float inverse = pair.distance > 0.0F ? 1.0F / pair.distance : 0.0F;
    pair.normal = vec_scale(pair.offset, inverse);
    pair.gap = pair.distance - scene->radius - j->radius;
    return pair;
}

/* ---- Forces ---------------------------------------------------------------------------------- */

static inline void social_mark(social_sum *sum, wend_vec2 acceleration, const char *label,
                               wend_subject subject) {
    if (acceleration.x != 0.0F || acceleration.y != 0.0F) {
        wend_sketch_add(sum->sketch, (wend_mark){.kind = WEND_MARK_FORCE,
                                                 .b = acceleration,
                                                 .label = label,
                                                 .subject = subject});
    }
}

/* m/s^2: components of accelerations are limited to this value, far above every `max_force`, so
 * that sums and products of forces stay finite whatever the parameters are. */
#define SOCIAL_MOST_PUSH 1e7F

static inline float social_limited(float component) {
    float limited = component < SOCIAL_MOST_PUSH ? component : SOCIAL_MOST_PUSH;
    return limited > -SOCIAL_MOST_PUSH ? limited : -SOCIAL_MOST_PUSH;
}

static inline wend_vec2 social_bounded(wend_vec2 acceleration) {
    wend_vec2 bounded = {social_limited(acceleration.x), social_limited(acceleration.y)};
    return bounded;
}

/* Adds an acceleration by a neighbour. */
static inline void social_push(const social_scene *scene, uint32_t other, social_sum *sum,
                               wend_vec2 acceleration) {
    sum->acceleration = vec_add(sum->acceleration, social_bounded(acceleration));
    if (sum->sketch) {
        social_mark(sum, acceleration, "neighbour",
                    wend_view_agent_subject(scene->view, scene->others[other].body));
    }
}

/* Adds an acceleration by a neighbour, whose opposite moves the neighbour if it responds. */
static inline void social_push_both(social_scene *scene, uint32_t other, social_sum *sum,
                                    wend_vec2 acceleration) {
    scene->others[other].push = vec_add(scene->others[other].push, acceleration);
    social_push(scene, other, sum, acceleration);
}

/* Adds an acceleration by a wall. */
static inline void social_push_wall(const social_scene *scene, const social_contact *contact,
                                    social_sum *sum, wend_vec2 acceleration) {
    sum->acceleration = vec_add(sum->acceleration, social_bounded(acceleration));
    if (sum->sketch) {
        social_mark(sum, acceleration, "wall",
                    wend_view_wall_subject(scene->view, scene->walls.walls[contact->near].wall));
    }
}

/* Adds an acceleration that belongs to no neighbour or wall. `label` has static storage. */
static inline void social_push_self(social_sum *sum, wend_vec2 acceleration, const char *label) {
    sum->acceleration = vec_add(sum->acceleration, social_bounded(acceleration));
    if (sum->sketch) {
        social_mark(sum, acceleration, label, (wend_subject){0});
    }
}

/* Makes walls oppose the desired velocity by at most `share` of the driving force of an agent at
 * rest. `before` is sum->acceleration before the walls were added. */
static inline void social_limit_walls(const social_scene *scene, const social_moment *now,
                                      wend_vec2 before, float share, social_sum *sum) {
    float desired = vec_length(now->desired);
    wend_vec2 ahead = vec_normalized(now->desired);
    float against = vec_dot(vec_sub(before, sum->acceleration), ahead);
    float excess = against - share * desired / scene->relaxation_time;
    if (excess > 0.0F) {
        social_push_self(sum, vec_scale(ahead, excess), "limit of wall forces");
    }
}

/* Adds friction with the rate `rate` (1/s) towards `velocity` along the unit vector `tangent`. */
static inline void social_add_grip(social_sum *sum, wend_vec2 tangent, float rate,
                                   wend_vec2 velocity) {
    sum->grip_xx += rate * tangent.x * tangent.x;
    sum->grip_xy += rate * tangent.x * tangent.y;
    sum->grip_yy += rate * tangent.y * tangent.y;
    sum->drag = vec_add(sum->drag, vec_scale(tangent, rate * vec_dot(velocity, tangent)));
}

/* Adds friction at a contact with a neighbour, once per moment: the acceleration rate * ((v_j -
 * v_i) . t) t with the tangent t = left(n). The neighbour gets the opposite if it responds: then
 * its velocity at the end of this part of the step is (v_j + h rate v_i) / (1 + h rate) along t,
 * and eliminating it leaves the rate below. */
static inline void social_grip(social_scene *scene, uint32_t other, const social_moment *now,
                               social_sum *sum, wend_vec2 normal, float rate) {
    social_other *j = &scene->others[other];
    wend_vec2 tangent = vec_perp(normal);
    float effective = j->responds ? rate / (1.0F + now->duration * rate) : rate;
    j->grip = effective;
    j->tangent = tangent;
    social_add_grip(sum, tangent, effective, j->velocity);
    if (sum->sketch) {
        float slip = vec_dot(vec_sub(j->velocity, now->velocity), tangent);
        social_mark(sum, vec_scale(tangent, rate * slip), "friction",
                    wend_view_agent_subject(scene->view, j->body));
    }
}

/* Adds friction at a contact with a wall. */
static inline void social_grip_wall(const social_scene *scene, const social_contact *contact,
                                    const social_moment *now, social_sum *sum, float rate) {
    wend_vec2 tangent = vec_perp(contact->normal);
    social_add_grip(sum, tangent, rate, contact->velocity);
    if (sum->sketch) {
        float slip = vec_dot(vec_sub(contact->velocity, now->velocity), tangent);
        social_mark(sum, vec_scale(tangent, rate * slip), "friction",
                    wend_view_wall_subject(scene->view, scene->walls.walls[contact->near].wall));
    }
}

#endif
