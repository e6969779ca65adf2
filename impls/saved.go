package impls

import (
	"encoding/gob"
	"fmt"
)

// DecodeBytes reads what a [Saver] wrote of a column as the bytes that it is into
// the memory of one.
func DecodeBytes(from *gob.Decoder, column []byte) error {
	read := column
	if err := from.Decode(&read); err != nil {
		return err
	}
	if len(read) != len(column) {
		return fmt.Errorf("%d bytes of a column where there are to be %d", len(read), len(column))
	}
	copy(column, read) // which is nothing if the decoder has read it into place
	return nil
}
