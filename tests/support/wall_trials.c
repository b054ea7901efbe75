#include "support/wall_trials.h"

#include <check.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { MAX_WALLS = 512, MAX_AGENTS = 512, MAX_PIECES = 8 };

/* m: tolerance for rounding errors of distances in double precision. */
static const double evaluation = 1e-9;

/* ---- The steering model ---------------------------------------------------------------------- */

/* The displacement that the model chose for each agent in this step, indexed by key. */
static wend_vec2 preferred_velocities[MAX_AGENTS + 1];

static wend_vec2 towards(wend_vec2 from, wend_vec2 to, double length) {
    double x = (double)to.x - (double)from.x, y = (double)to.y - (double)from.y;
    double size = hypot(x, y);
    return size > 0.0 ? (wend_vec2){(float)(x / size * length), (float)(y / size * length)}
                      : (wend_vec2){(float)length, 0.0F};
}

static wend_vec2 random_preferred(const wend_view *view, uint32_t index) {
    const wend_body *body = &view->bodies[index];
    dice from = {wend_view_random(view, index, 1)};
    /* Each choice lasts for 20 steps, so that an agent can get stuck. */
    dice strategy = {wend_view_key(view, index) * 1000003 + view->step / 20 + view->seed};
    double lengths[] = {5.0, 0.13, 0.01, 1e-4, dice_between(&from, 0.0, 2.0)};
    double length = lengths[dice_below(&from, 5)];
    wend_location location = {body->position, wend_body_layer(body)};
    wend_wall_hit hit = wend_view_find_closest_wall(view, location, 8.0F);
    double turn = dice_between(&from, 0.0, 6.283185307179586);
    switch (hit.wall == WEND_NO_WALL ? 0 : dice_below(&strategy, 6)) {
    case 1:
        return towards(body->position, hit.point, length);
    case 2:
        return towards(body->position, hit.a, length);
    case 3:
        return towards(body->position, hit.b, length);
    case 4: { /* moves along the wall, slightly into it */
        wend_vec2 along = towards(hit.a, hit.b, length);
        wend_vec2 into = towards(body->position, hit.point, 0.1 * length);
        return (wend_vec2){along.x + into.x, along.y + into.y};
    }
    case 5:
        turn = dice_between(&strategy, 0.0, 6.283185307179586);
        break;
    default:
        break;
    }
    return (wend_vec2){(float)(cos(turn) * length), (float)(sin(turn) * length)};
}

static void steer_wild(const wend_view *view, const wend_agents *agents, const wend_intent *intents,
                       wend_outcome *outcomes) {
    (void)intents;
    for (uint32_t k = 0; k < agents->range_count; k++) {
        for (uint32_t i = agents->ranges[k].begin; i < agents->ranges[k].end; i++) {
            wend_vec2 preferred_velocity = random_preferred(view, i);
            preferred_velocities[wend_view_key(view, i)] = preferred_velocity;
            outcomes[i - agents->first] = (wend_outcome){
                .velocity = {preferred_velocity.x / view->dt, preferred_velocity.y / view->dt},
                .displacement = preferred_velocity};
        }
    }
}

static const wend_steering wild_steering = {
    .stage = {.entry = {WEND_HEAD(wend_steering), .name = "wild",
                        .summary = "wishes to walk through walls"}},
    .respects_limits = true,
    .steer = steer_wild,
};

/* ---- Spaces ---------------------------------------------------------------------------------- */

static void add_polygon(sketch *s, dice *from, double x, double y, double size) {
    double xy[16];
    uint32_t count = 3 + dice_below(from, 6);
    bool star = dice_below(from, 2);
    double turn = dice_between(from, 0.0, 6.28);
    for (uint32_t i = 0; i < count; i++) {
        double angle = turn + 6.283185307179586 * (double)i / (double)count;
        double radius = star ? dice_between(from, 0.15, 1.0) * size : size;
        xy[2 * i] = x + cos(angle) * radius;
        xy[2 * i + 1] = y + sin(angle) * radius;
    }
    sketch_solid(s, 0, 0, xy, count);
}

