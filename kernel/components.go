package kernel

import (
	"math"
)

// A Component is the number of a component type.
type Component int

// Component types used by kernels; fillers follow.
const (
	PositionID Component = iota
	VelocityID
	MassID
	TransformID
	InventoryID
	BonesID
	HeadingID
	ForceID
	StatsID
	SkillsID
	TeamID
	TargetID
	EffectsID
	FirstFiller // the first filler
)

// shapes lists memory layouts: first the types used by kernels, in the order of their numbers,
// then those of fillers.
var shapes = []Shape{
	shapeOf[Position](), shapeOf[Velocity](), shapeOf[Mass](), shapeOf[Transform](),
	shapeOf[Inventory](), shapeOf[Bones](), shapeOf[Heading](), shapeOf[Force](),
	shapeOf[Stats](), shapeOf[Skills](), shapeOf[Team](), shapeOf[Target](), shapeOf[Effects](),
	shapeOf[Word](), shapeOf[Pair](), shapeOf[Quad](), shapeOf[Block](),
	shapeOf[Tag](), shapeOf[Link](), shapeOf[Label](), shapeOf[Line](), shapeOf[Slab](), shapeOf[Sheet](),
}

// Component types used by kernels. Initial values are small multiples of powers of two, so sums
// of them and of multiples of [DeltaTime] are exact in float32.
type (
	Position  struct{ X, Y float32 }
	Velocity  struct{ X, Y float32 }
	Mass      struct{ Value float32 }
	Transform struct{ M [16]float32 } // the translation is M[12], M[13]
	Inventory struct{ Slots [32]uint32 }
	Bones     struct{ Angles [64]float32 }
	Heading   struct{ Angle float32 }
	Force     struct{ X, Y float32 }
	Stats     Quad
	Skills    Block
	Team      Word
	Target    Pair
	Effects   Quad
)

// Types of fillers.
type (
	Word  struct{ A uint32 }
	Pair  struct{ A, B uint32 }
	Quad  struct{ A [4]uint32 }
	Block struct{ A [8]uint32 }
	Tag   struct{}
	Link  struct {
		To     *Quad // one of a few global values
		Weight uint32
	}
	Label struct{ Text string }
	Line  struct{ A [16]uint32 }
	Slab  struct{ A [32]uint32 }
	Sheet struct{ A [64]uint32 }
)

func (p *Position) Init(n uint32) {
	*p = Position{X: float32(n & 1023), Y: float32(n >> 10 & 1023)}
}
func (p *Position) Hash() uint64 { return pair(p.X, p.Y) }

func (v *Velocity) Init(n uint32) {
	*v = Velocity{X: float32(n&7) - 3, Y: float32(n>>3&7) - 3}
}
func (v *Velocity) Hash() uint64 { return pair(v.X, v.Y) }

var masses = [4]float32{0.25, 0.5, 1, 2}

func (m *Mass) Init(n uint32) { m.Value = masses[n&3] }
func (m *Mass) Hash() uint64  { return uint64(math.Float32bits(m.Value)) }

func (t *Transform) Init(n uint32) {
	clear(t.M[:])
	t.M[0], t.M[5], t.M[10], t.M[15] = 1, 1, 1, 1
	t.M[14] = float32(n & 1023)
}
func (t *Transform) Hash() uint64 { return floats(t.M[:]) }

func (v *Inventory) Init(n uint32) { count(v.Slots[:], n) }
func (v *Inventory) Hash() uint64  { return words(v.Slots[:]) }

func (b *Bones) Init(n uint32) {
	n &= 255
	for bone := range b.Angles {
		b.Angles[bone] = float32(n + uint32(bone))
	}
}
func (b *Bones) Hash() uint64 { return floats(b.Angles[:]) }

func (h *Heading) Init(n uint32) { h.Angle = float32(n & 255) }
func (h *Heading) Hash() uint64  { return uint64(math.Float32bits(h.Angle)) }

