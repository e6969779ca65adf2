// Package answer turns what was measured of a world into what its author asked:
// which library, why, how far it carries the game, and what would change that. An
// [Answer] is a value with all figures; [Answer.Text], [Answer.Markdown],
// [Answer.Page] and encoding/json write it.
package answer
