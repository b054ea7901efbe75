/* steer/solve/steps/potential.h: the potentials of optimal steps: how much agents and walls repel
 * the end of a step. */
#ifndef STEER_SOLVE_STEPS_POTENTIAL_H
#define STEER_SOLVE_STEPS_POTENTIAL_H

#include <stdbool.h>

/* The two sets of potentials; see potential.c. */
typedef enum steps_kind { STEPS_SOFT_SHELL, STEPS_2012 } steps_kind;

/* The parameters of the potentials. */
typedef struct steps_shell {
    steps_kind kind;
    double personal_width, intimate_width; /* m: w_p, w_i */
    double height;                         /* m: h */
    double intimate_factor;                /* a_p */
    double core_exponent;                  /* q */
    double wall_width, wall_height;        /* m */
} steps_shell;

/* Returns the potential (m) of an agent at `distance` (m) between the centres. `contact` is the sum
 * of the radii (m). */
double steps_agent_potential(const steps_shell *shell, double distance, double contact);

/* Returns the potential (m) of a wall at `distance` (m) from the centre of an agent. */
double steps_wall_potential(const steps_shell *shell, double distance, double radius);

/* Return the distances (m) from the surface of an agent beyond which other agents and walls have no
 * potential. */
double steps_agent_reach(const steps_shell *shell);
double steps_wall_reach(const steps_shell *shell);

#endif
