//go:build unix

package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/ecsbench/ecsbench/scripts/program"
)

// tortureReport has reports written over good ones, in folders where people keep
// files of their own. Each is ended in all ways: killed, on a full disk, and
// together with others that want to write the same folder.
func tortureReport(t *torture) {
	a := &author{torture: t}
	a.prepare()
	for n := 1; t.done.counts["kills"] < t.kills; n++ {
		a.parent, a.disk = filepath.Join(t.dir, fmt.Sprintf("folder%d", n)), false
		program.Check(os.Mkdir(a.parent, 0o755))
		if t.chance(5) {
			a.disk = exec.Command("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", a.parent).Run() == nil
			if a.disk {
				t.done.add("small disks", 1)
			} else {
				t.done.add("disks not allowed", 1)
			}
		}
		err := program.Try(a.fill)
		if a.disk {
			_ = exec.Command("umount", "-l", a.parent).Run()
		}
		program.Check(err)
		t.done.add("folders", 1)
	}
}

// An author writes reports.
type author struct {
	*torture
	outputs []files // what the report of each input consists of

	// Of the folder.
	parent, out string
	disk        bool  // it is on a small disk
	theirs      files // what is not ours
	ours        files // all that is in it beside
	strays      files // what killed ones have left
	may         []int // outputs that these may be of; one if it is complete
}

// files are contents by path.
type files map[string]string

// inputs are result files whose reports have files of different names, and the
// same names with different contents.
var inputs = []string{
	"BenchmarkIterate/impl=dense/n=10-2 BenchmarkIterate/impl=soa/n=10-2",
	"BenchmarkIterate/impl=dense/n=10-2 BenchmarkIterate/impl=paged/n=10-2 BenchmarkCreate/impl=dense/n=10-2 BenchmarkCreate/impl=paged/n=10-2",
	"BenchmarkPhysics/impl=dense/n=10-2",
}

// input is a file for each input, which is given so many times that putting
// the output in its place takes a while.
func input(i int) []string { return slices.Repeat([]string{fmt.Sprintf("%d/input.txt", i)}, 100/(i+1)) }

// prepare writes the inputs, and each report once in peace.
func (a *author) prepare() {
	for i, names := range inputs {
		var text strings.Builder
		for _, name := range strings.Fields(names) {
			for sample := range 6 {
				fmt.Fprintf(&text, "%s 100 %d ns/op\n", name, 100+10*i+sample)
			}
		}
		path := filepath.Join(a.dir, input(i)[0])
		program.Check(os.MkdirAll(filepath.Dir(path), 0o755))
		program.Check(os.WriteFile(path, []byte(text.String()), 0o644))
		v := a.start(append([]string{"report", "-o", "good"}, input(i)...)...)
		if code := a.end(v); code != 0 {
			program.Check(fmt.Errorf("exit code %d: %s", code, &v.output))
		}
		a.outputs = append(a.outputs, program.Must(contents(filepath.Join(a.dir, "good"))))
	}
}

// fill has one folder written some times.
func (a *author) fill() {
	a.out, a.theirs, a.ours, a.strays, a.may = filepath.Join(a.parent, "out"), files{}, files{}, nil, nil
	a.theirs[".out.mine"] = "x\n" // beside the folder
	if !a.chance(3) {
		a.theirs["out/thesis.doc"] = "years of work\n"
	}
	if !a.chance(3) {
		a.theirs["out/results/run.txt"] = "years of measurements\n"
	}
	for path, text := range a.theirs {
		path = filepath.Join(a.parent, path)
		program.Check(os.MkdirAll(filepath.Dir(path), 0o755))
		program.Check(os.WriteFile(path, []byte(text), 0o644))
	}
	for range 3 + a.rng.IntN(8) {
		a.session()
	}
	a.repair()
}

// report starts a report of an input.
func (a *author) report(i int, how func(args ...string) *victim) *victim {
	return how(append([]string{"report", "-o", a.out, "--force"}, input(i)...)...)
}

// session has a report written, or nearly.
func (a *author) session() {
	next := a.rng.IntN(len(inputs))
	switch {
	case a.disk:
		a.onFullDisk(next)
		return
	case a.chance(10):
		a.done.add("full disks", 1)
		v := a.report(next, func(args ...string) *victim {
			return a.startConfined(strconv.Itoa(1+a.rng.IntN(2000)), args...)
		})
		a.check([]int{next}, a.end(v))
		return
	}
	v := a.report(next, a.start)
	wanted := []int{next}
	if a.chance(4) {
		wanted = a.rival(wanted)
	}
	a.kill(v)
	a.check(wanted, a.end(v))
}

// rival has one more report written at the same time. It appends it to what is
// wanted, unless it was refused.
func (a *author) rival(wanted []int) []int {
	time.Sleep(a.moment(400 * time.Millisecond))
	other := a.rng.IntN(len(inputs))
	v := a.report(other, a.start)
	a.done.add("rivals", 1)
	if a.end(v) == 0 {
		return append(wanted, other)
	}
	if !strings.Contains(v.output.String(), a.out+" is being written: process ") {
		a.fault("not refused", "%s", &v.output)
	}
	a.done.add("refused", 1)
	return wanted
}

