/* Writes sentences about a steering decision: preferred and chosen velocity, constraints and
 * activity. */
#include "run/explain_words.h"
#include "words/words.h"
#include <inttypes.h>
#include <math.h>

static void write_velocity(words *w, wend_vec2 v) {
    if (words_is_standing(v)) {
        words_add(w, "to stand still");
    } else {
        /* Adding 0.0 turns a heading of -0 into 0. */
        words_add(w, "to go %.2f m/s at %.0f degrees", words_speed(v),
                  floor(words_heading(v) + 0.5) + 0.0);
    }
}

/* Writes the angle between the preferred velocity and the chosen velocity. */
static void write_turn(words *w, wend_vec2 preferred_velocity, wend_vec2 choice) {
    double turn = words_turn(preferred_velocity, choice);
    if (fabs(turn) >= 0.5) {
        words_add(w, ", %.0f degrees to the %s of its preferred velocity", fabs(turn),
                  turn > 0.0 ? "left" : "right");
    }
}

static void write_count(words *w, uint32_t count, const char *one, bool *any) {
    if (count > 0) {
        words_add(w, "%s%u %s%s", *any ? " and " : "", count, one, count == 1 ? "" : "s");
        *any = true;
    }
}

static void write_constraints(words *w, const wend_explanation *e) {
    bool any = false;
    words_add(w, " It is limited by ");
    write_count(w, e->half_planes, "half-plane", &any);
    write_count(w, e->cones, "velocity obstacle", &any);
    words_add(w, "%s", any ? "" : "no constraint");
    if (e->goal_sets > 0) {
        words_add(w, ", and must stay in %s goal velocity obstacle%s",
                  e->goal_sets == 1 ? "a" : "one of several", e->goal_sets == 1 ? "" : "s");
    }
    if (e->forces > 0) {
        words_add(w, ", pushed by %u force%s", e->forces, e->forces == 1 ? "" : "s");
    }
}

void explain_in_words(const wend_explanation *e, const char *group, char *out, size_t size) {
    static const char *const solve_statuses[] = {"free", "relaxed: soft constraints were ignored",
                                                 "infeasible: it took the least bad velocity"};
    words w = {out, size, 0};
    words_add(&w, "Agent %" PRIu64, e->agent.key);
    if (group[0] != '\0') {
        words_add(&w, " of '%.80s'", group);
    }
    words_add(&w, " at %.2f s", e->time);
    if (words_is_known(e->preferred)) {
        words_add(&w, " wants ");
        write_velocity(&w, e->preferred);
        words_add(&w, words_is_known(e->chosen) ? ", and" : ".");
    }
    if (words_is_known(e->chosen)) {
        words_add(&w, " chooses ");
        write_velocity(&w, e->chosen);
        write_turn(&w, e->preferred, e->chosen);
        words_add(&w, ".");
    } else if (!words_is_known(e->preferred)) {
        words_add(&w, " has models that do not explain their choice.");
    }
    write_constraints(&w, e);
    uint32_t solve_status = e->agent.solve_status <= WEND_SOLVE_INFEASIBLE ? e->agent.solve_status
                                                                           : WEND_SOLVE_INFEASIBLE;
    words_add(&w, "; its last choice was %s.%s", solve_statuses[solve_status],
              words_activity(e->agent.activity));
}
