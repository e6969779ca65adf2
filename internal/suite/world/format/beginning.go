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
	word, err := asName{}.parse(filepath.Base(name))
	return bytes.Replace(beginning, []byte("name: NAME"), []byte("name: "+word), 1), err
}
