/* Draws the title and the legend of a picture: the meaning of its colours and symbols, and the
 * number of agents. */
#include "base/utf8.h"
#include "draw/canvas/flow.h"
#include "draw/canvas/theme.h"
#include "draw/crowd/view.h"
#include "draw/map/connections.h"
#include "draw/map/terrain.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <wend/math.h>

enum { LEGEND_MOST_GROUPS = 256, LEGEND_NAME = 40 };

static const double WIDEST_BAR = 420.0; /* px */

static void flow_groups(flow *f, const draw_picture *picture, uint32_t trails) {
    const wend_recording *recording = picture->recording;
    uint32_t shown =
        recording->group_count < LEGEND_MOST_GROUPS ? recording->group_count : LEGEND_MOST_GROUPS;
    char name[LEGEND_NAME], text[LEGEND_NAME + 40];
    for (uint32_t i = 0; i < shown; i++) {
        const wend_agent_group *group = &recording->groups[i];
        utf8_copy(name, sizeof name, group->name);
        snprintf(text, sizeof text, "%s (%u)", name, group->count);
        flow_dot(f, text, 5.5, theme_group_colour(i), 0.0, 0);
    }
    if (shown < recording->group_count) {
        snprintf(text, sizeof text, "and %u more groups", recording->group_count - shown);
        flow_dot(f, text, 5.5, THEME_FAINT, 0.0, 0);
    }
    if (recording->group_count == 0 && trails > 0) {
        snprintf(text, sizeof text, "agents (%u)", trails);
        flow_dot(f, text, 5.5, theme_group_colour(0), 0.0, 0);
    }
}

static void flow_crowd(flow *f, const draw_picture *picture, uint32_t trails) {
    const wend_recording *recording = picture->recording;
    bool any_walking = false;
    flow_groups(f, picture, trails);
    if ((recording->agent_count > 0 || trails > 0) && !picture->style.no_starts) {
        flow_dot(f, "start", 4.5, THEME_FAINT, 3.2, THEME_GROUND);
    }
    for (uint32_t i = 0; i < picture->agent_count && !any_walking; i++) {
        any_walking = !picture->agents[i].arrived;
    }
    if (any_walking && recording->agent_count > 0) {
        flow_dot(f, "not arrived", 5.5, THEME_TEXT, 4.1, THEME_FRAME);
    }
}

static bool has_switched(const wend_space_def *def) {
    for (uint32_t l = 0; l < def->layer_count; l++) {
        for (uint32_t i = 0; i < def->layers[l].solid_count; i++) {
            if (def->layers[l].solids[i].obstacle_class != 0) {
                return true;
            }
        }
    }
    return false;
}

typedef struct legend_input {
    const draw_picture *picture;
    uint32_t trails; /* number of agents that have trails */
} legend_input;

static void flow_legend(flow *f, void *user) {
    const legend_input *input = user;
    const draw_picture *picture = input->picture;
    const wend_recording *recording = picture->recording;
    wend_point at;
    if (picture->style.show == DRAW_TRAILS) {
        flow_crowd(f, picture, input->trails);
    }
    if (recording->goal_count > 0 && !picture->style.no_goals && flow_item(f, "goal", &at)) {
        canvas_star(f->cr, at.x, at.y, 7.0);
        theme_set(f->cr, THEME_GOAL, 1.0);
        cairo_fill(f->cr);
    }
    if (recording->waiting_place_count > 0 && !picture->style.no_goals &&
        flow_item(f, "place of a queue", &at)) {
        cairo_new_sub_path(f->cr);
        cairo_arc(f->cr, at.x, at.y, 5.0, 0.0, WEND_FULL_TURN);
        theme_set(f->cr, THEME_GOAL, 1.0);
        cairo_set_line_width(f->cr, 1.0);
        cairo_stroke(f->cr);
    }
    if (recording->obstacle_count > 0) {
        flow_line(f, "door or moving obstacle", THEME_DOOR, 3.0, false);
        flow_line(f, "its initial position", THEME_DOOR, 1.5, true);
    }
    if (recording->space_def != NULL) {
        if (recording->space_def->link_count > 0) {
            flow_line(f, "link to another layer", THEME_LINK, 2.5, true);
        }
        connections_flow(f, recording->space_def);
        if (has_switched(recording->space_def)) {
            flow_box(f, "switched obstacle", THEME_SWITCHED, THEME_WALL);
        }
    }
    terrain_flow(f, recording);
}

static bool has_bar(const draw_picture *picture) {
    return picture->style.show != DRAW_TRAILS || picture->style.by_speed;
}

/* Returns the height of the rows of legend items, px; 0 if there are no items. */
static double rows_height(const crowd_view *v) {
    legend_input input = {v->picture, v->trail_count};
    return flow_height(flow_legend, &input, THEME_MARGIN, v->picture->style.width - THEME_MARGIN);
}

double crowd_legend_height(const crowd_view *v) {
    return rows_height(v) + (has_bar(v->picture) ? CANVAS_BAR_HEIGHT : 0.0);
}

void crowd_draw_legend(const crowd_view *v) {
    const canvas *c = &v->c;
    double y = c->height - THEME_MARGIN / 2 - crowd_legend_height(v);
    if (has_bar(v->picture)) {
        double wide = fmin(WIDEST_BAR, c->width - 2 * THEME_MARGIN - 50.0);
        canvas_draw_colour_bar(c->cr, &c->values, THEME_MARGIN, y, wide);
        y += CANVAS_BAR_HEIGHT;
    }
    flow f = {c->cr, c->cr, THEME_MARGIN, y + THEME_ROW / 2, THEME_MARGIN, c->width - THEME_MARGIN};
    legend_input input = {v->picture, v->trail_count};
    flow_legend(&f, &input);
}

/* ---- The title ------------------------------------------------------------------------------- */

/* Formats the numbers of agents as text. If the recording does not list all agents, the number of
 * arrived agents is left out, because it is unknown. */
static void count_agents(const crowd_view *v, char *out, size_t size) {
    const draw_picture *picture = v->picture;
    uint32_t all = picture->recording->agent_count, arrived = 0;
    if (!trails_agents_are_listed(picture->recording)) {
        bool sampled = picture->trails != NULL && picture->trails->agent_stride > 1;
        uint32_t count = sampled ? picture->trails->most_agents : v->trail_count;
        snprintf(out, size, "%u agent%s", count, count == 1 ? "" : "s");
        return;
    }
    for (uint32_t i = 0; i < picture->agent_count; i++) {
        arrived += picture->agents[i].arrived;
    }
    uint32_t gone = all > picture->agent_count ? all - picture->agent_count : 0;
    snprintf(out, size, "%u agent%s, %u arrived", all, all == 1 ? "" : "s", arrived + gone);
}

void crowd_draw_header(const crowd_view *v) {
    const draw_picture *picture = v->picture;
    const char *name = picture->recording->scenario;
    char agents[80], line[160];
    count_agents(v, agents, sizeof agents);
    if (picture->begin > 0.0) {
        snprintf(line, sizeof line, "from %.1f to %.1f s   %s", picture->begin, picture->time,
                 agents);
    } else {
        snprintf(line, sizeof line, "after %.1f s   %s", picture->time, agents);
    }
    canvas_draw_title(&v->c, name != NULL ? name : "", line, canvas_bar_width(&v->c) + 12.0);
}