static void sketch_polygons(sketch *s, dice *from) {
    sketch_box_boundary(s, 0, -8.0, -8.0, 8.0, 8.0);
    for (int i = 0; i < 9; i++) {
        double x = -5.0 + 5.0 * (i % 3), y = -5.0 + 5.0 * (i / 3);
        add_polygon(s, from, x, y, dice_between(from, 0.3, 2.45));
    }
}

static void sketch_lines(sketch *s, dice *from) {
    for (int i = 0; i < 14; i++) {
        double xy[8];
        xy[0] = dice_between(from, -7.0, 7.0);
        xy[1] = dice_between(from, -7.0, 7.0);
        for (int k = 2; k < 8; k++) {
            xy[k] = xy[k - 2] + dice_between(from, -2.0, 2.0);
        }
        sketch_open(s, 0, i % 3 == 0 ? 0 : 1, xy, 2 + dice_below(from, 3));
    }
}

/* Makes rooms in a row. Doors are 0.5 m wide, twice the radius of most agents, and corridors are
 * equally narrow. */
static void sketch_doorways(sketch *s, dice *from) {
    sketch_box_boundary(s, 0, -8.0, -3.0, 8.0, 3.0);
    for (int i = 0; i < 4; i++) {
        double x = -6.0 + 3.5 * i, door = 0.25 * dice_between(from, -8.0, 8.0);
        double depth = i % 2 ? 1.5 : 0.05;
        sketch_box(s, 0, 0, x, -2.9, x + depth, door - 0.25);
        sketch_box(s, 0, 0, x, door + 0.25, x + depth, 2.9);
    }
}

static void sketch_acute(sketch *s, dice *from) {
    double xy[40];
    for (int i = 0; i < 20; i++) {
        double angle = 6.283185307179586 * i / 20.0;
        double radius = i % 2 ? dice_between(from, 5.0, 8.0) : dice_between(from, 0.5, 2.5);
        xy[2 * i] = cos(angle) * radius;
        xy[2 * i + 1] = sin(angle) * radius;
    }
    sketch_boundary(s, 0, xy, 20);
}

/* Makes diamonds that touch at their corners; all coordinates are multiples of 1/2. */
static void sketch_touching(sketch *s, dice *from) {
    sketch_box_boundary(s, 0, -7.0, -7.0, 7.0, 7.0);
    for (int i = 0; i < 16; i++) {
        double x = -4.5 + 3.0 * (i % 4), y = -4.5 + 3.0 * (i / 4);
        if (dice_below(from, 4)) {
            sketch_solid(s, 0, 0, (double[]){x - 1.5, y, x, y - 1.5, x + 1.5, y, x, y + 1.5}, 4);
        }
    }
}

/* Makes stairs that are short enough to be crossed in one step, and obstacles behind them. */
static void sketch_floors(sketch *s, dice *from) {
    double length = dice_below(from, 2) ? 6.0 : 1.25;
    sketch_stairs(s, length);
    for (int i = 0; i < 4; i++) {
        double y = -4.0 + 2.2 * i + dice_between(from, 0.0, 0.3);
        double x = dice_between(from, 0.4, 2.0);
        sketch_box(s, 0, 0, -x - 1.0, y, -x, y + 1.0);
        sketch_box(s, 1, 0, length + x, y, length + x + 1.0, y + 1.0);
    }
    sketch_line(s, 2, 0, 0.5, dice_between(from, -1.3, 1.3), 1.0, dice_between(from, -1.3, 1.3));
}

static wend_space *draw_space(trial_kind kind, dice *from) {
    static sketch s;
    static const double shifts[] = {0.0, 30.0, 300.0, 1000.0, 2500.0, 4000.0};
    wend_space *space = NULL;
    while (!space) {
        bool plain = kind == TRIAL_TOUCHING;
        double shift = shifts[dice_below(from, 6)];
        double turn = dice_below(from, 3) ? dice_between(from, 0.0, 6.28) : 0.0;
        sketch_start(&s);
        sketch_set_transform(&s, plain ? 0.0 : turn, dice_below(from, 2) ? shift : -shift,
                             dice_below(from, 2) ? shift : -0.5 * shift);
        switch (kind) {
        case TRIAL_POLYGONS:
            sketch_polygons(&s, from);
            break;
        case TRIAL_LINES:
            sketch_lines(&s, from);
            break;
        case TRIAL_DOORWAYS:
            sketch_doorways(&s, from);
            break;
        case TRIAL_ACUTE:
            sketch_acute(&s, from);
            break;
        case TRIAL_TOUCHING:
            sketch_touching(&s, from);
            break;
        default:
            sketch_floors(&s, from);
            break;
        }
        space = sketch_try(&s);
    }
    return space;
}

