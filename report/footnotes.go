package report

import "strings"

// footnotes numbers the distinct warnings of a table.
type footnotes struct {
	texts []string
	index map[string]int
}

// cell returns the marks for the warnings about a cell itself.
func (f *footnotes) cell(c *Cell) string {
	if c.Warning == nil {
		return f.marks(c.Summary.Warnings)
	}
	return f.marks(append([]error{c.Warning}, c.Summary.Warnings...))
}

// marks returns the superscripts for warnings, adding those that are new.
func (f *footnotes) marks(warnings []error) string {
	if len(warnings) == 0 {
		return ""
	}
	var marks []string
	for _, w := range warnings {
		text := w.Error()
		i, ok := f.index[text]
		if !ok {
			if f.index == nil {
				f.index = make(map[string]int)
			}
			i = len(f.texts)
			f.index[text] = i
			f.texts = append(f.texts, text)
		}
		marks = append(marks, Raised(i+1))
	}
	return strings.Join(marks, " ")
}
