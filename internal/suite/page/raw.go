package page

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"path/filepath"

	"github.com/ecsbench/ecsbench/report"
)

// MostRaw limits the compressed raw results in the page; larger ones are linked.
const MostRaw = 1 << 20

// A Raw is a result file that the page offers as a download.
type Raw struct {
	Name string // of the download
	Link string // to the file beside the page, "" if there is none
	// Base64 is the gzip-compressed file, "" if it is too large.
	Base64 string
	Size   int // uncompressed bytes
}

// NewRaw compresses a result file for the page, unless it needs more than room bytes.
func NewRaw(path, link string, text []byte, room int) (Raw, error) {
	raw := Raw{Name: report.Display(filepath.Base(path)), Link: link, Size: len(text)}
	// Results compress to about a tenth; larger files cannot fit.
	if len(text) > 40*room {
		return raw, nil
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write(text)
	if err := cmp.Or(err, z.Close()); err != nil {
		return raw, fmt.Errorf("compress %s: %w", path, err)
	}
	if base64.StdEncoding.EncodedLen(b.Len()) <= room {
		raw.Base64 = base64.StdEncoding.EncodeToString(b.Bytes())
	}
	return raw, nil
}
