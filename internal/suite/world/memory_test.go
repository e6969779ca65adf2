package world

import (
	"fmt"
	"strings"
	"testing"
)

// A column without a content is left out: on machines that do not report their caches no system
// "fits in" anything.
func TestTheTableOfMemoryWithoutCaches(t *testing.T) {
	for _, level := range []string{"", "L2"} {
		a := Answer{Flows: []Flow{{System: "move", Level: level, Bandwidth: 1e9, Share: 0.9, Library: "ecs"}}}
		table := a.memory()
		titles := ""
		for _, c := range table.Columns {
			titles += c.Title + ", "
		}
		if strings.Contains(titles, "fits in") != (level != "") || len(table.Rows[0]) != len(table.Columns) {
			t.Errorf("level %q: columns %s, row %v", level, titles, table.Rows[0])
		}
		if row := fmt.Sprint(table.Rows[0]); strings.Contains(row, "unknown") {
			t.Errorf("level %q: %s", level, row)
		}
	}
}
