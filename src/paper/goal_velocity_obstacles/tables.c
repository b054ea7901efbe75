/* Computes Tables 1 and 2 of "Goal Velocity Obstacles": collisions and path lengths. */
#include "paper/goal_velocity_obstacles/parts.h"
#include "paper/trials.h"
#include "paper/verdict.h"
#include <math.h>

/* If there are fewer collisions than this, the ratio between two methods is meaningless. */
#define FEW_COLLISIONS 20.0

#define COLLISIONS "Table 1: collisions"

/* ---- Table 1 --------------------------------------------------------------------------------- */

/* The claims about a table of collisions. */
typedef struct collision_claims {
    paper_claims judged;
    uint32_t scenes, few; /* number of scenes, and of those with too few collisions to judge */
} collision_claims;

static const wend_paper_column collision_columns[] = {
    {"GVO pairs",
     "number of times that two agents began to overlap by more than 1 mm, with GVO; the "
     "published counts, which are all even, are halved"},
    {"PV pairs", "the same, with preferred velocities"},
    {"printed pairs", "the same, with GVO as printed: speed_recovery=0"},
    {"GVO > 2 cm", "number of overlaps deeper than 2 cm, with GVO"},
    {"PV > 2 cm", "the same, with PV"},
    {"GVO deepest", "depth of the deepest overlap, with GVO"},
    {"PV deepest", "the same, with PV"},
};

static wend_result add_collisions(wend_paper_call *call, const char *table, const gvo_scene *scene,
                                  const gvo_outcome outcomes[GVO_METHODS], wend_error *error) {
    paper_row row = {.call = call, .table = table, .row = scene->row, .error = error};
    const gvo_outcome *goals = &outcomes[GVO_GOALS], *preferred = &outcomes[GVO_PREFERRED];
    const gvo_outcome *printed = &outcomes[GVO_PRINTED];
    double runs = goals->runs;
    const double *theirs = scene->collisions;
    paper_add_number(&row, "GVO pairs", "1", theirs[0] / 2.0, goals->touches / runs);
    paper_add_number(&row, "PV pairs", "1", theirs[1] / 2.0, preferred->touches / runs);
    paper_add_number(&row, "printed pairs", "1", NAN, printed->touches / printed->runs);
    paper_add_number(&row, "GVO > 2 cm", "1", NAN, goals->deep);
    paper_add_number(&row, "PV > 2 cm", "1", NAN, preferred->deep);
    paper_add_number(&row, "GVO deepest", "m", NAN, goals->deepest);
    paper_add_number(&row, "PV deepest", "m", NAN, preferred->deepest);
    return row.result;
}

/* The paper's claim about an experiment: GVO has at most this share (%) of the collisions of PV. */
static double claimed_share(const gvo_scene *scene) {
    static const double shares[] = {45.0, 3.0, 10.0}; /* section 5.3; rows begin with '1' to '3' */
    return shares[scene->row[0] - '1'];
}

/* Adds the paper's claim that GVO has fewer collisions. Overlaps of more than 2 cm count. Scenes in
 * which PV has too few of them are only counted. */
static void claim_collisions(collision_claims *claims, const gvo_scene *scene,
                             const gvo_outcome outcomes[]) {
    double goals = outcomes[GVO_GOALS].deep, preferred = outcomes[GVO_PREFERRED].deep;
    double published = 100.0 * scene->collisions[0] / scene->collisions[1];
    claims->scenes++;
    if (preferred < FEW_COLLISIONS) {
        claims->few++;
        return;
    }
    double share = 100.0 * goals / preferred;
    paper_claim(&claims->judged, paper_at_most(share, claimed_share(scene), published),
                "%s: %.3g %% of the collisions of PV, published %.3g %%, claimed at most %.0f %%",
                scene->row, share, published, claimed_share(scene));
}

static wend_result add_collision_table(wend_paper_call *call, const char *name, const char *caption,
                                       collision_claims *claims, wend_error *error) {
    if (claims->few > 0) {
        paper_claim(&claims->judged, WEND_VERDICT_OPEN,
                    "%u of %u scenes have fewer than %.0f overlaps of more than 2 cm with PV, too "
                    "few for a comparison",
                    claims->few, claims->scenes, FEW_COLLISIONS);
    }
    wend_paper_table table = {.name = name,
                              .caption = caption,
                              .columns = collision_columns,
                              .column_count =
                                  sizeof collision_columns / sizeof collision_columns[0]};
    return paper_add_verdict(call, &table, &claims->judged, error);
}

/* ---- Table 2 --------------------------------------------------------------------------------- */

#define PATHS "Table 2: mean path length"

