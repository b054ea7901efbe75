/* The activities of agents: the transition table, and the one function that applies it.
 *
 * An agent without a full route keeps its activity when it takes another goal, until a route to
 * that goal has been planned. The lack of a route is thus reported only once. An agent that has
 * arrived keeps its activity when its route is planned again for another profile or map. An agent
 * may leave the world from any activity.
 *
 * Cost: O(1) for a transition; nothing for agents whose activity does not change. */
#include "behave/activity.h"

#include <assert.h>

/* Short names keep the table narrow. */
enum {
    CHO = WEND_ACTIVITY_CHOOSING,
    WAI = WEND_ACTIVITY_WAITING,
    WAL = WEND_ACTIVITY_WALKING,
    APP = WEND_ACTIVITY_APPROACHING,
    STR = WEND_ACTIVITY_STRANDED,
    CRO = WEND_ACTIVITY_CROSSING,
    ARR = WEND_ACTIVITY_ARRIVED,
    CLO = WEND_ACTIVITY_CLOSED,
    LEF = WEND_ACTIVITY_LEFT,
    NEV = WEND_ACTIVITY_COUNT /* the event cannot happen in this activity */
};

/* clang-format off */
static const uint8_t table[WEND_ACTIVITY_COUNT][ACTIVITY_EVENT_COUNT] = {
    /*        goal                    route            goal        connection  world
              set  taken none closed  full part none   stay  pass  enter exit  left */
    [CHO] = { CHO, WAL,  WAI, CLO,    NEV, NEV, NEV,   NEV,  NEV,  NEV,  NEV,  LEF },
    [WAI] = { WAI, WAL,  WAI, CLO,    NEV, NEV, NEV,   NEV,  NEV,  NEV,  NEV,  LEF },
    [WAL] = { CHO, WAL,  WAI, CLO,    WAL, APP, STR,   ARR,  CHO,  CRO,  NEV,  LEF },
    [APP] = { CHO, APP,  WAI, CLO,    WAL, APP, STR,   ARR,  CHO,  CRO,  NEV,  LEF },
    [STR] = { CHO, STR,  WAI, CLO,    WAL, APP, STR,   NEV,  NEV,  NEV,  NEV,  LEF },
    [CRO] = { CRO, NEV,  NEV, NEV,    NEV, NEV, NEV,   NEV,  NEV,  NEV,  WAL,  LEF },
    [ARR] = { CHO, NEV,  NEV, NEV,    ARR, ARR, ARR,   NEV,  NEV,  NEV,  NEV,  LEF },
    [CLO] = { WAI, NEV,  NEV, NEV,    NEV, NEV, NEV,   NEV,  NEV,  NEV,  NEV,  LEF },
    [LEF] = { NEV, NEV,  NEV, NEV,    NEV, NEV, NEV,   NEV,  NEV,  NEV,  NEV,  NEV },
};
/* clang-format on */

wend_activity activity_after(wend_activity from, activity_event event) {
    return (wend_activity)table[from][event];
}

bool activity_is_standing(wend_activity activity) {
    return activity_is_waiting(activity) || activity == WEND_ACTIVITY_STRANDED ||
           activity == WEND_ACTIVITY_ARRIVED;
}

/* Sets an agent's activity, and the flag bits of its body that depend on the activity. */
static void set_activity(wend_world *world, uint32_t slot, wend_activity activity) {
    world->cold.behaviour[slot].activity = (uint8_t)activity;
    agent_change_flags(agent_body(world, slot),
                       activity_is_standing(activity) ? WEND_BODY_STANDS : 0,
                       (activity_is_standing(activity) ? 0 : WEND_BODY_STANDS) |
                           (activity_is_waiting(activity) ? WEND_BODY_NEEDS_ROUTE : 0));
}

void activity_begin(wend_world *world, uint32_t slot) {
    world->cold.behaviour[slot] =
        (cold_behaviour){.previous = WEND_ACTIVITY_CHOOSING, .since = (uint32_t)world->step};
    set_activity(world, slot, WEND_ACTIVITY_CHOOSING);
}

void activity_apply_event(wend_world *world, uint32_t slot, activity_event event) {
    cold_behaviour *record = &world->cold.behaviour[slot];
    wend_activity from = (wend_activity)record->activity, to = activity_after(from, event);
    assert(to != WEND_ACTIVITY_COUNT);
    if (to == from || to == WEND_ACTIVITY_COUNT) {
        return;
    }
    record->previous = (uint8_t)from;
    record->since = (uint32_t)world->step;
    set_activity(world, slot, to);
}

const char *wend_activity_text(wend_activity activity) {
    static const char *const texts[WEND_ACTIVITY_COUNT] = {"choosing",    "waiting",  "walking",
                                                           "approaching", "stranded", "crossing",
                                                           "arrived",     "closed",   "left"};
    return (unsigned)activity < WEND_ACTIVITY_COUNT ? texts[activity] : "unknown";
}
