/* Constants for math.c. Each is the exact value rounded to the stated number of bits; a second
 * column holds the remainder, rounded to double. They were computed with 2000-bit arithmetic. */
#ifndef BASE_MATH_TABLES_H
#define BASE_MATH_TABLES_H

#include <stdint.h>

/* pi / 2 as the sum of three parts of 33 bits each and a remainder. The products of a part with
 * integers up to 2^20 are exact. */
static const double half_pi_part[4] = {0x1.921fb54400000p+0, 0x1.0b4611a600000p-34,
                                       0x1.3198a2e000000p-69, 0x1.b839a252049c1p-104};

/* pi / 2 and pi as sums of two doubles. */
static const double half_pi_high = 0x1.921fb54442d18p+0, half_pi_low = 0x1.1a62633145c07p-54;
static const double pi_high = 0x1.921fb54442d18p+1, pi_low = 0x1.1a62633145c07p-53;

/* The fraction bits of 2 / pi, 64 per word, after one word of zeros that stands for the bits before
 * the binary point. */
static const uint64_t two_over_pi[21] = {
    UINT64_C(0x0000000000000000), UINT64_C(0xa2f9836e4e441529), UINT64_C(0xfc2757d1f534ddc0),
    UINT64_C(0xdb6295993c439041), UINT64_C(0xfe5163abdebbc561), UINT64_C(0xb7246e3a424dd2e0),
    UINT64_C(0x06492eea09d1921c), UINT64_C(0xfe1deb1cb129a73e), UINT64_C(0xe88235f52ebb4484),
    UINT64_C(0xe99c7026b45f7e41), UINT64_C(0x3991d639835339f4), UINT64_C(0x9c845f8bbdf9283b),
    UINT64_C(0x1ff897ffde05980f), UINT64_C(0xef2f118b5a0a6d1f), UINT64_C(0x6d367ecf27cb09b7),
    UINT64_C(0x4f463f669e5fea2d), UINT64_C(0x7527bac7ebe5f17b), UINT64_C(0x3d0739f78a5292ea),
    UINT64_C(0x6bfb5fb11f8d5d08), UINT64_C(0x56033046fc7b6bab), UINT64_C(0xf0cfbc209af4361d)};

/* ln 2 / 32: the high part has 37 bits, so that its products with integers up to 2^16 are exact;
 * the low part is the remainder. */
static const double exp_step_high = 0x1.62e42fefa0000p-6, exp_step_low = 0x1.cf79abc9e3b3ap-45;
static const double exp_steps_per_unit = 0x1.71547652b82fep+5; /* 32 / ln 2 */