static const wend_paper_column path_columns[] = {
    {"GVO", "mean path length with goal velocity obstacles"},
    {"PV", "mean path length with preferred velocities to the middle of the goal"},
    {"GVO shorter", "how much shorter the path is with GVO than with PV"},
    {"printed", "mean path length with GVO as printed: speed_recovery=0"},
    {"nearest", "mean path length with preferred velocities to the nearest point of the goal"},
    {"intercepted", "the same, to the point where the agent can meet the moving goal"},
    {"GVO arrive", "mean travel time with GVO"},
    {"PV arrive", "mean travel time with PV"},
    {"printed arrive", "mean travel time with GVO as printed"},
    {"missing", "number of agents that did not arrive: all methods together"},
};

static wend_result add_paths(wend_paper_call *call, const gvo_scene *scene,
                             const gvo_outcome outcomes[GVO_METHODS], wend_error *error) {
    paper_row row = {.call = call, .table = PATHS, .row = scene->row, .error = error};
    const gvo_outcome *goals = &outcomes[GVO_GOALS], *preferred = &outcomes[GVO_PREFERRED];
    const double *theirs = scene->path_m;
    double missing = 0.0;
    for (int m = 0; m < GVO_METHODS; m++) {
        missing += outcomes[m].missing;
    }
    paper_add_number(&row, "GVO", "m", theirs[0], goals->path_m);
    paper_add_number(&row, "PV", "m", theirs[1], preferred->path_m);
    paper_add_number(&row, "GVO shorter", "%", gvo_percent_shorter(theirs[0], theirs[1]),
                     gvo_percent_shorter(goals->path_m, preferred->path_m));
    paper_add_number(&row, "printed", "m", NAN, outcomes[GVO_PRINTED].path_m);
    paper_add_number(&row, "nearest", "m", NAN, outcomes[GVO_NEAREST].path_m);
    if (scene->moves) {
        paper_add_number(&row, "intercepted", "m", NAN, outcomes[GVO_INTERCEPTED].path_m);
    }
    paper_add_number(&row, "GVO arrive", "s", NAN, goals->travel_s);
    paper_add_number(&row, "PV arrive", "s", NAN, preferred->travel_s);
    paper_add_number(&row, "printed arrive", "s", NAN, outcomes[GVO_PRINTED].travel_s);
    paper_add_number(&row, "missing", "1", NAN, missing);
    return row.result;
}

typedef struct path_gains {
    double least[2]; /* %: the smallest gains in path length, with static and with moving goals */
    double latest;   /* largest ratio of the travel times, as printed and with recovery of speed */
} path_gains;

static void note_gain(path_gains *gains, const gvo_scene *scene,
                      const gvo_outcome outcomes[GVO_METHODS]) {
    double *least = &gains->least[scene->moves];
    *least = fmin(*least,
                  gvo_percent_shorter(outcomes[GVO_GOALS].path_m, outcomes[GVO_PREFERRED].path_m));
    gains->latest =
        fmax(gains->latest, outcomes[GVO_PRINTED].travel_s / outcomes[GVO_GOALS].travel_s);
}

/* Adds the caption and the verdict of Table 2. The paper claims that paths are at least 5 %
 * shorter, and 10 % if the goal moves. */
static wend_result add_path_table(wend_paper_call *call, const path_gains *gains,
                                  wend_error *error) {
    paper_claims claims = {0};
    paper_claim(&claims, paper_at_least(gains->least[0], 5.0, INFINITY),
                "paths to static goals are at least %.1f %% shorter, claimed 5 %%",
                gains->least[0]);
    paper_claim(&claims, paper_at_least(gains->least[1], 10.0, INFINITY),
                "paths to moving goals are at least %.1f %% shorter, claimed 10 %%; without our "
                "recovery of speed, agents arrive up to %.1f times as late",
                gains->least[1], gains->latest);
    wend_paper_table paths = {
        .name = PATHS,
        .caption = "Mean path length and travel time. The size of the field and of the goals and "
                   "the goal's speed are ours; they were chosen to match this table.",
        .columns = path_columns,
        .column_count = sizeof path_columns / sizeof path_columns[0]};
    return paper_add_verdict(call, &paths, &claims, error);
}

/* True if a method is compared in a scenario. Interception makes a difference only if the goal
 * moves. */
static bool is_compared(const gvo_scene *scene, int method) {
    return method != GVO_BISECTED && (method != GVO_INTERCEPTED || scene->moves);
}

uint32_t gvo_count_sparse(const wend_paper_def *def) {
    (void)def;
    uint32_t count = 0;
    for (int i = 0; i < GVO_SCENES * GVO_METHODS; i++) {
        count += is_compared(&gvo_scenes[i / GVO_METHODS], i % GVO_METHODS);
    }
    return count;
}

