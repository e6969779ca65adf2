package results

import (
	"encoding/json"
	"fmt"
	"strings"
)

// A GoTest is a line of go test other than a result: a failed or skipped benchmark, or the name
// of the next package.
type GoTest struct{ Text string }

// annotations make the values of annotations of one type, by kind. Exceptions have several
// kinds.
var annotations = map[string]func() any{
	KindHeader: newOf[Header], KindEnvironment: newOf[Environment], KindEnd: newOf[End],
	KindDisturbed: newOf[Disturbed], KindAccepted: newOf[Accepted], KindCode: newOf[Code],
	KindExplained: newOf[Explanation], KindMeasured: newOf[Implementation],
}

func newOf[T any]() any { return new(T) }

// annotationOf parses an annotation: a *[Header], *[Environment], *[Exception], *[Disturbed],
// *[Accepted], *[Code], *[Explanation], *[Implementation] or *[End]. It returns nil for other
// comments.
func annotationOf(line string) (any, error) {
	kind, object, _ := strings.Cut(strings.TrimPrefix(line, "# "), " ")
	if !strings.HasPrefix(line, "# ") || !strings.HasPrefix(object, "{") {
		return nil, nil
	}
	var v any
	switch kind {
	case KindFailed, KindUnsupported, KindVanished, KindAgain:
		v = &Exception{Kind: kind}
	default:
		fresh, known := annotations[kind]
		if !known {
			return nil, nil
		}
		v = fresh()
	}
	if err := json.Unmarshal([]byte(object), v); err != nil {
		return nil, fmt.Errorf("annotation %q: %w", kind, err)
	}
	return v, nil
}
