package ecs

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"unsafe"
)

// A LoadOption changes how [World.Load] reads.
type LoadOption func(*loading)

// SkipUnknown makes [World.Load] leave out components and resources whose types the world does
// not have. Otherwise they are an error.
func SkipUnknown() LoadOption { return func(l *loading) { l.skip = true } }

var errDamaged = errors.New("the data is damaged: an entity occurs twice or does not exist, or a number is out of range")

// A loading prepares all that is loaded, without a change of the world.
type loading struct {
	w       *World
	skip    bool
	file    *savedWorld
	json    bool
	plan    decoding
	targets []*target // by type of the file
	fresh   bool      // the world has had no entities: IDs keep their lives
	lives   []uint16  // by ID in the world
	handles []Entity  // by ID in the file
	placed  []bool
	listed  []bool // free IDs, by ID in the file
	tables  []loadingTable
	values  []reflect.Value // of resources, pointers
}

type loadingTable struct {
	table   *table
	saved   *savedTable
	kinds   []*kind
	columns []unsafe.Pointer // by kind
	stamps  [][]uint32
}

// Load reads the output of [World.Save] into a world without entities. The world may have its
// component types, tables and systems in any order, and may have been used before. Values are
// decoded as they were saved. A type that has changed is an error that names the field, unless
// [Migrate] converts it; an unknown one is an error without [SkipUnknown].
//
// A load is complete or changes nothing. Handles in components and resources refer to the same
// entities as before. The loaded entities have handles of this world: [World.Loaded] returns
// them for those of the world that saved them. Observers of [Enters] are called after all is
// loaded.
func (w *World) Load(from io.Reader, options ...LoadOption) error {
	if err := w.ready("load a world"); err != nil {
		return err
	}
	switch {
	case from == nil:
		return errors.New("load a world: want a reader, not nil")
	case w.live > 0:
		return fmt.Errorf("load a world: this one has %d entities: load into an empty one, or Clear it before", w.live)
	}
	l := &loading{w: w}
	var data []byte
	err := w.keep(func() (err error) {
		if data, err = io.ReadAll(from); err != nil {
			return err
		}
		l.json = len(data) > 0 && data[0] != magic[0]
		for _, o := range options {
			if o == nil {
				return errors.New("an option is nil: leave it out")
			}
			o(l)
		}
		if l.file, err = readFile(data); err == nil {
			err = l.prepare()
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("load a world: %w", err)
	}
	l.commit(savedBy(data))
	return nil
}

// prepare decodes all values. A panic of a migration is an error.
func (l *loading) prepare() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("a migration or decoder panics: %v", r)
		}
	}()
	l.plan = decoding{l.file.Shapes, map[shapeOf]*decoded{}}
	l.targets = make([]*target, len(l.file.Types))
	if err := l.assign(); err != nil {
		return err
	}
	for i := range l.file.Tables {
		if err := l.table(&l.file.Tables[i]); err != nil {
			return err
		}
	}
	for id, life := range l.file.Lives {
		if life&1 == 1 && !l.placed[id] {
			return errDamaged
		}
	}
	for _, id := range l.file.Events {
		if !l.lives1(id) {
			return errDamaged
		}
	}
	if err := l.families(); err != nil {
		return err
	}
	names := make(map[string]bool)
	for _, n := range l.file.Names {
		if !l.lives1(n.ID) || n.Name == "" || names[n.Name] {
			return errDamaged
		}
		names[n.Name] = true
	}
	for _, r := range l.file.Resources {
		if err := l.resource(r); err != nil {
			return err
		}
	}
	return nil
}

// lives1 reports whether an ID of the file is that of a living entity.
func (l *loading) lives1(id ID) bool { return int(id) < len(l.file.Lives) && l.file.Lives[id]&1 == 1 }

// assign chooses the IDs and lives of the entities. They keep their IDs, except where these have
// had all their lives. In a world that had entities the lives go on, so that old handles stay
// invalid.
func (l *loading) assign() error {
	w, f := l.w, l.file
	w.addReserved()
	l.fresh = len(w.places) == 0
	l.placed = make([]bool, len(f.Lives))
	l.handles = make([]Entity, len(f.Lives))
	for _, p := range w.places {
		l.lives = append(l.lives, p.life)
	}
	l.listed = make([]bool, len(f.Lives))
	for _, id := range f.Free {
		if int(id) >= len(f.Lives) || f.Lives[id]&1 == 1 || l.listed[id] {
			return errDamaged
		}
		l.listed[id] = true
	}
	l.lives = growTo(l.lives, len(f.Lives))
	for i, life := range f.Lives {
		id := ID(i)
		switch {
		case i >= len(w.places):
			l.lives[i] = life
		case life&1 == 0:
			continue
		case !w.usable(id):
			id = ID(len(l.lives))
			l.lives = append(l.lives, 1)
		default:
			l.lives[i]++
		}
		if life&1 == 1 {
			l.handles[i] = w.handleOf(l.lives[id], id)
		}
	}
	return nil
}

