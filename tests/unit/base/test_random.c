/* Random numbers: they are uniform when any one argument is varied, every input bit matters, and
 * normal samples have the right moments. */
#include <wend/random.h>

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "support/suite.h"

enum { ARGUMENTS = 4, SAMPLES = 1 << 18, BINS = 256 };

static const char *const argument_names[ARGUMENTS] = {"seed", "key", "step", "purpose"};

/* Returns the sample for the value `i` of the given argument; the other arguments are fixed. */
static uint64_t sample(int argument, uint64_t i) {
    uint64_t words[ARGUMENTS] = {7, 11, 13, 17};
    words[argument] = i;
    return wend_random_bits(words[0], words[1], words[2], (uint32_t)words[3]);
}

/* With 255 degrees of freedom, chi-square has a mean of 255 and a standard deviation of sqrt(510) =
 * 22.6. Both limits are five deviations away: bins that are too even are wrong as well. */
static void check_bins(const uint32_t *bins, const char *what) {
    double expected = (double)SAMPLES / BINS, chi_square = 0.0;
    for (int i = 0; i < BINS; i++) {
        chi_square += (bins[i] - expected) * (bins[i] - expected) / expected;
    }
    ck_assert_msg(chi_square > 142.0 && chi_square < 368.0, "%s: chi-square %g", what, chi_square);
}

START_TEST(every_output_byte_is_uniform_along_each_argument) {
    for (int argument = 0; argument < ARGUMENTS; argument++) {
        for (int byte = 0; byte < 8; byte++) {
            uint32_t bins[BINS] = {0};
            for (uint64_t i = 0; i < SAMPLES; i++) {
                bins[sample(argument, i) >> (8 * byte) & 0xff]++;
            }
            check_bins(bins, argument_names[argument]);
        }
    }
}
END_TEST

START_TEST(neighbouring_samples_are_independent) {
    for (int argument = 0; argument < ARGUMENTS; argument++) {
        uint32_t bins[BINS] = {0};
        for (uint64_t i = 0; i < SAMPLES; i++) {
            uint64_t first = sample(argument, i) >> 60, second = sample(argument, i + 1) >> 60;
            bins[first << 4 | second]++;
        }
        check_bins(bins, argument_names[argument]);
    }
}
END_TEST

/* Each output bit must change in half of the trials. The standard deviation is sqrt(4096 / 4) = 32;
 * the limit is six deviations. */
START_TEST(each_input_bit_flips_half_of_the_output_bits) {
    enum { TRIALS = 4096 };
    for (int input = 0; input < 64 * 3 + 32; input++) {
        uint32_t flips[64] = {0};
        for (uint64_t trial = 0; trial < TRIALS; trial++) {
            uint64_t words[ARGUMENTS] = {trial * 3, trial, trial / 7, trial % 5};
            uint64_t before = wend_random_bits(words[0], words[1], words[2], (uint32_t)words[3]);
            words[input / 64] ^= UINT64_C(1) << (input % 64);
            uint64_t after = wend_random_bits(words[0], words[1], words[2], (uint32_t)words[3]);
            for (int output = 0; output < 64; output++) {
                flips[output] += (uint32_t)((before ^ after) >> output & 1);
            }
        }
        for (int output = 0; output < 64; output++) {
            ck_assert_msg(abs((int)flips[output] - TRIALS / 2) < 6 * 32,
                          "input bit %d flips output bit %d in %u of %d", input, output,
                          flips[output], TRIALS);
        }
    }
}
END_TEST

START_TEST(arguments_are_not_interchangeable) {
    ck_assert(wend_random_bits(1, 2, 3, 4) != wend_random_bits(2, 1, 3, 4));
    ck_assert(wend_random_bits(1, 2, 3, 4) != wend_random_bits(1, 3, 2, 4));
    ck_assert(wend_random_bits(1, 2, 3, 4) != wend_random_bits(1, 2, 4, 3));
    ck_assert(wend_random_bits(1, 2, 3, 4) != wend_random_bits(4, 2, 3, 1));
}
END_TEST

