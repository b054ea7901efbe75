/* Areas: compares the agents in each area, and the events that report entering and leaving, with a
 * brute-force count. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include <wend/random.h>
#include <wend/snapshot.h>

#include "support/suite.h"
#include "support/trials.h"
#include "support/worlds.h"

/* ---- The oracle ------------------------------------------------------------------------------ */

enum { MOST_AREAS = 40, MOST_AGENTS = 60, CORNERS = 12 };

typedef struct oracle_area {
    wend_area id;
    wend_point points[CORNERS];
    uint32_t count, layer;
} oracle_area;

/* True if the point is inside the area or on its border, according to the winding number, computed
 * in double precision. The coordinates of the trials are multiples of 1/64, so the result is exact.
 */
static bool oracle_contains(const oracle_area *area, wend_point p) {
    int winding = 0;
    for (uint32_t i = 0; i < area->count; i++) {
        wend_point a = area->points[i], b = area->points[(i + 1) % area->count];
        double side = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
        bool between = (p.x - a.x) * (p.x - b.x) + (p.y - a.y) * (p.y - b.y) <= 0.0;
        if (side == 0.0 && between) {
            return true;
        }
        winding += a.y <= p.y && b.y > p.y && side > 0.0;
        winding -= a.y > p.y && b.y <= p.y && side < 0.0;
    }
    return winding != 0;
}

/* ---- Helpers --------------------------------------------------------------------------------- */

static wend_area add_area(wend_world *world, const wend_point *points, uint32_t count) {
    wend_area_def def = wend_default_area_def();
    wend_area area;
    wend_error error;
    def.points = points;
    def.point_count = count;
    ck_assert_msg(wend_world_add_area(world, &def, &area, &error) == WEND_OK, "%s", error.message);
    return area;
}