/* 2^(j / 32) as a sum of two doubles. */
static const double exp_table[32][2] = {{0x1.p+0, 0.0},
                                        {0x1.059b0d3158574p+0, 0x1.d73e2a475b465p-55},
                                        {0x1.0b5586cf9890fp+0, 0x1.8a62e4adc610bp-54},
                                        {0x1.11301d0125b51p+0, -0x1.6c51039449b3ap-54},
                                        {0x1.172b83c7d517bp+0, -0x1.19041b9d78a76p-55},
                                        {0x1.1d4873168b9aap+0, 0x1.e016e00a2643cp-54},
                                        {0x1.2387a6e756238p+0, 0x1.9b07eb6c70573p-54},
                                        {0x1.29e9df51fdee1p+0, 0x1.612e8afad1255p-55},
                                        {0x1.306fe0a31b715p+0, 0x1.6f46ad23182e4p-55},
                                        {0x1.371a7373aa9cbp+0, -0x1.63aeabf42eae2p-54},
                                        {0x1.3dea64c123422p+0, 0x1.ada0911f09ebcp-55},
                                        {0x1.44e086061892dp+0, 0x1.89b7a04ef80d0p-59},
                                        {0x1.4bfdad5362a27p+0, 0x1.d4397afec42e2p-56},
                                        {0x1.5342b569d4f82p+0, -0x1.07abe1db13cadp-55},
                                        {0x1.5ab07dd485429p+0, 0x1.6324c054647adp-54},
                                        {0x1.6247eb03a5585p+0, -0x1.383c17e40b497p-54},
                                        {0x1.6a09e667f3bcdp+0, -0x1.bdd3413b26456p-54},
                                        {0x1.71f75e8ec5f74p+0, -0x1.16e4786887a99p-55},
                                        {0x1.7a11473eb0187p+0, -0x1.41577ee04992fp-55},
                                        {0x1.82589994cce13p+0, -0x1.d4c1dd41532d8p-54},
                                        {0x1.8ace5422aa0dbp+0, 0x1.6e9f156864b27p-54},
                                        {0x1.93737b0cdc5e5p+0, -0x1.75fc781b57ebcp-57},
                                        {0x1.9c49182a3f090p+0, 0x1.c7c46b071f2bep-56},
                                        {0x1.a5503b23e255dp+0, -0x1.d2f6edb8d41e1p-54},
                                        {0x1.ae89f995ad3adp+0, 0x1.7a1cd345dcc81p-54},
                                        {0x1.b7f76f2fb5e47p+0, -0x1.5584f7e54ac3bp-56},
                                        {0x1.c199bdd85529cp+0, 0x1.11065895048ddp-55},
                                        {0x1.cb720dcef9069p+0, 0x1.503cbd1e949dbp-56},
                                        {0x1.d5818dcfba487p+0, 0x1.2ed02d75b3707p-55},
                                        {0x1.dfc97337b9b5fp+0, -0x1.1a5cd4f184b5cp-54},
                                        {0x1.ea4afa2a490dap+0, -0x1.e9c23179c2893p-54},
                                        {0x1.f50765b6e4540p+0, 0x1.9d3e12dd8a18bp-54}};

/* ln 2: the high part is a multiple of 2^-42, so that sums of its multiples and log_table entries
 * are exact; the low part is the remainder. */
static const double ln2_high = 0x1.62e42fefa3800p-1, ln2_low = 0x1.ef35793c76730p-45;

/* Row i is for m near 1 + i / 64. It has three columns: c, which has 13 bits and is close to 1 / m,
 * or to 2 / m from row 27 on; -log c, rounded to a multiple of 2^-42; and the remainder of -log c.
 */
