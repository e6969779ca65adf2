package results

// A Key identifies a case in any number of files: its name and its configuration, without the
// properties of the machine.
type Key struct {
	Name    string `json:"name"` // with the GOMAXPROCS suffix
	Package string `json:"package,omitempty"`
	Profile string `json:"profile,omitempty"`
	Types   string `json:"componentTypes,omitempty"`
	Systems string `json:"systems,omitempty"`
	Machine string `json:"machine,omitempty"` // "" unless several machines are kept apart
	Config  string `json:"config,omitempty"`  // other configuration that varies within a file, such as "cfg=1"
}

// KeyOf returns the key of a case.
func KeyOf(name string, config func(key string) string) Key {
	return Key{Package: config("pkg"), Profile: config("profile"), Types: config("component-types"), Systems: config("systems"), Name: name}
}
