package kernel

// DeltaTime is the length of a tick in seconds, a power of two: results are exact in float32.
const DeltaTime = float32(1.0 / 64)

// MaxRuns is the number of runs for which float32 is exact: positions start below 1024 and
// change by at most 8/64 per run, products of [DeltaTime] with initial velocities and masses, in
// multiples of 1/256; float32 has 2^24.
const MaxRuns = 500_000

// The kernels. Each is small enough for inlining, so all implementations do the same arithmetic
// without a call per entity. Parameters are in the order of the component numbers.
//
// Many runs equal one run of the same total time, unless a closed form is given (becoming).
//
// Conversions to float32 prevent fused multiply-add, so every machine computes the same bits.
var declared = []Kernel{
	of1(Drift).writes(PositionID),
	of2(Move).writes(PositionID),
	of3(MoveByMass).writes(PositionID),
	of4(Steer).writes(PositionID, HeadingID),
	of5(Push).writes(PositionID, HeadingID),
	of2(Place).writes(TransformID),
	of1(Count).writes(InventoryID).becoming(of1(countFor)),
	of1(Animate).writes(BonesID),
	of2(Coast).writes(PositionID).without(MassID),
	of6(Push6).writes(PositionID, HeadingID, StatsID).becoming(of6(push6For)),
	of7(Push7).writes(PositionID, HeadingID, StatsID, SkillsID).becoming(of7(push7For)),
	of8(Push8).writes(PositionID, HeadingID, StatsID, SkillsID, TeamID).becoming(of8(push8For)),
	of9(Push9).writes(PositionID, HeadingID, StatsID, SkillsID, TeamID, TargetID).becoming(of9(push9For)),
	of10(Push10).writes(PositionID, HeadingID, StatsID, SkillsID, TeamID, TargetID, EffectsID).becoming(of10(push10For)),
}

// Drift moves a position by a constant.
func Drift(p *Position, dt float32) {
	p.X += dt
	p.Y += dt
}

// Move moves a position by a velocity.
func Move(p *Position, v *Velocity, dt float32) {
	p.X += float32(v.X * dt)
	p.Y += float32(v.Y * dt)
}

// MoveByMass moves a position by a velocity scaled by a mass.
func MoveByMass(p *Position, v *Velocity, m *Mass, dt float32) {
	p.X += float32(v.X * m.Value * dt)
	p.Y += float32(v.Y * m.Value * dt)
}

// Steer moves a position by a velocity scaled by a mass, and turns a heading.
func Steer(p *Position, v *Velocity, m *Mass, h *Heading, dt float32) {
	p.X += float32(v.X * m.Value * dt)
	p.Y += float32(v.Y * m.Value * dt)
	h.Angle += dt
}

// Push is Steer with a force that adds to the velocity.
func Push(p *Position, v *Velocity, m *Mass, h *Heading, f *Force, dt float32) {
	p.X += float32((v.X + f.X) * m.Value * dt)
	p.Y += float32((v.Y + f.Y) * m.Value * dt)
	h.Angle += dt
}

// Place writes a position to the translation of a transform.
func Place(p *Position, t *Transform, _ float32) {
	t.M[12] = p.X
	t.M[13] = p.Y
}

// Count increments the first slot of an inventory.
func Count(i *Inventory, _ float32) { i.Slots[0]++ }

func countFor(i *Inventory, elapsed float32) { i.Slots[0] += ticks(elapsed) }

// ticks returns the number of ticks of a time.
func ticks(elapsed float32) uint32 { return uint32(elapsed / DeltaTime) }

// Animate turns all bones. It is unrolled by hand: the compiler's loop takes nearly twice as
// long, depending on code alignment.
func Animate(b *Bones, dt float32) {
	for i := 0; i < len(b.Angles); i += 4 {
		b.Angles[i] += dt
		b.Angles[i+1] += dt
		b.Angles[i+2] += dt
		b.Angles[i+3] += dt
	}
}

// Coast is Move for entities without mass.
func Coast(p *Position, v *Velocity, dt float32) {
	p.X += float32(v.X * dt)
	p.Y += float32(v.Y * dt)
}

// Push6 is Push and increments the first word of the sixth component.
func Push6(p *Position, v *Velocity, m *Mass, h *Heading, f *Force, s *Stats, dt float32) {
	Push(p, v, m, h, f, dt)
	s.A[0]++
}

// Push7 is Push6 with 7 components: it increments all from the sixth on.
func Push7(p *Position, v *Velocity, m *Mass, h *Heading, f *Force, s *Stats, k *Skills, dt float32) {
	Push(p, v, m, h, f, dt)
	s.A[0]++
	k.A[0]++
}

// Push8 is Push6 with 8 components: it increments all from the sixth on.
func Push8(p *Position, v *Velocity, m *Mass, h *Heading, f *Force, s *Stats, k *Skills, t *Team, dt float32) {
	Push(p, v, m, h, f, dt)
	s.A[0]++
	k.A[0]++
	t.A++
}

// Push9 is Push6 with 9 components: it increments all from the sixth on.
func Push9(p *Position, v *Velocity, m *Mass, h *Heading, f *Force, s *Stats, k *Skills, t *Team, g *Target, dt float32) {
	Push(p, v, m, h, f, dt)
	s.A[0]++
	k.A[0]++
	t.A++
	g.A++
}

// Push10 is Push6 with 10 components: it increments all from the sixth on.
func Push10(p *Position, v *Velocity, m *Mass, h *Heading, f *Force, s *Stats, k *Skills, t *Team, g *Target, e *Effects, dt float32) {
	Push(p, v, m, h, f, dt)
	s.A[0]++
	k.A[0]++
	t.A++
	g.A++
	e.A[0]++
}

// The closed forms of Push6 to Push10.

func push6For(p *Position, v *Velocity, m *Mass, h *Heading, f *Force, s *Stats, elapsed float32) {
	Push(p, v, m, h, f, elapsed)
	s.A[0] += ticks(elapsed)
}

func push7For(p *Position, v *Velocity, m *Mass, h *Heading, f *Force, s *Stats, k *Skills, elapsed float32) {
	push6For(p, v, m, h, f, s, elapsed)
	k.A[0] += ticks(elapsed)
}

func push8For(p *Position, v *Velocity, m *Mass, h *Heading, f *Force, s *Stats, k *Skills, t *Team, elapsed float32) {
	push7For(p, v, m, h, f, s, k, elapsed)
	t.A += ticks(elapsed)
}

func push9For(p *Position, v *Velocity, m *Mass, h *Heading, f *Force, s *Stats, k *Skills, t *Team, g *Target, elapsed float32) {
	push8For(p, v, m, h, f, s, k, t, elapsed)
	g.A += ticks(elapsed)
}

func push10For(p *Position, v *Velocity, m *Mass, h *Heading, f *Force, s *Stats, k *Skills, t *Team, g *Target, e *Effects, elapsed float32) {
	push9For(p, v, m, h, f, s, k, t, g, elapsed)
	e.A[0] += ticks(elapsed)
}
