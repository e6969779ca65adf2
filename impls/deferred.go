package impls

// Commands is a command buffer for worlds that record changes to make them later, see
// [Deferrer]. Worlds embed it.
type Commands struct{ later []command }

// A command is a recorded change.
type command struct {
	move    int // -1 to destroy
	handles Handles
	first   uint32
}

// Later is Deferrer.Later.
func (c *Commands) Later(move int, r Handles, first uint32) {
	c.later = append(c.later, command{move, r, first})
}

// Make makes the changes in the order of recording, and returns the number of changed
// entities.
func (c *Commands) Make(w Changer) (changed int) {
	for _, one := range c.later {
		if one.move < 0 {
			changed += w.Destroy(one.handles)
		} else {
			changed += w.Exchange(one.move, one.handles, one.first)
		}
	}
	clear(c.later) // the handles are the caller's
	c.later = c.later[:0]
	return changed
}