// kill ends a process in the middle of something.
func (a *author) kill(v *victim) {
	after := a.moment(time.Second)
	switch a.rng.IntN(3) {
	case 0: // when all is made
		a.await(v, func() bool { return a.pages() > 0 })
		after = a.moment(40 * time.Millisecond)
	case 1: // when it is put in its place
		marker := filepath.Join(a.out, ".ecsbench-report")
		before, _ := os.ReadFile(marker)
		a.await(v, func() bool {
			now, _ := os.ReadFile(marker)
			return !bytes.Equal(before, now)
		})
		after = a.moment(10 * time.Millisecond)
	}
	a.blow(v, after, syscall.SIGKILL, syscall.SIGKILL, syscall.SIGTERM, syscall.SIGINT)
}

// pages counts those among the temporary files.
func (a *author) pages() (n int) {
	for _, prefix := range []string{".out.ecsbench-report-", "out/.ecsbench-report-"} {
		pages, _ := filepath.Glob(filepath.Join(a.parent, prefix+"*", "report.html"))
		n += len(pages)
	}
	return n
}

// onFullDisk leaves little space for a report.
func (a *author) onFullDisk(next int) {
	a.done.add("filled disks", 1)
	var disk syscall.Statfs_t
	program.Check(syscall.Statfs(a.parent, &disk))
	space := int(disk.Bavail) * int(disk.Bsize)
	filler := filepath.Join(a.parent, "filler")
	program.Check(os.WriteFile(filler, bytes.Repeat([]byte("x"), max(0, space-a.rng.IntN(3<<20))), 0o644))
	v := a.report(next, a.start)
	code := a.end(v)
	if said := v.output.String(); code != 0 && (code != 2 || !strings.Contains(said, "no space left") || strings.Count(said, "\n") != 1) {
		a.fault("unclear", "exit code %d: %s", code, said)
	}
	program.Check(os.Remove(filler))
	a.check([]int{next}, code)
}

// repair writes a report in peace: whatever was left is cleared away.
func (a *author) repair() {
	next := a.rng.IntN(len(inputs))
	v := a.report(next, a.start)
	code := a.end(v)
	if code != 0 {
		a.fault("not repaired", "exit code %d: %s", code, &v.output)
	}
	a.check([]int{next}, code)
}

// check looks at what is there after one of some outputs was to be written, by
// a process with an exit code, -1 if it was killed.
func (a *author) check(wanted []int, code int) {
	have, err := contents(a.parent)
	if err != nil {
		a.fault("unreadable", "%v", err)
		return
	}
	for path, text := range a.theirs {
		if have[path] != text {
			a.fault("lost", "%s of %s is %q", path, a.parent, have[path])
		}
		delete(have, path)
	}
	ours, strays := files{}, files{}
	for path, text := range have {
		if within, ok := strings.CutPrefix(path, "out/"); ok && !strings.HasPrefix(within, ".ecsbench-report") {
			ours[within] = text
			continue
		}
		strays[path] = text
		// One that was ended before it began to write clears nothing away.
		if _, known := a.strays[path]; code == 0 || code > 0 && !known {
			a.fault("temporary files left", "%s of %s after exit code %d", path, a.parent, code)
		}
	}
	a.strays = strays
	for _, next := range wanted {
		if a.is(ours, next) {
			a.ours, a.may = ours, []int{next}
			a.done.add("new reports", 1)
			return
		}
	}
	if maps.Equal(ours, a.ours) && code != 0 {
		a.done.add("as before", 1)
		return
	}
	a.ours = ours
	if code >= 0 {
		a.fault("torn", "%s after exit code %d", a.out, code)
	}
	before := a.may
	a.may = slices.Concat(before, wanted)
	for path, text := range ours {
		if !slices.ContainsFunc(a.may, func(i int) bool { return a.outputs[i][path] == text }) {
			a.fault("torn", "%s of %s, %d bytes", path, a.out, len(text))
		}
	}
	for path := range a.outputs[a.may[0]] {
		if len(before) == 0 || slices.ContainsFunc(a.may, func(i int) bool { return a.outputs[i][path] == "" }) {
			continue // it may not have been there, or not have to stay
		}
		if _, ok := ours[path]; !ok {
			a.fault("lost", "%s of %s", path, a.out)
		}
	}
	a.done.add("mixtures", 1)
}

func (a *author) is(ours files, output int) bool { return maps.Equal(ours, a.outputs[output]) }

// contents reads all files below a folder, but the marker in it.
func contents(dir string) (files, error) {
	list := files{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text := program.Must(os.ReadFile(path))
		sum := string(text)
		if len(text) > 1000 {
			sum = fmt.Sprintf("%x", sha256.Sum256(text))
		}
		if path, err = filepath.Rel(dir, path); filepath.Base(path) != ".ecsbench-report" {
			list[path] = sum
		}
		return err
	})
	return list, err
}

func init() { subjects = append(subjects, subject{"report", tortureReport}) }