func (f *Force) Init(n uint32) {
	*f = Force{X: float32(n&1) - 1, Y: float32(n>>1&1) - 1}
}
func (f *Force) Hash() uint64 { return pair(f.X, f.Y) }

func (s *Stats) Init(n uint32)   { (*Quad)(s).Init(n) }
func (s *Stats) Hash() uint64    { return (*Quad)(s).Hash() }
func (s *Skills) Init(n uint32)  { (*Block)(s).Init(n) }
func (s *Skills) Hash() uint64   { return (*Block)(s).Hash() }
func (t *Team) Init(n uint32)    { (*Word)(t).Init(n) }
func (t *Team) Hash() uint64     { return (*Word)(t).Hash() }
func (t *Target) Init(n uint32)  { (*Pair)(t).Init(n) }
func (t *Target) Hash() uint64   { return (*Pair)(t).Hash() }
func (e *Effects) Init(n uint32) { (*Quad)(e).Init(n) }
func (e *Effects) Hash() uint64  { return (*Quad)(e).Hash() }

func (w *Word) Init(n uint32) { w.A = n }
func (w *Word) Hash() uint64  { return uint64(w.A) }

func (p *Pair) Init(n uint32) { *p = Pair{A: n, B: ^n} }
func (p *Pair) Hash() uint64  { return uint64(p.A)<<32 | uint64(p.B) }

func (q *Quad) Init(n uint32) { q.A = [4]uint32{n, n + 1, n + 2, n + 3} }
func (q *Quad) Hash() uint64  { return words(q.A[:]) }

func (b *Block) Init(n uint32) {
	b.A = [8]uint32{n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6, n + 7}
}
func (b *Block) Hash() uint64 { return words(b.A[:]) }

func (t *Tag) Init(uint32)  {}
func (t *Tag) Hash() uint64 { return 1 }

func (l *Link) Init(n uint32) { *l = Link{To: &targets[n%uint32(len(targets))], Weight: n} }
func (l *Link) Hash() uint64 {
	if l.To == nil { // never set; verification reports it
		return uint64(l.Weight)
	}
	return l.To.Hash() ^ uint64(l.Weight)
}

func (l *Label) Init(n uint32) { l.Text = names[n%uint32(len(names))] }
func (l *Label) Hash() uint64 {
	h := uint64(offset)
	for i := range len(l.Text) {
		h = (h ^ uint64(l.Text[i])) * prime
	}
	return h
}

func (v *Line) Init(n uint32) { count(v.A[:], n) }
func (v *Line) Hash() uint64  { return words(v.A[:]) }

func (v *Slab) Init(n uint32) { count(v.A[:], n) }
func (v *Slab) Hash() uint64  { return words(v.A[:]) }

func (v *Sheet) Init(n uint32) { count(v.A[:], n) }
func (v *Sheet) Hash() uint64  { return words(v.A[:]) }

// Targets of pointers in components.
var (
	targets [61]Quad
	names   = [...]string{"axe", "bow", "club", "dart", "fork", "glaive", "halberd"}
)

func init() {
	for i := range targets {
		targets[i].Init(uint32(i))
	}
}

// count writes n, n+1, n+2, ...
func count(dst []uint32, n uint32) {
	for i := range dst {
		dst[i] = n + uint32(i)
	}
}

func pair(a, b float32) uint64 {
	return uint64(math.Float32bits(a))<<32 | uint64(math.Float32bits(b))
}

// Constants of the FNV-1a hash.
const (
	offset = 14695981039346656037
	prime  = 1099511628211
)

// words returns the FNV-1a hash, word by word.
func words(v []uint32) uint64 {
	h := uint64(offset)
	for _, w := range v {
		h = (h ^ uint64(w)) * prime
	}
	return h
}

func floats(v []float32) uint64 {
	h := uint64(offset)
	for _, f := range v {
		h = (h ^ uint64(math.Float32bits(f))) * prime
	}
	return h
}
