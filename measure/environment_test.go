package measure_test

import (
	"runtime"
	"testing"

	"github.com/ecsbench/ecsbench/measure"
)

func TestTheMachineIsDescribedAndLeftAsItIs(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	if env := measure.Host(); env.GOMAXPROCS != 3 || env.CPUs != runtime.NumCPU() {
		t.Errorf("%+v", env)
	}
	if n := runtime.GOMAXPROCS(0); n != 3 {
		t.Errorf("GOMAXPROCS is %d afterwards", n)
	}
}
