/* Limits the speed of intents: agents that must stand still get 0, all others at most their
 * max_speed. Cost: O(1) per agent. */
#include <math.h>

#include "step/prefetch.h"
#include "world/world.h"

static bool is_standing(const wend_body *body) {
    return wend_body_flags(body) & WEND_BODY_STANDS;
}

static float smaller(float a, float b) {
    return a < b ? a : b;
}

bool steer_needs_goal(const wend_world *world, uint32_t index) {
    const wend_stage *stage = world->profiles[index].stages[PROFILE_FOLLOW].stage;
    return !((const wend_follower *)stage)->needs_no_goal;
}

/* True if an agent without a route waits until the budget allows a plan. */
static bool is_suspended(const wend_world *world, const wend_body *body) {
    return world->plan_budget > 0 && (wend_body_flags(body) & WEND_BODY_NEEDS_ROUTE) &&
           world->cold.route[body->slot] == 0;
}

/* The speed limit of one call. */
typedef struct speed_limit {
    const wend_world *world;
    bool may_stand;   /* agents stand still without a goal or route */
    bool may_suspend; /* agents wait for a route */
} speed_limit;

static inline float limited_speed(const speed_limit *limit, const wend_body *body, float most,
                                  float speed) {
    bool stands = limit->may_stand &&
                  (is_standing(body) || (limit->may_suspend && is_suspended(limit->world, body)));
    return stands ? 0.0F : smaller(speed, most);
}

/* What the intents of a call have in common, as far as note_flags needs it. */
typedef struct intent_summary {
    uint32_t flags; /* flags that any region has */
    float least;    /* m/s: the lowest speed */
} intent_summary;

static inline void limit_intent(float speed, wend_intent *intent, intent_summary *summary) {
    intent->speed = speed;
    summary->flags |= intent->region.flags;
    summary->least = smaller(speed, summary->least);
}

bool steer_limit_speed(const wend_world *world, const wend_agents *agents, wend_intent *intents) {
    speed_limit limit = {world, steer_needs_goal(world, agents->profile), world->plan_budget > 0};
    bool needs_cells = prefetch_needs_wall_cells(&world->view);
    wend_column max_speed = agents->max_speed;
    intent_summary summary = {0, INFINITY};
    for (uint32_t k = 0; k < agents->range_count; k++) {
        uint32_t begin = agents->ranges[k].begin, end = agents->ranges[k].end;
        const wend_body *body = &world->bodies[begin];
        wend_intent *intent = &intents[begin - agents->first];
        if (!needs_cells && max_speed.stride == 0) { /* the usual case */
            float most = wend_column_at(max_speed, 0);
            for (; begin < end; begin++, body++, intent++) {
                limit_intent(limited_speed(&limit, body, most, intent->speed), intent, &summary);
            }
        }
        for (; begin < end; begin++, body++, intent++) {
            if (needs_cells) {
                prefetch_wall_cell(&world->view, begin, end); /* for the steering model */
            }
            float most = wend_column_at(max_speed, body->slot);
            limit_intent(limited_speed(&limit, body, most, intent->speed), intent, &summary);
        }
    }
    return !(summary.least > 0.0F) || (summary.flags & (WEND_REGION_LOST | WEND_REGION_RESCUE));
}
