package format

import (
	"slices"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/kernel"
)

// kernelTypes are the component types of package kernel that kernels use, by number.
func kernelTypes() []kernel.Type { return kernel.Types(int(kernel.FirstFiller)) }

// kernelType is a component type of package kernel.
func kernelType(k int) ComponentType {
	t := kernelTypes()[k].Go
	return ComponentType{Name: t.Name(), Bytes: int(t.Size()), Touch: int(t.Size()), Kernel: true}
}

// ofKernel returns the number in package kernel of a component, -1 unless a system of the file
// calls a kernel and there is such a type. All components with the name of such a type have it
// then, as the kernel needs.
func (c *compiler) ofKernel(name string) int {
	if !slices.ContainsFunc(c.file.Systems, func(s System) bool { return s.Kernel.Given }) {
		return -1
	}
	return slices.IndexFunc(kernelTypes(), func(t kernel.Type) bool { return t.Go.Name() == name })
}

// kernelCatalogue lists the component types of package kernel, if the file uses them.
func (c *compiler) kernelCatalogue() (list []ComponentType) {
	for k, t := range kernelTypes() {
		if c.ofKernel(t.Go.Name()) >= 0 {
			list = append(list, kernelType(k))
		}
	}
	return list
}

// kernel gives a system the components of the kernel that it calls.
func (c *compiler) kernel(d *System, a *Access) {
	all := kernel.All()
	at := slices.IndexFunc(all, func(k kernel.Kernel) bool { return k.Name == d.Kernel.Value })
	if at < 0 {
		names := lists.Map(all, func(k kernel.Kernel) string { return k.Name })
		panic(d.Kernel.At.errorf("system %s: no kernel is named %s%s", d.Name.Value, quote(d.Kernel.Value), display.DidYouMean(d.Kernel.Value, names)))
	}
	for _, key := range []struct {
		name  string
		given bool
	}{
		{"read", d.Read != nil}, {"write", d.Write != nil}, {"optional", d.Optional != nil}, {"without", d.Without != nil && all[at].Without != nil},
		{"work", d.Work.Given}, {"handle", d.Handle.Value}, {"life", d.Life.Given},
	} {
		d.Kernel.At.rejectIf(key.given, "system %s: kernel %s determines what it does: remove %s", d.Name.Value, d.Kernel.Value, key.name)
	}
	a.Kernel = kernel.ID(at + 1)
	name := func(k kernel.Component) Text { return Text{Value: kernelTypes()[k].Go.Name(), At: d.Kernel.At} }
	for _, k := range all[at].Needs {
		if slices.Contains(all[at].Writes, k) {
			d.Write = append(d.Write, name(k))
		} else {
			d.Read = append(d.Read, name(k))
		}
	}
	d.Without = append(d.Without, lists.Map(all[at].Without, name)...)
}
