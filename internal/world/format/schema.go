package format

import (
	"maps"
	"reflect"
	"slices"
)

// Schema returns the JSON schema of world files. It comes from the struct tags that
// the decoder reads.
func Schema() map[string]any {
	s := schemaOf(reflect.TypeFor[File](), nil)
	s["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	s["title"] = "ecsbench world"
	s["required"] = []string{"name"}
	return s
}

// schemaOf describes a struct by its tags; with keys only those fields.
func schemaOf(t reflect.Type, keys []string) map[string]any {
	properties := make(map[string]any)
	var short map[string]any
	for i := range t.NumField() {
		f := t.Field(i)
		key := f.Tag.Get("key")
		if key == "" || keys != nil && !slices.Contains(keys, key) {
			continue
		}
		s := maps.Clone(schemaOfField(f))
		if _, is := f.Tag.Lookup("short"); is {
			short = schemaOfField(f)
		}
		s["description"] = f.Tag.Get("doc")
		properties[key] = s
	}
	object := map[string]any{"type": "object", "additionalProperties": false, "properties": properties}
	if short != nil {
		return map[string]any{"anyOf": []any{short, object}}
	}
	return object
}

func schemaOfField(f reflect.StructField) map[string]any {
	t := f.Type
	if s, ok := reflect.New(t).Interface().(scalar); ok {
		return s.schema()
	}
	if t.Kind() == reflect.Struct {
		return schemaOf(t, nil)
	}
	element := t.Elem()
	if element == reflect.TypeFor[Change]() {
		return schemaOfChanges()
	}
	if _, each := f.Tag.Lookup("each"); each {
		return map[string]any{"type": "object", "propertyNames": (*Text)(nil).schema(), "additionalProperties": schemaOf(element, nil), "maxProperties": mostElements}
	}
	one := map[string]any(nil)
	if s, ok := reflect.New(element).Interface().(scalar); ok {
		one = s.schema()
	} else {
		one = schemaOf(element, nil)
	}
	return map[string]any{"anyOf": []any{one, map[string]any{"type": "array", "items": one, "maxItems": mostElements}}}
}

func schemaOfChanges() map[string]any {
	properties := make(map[string]any)
	for _, c := range changeKeys {
		one := schemaOf(reflect.TypeFor[Change](), c.keys)
		properties[c.name] = map[string]any{"description": c.doc, "anyOf": []any{one, map[string]any{"type": "array", "items": one}}}
	}
	return map[string]any{"type": "object", "additionalProperties": false, "properties": properties}
}
