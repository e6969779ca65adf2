package results

import (
	"encoding/json"
	"fmt"
	"strings"
)

// A GoTest is a line of go test other than a result: a failed or skipped benchmark, or the name
// of the next package.
type GoTest struct{ Text string }

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
	case KindHeader:
		v = &Header{}
	case KindEnvironment:
		v = &Environment{}
	case KindDisturbed:
		v = &Disturbed{}
	case KindAccepted:
		v = &Accepted{}
	case KindCode:
		v = &Code{}
	case KindExplained:
		v = &Explanation{}
	case KindEnd:
		v = &End{}
	case KindMeasured:
		v = &Implementation{}
	case KindFailed, KindUnsupported, KindVanished, KindAgain:
		v = &Exception{Kind: kind}
	default:
		return nil, nil
	}
	if err := json.Unmarshal([]byte(object), v); err != nil {
		return nil, fmt.Errorf("annotation %q: %w", kind, err)
	}
	return v, nil
}
