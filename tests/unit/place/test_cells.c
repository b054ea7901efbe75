/* Cells of mostly blocked regions: no position is lost, and thin ground takes all agents. */
#include "place/scatter/cells.h"
#include "place/scatter/scatter.h"
#include "support/spaces.h"
#include "support/suite.h"
#include "support/trials.h"
#include <math.h>
#include <wend/math.h>

enum { AGENTS = 500 };

/* Makes a square frame, rotated by `angle`: a square with sides of length `side`, and a hole that
 * leaves only a border of the given width. */
static wend_space *make_frame(double side, double width, double angle) {
    sketch s;
    sketch_start(&s);
    sketch_set_transform(&s, angle, 0.0, 0.0);
    sketch_box_boundary(&s, 0, 0, 0, side, side);
    sketch_box(&s, 0, 0, width, width, side - width, side - width);
    return sketch_space(&s);
}

static scatter_task task_in(const wend_space *space, const wend_point *corners, disc_index *others,
                            wend_agent_def *agents, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        agents[i] = wend_default_agent_def();
        agents[i].key = i;
        agents[i].radius = 0.25;
    }
    return (scatter_task){.ground = {space, 1u},
                          .others = others,
                          .region = {WEND_GOAL_BOX, corners, 2, 0.0, 0.0},
                          .seed = 3,
                          .agents = agents,
                          .count = count};
}

/* A frame that is 3 m wide and encloses a square of 49 km2 has room for 100,000 agents. Throwing
 * darts over the whole square placed only 6 agents. */
START_TEST(thin_frame_has_room_for_all_agents) {
    static const wend_point corners[2] = {{0, 0}, {7000, 7000}};
    static wend_agent_def agents[AGENTS];
    wend_space *space = make_frame(7000.0, 3.0, 0.0);
    disc_index none;
    ck_assert(discs_init(&none, 1, NULL));
    scatter_task task = task_in(space, corners, &none, agents, AGENTS);
    scatter_result result;
    ck_assert_int_eq(scatter_agents(&task, &result), SCATTER_PLACED);
    uint32_t sides[4] = {0, 0, 0, 0};
    for (uint32_t i = 0; i < AGENTS; i++) {
        wend_point p = agents[i].position;
        ck_assert(ground_is_clear(&task.ground, p, 0, 0.25));
        for (uint32_t k = 0; k < i; k++) {
            wend_point q = agents[k].position;
            ck_assert_double_ge(hypot(p.x - q.x, p.y - q.y), 0.5);
        }
        sides[p.x < 3.0 ? 0 : p.x > 6997.0 ? 1 : p.y < 3.0 ? 2 : 3]++;
    }
    for (uint32_t i = 0; i < 4; i++) { /* 125 expected; five standard deviations are 49 */
        ck_assert_uint_ge(sides[i], 76);
        ck_assert_uint_le(sides[i], 174);
    }
    discs_free(&none);
    wend_space_release(space);
}
END_TEST

static bool is_in_cells(const scatter_cells *cells, wend_point p) {
    double column = floor((p.x - cells->low.x) / cells->side);
    double row = floor((p.y - cells->low.y) / cells->side);
    for (uint32_t i = 0; i < cells->count; i++) {
        if (cells->items[i].column == column && cells->items[i].row == row) {
            return true;
        }
    }
    return false;
}

/* Uses frames of random width and regions of several shapes. Each free point must lie in a cell,
 * and so must each point sampled from the cells. */
START_TEST(cells_contain_every_free_point) {
    static wend_agent_def agents[1];
    uint32_t found = 0;
    for (uint64_t seed = 0; seed < trials(60); seed++) {
        dice from = {seed};
        double side = dice_between(&from, 5.0, 100.0);
        double width = side * dice_between(&from, 0.01, 0.2);
        wend_space *space = make_frame(side, width, seed % 2 == 0 ? 0.0 : WEND_PI / 4.0);
        wend_point box[2] = {{-side, -2.0}, {side + 3.0, side}};
        wend_point tilted[2] = {{side / 2, side / 3}, {side, side / 50}};
        wend_point triangle[3] = {{0, 0}, {side, side / 30}, {side, side / 8}};
        const shape regions[3] = {{WEND_GOAL_BOX, box, 2, 0.0, 0.0},
                                  {WEND_GOAL_ORIENTED_BOX, tilted, 2, 0.0, 0.4},
                                  {WEND_GOAL_POLYGON, triangle, 3, 0.0, 0.0}};
        disc_index none;
        ck_assert(discs_init(&none, 1, NULL));
        scatter_task task = task_in(space, box, &none, agents, 1);
        task.region = regions[seed % 3];
        wend_point low, high;
        shape_bounds(&task.region, &low, &high);
        scatter_cells cells;
        ck_assert(cells_find(&cells, &task, low, high, side / 100.0));
        for (uint32_t i = 0; i < 2000; i++) {
            wend_point p = {dice_between(&from, low.x, high.x), dice_between(&from, low.y, high.y)};
            if (shape_contains(&task.region, p) && ground_is_walkable(&task.ground, p, 0)) {
                ck_assert_msg(is_in_cells(&cells, p), "seed %u: %g, %g", (unsigned)seed, p.x, p.y);
                found++;
            }
            static const uint32_t purposes[3] = {1, 2, 3};
            if (cells.count > 0) {
                ck_assert(is_in_cells(&cells, cells_sample(&cells, seed, 1, i, purposes)));
            }
        }
        cells_free(&cells);
        discs_free(&none);
        wend_space_release(space);
    }
    ck_assert_uint_ge(found, trials_bound(5000));
}
END_TEST

/* Ground that ends at a link has no wall there; its cells must not be dropped. */
START_TEST(cells_beside_links_are_kept) {
    sketch s;
    sketch_start(&s);
    sketch_stairs(&s, 4.0);
    wend_space *space = sketch_space(&s);
    uint32_t blocked = 0;
    for (double x = -15.0; x < 20.0; x += 0.37) {
        for (double y = -15.0; y < 15.0; y += 0.41) {
            for (uint32_t layer = 0; layer < 3; layer++) {
                placement_ground ground = {space, 1u};
                if (!ground_is_blocked(&ground, (wend_point){x, y}, layer, 1.0)) {
                    continue;
                }
                blocked++;
                for (uint32_t i = 0; i < 16; i++) {
                    wend_point near = {x + cos(0.3927 * i), y + sin(0.3927 * i)};
                    ck_assert(!ground_is_walkable(&ground, near, layer));
                }
            }
        }
    }
    ck_assert_uint_ge(blocked, 1000);
    wend_space_release(space);
}
END_TEST

int main(void) {
    SUITE("place/cells", thin_frame_has_room_for_all_agents, cells_contain_every_free_point,
          cells_beside_links_are_kept);
}
