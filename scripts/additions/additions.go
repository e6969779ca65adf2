package main

import (
	"embed"
	"os"
	"strings"

	"github.com/ecsbench/ecsbench/scripts/program"
)

//go:embed testdata
var testdata embed.FS

// file returns a file that an addition consists of.
func file(name string) string { return string(program.Must(testdata.ReadFile("testdata/" + name))) }

// library is the library andygeiss under another name: one of another module has the sums of that
// module, too.
func library() addition {
	const templates = "internal/suite/world/play/"
	rename := strings.NewReplacer(`"andygeiss"`, `"mine"`)
	renamed := func(name string) string { return rename.Replace(string(program.Must(os.ReadFile(templates + name)))) }
	return addition{
		name: "library", most: 3, limit: "what is known about it, its template, its row in the documentation",
		files: []edit{
			{templates + "mine.go", "", renamed("andygeiss.go")},
			{templates + "mine.tmpl", "", renamed("andygeiss.tmpl")},
			{"docs/implementations.md", "| `andygeiss` |", "| `mine` | a library of my own | - | 64 |\n"},
		},
		of:    []string{"./internal/suite/world/play"},
		runs:  []run{{"world run iterate --library mine,ecs --samples 1", "mine"}},
		tests: "-short ./internal/suite/world/play/... ./cmd -run Sources|Libraries|Facts|Features|Fillers|Tables",
	}
}

var additions = []addition{
	{
		name: "kernel", most: 1, limit: "1 file",
		files: []edit{
			{"kernel/kernels.go", "	of2(Coast)", "	of3(Brake).writes(VelocityID),\n"},
			{"kernel/kernels.go", "// Coast is", `// Brake sets a velocity to that of a heading.
func Brake(p *Position, v *Velocity, h *Heading, _ float32) {
	v.X, v.Y = h.Angle, p.X-p.X
}

`},
		},
		runs: []run{{"run --verify --impl dense,sortedslice,mapvalues,soa,objects,soa", "soa"}},
	},
	{
		name: "component type", most: 1, limit: "1 file",
		files: []edit{
			{"kernel/components.go", "	FirstFiller // the first", "	HealthID\n"},
			{"kernel/components.go", "	shapeOf[Word]()", "	shapeOf[Health](),\n"},
			{"kernel/components.go", "func (w *Word) Init", `// Health is what an entity dies for want of.
type Health struct{ Points uint32 }

func (h *Health) Init(n uint32) { h.Points = n & 255 }
func (h *Health) Hash() uint64  { return uint64(h.Points) }

`},
		},
		runs: []run{{"run --verify --impl dense,paged,mapvalues,soa,objects,soa", "soa"}},
	},
	{
		name: "scenario", most: 2, limit: "1 file and a line",
		files: []edit{
			{"scenarios/drift.go", "", `package scenarios

import "github.com/ecsbench/ecsbench/kernel"

// drift is a pass over positions alone.
var drift = Scenario{
	Name:  "drift",
	Title: "Drift",
	Doc:   "one system drifts N entities",
	Axes:  []Axis{entities},
	Open: func(c Setup) (Workload, error) {
		return openUpdates(c, [][]kernel.Component{kernel.DriftID.Get().Needs}, kernel.DriftID, []row{{0, c.entities(), 0}})
	},
}
`},
			{"scenarios/doc.go", "	memory,", "	drift,\n"},
		},
		runs: []run{{"run --scenario drift --impl dense,soa --entities 100 --rounds 1 -o out.txt", "BenchmarkDrift/impl=soa/n=100"}},
	},
	{
		name: "backend", most: 6, limit: "its folder, its line, its row in the documentation",
		files: []edit{
			{"impls/flat/flat.go", "", file("flat/flat.go")},
			{"impls/flat/column.go", "", file("flat/column.go")},
			{"impls/flat/each.go", "", file("flat/each.go")},
			{"impls/flat/each.go.tmpl", "", file("flat/each.go.tmpl")},
			{"impls/registry/registry.go", "	objects.Implementation", "	flat.Implementation,\n"},
			{"impls/registry/registry.go", "	\"github.com/ecsbench/ecsbench/impls/hashmap\"", "	\"github.com/ecsbench/ecsbench/impls/flat\"\n"},
			{"docs/implementations.md", "| `objects` | heap", "| `flat` | an array indexed by entity | scan of all signatures |\n"},
		},
		runs: []run{
			{"run --verify --impl flat", "flat"},
			{"run --impl flat --scenario churn --entities 100 --rounds 1 -o out.txt", "BenchmarkChurn/impl=flat"},
		},
		tests: "-timeout 25m ./...",
	},
	{
		name: "question", most: 1, limit: "1 file",
		files: []edit{
			{"worlds/questions/heal.yaml", "", `# Healing: each wounded entity is healed and wounded again, in a worn world.
name: heal
axes: {entities: 10_000}
entities: $entities
aged: 1
components: {Health: 8, Wounded: 0}
kinds:
  soldier: {share: 100%, has: [Health, Wounded]}
tick:
  change: {entities: $entities, remove: Wounded, undo: true}
measure: change
`},
		},
		of:    []string{"./worlds"},
		runs:  []run{{"world run heal --library ecs --samples 1", "ecs takes"}},
		tests: "-short ./internal/suite/world/... -run Worlds|Sources",
	},
	{
		name: "unit", most: 1, limit: "1 file",
		files: []edit{
			{"results/unit.go", "	{Name: \"scannable-B\"", "	{Name: \"frames/s\", Title: \"frames per second\", Better: +1},\n"},
		},
		runs: []run{{"run --scenario iterate --impl dense --entities 100 --components 1 --rounds 1 -o out.txt", "Unit frames/s better=higher"}},
	},
	{
		name: "axis", most: 1, limit: "its scenario",
		files: []edit{
			{"scenarios/lookup.go", "	Axes:    []Axis{entities, aged}", `	Axes: []Axis{{
		Name: "repeats", Title: "repeats", Doc: "look-ups of each entity",
		Default: []int{1, 2}, Min: 1, Max: 10,
	}, entities, aged},
	/* the axis before:
`},
			{"scenarios/lookup.go", "	Options: []impls.Option{orderOption, registerOption},", "	*/\n"},
		},
		runs: []run{
			{"run --scenario lookup --impl dense --entities 100 --rounds 1 -o out.txt", "BenchmarkLookup/impl=dense/repeats=2/n=100"},
			{"run --scenario lookup --impl dense --entities 100 --axis repeats=3,4 --rounds 1 -o out.txt --force", "BenchmarkLookup/impl=dense/repeats=4/n=100"},
			{"list scenarios", "repeats=1..10"},
		},
	},
}