static wend_result run_sparse(wend_paper_call *call, const gvo_scene *scene,
                              collision_claims *claims, path_gains *gains, bool *go_on,
                              wend_error *error) {
    gvo_outcome outcomes[GVO_METHODS] = {{0}};
    wend_result result = WEND_OK;
    for (int m = 0; m < GVO_METHODS && *go_on; m++) {
        gvo_run run = {scene->file, &gvo_methods[m], 1, 0.0};
        if (is_compared(scene, m)) {
            result = gvo_run_once(call, &run, &outcomes[m], go_on, error);
        }
    }
    if (!*go_on) {
        return result;
    }
    claim_collisions(claims, scene, outcomes);
    note_gain(gains, scene, outcomes);
    result = add_collisions(call, COLLISIONS, scene, outcomes, error);
    return result == WEND_OK ? add_paths(call, scene, outcomes, error) : result;
}

wend_result gvo_sparse(wend_paper_call *call, wend_error *error) {
    wend_result result = WEND_OK;
    collision_claims claims = {0};
    path_gains gains = {.least = {INFINITY, INFINITY}};
    bool go_on = true;
    for (int i = 0; i < GVO_SCENES && result == WEND_OK && go_on; i++) {
        result = run_sparse(call, &gvo_scenes[i], &claims, &gains, &go_on, error);
    }
    if (result != WEND_OK || !go_on) {
        return result;
    }
    result = add_collision_table(
        call, COLLISIONS,
        "Collisions from a start as sparse as Table 2 requires. Unlike in the paper, there are "
        "none "
        "with either method. The size of the field and of the goals, the goal's speed, the time "
        "step and the neighbours are ours.",
        &claims, error);
    return result == WEND_OK ? add_path_table(call, &gains, error) : result;
}

/* ---- Table 1 from a dense start -------------------------------------------------------------- */

enum { DENSE_SEEDS = 10, DENSE_METHODS = 3 };

/* A setting that selects which velocity determines the side on which agents pass each other. The
 * paper may have used the preferred velocity, which causes more collisions. */
typedef struct gvo_side {
    const char *table, *caption;
    const char *setting;
} gvo_side;

static const gvo_side sides[] = {
    {"Table 1 from a dense start",
     "Collisions from our dense start, where the paper's agents do collide: pairs are means of ten "
     "seeds, overlaps of more than 2 cm are sums. The start, the field and the goals are ours.",
     "steer.side=velocity"},
    {"Table 1 from a dense start, sides by the preferred velocity",
     "As above, but the preferred velocity determines the side on which agents pass others.",
     "steer.side=preferred"},
};

static int count_sides(const wend_paper_def *def) {
    return def->quick ? 1 : (int)(sizeof sides / sizeof sides[0]);
}

uint32_t gvo_count_dense(const wend_paper_def *def) {
    return GVO_DENSE_SCENES * DENSE_METHODS * DENSE_SEEDS * (uint32_t)count_sides(def);
}

/* Runs a scenario with all methods and all seeds. `*go_on` becomes false if a run was
 * cancelled. */
static wend_result run_dense(wend_paper_call *call, const gvo_scene *scene, const gvo_side *side,
                             collision_claims *claims, bool *go_on, wend_error *error) {
    static const int methods[DENSE_METHODS] = {GVO_GOALS, GVO_PREFERRED, GVO_PRINTED};
    gvo_outcome outcomes[GVO_METHODS] = {{0}};
    for (uint32_t i = 0; i < DENSE_METHODS * DENSE_SEEDS; i++) {
        int m = methods[i % DENSE_METHODS];
        uint32_t seed = 1 + i / DENSE_METHODS;
        gvo_method method = gvo_methods[m];
        method.settings[method.setting_count++] = side->setting;
        gvo_run run = {scene->file, &method, seed, 0.0};
        wend_result result = gvo_run_once(call, &run, &outcomes[m], go_on, error);
        if (!*go_on) {
            return result;
        }
    }
    claim_collisions(claims, scene, outcomes);
    return add_collisions(call, side->table, scene, outcomes, error);
}

wend_result gvo_dense(wend_paper_call *call, wend_error *error) {
    wend_result result = WEND_OK;
    bool go_on = true;
    for (int s = 0; s < count_sides(wend_paper_call_def(call)); s++) {
        collision_claims claims = {0};
        for (int i = 0; i < GVO_DENSE_SCENES && result == WEND_OK && go_on; i++) {
            result = run_dense(call, &gvo_dense_scenes[i], &sides[s], &claims, &go_on, error);
        }
        if (result == WEND_OK && go_on) {
            result = add_collision_table(call, sides[s].table, sides[s].caption, &claims, error);
        }
    }
    return result;
}
