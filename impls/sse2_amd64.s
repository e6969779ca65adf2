#include "textflag.h"

// The kernels with SSE2, which every amd64 processor has: 4 floats in a vector.

#define ADD_SCALED       ·addScaledSSE2
#define ADD_SCALED_PAIRS ·addScaledPairsSSE2
#define ADD_CONST        ·addConstSSE2

#define SIZE 16
#define V0 X0
#define V1 X1
#define V2 X2
#define V3 X3
#define V4 X4
#define V5 X5
#define V6 X6

// Operands in memory would have to be aligned.
#define LOAD(m, v)     MOVUPS m, v
#define STORE(v, m)    MOVUPS v, m
#define ADD(a, v)      ADDPS a, v
#define MUL(a, v)      MULPS a, v
#define ADDLOAD(m, v)  MOVUPS m, X7; ADDPS X7, v
#define MULLOAD(m, v)  MOVUPS m, X7; MULPS X7, v
#define REPEAT(m, v)   MOVSS m, v; SHUFPS $0, v, v
#define TWICE(m, h, v) MOVSD m, v; UNPCKLPS v, v
#define ENTER
#define LEAVE

#include "kernels_amd64.h"
