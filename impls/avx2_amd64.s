#include "textflag.h"

// The kernels with AVX2: 8 floats in a vector.

#define ADD_SCALED       ·addScaledAVX2
#define ADD_SCALED_PAIRS ·addScaledPairsAVX2
#define ADD_CONST        ·addConstAVX2

#define SIZE 32
#define V0 Y0
#define V1 Y1
#define V2 Y2
#define V3 Y3
#define V4 Y4
#define V5 Y5
#define V6 Y6
#define H1 X1
#define H2 X2
#define H3 X3
#define H4 X4
#define H5 X5
#define H6 X6

#define LOAD(m, v)     VMOVUPS m, v
#define STORE(v, m)    VMOVUPS v, m
#define ADD(a, v)      VADDPS a, v, v
#define MUL(a, v)      VMULPS a, v, v
#define ADDLOAD(m, v)  VADDPS m, v, v
#define MULLOAD(m, v)  VMULPS m, v, v
#define REPEAT(m, v)   VBROADCASTSS m, v
#define TWICE(m, h, v) VMOVUPS m, h; VPERMPS v, Y7, v
#define ENTER          VMOVUPS ·twice(SB), Y7
#define LEAVE          VZEROUPPER

#include "kernels_amd64.h"
