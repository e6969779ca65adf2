package recorder_test

import (
	"os"

	"github.com/ecsbench/ecsbench/recorder"
)

func Example() {
	r := recorder.New(os.Stdout)
	r.Component("Position", 8, false)
	r.Spawn(1, "Position", "Velocity")
	r.Frame()
	r.System("move", []string{"Velocity"}, []string{"Position"})
	r.Add(1, "Burning")
	r.Lookup("Position", false)
	r.Destroy(1)
	r.Frame()
	_ = r.Close()
	// Output:
	// {"frame":0,"components":{"Position":{"bytes":8}},"spawn":{"Position+Velocity":1}}
	// {"frame":1,"destroy":{"Burning+Position+Velocity":{"count":1,"age":0}},"add":{"Burning":1},"lookup":{"Position":1},"systems":{"move":{"read":["Velocity"],"write":["Position"],"runs":1,"handles":1}}}
}

// A nil recorder records nothing.
func ExampleRecorder_nil() {
	var r *recorder.Recorder
	r.Spawn(1, "Position")
	r.Destroy(1)
	r.Frame()
	if r.Close() == nil {
		os.Stdout.WriteString("nothing was recorded\n")
	}
	// Output: nothing was recorded
}