/* ---- The oracle ------------------------------------------------------------------------------ */

typedef struct trial {
    const wend_space *space;
    wend_wall walls[MAX_WALLS];
    uint32_t wall_count;
    const char *text; /* description of the failing case */
    uint64_t seed;
} trial;

typedef struct mover {
    wend_vec2 from, to;
    uint32_t layer, next_layer;
    double radius;
    uint64_t key;
    double room; /* m: the distance that it must keep from walls: the radius, or the distance to the
                    nearest wall if it overlaps that wall (room_of) */
} mover;

/* The part of a step that lies on one layer; its ends are fractions of the step. */
typedef struct piece {
    uint32_t layer;
    uint32_t link; /* the link at which the part begins */
    double begin, end;
} piece;

static void report(const trial *t, const mover *m, uint32_t wall, const char *what) {
    const wend_wall *w = &t->walls[wall];
    ck_abort_msg(
        "%s, seed %llu: agent %llu of radius %.9g %s at wall %u (%.9g, %.9g) (%.9g, %.9g): "
        "from (%.9g, %.9g) layer %u to (%.9g, %.9g) layer %u",
        t->text, (unsigned long long)t->seed, (unsigned long long)m->key, m->radius, what, wall,
        (double)w->a.x, (double)w->a.y, (double)w->b.x, (double)w->b.y, (double)m->from.x,
        (double)m->from.y, m->layer, (double)m->to.x, (double)m->to.y, m->next_layer);
}

static bool is_right_of(const trial *t, uint32_t wall, wend_vec2 p) {
    return exact_side(t->walls[wall].a, t->walls[wall].b, p) < 0;
}

/* True if the centre of an agent was on the wall of a solid and moved into the solid. */
static bool is_behind(const trial *t, const mover *m, const wend_wall *w) {
    bool right = exact_side(w->a, w->b, m->to) < 0;
    bool at_a = m->from.x == w->a.x && m->from.y == w->a.y;
    bool at_b = m->from.x == w->b.x && m->from.y == w->b.y;
    if (!at_a && !at_b) {
        return right && exact_side(w->a, w->b, m->from) == 0;
    }
    uint32_t other = at_a ? w->previous : w->next;
    bool convex = at_a ? w->convex_a : w->convex_b;
    return right && other != WEND_NO_WALL && (!convex || is_right_of(t, other, m->to));
}

/* Checks a wall of the layer, for an agent that stays on that layer. */
static void check_wall(const trial *t, const mover *m, uint32_t index) {
    const wend_wall *w = &t->walls[index];
    double before = plain_distance(m->from, w->a, w->b);
    double after = plain_distance(m->to, w->a, w->b);
    if (before > 0.0) {
        if (exact_meet(m->from, m->to, w->a, w->b)) {
            report(t, m, index, "crosses");
        }
    } else if (w->one_sided && is_behind(t, m, w)) {
        report(t, m, index, "sinks in");
    }
    if (after < fmin(m->room, before) - evaluation) {
        report(t, m, index, "sinks deeper in");
    }
}

/* Returns the point at which a step meets the line of a link, as a fraction of the step. */
static double cut_of(const mover *m, wend_link link) {
    double x = (double)link.b.x - (double)link.a.x, y = (double)link.b.y - (double)link.a.y;
    double p =
        x * ((double)m->from.y - (double)link.a.y) - y * ((double)m->from.x - (double)link.a.x);
    double q = x * ((double)m->to.y - (double)link.a.y) - y * ((double)m->to.x - (double)link.a.x);
    return p / (p - q);
}

