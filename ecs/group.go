package ecs

import (
	"errors"
	"fmt"
	"reflect"
)

// A Condition decides in each tick whether a system runs: see [When].
type Condition struct{ function any }

func (Condition) option() {}

// When, as an option of [World.Add], makes a system run only if a function returns true. The
// parameters of the function declare what it needs, as those of a system do.
func When(function any) Condition { return Condition{function} }

// addCondition binds the parameters of a condition.
func (y *System) addCondition(c Condition) error {
	f := reflect.ValueOf(c.function)
	if f.Kind() != reflect.Func || f.IsNil() || f.Type().NumOut() != 1 || f.Type().Out(0).Kind() != reflect.Bool || f.Type().IsVariadic() {
		return fmt.Errorf("condition: want a function that returns a bool, not %T", c.function)
	}
	own := y.args
	y.args = nil
	err := y.parameters(f.Type())
	args := y.args
	y.conditions = append(y.conditions, func() bool { return f.Call(args)[0].Bool() })
	y.args = own
	if err != nil {
		return fmt.Errorf("condition: %w", err)
	}
	return nil
}

// A Group is systems that run together: see [In].
type Group struct{ name string }

func (Group) option() {}

// In, as an option of [World.Add], makes a system one of a group, such as those that draw. [World.Run]
// runs them. Systems without a group run in [World.Tick].
func In(group string) Group { return Group{group} }

// Run is [World.Tick] for the systems of a group. Barriers separate the systems of each group, and
// handlers belong to all.
func (w *World) Run(group string, dt Seconds) error {
	what := "tick"
	if group != "" {
		what = fmt.Sprintf("run group %q", group)
	}
	if err := w.between(what); err != nil {
		return err
	}
	p := w.plans[group]
	if p == nil {
		p = w.newPlan(group)
		if group != "" && len(p.phases) == 0 {
			return fmt.Errorf("%s: it has no systems: add them with the option ecs.In(%q)", what, group)
		}
		if w.plans == nil {
			w.plans = make(map[string]*plan)
		}
		w.plans[group] = p
	}
	if w.switched.Swap(false) {
		for _, y := range w.Systems() {
			y.disabled = y.off.Load()
		}
	}
	w.seconds = dt
	w.running = p // systems that are added by one of them are part of the next tick
	defer func() { w.locked, w.running = 0, nil }()
	w.applyAll(w.later)
	w.locked = ticking
	for i := range p.phases {
		w.runPhase(&p.phases[i])
	}
	w.handleEvents()
	return w.Err()
}

// FixedStep makes ticks of equal length from frames of any length.
//
//	step := ecs.FixedStep{Length: 1.0 / 60}
//	for frame := range frames {
//		part, err := step.Tick(world, frame)
//		...
//		err = world.Run("draw", ecs.Seconds(part))
//	}
type FixedStep struct {
	Length Seconds // of a tick
	Most   int     // ticks for a frame: the rest of a long one is dropped; 0 for 8

	left float64
}

// Tick makes as many ticks as fit into the frame and what was left of earlier ones. It returns the
// part of a tick that is left then, from 0 to 1, for drawing between two states.
func (f *FixedStep) Tick(w *World, frame Seconds) (part float32, err error) {
	if f == nil {
		return 0, errors.New("tick with steps: the FixedStep is nil: give it a Length, as in ecs.FixedStep{Length: 1.0 / 60}")
	}
	if !(f.Length > 0) || !(frame >= 0) {
		return 0, fmt.Errorf("tick with steps of %v s for a frame of %v s: want a step above 0 and a frame of 0 or more", f.Length, frame)
	}
	most, length := f.Most, float64(f.Length)
	if most <= 0 {
		most = 8
	}
	f.left += float64(frame)
	for n := 0; f.left >= length; n++ {
		if n == most {
			f.left = 0
			break
		}
		err = errors.Join(err, w.Tick(f.Length))
		f.left -= length
	}
	return float32(f.left / length), err
}
