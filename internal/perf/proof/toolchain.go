package proof

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
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

// constants evaluates those of a file without imports, which would start a go command for
// each package.
func (t *toolchain) constants(known map[string]int64, file string) error {
	source, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("the sources of the Go toolchain are needed: %w", err)
	}
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, file, source, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	config := types.Config{Error: func(error) {}, IgnoreFuncBodies: true}
	pkg, _ := config.Check("p", fset, []*ast.File{parsed}, nil)
	for _, name := range pkg.Scope().Names() {
		c, ok := pkg.Scope().Lookup(name).(*types.Const)
		if !ok {
			continue
		}
		if c.Val().Kind() == constant.String && name == "Magic" {
			t.magic = constant.StringVal(c.Val())
		}
		if n, exact := constant.Int64Val(constant.ToInt(c.Val())); exact && c.Val().Kind() == constant.Int {
			known[name] = n
		}
	}
	return nil
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
