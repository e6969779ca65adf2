// Package format reads world files: YAML that describes a game in at most some
// fifty lines, see docs/your-world.md.
//
//	name: colony
//	entities: 40_000
//	components: {Position: 8, Velocity: 8}
//	kinds:
//	  animal: {share: 100%, has: [Position, Velocity]}
//	systems:
//	  - {name: move, write: [Position], read: [Velocity]}
//	tick:
//	  spawn: {entities: 50, kind: animal}
//	  destroy: {entities: 50}
//
// Reading has three steps. The decoder turns YAML into a [File], whose values keep their
// positions. Includes are merged. The compiler checks the file and turns it into a [World],
// whose numbers the other packages use. The JSON schema for editors comes from the same struct
// tags as the decoder ([Schema]).
//
// Every error is one line with file, line, column and a fix.
//
// The other direction is a [Sketch]: a world file written from data of a running game, the
// statistics of a world of Ark ([FromArk]) or a recording ([Fit]). Unknown parts are left to the
// author and marked by a comment.
package format
