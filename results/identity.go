package results

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/ecsbench/ecsbench/internal/lists"
)

// A Key is the identity of a case in any number of files. All commands count and match cases by
// their keys. See [Identity].
type Key struct {
	Name    string `json:"name"` // all parts, with the GOMAXPROCS suffix
	Package string `json:"package,omitempty"`
	Profile string `json:"profile,omitempty"`
	Types   string `json:"componentTypes,omitempty"`
	Systems string `json:"systems,omitempty"`
	Machine string `json:"machine,omitempty"` // "" unless several machines are kept apart
	Config  string `json:"config,omitempty"`  // other configuration that differs within a side, such as "cfg=1"
}

// ownKeys are the configuration keys with a field in every [Key]; machineKeys describe a machine.
var (
	ownKeys     = []string{"pkg", "profile", "component-types", "systems"}
	machineKeys = []string{"goos", "goarch", "cpu"}
)

// CommitKeys are the configuration keys that state the commit. They describe a whole run.
var CommitKeys = []string{"commit", "commit-date"}

// An Identity decides which results are of one case: those with the same name and the same value
// of every configuration key that differs within a side. The zero Identity separates packages,
// profiles, and numbers of component types and systems.
type Identity struct {
	ignored  []string
	machines bool     // cases of different machines are different
	others   []string // and so are those that differ in these keys, which are sorted
}

// IdentityOf returns the identity of the cases of sides, such as OLD and NEW or the commits of a
// history. A key that differs only between sides does not separate cases, so that they can be
// compared, and neither do ignored ones. A case without a key has the empty value. Machines
// separate cases if a side has several kinds of them and another side has one of these.
func IdentityOf(ignored []string, sides ...[]*Case) Identity {
	d := Identity{ignored: ignored}
	keys := make(map[string]bool)
	for _, c := range slices.Concat(sides...) {
		for key := range c.Config {
			keys[key] = !slices.Contains(ignored, key) && !slices.Contains(ownKeys, key) && !slices.Contains(machineKeys, key)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		value := func(c *Case) string { return c.Config[key] }
		if keys[key] && slices.ContainsFunc(sides, func(side []*Case) bool { return differs(side, value) }) {
			d.others = append(d.others, key)
		}
	}
	if slices.ContainsFunc(sides, func(side []*Case) bool { return differs(side, d.machine) }) {
		sidesOf := make(map[string]int)
		for _, side := range sides {
			for _, machine := range lists.Add(nil, lists.Map(side, d.machine)...) {
				sidesOf[machine]++
				d.machines = d.machines || sidesOf[machine] > 1 || len(sides) == 1
			}
		}
	}
	return d
}

// differs reports whether the cases of a side have several values.
func differs(side []*Case, value func(*Case) string) bool {
	return slices.ContainsFunc(side, func(c *Case) bool { return value(c) != value(side[0]) })
}

// Machines reports whether machines separate cases.
func (d Identity) Machines() bool { return d.machines }

// Others lists the keys that separate cases, without those that always do and those of machines.
func (d Identity) Others() []string { return d.others }

// ByMachine returns an identity that separates all machines, or none.
func (d Identity) ByMachine(separate bool) Identity {
	d.machines = separate
	return d
}

// Key returns the key of a case.
func (d Identity) Key(name string, config map[string]string) Key {
	value := func(key string) string {
		if slices.Contains(d.ignored, key) {
			return ""
		}
		return config[key]
	}
	k := Key{Name: name, Package: value("pkg"), Profile: value("profile"), Types: value("component-types"), Systems: value("systems")}
	if d.machines {
		k.Machine = Machine(value)
	}
	k.Config = Settings(config, d.others)
	return k
}

// Of returns the key of a case.
func (d Identity) Of(c *Case) Key { return d.Key(c.Name, c.Config) }

func (d Identity) machine(c *Case) string {
	return Identity{ignored: d.ignored, machines: true}.Of(c).Machine
}

// Settings writes the configuration in some keys, such as "cfg=1 toolchain=tip", without empty
// values.
func Settings(config map[string]string, keys []string) string {
	return lists.Join(" ", lists.Map(keys, func(key string) string {
		if config[key] == "" {
			return ""
		}
		return key + "=" + word(config[key], "")
	})...)
}

// Machine describes the machine of a configuration, such as "linux/amd64 Xeon".
func Machine(config func(key string) string) string {
	cpu := config("cpu")
	if config("goos") == "" && config("goarch") == "" {
		return quoted(cpu, "/")
	}
	return lists.Join(" ", word(config("goos"), "/")+"/"+word(config("goarch"), "/"), cpu)
}

// word quotes a text that has white space or a special byte, so that different words never look
// alike in a list.
func word(text, special string) string {
	if strings.ContainsFunc(text, unicode.IsSpace) {
		return strconv.Quote(text)
	}
	return quoted(text, special)
}

// quoted quotes a text that has a special byte or a quotation mark.
func quoted(text, special string) string {
	if strings.ContainsAny(text, special+"\"") {
		return strconv.Quote(text)
	}
	return text
}

// A keyPart is a part of printed names.
type keyPart struct {
	prefix string
	field  func(Key) string
	always bool // in full labels
}

var keyParts = []keyPart{
	{"", func(k Key) string { return k.Machine }, false},
	{"", func(k Key) string { return k.Package }, true},
	{"", func(k Key) string { return k.Profile }, true},
	{"component-types=", func(k Key) string { return k.Types }, false},
	{"systems=", func(k Key) string { return k.Systems }, false},
	{"", func(k Key) string { return k.Config }, false},
}

// Labels returns the printed names of cases: the name of the key, after the other parts in which
// these keys differ. Different keys have different names.
func Labels(keys []Key) func(Key) string { return labels(keys, false) }

// FullLabels is [Labels] with the package and the profile in every name. Such names stay the same
// if other packages or profiles are measured, too.
func FullLabels(keys []Key) func(Key) string { return labels(keys, true) }

func labels(keys []Key, full bool) func(Key) string {
	parts := lists.Filter(keyParts, func(p keyPart) bool {
		return full && p.always || slices.ContainsFunc(keys, func(k Key) bool { return p.field(k) != p.field(keys[0]) })
	})
	label := func(k Key) string {
		text := ""
		for _, p := range parts {
			if v := p.field(k); v != "" {
				text += p.prefix + v + " "
			}
		}
		return text + k.Name
	}
	// Values with blanks may look like two parts.
	first, alike := make(map[string]Key), make(map[string]bool)
	for _, k := range keys {
		text := label(k)
		if other, ok := first[text]; ok && other != k {
			alike[text] = true
		}
		first[text] = cmp.Or(first[text], k)
	}
	return func(k Key) string {
		text := label(k)
		if alike[text] {
			for _, p := range parts {
				text += fmt.Sprintf(" %s%q", p.prefix, p.field(k))
			}
		}
		return text
	}
}
