package format

import (
	"maps"
	"reflect"
	"strings"
)

// Schema returns the JSON schema of world files. It comes from the struct tags that
// the decoder reads.
func Schema() map[string]any {
	s := schemaOf(reflect.TypeFor[File](), nil)
	s["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	s["title"] = "ecsbench world"
	s["required"] = []string{"name"}
	definitions := make(map[string]any)
	for t, scalar := range schemas {
		definitions[notationOf(t)] = anyOf(scalar, ofAxis)
	}
	s["$defs"] = definitions
	return s
}

// notationOf names a scalar by its notation, such as whole for Scalar[int, asWhole].
func notationOf(t reflect.Type) string {
	_, name, _ := strings.Cut(t.String(), ".as")
	return strings.ToLower(strings.TrimSuffix(name, "]"))
}

// schemas are the schemas of scalars.
var schemas = map[reflect.Type]map[string]any{
	reflect.TypeFor[Text]():       {"type": "string", "pattern": name().String(), "maxLength": longestName},
	reflect.TypeFor[Path]():       {"type": "string"},
	reflect.TypeFor[Word]():       {"type": []string{"string", "integer"}, "pattern": "^[^$]", "maxLength": longestName},
	reflect.TypeFor[Number]():     numberSchema,
	reflect.TypeFor[Amount]():     anyOf(pattern("^[0-9.]+%$"), numberSchema),
	reflect.TypeFor[Whole]():      wholeSchema,
	reflect.TypeFor[Entities]():   anyOf(map[string]any{"const": "find"}, wholeSchema),
	reflect.TypeFor[Share]():      anyOf(pattern("^[0-9.]+%$"), map[string]any{"type": "number", "minimum": 0, "maximum": 1}),
	reflect.TypeFor[Duration]():   pattern("^[0-9.]+(ns|us|µs|ms|s)$"),
	reflect.TypeFor[Rate]():       anyOf(pattern("^[0-9.]+Hz$"), map[string]any{"type": "number"}),
	reflect.TypeFor[Percentile](): {"enum": []string{"p50", "p99", "p99.9", "max"}},
	reflect.TypeFor[Size]():       anyOf(pattern("^[0-9._]+([kMG]|[kKMG]i)?B$"), map[string]any{"type": "number", "minimum": 0}),
	reflect.TypeFor[Flag]():       {"type": "boolean"},
}

var (
	numberSchema = map[string]any{"type": []string{"number", "string"}, "minimum": 0, "maximum": Most, "pattern": "^[0-9][0-9_]*(\\.[0-9]+)?$"}
	wholeSchema  = map[string]any{"type": []string{"integer", "string"}, "minimum": 0, "maximum": Most, "pattern": "^[0-9][0-9_]*$"}
)

func pattern(words string) map[string]any {
	return map[string]any{"type": "string", "pattern": words}
}

func anyOf(schemas ...map[string]any) map[string]any { return map[string]any{"anyOf": schemas} }

// schemaOf describes a struct by its tags; with keys only those fields.
func schemaOf(t reflect.Type, keys []string) map[string]any {
	properties := make(map[string]any)
	var short map[string]any
	for _, f := range keyed(t, keys) {
		s := schemaOfField(f)
		if tagged(f, "short") {
			short = s
		}
		properties[f.Tag.Get("key")] = described(s, f.Tag.Get("doc"))
	}
	object := map[string]any{"type": "object", "additionalProperties": false, "properties": properties}
	if short != nil {
		return anyOf(short, object)
	}
	return object
}

func described(schema map[string]any, doc string) map[string]any {
	schema = maps.Clone(schema)
	schema["description"] = doc
	return schema
}

// schemaOfField describes a field: a list may be written as its only element.
func schemaOfField(f reflect.StructField) map[string]any {
	if f.Type.Kind() != reflect.Slice {
		return schemaOfType(f.Type)
	}
	element := f.Type.Elem()
	if element == reflect.TypeFor[Change]() {
		return schemaOfChanges()
	}
	one := schemaOfType(element)
	if tagged(f, "each") {
		return map[string]any{"type": "object", "propertyNames": schemas[reflect.TypeFor[Text]()], "additionalProperties": one, "maxProperties": mostElements}
	}
	return anyOf(one, map[string]any{"type": "array", "items": one, "maxItems": mostElements})
}

func schemaOfType(t reflect.Type) map[string]any {
	if schemas[t] != nil {
		return map[string]any{"$ref": "#/$defs/" + notationOf(t)}
	}
	return schemaOf(t, nil)
}

// ofAxis is the schema of $ and the name of an axis, or of a number that stands for components.
var ofAxis = map[string]any{"type": []string{"string", "integer"}, "pattern": `^\$`}

func schemaOfChanges() map[string]any {
	properties := make(map[string]any)
	for _, c := range changeKeys {
		one := schemaOf(reflect.TypeFor[Change](), c.keys)
		properties[c.name] = described(anyOf(one, map[string]any{"type": "array", "items": one}), c.doc)
	}
	return map[string]any{"type": "object", "additionalProperties": false, "properties": properties}
}
