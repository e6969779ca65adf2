package main

import (
	"encoding/json"
	"os/exec"
	"testing"

	"github.com/ecsbench/ecsbench/libraries/list"
)

// The version and the day of each library equal those of the linked module.
func TestVersions(t *testing.T) {
	for _, library := range list.All {
		text, err := exec.Command("go", "list", "-m", "-json", library.Modules[0]).Output()
		if err != nil {
			t.Fatal(err)
		}
		var module struct{ Version, Time string }
		if err := json.Unmarshal(text, &module); err != nil {
			t.Fatal(err)
		}
		if module.Version != library.Version {
			t.Errorf("%s: version %s, and go.mod requires %s", library.Name, library.Version, module.Version)
		}
		if module.Time != "" && module.Time[:len("2006-01-02")] != library.Released {
			t.Errorf("%s %s: released %s, and the module says %s", library.Name, library.Version, library.Released, module.Time)
		}
	}
}
