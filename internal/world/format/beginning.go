package format

import (
	"bytes"
	_ "embed"
	"path/filepath"
)

//go:embed beginning.yaml
var beginning []byte

// Beginning returns a commented world file to start from.
func Beginning(name string) ([]byte, error) {
	var t Text
	if err := t.parse(filepath.Base(name), Position{}); err != nil {
		return nil, err
	}
	return bytes.Replace(beginning, []byte("name: NAME"), []byte("name: "+t.Value), 1), nil
}
