package impls

// A Kernel is the work that a system does on one entity.
//
// The functions of the same names are the work itself. They are small enough
// to be inlined into the loop of each implementation, so all of them do the
// same arithmetic, and none of them pays a call for an entity.
type Kernel int

// The kernels.
const (
	Idle       Kernel = iota // nothing
	DriftPos                 // Drift: writes Position
	MovePos                  // Move: reads Velocity, writes Position
	MoveScaled               // MoveByMass: reads Velocity and Mass, writes Position
	PlaceModel               // Place: reads Position, writes 8 of the 64 bytes of Transform
	CountItems               // Count: writes 4 of the 128 bytes of Inventory
	AnimateAll               // Animate: writes all 256 bytes of Bones
)

var kernelRequires = [...][]Component{
	Idle:       nil,
	DriftPos:   {PositionID},
	MovePos:    {PositionID, VelocityID},
	MoveScaled: {PositionID, VelocityID, MassID},
	PlaceModel: {PositionID, TransformID},
	CountItems: {InventoryID},
	AnimateAll: {BonesID},
}

// Requires returns the components that the kernel works on, in ascending order.
func (k Kernel) Requires() []Component { return kernelRequires[k] }

// DeltaTime is the length of a tick in seconds. It is a power of two, so that
// every product with the initial velocities and masses, and every sum of up to
// [MaxUpdates] of these, is exact in float32.
const DeltaTime = float32(1.0 / 64)

// MaxUpdates is how often a kernel may run over an entity before float32
// arithmetic stops being exact: positions start below 1024 and change by at
// most 8/64 an update, in multiples of 1/256, of which float32 has 2^24.
const MaxUpdates = 500_000

// Drift moves a position by a constant.
func Drift(p *Position, dt float32) {
	p.X += dt
	p.Y += dt
}

// Move moves a position by a velocity. The conversions keep the compiler from
// fusing product and sum, so that every machine computes the same bits.
func Move(p *Position, v *Velocity, dt float32) {
	p.X += float32(v.X * dt)
	p.Y += float32(v.Y * dt)
}

// MoveByMass moves a position by a velocity scaled by a mass.
func MoveByMass(p *Position, v *Velocity, m *Mass, dt float32) {
	p.X += float32(v.X * m.Value * dt)
	p.Y += float32(v.Y * m.Value * dt)
}

// Place writes a position to the translation of a transform.
func Place(p *Position, t *Transform) {
	t.M[12] = p.X
	t.M[13] = p.Y
}

// Count counts in the first slot of an inventory.
func Count(i *Inventory) { i.Slots[0]++ }

// Animate turns all bones.
func Animate(b *Bones, dt float32) {
	for i := range b.Angles {
		b.Angles[i] += dt
	}
}
