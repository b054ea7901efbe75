/* Measured data of pedestrians: see data.h for the sources. The figures of the HERMES project are
 * computed from its public trajectories. */
#include "paper/models/data.h"
#include <math.h>

const data_point data_bottlenecks[DATA_BOTTLENECKS] = {{0.70, 1.61}, {0.95, 1.76}, {1.20, 2.25},
                                                       {1.30, 2.72}, {1.60, 3.12}, {2.00, 3.84}};

const data_point data_long_bottlenecks[DATA_LONG_BOTTLENECKS] = {
    {0.8, 0.8 * DATA_FLOW_PER_METRE}, {1.0, DATA_FLOW_PER_METRE}, {1.2, 1.2 * DATA_FLOW_PER_METRE}};

const data_point data_two_way[DATA_TWO_WAY] = {
    {0.44, 1.49}, {0.86, 1.24}, {1.58, 0.80}, {2.00, 0.60}, {2.75, 0.46}};

double data_weidmann_speed(double density) {
    static const double slope = 1.913, jam_density = 5.4; /* 1/m^2 */
    if (density <= 0.0) {
        return DATA_FREE_SPEED;
    }
    double speed = DATA_FREE_SPEED * (1.0 - exp(-slope * (1.0 / density - 1.0 / jam_density)));
    return speed > 0.0 ? speed : 0.0;
}

static const data_band bands[] = {
    {0.0989, 0.961, 1.186, 1.483}, {0.2989, 0.840, 1.160, 1.473}, {0.4989, 0.708, 1.091, 1.389},
    {0.6989, 0.598, 0.975, 1.305}, {0.8989, 0.448, 0.747, 1.101}, {1.0989, 0.316, 0.520, 0.840},
    {1.2989, 0.187, 0.393, 0.608}, {1.4989, 0.112, 0.273, 0.485}, {1.6989, 0.071, 0.199, 0.382},
    {1.8989, 0.048, 0.158, 0.314}, {2.0989, 0.035, 0.131, 0.270}, {2.2989, 0.027, 0.114, 0.239},
    {2.4989, 0.022, 0.102, 0.220}};
enum { BANDS = sizeof bands / sizeof bands[0] };
/* 1/m: width of a bin */
static const double BIN = 0.2;

data_band data_single_file(double density) {
    double bin = floor((density - bands[0].density) / BIN + 0.5);
    return bands[bin < 0.0 ? 0 : bin >= BANDS ? BANDS - 1 : (int)bin];
}

double data_outside_band(const data_band *band, double speed) {
    return speed < band->low ? speed - band->low : speed > band->high ? speed - band->high : 0.0;
}