// usable reports whether an ID that is not in use can be given to an entity.
func (w *World) usable(id ID) bool {
	p := &w.places[id]
	return p.life != 0 && p.spot() != reservedSpot
}

// handle returns the handle in this world for one in the file. Handles of dead entities stay
// those of dead ones.
func (l *loading) handle(id ID, life uint16) Entity {
	switch {
	case life == 0 || int(id) >= len(l.file.Lives) || l.listed[id] && life > l.file.Lives[id]: // of one that is created later
		return NoEntity
	case l.file.Lives[id] == life && life&1 == 1:
		return l.handles[id]
	case int(id) < len(l.w.places): // an earlier life of the ID here
		life = (l.lives[id] - 1) | 1
		if life >= l.lives[id] || l.lives[id] == 0 {
			life = l.lives[id] - 2
		}
	}
	if life&1 == 0 || life >= l.lives[id] && l.lives[id] != 0 {
		return NoEntity
	}
	return l.w.handleOf(life, id)
}

// read decodes n values of a target, and converts them. It returns pointers to them.
func (l *loading) read(t *target, data []byte, n int, array bool) (values unsafe.Pointer, err error) {
	from := &reading{handle: l.handle}
	binary := &binarySource{data}
	from.source = binary
	if l.json {
		if from.source, err = newJSONSource(data); err != nil {
			return nil, err
		}
	}
	if array {
		count, err := from.begin(ofArray)
		if err != nil {
			return nil, err
		}
		if l.json && count != n {
			return nil, fmt.Errorf("%d values for %d entities", count, n)
		}
	}
	list := reflect.MakeSlice(reflect.SliceOf(t.from), n, n)
	for i := range n {
		if array {
			if err := from.item("", i); err != nil {
				return nil, err
			}
		}
		if err := t.decode(from, list.Index(i).Addr().UnsafePointer(), 0); err != nil {
			return nil, err
		}
		if array {
			from.leave()
		}
	}
	if !l.json && len(binary.data) > 0 {
		return nil, errDamaged
	}
	for _, m := range t.convert {
		converted := reflect.MakeSlice(reflect.SliceOf(m.to), n, n)
		for i := range n {
			m.convert(list.Index(i).Addr().UnsafePointer(), converted.Index(i).Addr().UnsafePointer())
		}
		list = converted
	}
	return list.UnsafePointer(), nil
}

// table prepares a table.
func (l *loading) table(saved *savedTable) error {
	if len(saved.Columns) != len(saved.Types) || len(saved.Stamps) != len(saved.Types) {
		return errDamaged
	}
	for _, id := range saved.Owners {
		if !l.lives1(id) || l.placed[id] {
			return errDamaged
		}
		l.placed[id] = true
	}
	t := loadingTable{saved: saved}
	for i, number := range saved.Types {
		to, err := l.target(number, false)
		if err != nil {
			return err
		}
		if to.skipped {
			continue
		}
		name := l.file.Types[number].Name
		if slices.Contains(t.kinds, to.kind) {
			return fmt.Errorf("entities have two components that are %s now, one of them %s", to.kind.name, name)
		}
		values, err := l.read(to, saved.Columns[i], len(saved.Owners), true)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		stamps := saved.Stamps[i]
		if len(stamps) != 0 && len(stamps) != len(saved.Owners) {
			return errDamaged
		}
		t.kinds, t.columns, t.stamps = append(t.kinds, to.kind), append(t.columns, values), append(t.stamps, stamps)
	}
	set := numbersOf(t.kinds)
	slices.Sort(set)
	var err error
	if t.table, err = l.w.table(set); err != nil {
		return err
	}
	l.tables = append(l.tables, t)
	return nil
}

// families checks that parents are alive, that there is one for each child, and no circle.
func (l *loading) families() error {
	parents := make(map[ID]ID)
	for _, p := range l.file.Parents {
		if _, twice := parents[p.Child]; twice || !l.lives1(p.Child) || !l.lives1(p.Parent) {
			return errDamaged
		}
		parents[p.Child] = p.Parent
	}
	done := make(map[ID]bool)
	for child := range parents {
		path := make(map[ID]bool)
		for id, has := child, true; has && !done[id]; id, has = parents[id], hasParent(parents, id) {
			if path[id] {
				return errDamaged
			}
			path[id] = true
		}
		for id := range path {
			done[id] = true
		}
	}
	return nil
}

func hasParent(parents map[ID]ID, id ID) bool { _, has := parents[id]; return has }

func (l *loading) resource(r savedResource) error {
	to, err := l.target(r.Type, true)
	if err != nil || to.skipped {
		return err
	}
	if slices.ContainsFunc(l.values, func(v reflect.Value) bool { return v.Type().Elem() == to.resource }) {
		return errDamaged
	}
	value, err := l.read(to, r.Value, 1, false)
	if err != nil {
		return fmt.Errorf("resource %s: %w", l.file.Types[r.Type].Name, err)
	}
	l.values = append(l.values, reflect.NewAt(to.resource, value))
	return nil
}
