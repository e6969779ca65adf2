#include "textflag.h"

// The kernels with AVX-512: 16 floats in a vector.

#define ADD_SCALED       ·addScaledAVX512
#define ADD_SCALED_PAIRS ·addScaledPairsAVX512
#define ADD_CONST        ·addConstAVX512

#define SIZE 64
#define V0 Z0
#define V1 Z1
#define V2 Z2
#define V3 Z3
#define V4 Z4
#define V5 Z5
#define V6 Z6
#define H1 Y1
#define H2 Y2
#define H3 Y3
#define H4 Y4
#define H5 Y5
#define H6 Y6

#define LOAD(m, v)     VMOVUPS m, v
#define STORE(v, m)    VMOVUPS v, m
#define ADD(a, v)      VADDPS a, v, v
#define MUL(a, v)      VMULPS a, v, v
#define ADDLOAD(m, v)  VADDPS m, v, v
#define MULLOAD(m, v)  VMULPS m, v, v
#define REPEAT(m, v)   VBROADCASTSS m, v
#define TWICE(m, h, v) VMOVUPS m, h; VPERMPS v, Z7, v
#define ENTER          VMOVUPS ·twice(SB), Z7
#define LEAVE          VZEROUPPER

#include "kernels_amd64.h"

// The lanes that TWICE takes: each of the lower half twice.
DATA ·twice+0(SB)/8, $0x0000000000000000
DATA ·twice+8(SB)/8, $0x0000000100000001
DATA ·twice+16(SB)/8, $0x0000000200000002
DATA ·twice+24(SB)/8, $0x0000000300000003
DATA ·twice+32(SB)/8, $0x0000000400000004
DATA ·twice+40(SB)/8, $0x0000000500000005
DATA ·twice+48(SB)/8, $0x0000000600000006
DATA ·twice+56(SB)/8, $0x0000000700000007
GLOBL ·twice(SB), RODATA|NOPTR, $64
