// Worldfile turns what a game leaves behind into a world file of ecsbench. It reads standard input
// and writes standard output; its argument is the name of the world:
//
//	worldfile fit mygame <recording.jsonl >mygame.yaml   # of package recorder
//	worldfile import mygame <stats.json >mygame.yaml     # of Ark's World.Stats
//
// The commands "ecsbench world fit" and "ecsbench world import" build and run it.
package main

import (
	"fmt"
	"io"
	"os"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string, in io.Reader, out io.Writer) error {
	makers := map[string]func(name string, text []byte) (*sketch, error){"fit": fit, "import": fromArk}
	if len(args) != 2 || makers[args[0]] == nil {
		return fmt.Errorf("want fit or import, and the name of the world: worldfile fit mygame <recording.jsonl")
	}
	text, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	s, err := makers[args[0]](args[1], text)
	if err != nil {
		return err
	}
	return file.Execute(out, s)
}
