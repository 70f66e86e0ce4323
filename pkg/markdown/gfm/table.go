package gfm

// Column is a column of a table.
type Column struct {
	Label  string // a line (of Line)
	Number bool   // its cells are aligned to the right
}

// AppendTableHead appends the first two lines of a table. A table has at least
// one column.
func AppendTableHead(dst []byte, columns []Column) []byte {
	for _, c := range columns {
		dst = AppendText(append(dst, "| "...), c.Label, Place{})
		dst = append(dst, ' ')
	}
	dst = append(dst, "|\n"...)
	for _, c := range columns {
		if c.Number {
			dst = append(dst, "| ---: "...)
		} else {
			dst = append(dst, "| --- "...)
		}
	}
	return append(dst, "|\n"...)
}