static const double log_table[65][3] = {
    {0x1.p+0, 0.0, 0.0},
    {0x1.f820000000000p-1, 0x1.fbea8b13c0000p-7, 0x1.ec927b17e4e13p-50},
    {0x1.f080000000000p-1, 0x1.f7a9b16780000p-6, 0x1.42ad9271be7d7p-45},
    {0x1.e920000000000p-1, 0x1.766d923c20000p-5, 0x1.ff0a82f1c24c1p-46},
    {0x1.e1e0000000000p-1, 0x1.f0c30c1118000p-5, -0x1.caef3588b7d80p-45},
    {0x1.dae0000000000p-1, 0x1.345179b63c000p-4, 0x1.d4203d36150d0p-44},
    {0x1.d420000000000p-1, 0x1.6ef528c058000p-4, -0x1.5d462d767cadep-44},
    {0x1.cd80000000000p-1, 0x1.a956d3ecac000p-4, 0x1.e63794c02c4afp-44},
    {0x1.c720000000000p-1, 0x1.e2507702b0000p-4, -0x1.f897980522249p-45},
    {0x1.c0e0000000000p-1, 0x1.0d79e7cd48000p-3, 0x1.cb422847849e4p-44},
    {0x1.bac0000000000p-1, 0x1.299d30c606000p-3, 0x1.d4d0079dc08d9p-44},
    {0x1.b4e0000000000p-1, 0x1.44f8b726f8000p-3, 0x1.df6a4432b9bb4p-44},
    {0x1.af20000000000p-1, 0x1.601b076e7a000p-3, 0x1.152d7d4dfc8e5p-44},
    {0x1.a980000000000p-1, 0x1.7b00916516000p-3, -0x1.ae75fcb067e57p-44},
    {0x1.a420000000000p-1, 0x1.9509aa0044000p-3, 0x1.f1e675b4d35c6p-44},
    {0x1.9ec0000000000p-1, 0x1.af6895610e000p-3, -0x1.148288bf7a937p-45},
    {0x1.99a0000000000p-1, 0x1.c8df7cb9a8000p-3, 0x1.eee42f58e1e6ep-44},
    {0x1.9480000000000p-1, 0x1.e2a877a6b2000p-3, 0x1.823817787081ap-44},
    {0x1.8fa0000000000p-1, 0x1.fb7d86eee4000p-3, -0x1.1c061cdb8097bp-45},
    {0x1.8ac0000000000p-1, 0x1.0a504e97bb000p-2, 0x1.03094e6690c44p-44},
    {0x1.8620000000000p-1, 0x1.1661caecba000p-2, -0x1.171fff9fc4abbp-44},
    {0x1.8180000000000p-1, 0x1.22981fbef8000p-2, -0x1.a1421609580dap-44},
    {0x1.7d00000000000p-1, 0x1.2e9e2bce12000p-2, 0x1.4300c128d1dc2p-45},
    {0x1.78a0000000000p-1, 0x1.3a71c56bb5000p-2, -0x1.ce772094aef70p-44},
    {0x1.7460000000000p-1, 0x1.4610bc29c6000p-2, -0x1.e82c9f310c8e6p-46},
    {0x1.7020000000000p-1, 0x1.51d1d93104000p-2, 0x1.5b0faa20d9c8ep-44},
    {0x1.6c20000000000p-1, 0x1.5d01dc49ff000p-2, 0x1.740ab8cfa5ed3p-45},
    {0x1.6810000000000p+0, -0x1.5d495dcacd000p-2, -0x1.bc3fdaed5844cp-44},
    {0x1.6430000000000p+0, -0x1.5234e0670a000p-2, -0x1.49483d21b40d9p-44},
    {0x1.6060000000000p+0, -0x1.472fdbe4fd000p-2, -0x1.f9364c53f821fp-45},
    {0x1.5ca0000000000p+0, -0x1.3c3b2736b4000p-2, 0x1.3e5d1e9d3ddf9p-47},
    {0x1.58f0000000000p+0, -0x1.31579e142e000p-2, 0x1.27cda5a6d3d1fp-45},
    {0x1.5550000000000p+0, -0x1.268620f34d000p-2, -0x1.8f44b998bb50ep-44},
    {0x1.51d0000000000p+0, -0x1.1bf816355f000p-2, 0x1.1b10958a02186p-44},
    {0x1.4e60000000000p+0, -0x1.117ee81dfe000p-2, -0x1.30f778a2e8cbdp-44},
    {0x1.4b00000000000p+0, -0x1.071b85fcd6000p-2, 0x1.bcb8ba3e01a11p-44},
    {0x1.47b0000000000p+0, -0x1.f99dc6c23c000p-3, 0x1.7ed06117b4369p-44},
    {0x1.4470000000000p+0, -0x1.e533effde2000p-3, 0x1.fd75bb2837bb6p-44},
    {0x1.4140000000000p+0, -0x1.d0fb7f2256000p-3, 0x1.af52b20633b29p-47},
    {0x1.3e20000000000p+0, -0x1.bcf6736f7e000p-3, 0x1.271e894f591e4p-44},
    {0x1.3b10000000000p+0, -0x1.a926d3a4ae000p-3, 0x1.53935e85baac8p-44},
    {0x1.3810000000000p+0, -0x1.958eadae60000p-3, 0x1.3b6857bb1fa3bp-46},
    {0x1.3520000000000p+0, -0x1.8230164c1a000p-3, -0x1.98dd68a5d0b48p-46},
    {0x1.3240000000000p+0, -0x1.6f0d28ae56000p-3, -0x1.69737c93373dap-44},
    {0x1.2f70000000000p+0, -0x1.5c28060c46000p-3, -0x1.6ece374e0e858p-44},
    {0x1.2ca0000000000p+0, -0x1.4915d832fc000p-3, 0x1.53cee006bcf62p-44},
    {0x1.29e0000000000p+0, -0x1.3643cad058000p-3, -0x1.1e18f2132dfd5p-44},
    {0x1.2730000000000p+0, -0x1.23b412580c000p-3, 0x1.7e6e809e4f37dp-44},
    {0x1.2490000000000p+0, -0x1.1168e8127e000p-3, -0x1.93436f195cb75p-46},
    {0x1.2200000000000p+0, -0x1.fec9131dc0000p-4, 0x1.54555d1ae6607p-44},
    {0x1.1f70000000000p+0, -0x1.da6e7637c4000p-4, -0x1.a83eac951c1aap-46},
    {0x1.1cf0000000000p+0, -0x1.b6a688d9b4000p-4, -0x1.b175ff3be2566p-44},
    {0x1.1a80000000000p+0, -0x1.9375e55594000p-4, -0x1.eddc37380c364p-44},
    {0x1.1810000000000p+0, -0x1.6ff7309f8c000p-4, -0x1.8f19994f375abp-55},
    {0x1.15b0000000000p+0, -0x1.4d1515b988000p-4, 0x1.8e7d02e3f5e95p-47},
    {0x1.1360000000000p+0, -0x1.2ad449eff4000p-4, 0x1.cea3ae5f05b87p-44},
    {0x1.1110000000000p+0, -0x1.08498b51e4000p-4, 0x1.93b33c55fb24fp-46},
    {0x1.0ed0000000000p+0, -0x1.cccb3cd798000p-5, -0x1.97a98b99b5035p-44},
    {0x1.0c90000000000p+0, -0x1.88729e70f0000p-5, 0x1.9c8d8f692991dp-45},
    {0x1.0a70000000000p+0, -0x1.475ee9a0b0000p-5, -0x1.6de8fbaa8b77ap-46},
    {0x1.0840000000000p+0, -0x1.03d5d85e70000p-5, -0x1.f778960ed29cfp-44},
    {0x1.0620000000000p+0, -0x1.83624fba80000p-6, -0x1.deb9c96b40046p-45},
    {0x1.0410000000000p+0, -0x1.01f5658730000p-6, -0x1.6107d26f92eb5p-44},
    {0x1.0200000000000p+0, -0x1.fe02a6b100000p-8, -0x1.9e23f0dda40e4p-46},
    {0x1.p+0, 0.0, 0.0}};

/* atan(i / 16) as a sum of two doubles. */
static const double atan_table[17][2] = {{0.0, 0.0},
                                         {0x1.ff55bb72cfdeap-5, -0x1.c934d86d23f1dp-60},
                                         {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
                                         {0x1.7b97b4bce5b02p-3, 0x1.347b0b4f881cap-58},
                                         {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
                                         {0x1.362773707ebccp-2, -0x1.963a544b672d8p-57},
                                         {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
                                         {0x1.a64eec3cc23fdp-2, -0x1.24dec1b50b7ffp-56},
                                         {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
                                         {0x1.0657e94db30d0p-1, -0x1.d5b495f6349e6p-56},
                                         {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
                                         {0x1.345f01cce37bbp-1, 0x1.1021137c71102p-55},
                                         {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
                                         {0x1.5d58987169b18p-1, 0x1.0028e4bc5e7cap-57},
                                         {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
                                         {0x1.819d0b7158a4dp-1, -0x1.bf76229d3b917p-56},
                                         {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55}};

#endif
