package diag

import "strings"

// Nearest gives the known name that a misspelt one most likely means, or "":
// at most a third of its letters may differ (a swap of neighbours counts
// once), and letter case never counts. Of two that are as near, the first
// counts.
func Nearest(name string, known []string) string {
	best, bestDistance := "", 1+max(1, len(name)/3)
	folded := strings.ToLower(name)
	for _, k := range known {
		if k == name {
			continue
		}
		d := distance(folded, strings.ToLower(k), bestDistance)
		if len(k) <= 2 && d > 0 {
			continue // one letter of two says nothing
		}
		if d < bestDistance {
			best, bestDistance = k, d
		}
	}
	return best
}

// distance is the number of edits (insert, delete, replace, swap neighbours)
// between two words, counted up to limit.
func distance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	older := make([]int, len(b)+1)
	old := make([]int, len(b)+1)
	row := make([]int, len(b)+1)
	for j := range old {
		old[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(old[j]+1, row[j-1]+1, old[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], older[j-2]+1)
			}
		}
		older, old, row = old, row, older
	}
	return min(old[len(b)], limit)
}

// DidYouMean is the hint for an unknown name: the nearest known one, or all of
// them where none is near.
func DidYouMean(name string, known []string) string {
	if near := Nearest(name, known); near != "" {
		return "did you mean `" + near + "`?"
	}
	if len(known) == 0 {
		return ""
	}
	return "known here: " + strings.Join(known, ", ")
}
