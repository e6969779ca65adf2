package host

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/results"
)

// WatchSystem starts to watch system counters; the returned function reads all
// conditions.
func WatchSystem() (finish func() []results.Condition) {
	root := system{os.DirFS("/")}
	before := root.cpuTimes()
	return func() []results.Condition { return root.conditions(before) }
}

// A system is the file tree with the state of Linux.
type system struct{ fs.FS }

// text returns the trimmed content of a file, or "".
func (s system) text(name string) string {
	data, _ := fs.ReadFile(s, name)
	return strings.TrimSpace(string(data))
}

// conditions returns those available on this machine.
func (s system) conditions(before cpuTimes) (list []results.Condition) {
	list = []results.Condition{
		s.governor(), s.turbo(), s.threads(), s.virtualisation(), s.steal(before), s.load(), s.battery(), s.memory(), s.clockSource(),
	}
	return slices.DeleteFunc(list, func(c results.Condition) bool { return c.State == "" })
}

func (s system) governor() results.Condition {
	names, _ := fs.Glob(s, "sys/devices/system/cpu/cpu[0-9]*/cpufreq/scaling_governor")
	if len(names) == 0 {
		return results.Condition{Name: "frequency scaling", State: "not reported by this system"}
	}
	c := results.Condition{Name: "frequency scaling", State: "governor performance"}
	for _, name := range names {
		if g := s.text(name); g != "performance" {
			c.State = "governor " + g
			c.Remedy = "the clock rate follows the load: `sudo cpupower frequency-set -g performance`"
		}
	}
	return c
}

func (s system) turbo() results.Condition {
	for _, file := range []struct{ name, on, off string }{
		{"sys/devices/system/cpu/intel_pstate/no_turbo", "0", "1"}, {"sys/devices/system/cpu/cpufreq/boost", "1", "0"},
	} {
		switch s.text(file.name) {
		case file.on:
			return results.Condition{
				Name: "turbo", State: "on: the clock rate depends on temperature and on what other cores do",
				Remedy: fmt.Sprintf("`echo %s | sudo tee /%s`", file.off, file.name),
			}
		case file.off:
			return results.Condition{Name: "turbo", State: "off"}
		}
	}
	return results.Condition{Name: "turbo", State: "not reported by this system"}
}

func (s system) threads() results.Condition {
	switch s.text("sys/devices/system/cpu/smt/active") {
	case "":
		return results.Condition{}
	case "1":
		return results.Condition{
			Name: "core sharing", State: "two hardware threads share each core",
			Remedy: "whatever runs on the other thread slows the benchmark down: leave half of the processors idle, or `echo off | sudo tee /sys/devices/system/cpu/smt/control`",
		}
	}
	return results.Condition{Name: "core sharing", State: "each processor has its own core, according to this system"}
}

func (s system) virtualisation() results.Condition {
	info := s.text("proc/cpuinfo")
	for line := range strings.Lines(info) {
		key, value, _ := strings.Cut(line, ":")
		if strings.TrimSpace(key) != "flags" {
			continue
		}
		if !slices.Contains(strings.Fields(value), "hypervisor") {
			return results.Condition{Name: "virtualisation", State: "none"}
		}
		return results.Condition{
			Name: "virtualisation", State: "a virtual machine: neighbours that cannot be seen share its cores and caches",
			Remedy: "use a machine of your own; otherwise compare revisions with `ecsbench ab` only, never with results of another day",
		}
	}
	return results.Condition{}
}

// cpuTimes are ticks since the machine started.
type cpuTimes struct{ all, steal float64 }

// cpuTimes reads the first line of /proc/stat: user, nice, system, idle, iowait, irq,
// softirq and steal. User includes the later fields.
func (s system) cpuTimes() (t cpuTimes) {
	first, _, _ := strings.Cut(s.text("proc/stat"), "\n")
	fields := strings.Fields(first)
	if len(fields) < 9 || fields[0] != "cpu" {
		return t
	}
	for i, f := range fields[1:9] {
		x, err := strconv.ParseFloat(f, 64)
		if err != nil {
			return cpuTimes{}
		}
		t.all += x
		if i == 7 {
			t.steal = x
		}
	}
	return t
}

func (s system) steal(before cpuTimes) results.Condition {
	now := s.cpuTimes()
	if now.all <= before.all {
		return results.Condition{}
	}
	share := (now.steal - before.steal) / (now.all - before.all)
	c := results.Condition{Name: "steal", State: fmt.Sprintf("%.1f%% of the time went to other virtual machines just now, %.1f%% since the start", 100*share, 100*now.steal/now.all)}
	if share > 0.01 || now.steal/now.all > 0.02 {
		c.Remedy = "the host is crowded: use another machine or another time of day, and compare revisions with `ecsbench ab`"
	}
	return c
}

func (s system) load() results.Condition {
	field, _, _ := strings.Cut(s.text("proc/loadavg"), " ")
	load, err := strconv.ParseFloat(field, 64)
	if err != nil {
		return results.Condition{}
	}
	c := results.Condition{Name: "load", State: stateOfLoad(load, runtime.NumCPU())}
	if load > 0.5 {
		c.Remedy = "other programs are running: stop them, or wait a minute if it was you"
	}
	return c
}

func stateOfLoad(load float64, cpus int) string {
	return fmt.Sprintf("%.2f in the last minute on %s", load, display.Count(cpus, "processor"))
}

func (s system) battery() results.Condition {
	supplies, _ := fs.Glob(s, "sys/class/power_supply/*/status")
	for _, name := range supplies {
		if s.text(path.Join(path.Dir(name), "type")) == "Battery" && s.text(name) == "Discharging" {
			return results.Condition{Name: "power", State: "running on battery", Remedy: "the processor saves energy: plug it in"}
		}
	}
	return results.Condition{Name: "power", State: "not on battery"}
}

// memory warns if the system swaps or is about to.
func (s system) memory() results.Condition {
	kB := map[string]float64{}
	for line := range strings.Lines(s.text("proc/meminfo")) {
		key, value, _ := strings.Cut(line, ":")
		number, _, _ := strings.Cut(strings.TrimSpace(value), " ")
		if x, err := strconv.ParseFloat(number, 64); err == nil {
			kB[key] = x
		}
	}
	if kB["MemTotal"] == 0 {
		return results.Condition{}
	}
	free := kB["MemAvailable"] / kB["MemTotal"]
	c := results.Condition{Name: "memory", State: fmt.Sprintf("%.0f%% of %.1f GB available", 100*free, kB["MemTotal"]/1e6)}
	if free < 0.1 {
		c.Remedy = "the system swaps or drops its caches: stop other programs or use smaller worlds"
	}
	return c
}

func (s system) clockSource() results.Condition {
	source := s.text("sys/devices/system/clocksource/clocksource0/current_clocksource")
	c := results.Condition{Name: "clock source", State: source}
	switch source {
	case "hpet", "acpi_pm", "jiffies", "refined-jiffies":
		c.Remedy = "slow to read: `echo tsc | sudo tee /sys/devices/system/clocksource/clocksource0/current_clocksource`, if the kernel allows it"
	}
	return c
}
