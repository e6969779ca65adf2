package format

import (
	"maps"
	"math/bits"
	"reflect"
	"slices"
	"strconv"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"github.com/ecsbench/ecsbench/internal/display"
	"github.com/ecsbench/ecsbench/internal/lists"
	"github.com/ecsbench/ecsbench/kernel"
)

// The largest number of elements of a list or a mapping. It limits the work on any file.
const mostElements = 64

// A decoder fills values from the nodes of a file. It panics with an [Error].
type decoder struct {
	file string
	axes map[string]string // values of axes
	used map[string]bool   // axes that the file refers to
}

// axesOf reads the axes of a file before the rest, which refers to them.
func (d decoder) axesOf(n ast.Node) {
	mapping, _ := n.(*ast.MappingNode)
	if mapping == nil {
		return
	}
	for _, pair := range mapping.Values {
		if key, _ := wordOf(pair.Key); key != "axes" {
			continue
		}
		var axes []Axis
		d.each(pair.Value, reflect.ValueOf(&axes).Elem(), "axes", false)
		for _, a := range axes {
			d.axes[a.Name.Value] = a.Default.Value
		}
	}
}

func (d decoder) at(n ast.Node) Position { return position(d.file, n.GetToken()) }

// start returns the first position of a node: for a mapping, that of its first key.
func (d decoder) start(n ast.Node) Position {
	switch n := n.(type) {
	case *ast.MappingNode:
		if len(n.Values) > 0 && !n.IsFlowStyle {
			return d.at(n.Values[0].Key)
		}
	case *ast.MappingValueNode:
		return d.at(n.Key)
	}
	return d.at(n)
}

// value decodes a node into v.
func (d decoder) value(n ast.Node, v reflect.Value, what string) {
	if s, ok := v.Addr().Interface().(scalar); ok {
		d.scalar(n, s, what)
	} else if v.Kind() == reflect.Slice {
		d.list(n, v, what)
	} else {
		d.structure(n, v, what)
	}
}

func (d decoder) scalar(n ast.Node, s scalar, what string) {
	word, ok := wordOf(n)
	if !ok {
		panic(d.start(n).errorf("%s: want one word or number, found %s", what, found(n)))
	}
	if err := s.parse(d.substituted(n, word, what), d.at(n)); err != nil {
		panic(d.at(n).errorf("%s %v", what, err))
	}
}

// axisName is a reference to an axis.
var axisName = display.Pattern(`\$[A-Za-z0-9_-]*`)

// substituted returns a word with values for $ and the names of axes, and the kernel for its number
// of components.
func (d decoder) substituted(n ast.Node, word, what string) string {
	word = axisName().ReplaceAllStringFunc(word, func(reference string) string {
		value, known := d.axes[reference[1:]]
		if !known {
			panic(d.at(n).errorf("%s: the file has no axis %s%s", what, quote(reference[1:]), display.DidYouMean(reference[1:], slices.Sorted(maps.Keys(d.axes)))))
		}
		d.used[reference[1:]] = true
		return value
	})
	if count, err := strconv.Atoi(word); err == nil && what == "kernel" {
		k := kernel.Of(count)
		d.at(n).rejectIf(k == kernel.Idle, "kernel %d: want a name, or a number of components from 1 to %d", count, kernel.Most)
		word = k.Get().Name
	}
	return word
}

// wordOf returns the text of a plain or quoted scalar.
func wordOf(n ast.Node) (word string, ok bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		return n.GetToken().Value, true
	}
	return "", false
}

// found describes the type of a node.
func found(n ast.Node) string {
	switch n.(type) {
	case *ast.MappingNode, *ast.MappingValueNode:
		return "a mapping"
	case *ast.SequenceNode:
		return "a list"
	case *ast.NullNode:
		return "nothing"
	case *ast.AnchorNode, *ast.AliasNode, *ast.MergeKeyNode:
		return "an anchor or alias, which world files do not have: use include"
	case *ast.TagNode:
		return "a tag, which world files do not have"
	case *ast.StringNode, *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		return "a word or number"
	}
	return "something else"
}

// elements returns the elements of a list if the field may have many, or a single element in its
// place.
func elements(n ast.Node, many bool) []ast.Node {
	if s, ok := n.(*ast.SequenceNode); ok && many {
		return s.Values
	}
	return []ast.Node{n}
}

// extended appends an element to a slice and returns it.
func extended(v reflect.Value) reflect.Value {
	v.Grow(1)
	v.SetLen(v.Len() + 1)
	return v.Index(v.Len() - 1)
}

func (d decoder) list(n ast.Node, v reflect.Value, what string) {
	nodes := elements(n, true)
	if len(nodes) > mostElements {
		panic(d.at(nodes[mostElements]).errorf("%s: %d elements, want at most %d", what, len(nodes), mostElements))
	}
	for _, n := range nodes {
		if names, is := d.numbered(n, what); is {
			for _, name := range names {
				extended(v).Set(reflect.ValueOf(Text{name, d.at(n), true}))
			}
			continue
		}
		d.value(n, extended(v), what)
	}
}