/* Divides a step that crosses links into pieces, one for each layer. Returns the number of pieces.
 */
static uint32_t cut_path(const trial *t, const mover *m, piece *pieces) {
    uint32_t count = 0, layer = m->layer, links = wend_space_link_count(t->space);
    uint32_t entered = 0, through = 0;
    double begin = 0.0;
    for (;;) {
        double end = 1.0;
        uint32_t next = layer;
        for (uint32_t i = 0; i < links; i++) {
            wend_link link = wend_space_link(t->space, i);
            bool left = link.left_layer == layer, right = link.right_layer == layer;
            int sign = left ? 1 : -1;
            if ((left || right) && sign * exact_side(link.a, link.b, m->from) >= 0 &&
                sign * exact_side(link.a, link.b, m->to) < 0 &&
                exact_meet(m->from, m->to, link.a, link.b)) {
                double at = cut_of(m, link);
                if (at >= begin && at <= end) {
                    end = at;
                    through = i;
                    next = left ? link.right_layer : link.left_layer;
                }
            }
        }
        if (count == MAX_PIECES) {
            ck_abort_msg("a way through more than %d pieces", MAX_PIECES);
        }
        pieces[count++] = (piece){layer, entered, begin, end};
        entered = through;
        if (next == layer) {
            return count;
        }
        layer = next;
        begin = end;
    }
}

static void check_piece(const trial *t, const mover *m, piece p) {
    for (uint32_t i = 0; i < t->wall_count; i++) {
        const wend_wall *w = &t->walls[i];
        if (w->layer != p.layer || !exact_meet(m->from, m->to, w->a, w->b)) {
            continue;
        }
        wend_link as_link = {w->a, w->b, 0, 0};
        double at = cut_of(m, as_link);
        if (at > p.begin + 1e-9 && at < p.end - 1e-9) {
            report(t, m, i, "crosses");
        }
    }
}

/* Checks those walls of the entered layer that lie entirely beyond the link. */
static void check_entered(const trial *t, const mover *m, wend_link link) {
    int sign = link.right_layer == m->next_layer ? -1 : 1;
    for (uint32_t i = 0; i < t->wall_count; i++) {
        const wend_wall *w = &t->walls[i];
        int a = sign * exact_side(link.a, link.b, w->a),
            b = sign * exact_side(link.a, link.b, w->b);
        double before = plain_distance(m->from, w->a, w->b);
        double after = plain_distance(m->to, w->a, w->b);
        if (w->layer == m->next_layer && a >= 0 && b >= 0 && a + b > 0 &&
            after < fmin(m->room, before) - evaluation) {
            report(t, m, i, "sinks deeper in");
        }
    }
}

/* Returns the distance from a point to the part of a wall that lies beyond a link, on the side of
 * `layer`, or infinity if no part does. The space rounds the end of a wall that it cuts at a link
 * to single precision; the result allows for that. */
static double distance_beyond(wend_vec2 p, const wend_wall *w, wend_link link, uint32_t layer) {
    int sign = link.right_layer == layer ? -1 : 1;
    int a = sign * exact_side(link.a, link.b, w->a), b = sign * exact_side(link.a, link.b, w->b);
    if (a <= 0 && b <= 0) {
        return INFINITY;
    }
    if (a >= 0 && b >= 0) {
        return plain_distance(p, w->a, w->b);
    }
    double at = cut_of(&(mover){.from = w->a, .to = w->b}, link);
    double x = (double)w->a.x + at * ((double)w->b.x - (double)w->a.x);
    double y = (double)w->a.y + at * ((double)w->b.y - (double)w->a.y);
    wend_vec2 cut = {(float)x, (float)y};
    double rounding = 2.0 * FLT_EPSILON * (fabs(x) + fabs(y));
    return plain_distance(p, a > 0 ? w->a : cut, a > 0 ? cut : w->b) - rounding;
}

/* Returns the distance that an agent must keep from walls: its radius or, if it overlaps a wall of
 * its layer or of one beyond a link that it overlaps, the distance to the nearest such wall. */
