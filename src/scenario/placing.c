/* Chooses the start positions of the agents of a scenario. Groups with listed positions and
 * lattices are placed first, then random groups in the remaining space. Sources place their agents
 * during the run. */
#include "scenario/placing.h"
#include "base/error.h"
#include "base/sample.h"
#include "geom/discs.h"
#include "place/ground.h"
#include "place/lattice.h"
#include "place/scatter/scatter.h"
#include "scenario/fields.h"
#include <math.h>

/* Fraction of the smaller radius; a deeper overlap is an error. The metrics use the same fraction.
 */
#define OVERLAP_SHARE 0.01

/* The state while agents are placed: all agents placed so far, and the reader that reports errors.
 */
typedef struct placing {
    wend_scenario *s;
    reader *r;
    disc_index grid;
    uint32_t *placed_agents; /* agents in the order in which they were placed */
} placing;

/* Initialises agent `index` of a group; its position is set later. */
static wend_agent_def *start_agent(const placing *p, const scenario_group *group, uint32_t index) {
    wend_agent_def *agent = &p->s->agents[group->first + index];
    *agent = wend_default_agent_def();
    agent->key = group->first_key + index;
    agent->layer = group->layer;
    agent->profile = (wend_profile){scenario_id_of(group->profile)};
    agent->group = (wend_group){scenario_id_of((uint32_t)(group - p->s->groups))};
    agent->radius =
        sample_radius(&p->s->profiles[group->profile].def.radius, p->s->seed, agent->key);
    return agent;
}

/* Records an agent whose position is set. */
static void record_agent(placing *p, const wend_agent_def *agent) {
    p->placed_agents[p->grid.count] = (uint32_t)(agent - p->s->agents);
    discs_add(&p->grid, agent->position, agent->radius, agent->layer);
}

/* True if the agent lies outside the range of the world; in that case reports a failure. */
static bool is_too_far(placing *p, const wend_agent_def *agent, const node *at) {
    wend_point origin = wend_space_origin(p->s->space), position = agent->position;
    if (ground_is_in_range(p->s->space, position)) {
        return false;
    }
    read_fail(p->r, at, WEND_ERROR_LIMIT,
              "agent %llu at (%.6g, %.6g) is more than %d m from the origin (%.6g, %.6g)",
              (unsigned long long)agent->key, position.x, position.y, WEND_MAX_EXTENT, origin.x,
              origin.y);
    return true;
}

bool placing_read_region(const wend_scenario *s, reader *r, const node *mapping,
                         const format_table *table, wend_point *corners, shape *out) {
    if (!shape_read(r, mapping, table, out) && reader_ok(r)) {
        *out = (shape){WEND_GOAL_BOX, corners, 2, 0.0, 0.0};
        if (!ground_box(s->space, corners)) {
            read_fail(r, mapping, WEND_ERROR_INVALID,
                      "%s needs a shape (disc, box, oriented_box or polygon) in a space without "
                      "bounds",
                      table->what);
        }
    }
    return reader_ok(r);
}

static void fail_overlap(placing *p, const wend_agent_def *agent, uint32_t found, const node *at) {
    const wend_agent_def *other = &p->s->agents[p->placed_agents[found]];
    double x = agent->position.x - other->position.x, y = agent->position.y - other->position.y;
    read_fail(p->r, at, WEND_ERROR_INVALID,
              "agents %llu at (%.6g, %.6g) and %llu at (%.6g, %.6g) overlap: %.3g m apart, their "
              "radii are %.3g m and %.3g m (allow_overlap: true permits this)",
              (unsigned long long)other->key, other->position.x, other->position.y,
              (unsigned long long)agent->key, agent->position.x, agent->position.y,
              sqrt(x * x + y * y), other->radius, agent->radius);
}

/* Places an agent at the position given in the file. Fails if the agent cannot stand there. */
static void place_agent(placing *p, const scenario_group *group, uint32_t index,
                        wend_point position, const node *at) {
    wend_scenario *s = p->s;
    wend_agent_def *agent = start_agent(p, group, index);
    position = sample_jitter(position, group->jitter, s->seed, agent->key);
    agent->position = position;
    if (is_too_far(p, agent, at)) {
        return;
    }
    wend_location location = {wend_space_to_local(s->space, position), agent->layer};
    if (!wend_space_is_walkable(s->space, location, 1u)) {
        read_fail(p->r, at, WEND_ERROR_GEOMETRY,
                  "agent %llu at (%.6g, %.6g) is not on walkable ground",
                  (unsigned long long)agent->key, position.x, position.y);
        return;
    }
    if (!s->allow_overlap) {
        uint32_t found =
            discs_find_overlap(&p->grid, position, agent->radius, agent->layer, OVERLAP_SHARE);
        if (found != UINT32_MAX) {
            fail_overlap(p, agent, found, at);
            return;
        }
    }
    record_agent(p, agent);
}

