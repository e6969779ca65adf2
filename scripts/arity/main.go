// Arity writes the code that package ecs, in the given folder, needs once for each number of
// components of a query or map. go generate runs it.
package main

import (
	"bytes"
	"embed"
	"fmt"
	"go/format"
	"log"
	"os"
	"path/filepath"
	"strings"
	"text/template"
)

//go:embed *.go.tmpl
var sources embed.FS

// Most is how many components a query has at most.
const most = 10

type term struct{ Type, Field string }

// An arity is a number of components, and what is written in its place.
type arity struct {
	N                                 int
	Terms                             []term
	Seq, Yields, Yield                string
	ChunkSeq, ChunkYields, ChunkYield string
}

func main() {
	var all []arity
	for n := 1; n <= most; n++ {
		all = append(all, of(n))
	}
	for _, name := range []string{"query", "map"} {
		if err := write(filepath.Join(os.Args[1], name+"_gen.go"), name, all); err != nil {
			log.Fatal(err)
		}
	}
}

func write(path, name string, all []arity) error {
	t, err := template.ParseFS(sources, name+".go.tmpl")
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := t.Execute(&out, all); err != nil {
		return err
	}
	formatted, err := format.Source(out.Bytes())
	if err != nil {
		return err
	}
	return os.WriteFile(path, formatted, 0o644)
}

func of(n int) arity {
	a := arity{N: n}
	for i := range n {
		a.Terms = append(a.Terms, term{string(rune('A' + i)), string(rune('a' + i))})
	}
	chunk := func(t term) string { return fmt.Sprintf("list[%s](&q.%s, n)", t.Type, t.Field) }
	switch n {
	case 1:
		a.Yields, a.Yield = "*A", "a"
		a.ChunkYields, a.ChunkYield = "[]A", chunk(a.Terms[0])
		a.Seq, a.ChunkSeq = "iter.Seq[*A]", "iter.Seq[[]A]"
		return a
	case 2:
		a.Yields, a.Yield = "*A, *B", "a, b"
		a.ChunkYields, a.ChunkYield = "[]A, []B", chunk(a.Terms[0])+", "+chunk(a.Terms[1])
	default:
		var fields, chunks []string
		for _, t := range a.Rest() {
			fields, chunks = append(fields, t.Field), append(chunks, chunk(t))
		}
		row, slices := fmt.Sprintf("Row%d[%s]", n, a.RestParams()), fmt.Sprintf("Chunk%d[%s]", n, a.RestParams())
		a.Yields, a.Yield = "*A, "+row, fmt.Sprintf("a, %s{%s}", row, strings.Join(fields, ", "))
		a.ChunkYields, a.ChunkYield = "[]A, "+slices, fmt.Sprintf("%s, %s{%s}", chunk(a.Terms[0]), slices, strings.Join(chunks, ", "))
	}
	a.Seq, a.ChunkSeq = "iter.Seq2["+a.Yields+"]", "iter.Seq2["+a.ChunkYields+"]"
	return a
}

// Params returns the names of the types.
func (a arity) Params() string { return names(a.Terms) }

// Rest returns the terms after the first.
func (a arity) Rest() []term { return a.Terms[1:] }

// Arguments lists a parameter for each value.
func (a arity) Arguments() string { return a.list("%s %s") }

// SliceArguments lists a parameter for each slice of values.
func (a arity) SliceArguments() string { return a.list("%ss []%s") }

func (a arity) list(format string) string {
	var list []string
	for _, t := range a.Terms {
		list = append(list, fmt.Sprintf(format, t.Field, t.Type))
	}
	return strings.Join(list, ", ")
}

// RestParams returns their names.
func (a arity) RestParams() string { return names(a.Rest()) }

func names(terms []term) string {
	var list []string
	for _, t := range terms {
		list = append(list, t.Type)
	}
	return strings.Join(list, ", ")
}
