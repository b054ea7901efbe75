/* Writes sentences about a steering decision: preferred and chosen velocity, constraints and
 * activity. */
#include "run/explain_words.h"
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <wend/math.h>

static const double DEGREES = 180.0 / WEND_PI;
static const double SLOWEST = 5e-3; /* m/s: an agent that is slower counts as standing */

typedef struct text_writer {
    char *out;
    size_t size, used;
} text_writer;

__attribute__((format(printf, 2, 3))) static void write_text(text_writer *w, const char *format,
                                                             ...) {
    va_list list;
    va_start(list, format);
    int length = vsnprintf(w->out + w->used, w->size - w->used, format, list);
    va_end(list);
    w->used += length > 0 ? (size_t)length : 0;
    w->used = w->used < w->size ? w->used : w->size - 1;
}

static double speed_of(wend_vec2 v) {
    return wend_hypot((double)v.x, (double)v.y);
}

static double heading_of(wend_vec2 v) {
    return wend_atan2((double)v.y, (double)v.x) * DEGREES;
}

static bool is_known(wend_vec2 v) {
    return isfinite(v.x) && isfinite(v.y);
}

static void write_velocity(text_writer *w, wend_vec2 v) {
    if (speed_of(v) < SLOWEST) {
        write_text(w, "to stand still");
    } else {
        /* Adding 0.0 turns a heading of -0 into 0. */
        write_text(w, "to go %.2f m/s at %.0f degrees", speed_of(v),
                   floor(heading_of(v) + 0.5) + 0.0);
    }
}

/* Writes the angle between the preferred velocity and the chosen velocity. */
static void write_turn(text_writer *w, wend_vec2 preferred_velocity, wend_vec2 choice) {
    if (!is_known(preferred_velocity) || speed_of(preferred_velocity) < SLOWEST ||
        speed_of(choice) < SLOWEST) {
        return;
    }
    double turn = heading_of(choice) - heading_of(preferred_velocity);
    turn -= 360.0 * floor((turn + 180.0) / 360.0);
    if (fabs(turn) >= 0.5) {
        write_text(w, ", %.0f degrees to the %s of its preferred velocity", fabs(turn),
                   turn > 0.0 ? "left" : "right");
    }
}

static void write_count(text_writer *w, uint32_t count, const char *one, bool *any) {
    if (count > 0) {
        write_text(w, "%s%u %s%s", *any ? " and " : "", count, one, count == 1 ? "" : "s");
        *any = true;
    }
}

static void write_constraints(text_writer *w, const wend_explanation *e) {
    bool any = false;
    write_text(w, " It is limited by ");
    write_count(w, e->half_planes, "half-plane", &any);
    write_count(w, e->cones, "velocity obstacle", &any);
    write_text(w, "%s", any ? "" : "no constraint");
    if (e->goal_sets > 0) {
        write_text(w, ", and must stay in %s goal velocity obstacle%s",
                   e->goal_sets == 1 ? "a" : "one of several", e->goal_sets == 1 ? "" : "s");
    }
    if (e->forces > 0) {
        write_text(w, ", pushed by %u force%s", e->forces, e->forces == 1 ? "" : "s");
    }
}

static const char *describe_activity(wend_activity activity) {
    switch (activity) {
    case WEND_ACTIVITY_ARRIVED:
        return " It has arrived.";
    case WEND_ACTIVITY_STRANDED:
        return " It has no route to its goal.";
    case WEND_ACTIVITY_APPROACHING:
        return " Its route ends near its goal, which is not reachable.";
    case WEND_ACTIVITY_WAITING:
        return " It waits for a goal, or for room at it.";
    case WEND_ACTIVITY_CLOSED:
        return " Its goal has closed.";
    default:
        return "";
    }
}

void explain_in_words(const wend_explanation *e, const char *group, char *out, size_t size) {
    static const char *const solve_statuses[] = {"free", "relaxed: soft constraints were ignored",
                                                 "infeasible: it took the least bad velocity"};
    text_writer w = {out, size, 0};
    write_text(&w, "Agent %" PRIu64, e->agent.key);
    if (group[0] != '\0') {
        write_text(&w, " of '%.80s'", group);
    }
    write_text(&w, " at %.2f s", e->time);
    if (is_known(e->preferred)) {
        write_text(&w, " wants ");
        write_velocity(&w, e->preferred);
        write_text(&w, is_known(e->chosen) ? ", and" : ".");
    }
    if (is_known(e->chosen)) {
        write_text(&w, " chooses ");
        write_velocity(&w, e->chosen);
        write_turn(&w, e->preferred, e->chosen);
        write_text(&w, ".");
    } else if (!is_known(e->preferred)) {
        write_text(&w, " has models that do not explain their choice.");
    }
    write_constraints(&w, e);
    uint32_t solve_status = e->agent.solve_status <= WEND_SOLVE_INFEASIBLE ? e->agent.solve_status
                                                                           : WEND_SOLVE_INFEASIBLE;
    write_text(&w, "; its last choice was %s.%s", solve_statuses[solve_status],
               describe_activity(e->agent.activity));
}
