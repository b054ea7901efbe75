/* Finds the extent of everything that a picture of a run shows, and the number of layers. */
#include "draw/crowd/view.h"
#include "draw/map/extent.h"

void crowd_count_layers(crowd_view *v) {
    const draw_trails *trails = v->picture->trails;
    if (v->c.space != NULL || v->c.space_def != NULL || trails == NULL) {
        return;
    }
    for (uint32_t i = 0; i < trails->count; i++) {
        uint32_t layer = trails->samples[i].layer;
        v->c.layers = layer >= v->c.layers && layer < WEND_MAX_LAYERS ? layer + 1 : v->c.layers;
    }
}

static void add_goals(canvas *c, const draw_picture *picture) {
    const wend_recording *recording = picture->recording;
    for (uint32_t i = 0; i < recording->goal_count && !picture->style.no_goals; i++) {
        wend_point translation = {0.0, 0.0};
        if (picture_goal_translation(picture, &recording->goals[i], &translation)) {
            extent_add_goal(c, &recording->goals[i], translation);
        }
    }
}

static void add_cells(canvas *c, const draw_heat *heat) {
    for (uint32_t i = 0; i < heat->count; i++) {
        const heat_cell *cell = &heat->cells[i];
        extent_add(c, cell->layer,
                   (wend_point){heat->origin.x + (cell->x + 0.5) * heat->size,
                                heat->origin.y + (cell->y + 0.5) * heat->size},
                   heat->size / 2);
    }
}

void crowd_add_bounds(crowd_view *v) {
    const draw_picture *picture = v->picture;
    canvas *c = &v->c;
    extent_add_recording(c, picture->recording);
    add_goals(c, picture);
    extent_add_overlay(c, &picture->overlay);
    for (uint32_t i = 0; i < picture->agent_count; i++) {
        const draw_agent *agent = &picture->agents[i];
        extent_add(c, agent->layer, agent->position, (double)agent->radius);
    }
    for (uint32_t i = 0; picture->trails != NULL && i < picture->trails->count; i++) {
        const trail_sample *sample = &picture->trails->samples[i];
        extent_add(c, sample->layer, trails_position(picture->trails, sample), 0.2);
    }
    /* Without a space definition, the cells of the heat map may extend beyond the trails. */
    if (picture->heat != NULL && picture->recording->space_def == NULL) {
        add_cells(c, picture->heat);
    }
}
