/* Finds the translation of a goal at the time that a picture shows. */
#include "draw/crowd/picture.h"

bool picture_goal_translation(const draw_picture *picture, const wend_goal_def *goal,
                              wend_point *translation) {
    if (goal->carrier == 0) {
        *translation = wend_goal_translation(goal, picture->time);
        return true;
    }
    for (uint32_t i = 0; i < picture->agent_count; i++) {
        if (picture->agents[i].key == goal->carrier) {
            *translation = picture->agents[i].position;
            return true;
        }
    }
    return false;
}
