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

func TestGroups(t *testing.T) {
	var lengths lists.Groups[int, []string]
	for _, word := range []string{"to", "not", "be"} {
		group, fresh := lengths.Of(len(word))
		if fresh != (len(*group) == 0) {
			t.Errorf("%s: fresh %v, and its group is %v", word, fresh, *group)
		}
		*group = append(*group, word)
	}
	if got := lengths.List; len(got) != 2 || !slices.Equal(got[0], []string{"to", "be"}) || !slices.Equal(got[1], []string{"not"}) {
		t.Errorf("%v", got)
	}
}
