package format

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"github.com/ecsbench/ecsbench/internal/display"
)

// The highest number of elements of a list or a mapping. With them, a file of any
// content is small work.
const mostElements = 64

// A decoder fills values from the nodes of a file.
type decoder struct{ file string }

func (d decoder) at(n ast.Node) Position {
	if t := n.GetToken(); t != nil && t.Position != nil {
		return Position{d.file, max(1, t.Position.Line), max(1, t.Position.Column)}
	}
	return Position{d.file, 1, 1}
}

// start returns the first position of a node: that of a mapping is its first key.
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
func (d decoder) value(n ast.Node, v reflect.Value, what string) error {
	if s, ok := v.Addr().Interface().(scalar); ok {
		return d.scalar(n, s, what)
	}
	switch v.Kind() {
	case reflect.Slice:
		return d.list(n, v, what)
	case reflect.Struct:
		return d.structure(n, v, what, nil)
	}
	return fmt.Errorf("%s: values of type %v cannot be decoded", what, v.Type())
}

func (d decoder) scalar(n ast.Node, s scalar, what string) error {
	word, ok := wordOf(n)
	if !ok {
		return d.start(n).errorf("%s: want one word or number, found %s", what, found(n))
	}
	if err := s.parse(word, d.at(n)); err != nil {
		return d.at(n).errorf("%s %v", what, err)
	}
	return nil
}

// wordOf returns the text of a plain or quoted scalar.
func wordOf(n ast.Node) (word string, ok bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return n.GetToken().Value, true
	case *ast.InfinityNode, *ast.NanNode:
		return n.GetToken().Value, true
	}
	return "", false
}

// found names what a node is.
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
	}
	return "something else"
}

// list decodes a list, or a single element in its place.
func (d decoder) list(n ast.Node, v reflect.Value, what string) error {
	nodes := []ast.Node{n}
	if s, ok := n.(*ast.SequenceNode); ok {
		nodes = s.Values
	}
	if len(nodes) > mostElements {
		return d.at(nodes[mostElements]).errorf("%s: %d elements, want at most %d", what, len(nodes), mostElements)
	}
	for _, n := range nodes {
		v.Set(reflect.Append(v, reflect.Zero(v.Type().Elem())))
		if err := d.value(n, v.Index(v.Len()-1), what); err != nil {
			return err
		}
	}
	return nil
}

// pairs returns the entries of a mapping.
func (d decoder) pairs(n ast.Node, what string) ([]*ast.MappingValueNode, error) {
	var list []*ast.MappingValueNode
	switch n := n.(type) {
	case *ast.MappingNode:
		list = n.Values
	case *ast.MappingValueNode:
		list = []*ast.MappingValueNode{n}
	default:
		return nil, d.start(n).errorf("%s: want a mapping, found %s", what, found(n))
	}
	seen := make(map[string]bool)
	for i, pair := range list {
		key, ok := wordOf(pair.Key)
		switch {
		case !ok:
			return nil, d.at(pair.Key).errorf("%s: want a name as key, found %s", what, found(pair.Key))
		case seen[key]:
			return nil, d.at(pair.Key).errorf("%s: %s is there twice", what, quote(key))
		case i >= mostElements:
			return nil, d.at(pair.Key).errorf("%s: %d entries, want at most %d", what, len(list), mostElements)
		}
		seen[key] = true
	}
	return list, nil
}

// structure decodes a mapping into the fields of a struct; with keys only those.
func (d decoder) structure(n ast.Node, v reflect.Value, what string, keys []string) error {
	setPosition(v, d.start(n))
	t := v.Type()
	if _, ok := wordOf(n); ok {
		for i := range t.NumField() {
			if _, short := t.Field(i).Tag.Lookup("short"); short && (keys == nil || slices.Contains(keys, t.Field(i).Tag.Get("key"))) {
				return d.value(n, v.Field(i), what)
			}
		}
	}
	pairs, err := d.pairs(n, what)
	if err != nil {
		return err
	}
	fields, names := make(map[string]int), []string(nil)
	for i := range t.NumField() {
		if key := t.Field(i).Tag.Get("key"); key != "" && (keys == nil || slices.Contains(keys, key)) {
			fields[key], names = i, append(names, key)
		}
	}
	for _, pair := range pairs {
		key, _ := wordOf(pair.Key)
		i, ok := fields[key]
		if !ok {
			return d.at(pair.Key).errorf("%s has no key %s%s", what, quote(key), display.DidYouMean(key, names))
		}
		tag := t.Field(i).Tag
		if _, each := tag.Lookup("each"); each {
			_, many := tag.Lookup("many")
			err = d.each(pair.Value, v.Field(i), key, many)
		} else {
			err = d.value(pair.Value, v.Field(i), key)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// each decodes a mapping into a slice with one element per entry.
func (d decoder) each(n ast.Node, v reflect.Value, what string, many bool) error {
	pairs, err := d.pairs(n, what)
	if err != nil {
		return err
	}
	for _, pair := range pairs {
		nodes := []ast.Node{pair.Value}
		if s, ok := pair.Value.(*ast.SequenceNode); ok && many {
			nodes = s.Values
		}
		if len(nodes) > mostElements {
			return d.at(pair.Key).errorf("%s: %d elements, want at most %d", what, len(nodes), mostElements)
		}
		for _, n := range nodes {
			v.Set(reflect.Append(v, reflect.Zero(v.Type().Elem())))
			if err := d.entry(pair.Key, n, v.Index(v.Len()-1), what); err != nil {
				return err
			}
		}
	}
	return nil
}

// entry decodes an entry of a mapping into a struct that has a field for the name.
func (d decoder) entry(key, n ast.Node, v reflect.Value, what string) error {
	var name Text
	if err := d.scalar(key, &name, what); err != nil {
		return err
	}
	var keys []string
	if v.Type() == reflect.TypeFor[Change]() {
		var err error
		if keys, err = keysOfChange(name); err != nil {
			return err
		}
	}
	if err := d.structure(n, v, name.Value, keys); err != nil {
		return err
	}
	setPosition(v, name.At)
	for i := range v.NumField() {
		if _, ok := v.Type().Field(i).Tag.Lookup("name"); ok {
			v.Field(i).Set(reflect.ValueOf(name))
		}
	}
	return nil
}

func keysOfChange(name Text) ([]string, error) {
	var names []string
	for _, c := range changeKeys {
		if c.name == name.Value {
			return c.keys, nil
		}
		names = append(names, c.name)
	}
	return nil, name.At.errorf("tick has no key %s%s", quote(name.Value), display.DidYouMean(name.Value, names))
}

func setPosition(v reflect.Value, at Position) {
	if f := v.FieldByName("At"); f.IsValid() {
		f.Set(reflect.ValueOf(at))
	}
}

// position is that of a token, which may be missing.
func position(file string, t *token.Token) Position {
	if t == nil || t.Position == nil {
		return Position{file, 1, 1}
	}
	return Position{file, max(1, t.Position.Line), max(1, t.Position.Column)}
}