START_TEST(uniform_samples_lie_in_their_range) {
    double sum = 0.0, smallest = 1.0, largest = 0.0;
    for (uint64_t i = 0; i < SAMPLES; i++) {
        double u = wend_random_uniform(3, i, 0, 1);
        smallest = u < smallest ? u : smallest;
        largest = u > largest ? u : largest;
        sum += u;
    }
    ck_assert(smallest >= 0.0 && smallest < 1e-4);
    ck_assert(largest < 1.0 && largest > 1.0 - 1e-4);
    /* The mean has a standard deviation of 1 / sqrt(12 * 2^18) = 0.00056; the limit is five times
     * that. */
    ck_assert_double_eq_tol(sum / SAMPLES, 0.5, 0.0028);
}
END_TEST

/* Each limit is five standard deviations of the estimate. For the first four cumulants of n
 * samples, these deviations are 1/sqrt(n), sqrt(2/n), sqrt(6/n) and sqrt(24/n). */
START_TEST(normal_samples_have_the_right_moments) {
    double sums[4] = {0.0}, largest = 0.0;
    int beyond_two = 0;
    for (uint64_t i = 0; i < SAMPLES; i++) {
        double x = wend_random_normal(5, i % 512, i / 512, 2);
        double power = 1.0;
        for (int j = 0; j < 4; j++) {
            power *= x;
            sums[j] += power;
        }
        largest = fabs(x) > largest ? fabs(x) : largest;
        beyond_two += fabs(x) > 2.0 ? 1 : 0;
    }
    double n = SAMPLES;
    double mean = sums[0] / n, variance = sums[1] / n - mean * mean;
    ck_assert_double_eq_tol(mean, 0.0, 5.0 / sqrt(n));
    ck_assert_double_eq_tol(variance, 1.0, 5.0 * sqrt(2.0 / n));
    ck_assert_double_eq_tol(sums[2] / n, 0.0, 5.0 * sqrt(15.0 / n));
    ck_assert_double_eq_tol(sums[3] / n / (variance * variance) - 3.0, 0.0, 5.0 * sqrt(24.0 / n));
    /* P(|x| > 2) is 0.0455. */
    ck_assert_double_eq_tol(beyond_two / n, 0.0455, 5.0 * sqrt(0.0455 / n));
    ck_assert(largest > 4.0 && largest < 8.6);
}
END_TEST

/* The values were obtained from this implementation. They pin the random numbers across platforms
 * and versions. */
START_TEST(matches_golden_values) {
    static const uint64_t golden[] = {UINT64_C(0xb6de1c5c2764ada5), UINT64_C(0xa7170da36a9ee445),
                                      UINT64_C(0x1be8b71ee884b583)};
    const uint64_t sampled[] = {wend_random_bits(0, 0, 0, 0), wend_random_bits(1, 2, 3, 4),
                                wend_random_bits(UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT32_MAX)};
    for (int i = 0; i < 3; i++) {
        ck_assert_msg(sampled[i] == golden[i], "draw %d is 0x%016" PRIx64, i, sampled[i]);
    }
    double normal = wend_random_normal(1, 2, 3, 4), uniform = wend_random_uniform(1, 2, 3, 4);
    ck_assert_msg(normal == 0x1.99ea78aa70396p-1, "normal is %a", normal);
    ck_assert_msg(uniform == 0x1.4e2e1b46d53dcp-1, "uniform is %a", uniform);
}
END_TEST

int main(void) {
    SUITE("base/random", every_output_byte_is_uniform_along_each_argument,
          neighbouring_samples_are_independent, each_input_bit_flips_half_of_the_output_bits,
          arguments_are_not_interchangeable, uniform_samples_lie_in_their_range,
          normal_samples_have_the_right_moments, matches_golden_values);
}
