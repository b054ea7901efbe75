/* Compares the order in which the queue pops its items with a sorted array, and the result of
 * string pulling with all paths that turn at portal ends. */
#include <math.h>
#include <stdlib.h>

#include "plan/graph/queue.h"
#include "plan/route/funnel.h"
#include "support/spaces.h"
#include "support/suite.h"

/* ---- The queue ------------------------------------------------------------------------------- */

enum { ITEMS = 500 };

static int by_order(const void *a, const void *b) {
    const queue_item *p = a, *q = b;
    if (p->f < q->f || p->f > q->f) {
        return p->f < q->f ? -1 : 1;
    }
    return p->index < q->index ? -1 : 1;
}

START_TEST(queue_pops_items_in_order) {
    dice from = {5};
    queue_item heap[ITEMS], sorted[ITEMS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < ITEMS; i++) {
        sorted[i] = (queue_item){(double)dice_below(&from, 50), (i * 7919) % ITEMS};
        queue_push(heap, &count, sorted[i]);
    }
    qsort(sorted, ITEMS, sizeof *sorted, by_order);
    for (uint32_t i = 0; i < ITEMS; i++) {
        queue_item item = queue_pop(heap, &count);
        ck_assert(item.f == sorted[i].f && item.index == sorted[i].index);
    }
    ck_assert_uint_eq(count, 0);
}
END_TEST

/* ---- String pulling -------------------------------------------------------------------------- */

enum { PORTALS = 12 };

/* Samples the portals of a random channel. Each lies farther ahead than the previous one, and is
 * rotated relative to it. */
static void draw_channel(dice *from, funnel_portal *portals) {
    double x = 0.0, y = 0.0, angle = 0.0;
    for (int i = 0; i < PORTALS; i++) {
        angle += dice_between(from, -0.5, 0.5);
        x += 2.0 * cos(angle);
        y += 2.0 * sin(angle);
        double wide = dice_between(from, 0.0, 1.0) < 0.2 ? 0.0 : dice_between(from, 0.1, 1.5);
        portals[i] = (funnel_portal){{x - wide * sin(angle), y + wide * cos(angle)},
                                     {x + wide * sin(angle), y - wide * cos(angle)},
                                     0};
    }
}

static double turn(wend_point a, wend_point b, wend_point c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/* True if the straight line between two points passes through all portals between them. */
static bool passes(const funnel_portal *portals, wend_point a, wend_point b, int first, int end) {
    for (int i = first; i < end; i++) {
        if (turn(a, b, portals[i].left) < -1e-9 || turn(a, b, portals[i].right) > 1e-9) {
            return false;
        }
    }
    return true;
}

/* Returns the length in m of the shortest of all paths that turn only at ends of portals. */
static double brute_force_length(wend_point start, const funnel_portal *portals) {
    wend_point ends[2 * PORTALS];
    double best[2 * PORTALS], result = (double)INFINITY;
    for (int i = 0; i < 2 * PORTALS; i++) {
        ends[i] = i % 2 == 0 ? portals[i / 2].left : portals[i / 2].right;
        best[i] = passes(portals, start, ends[i], 0, i / 2)
                      ? hypot(ends[i].x - start.x, ends[i].y - start.y)
                      : (double)INFINITY;
        for (int k = 0; k < i / 2 * 2; k++) {
            if (passes(portals, ends[k], ends[i], k / 2 + 1, i / 2)) {
                best[i] =
                    fmin(best[i], best[k] + hypot(ends[i].x - ends[k].x, ends[i].y - ends[k].y));
            }
        }
        result = i / 2 == PORTALS - 1 ? fmin(result, best[i]) : result;
    }
    return result;
}

START_TEST(funnel_finds_the_shortest_path) {
    dice from = {11};
    uint32_t bent = 0;
    for (int i = 0; i < 2000; i++) {
        funnel_portal portals[PORTALS];
        wend_route_point turning_points[PORTALS + 1];
        wend_point start = {0.0, 0.0}, last = start;
        draw_channel(&from, portals);
        /* The last portal is the end point */
        portals[PORTALS - 1].left = portals[PORTALS - 1].right;
        uint32_t count = funnel_pull(start, portals, PORTALS, turning_points);
        double length = 0.0;
        for (uint32_t k = 0; k <= count; k++) {
            wend_point at = portals[PORTALS - 1].left;
            if (k < count) {
                at = (wend_point){(double)turning_points[k].position.x,
                                  (double)turning_points[k].position.y};
            }
            length += hypot(at.x - last.x, at.y - last.y);
            last = at;
        }
        double best = brute_force_length(start, portals);
        ck_assert_msg(fabs(length - best) < 1e-4, "sleeve %d: %.9g m, not %.9g", i, length, best);
        bent += count > 0;
    }
    ck_assert_uint_gt(bent, 1000);
}
END_TEST

int main(void) {
    SUITE("plan/taut", queue_pops_items_in_order, funnel_finds_the_shortest_path);
}
