package format

// The catalogue has common component types of games, which a file may use without a declaration.
// A declaration in the file takes precedence.
var catalogue = []ComponentType{
	{Name: "Position", Bytes: 8}, {Name: "Velocity", Bytes: 8}, {Name: "Rotation", Bytes: 4}, {Name: "Transform", Bytes: 64},
	{Name: "Health", Bytes: 8}, {Name: "Path", Bytes: 32, Slices: 1}, {Name: "Target", Bytes: 8}, {Name: "Sprite", Bytes: 16},
	{Name: "Label", Bytes: 16, Strings: 1}, {Name: "Inventory", Bytes: 64, Slices: 1}, {Name: "Lifetime", Bytes: 4},
	{Name: "Selected"}, {Name: "Dead"}, {Name: "Visible"},
}

// further are the components of kinds with many archetypes.
var further = []string{"Stats", "Skills", "Team", "Target", "Effects", "Rotation", "Health", "Sprite", "Lifetime", "Mass", "Heading", "Force"}

// The kinds of the catalogue have components of the catalogue.
var cataloguedKinds = []struct {
	name string
	has  []string
}{
	{"animal", []string{"Position", "Velocity", "Health"}}, {"particle", []string{"Position", "Velocity", "Lifetime"}},
	{"projectile", []string{"Position", "Velocity", "Lifetime"}}, {"prop", []string{"Position", "Sprite"}},
}
