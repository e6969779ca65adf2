// The kernels, written once for every width of vectors. The files that include
// this one say what a vector is:
//
//	SIZE             its bytes
//	V0 ... V6        registers for one, and H1 ... H6 their lower halves;
//	                 number 7 is free for the macros
//	LOAD(m, v)       v = the vector at m
//	STORE(v, m)      the vector at m = v
//	ADD(a, v)        v += a
//	MUL(a, v)        v *= a
//	ADDLOAD(m, v)    v += the vector at m
//	MULLOAD(m, v)    v *= the vector at m
//	REPEAT(m, v)     v = the float at m in every lane
//	TWICE(m, h, v)   v = each of the floats at m in two lanes; h is its lower half
//	ENTER, LEAVE     what is to be done first and last
//
// and name the functions ADD_SCALED, ADD_SCALED_PAIRS and ADD_CONST.
//
// All of them want a vector of floats at least, and go about it in the same
// way. What the first and the last vector of dst become is computed first, kept
// in V1 and V2, and stored last, to R8 and R9. The loops between begin at the
// first boundary of a vector in dst, so that no store crosses a cache line, and
// end before the last vector. What they have in common with the first and the
// last is stored twice, with the same values: there is no rest to be done float
// by float.
//
// Each is written out, though much of one stands in the others: as macros the
// steps in common would be cut in pieces by those that are not, and who reads a
// kernel wants its instructions in their order.

// func(dst, src *float32, n int, s float32)
TEXT ADD_SCALED(SB), NOSPLIT, $0-28
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ n+16(FP), CX
	REPEAT(s+24(FP), V0)

	MOVQ DI, R8
	LEAQ -SIZE(DI)(CX*4), R9
	LEAQ -SIZE(SI)(CX*4), R10
	LOAD((SI), V1)
	LOAD((R10), V2)
	MUL(V0, V1)
	MUL(V0, V2)
	ADDLOAD((R8), V1)
	ADDLOAD((R9), V2)

	MOVQ DI, AX            // to the boundary, in whole floats
	NEGQ AX
	ANDQ $(SIZE-4), AX
	ADDQ AX, DI
	ADDQ AX, SI
	LEAQ -(3*SIZE)(R9), R10
	CMPQ DI, R10
	JAE  single

	PCALIGN $32
four:
	LOAD((0*SIZE)(SI), V3)
	LOAD((1*SIZE)(SI), V4)
	LOAD((2*SIZE)(SI), V5)
	LOAD((3*SIZE)(SI), V6)
	MUL(V0, V3)
	MUL(V0, V4)
	MUL(V0, V5)
	MUL(V0, V6)
	ADDLOAD((0*SIZE)(DI), V3)
	ADDLOAD((1*SIZE)(DI), V4)
	ADDLOAD((2*SIZE)(DI), V5)
	ADDLOAD((3*SIZE)(DI), V6)
	STORE(V3, (0*SIZE)(DI))
	STORE(V4, (1*SIZE)(DI))
	STORE(V5, (2*SIZE)(DI))
	STORE(V6, (3*SIZE)(DI))
	ADDQ $(4*SIZE), DI
	ADDQ $(4*SIZE), SI
	CMPQ DI, R10
	JB   four

single:
	CMPQ DI, R9
	JAE  ends
	LOAD((SI), V3)
	MUL(V0, V3)
	ADDLOAD((DI), V3)
	STORE(V3, (DI))
	ADDQ $SIZE, DI
	ADDQ $SIZE, SI
	JMP  single

ends:
	STORE(V1, (R8))
	STORE(V2, (R9))
	LEAVE
	RET

