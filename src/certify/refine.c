/* Refines a net of points until the bound that it gives is good.
 *
 * Each round finds the distances F from the start; F at the goal is the bound L. The path that
 * gives it is a path on the ground, and its weighted length U bounds the optimum from above. While
 * U / L exceeds the target, a search from the goal gives distances B. A path over an arc from a to
 * b of cost c has at least the cost F(a) + c + B(b). If this is U / target or more, then the arc
 * does not keep L low. Otherwise the intervals at its ends are divided if the arc loses much by
 * their length: more than a share of U - L. If this concerns few intervals, the share is halved. So
 * points are added only where good paths may go, and most of the net stays coarse: this is branch
 * and bound over paths.
 *
 * The first bound of a coarse net can be poor, above all in long thin triangles. Two searches with
 * the full costs of segments therefore give a good U at once, so that few paths stay below it.
 *
 * Cost: two searches for each round; 5 to 20 rounds. */
#include "certify/refine.h"

#include <math.h>
#include <string.h>

static const double LOSS_SHARE = 0.01; /* of the gap between the bounds: an arc may lose this */
static const double LEAST_SHARE = 1e-6;
enum { MOST_ROUNDS = 60, PLAIN_ROUNDS = 2 };

/* Reports how near the gap between the bounds is to the one that the target allows. */
static bool report(const watcher *progress, const refine_result *r, double target) {
    double gap = r->upper - r->lower, allowed = (target - 1.0) * r->lower;
    return watch_report(progress, gap > allowed ? allowed / gap : 1.0);
}

/* Marks and divides intervals. Returns false when out of memory or cancelled; `*divided` is false
 * if no interval needs it. */
static bool divide(net *n, search *forward, search_marks *marks, const watcher *progress,
                   uint64_t *work, bool *divided) {
    search backward = {0};
    uint32_t count = n->slots.count;
    marks->marked = 0;
    marks->from_start = forward->distances;
    marks->pieces = memory_get(n->heap, count);
    bool good = marks->pieces != NULL && search_begin(&backward, n, n->heap);
    if (good) {
        memset(marks->pieces, 1, count);
        backward.marks = marks;
        good = search_run(&backward, net_anchor_node(n, NET_GOAL), net_anchor_node(n, NET_START),
                          progress);
        *work += backward.work;
    }
    if (backward.n != NULL) {
        search_end(&backward);
    }
    *divided = good && marks->marked > 0;
    if (*divided) {
        search_end(forward);
        *forward = (search){0};
        good = net_split(n, marks->pieces);
    }
    memory_free(n->heap, marks->pieces, count);
    return good;
}

/* Finds the bounds with the net as it is. */
static bool bound(const net *n, search *forward, const watcher *progress, refine_result *out) {
    uint32_t start = net_anchor_node(n, NET_START), goal = net_anchor_node(n, NET_GOAL);
    if (!search_begin(forward, n, n->heap)) {
        return false;
    }
    if (out->rounds < PLAIN_ROUNDS) {
        forward->plain = true;
        if (!search_run(forward, start, goal, progress)) {
            return false;
        }
        out->upper = fmin(out->upper, forward->distances[goal]);
        forward->plain = false;
    }
    if (!search_run(forward, start, goal, progress)) {
        return false;
    }
    out->lower = forward->distances[goal];
    out->upper = fmin(out->upper, forward->lengths[goal]);
    out->work += forward->work;
    out->rounds++;
    return true;
}

static bool run_rounds(net *n, const refine_limits *limits, const watcher *progress,
                       search *forward, refine_result *out) {
    search_marks marks = {0};
    double share = LOSS_SHARE;
    for (bool divided = true; divided;) {
        if (!bound(n, forward, progress, out)) {
            return false;
        }
        if (isinf(out->lower) || out->upper <= limits->target * out->lower) {
            return true;
        }
        if (out->work + 4 * net_count_pairs(n) > limits->work || out->rounds >= MOST_ROUNDS) {
            break;
        }
        if (!report(progress, out, limits->target)) {
            return false;
        }
        divided = false;
        marks.threshold = out->upper / limits->target;
        while (!divided && share >= LEAST_SHARE) {
            marks.loss = share * (out->upper - out->lower);
            if (!divide(n, forward, &marks, progress, &out->work, &divided)) {
                return false;
            }
            share *= marks.marked < n->node_count / 16 ? 0.5 : 1.0;
        }
    }
    out->limited = true;
    if (forward->n == NULL) {
        return bound(n, forward, progress, out);
    }
    return true;
}

bool refine_net(net *n, const refine_limits *limits, const watcher *progress, double **distances,
                refine_result *out) {
    search forward = {0};
    *out = (refine_result){.upper = limits->known_cost};
    *distances = NULL;
    bool good = run_rounds(n, limits, progress, &forward, out);
    if (good) {
        *distances = forward.distances;
        forward.distances = NULL;
    }
    if (forward.n != NULL) {
        search_end(&forward);
    }
    return good;
}
