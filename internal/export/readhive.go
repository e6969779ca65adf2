//go:build !noparquet

package export

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/parquet-go/parquet-go"

	"github.com/ecsbench/ecsbench/results"
)

// ReadHive reads a folder that [Hive] has written back: a file for each run and
// machine, with what a history needs of them.
func ReadHive(folder string) (files []*results.File, err error) {
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || filepath.Ext(path) != ".parquet" {
			return err
		}
		found, err := readParquet(path)
		if err != nil {
			return fmt.Errorf("read %s: %w: remove it and export its result file again", path, err)
		}
		files = append(files, found...)
		return nil
	})
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%s holds no Parquet files: name a folder of ecsbench export --hive", folder)
	}
	return files, err
}

// readParquet reads the runs in a file.
func readParquet(path string) ([]*results.File, error) {
	content, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer content.Close()
	info, err := content.Stat()
	if err != nil {
		return nil, err
	}
	f, err := parquet.OpenFile(content, info.Size())
	if err != nil {
		return nil, err
	}
	var columns []int // of the file, in the order of Columns
	for _, c := range Columns {
		leaf, ok := f.Schema().Lookup(c.Name)
		if !ok {
			return nil, fmt.Errorf("it has no column %s", c.Name)
		}
		columns = append(columns, leaf.ColumnIndex)
	}
	b := &rebuilt{path: path, runs: make(map[int64]*results.File), cases: make(map[string]*results.Case)}
	buffer, row := make([]parquet.Row, 256), make([]parquet.Value, len(Columns))
	for _, g := range f.RowGroups() {
		rows := g.Rows()
		for {
			n, err := rows.ReadRows(buffer)
			for _, r := range buffer[:n] {
				for i, at := range columns {
					row[i] = r[at]
				}
				b.add(row)
			}
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				rows.Close()
				return nil, err
			}
		}
		rows.Close()
	}
	return b.list, nil
}

// A rebuilt file is made of rows.
type rebuilt struct {
	path  string
	runs  map[int64]*results.File
	list  []*results.File
	cases map[string]*results.Case
	key   []byte
}

// The places of columns.
func place(name string) int {
	return slices.IndexFunc(Columns, func(c Column) bool { return c.Name == name })
}

var (
	atName, atUnit, atValue, atStatus, atReason     = place("name"), place("unit"), place("value"), place("status"), place("reason")
	atRun, atCommit, atDate, atDirty                = place("run"), place("commit"), place("commit_time"), place("dirty")
	atMachine, atGo, atVersion, atMachineID         = place("machine"), place("go"), place("version"), place("machine_id")
	atProfile, atTypes, atSystems, atPackage, atDir = place("profile"), place("component_types"), place("systems"), place("pkg"), place("better")
)

func (b *rebuilt) add(row []parquet.Value) {
	run := row[atRun].Int64()
	f := b.runs[run]
	if f == nil {
		f = &results.File{Path: b.path, Better: make(map[string]int), Environments: []results.Environment{environmentOf(row)}}
		b.runs[run] = f
		b.list = append(b.list, f)
	}
	switch status := row[atStatus].String(); {
	case row[atValue].IsNull() && status == StatusFailed:
		f.Failed = append(f.Failed, results.Exception{Kind: status, Case: row[atName].String(), Reason: row[atReason].String()})
		return
	case row[atValue].IsNull():
		f.Unsupported = append(f.Unsupported, results.Exception{Kind: status, Case: row[atName].String(), Reason: row[atReason].String()})
		return
	}
	b.key = strconv.AppendInt(b.key[:0], run, 10)
	for _, at := range []int{atName, atProfile, atTypes, atSystems, atPackage} {
		b.key = append(append(b.key, 0), row[at].String()...)
	}
	c := b.cases[string(b.key)]
	if c == nil {
		name := row[atName].String()
		c = &results.Case{Name: name, Keys: results.ParseName(name), Config: configOf(row), Values: make(map[string][]float64)}
		b.cases[string(b.key)] = c
		f.Cases = append(f.Cases, c)
	}
	unit := row[atUnit].String()
	if _, ok := c.Values[unit]; !ok {
		c.Units = append(c.Units, unit)
		if which := row[atDir].String(); which == "higher" {
			f.Better[unit] = +1
		} else if which == "lower" {
			f.Better[unit] = -1
		}
	}
	c.Values[unit] = append(c.Values[unit], row[atValue].Double())
	f.Samples++
}

func configOf(row []parquet.Value) map[string]string {
	config := make(map[string]string)
	for key, at := range map[string]int{"profile": atProfile, "component-types": atTypes, "systems": atSystems, "pkg": atPackage} {
		if v := row[at]; !v.IsNull() && v.String() != "" {
			config[key] = v.String()
		}
	}
	return config
}

// machineText is what [Series.machine] writes.
var machineText = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(.*) (\d+) CPUs (\S+) (\S+)$`)
})

func environmentOf(row []parquet.Value) results.Environment {
	e := results.Environment{
		CPU: row[atMachine].String(), GoVersion: row[atGo].String(), Version: row[atVersion].String(), Machine: row[atMachineID].String(),
		Commit: row[atCommit].String(), Dirty: row[atDirty].Boolean(),
	}
	if m := machineText().FindStringSubmatch(e.CPU); m != nil {
		e.CPU, e.OS, e.Arch = m[1], m[3], m[4]
		e.CPUs, _ = strconv.Atoi(m[2])
	}
	if date := row[atDate]; !date.IsNull() {
		e.CommitTime = time.UnixMilli(date.Int64()).UTC().Format(time.RFC3339)
	}
	return e
}
