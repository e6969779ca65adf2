package profiler

import (
	"fmt"
	"io"
	"strings"
)

// cacheTable writes the references of all subjects side by side: those of an
// operation in the seed's layout, and for an entity.
func (f *Findings) cacheTable(w io.Writer) error {
	var seen []*Subject
	for _, s := range f.Subjects {
		if s.Cache != nil {
			seen = append(seen, s)
		}
	}
	if len(seen) == 0 {
		return nil
	}
	fmt.Fprintf(w, "\nCache references and misses of one operation\n%s\n\n", seen[0].Cache.how())
	t := newTable(w, "impl", ">D refs (rd + wr)", ">D1 misses (rd + wr)", ">LLd misses (rd + wr)", ">D1 miss rate", ">LLd miss rate")
	for _, s := range seen {
		r := s.Cache.Op
		t.row(s.Impl,
			split(r.Data(), r.Reads, r.Writes), split(r.D1(), r.D1Reads, r.D1Writes), split(r.LL(), r.LLReads, r.LLWrites),
			rates(r.D1(), r.Data(), r.D1Reads, r.Reads, r.D1Writes, r.Writes),
			rates(r.LL(), r.Data(), r.LLReads, r.Reads, r.LLWrites, r.Writes))
	}
	if err := t.render(); err != nil {
		return err
	}
	fmt.Fprintf(w, "\nfor an entity:\n\n")
	t = newTable(w, "impl", ">instructions", ">D refs", ">D1 misses", ">LLd misses")
	for _, s := range seen {
		per := func(n int64) string { return fmt.Sprintf("%.4g", float64(n)/float64(s.Visits)) }
		r := s.Cache.Op
		t.row(s.Impl, per(r.Instructions), per(r.Data()), per(r.D1()), per(r.LL()))
	}
	if err := t.render(); err != nil {
		return err
	}
	for _, s := range seen {
		if err := s.missingFunctions(w); err != nil {
			return err
		}
	}
	return nil
}

// how says how the counts came about.
func (c *Cache) how() string {
	if c.By == ByHardware {
		return "counted by the processor, in user space: " + strings.Join(c.Known, ", ") + " (it does not count the others)"
	}
	text := fmt.Sprintf("simulated by cachegrind %s: D1 %v; LL %v", c.Version, c.Geometry.D1, c.Geometry.LL)
	if c.Geometry.LL.Ways == 1 {
		text += "\nvalgrind could not tell this machine's last-level cache: give one with --cache-geometry"
	}
	return text
}

// missingFunctions writes which functions cause the misses.
func (s *Subject) missingFunctions(w io.Writer) error {
	c := s.Cache
	if len(c.Functions) == 0 || c.Op.D1() <= 0 {
		return nil
	}
	fmt.Fprintf(w, "\n%s: who causes the D1 misses\n\n", s.Impl)
	t := newTable(w, ">share", ">D1 misses (rd + wr)", ">D refs", ">LLd misses", "function")
	for i, fn := range c.Functions {
		if i == shownFunctions/2 || fn.D1() <= 0 {
			break
		}
		t.row(percent(float64(fn.D1())/float64(c.Op.D1())), split(fn.D1(), fn.D1Reads, fn.D1Writes), count(fn.Data()), count(fn.LL()), fn.Name)
	}
	return t.render()
}

// split writes a count and its parts as valgrind does.
func split(all, reads, writes int64) string {
	return fmt.Sprintf("%s (%s + %s)", count(all), count(reads), count(writes))
}

func rates(misses, refs, readMisses, reads, writeMisses, writes int64) string {
	return fmt.Sprintf("%s (%s + %s)", rate(misses, refs), rate(readMisses, reads), rate(writeMisses, writes))
}

func rate(misses, refs int64) string {
	if refs <= 0 {
		return "-"
	}
	return percent(float64(misses) / float64(refs))
}

// count writes a number with thousands separated.
func count(n int64) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", count(n/1000), n%1000)
}