// numbered returns the components that a number in a list stands for: the first so many of package
// kernel, or as many as make so many subsets.
func (d decoder) numbered(n ast.Node, what string) (names []string, is bool) {
	word, ok := wordOf(n)
	if !ok || what != "has" && what != "each" {
		return nil, false
	}
	count, err := asWhole{}.parse(d.substituted(n, word, what))
	if err != nil {
		return nil, false
	}
	if what == "has" {
		k := kernel.Of(count)
		d.at(n).rejectIf(k == kernel.Idle, "has %d: want names of components, or a number of them from 1 to %d", count, kernel.Most)
		return lists.Map(k.Get().Needs, func(c kernel.Component) string { return kernelTypes()[c].Go.Name() }), true
	}
	subsets := bits.Len(uint(count)) - 1
	d.at(n).rejectIf(count < 1 || 1<<subsets != count || subsets > len(further), "each %d: want names of components, or a number of archetypes that is a power of two from 1 to %d", count, 1<<len(further))
	return further[:max(0, subsets)], true
}

// pairs returns the entries of a mapping.
func (d decoder) pairs(n ast.Node, what, want string) []*ast.MappingValueNode {
	var list []*ast.MappingValueNode
	switch n := n.(type) {
	case *ast.MappingNode:
		list = n.Values
	case *ast.MappingValueNode:
		list = []*ast.MappingValueNode{n}
	default:
		panic(d.start(n).errorf("%s: want %s, found %s", what, want, found(n)))
	}
	seen := make(map[string]bool)
	for i, pair := range list {
		key, ok := wordOf(pair.Key)
		switch {
		case !ok:
			panic(d.at(pair.Key).errorf("%s: want a name as key, found %s", what, found(pair.Key)))
		case seen[key]:
			panic(d.at(pair.Key).errorf("%s: %s is there twice", what, quote(key)))
		case i >= mostElements:
			panic(d.at(pair.Key).errorf("%s: %d entries, want at most %d", what, len(list), mostElements))
		}
		seen[key] = true
	}
	return list
}

// keyed lists the fields of a struct with keys; with keys only those.
func keyed(t reflect.Type, keys []string) (fields []reflect.StructField) {
	for f := range t.Fields() {
		key := f.Tag.Get("key")
		if key != "" && (keys == nil || slices.Contains(keys, key)) {
			fields = append(fields, f)
		}
	}
	return fields
}

// tagged reports whether a field has a tag.
func tagged(f reflect.StructField, tag string) bool {
	_, has := f.Tag.Lookup(tag)
	return has
}

// structure decodes a mapping into the fields of a struct.
func (d decoder) structure(n ast.Node, v reflect.Value, what string) {
	v.FieldByName("At").Set(reflect.ValueOf(d.start(n)))
	fields := make(map[string]reflect.StructField)
	var names []string
	_, short := wordOf(n)
	want := "a mapping"
	for _, f := range keyed(v.Type(), keysOf(v)) {
		if tagged(f, "short") {
			if short {
				d.value(n, v.FieldByIndex(f.Index), what)
				return
			}
			want = "one word or number, or a mapping"
		}
		fields[f.Tag.Get("key")], names = f, append(names, f.Tag.Get("key"))
	}
	for _, pair := range d.pairs(n, what, want) {
		key, _ := wordOf(pair.Key)
		f, ok := fields[key]
		if !ok {
			panic(d.at(pair.Key).errorf("%s has no key %s%s", what, quote(key), display.DidYouMean(key, names)))
		}
		if tagged(f, "each") {
			d.each(pair.Value, v.FieldByIndex(f.Index), key, tagged(f, "many"))
		} else {
			d.value(pair.Value, v.FieldByIndex(f.Index), key)
		}
	}
}

// each decodes a mapping into a slice with one element per entry.
func (d decoder) each(n ast.Node, v reflect.Value, what string, many bool) {
	for _, pair := range d.pairs(n, what, "a mapping") {
		nodes := elements(pair.Value, many)
		if len(nodes) > mostElements {
			panic(d.at(pair.Key).errorf("%s: %d elements, want at most %d", what, len(nodes), mostElements))
		}
		for _, n := range nodes {
			d.entry(pair.Key, n, extended(v), what)
		}
	}
}

// entry decodes an entry of a mapping into a struct whose field Name is the key.
func (d decoder) entry(key, n ast.Node, v reflect.Value, what string) {
	var name Text
	d.scalar(key, &name, what)
	v.FieldByName("Name").Set(reflect.ValueOf(name))
	d.structure(n, v, name.Value)
	v.FieldByName("At").Set(reflect.ValueOf(name.At))
}

// keysOf returns the keys of a change with this name; nil for other structs, which have all.
func keysOf(v reflect.Value) []string {
	change, is := v.Interface().(Change)
	if !is {
		return nil
	}
	var names []string
	for _, c := range changeKeys {
		if c.name == change.Name.Value {
			return c.keys
		}
		names = append(names, c.name)
	}
	panic(change.Name.At.errorf("tick has no key %s%s", quote(change.Name.Value), display.DidYouMean(change.Name.Value, names)))
}

// position returns the position of a token, which may be missing.
func position(file string, t *token.Token) Position {
	if t == nil || t.Position == nil {
		return Position{file, 1, 1}
	}
	return Position{file, max(1, t.Position.Line), max(1, t.Position.Column)}
}