static double room_of(const trial *t, const mover *m) {
    double room = m->radius;
    for (uint32_t i = 0; i < t->wall_count; i++) {
        const wend_wall *w = &t->walls[i];
        if (w->layer == m->layer) {
            room = fmin(room, plain_distance(m->from, w->a, w->b));
        }
    }
    for (uint32_t k = 0; k < wend_space_link_count(t->space); k++) {
        wend_link link = wend_space_link(t->space, k);
        bool left = link.left_layer == m->layer, right = link.right_layer == m->layer;
        if ((!left && !right) || plain_distance(m->from, link.a, link.b) > m->radius) {
            continue;
        }
        uint32_t beyond = left ? link.right_layer : link.left_layer;
        for (uint32_t i = 0; i < t->wall_count; i++) {
            if (t->walls[i].layer == beyond) {
                room = fmin(room, distance_beyond(m->from, &t->walls[i], link, beyond));
            }
        }
    }
    return room;
}

static void check_step(const trial *t, mover *m) {
    m->room = room_of(t, m);
    piece pieces[MAX_PIECES];
    uint32_t count = cut_path(t, m, pieces);
    if (pieces[count - 1].layer != m->next_layer) {
        ck_abort_msg("%s, seed %llu: agent %llu is on layer %u, not %u", t->text,
                     (unsigned long long)t->seed, (unsigned long long)m->key, m->next_layer,
                     pieces[count - 1].layer);
    }
    if (count > 1) {
        for (uint32_t i = 0; i < count; i++) {
            check_piece(t, m, pieces[i]);
        }
        check_entered(t, m, wend_space_link(t->space, pieces[count - 1].link));
        return;
    }
    float reach = 8.0F;
    for (uint32_t i = 0; i < t->wall_count; i++) {
        const wend_wall *w = &t->walls[i];
        if (w->layer == m->layer && fminf(w->a.x, w->b.x) < m->from.x + reach &&
            fmaxf(w->a.x, w->b.x) > m->from.x - reach) {
            check_wall(t, m, i);
        }
    }
}

/* ---- Runs ------------------------------------------------------------------------------------ */

static const char *const kind_texts[] = {"polygons", "lines",    "doorways",
                                         "acute",    "touching", "stairs"};

static wend_location random_point(const trial *t, dice *from) {
    wend_vec2 low, high;
    wend_location location;
    ck_assert(wend_space_bounds(t->space, &low, &high));
    do {
        location.position = (wend_vec2){(float)dice_between(from, (double)low.x, (double)high.x),
                                        (float)dice_between(from, (double)low.y, (double)high.y)};
        location.layer = dice_below(from, wend_space_layer_count(t->space));
        if (dice_below(from, 40) == 0) { /* on a wall, or as near as floats allow */
            const wend_wall *w = &t->walls[dice_below(from, t->wall_count)];
            float part = (float)dice_below(from, 5) * 0.25F;
            location.position =
                (wend_vec2){w->a.x + (w->b.x - w->a.x) * part, w->a.y + (w->b.y - w->a.y) * part};
            location.layer = w->layer;
        }
    } while (!wend_space_is_walkable(t->space, location, WEND_ALL_CLASSES));
    return location;
}

static wend_world *make_world(trial *t, dice *from, bool wild, wend_registry *registry,
                              uint32_t agents) {
    wend_world_def def = wend_default_world_def();
    wend_error error;
    wend_world *world;
    def.space = (wend_space *)(uintptr_t)t->space;
    def.registry = registry;
    def.seed = t->seed;
    ck_assert_msg(wend_world_create(&def, &world, &error) == WEND_OK, "%s", error.message);
    wend_profile_def profile = wend_default_profile_def();
    profile.plan.name = "straight";
    profile.radius = wend_constant(0.25);
    profile.steer.name = wild ? "wild" : "direct";
    ck_assert_int_eq(wend_world_add_profile(world, &profile, NULL, &error), WEND_OK);
    for (uint32_t i = 0; i < agents; i++) {
        wend_location location = random_point(t, from), aim = random_point(t, from);
        wend_point goal_at = wend_space_from_local(t->space, aim.position);
        wend_goal_def goal = wend_default_goal_def();
        wend_agent_def agent = wend_default_agent_def();
        goal.points = &goal_at;
        goal.point_count = 1;
        goal.layer = aim.layer;
        goal.arrive = WEND_ARRIVE_INSIDE;
        ck_assert_int_eq(wend_world_add_goal(world, &goal, &agent.goal, &error), WEND_OK);
        agent.key = i + 1;
        agent.position = wend_space_from_local(t->space, location.position);
        agent.layer = location.layer;
        agent.radius = dice_below(from, 2) ? 0.0 : dice_between(from, 0.02, 0.5);
        ck_assert_msg(wend_world_add_agents(world, &agent, 1, NULL, &error) == WEND_OK, "%s",
                      error.message);
    }
    return world;
}

