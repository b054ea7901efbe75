/* geom/exact.h: large integers of fixed capacity, for predicates that must not round. */
#ifndef GEOM_EXACT_H
#define GEOM_EXACT_H

#include <stddef.h>
#include <stdint.h>

/* Enough limbs for a product of eight factors. Each factor is a difference of two floats of at most
 * 65536, counted in units of 2^-149. The product takes 8 * 166 bits plus carries, in limbs of 32
 * bits. */
enum { EXACT_LIMBS = 44 };

typedef struct exact {
    int32_t sign;   /* -1, 0 or 1 */
    uint32_t count; /* number of limbs in use; the last of them is not zero */
    uint32_t limb[EXACT_LIMBS];
} exact;

/* Returns the smallest s for which all values times 2^s are integers. Values must be finite. */
int exact_shift(const float *values, size_t count);

/* Returns value * 2^shift, which must be an integer. */
exact exact_from_float(float value, int shift);

exact exact_add(const exact *a, const exact *b);
exact exact_sub(const exact *a, const exact *b);
exact exact_mul(const exact *a, const exact *b);

/* Returns a / b, with a relative error of at most 2^-51; b is not 0. */
double exact_quotient(const exact *a, const exact *b);

/* Returns the sign of a - b. */
int exact_compare(const exact *a, const exact *b);

#endif
