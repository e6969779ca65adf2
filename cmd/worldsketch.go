package cmd

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ecsbench/ecsbench/internal/outdir"
	"github.com/ecsbench/ecsbench/internal/world/format"
)

func newWorldImportCommand() *cobra.Command {
	return newSketchCommand(&cobra.Command{
		Use:   "import STATS",
		Short: "Write a world file from the statistics of a running game on Ark",
		Long: `Write a world file from the statistics of a running game on Ark.

STATS is the JSON of World.Stats(). Component types, their sizes and populations are
taken from it. Systems and changes are not in it: edit the file, or record the game
(see: ecsbench world fit).`,
		Example: "  ecsbench world import stats.json -o mygame.yaml",
	}, format.FromArk)
}

func newWorldFitCommand() *cobra.Command {
	return newSketchCommand(&cobra.Command{
		Use:   "fit RECORDING",
		Short: "Write a world file from a recording of a running game",
		Long: `Write a world file from a recording of a running game.

RECORDING is what package recorder has written. Populations, rates, bursts, the order
in which entities end, stale handles and systems are taken from it.`,
		Example: "  ecsbench world fit recording.jsonl -o mygame.yaml",
	}, format.Fit)
}

// mostSketched is the size of the largest file that is read.
const mostSketched = 512 << 20

func newSketchCommand(cmd *cobra.Command, make func(name string, text []byte) (*format.Sketch, error)) *cobra.Command {
	var output string
	var force bool
	cmd.Args = exactly(1)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		file, err := os.Open(args[0])
		if err != nil {
			return fmt.Errorf("world %s: %w", cmd.Name(), err)
		}
		defer file.Close()
		text, err := io.ReadAll(io.LimitReader(file, mostSketched))
		if err != nil {
			return fmt.Errorf("world %s: %w", cmd.Name(), err)
		}
		name := strings.TrimSuffix(filepath.Base(args[0]), filepath.Ext(args[0]))
		if output != "" {
			name = strings.TrimSuffix(filepath.Base(output), filepath.Ext(output))
		}
		if _, err := format.Beginning(name); err != nil {
			name = "mine"
		}
		s, err := make(name, text)
		if err != nil {
			return fmt.Errorf("world %s: %s: %w", cmd.Name(), args[0], err)
		}
		w, err := format.Parse(name+".yaml", s.YAML())
		if err != nil {
			return fmt.Errorf("world %s: %s makes no world: %w", cmd.Name(), args[0], err)
		}
		warn := warner(cmd)
		for _, warning := range w.Warnings {
			warn(fmt.Errorf("%s", warning))
		}
		if output == "" {
			_, err = cmd.OutOrStdout().Write(s.YAML())
			return err
		}
		if err := outdir.WriteFile(output, force, func(w io.Writer) error { _, err := w.Write(s.YAML()); return err }); err != nil {
			return err
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%s: edit it, then: ecsbench world run %[1]s\n", output)
		return nil
	}
	cmd.Flags().StringVarP(&output, "output", "o", "", "world `file` to write (default standard output)")
	cmd.Flags().BoolVar(&force, "force", false, "overwrite the file if it exists")
	return cmd
}