static void check_agents(const trial *t, wend_world *world, mover *movers, bool wild,
                         trial_result *result) {
    static wend_agent_state states[MAX_AGENTS];
    uint32_t count = wend_world_get_agents(world, states, MAX_AGENTS);
    for (uint32_t i = 0; i < count; i++) {
        mover *m = &movers[states[i].key];
        m->to = wend_space_to_local(t->space, states[i].position);
        m->next_layer = states[i].layer;
        m->radius = (double)states[i].radius;
        m->key = states[i].key;
        check_step(t, m);
        double x = (double)m->to.x - (double)m->from.x, y = (double)m->to.y - (double)m->from.y;
        result->moved += hypot(x, y);
        if (wild) {
            wend_vec2 preferred_velocity = preferred_velocities[m->key];
            double short_by = hypot((double)(m->from.x + preferred_velocity.x) - (double)m->to.x,
                                    (double)(m->from.y + preferred_velocity.y) - (double)m->to.y);
            result->shortened += short_by > 1e-3 + 1e-6;
            result->borderline += fabs(short_by - 1e-3) <= 1e-6;
        }
        m->from = m->to;
        m->layer = m->next_layer;
        result->agent_steps++;
    }
}

trial_result trial_run(trial_kind kind, uint64_t seed, bool wild, uint32_t agents, uint32_t steps) {
    static trial t;
    static mover movers[MAX_AGENTS + 1];
    dice from = {seed * 7919 + (uint64_t)kind};
    trial_result result = {0};
    wend_error error;
    wend_registry *registry;
    ck_assert_uint_le(agents, MAX_AGENTS);
    ck_assert_int_eq(wend_registry_create(NULL, &registry, &error), WEND_OK);
    ck_assert_int_eq(
        wend_registry_add(registry, WEND_KIND_STEERING, &wild_steering.stage.entry, &error),
        WEND_OK);
    wend_space *space = draw_space(kind, &from);
    t.space = space;
    t.text = kind_texts[kind];
    t.seed = seed;
    t.wall_count = wend_space_wall_count(space);
    ck_assert_uint_le(t.wall_count, MAX_WALLS);
    for (uint32_t i = 0; i < t.wall_count; i++) {
        t.walls[i] = wend_space_wall(space, i);
    }
    wend_world *world = make_world(&t, &from, wild, registry, agents);
    for (uint32_t step = 0; step < steps; step++) {
        const wend_view *view = wend_world_view(world);
        for (uint32_t i = 0; i < view->body_count; i++) {
            const wend_body *body = &view->bodies[i];
            if (!(wend_body_flags(body) & WEND_BODY_GHOST)) {
                mover *m = &movers[wend_view_key(view, i)];
                m->from = body->position;
                m->layer = wend_body_layer(body);
            }
        }
        ck_assert_msg(wend_world_step(world, 1, &error) == WEND_OK, "%s", error.message);
        if (step > 0) { /* agents enter in the first step, so it cannot be checked */
            check_agents(&t, world, movers, wild, &result);
        }
        if (step == 0) {
            result.counted = wend_world_get_stats(world).wall_interventions;
        }
    }
    result.counted = wend_world_get_stats(world).wall_interventions - result.counted;
    wend_world_destroy(world);
    wend_space_release(space);
    wend_registry_destroy(registry);
    return result;
}
