package host

import (
	"maps"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ecsbench/ecsbench/results"
)

// quiet is a Linux machine without warnings, though close to the limits.
var quiet = map[string]string{
	"sys/devices/system/cpu/cpu0/cpufreq/scaling_governor":            "performance\n",
	"sys/devices/system/cpu/intel_pstate/no_turbo":                    "1\n",
	"sys/devices/system/cpu/smt/active":                               "0\n",
	"sys/devices/system/clocksource/clocksource0/current_clocksource": "tsc\n",
	"sys/class/power_supply/BAT0/status":                              "Full\n",
	"sys/class/power_supply/BAT0/type":                                "Battery\n",
	"proc/cpuinfo":                                                    "processor\t: 0\nflags\t\t: fpu vme sse2\n",
	"proc/stat":                                                       "cpu  200 0 100 8820 0 0 0 180 5 5\ncpu0 1 2 3\n",
	"proc/loadavg":                                                    "0.50 0.60 0.70 1/100 4242\n",
	"proc/meminfo":                                                    "MemTotal:       16000000 kB\nMemAvailable:   1600000 kB\n",
}

// before is proc/stat at the start of the measurement.
var before = cpuTimes{all: 8300, steal: 170}

func machineWith(changes map[string]string) system {
	files := maps.Clone(quiet)
	maps.Copy(files, changes)
	tree := fstest.MapFS{}
	for name, content := range files {
		if content != "" {
			tree[name] = &fstest.MapFile{Data: []byte(content)}
		}
	}
	return system{tree}
}

func warnings(list []results.Condition) (names []string) {
	for _, c := range list {
		if c.Warning() {
			names = append(names, c.Name)
		}
	}
	return names
}

func TestQuietMachine(t *testing.T) {
	list := machineWith(nil).conditions(before)
	if w := warnings(list); len(w) > 0 || len(list) != 9 {
		t.Errorf("warnings %v among %+v", w, list)
	}
}

func TestEachConditionAlone(t *testing.T) {
	for _, test := range []struct{ warning, state, file, content string }{
		{"frequency scaling", "governor powersave", "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n"},
		{"frequency scaling", "governor schedutil", "sys/devices/system/cpu/cpu7/cpufreq/scaling_governor", "schedutil\n"},
		{"turbo", "on", "sys/devices/system/cpu/intel_pstate/no_turbo", "0\n"},
		{"core sharing", "two hardware threads", "sys/devices/system/cpu/smt/active", "1\n"},
		{"virtualisation", "a virtual machine", "proc/cpuinfo", "flags\t\t: fpu hypervisor sse2\n"},
		{"steal", "1.7% of the time went to other virtual machines just now, 1.7% since", "proc/stat", "cpu 200 0 100 57000 0 0 0 1000\n"},
		{"steal", "0.0% of the time went to other virtual machines just now, 2.0% since", "proc/stat", "cpu 200 0 100 7930 0 0 0 170\n"},
		{"load", "3.40", "proc/loadavg", "3.40 1.00 0.50 2/100 4242\n"},
		{"power", "battery", "sys/class/power_supply/BAT0/status", "Discharging\n"},
		{"memory", "5% of 16.0 GB", "proc/meminfo", "MemTotal:       16000000 kB\nMemAvailable:   800000 kB\n"},
		{"clock source", "hpet", "sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet\n"},
	} {
		list := machineWith(map[string]string{test.file: test.content}).conditions(before)
		if w := warnings(list); len(w) != 1 || w[0] != test.warning {
			t.Errorf("%s: warnings %v", test.file, w)
		}
		for _, c := range list {
			if c.Warning() && !strings.Contains(c.State, test.state) {
				t.Errorf("%s: %q lacks %q", test.file, c.State, test.state)
			}
		}
	}
}

func TestLoadOfOneProcessor(t *testing.T) {
	for cpus, want := range map[int]string{1: "0.25 in the last minute on 1 processor", 2: "0.25 in the last minute on 2 processors"} {
		if got := stateOfLoad(0.25, cpus); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// AMD and others report turbo in another file.
func TestBoost(t *testing.T) {
	for content, want := range map[string]int{"0\n": 0, "1\n": 1} {
		s := machineWith(map[string]string{"sys/devices/system/cpu/intel_pstate/no_turbo": "", "sys/devices/system/cpu/cpufreq/boost": content})
		if w := warnings(s.conditions(before)); len(w) != want {
			t.Errorf("boost %q: warnings %v", content, w)
		}
	}
}

func TestUnreadableConditions(t *testing.T) {
	for _, test := range []struct{ file, content, name, state string }{
		{"proc/meminfo", "", "memory", ""},
		{"proc/stat", "cpu 200 0 100 7830 0 0 0 170\n", "steal", ""}, // no tick since
		{"proc/cpuinfo", "", "virtualisation", ""},
	} {
		state := ""
		for _, c := range machineWith(map[string]string{test.file: test.content}).conditions(before) {
			if c.Name == test.name {
				state = c.State
			}
		}
		if state != test.state {
			t.Errorf("%s %q: %q, want %q", test.file, test.content, state, test.state)
		}
	}
}

// Unreadable files cause neither a warning nor a crash.
func TestNothingCanBeRead(t *testing.T) {
	empty := system{fstest.MapFS{}}
	if w := warnings(empty.conditions(empty.cpuTimes())); len(w) > 0 {
		t.Errorf("warnings %v", w)
	}
	broken := map[string]string{}
	for name := range quiet {
		broken[name] = "\x00 nonsense"
	}
	s := machineWith(broken)
	s.conditions(s.cpuTimes())
}
