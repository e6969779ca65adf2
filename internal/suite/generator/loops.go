package generator

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/printer"
	"go/token"
	"regexp"
	"slices"
	"strings"

	"github.com/ecsbench/ecsbench/kernel"
)

// The rules for each.go:
//
//   - A generic function whose name ends in a digit is a loop over that many
//     components: each5[A, B, C, D, E any](...). Functions that differ only in the
//     digit are a family. Kernels have 1 to 10 components, and the loop over five is
//     resized (resize.go): for fewer, all code of the other components is dropped; for
//     more, the code of the fifth is repeated for each. If this does not work, write
//     further loops of the family. Further type parameters PA, PB stand for *A and *B.
//   - Libraries whose queries have fewer than ten components declare
//     const mostComponents = 8. There are no loops for larger kernels then, and
//     impls.AtMost rejects worlds with them.
//   - If the last parameter of a loop is a function, it is the kernel.
//   - A parameter whose type contains a type parameter is fetched by the generic
//     function of the same file with this result type:
//     columnOf[T any](w *world, c kernel.Component) *Column[T] fetches a parameter
//     a *Column[A]. Other parameters are passed through.
//   - A generic function whose first parameter is *kernel.Traits[T] makes a storage
//     for T; there is a copy for each shape.
//
// For a family each there is a function each(k kernel.ID, ...). It has the parameters of
// the fetching functions and of the loops.

var familyName = regexp.MustCompile(`^([a-z][A-Za-z]*)([1-5])$`)

// source has the declarations of each.go and of files with shared loops.
type source struct {
	fset     *token.FileSet
	files    []*ast.File // the first is the package's own
	families []string
	loops    map[string][kernel.Most]*ast.FuncDecl // by family; by number of components - 1
	fetchers map[string]*ast.FuncDecl              // by type of result, with T for its parameter
	makers   []*ast.FuncDecl
}

