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

// A migration converts values of a type that has changed since they were saved.
type migration struct {
	from, to reflect.Type
	convert  func(from, to unsafe.Pointer)
}

// Migrate makes [World.Load] convert values that were saved when their type was as Old is, or had
// its name. The saved type has the name of Old or New and the fields of Old. New is a component
// type, a resource, or the Old of another migration.
func Migrate[Old, New any](w *World, convert func(Old) New) error {
	m := migration{reflect.TypeFor[Old](), reflect.TypeFor[New](), func(from, to unsafe.Pointer) { *(*New)(to) = convert(*(*Old)(from)) }}
	what := fmt.Sprintf("migrate %v to %v", m.from, m.to)
	if err := w.ready(what); err != nil {
		return err
	}
	switch {
	case convert == nil:
		return errors.New(what + ": want a function, not nil")
	case m.from == m.to:
		return errors.New(what + ": the types are equal")
	case slices.ContainsFunc(w.migrations, func(other migration) bool { return other.from == m.from }):
		return errors.New(what + ": there is a migration of this type already")
	}
	for seen := m.to; ; {
		at := slices.IndexFunc(w.migrations, func(other migration) bool { return other.from == seen })
		if at < 0 {
			break
		}
		if seen = w.migrations[at].to; seen == m.from {
			return errors.New(what + ": the migrations are a circle")
		}
	}
	w.migrations = append(w.migrations, m)
	return nil
}

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
	tables  []loadingTable
	values  []reflect.Value // of resources, pointers
}

// A target is where values of a saved type go.
type target struct {
	kind     *kind // or
	resource reflect.Type
	skipped  bool
	from     reflect.Type // as it is decoded
	decode   decode
	convert  []migration
}

