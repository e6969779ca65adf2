package gobench

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"
)

func TestAlike(t *testing.T) {
	body := func(text string) *ast.BlockStmt {
		file, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\n\nfunc f() {\n"+text+"\n}\n", parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		return file.Decls[0].(*ast.FuncDecl).Body
	}
	const long = "v := values()\nb.ReportAllocs()\nb.SetBytes(8)\nb.ResetTimer()\n"
	for _, test := range []struct {
		a, b string
		want bool
	}{
		{"for b.Loop() { encode(v) }", "for b.Loop() {\n\t// as ever\n\tencode(v)\n}", true},
		{"for b.Loop() { encode(v) }", "for b.Loop() { decode(v) }", false},
		{long + "for b.Loop() { encode(v) }", long + "b.Log()\nfor b.Loop() { encode(v) }", true},
		{long + "for b.Loop() { encode(v) }", "for b.Loop() { encode(v) }", false},
		{"", "", false},
	} {
		if got := alike(body(test.a), body(test.b)); got != test.want {
			t.Errorf("%q and %q alike: %v", test.a, test.b, got)
		}
	}
	if alike(nil, nil) {
		t.Error("what nobody knows is alike")
	}
}
