package proof

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
)

// An object is one file of an archive that the compiler or the assembler made.
// The comments of cmd/internal/goobj describe its format.
type object struct {
	*toolchain
	path   string // import path of its package
	text   []byte
	block  []uint32 // the offsets
	counts [5]uint32
	first  [6]uint32 // of each kind of symbol; first[5] is the number of all
	refs   []string  // import paths by index
	loads  []string  // import paths of the packages that the linker reads next
	keys   []key     // of its symbols; 0 for those without a name in other packages
	number uint32    // of its first symbol among those of all objects
}

// Sizes of records.
const (
	symSize      = 8 + 2 + 1 + 1 + 1 + 4 + 4
	relocSize    = 4 + 1 + 2 + 8 + 8
	auxSize      = 1 + 8
	refFlagsSize = 8 + 1 + 1
)

// Kinds of symbols, in their order.
const (
	ofPackage = iota
	hashed64
	hashed
	named
	referred
)

var little = binary.LittleEndian

// newObject reads the header.
func newObject(t *toolchain, l *library, path string, text []byte) (o *object, err error) {
	defer damaged(path, &err)
	o = &object{toolchain: t, path: path, text: text, number: l.numbered}
	at := len(t.magic) + 8 + 4
	for range t.n.NBlk {
		begin := little.Uint32(text[at:])
		if n := len(o.block); uint64(begin) > uint64(len(text)) || n > 0 && begin < o.block[n-1] {
			return nil, fmt.Errorf("the object file of %s is damaged: block %d begins at %d of %d bytes", path, n, begin, len(text))
		}
		o.block = append(o.block, begin)
		at += 4
	}
	for kind, b := range []int64{t.n.BlkSymdef, t.n.BlkHashed64def, t.n.BlkHasheddef, t.n.BlkNonpkgdef, t.n.BlkNonpkgref} {
		o.counts[kind] = (o.block[b+1] - o.block[b]) / symSize
		o.first[kind+1] = o.first[kind] + o.counts[kind]
	}
	b := t.n.BlkPkgIdx
	for at := o.block[b]; at < o.block[b+1]; at += 8 {
		path, err := url.PathUnescape(o.string(at)) // dots in the last element are escaped
		if err != nil {
			return nil, err
		}
		o.refs = append(o.refs, path)
	}
	b = t.n.BlkAutolib
	for at := o.block[b]; at < o.block[b+1]; at += 8 + 8 {
		o.loads = append(o.loads, o.string(at))
	}
	l.numbered += o.first[referred+1]
	o.keys = make([]key, o.first[referred+1])
	for i := range o.first[referred+1] {
		if (i < o.first[hashed64] || i >= o.first[named]) && o.abi(i) != uint16(t.n.SymABIstatic) {
			if name := o.name(i); name != "" {
				o.keys[i] = l.names.key(name, o.abi(i))
			}
		}
	}
	return o, nil
}

// damaged turns reads beyond a file into an error.
func damaged(path string, err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("the object file of %s is not understood: %v", path, r)
	}
}

// string reads a length and an offset.
func (o *object) string(at uint32) string {
	n, from := little.Uint32(o.text[at:]), little.Uint32(o.text[at+4:])
	return string(o.text[from : from+n])
}

// defined is the number of symbols defined here.
func (o *object) defined() uint32 { return o.first[referred] }

// record is the record of symbol i; the blocks of all kinds follow each other.
func (o *object) record(i uint32) []byte {
	at := o.block[o.n.BlkSymdef] + i*symSize
	return o.text[at : at+symSize]
}

func (o *object) name(i uint32) string { return o.string(o.block[o.n.BlkSymdef] + i*symSize) }

func (o *object) abi(i uint32) uint16 { return little.Uint16(o.record(i)[8:]) }

func (o *object) kind(i uint32) int64 { return int64(o.record(i)[10]) }

// flag reads a bit of the first byte of flags.
func (o *object) flag(i uint32, mask int64) bool { return int64(o.record(i)[11])&mask != 0 }

// flag2 reads a bit of the second.
func (o *object) flag2(i uint32, mask int64) bool { return int64(o.record(i)[12])&mask != 0 }

