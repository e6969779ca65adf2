package page

import (
	"slices"
	"testing"
)

// What several rows state is stated once, with its number of rows.
func TestLinesOfSeveralRowsAreTakenOut(t *testing.T) {
	views := []changeView{{Known: []string{"a", "b"}}, {Known: []string{"b"}}, {}, {Known: []string{"c", "b"}}}
	shared, rows := takeShared(views)
	if !slices.Equal(shared, []string{"3 rows: b"}) || !slices.Equal(rows[0].Known, []string{"a"}) || len(rows[1].Known) > 0 || !slices.Equal(rows[3].Known, []string{"c"}) {
		t.Errorf("%q of %v", shared, rows)
	}
}
