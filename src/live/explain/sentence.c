/* Writes why an agent moves as it does. */
#include "live/explain/sentence.h"
#include "words/words.h"
#include <inttypes.h>
#include <math.h>

enum { MOST_KEYS = 3 /* agents that are named on each side */ };

static const char *const SIDES[LIMITS_SIDE_COUNT] = {"ahead", "on the left", "on the right",
                                                     "behind"};

/* ---- What it wants --------------------------------------------------------------------------- */

static void write_goal(words *w, const sentence_facts *facts) {
    if (facts->goal == NULL) {
        return;
    }
    if (facts->queue != NULL) {
        words_add(w, " towards its place in the queue%s%.80s%s",
                  facts->queue[0] != '\0' ? " '" : "", facts->queue,
                  facts->queue[0] != '\0' ? "'" : "");
    } else if (facts->goal[0] != '\0') {
        words_add(w, " towards '%.80s'", facts->goal);
    } else {
        words_add(w, " towards goal %" PRIu32, facts->goal_index);
    }
}

static void write_wish(words *w, const sentence_facts *facts) {
    wend_vec2 preferred = facts->limits->preferred;
    if (!words_is_known(preferred)) {
        words_add(w, facts->goal != NULL ? "It heads" : "It has no goal");
        write_goal(w, facts);
    } else if (words_is_standing(preferred)) {
        words_add(w, "It wants to stand still");
    } else {
        words_add(w, "It wants to go %.2f m/s", words_speed(preferred));
        write_goal(w, facts);
    }
}

/* ---- What limits it -------------------------------------------------------------------------- */

static void write_joint(words *w, uint32_t index, uint32_t count) {
    words_add(w, "%s", index == 0 ? "" : index + 1 < count ? ", " : " and ");
}

static void write_agents(words *w, const limits *l, int side, bool first) {
    uint32_t count = l->agent_count[side], named = count < MOST_KEYS ? count : MOST_KEYS;
    uint32_t others = count - named;
    words_add(w, "%cgent%s ", first ? 'A' : 'a', count == 1 ? "" : "s");
    for (uint32_t i = 0; i < named; i++) {
        write_joint(w, i, named + (others > 0));
        words_add(w, "%" PRIu64, l->agents[side][i]);
    }
    if (others > 0) {
        words_add(w, " and %" PRIu32 " other%s", others, others == 1 ? "" : "s");
    }
    words_add(w, " %s", SIDES[side]);
}

/* Writes the agents, walls and obstacles that limit the agent. Returns the number of things
 * that it names. */
static uint32_t write_limits(words *w, const limits *l) {
    uint32_t written = 0, things = 0, parts = 0;
    for (int side = 0; side < LIMITS_SIDE_COUNT; side++) {
        parts += (uint32_t)(l->agent_count[side] > 0) + l->walls[side] + l->obstacles[side];
        things += l->agent_count[side] + l->walls[side] + l->obstacles[side];
    }
    for (int side = 0; side < LIMITS_SIDE_COUNT; side++) {
        if (l->agent_count[side] > 0) {
            write_joint(w, written, parts);
            write_agents(w, l, side, written++ == 0);
        }
    }
    for (int side = 0; side < LIMITS_SIDE_COUNT; side++) {
        if (l->walls[side]) {
            write_joint(w, written, parts);
            words_add(w, "%c wall %s", written++ == 0 ? 'A' : 'a', SIDES[side]);
        }
        if (l->obstacles[side]) {
            write_joint(w, written, parts);
            words_add(w, "%s %s", written++ == 0 ? "An obstacle" : "an obstacle", SIDES[side]);
        }
    }
    return things;
}

/* ---- What it chooses ------------------------------------------------------------------------- */

static void write_choice(words *w, const limits *l) {
    double turn = words_turn(l->preferred, l->chosen);
    if (words_is_standing(l->chosen)) {
        words_add(w, "it stands still");
        return;
    }
    words_add(w, "it chooses %.2f m/s", words_speed(l->chosen));
    double degrees = floor(fabs(turn) + 0.5);
    if (degrees >= 1.0) {
        words_add(w, ", %.0f degree%s to the %s", degrees, degrees > 1.0 ? "s" : "",
                  turn > 0.0 ? "left" : "right");
    }
}

static bool is_as_preferred(const limits *l) {
    static const double SMALL = 0.01; /* m/s */
    double x = (double)l->chosen.x - (double)l->preferred.x;
    double y = (double)l->chosen.y - (double)l->preferred.y;
    return words_is_known(l->preferred) && words_is_known(l->chosen) && sqrt(x * x + y * y) < SMALL;
}

static void write_status(words *w, const sentence_facts *facts) {
    if (facts->agent->solve_status == WEND_SOLVE_INFEASIBLE) {
        words_add(w, " Its constraints contradicted each other in the last step: it took the "
                     "velocity that violates them least.");
    } else if (facts->agent->solve_status == WEND_SOLVE_RELAXED) {
        words_add(w, " In the last step it ignored some constraints, because they left no room.");
    }
}

void sentence_write(const sentence_facts *facts, char *out, size_t size) {
    const limits *l = facts->limits;
    words w = {out, size, 0};
    if (facts->agent->activity == WEND_ACTIVITY_CROSSING) {
        words_add(&w, "It is on a connection, and returns to the ground at its end.");
        return;
    }
    write_wish(&w, facts);
    if (is_as_preferred(l)) {
        words_add(&w, words_is_standing(l->preferred) ? "." : ", and nothing keeps it from that.");
    } else {
        words_add(&w, ". ");
        if (l->count > 0) {
            uint32_t things = write_limits(&w, l);
            words_add(&w, " limit%s it", things == 1 ? "s" : "");
        } else if (words_is_known(l->chosen)) {
            words_add(&w, "Its model changes its velocity gradually");
        } else {
            words_add(&w, "Its models do not explain their choice");
        }
        words_add(&w, words_is_known(l->chosen) ? "; " : "");
        if (words_is_known(l->chosen)) {
            write_choice(&w, l);
        }
        words_add(&w, ".");
    }
    words_add(&w, "%s", words_activity(facts->agent->activity));
    write_status(&w, facts);
}
