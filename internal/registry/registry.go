// Package registry is the published form of recipes: a folder with every
// version of every recipe under its hash, and an index that says which is
// which. It builds the index, compares it with an earlier one, writes the
// folder and checks one. Whether a recipe may be published is decided
// elsewhere.
package registry

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/wield-run/wield/pkg/diag"
)

// The names of the files in a registry beside the recipes.
const (
	IndexName     = "index.json"
	SignatureName = "index.json.minisig"
)

// format is the version of the index's own format.
const format = 1

// Index lists what a registry holds. The same recipes give the same bytes.
type Index struct {
	Format  int      `json:"version"` // of the index's own format
	Recipes []Recipe `json:"recipes"` // by id
}

// Recipe is the current version of one recipe.
type Recipe struct {
	ID            string    `json:"id"`
	Version       int       `json:"version"`
	Hash          string    `json:"hash"` // SHA-256 of the file's bytes, in lower-case hexadecimal
	Effect        string    `json:"effect"`
	RequiresLogin bool      `json:"requires_login"`
	Capabilities  []string  `json:"capabilities"`
	Origins       []string  `json:"origins"`
	Versions      []Version `json:"versions"` // all of them, ascending; the last is the current one
}

// Version is one version of a recipe. An engine that lacks a capability of the
// current version may run the last one whose capabilities it has.
type Version struct {
	Version      int      `json:"version"`
	Hash         string   `json:"hash"`
	Capabilities []string `json:"capabilities"`
}

// Hash gives the name by which a text is known.
func Hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// fileName is the name of the file that holds a recipe.
func fileName(hash string) string { return hash + ".json" }

func isHash(s string) bool {
	if len(s) != 2*sha256.Size {
		return false
	}
	for _, c := range []byte(s) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// Bytes gives the index as it is written: one recipe a line.
func (x *Index) Bytes() ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, `{"version":%d,"recipes":[`, x.Format)
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	for i := range x.Recipes {
		if i > 0 {
			b.Truncate(b.Len() - 1) // the encoder's line break
			b.WriteByte(',')
		}
		b.WriteByte('\n')
		if err := encoder.Encode(&x.Recipes[i]); err != nil {
			return nil, err
		}
	}
	b.WriteString("]}\n")
	return b.Bytes(), nil
}

// parse reads an index. Only the bytes that Bytes gives are one, so that no
// two readers can understand it differently.
func parse(text []byte) (*Index, error) {
	x := &Index{}
	if err := json.Unmarshal(text, x); err != nil {
		return nil, errors.New("the index is not JSON of the right form: " + diag.Escape(diag.Cut(err.Error(), 200)))
	}
	if x.Format != format {
		return nil, fmt.Errorf("the index has the format version %d, and this program reads version %d", x.Format, format)
	}
	written, err := x.Bytes()
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(written, text) {
		return nil, errors.New("the index is not spelt as an index is written; it was changed")
	}
	return x, x.check()
}

// check holds an index to itself.
func (x *Index) check() error {
	before := ""
	for i := range x.Recipes {
		r := &x.Recipes[i]
		if err := checkID(r.ID); err != nil {
			return err
		}
		if r.ID <= before {
			return fmt.Errorf("the index is not sorted: %s follows %s", r.ID, before)
		}
		before = r.ID
		if r.Effect != "read" && r.Effect != "write" {
			return fmt.Errorf("%s: the effect %s is not known", r.ID, diag.Quote(r.Effect, 40))
		}
		if len(r.Versions) == 0 {
			return fmt.Errorf("%s: the index lists no versions", r.ID)
		}
		for k, v := range r.Versions {
			if v.Version != k+1 {
				return fmt.Errorf("%s: the index lists version %d where version %d belongs", r.ID, v.Version, k+1)
			}
			if !isHash(v.Hash) {
				return fmt.Errorf("%s: the hash of version %d is no SHA-256", r.ID, v.Version)
			}
		}
		if last := r.Versions[len(r.Versions)-1]; last.Version != r.Version || last.Hash != r.Hash {
			return fmt.Errorf("%s: the index gives version %d, but the last that it lists is another", r.ID, r.Version)
		}
	}
	return nil
}

// Has reports whether the index lists a version of a recipe with that hash.
func (x *Index) Has(id string, version int, hash string) bool {
	r := x.find(id)
	return r != nil && version >= 1 && version <= len(r.Versions) && r.Versions[version-1].Hash == hash
}

// find gives the entry of a recipe, or nil.
func (x *Index) find(id string) *Recipe {
	i, ok := slices.BinarySearchFunc(x.Recipes, id, func(r Recipe, id string) int { return strings.Compare(r.ID, id) })
	if !ok {
		return nil
	}
	return &x.Recipes[i]
}
