/* The table of renamed keys, parameters and choices of scenario files and the command line, each
 * with the context in which it is used. A former name is an error; this table lets the message
 * state the current one. CHANGELOG.md says when each name changed. */
#include "base/renamed.h"

#include <string.h>

const renamed_name renamed_names[] = {
    {"clear", "waiting_distance"},            /* modifier `yield` */
    {"divert", "divert_factor"},              /* steering model `gvo` */
    {"half", "half_size"},                    /* shape `oriented_box` */
    {"least_speed", "min_speed_share"},       /* steering model `gvo` */
    {"longest_step", "max_step"},             /* steering model `corridor_force` */
    {"look_every", "check_interval"},         /* several followers */
    {"looks", "max_checks"},                  /* follower `attraction` */
    {"place", "preferred_point"},             /* choice of the followers' parameter `aim` */
    {"rescue", "rescue_time"},                /* modifier `yield` */
    {"rest", "rest_speed_share"},             /* steering model `orca_segment` */
    {"slice", "turn_duration"},               /* modifier `yield` */
    {"standing_after", "obstacle_rest_time"}, /* scenario key `time` */
    {"top", "max_value"},                     /* outputs `png` and `svg` */
    {"turning", "angular_velocity"},          /* scenario key `obstacles` */
    {"until_told", "before_command"},         /* steering model `external` */
    {"widest", "max_portal_width"},           /* follower `portal` */
};

const size_t renamed_count = sizeof renamed_names / sizeof *renamed_names;

static const char *current_name(const char *word) {
    for (size_t i = 0; i < renamed_count; i++) {
        if (strcmp(renamed_names[i].former, word) == 0) {
            return renamed_names[i].current;
        }
    }
    return NULL;
}

const char *renamed_find(const char *word, const char *const *names, size_t count) {
    const char *current = current_name(word);
    for (size_t i = 0; i < count && current; i++) {
        if (names[i] && strcmp(names[i], current) == 0) {
            return current;
        }
    }
    return NULL;
}