// func(dst, src, factor *float32, n int, s float32)
TEXT ADD_SCALED_PAIRS(SB), NOSPLIT, $0-36
	MOVQ dst+0(FP), DI
	MOVQ src+8(FP), SI
	MOVQ factor+16(FP), DX
	MOVQ n+24(FP), CX
	REPEAT(s+32(FP), V0)
	ENTER

	MOVQ DI, R8
	LEAQ -SIZE(DI)(CX*4), R9
	LEAQ -SIZE(SI)(CX*4), R10
	LEAQ -(SIZE/2)(DX)(CX*2), R11
	TWICE((DX), H1, V1)
	TWICE((R11), H2, V2)
	MULLOAD((SI), V1)
	MULLOAD((R10), V2)
	MUL(V0, V1)
	MUL(V0, V2)
	ADDLOAD((R8), V1)
	ADDLOAD((R9), V2)

	MOVQ DI, AX            // to the boundary, in whole pairs
	NEGQ AX
	ANDQ $(SIZE-8), AX
	ADDQ AX, DI
	ADDQ AX, SI
	SHRQ $1, AX
	ADDQ AX, DX
	LEAQ -(3*SIZE)(R9), R10
	CMPQ DI, R10
	JAE  single

	PCALIGN $32
four:
	TWICE((0*SIZE/2)(DX), H3, V3)
	TWICE((1*SIZE/2)(DX), H4, V4)
	TWICE((2*SIZE/2)(DX), H5, V5)
	TWICE((3*SIZE/2)(DX), H6, V6)
	MULLOAD((0*SIZE)(SI), V3)
	MULLOAD((1*SIZE)(SI), V4)
	MULLOAD((2*SIZE)(SI), V5)
	MULLOAD((3*SIZE)(SI), V6)
	MUL(V0, V3)
	MUL(V0, V4)
	MUL(V0, V5)
	MUL(V0, V6)
	ADDLOAD((0*SIZE)(DI), V3)
	ADDLOAD((1*SIZE)(DI), V4)
	ADDLOAD((2*SIZE)(DI), V5)
	ADDLOAD((3*SIZE)(DI), V6)
	STORE(V3, (0*SIZE)(DI))
	STORE(V4, (1*SIZE)(DI))
	STORE(V5, (2*SIZE)(DI))
	STORE(V6, (3*SIZE)(DI))
	ADDQ $(4*SIZE), DI
	ADDQ $(4*SIZE), SI
	ADDQ $(4*SIZE/2), DX
	CMPQ DI, R10
	JB   four

single:
	CMPQ DI, R9
	JAE  ends
	TWICE((DX), H3, V3)
	MULLOAD((SI), V3)
	MUL(V0, V3)
	ADDLOAD((DI), V3)
	STORE(V3, (DI))
	ADDQ $SIZE, DI
	ADDQ $SIZE, SI
	ADDQ $(SIZE/2), DX
	JMP  single

ends:
	STORE(V1, (R8))
	STORE(V2, (R9))
	LEAVE
	RET

// func(dst *float32, n int, s float32)
TEXT ADD_CONST(SB), NOSPLIT, $0-20
	MOVQ dst+0(FP), DI
	MOVQ n+8(FP), CX
	REPEAT(s+16(FP), V0)

	MOVQ DI, R8
	LEAQ -SIZE(DI)(CX*4), R9
	LOAD((R8), V1)
	LOAD((R9), V2)
	ADD(V0, V1)
	ADD(V0, V2)

	MOVQ DI, AX            // to the boundary, in whole floats
	NEGQ AX
	ANDQ $(SIZE-4), AX
	ADDQ AX, DI
	LEAQ -(3*SIZE)(R9), R10
	CMPQ DI, R10
	JAE  single

	PCALIGN $32
four:
	LOAD((0*SIZE)(DI), V3)
	LOAD((1*SIZE)(DI), V4)
	LOAD((2*SIZE)(DI), V5)
	LOAD((3*SIZE)(DI), V6)
	ADD(V0, V3)
	ADD(V0, V4)
	ADD(V0, V5)
	ADD(V0, V6)
	STORE(V3, (0*SIZE)(DI))
	STORE(V4, (1*SIZE)(DI))
	STORE(V5, (2*SIZE)(DI))
	STORE(V6, (3*SIZE)(DI))
	ADDQ $(4*SIZE), DI
	CMPQ DI, R10
	JB   four

single:
	CMPQ DI, R9
	JAE  ends
	LOAD((DI), V3)
	ADD(V0, V3)
	STORE(V3, (DI))
	ADDQ $SIZE, DI
	JMP  single

ends:
	STORE(V1, (R8))
	STORE(V2, (R9))
	LEAVE
	RET
