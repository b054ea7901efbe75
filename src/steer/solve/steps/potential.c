/* Computes the potentials of agents and walls for optimal steps. All values are in metres of path:
 * a potential of 0.5 is worth a detour of 0.5 m.
 *
 * STEPS_SOFT_SHELL: I. von Sivers, G. Koester, "Dynamic stride length adaptation according to
 * utility and personal space", Transportation Research B 74 (2015). With the shell
 *
 *     S(x, w, f, p) = exp(f / ((x / w)^p - 1)) for x < w, otherwise 0
 *
 *     P_p = h S(x, w_p + R, 4, 2) + (h / a_p) S(x, w_i + R, 4, 2) + 1000 S(x, R, 1, q)
 *     P_o = h_o S(x, w_o, 2, 2) + 1e5 S(x, r, 1, 2)
 *
 * The exponent q is 4 in the authors' program Vadere and 2 in their text. Vadere adds the sum of
 * the radii R to the widths, the text one radius.
 *
 * STEPS_2012: M. Seitz, G. Koester, "Natural discretization of pedestrian movement in continuous
 * space", Physical Review E 86, 046108 (2012), with the constants of Vadere; those of the paper
 * could not be confirmed. With the gap g between the surfaces,
 *
 *     P_p = 1000 if g <= 0, 0.4 exp(-3.5 g^0.6) if g < 1 m, otherwise 0
 *     P_o = 10000 if g <= 0, 0.2 exp(-3.5 g^0.2) if g < 6 m, otherwise 0
 *
 *     symbol       here                      symbol     here
 *     x            distance                  R, r       contact, radius
 *     w_p, w_i     personal_width, intimate_width
 *     h, a_p       height, intimate_factor   w_o, h_o   wall_width, wall_height
 *     q            core_exponent
 *
 * Cost: at most three exponentials and a power. */
#include "steer/solve/steps/potential.h"

#include <wend/math.h>

/* m: the potential of the cores of agents and walls. */
static const double agent_core = 1000.0, wall_core = 1e5, wall_core_2012 = 10000.0;

/* The factors f of the shells. */
static const double agent_factor = 4.0, wall_factor = 2.0, core_factor = 1.0;

/* The potentials of 2012: height (m), rate, exponent and reach (m). */
typedef struct law_2012 {
    double height, rate, exponent, reach;
} law_2012;

static const law_2012 agent_2012 = {0.4, 3.5, 0.6, 1.0}, wall_2012 = {0.2, 3.5, 0.2, 6.0};

/* Returns S; `power` is (x / w)^p. */
static double shell_of(double power, double factor) {
    return power < 1.0 ? wend_exp(factor / (power - 1.0)) : 0.0;
}

static double squared(double x) {
    return x * x;
}

static double law_at(const law_2012 *law, double gap) {
    return gap < law->reach ? law->height * wend_exp(-law->rate * wend_pow(gap, law->exponent))
                            : 0.0;
}

double steps_agent_potential(const steps_shell *shell, double distance, double contact) {
    if (shell->kind == STEPS_2012) {
        double gap = distance - contact;
        return gap <= 0.0 ? agent_core : law_at(&agent_2012, gap);
    }
    double personal = squared(distance / (shell->personal_width + contact));
    double intimate = squared(distance / (shell->intimate_width + contact));
    double out = shell->height * shell_of(personal, agent_factor);
    if (intimate < 1.0) {
        out += shell->height / shell->intimate_factor * shell_of(intimate, agent_factor);
    }
    if (distance < contact) {
        out +=
            agent_core * shell_of(wend_pow(distance / contact, shell->core_exponent), core_factor);
    }
    return out;
}

double steps_wall_potential(const steps_shell *shell, double distance, double radius) {
    if (shell->kind == STEPS_2012) {
        double gap = distance - radius;
        return gap <= 0.0 ? wall_core_2012 : law_at(&wall_2012, gap);
    }
    double out = shell->wall_height * shell_of(squared(distance / shell->wall_width), wall_factor);
    if (distance < radius) {
        out += wall_core * shell_of(squared(distance / radius), core_factor);
    }
    return out;
}

double steps_agent_reach(const steps_shell *shell) {
    double widest = shell->personal_width > shell->intimate_width ? shell->personal_width
                                                                  : shell->intimate_width;
    return shell->kind == STEPS_2012 ? agent_2012.reach : widest;
}

double steps_wall_reach(const steps_shell *shell) {
    return shell->kind == STEPS_2012 ? wall_2012.reach : shell->wall_width;
}