static wend_area add_box(wend_world *world, double x, double y, double width, double height) {
    const wend_point points[] = {{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
    return add_area(world, points, 4);
}

static wend_world *open_world(void) {
    wend_world *world = worlds_make(worlds_open(), NULL);
    worlds_profile(world, "direct");
    return world;
}

static uint32_t entered(const wend_world *world) {
    return worlds_events(world, WEND_EVENT_AREA_ENTERED, NULL);
}

static uint32_t left(const wend_world *world) {
    return worlds_events(world, WEND_EVENT_AREA_LEFT, NULL);
}

/* ---- Cases ----------------------------------------------------------------------------------- */

START_TEST(an_agent_that_walks_through_an_area_enters_and_leaves_once) {
    wend_world *world = open_world();
    wend_area area = add_box(world, 2.0, -1.0, 2.0, 2.0);
    wend_agent agent = worlds_agent(world, 0.0, 0.0, worlds_point(world, 10.0, 0.0));
    uint32_t enters = 0, leaves = 0;
    for (int i = 0; i < 100; i++) {
        worlds_step(world, 1);
        wend_event event;
        double x = worlds_state(world, agent).position.x;
        if (worlds_events(world, WEND_EVENT_AREA_ENTERED, &event)) {
            enters++;
            ck_assert_uint_eq(event.area.value, area.value);
            ck_assert_uint_eq(event.agent.value, agent.value);
            ck_assert_double_eq(event.position.x, x);
            ck_assert_double_eq(event.time, wend_world_time(world));
        }
        leaves += left(world);
        ck_assert_uint_eq(wend_world_area_agent_count(world, area), x >= 2.0 && x <= 4.0);
    }
    ck_assert_uint_eq(enters, 1);
    ck_assert_uint_eq(leaves, 1);
    wend_world_destroy(world);
}
END_TEST

START_TEST(agents_added_inside_an_area_enter_it_and_removed_agents_leave_it) {
    wend_world *world = open_world();
    wend_area outer = add_box(world, -2.0, -2.0, 4.0, 4.0);
    wend_area inner = add_box(world, -1.0, -1.0, 2.0, 2.0);
    wend_agent agent = worlds_agent(world, 0.0, 0.0, (wend_goal){0});
    ck_assert_uint_eq(wend_world_get_agent_areas(world, agent, NULL, 0), 0);
    worlds_step(world, 1);
    ck_assert_uint_eq(entered(world), 2);
    wend_area found[3];
    ck_assert_uint_eq(wend_world_get_agent_areas(world, agent, found, 3), 2);
    ck_assert_uint_eq(found[0].value, outer.value);
    ck_assert_uint_eq(found[1].value, inner.value);
    worlds_step(world, 1);
    ck_assert_uint_eq(entered(world) + left(world), 0);
    ck_assert_int_eq(wend_world_remove_agent(world, agent, NULL), WEND_OK);
    worlds_step(world, 1);
    ck_assert_uint_eq(left(world), 2);
    ck_assert_uint_eq(wend_world_area_agent_count(world, outer), 0);
    ck_assert_uint_eq(wend_world_get_agent_areas(world, agent, NULL, 0), 0);
    wend_world_destroy(world);
}
END_TEST

START_TEST(an_agent_that_leaves_the_world_at_its_goal_leaves_its_areas) {
    wend_world *world = open_world();
    wend_area area = add_box(world, -1.0, -1.0, 20.0, 2.0);
    add_box(world, 4.9, -1.0, 1.0,
            2.0); /* the agent reaches this area in the step in which it arrives */
    wend_goal_def def = wend_default_goal_def();
    wend_point at = {5.0, 0.0};
    def.points = &at;
    def.on_arrival = WEND_ON_ARRIVAL_LEAVE;
    worlds_agent(world, 0.0, 0.0, worlds_add_goal(world, &def));
    uint32_t enters = 0, leaves = 0, gone = 0;
    for (int i = 0; i < 80; i++) {
        worlds_step(world, 1);
        enters += entered(world);
        leaves += left(world);
        gone += worlds_events(world, WEND_EVENT_LEFT, NULL);
    }
    ck_assert_uint_eq(gone, 1);
    ck_assert_uint_eq(enters, leaves);
    ck_assert_uint_eq(wend_world_area_agent_count(world, area), 0);
    wend_world_destroy(world);
}
END_TEST

START_TEST(a_removed_area_reports_nothing_and_its_id_is_stale) {
    wend_world *world = open_world();
    wend_area area = add_box(world, -1.0, -1.0, 2.0, 2.0);
    wend_area other = add_box(world, -1.0, -1.0, 3.0, 2.0);
    wend_agent agent = worlds_agent(world, 0.0, 0.0, (wend_goal){0});
    worlds_step(world, 1);
    wend_area both[] = {area, {UINT64_C(7) << 32}};
    wend_error error;
    ck_assert_int_eq(wend_world_remove_areas(world, both, 2, &error), WEND_ERROR_NAME);
    worlds_step(world, 1);
    ck_assert_uint_eq(wend_world_area_agent_count(world, area), 1);
    ck_assert_int_eq(wend_world_remove_area(world, area, NULL), WEND_OK);
    worlds_step(world, 1);
    ck_assert_uint_eq(left(world), 0);
    ck_assert_uint_eq(wend_world_area_agent_count(world, area), 0);
    ck_assert_uint_eq(wend_world_get_agent_areas(world, agent, NULL, 0), 1);
    ck_assert_int_eq(wend_world_remove_area(world, area, NULL), WEND_ERROR_NAME);
    wend_area again = add_box(world, -1.0, -1.0, 1.0, 1.0);
    ck_assert_uint_eq((uint32_t)again.value, (uint32_t)area.value);
    ck_assert_uint_ne(again.value, area.value);
    worlds_step(world, 1);
    ck_assert_uint_eq(entered(world), 1);
    ck_assert_uint_eq(wend_world_area_agent_count(world, other), 1);
    wend_world_destroy(world);
}
END_TEST

START_TEST(refuses_polygons_that_are_not_simple) {
    wend_world *world = open_world();
    const wend_point bow[] = {{0, 0}, {1, 1}, {1, 0}, {0, 1}}, twice[] = {{0, 0}, {1, 0}, {1, 0}},
                     flat[] = {{0, 0}, {1, 0}, {2, 0}}, far[] = {{0, 0}, {1e9, 0}, {0, 1}};
    const struct {
        const wend_point *points;
        uint32_t count, layer;
        wend_result expected;
    } cases[] = {{bow, 4, 0, WEND_ERROR_INVALID},  {twice, 3, 0, WEND_ERROR_INVALID},
                 {flat, 3, 0, WEND_ERROR_INVALID}, {far, 3, 0, WEND_ERROR_INVALID},
                 {bow, 2, 0, WEND_ERROR_INVALID},  {bow, 65, 0, WEND_ERROR_INVALID},
                 {NULL, 3, 0, WEND_ERROR_INVALID}, {bow, 3, 1, WEND_ERROR_NAME}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_area_def defs[] = {wend_default_area_def(), wend_default_area_def()};
        defs[0].points = bow; /* the first three points of `bow` form a triangle */
        defs[0].point_count = 3;
        defs[1].points = cases[i].points;
        defs[1].point_count = cases[i].count;
        defs[1].layer = cases[i].layer;
        wend_error error = {0};
        size_t held = wend_world_get_memory_use(world).held;
        ck_assert_int_eq(wend_world_add_areas(world, defs, 2, NULL, &error), cases[i].expected);
        ck_assert_ptr_nonnull(strstr(error.message, "area 1 cannot be added: "));
        if (i > 0) { /* tables may grow in the first case, but not later */
            ck_assert_uint_eq(wend_world_get_memory_use(world).held, held);
        }
    }
    wend_world_destroy(world);
}
END_TEST

START_TEST(an_area_counts_only_agents_of_its_layer) {
    wend_world *world = worlds_make(worlds_floors(), NULL);
    worlds_profile(world, "direct");
    wend_area_def def = wend_default_area_def();
    const wend_point all[] = {{-50, -50}, {50, -50}, {50, 50}, {-50, 50}};
    wend_area areas[3];
    def.points = all;
    def.point_count = 4;
    for (uint32_t i = 0; i < 3; i++) {
        def.layer = i;
        def.user = 100 + i;
        ck_assert_int_eq(wend_world_add_area(world, &def, &areas[i], NULL), WEND_OK);
        ck_assert_uint_eq(wend_world_get_area_user(world, areas[i]), 100 + i);
    }
    worlds_agent(world, 2.0, 2.0, (wend_goal){0});
    worlds_step(world, 1);
    for (uint32_t i = 0; i < 3; i++) {
        ck_assert_uint_eq(wend_world_area_agent_count(world, areas[i]), i == 0);
    }
    wend_world_destroy(world);
}
END_TEST

/* ---- Trials ---------------------------------------------------------------------------------- */

typedef struct trial {
    wend_world *world;
    uint64_t seed;
    uint32_t number; /* random numbers used so far */
    oracle_area areas[MOST_AREAS];
    uint32_t area_count;
    wend_agent agents[MOST_AGENTS];
    bool inside[MOST_AGENTS][MOST_AREAS]; /* state at the end of the last step */
} trial;

static uint32_t pick(trial *t, uint32_t below) {
    return (uint32_t)((double)wend_random_uniform(t->seed, 1, t->number++, 7) * below);
}

static wend_point pick_point(trial *t) {
    double x = pick(t, 64 * 16) / 64.0, y = pick(t, 64 * 16) / 64.0;
    return (wend_point){x - 8.0, y - 8.0};
}

/* Samples a box, a triangle, or a box with a notch, in either winding. */
static void make_shape(trial *t, oracle_area *area) {
    wend_point at = pick_point(t);
    double width = (1 + pick(t, 300)) / 64.0, height = (1 + pick(t, 300)) / 64.0;
    uint32_t kind = pick(t, 3);
    wend_point box[] = {
        {at.x, at.y}, {at.x + width, at.y}, {at.x + width, at.y + height}, {at.x, at.y + height}};
    area->count = kind == 1 ? 3 : 4;
    memcpy(area->points, box, sizeof box);
    if (kind == 2) { /* a notch from above, down to the middle */
        area->count = 7;
        area->points[3] = (wend_point){at.x + 0.75 * width, at.y + height};
        area->points[4] = (wend_point){at.x + 0.5 * width, at.y + 0.5 * height};
        area->points[5] = (wend_point){at.x + 0.25 * width, at.y + height};
        area->points[6] = (wend_point){at.x, at.y + height};
    }
    bool reversed = pick(t, 2);
    for (uint32_t i = 0; i < area->count / 2 && reversed; i++) {
        wend_point swap = area->points[i];
        area->points[i] = area->points[area->count - 1 - i];
        area->points[area->count - 1 - i] = swap;
    }
}

static void change_areas(trial *t) {
    if (t->area_count > 0 && pick(t, 4) == 0) {
        uint32_t i = pick(t, t->area_count);
        ck_assert_int_eq(wend_world_remove_area(t->world, t->areas[i].id, NULL), WEND_OK);
        t->areas[i] = t->areas[--t->area_count];
        for (uint32_t k = 0; k < MOST_AGENTS; k++) {
            t->inside[k][i] = t->inside[k][t->area_count];
        }
    }
    if (t->area_count < MOST_AREAS && pick(t, 2)) {
        oracle_area *area = &t->areas[t->area_count];
        *area = (oracle_area){0};
        make_shape(t, area);
        area->id = add_area(t->world, area->points, area->count);
        for (uint32_t k = 0; k < MOST_AGENTS; k++) {
            t->inside[k][t->area_count] = false;
        }
        t->area_count++;
    }
}

/* Adds and removes agents, and teleports agents onto borders and corners. */
static void change_agents(trial *t) {
    uint32_t first = pick(t, MOST_AGENTS);
    for (uint32_t n = 0; n < 10; n++) { /* each agent at most once in a step */
        uint32_t i = (first + 7 * n) % MOST_AGENTS;
        wend_agent_state state;
        wend_point to = pick_point(t);
        if (t->area_count > 0 && pick(t, 2)) {
            const oracle_area *area = &t->areas[pick(t, t->area_count)];
            to = area->points[pick(t, area->count)];
        }
        if (!wend_world_get_agent(t->world, t->agents[i], &state)) {
            wend_agent_def def = wend_default_agent_def();
            def.position = to;
            t->agents[i] = worlds_add(t->world, &def);
        } else if (pick(t, 4) == 0) {
            ck_assert_int_eq(wend_world_remove_agent(t->world, t->agents[i], NULL), WEND_OK);
        } else {
            ck_assert_int_eq(wend_world_teleport_agent(t->world, t->agents[i], to, 0, NULL),
                             WEND_OK);
        }
    }
}

/* Returns the number of events of the given kind in the last step, for one agent and one area. */
static uint32_t count_events(const trial *t, wend_event_kind kind, wend_agent agent,
                             wend_area area) {
    const wend_event *events;
    uint32_t count = wend_world_get_events(t->world, &events), found = 0;
    for (uint32_t i = 0; i < count; i++) {
        found += events[i].kind == kind && events[i].agent.value == agent.value &&
                 events[i].area.value == area.value;
    }
    return found;
}

static void check_step(trial *t) {
    uint32_t changes = 0;
    for (uint32_t k = 0; k < t->area_count; k++) {
        uint32_t inside = 0;
        for (uint32_t i = 0; i < MOST_AGENTS; i++) {
            wend_agent_state state;
            bool now = wend_world_get_agent(t->world, t->agents[i], &state) &&
                       oracle_contains(&t->areas[k], state.position);
            bool before = t->inside[i][k];
            ck_assert_uint_eq(
                count_events(t, WEND_EVENT_AREA_ENTERED, t->agents[i], t->areas[k].id),
                now && !before);
            ck_assert_uint_eq(count_events(t, WEND_EVENT_AREA_LEFT, t->agents[i], t->areas[k].id),
                              !now && before);
            changes += now != before;
            inside += now;
            t->inside[i][k] = now;
        }
        ck_assert_uint_eq(wend_world_area_agent_count(t->world, t->areas[k].id), inside);
    }
    ck_assert_uint_eq(entered(t->world) + left(t->world), changes);
    const wend_event *events;
    uint32_t count = wend_world_get_events(t->world, &events);
    for (uint32_t i = 1; i < count; i++) {
        const wend_event *a = &events[i - 1], *b = &events[i];
        ck_assert(a->kind < b->kind ||
                  (a->kind == b->kind &&
                   (a->key < b->key ||
                    (a->key == b->key && (uint32_t)a->area.value <= (uint32_t)b->area.value))));
    }
}

/* Continues with a saved and loaded copy of the world. */
static void reload(trial *t) {
    size_t size = wend_world_save(t->world, NULL, 0);
    uint8_t *bytes = malloc(size), *again = malloc(size);
    ck_assert(bytes && again);
    wend_world_save(t->world, bytes, size);
    wend_world_def def = wend_default_world_def();
    def.space = wend_world_space(t->world);
    def.threads = 1 + pick(t, 3);
    wend_world *loaded = NULL;
    wend_error error;
    ck_assert_msg(wend_world_load(&def, bytes, size, &loaded, &error) == WEND_OK, "%s",
                  error.message);
    ck_assert_uint_eq(wend_world_save(loaded, again, size), size);
    ck_assert_mem_eq(bytes, again, size);
    wend_world_destroy(t->world);
    t->world = loaded;
    free(bytes);
    free(again);
}

START_TEST(counts_and_events_match_brute_force) {
    uint32_t count = trials(60);
    for (uint32_t n = 0; n < count; n++) {
        trial *t = calloc(1, sizeof *t);
        ck_assert_ptr_nonnull(t);
        t->seed = 1000 + n;
        t->world = open_world();
        for (uint32_t step = 0; step < 30; step++) {
            bool areas_first = pick(t, 2);
            if (areas_first) {
                change_areas(t);
            }
            change_agents(t);
            if (!areas_first) {
                change_areas(t);
            }
            if (pick(t, 5) == 0) {
                reload(t);
            }
            worlds_step(t->world, 1);
            check_step(t);
        }
        wend_world_destroy(t->world);
        free(t);
    }
}
END_TEST

int main(void) {
    SUITE("world/areas", an_agent_that_walks_through_an_area_enters_and_leaves_once,
          agents_added_inside_an_area_enter_it_and_removed_agents_leave_it,
          an_agent_that_leaves_the_world_at_its_goal_leaves_its_areas,
          a_removed_area_reports_nothing_and_its_id_is_stale, refuses_polygons_that_are_not_simple,
          an_area_counts_only_agents_of_its_layer, counts_and_events_match_brute_force);
}
