package scaleout

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ecsbench/ecsbench/results"
)

// program is ecsbench, in a folder of its own.
var program = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "ecsbench-scaleout-")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "ecsbench")
	build := exec.Command("go", "build", "-o", path, "./cmd/ecsbench")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return path, nil
})

// ecsbench returns the program.
func ecsbench(t *testing.T) string {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestMain(m *testing.M) {
	code := m.Run()
	if path, err := program(); err == nil {
		os.RemoveAll(filepath.Dir(path))
	}
	os.Exit(code)
}

// small makes any run one of seconds; flags that come later win.
var small = []string{"--profile=A", "--scenario=iterate,create", "--impl=dense,soa,hashmap", "--entities=100,1000", "--components=1,2", "--axis=aged=0", "--rounds=2"}

// expected is how many samples the small run has: scenarios, sizes, components,
// implementations, rounds.
const expected = 2 * 2 * 2 * 3 * 2

func check(t *testing.T, path string) {
	t.Helper()
	f, err := results.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Lines) != expected || len(f.Cases) != expected/2 || len(f.Failed) > 0 {
		t.Errorf("%d samples of %d cases, want %d of %d", len(f.Lines), len(f.Cases), expected, expected/2)
	}
	for _, c := range f.Cases {
		if n := len(c.In("ns/op")); n != 2 {
			t.Errorf("%s: %d samples", c.Name, n)
		}
	}
}

func run(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, out)
	}
}

// until starts a command, which is killed at random moments and started again,
// until it ends by itself. Worker processes end with it.
func until(t *testing.T, kills int, command func() *exec.Cmd) {
	t.Helper()
	for i := 0; ; i++ {
		cmd := command()
		var out strings.Builder
		cmd.Stdout, cmd.Stderr = &out, &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		var killer *time.Timer
		if i < kills {
			killer = time.AfterFunc(time.Duration(20+rand.IntN(400))*time.Millisecond, func() { cmd.Process.Kill() })
		}
		err := cmd.Wait()
		if killer == nil || killer.Stop() {
			if err != nil {
				t.Fatalf("%v: %v\n%s", cmd.Args, err, out.String())
			}
			return
		}
	}
}

// The containers of the manifest are killed and replaced. Then its merge finds all files.
func TestKubernetesJob(t *testing.T) {
	program, dir := ecsbench(t), t.TempDir()
	here := strings.NewReplacer("/results", dir)
	jobs, _ := decode(t, "kubernetes.yaml")
	container := jobs[0].Spec.Template.Spec.Containers[0]
	for index := range int(*jobs[0].Spec.Completions) {
		env := []string{fmt.Sprintf("JOB_COMPLETION_INDEX=%d", index)}
		args := strings.Join(container.Args, "\x00")
		for _, e := range container.Env {
			if e.ValueFrom == nil {
				env = append(env, e.Name+"="+e.Value)
			}
		}
		args = strings.ReplaceAll(here.Replace(args), "$(JOB_COMPLETION_INDEX)", fmt.Sprint(index))
		until(t, 2, func() *exec.Cmd {
			cmd := exec.Command(program, append(strings.Split(args, "\x00"), small...)...)
			cmd.Env = append(os.Environ(), env...)
			return cmd
		})
	}
	merges, _ := decode(t, "kubernetes-merge.yaml")
	for range 2 { // a job may run twice
		run(t, exec.Command(program, strings.Split(here.Replace(strings.Join(merges[0].Spec.Template.Spec.Containers[0].Args, "\x00")), "\x00")...))
	}
	check(t, filepath.Join(dir, "matrix.txt"))
}

// The script is run as Slurm does: on the login node, where sbatch is what
// starts it again, and in the jobs of the array.
func TestSlurm(t *testing.T) {
	dir, bin := t.TempDir(), filepath.Dir(ecsbench(t))
	// An sbatch that runs the jobs of an array one after the other, the second
	// one twice, and then what depends on them.
	fake := `#!/bin/sh
for a; do case $a in
	--array=0-*) last=${a#--array=0-};;
	--wrap) wrap=1;;
	-*) ;;
	*) if [ "$wrap" = 1 ]; then exec sh -c "$a"; fi; if [ -z "$script" ]; then script=$a; fi;;
esac; done
while [ "$1" != "$script" ]; do shift; done; shift
for i in $(seq 0 "$last") 1; do
	SLURM_ARRAY_TASK_ID=$i SLURM_ARRAY_TASK_COUNT=1 SLURM_ARRAY_TASK_MIN=$i bash "$script" "$@" >&2 || exit
done
echo 4711
`
	tools := t.TempDir()
	if err := os.WriteFile(filepath.Join(tools, "sbatch"), []byte(fake), 0o755); err != nil {
		t.Fatal(err)
	}
	script, err := filepath.Abs(filepath.Join(root, "scripts", "scaleout", "slurm.sh"))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(script, append([]string{"3"}, small...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+tools+":"+bin+":"+os.Getenv("PATH"))
	run(t, cmd)
	check(t, filepath.Join(dir, "results", "matrix.txt"))
}

func TestParallel(t *testing.T) {
	if _, err := exec.LookPath("parallel"); err != nil {
		if os.Getenv("ECSBENCH_REQUIRE_PARALLEL") != "" {
			t.Fatal("no GNU parallel in PATH")
		}
		t.Skip("no GNU parallel in PATH: the script is not tested (Debian: apt-get install parallel)")
	}
	dir, bin := t.TempDir(), filepath.Dir(ecsbench(t))
	hosts := filepath.Join(dir, "hosts")
	if err := os.WriteFile(hosts, []byte(":\n"), 0o644); err != nil { // this machine
		t.Fatal(err)
	}
	script, err := filepath.Abs(filepath.Join(root, "scripts", "scaleout", "parallel.sh"))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time nothing is left to do
		cmd := exec.Command(script, append([]string{hosts, "3"}, small...)...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"))
		run(t, cmd)
		check(t, filepath.Join(dir, "results", "matrix.txt"))
	}
}

// A merge without all shards has its own exit code, and writes the shards that exist.
func TestMissingShard(t *testing.T) {
	program, dir := ecsbench(t), t.TempDir()
	for _, i := range []int{1, 3} {
		run(t, exec.Command(program, append(append([]string{"run"}, small...), "--quiet", fmt.Sprintf("--shard=%d/3", i), fmt.Sprintf("-o=%s/shard%d.txt", dir, i))...))
	}
	out, err := exec.Command(program, "merge", dir, "-o", filepath.Join(dir, "matrix.txt")).CombinedOutput()
	exit := (*exec.ExitError)(nil)
	if !errors.As(err, &exit) || exit.ExitCode() != 4 || !strings.Contains(string(out), "shard 2/3 is missing") {
		t.Errorf("%v\n%s", err, out)
	}
	if _, err := os.Stat(filepath.Join(dir, "matrix.txt")); err != nil {
		t.Error(err)
	}
}