func read(paths ...string) (*source, error) {
	s := &source{fset: token.NewFileSet(), loops: map[string][kernel.Most]*ast.FuncDecl{}, fetchers: map[string]*ast.FuncDecl{}}
	for _, path := range paths {
		file, err := parser.ParseFile(s.fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		s.files = append(s.files, file)
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Type.TypeParams != nil {
				s.take(f)
			}
		}
	}
	for _, family := range s.families {
		if err := s.complete(family); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// complete makes the missing loops of a family.
func (s *source) complete(family string) (err error) {
	loops := s.loops[family]
	if loops[written-1] == nil {
		return fmt.Errorf("%s: %s%d is missing: loops over more and fewer components are made of it", s.fset.Position(s.files[0].Pos()).Filename, family, written)
	}
	for i := range limit(s.files[0]) {
		if loops[i] == nil {
			if loops[i], err = s.resize(loops[written-1], i+1); err != nil {
				return err
			}
		}
	}
	s.loops[family] = loops
	return nil
}

// take stores a generic function.
func (s *source) take(f *ast.FuncDecl) {
	name := familyName.FindStringSubmatch(f.Name.Name)
	switch {
	case name != nil:
		loops, known := s.loops[name[1]]
		if !known {
			s.families = append(s.families, name[1])
		}
		loops[name[2][0]-'1'] = f
		s.loops[name[1]] = loops
	case len(typeParams(f)) != 1:
	case f.Type.Params.NumFields() > 0 && s.print(f.Type.Params.List[0].Type) == "*kernel.Traits[T]":
		s.makers = append(s.makers, f)
	case f.Type.Results.NumFields() == 1:
		s.fetchers[s.print(f.Type.Results.List[0].Type)] = f
	}
}

// copies returns the content of each_gen.go.
func copies(own string, shared ...string) ([]byte, error) {
	s, err := read(append([]string{own}, shared...)...)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "package %s\n\n", s.files[0].Name.Name)
	var body bytes.Buffer
	for _, f := range s.makers {
		s.writeMaker(&body, f)
	}
	for _, family := range s.families {
		if err := s.writeFamily(&body, family); err != nil {
			return nil, fmt.Errorf("%s: %w", own, err)
		}
	}
	out.WriteString("import (\n")
	var imported []string
	for _, f := range s.files {
		for _, spec := range f.Imports {
			name := strings.Trim(spec.Path.Value, `"`)
			name = name[strings.LastIndexByte(name, '/')+1:]
			if spec.Name != nil {
				name = spec.Name.Name
			}
			used := regexp.MustCompile(`\b` + name + `\.`).Match(body.Bytes())
			if used && !slices.Contains(imported, spec.Path.Value) {
				imported = append(imported, spec.Path.Value)
				fmt.Fprintf(&out, "\t%s\n", s.print(spec))
			}
		}
	}
	if own := `"github.com/ecsbench/ecsbench/kernel"`; !slices.Contains(imported, own) { // for the kernels
		fmt.Fprintf(&out, "\t%s\n", own)
	}
	out.WriteString(")\n\n")
	_, err = body.WriteTo(&out)
	return out.Bytes(), err
}

// writeMaker writes the function that makes the storage for a shape.
func (s *source) writeMaker(out *bytes.Buffer, f *ast.FuncDecl) {
	rest := f.Type.Params.List[1:]
	fmt.Fprintf(out, "// %sFor is %s for the Go type of a shape.\nfunc %sFor(shape kernel.ShapeID%s) %s {\n\tswitch shape {\n",
		f.Name.Name, f.Name.Name, f.Name.Name, s.declared(rest), s.print(f.Type.Results.List[0].Type))
	for _, shape := range kernel.Shapes() {
		name := shape.Go.Name()
		fmt.Fprintf(out, "\tcase kernel.%sShape:\n\t\treturn %s(&kernel.%sTraits%s)\n", name, f.Name.Name, name, passed(rest))
	}
	out.WriteString("\tdefault:\n\t\tpanic(\"no such shape\")\n\t}\n}\n\n")
}

// writeFamily writes the copies of a family and the function that chooses.
func (s *source) writeFamily(out *bytes.Buffer, family string) error {
	var parameters []*ast.Field // of the function that chooses
	take := func(f *ast.Field) {
		if !slices.ContainsFunc(parameters, func(p *ast.Field) bool { return p.Names[0].Name == f.Names[0].Name }) {
			parameters = append(parameters, f)
		}
	}
	var cases, bodies bytes.Buffer
	for _, k := range kernel.All() {
		f := s.loops[family][len(k.Needs)-1]
		if f == nil {
			continue
		}
		c := copyOf(f, k)
		var arguments []string
		for _, p := range c.passed {
			if p.of == nil {
				take(p.field)
				arguments = append(arguments, p.field.Names[0].Name)
				continue
			}
			fetch := s.fetchers[s.print(p.field.Type)]
			if fetch == nil {
				return fmt.Errorf("%s: no generic function returns %s, as its parameter %s needs", f.Name.Name, s.print(p.field.Type), p.field.Names[0].Name)
			}
			goType := "kernel." + kernel.Shapes()[*p.of].Go.Name()
			call := []string{}
			for _, q := range fetch.Type.Params.List {
				if s.print(q.Type) == "kernel.Component" {
					call = append(call, goType+"ID")
				} else {
					take(q)
					call = append(call, q.Names[0].Name)
				}
			}
			arguments = append(arguments, fmt.Sprintf("%s[%s](%s)", fetch.Name.Name, goType, strings.Join(call, ", ")))
		}
		fmt.Fprintf(&cases, "\tcase kernel.%sID:\n\t\t%s%s%s(%s)\n", k.Name, returns(f), family, k.Name, strings.Join(arguments, ", "))
		if err := format.Node(&bodies, s.fset, c.decl); err != nil {
			return err
		}
		bodies.WriteString("\n\n")
	}
	first := s.loops[family][0]
	result := ""
	if first.Type.Results.NumFields() > 0 {
		result = s.print(first.Type.Results.List[0].Type)
	}
	fmt.Fprintf(out, "// %s runs the copy of %s5 for a kernel.\nfunc %s(k kernel.ID%s) %s {\n\tswitch k {\n%s\tdefault:\n\t\tpanic(\"no such kernel\")\n\t}\n}\n\n",
		family, family, family, s.declared(parameters), result, cases.String())
	_, err := bodies.WriteTo(out)
	return err
}

func returns(f *ast.FuncDecl) string {
	if f.Type.Results.NumFields() > 0 {
		return "return "
	}
	return ""
}

// declared writes parameters behind another one.
func (s *source) declared(list []*ast.Field) string {
	var b strings.Builder
	for _, f := range list {
		for _, n := range f.Names {
			fmt.Fprintf(&b, ", %s %s", n.Name, s.print(f.Type))
		}
	}
	return b.String()
}

func passed(list []*ast.Field) string {
	var b strings.Builder
	for _, f := range list {
		for _, n := range f.Names {
			b.WriteString(", " + n.Name)
		}
	}
	return b.String()
}

func (s *source) print(node any) string {
	var b bytes.Buffer
	if err := printer.Fprint(&b, s.fset, node); err != nil {
		panic(err) // of a node that was just parsed
	}
	return b.String()
}

func typeParams(f *ast.FuncDecl) []string {
	var list []string
	for _, p := range f.Type.TypeParams.List {
		for _, n := range p.Names {
			list = append(list, n.Name)
		}
	}
	return list
}