func (t *target) goType() reflect.Type {
	if t.kind != nil {
		return t.kind.goType
	}
	return t.resource
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
	data, err := io.ReadAll(from)
	if err != nil {
		return fmt.Errorf("load a world: %w", err)
	}
	l := &loading{w: w, json: len(data) > 0 && data[0] != magic[0]}
	for _, o := range options {
		o(l)
	}
	if l.file, err = readFile(data); err == nil {
		err = l.prepare()
	}
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
	listed := make([]bool, len(f.Lives))
	for _, id := range f.Free {
		if int(id) >= len(f.Lives) || f.Lives[id]&1 == 1 || listed[id] {
			return errDamaged
		}
		listed[id] = true
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
	case life == 0 || int(id) >= len(l.file.Lives):
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

// target returns where the values of a saved type go.
func (l *loading) target(number int, resource bool) (*target, error) {
	if number < 0 || number >= len(l.targets) {
		return nil, errDamaged
	}
	if t := l.targets[number]; t != nil {
		if t.resource != nil != resource && !t.skipped {
			return nil, errDamaged
		}
		return t, nil
	}
	t, err := l.find(l.file.Types[number], resource)
	l.targets[number] = t
	return t, err
}

func (l *loading) find(saved savedType, resource bool) (*target, error) {
	w := l.w
	named := func(t reflect.Type) bool { return t.String() == saved.Name }
	var types []reflect.Type // that it may be
	for _, k := range w.kinds {
		if !resource && named(k.goType) {
			types = append(types, k.goType)
		}
	}
	if resource && slices.ContainsFunc(w.saves, named) {
		types = append(types, w.saves[slices.IndexFunc(w.saves, named)])
	}
	for _, m := range w.migrations {
		if named(m.from) || named(m.to) {
			types = append(types, m.from)
		}
	}
	what := "component type"
	if resource {
		what = "saved resource"
	}
	if len(types) == 0 {
		if l.skip {
			return &target{skipped: true}, nil
		}
		if resource {
			return nil, fmt.Errorf("there is no saved resource %s: Provide it and call SaveResource before, or give ecs.SkipUnknown()", saved.Name)
		}
		return nil, fmt.Errorf("there is no component type %s: define it before, or give ecs.SkipUnknown()", saved.Name)
	}
	var first error
	var found *target
	for _, t := range types {
		d, err := l.plan.add(saved.Shape, t)
		if err != nil {
			if first == nil {
				first = err
			}
			l.plan.known = map[shapeOf]*decoded{} // of recursive types that are incomplete now
			continue
		}
		to := &target{from: t, decode: d.decode}
		if err := l.follow(to, t, resource); err != nil {
			return nil, err
		}
		if found != nil && found.goType() != to.goType() {
			return nil, fmt.Errorf("two types are called %s, %v and %v: rename one of them", saved.Name, found.goType(), to.goType())
		}
		if found == nil {
			found = to
		}
	}
	if found == nil {
		return nil, fmt.Errorf("%s %s has changed since it was saved: %w: call ecs.Migrate[Old, %s] with a type Old that has the saved fields", what, saved.Name, first, saved.Name)
	}
	return found, nil
}

// follow goes along migrations to the type of the world.
func (l *loading) follow(to *target, t reflect.Type, resource bool) error {
	for {
		if k := l.w.types.of(t); k != nil && !resource {
			to.kind = k
			return nil
		}
		if resource && slices.Contains(l.w.saves, t) {
			to.resource = t
			return nil
		}
		at := slices.IndexFunc(l.w.migrations, func(m migration) bool { return m.from == t })
		if at < 0 {
			return fmt.Errorf("the migration to %v leads to no type of the world: define it before", t)
		}
		to.convert = append(to.convert, l.w.migrations[at])
		t = l.w.migrations[at].to
	}
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

// commit makes what is prepared the state of the world.
func (l *loading) commit(tag uint32) {
	w, f := l.w, l.file
	w.places = growTo(w.places, len(l.lives))
	for id, life := range l.lives {
		w.places[id].life = life
	}
	w.stamp = max(w.stamp, f.Stamp)
	for _, t := range l.tables {
		l.fill(t)
	}
	w.free = nobody
	if l.fresh {
		for _, id := range slices.Backward(f.Free) {
			w.link(id)
		}
	} else {
		for id := len(w.places) - 1; id >= 0; id-- {
			if !w.places[id].alive() && w.usable(ID(id)) {
				w.link(ID(id))
			}
		}
	}
	for _, p := range f.Parents {
		_ = w.Attach(l.handles[p.Child], l.handles[p.Parent]) // they are alive, and no circle
	}
	for _, n := range f.Names {
		_ = w.Name(l.handles[n.ID], n.Name)
	}
	for _, id := range f.Events {
		w.fresh = append(w.fresh, l.handles[id])
	}
	for _, v := range l.values {
		w.resources[v.Type().Elem()].Elem().Set(v.Elem())
	}
	w.loaded = loadedFrom{tag: tag, lives: f.Lives, handles: l.handles}
	if l.fresh {
		w.loaded.handles = nil
	}
	if tag == 0 {
		w.loaded = loadedFrom{}
	}
	for _, t := range l.tables {
		for _, id := range t.saved.Owners {
			w.notify(t.table.enters, l.handles[id])
		}
	}
}

// link adds an ID to the free ones.
func (w *World) link(id ID) {
	w.places[id].move(spot(w.free))
	w.free = id
}

// fill creates the entities of a table.
func (l *loading) fill(t loadingTable) {
	w := l.w
	done := 0
	for done < len(t.saved.Owners) {
		c, row := w.pushMany(t.table, len(t.saved.Owners)-done)
		n := int(c.rows - row)
		for i, id := range t.saved.Owners[done:][:n] {
			e := l.handles[id]
			*c.owner(row + uint32(i)) = e.ID()
			w.places[e.ID()].move(c.spot(row + uint32(i)))
			w.live++
		}
		for at, k := range t.kinds {
			value := unsafe.Add(t.columns[at], uintptr(done)*k.size)
			if k.store != nil {
				for i := range n {
					k.store.put(c.ids()[int(row)+i], unsafe.Add(value, uintptr(i)*k.size))
				}
				continue
			}
			if k.size > 0 {
				k.move(c.value(t.table.column(k.number), row), value, uint32(n))
			}
			if k.tracked && len(t.stamps[at]) > 0 {
				copy(unsafe.Slice(k.trails[c.number].stamp(row), n), t.stamps[at][done:][:n])
				k.latest = max(k.latest, w.stamp)
			}
		}
		c.follow(t.table.within.tracked, row, uint32(n))
		done += n
	}
}