static void place_list(placing *p, const scenario_group *group, const node *at) {
    bool one = at->items[0]->kind == NODE_SCALAR;
    for (uint32_t i = 0; i < group->count && reader_ok(p->r); i++) {
        const node *item = one ? at : at->items[i];
        wend_point point = read_point(p->r, item, one ? "at" : "a point of 'at'");
        if (reader_ok(p->r)) {
            place_agent(p, group, i, point, item);
        }
    }
}

static void place_given(placing *p, const scenario_group *group) {
    if (group->placement == SCENARIO_LIST) {
        place_list(p, group, group->placement_at);
        return;
    }
    for (uint32_t i = 0; i < group->count && reader_ok(p->r); i++) {
        place_agent(p, group, i, lattice_point(group->lattice, i), group->placement_at);
    }
}

static void fail_to_fit(placing *p, const scatter_task *task, scatter_status status,
                        const scatter_result *result, const node *random) {
    wend_point high;
    shape_bounds(&task->region, &task->agents[0].position, &high);
    if (result->free_area <= 0.0 && is_too_far(p, &task->agents[0], random)) {
        return;
    }
    const char *with = task->spacing > 0.0 ? " with their spacing" : "";
    if (status == SCATTER_BEYOND_PACKING) {
        read_fail(p->r, random, WEND_ERROR_LIMIT,
                  "%u agents do not fit: %.3g m2 of walkable ground are free here, and the agents "
                  "cover %.3g m2%s",
                  task->count, result->free_area, result->covered_area, with);
        return;
    }
    read_fail(p->r, random, WEND_ERROR_LIMIT,
              "only %u of %u agents fit: %.3g m2 of walkable ground are free here, and the agents "
              "cover %.3g m2%s",
              result->placed_count, task->count, result->free_area, result->covered_area, with);
}

static void place_random(placing *p, const scenario_group *group, const node *random) {
    wend_scenario *s = p->s;
    wend_point corners[2];
    scatter_task task = {.ground = {s->space, s->classes},
                         .others = &p->grid,
                         .allow_overlap = s->allow_overlap,
                         .seed = s->seed,
                         .agents = &s->agents[group->first],
                         .count = group->count,
                         .allocator = &s->tree.heap.allocator};
    if (!placing_read_region(s, p->r, random, &format_random, corners, &task.region)) {
        return;
    }
    task.spacing = member_number(p->r, random, &format_random, "spacing", 0.0);
    if (!reader_ok(p->r)) {
        return;
    }
    for (uint32_t i = 0; i < group->count; i++) {
        start_agent(p, group, i);
    }
    scatter_result result;
    scatter_status status = scatter_agents(&task, &result);
    if (status == SCATTER_NO_MEMORY) {
        read_fail_as(p->r, random, error_no_memory(p->r->error, "%u agents", group->count));
    } else if (status != SCATTER_PLACED) {
        fail_to_fit(p, &task, status, &result, random);
    }
    for (uint32_t i = 0; i < group->count && reader_ok(p->r); i++) {
        record_agent(p, &task.agents[i]);
    }
}

static void place_all(placing *p) {
    for (int random = 0; random < 2; random++) {
        for (uint32_t i = 0; i < p->s->group_count && reader_ok(p->r); i++) {
            const scenario_group *group = &p->s->groups[i];
            if (group->placement == SCENARIO_RANDOM && random != 0) {
                place_random(p, group, group->placement_at);
            } else if ((group->placement == SCENARIO_LIST ||
                        group->placement == SCENARIO_LATTICE) &&
                       random == 0) {
                place_given(p, group);
            }
        }
    }
}

void scenario_place_agents(wend_scenario *s, reader *r) {
    s->agents = read_allocate(r, s->agent_count, sizeof *s->agents);
    placing p = {.s = s, .r = r};
    p.placed_agents = read_allocate(r, s->agent_count, sizeof *p.placed_agents);
    if (!reader_ok(r)) {
        return;
    }
    if (!discs_init(&p.grid, s->agent_count, &s->tree.heap.allocator)) {
        r->result = error_no_memory(r->error, "%u agents", s->agent_count);
        return;
    }
    place_all(&p);
    discs_free(&p.grid);
}
