package lists_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ecsbench/ecsbench/internal/lists"
)

func TestLists(t *testing.T) {
	words := []string{"to", "be", "or", "not", "to", "be"}
	isShort := func(s string) bool { return len(s) == 2 }
	if got := lists.Map(words[:2], strings.ToUpper); !slices.Equal(got, []string{"TO", "BE"}) {
		t.Errorf("Map: %v", got)
	}
	if got := lists.Filter(words[2:], isShort); !slices.Equal(got, []string{"or", "to", "be"}) {
		t.Errorf("Filter: %v", got)
	}
	if got := lists.Count(words, isShort); got != 5 {
		t.Errorf("Count: %d", got)
	}
	if got := lists.Add(words[:1:1], words...); !slices.Equal(got, []string{"to", "be", "or", "not"}) {
		t.Errorf("Add: %v", got)
	}
	if got := lists.Order(words); !slices.Equal(got, []int{1, 5, 3, 2, 0, 4}) {
		t.Errorf("Order: %v", got)
	}
	if lists.Map(nil, strings.ToUpper) != nil || lists.Filter(words[3:4], isShort) != nil {
		t.Error("no elements make a list")
	}
}
