package history

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/ecsbench/ecsbench/internal/outdir"
	"github.com/ecsbench/ecsbench/results"
)

// A cache keeps the parsed files of a folder, so that only new files are read. It is in the
// user's cache folder and optional: a damaged, outdated or unwritable cache is ignored.
type cache struct {
	path    string // "" for none
	entries map[string]entry
	used    map[string]entry
	fresh   bool // has unsaved entries
}

// An entry is a parsed file with its size and time.
type entry struct {
	Size     int64
	Modified int64 // nanoseconds
	Runs     []run
}

// A run is a [results.File], reduced to what a history needs, without repetition.
type run struct {
	Start        time.Time
	Header       bool
	Paired       bool
	Code         []results.Code
	Explained    []results.Explanation
	Environments []results.Environment
	Failed       []results.Exception
	Unsupported  []results.Exception
	Better       map[string]int
	Configs      []map[string]string
	Units        [][]string
	Cases        []cached
	Damaged      []string
}

// A cached case has the indices of its configuration and units, and the values of each unit.
type cached struct {
	Name         string
	Config, Unit int
	Values       [][]float64
}

// cacheFormat changes with the format or the parser.
const cacheFormat = "ecsbench history 3\n"

// openCache returns the cache of a folder.
func openCache(dir string) *cache {
	c := &cache{used: make(map[string]entry)}
	root, err := os.UserCacheDir()
	if err != nil {
		return c
	}
	full, err := filepath.Abs(dir)
	if err != nil {
		return c
	}
	c.path = filepath.Join(root, "ecsbench", "history", fmt.Sprintf("%x", sha256.Sum256([]byte(full)))[:16])
	text, err := os.ReadFile(c.path)
	if err != nil {
		return c
	}
	// The format, a checksum, and the entries.
	rest, ok := bytes.CutPrefix(text, []byte(cacheFormat))
	if !ok || len(rest) < sha256.Size || sha256.Sum256(rest[sha256.Size:]) != [sha256.Size]byte(rest[:sha256.Size]) {
		return c
	}
	if gob.NewDecoder(bytes.NewReader(rest[sha256.Size:])).Decode(&c.entries) != nil {
		c.entries = nil
	}
	return c
}

// read returns the cached content of an unchanged file, or reads it.
func (c *cache) read(path string, info fs.FileInfo) ([]*results.File, error) {
	name, size, modified := filepath.Base(path), info.Size(), info.ModTime()
	if e, ok := c.entries[name]; ok && e.Size == size && e.Modified == modified.UnixNano() {
		c.used[name] = e
		return e.files(path), nil
	}
	runs, err := results.ReadRuns(path)
	if err != nil {
		return nil, err
	}
	// A file just written may change again within the resolution of its time.
	if time.Since(modified) > 2*time.Second {
		c.used[name] = entry{size, modified.UnixNano(), runsOf(runs)}
		c.fresh = true
	}
	return runs, nil
}

// save writes new entries.
func (c *cache) save() {
	if c.path == "" || !c.fresh {
		return
	}
	var b bytes.Buffer
	if gob.NewEncoder(&b).Encode(c.used) != nil {
		return
	}
	sum := sha256.Sum256(b.Bytes())
	_ = outdir.WriteFile(c.path, true, func(w io.Writer) error {
		_, err := w.Write(slices.Concat([]byte(cacheFormat), sum[:], b.Bytes()))
		return err
	})
}

func runsOf(files []*results.File) (list []run) {
	for _, f := range files {
		r := run{Environments: f.Environments, Code: f.Code, Explained: f.Explained, Failed: f.Failed, Unsupported: f.Unsupported, Better: f.Better}
		if f.Header != nil {
			r.Header, r.Start, r.Paired = true, f.Header.Start, f.Header.Paired
		}
		for _, d := range f.Damaged {
			r.Damaged = append(r.Damaged, d.Error())
		}
		for _, c := range f.Cases {
			one := cached{Name: c.Name}
			if one.Config = slices.IndexFunc(r.Configs, func(m map[string]string) bool { return maps.Equal(m, c.Config) }); one.Config < 0 {
				one.Config = len(r.Configs)
				r.Configs = append(r.Configs, c.Config)
			}
			if one.Unit = slices.IndexFunc(r.Units, func(u []string) bool { return slices.Equal(u, c.Units) }); one.Unit < 0 {
				one.Unit = len(r.Units)
				r.Units = append(r.Units, c.Units)
			}
			for _, u := range c.Units {
				one.Values = append(one.Values, c.Values[u])
			}
			r.Cases = append(r.Cases, one)
		}
		list = append(list, r)
	}
	return list
}

func (e entry) files(path string) (list []*results.File) {
	for _, r := range e.Runs {
		f := &results.File{Path: path, Environments: r.Environments, Code: r.Code, Explained: r.Explained, Failed: r.Failed, Unsupported: r.Unsupported, Better: r.Better}
		if r.Header {
			f.Header = &results.Header{Start: r.Start, Paired: r.Paired}
		}
		for _, d := range r.Damaged {
			f.Damaged = append(f.Damaged, errors.New(d))
		}
		for _, c := range r.Cases {
			one := &results.Case{Name: c.Name, Config: r.Configs[c.Config], Keys: results.ParseName(c.Name), Units: r.Units[c.Unit], Values: make(map[string][]float64)}
			for i, u := range one.Units {
				one.Values[u] = c.Values[i]
			}
			f.Cases = append(f.Cases, one)
			f.Samples += len(c.Values[0])
		}
		list = append(list, f)
	}
	return list
}
