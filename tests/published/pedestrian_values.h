/* Expected values of pedestrian models for random configurations, written by
 * pedestrian_oracle.py from the equations alone, in double precision. Do not edit.
 *
 * Each header in pedestrian/values/ has one table: a struct with one field per input and
 * output, named as below, and an array of rows. The agent is at the origin. neighbour, first,
 * second, third, point and wall are positions relative to it (m). velocity is the agent's
 * velocity, *_velocity that of a neighbour (m/s). radius (m); speed (m/s); acceleration
 * (m/s^2). A vector has the fields _x and _y. Units and parameters are in the comment of each
 * table.
 *
 * Inputs are exact in single precision except for unit vectors. Compare a vector to 1e-5 of its
 * length, and a number to 1e-5 of itself: rounding the inputs changes the values by less than
 * 2e-6. */
#ifndef PEDESTRIAN_VALUES_H
#define PEDESTRIAN_VALUES_H

#include "published/pedestrian/values/anticipation_velocity.h"
#include "published/pedestrian/values/collision_free_speed.h"
#include "published/pedestrian/values/collision_free_speed_v3.h"
#include "published/pedestrian/values/force_drive.h"
#include "published/pedestrian/values/fundamental_diagram.h"
#include "published/pedestrian/values/gcf_pair.h"
#include "published/pedestrian/values/gcf_regularised.h"
#include "published/pedestrian/values/helbing_molnar_pair.h"
#include "published/pedestrian/values/helbing_molnar_wall.h"
#include "published/pedestrian/values/helbing_pair.h"
#include "published/pedestrian/values/helbing_wall.h"
#include "published/pedestrian/values/johansson_pair.h"
#include "published/pedestrian/values/karamouzas_pair.h"
#include "published/pedestrian/values/karamouzas_three.h"
#include "published/pedestrian/values/karamouzas_wall.h"
#include "published/pedestrian/values/optimal_steps.h"
#include "published/pedestrian/values/pedvo_pair.h"
#include "published/pedestrian/values/power_law_pair.h"
#include "published/pedestrian/values/power_law_wall.h"
#include "published/pedestrian/values/zanlungo_pair.h"
#include "published/pedestrian/values/zanlungo_two.h"

#endif
