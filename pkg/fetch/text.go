package fetch

import (
	"bytes"

	"github.com/wield-run/wield/pkg/jsonval"
)

// Text decodes a body as fetch's text() does, whatever its charset says: as
// UTF-8, without one leading byte order mark, with one U+FFFD for each longest
// broken sequence.
func Text(body []byte) string { return jsonval.DecodeUTF8(body) }

// decodeKeepingBOM is Text, but a byte order mark stays.
func decodeKeepingBOM(b []byte) string {
	const mark = "\ufeff"
	if bytes.HasPrefix(b, []byte(mark)) {
		return mark + jsonval.DecodeUTF8(b)
	}
	return jsonval.DecodeUTF8(b)
}
