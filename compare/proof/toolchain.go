package proof

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// A toolchain knows the numbers in the object files of one version of Go. They
// are read from its own sources, which come with it: the kinds of relocations
// are numbered anew in most versions.
type toolchain struct {
	magic    string
	constant map[string]int64
	builtins []key          // functions of the run-time that are referred to by number
	debug    map[int64]bool // kinds of symbols that are for debuggers
}

// knownMagic is of the object files whose records object.go knows: those since
// Go 1.20.
const knownMagic = "\x00go120ld"

// needed are the constants without which object files cannot be read.
var needed = []string{
	"PkgIdxNone", "PkgIdxHashed64", "PkgIdxHashed", "PkgIdxBuiltin", "PkgIdxSelf", "PkgIdxInvalid",
	"BlkAutolib", "BlkPkgIdx", "BlkSymdef", "BlkHashed64def", "BlkHasheddef", "BlkNonpkgdef", "BlkNonpkgref", "BlkRefFlags",
	"BlkRelocIdx", "BlkAuxIdx", "BlkDataIdx", "BlkReloc", "BlkAux", "BlkData", "BlkEnd", "NBlk",
	"SymFlagDupok", "SymFlagReflectMethod", "SymFlagGoType", "SymFlagUsedInIface", "SymFlagItab", "SymFlagLinkname", "SymFlagPkgInit",
	"SymABIstatic",
	"AuxGotype", "AuxFuncInfo", "AuxDwarfInfo", "AuxDwarfLoc", "AuxDwarfRanges", "AuxDwarfLines", "AuxPcfile", "AuxPcline", "AuxPcinline",
	"R_METHODOFF", "R_USEIFACE", "R_USEIFACEMETHOD", "R_USENAMEDMETHOD",
	"STEXT", "SDATA", "SBSS",
}

// sizes of records that object.go knows, by the constants that tell them.
var sizes = map[string]int64{"SymSize": symSize, "RelocSize": relocSize, "AuxSize": auxSize, "RefFlagsSize": refFlagsSize}

// readToolchain reads what the toolchain in goroot knows.
func readToolchain(goroot string) (*toolchain, error) {
	t := &toolchain{constant: map[string]int64{}, debug: map[int64]bool{}}
	internal := filepath.Join(goroot, "src", "cmd", "internal")
	for _, name := range []string{"goobj/objfile.go", "objabi/reloctype.go", "objabi/symkind.go"} {
		if err := t.constants(filepath.Join(internal, filepath.FromSlash(name))); err != nil {
			return nil, err
		}
	}
	if t.magic != knownMagic {
		return nil, fmt.Errorf("the object files of this version of Go begin with %q, which is not known here", t.magic)
	}
	for _, name := range needed {
		if _, ok := t.constant[name]; !ok {
			return nil, fmt.Errorf("this version of Go has no %s in its object files", name)
		}
	}
	for name, size := range sizes {
		if t.constant[name] != size {
			return nil, fmt.Errorf("%s is %d in the object files of this version of Go, and %d are known", name, t.constant[name], size)
		}
	}
	for name, number := range t.constant {
		if strings.HasPrefix(name, "SDWARF") {
			t.debug[number] = true
		}
	}
	return t, t.readBuiltins(filepath.Join(internal, "goobj", "builtinlist.go"))
}

// constants evaluates those of a file. That its imports cannot be had does not
// matter.
func (t *toolchain) constants(file string) error {
	source, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("the sources of the Go toolchain are needed: %w", err)
	}
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, file, source, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	config := types.Config{Error: func(error) {}, Importer: importer.ForCompiler(fset, "gc", nil), IgnoreFuncBodies: true}
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
			t.constant[name] = n
		}
	}
	return nil
}

// readBuiltins reads a list of {"runtime.newobject", 1}: name and ABI.
func (t *toolchain) readBuiltins(file string) error {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		pair, ok := n.(*ast.CompositeLit)
		if !ok || len(pair.Elts) != 2 || pair.Type != nil {
			return true
		}
		name, isName := pair.Elts[0].(*ast.BasicLit)
		abi, isABI := pair.Elts[1].(*ast.BasicLit)
		if isName && isABI && name.Kind == token.STRING && abi.Kind == token.INT {
			text, _ := strconv.Unquote(name.Value)
			number, _ := strconv.Atoi(abi.Value)
			t.builtins = append(t.builtins, key{text, uint16(number)})
		}
		return true
	})
	if len(t.builtins) == 0 {
		return fmt.Errorf("%s: no functions of the run-time found", file)
	}
	return nil
}