func (o *object) size(i uint32) uint32 { return little.Uint32(o.record(i)[13:]) }

// span is a symbol's part of a block with an index.
func (o *object) span(index int64, i uint32) (from, to uint32) {
	at := o.block[index] + 4*i
	return little.Uint32(o.text[at:]), little.Uint32(o.text[at+4:])
}

func (o *object) data(i uint32) []byte {
	from, to := o.span(o.n.BlkDataIdx, i)
	return o.text[o.block[o.n.BlkData]+from : o.block[o.n.BlkData]+to]
}

// A symRef names a symbol by package and index.
type symRef struct{ pkg, sym uint32 }

func readRef(b []byte) symRef { return symRef{little.Uint32(b), little.Uint32(b[4:])} }

// A reloc is a reference of a symbol to another.
type reloc struct {
	offset int32
	size   uint8
	kind   int16
	add    int64
	to     symRef
}

func (o *object) relocs(i uint32) []reloc {
	text := o.records(o.n.BlkRelocIdx, i, o.n.BlkReloc, relocSize)
	list := make([]reloc, 0, len(text)/relocSize)
	for b := range slices.Chunk(text, relocSize) {
		list = append(list, reloc{int32(little.Uint32(b)), b[4], int16(little.Uint16(b[5:])), int64(little.Uint64(b[7:])), readRef(b[15:])})
	}
	return list
}

// An aux is a symbol that belongs to another.
type aux struct {
	kind int64
	to   symRef
}

func (o *object) auxs(i uint32) (list []aux) {
	for b := range slices.Chunk(o.records(o.n.BlkAuxIdx, i, o.n.BlkAux, auxSize), auxSize) {
		list = append(list, aux{int64(b[0]), readRef(b[1:])})
	}
	return list
}

// records are the records of symbol i in an indexed block, one after the other.
func (o *object) records(index int64, i uint32, block int64, size uint32) []byte {
	from, to := o.span(index, i)
	return o.text[o.block[block]+from*size : o.block[block]+to*size]
}

// An archive is the compiled form of one package.
type archive struct {
	objects []*object
	header  string // of the toolchain, the same in all archives of one
	rest    []byte // the rest besides Go objects and export data: C, and its flags for the linker
}

// readArchive reads a file of the build cache.
func (l *library) readArchive(t *toolchain, path, file string) (*archive, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("reading the archive of %s: %w", path, err)
	}
	const magic, entry = "!<arch>\n", 60
	if !bytes.HasPrefix(text, []byte(magic)) {
		return nil, fmt.Errorf("%s: its file in the build cache is no archive", path)
	}
	a := &archive{}
	for text = text[len(magic):]; len(text) >= entry; {
		name := strings.TrimSpace(string(text[:16]))
		size, err := strconv.Atoi(strings.TrimSpace(string(text[48:58])))
		if err != nil || size < 0 || size > len(text)-entry {
			return nil, fmt.Errorf("%s: its archive in the build cache is damaged", path)
		}
		content := text[entry : entry+size]
		text = text[min(len(text), entry+size+size&1):]
		if name == "__.PKGDEF" {
			continue
		}
		if err := a.add(t, l, path, name, content); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// add takes a file of the archive.
func (a *archive) add(t *toolchain, l *library, path, name string, content []byte) error {
	if !bytes.HasPrefix(content, []byte("go object ")) {
		a.rest = append(append(a.rest, name...), content...)
		return nil
	}
	at := bytes.Index(content, []byte("\n!\n"))
	if at < 0 {
		return fmt.Errorf("the object file of %s is not understood", path)
	}
	for i, line := range strings.Split(string(content[:at]), "\n") {
		switch {
		case i == 0:
			a.header = line
		case !strings.HasPrefix(line, "build id ") && line != "main" && line != "":
			a.rest = append(a.rest, line...)
		}
	}
	content = content[at+len("\n!\n"):]
	if !bytes.HasPrefix(content, []byte(t.magic)) {
		return fmt.Errorf("the object file of %s is of another version of Go", path)
	}
	o, err := newObject(t, l, path, content)
	a.objects = append(a.objects, o)
	return err
}
