package proof

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
)

// A toolchain has the constants of the object files of one version of Go. They are read
// from its sources, because most versions renumber the kinds of relocations.
type toolchain struct {
	magic    string
	n        numbers
	builtins []key          // functions of the runtime that are referred to by number
	debug    map[int64]bool // kinds of symbols that are for debuggers
}

// knownMagic identifies object files with the records of object.go: those since Go 1.20.
const knownMagic = "\x00go120ld"

// numbers are the necessary constants, by their names in the toolchain.
type numbers struct {
	PkgIdxNone, PkgIdxHashed64, PkgIdxHashed, PkgIdxBuiltin, PkgIdxSelf, PkgIdxInvalid int64

	BlkAutolib, BlkPkgIdx, BlkSymdef, BlkHashed64def, BlkHasheddef, BlkNonpkgdef, BlkNonpkgref, BlkRefFlags,
	BlkRelocIdx, BlkAuxIdx, BlkDataIdx, BlkReloc, BlkAux, BlkData, NBlk int64

	SymFlagDupok, SymFlagReflectMethod, SymFlagGoType, SymFlagUsedInIface, SymFlagItab, SymFlagLinkname, SymABIstatic int64

	AuxGotype, AuxFuncInfo, AuxDwarfInfo, AuxDwarfLoc, AuxDwarfRanges, AuxDwarfLines, AuxPcfile, AuxPcline, AuxPcinline int64

	R_METHODOFF, R_USETYPE, R_USEIFACE, R_USEIFACEMETHOD, R_USENAMEDMETHOD int64

	STEXT, SDATA, SBSS int64
}

// sizes of the records of object.go, by their constants.
var sizes = map[string]int64{"SymSize": symSize, "RelocSize": relocSize, "AuxSize": auxSize, "RefFlagsSize": refFlagsSize}

// readToolchain reads the constants of the toolchain in goroot. Names are those of both
// sides.
func readToolchain(goroot string, names *names) (*toolchain, error) {
	t := &toolchain{debug: map[int64]bool{}}
	known := map[string]int64{}
	internal := filepath.Join(goroot, "src", "cmd", "internal")
	for _, name := range []string{"goobj/objfile.go", "objabi/reloctype.go", "objabi/symkind.go"} {
		if err := t.constants(known, filepath.Join(internal, filepath.FromSlash(name))); err != nil {
			return nil, err
		}
	}
	if t.magic != knownMagic {
		return nil, fmt.Errorf("the object files of this version of Go begin with %q, which is not known here", t.magic)
	}
	fields := reflect.ValueOf(&t.n).Elem()
	for n := 0; n < fields.NumField(); n++ {
		name := fields.Type().Field(n).Name
		value, ok := known[name]
		if !ok {
			return nil, fmt.Errorf("this version of Go has no %s in its object files", name)
		}
		fields.Field(n).SetInt(value)
	}
	for name, size := range sizes {
		if known[name] != size {
			return nil, fmt.Errorf("%s is %d in the object files of this version of Go, and %d are known", name, known[name], size)
		}
	}
	for name, number := range known {
		if strings.HasPrefix(name, "SDWARF") {
			t.debug[number] = true
		}
	}
	return t, t.readBuiltins(names, filepath.Join(internal, "goobj", "builtinlist.go"))
}

// constants evaluates those of a file. It needs no types: the files declare numbers and one string,
// of literals, iota and each other.
func (t *toolchain) constants(known map[string]int64, file string) error {
	source, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("the sources of the Go toolchain are needed: %w", err)
	}
	parsed, err := parser.ParseFile(token.NewFileSet(), file, source, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, d := range parsed.Decls {
		d, ok := d.(*ast.GenDecl)
		if !ok || d.Tok != token.CONST {
			continue
		}
		var values []ast.Expr // of the last line with any, which the following repeat
		for iota, spec := range d.Specs {
			spec := spec.(*ast.ValueSpec)
			if spec.Values != nil {
				values = spec.Values
			}
			for i, name := range spec.Names[:min(len(spec.Names), len(values))] {
				if text, ok := values[i].(*ast.BasicLit); ok && name.Name == "Magic" {
					t.magic, _ = strconv.Unquote(text.Value)
				} else if n, ok := number(values[i], int64(iota), known); ok {
					known[name.Name] = n
				}
			}
		}
	}
	return nil
}

// number evaluates an expression of whole numbers.
func number(e ast.Expr, iota int64, known map[string]int64) (n int64, ok bool) {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return number(e.X, iota, known)
	case *ast.BasicLit:
		n, err := strconv.ParseInt(e.Value, 0, 64)
		return n, err == nil
	case *ast.Ident:
		if e.Name == "iota" {
			return iota, true
		}
		n, ok = known[e.Name]
		return n, ok
	case *ast.UnaryExpr: // only ^uint16(0) occurs
		_, converts := e.X.(*ast.CallExpr)
		return math.MaxUint16, converts && e.Op == token.XOR
	case *ast.BinaryExpr:
		x, isX := number(e.X, iota, known)
		y, isY := number(e.Y, iota, known)
		n, ok = map[token.Token]int64{token.ADD: x + y, token.SUB: x - y, token.SHL: x << max(0, y)}[e.Op]
		return n, ok && isX && isY
	}
	return 0, false
}

// builtin is an element of a list: {"runtime.newobject", 1}, name and ABI.
var builtin = regexp.MustCompile(`\{"([^"]+)", (\d)\}`)

// readBuiltins reads the list of functions that are referred to by number.
func (t *toolchain) readBuiltins(names *names, file string) error {
	text, err := os.ReadFile(file)
	for _, f := range builtin.FindAllStringSubmatch(string(text), -1) {
		abi, _ := strconv.Atoi(f[2])
		t.builtins = append(t.builtins, names.key(f[1], uint16(abi)))
	}
	if err == nil && len(t.builtins) == 0 {
		err = fmt.Errorf("%s: no functions of the run-time found", file)
	}
	return err
}
