/* Arithmetic on large integers, for exact predicates. Numbers are stored as sign and magnitude, in
 * limbs of 32 bits, lowest first. The methods are those of schoolbook arithmetic.
 *
 * Every float is an integer multiple of 2^-149. A polynomial in floats whose terms all have the
 * same degree can therefore be computed exactly, with integers, if all inputs are expressed in a
 * common unit. The unit is the largest power of two that divides all inputs of a predicate;
 * ordinary coordinates then take one or two limbs. */
#include "geom/exact.h"

#include <math.h>
#include <string.h>

#include "base/error.h"

enum {
    LIMB_BITS = 32,
    MANTISSA_BITS = 23,  /* stored mantissa bits of a float */
    MIN_EXPONENT = -149, /* exponent of the lowest bit of the smallest float */
    MAX_SHIFT = 149
};

/* Splits |value| into mantissa * 2^exponent with an odd mantissa. Returns the mantissa (0 if the
 * value is 0). */
static uint32_t split_float(float value, int *exponent) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint32_t mantissa = bits & ((1U << MANTISSA_BITS) - 1U);
    int biased = (int)((bits >> MANTISSA_BITS) & 0xffU);
    *exponent = MIN_EXPONENT;
    if (biased > 0) {
        mantissa |= 1U << MANTISSA_BITS;
        *exponent += biased - 1;
    }
    while (mantissa != 0 && (mantissa & 1U) == 0) {
        mantissa >>= 1;
        ++*exponent;
    }
    return mantissa;
}

int exact_shift(const float *values, size_t count) {
    int shift = -MAX_SHIFT;
    for (size_t i = 0; i < count; ++i) {
        int exponent;
        if (split_float(values[i], &exponent) != 0 && -exponent > shift) {
            shift = -exponent;
        }
    }
    return shift;
}

static void trim(exact *a) {
    while (a->count > 0 && a->limb[a->count - 1] == 0) {
        --a->count;
    }
    if (a->count == 0) {
        a->sign = 0;
    }
}

exact exact_from_float(float value, int shift) {
    exact result;
    result.sign = 0;
    result.count = 0;
    int exponent;
    uint32_t mantissa = split_float(value, &exponent);
    if (mantissa == 0) {
        return result;
    }
    uint32_t bit_offset = (uint32_t)(exponent + shift);
    uint32_t low = bit_offset / LIMB_BITS;
    uint64_t wide = (uint64_t)mantissa << (bit_offset % LIMB_BITS);
    memset(result.limb, 0, low * sizeof result.limb[0]);
    result.limb[low] = (uint32_t)wide;
    result.limb[low + 1] = (uint32_t)(wide >> LIMB_BITS);
    result.count = low + 2;
    result.sign = value < 0.0F ? -1 : 1;
    trim(&result);
    return result;
}

static int compare_magnitudes(const exact *a, const exact *b) {
    if (a->count != b->count) {
        return a->count < b->count ? -1 : 1;
    }
    for (uint32_t i = a->count; i-- > 0;) {
        if (a->limb[i] != b->limb[i]) {
            return a->limb[i] < b->limb[i] ? -1 : 1;
        }
    }
    return 0;
}

static void add_magnitudes(const exact *a, const exact *b, exact *out) {
    const exact *longer = a->count >= b->count ? a : b;
    const exact *shorter = longer == a ? b : a;
    uint64_t carry = 0;
    for (uint32_t i = 0; i < longer->count; ++i) {
        carry += (uint64_t)longer->limb[i] + (i < shorter->count ? shorter->limb[i] : 0);
        out->limb[i] = (uint32_t)carry;
        carry >>= LIMB_BITS;
    }
    out->count = longer->count;
    if (carry != 0) {
        WEND_ASSERT(out->count < EXACT_LIMBS);
        out->limb[out->count++] = (uint32_t)carry;
    }
}

/* Computes |a| - |b|; |a| must be at least |b|. */
static void subtract_magnitudes(const exact *a, const exact *b, exact *out) {
    int64_t carry = 0;
    for (uint32_t i = 0; i < a->count; ++i) {
        carry += (int64_t)a->limb[i] - (int64_t)(i < b->count ? b->limb[i] : 0);
        out->limb[i] = (uint32_t)carry;
        carry >>= LIMB_BITS;
    }
    out->count = a->count;
}

static exact add_signed(const exact *a, const exact *b, int32_t b_sign) {
    if (b_sign == 0) {
        return *a;
    }
    exact result;
    if (a->sign == b_sign || a->sign == 0) {
        result.sign = b_sign;
        add_magnitudes(a, b, &result);
    } else if (compare_magnitudes(a, b) >= 0) {
        result.sign = a->sign;
        subtract_magnitudes(a, b, &result);
    } else {
        result.sign = b_sign;
        subtract_magnitudes(b, a, &result);
    }
    trim(&result);
    return result;
}

exact exact_add(const exact *a, const exact *b) {
    return add_signed(a, b, b->sign);
}

exact exact_sub(const exact *a, const exact *b) {
    return add_signed(a, b, -b->sign);
}

exact exact_mul(const exact *a, const exact *b) {
    exact result;
    result.sign = a->sign * b->sign;
    result.count = 0;
    if (result.sign == 0) {
        return result;
    }
    WEND_ASSERT(a->count + b->count <= EXACT_LIMBS);
    result.count = a->count + b->count;
    memset(result.limb, 0, result.count * sizeof result.limb[0]);
    for (uint32_t i = 0; i < a->count; ++i) {
        uint64_t carry = 0;
        for (uint32_t j = 0; j < b->count; ++j) {
            carry += (uint64_t)a->limb[i] * b->limb[j] + result.limb[i + j];
            result.limb[i + j] = (uint32_t)carry;
            carry >>= LIMB_BITS;
        }
        result.limb[i + b->count] = (uint32_t)carry;
    }
    trim(&result);
    return result;
}

int exact_compare(const exact *a, const exact *b) {
    if (a->sign != b->sign) {
        return a->sign < b->sign ? -1 : 1;
    }
    return a->sign * compare_magnitudes(a, b);
}

/* Approximates `a` as value * 2^exponent, and returns the value. Uses the three highest limbs of
 * `a`, which contain at least 65 bits. */
static double leading_part(const exact *a, int *exponent) {
    double value = 0.0;
    uint32_t low = a->count > 3 ? a->count - 3 : 0;
    for (uint32_t i = a->count; i > low; --i) {
        value = value * 0x1p32 + (double)a->limb[i - 1];
    }
    *exponent = (int)low * LIMB_BITS;
    return a->sign < 0 ? -value : value;
}

double exact_quotient(const exact *a, const exact *b) {
    int a_exponent, b_exponent;
    double above = leading_part(a, &a_exponent), below = leading_part(b, &b_exponent);
    return ldexp(above / below, a_exponent - b_exponent);
}
