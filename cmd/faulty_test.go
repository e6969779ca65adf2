package cmd

import (
	"os"
	"time"

	"github.com/ecsbench/ecsbench/impls"
	"github.com/ecsbench/ecsbench/impls/dense"
)

// faulty is dense with a fault.
var faulty = impls.Implementation{
	Name: "faulty",
	Doc:  "goes wrong on purpose",
	Options: []impls.Option{{
		Name:    "how",
		Doc:     "what goes wrong",
		Default: "panic",
		Values:  []string{"panic", "hang", "exit", "killed", "state", "count", "unsupported", "garbage", "few", "stale", "claims"},
	}},
	Open: func(cfg impls.Config, options impls.Values) (impls.World, error) {
		if options["how"] == "unsupported" {
			return nil, &impls.Unsupported{Reason: "at most 3 component types"}
		}
		w, err := dense.Implementation.Open(cfg, impls.Values{"dispatch": "broadcast", "ids": "constant"})
		return &faultyWorld{World: w, how: options["how"]}, err
	},
}

type faultyWorld struct {
	impls.World
	how  string
	runs int
}

// Spawn goes wrong.
func (w *faultyWorld) Spawn(bundle int, first uint32, dst impls.Handles) {
	switch w.how {
	case "few":
		dst = dst.Slice(0, dst.Len()-1)
	case "stale":
		dst = w.World.Handles(dst.Len()) // the caller's handles stay as they were
	}
	w.World.Spawn(bundle, first, dst)
}

// Destroy is claimed, and does nothing.
func (w *faultyWorld) Destroy(r impls.Handles) int {
	if w.how == "claims" {
		return 0
	}
	return w.World.(impls.Changer).Destroy(r)
}

// Exchange is claimed, and does nothing.
func (w *faultyWorld) Exchange(int, impls.Handles, uint32) int { return 0 }

// Run goes wrong.
func (w *faultyWorld) Run(system int, dt float32) int {
	w.runs++
	switch w.how {
	case "panic":
		panic("faulty on purpose")
	case "hang":
		time.Sleep(time.Hour)
	case "exit":
		os.Stderr.WriteString("fatal error: something is corrupt\ngoroutine 1\n")
		os.Exit(2)
	case "killed":
		p, err := os.FindProcess(os.Getpid())
		if err == nil {
			_ = p.Kill()
		}
		time.Sleep(time.Hour)
	case "state":
		if w.runs%2 == 0 {
			dt = 0 // visits everything and does nothing
		}
	case "count":
		return w.World.Run(system, dt) + 1
	case "garbage":
		os.Stdout.WriteString("hello\n")
	}
	return w.World.Run(system, dt)
}
