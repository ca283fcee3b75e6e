// SPDX-License-Identifier: MIT
// Made by tools/make_trig_coefficients.py: change that, not this.
#ifndef SWIVEL_TRIG_COEFFICIENTS_H
#define SWIVEL_TRIG_COEFFICIENTS_H

// A turn, in parts: a whole number of up to (53 - bits) bits times a part is exact.
#define SWVI_TWO_OVER_PI  0x1.45f306dc9c883p-1  // 2/pi
#define SWVI_QUARTER_1    0x1.921fb5444p+0      // pi/2, the leading 37 bits
#define SWVI_QUARTER_2    0x1.68c234c4cp-39     // the next 37 bits
#define SWVI_QUARTER_3    0x1.98a2e03707345p-77 // the next 53 bits
#define SWVI_QUARTERF_1   0x1.921fb544p+0       // pi/2, the leading 33 bits
#define SWVI_QUARTERF_2   0x1.0b4611a626331p-34 // the next 53 bits
#define SWVI_EIGHTH_HIGH  0x1.921fb54442d18p-1  // pi/4, the leading 50 bits
#define SWVI_EIGHTH_LOW   0x1.1a62633145c07p-55 // the next 53 bits
#define SWVI_EIGHTHF_HIGH 0x1.921fbp-1f         // pi/4, the leading 21 bits
#define SWVI_EIGHTHF_LOW  0x1.5110b4p-23f       // the next 24 bits

// sin r = r + r z P(z), z = r^2, |r| <= pi/4: relative error at most 2^-57.89
#define SWVI_SIN_0  -0x1.5555555555548p-3
#define SWVI_SIN_1  0x1.111111110f72fp-7
#define SWVI_SIN_2  -0x1.a01a019be8e65p-13
#define SWVI_SIN_3  0x1.71de3554e61eep-19
#define SWVI_SIN_4  -0x1.ae5e4b42ef62ep-26
#define SWVI_SIN_5  0x1.5d8b404681d74p-33

// cos r = 1 - z/2 + z^2 P(z), z = r^2, |r| <= pi/4: relative error at most 2^-63.94
#define SWVI_COS_0  0x1.555555555554bp-5
#define SWVI_COS_1  -0x1.6c16c16c15015p-10
#define SWVI_COS_2  0x1.a01a019c8f25ap-16
#define SWVI_COS_3  -0x1.27e4f7f191dd4p-22
#define SWVI_COS_4  0x1.1ee9dbcf8ab9ep-29
#define SWVI_COS_5  -0x1.8fa684df1e2fp-37

// asin r = r + r z P(z), z = r^2, |r| <= 1/2: relative error at most 2^-55.9
#define SWVI_ASIN_0  0x1.555555555539p-3
#define SWVI_ASIN_1  0x1.333333336e81ep-4
#define SWVI_ASIN_2  0x1.6db6db42793aep-5
#define SWVI_ASIN_3  0x1.f1c72c39786c3p-6
#define SWVI_ASIN_4  0x1.6e89f4316b5bbp-6
#define SWVI_ASIN_5  0x1.1c6be2aa5434ep-6
#define SWVI_ASIN_6  0x1.c6fdab0d944dfp-7
#define SWVI_ASIN_7  0x1.8ec39fc2effc1p-7
#define SWVI_ASIN_8  0x1.abc96b925e89bp-8
#define SWVI_ASIN_9  0x1.3ff8fc575547bp-6
#define SWVI_ASIN_10 -0x1.09da4b951cd1ep-6
#define SWVI_ASIN_11 0x1.056ffa06b49cp-5

// atan r = r + r z P(z), z = r^2, |r| <= 1/2: relative error at most 2^-57.78
#define SWVI_ATAN_0  -0x1.5555555555516p-2
#define SWVI_ATAN_1  0x1.9999999991137p-3
#define SWVI_ATAN_2  -0x1.249249215d88ep-3
#define SWVI_ATAN_3  0x1.c71c7090c4036p-4
#define SWVI_ATAN_4  -0x1.745cf4c73ac3ap-4
#define SWVI_ATAN_5  0x1.3b113d7ea271fp-4
#define SWVI_ATAN_6  -0x1.10f31c566ff22p-4
#define SWVI_ATAN_7  0x1.dfe950f945a5dp-5
#define SWVI_ATAN_8  -0x1.a397b4389d9fep-5
#define SWVI_ATAN_9  0x1.56f3c6d26120bp-5
#define SWVI_ATAN_10 -0x1.c179460c9a445p-6
#define SWVI_ATAN_11 0x1.4b7ab9114c262p-7

// sin r = r + r z P(z), z = r^2, |r| <= pi/4: relative error at most 2^-27.91
#define SWVI_SINF_0  -0x1.555546p-3f
#define SWVI_SINF_1  0x1.110778p-7f
#define SWVI_SINF_2  -0x1.995406p-13f

// cos r = 1 - z/2 + z^2 P(z), z = r^2, |r| <= pi/4: relative error at most 2^-32.98
#define SWVI_COSF_0  0x1.55554ap-5f
#define SWVI_COSF_1  -0x1.6c0c28p-10f
#define SWVI_COSF_2  0x1.99e80ep-16f

// asin r = r + r z P(z), z = r^2, |r| <= 1/2: relative error at most 2^-27.62
#define SWVI_ASINF_0  0x1.5555c8p-3f
#define SWVI_ASINF_1  0x1.330202p-4f
#define SWVI_ASINF_2  0x1.747bfap-5f
#define SWVI_ASINF_3  0x1.8c3b92p-6f
#define SWVI_ASINF_4  0x1.595ebep-5f

// atan r = r + r z P(z), z = r^2, |r| <= 1/2: relative error at most 2^-27.46
#define SWVI_ATANF_0  -0x1.555512p-2f
#define SWVI_ATANF_1  0x1.997b04p-3f
#define SWVI_ATANF_2  -0x1.22498p-3f
#define SWVI_ATANF_3  0x1.9ff86ep-4f
#define SWVI_ATANF_4  -0x1.a3ca7cp-5f

#endif
