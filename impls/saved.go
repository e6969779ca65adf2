package impls

import (
	"encoding/gob"
	"fmt"
)

// DecodeBytes reads a raw column of a [Saver] into the memory of a column.
func DecodeBytes(from *gob.Decoder, column []byte) error {
	read := column
	if err := from.Decode(&read); err != nil {
		return err
	}
	if len(read) != len(column) {
		return fmt.Errorf("%d bytes of a column instead of %d", len(read), len(column))
	}
	copy(column, read) // no copy if the decoder used this memory
	return nil
}
