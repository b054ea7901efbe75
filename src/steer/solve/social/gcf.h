/* steer/solve/social/gcf.h: the forces of the generalised centrifugal force model (Chraibi,
 * Seyfried and Schadschneider 2010); see steer/gcf.c. */
#ifndef STEER_SOLVE_SOCIAL_GCF_H
#define STEER_SOLVE_SOCIAL_GCF_H

#include <wend/base.h>

/* The space that a body takes: an ellipse along its direction of motion. */
typedef struct gcf_body {
    float least_length; /* a_min, m: semi-axis along the motion of a body at rest */
    float growth;       /* tau_a, s: growth of that semi-axis with the speed */
    float least_width;  /* b_min, m: semi-axis across at the preferred speed and above */
    float most_width;   /* b_max, m: semi-axis across at rest */
} gcf_body;

/* How strongly a kind of obstacle repels. */
typedef struct gcf_law {
    float preferred_share; /* eta: share of the preferred speed that adds to the closing speed */
    float contact;         /* l, m */
    float blend;           /* r_eps, m: half-width of the spline at contact, width at the cut-off */
    float cut_off;         /* r_c, m */
    float most;            /* f_max: limit of the inverse distance, times (l + r_eps) */
} gcf_law;

/* Returns q (m): how far the ellipse of a body reaches along the unit vector `line`. A body at rest
 * has no direction, and counts as a circle of radius b_max. */
float gcf_extent(const gcf_body *body, wend_vec2 velocity, float preferred_speed, wend_vec2 line);

/* Returns what replaces 1 / gap (1/m): a constant below l - r_eps, 0 from r_c on, and 1 / gap
 * between l + r_eps and r_c - r_eps; two cubic splines connect them. */
float gcf_inverse(const gcf_law *law, float gap);

/* Returns the force (m/s2) of an obstacle in the direction of the unit vector `line`, at a gap in
 * m. `relative` is the agent's velocity minus that of the obstacle. */
wend_vec2 gcf_push(const gcf_law *law, float preferred_speed, wend_vec2 velocity,
                   wend_vec2 relative, wend_vec2 line, float gap);

#endif
