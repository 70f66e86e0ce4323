package typed

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

func newReader() *Reader {
	return &Reader{Codes: Codes{Missing: "missing", Unknown: "unknown", Type: "type", Value: "value", Case: "case",
		Name: func(code string) string { return code + "-name" }}}
}

// person is what the tests read.
type person struct {
	name string
	age  int
	tags []string
	eyes string
	wed  bool
}

func (p *person) read(r *Reader, n *jsonval.Node) bool {
	return r.Object(n, "the person",
		Required("name", func(n *jsonval.Node) { p.name, _ = r.Words(n, "`name`", "write a name") }),
		Optional("age", func(n *jsonval.Node) { p.age, _ = r.Integer(n, "`age`", 0, 150) }),
		Optional("size", func(n *jsonval.Node) { _, _ = r.Integer(n, "`size`", 1, math.MaxInt32) }),
		Optional("tags", func(n *jsonval.Node) {
			r.List(n, "`tags`", func(_ int, item *jsonval.Node) {
				if s, ok := r.Text(item, "a tag"); ok {
					p.tags = append(p.tags, s)
				}
			})
		}),
		Optional("eyes", func(n *jsonval.Node) {
			if i := r.OneOf(n, "word", "`eyes`", "blue", "brown"); i >= 0 {
				p.eyes = []string{"blue", "brown"}[i]
			}
		}),
		Optional("wed", func(n *jsonval.Node) { p.wed = r.Bool(n, "`wed`") }),
	)
}

// apply makes the edits of a fix.
func apply(text string, f *diag.Fix) string {
	for i := len(f.Edits) - 1; i >= 0; i-- {
		e := f.Edits[i]
		text = text[:e.Span.Start] + e.Text + text[e.Span.End:]
	}
	return text
}

// Each mistake: what is found, what to do, and what is read all the same.
func TestFindings(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		found      string // code, what is marked, message; several by a line break
		hint       string // of the last finding
		fixed      string // by its fix; "" where there is none
		read       person
	}{
		{"nothing wrong", `{"name": "Ann", "age": 7, "tags": ["a", "b"], "eyes": "blue", "wed": true}`, "", "", "", person{"Ann", 7, []string{"a", "b"}, "blue", true}},
		{"no object", `[1]`, "type [1] the person must be an object, not an array", "write an object", "", person{}},
		{"missing member", `{"age": 7}`, "missing { the person lacks the member `name`", "add `\"name\": …`", "", person{age: 7}},
		{"unknown member", `{"name": "Ann", "colour": 1}`, `unknown "colour" the person has no member "colour"`, "known here: name, age, size, tags, eyes, wed", "", person{name: "Ann"}},
		{"misspelt member: one finding, and read", `{"nmae": "Ann"}`, `unknown "nmae" the person has no member "nmae"`, "did you mean `name`?", `{"name": "Ann"}`, person{name: "Ann"}},
		{"misspelt member with a mistake inside", `{"nmae": ""}`, "unknown \"nmae\" the person has no member \"nmae\"\nvalue \"\" `name` is empty", "write a name", "", person{}},
		{"in other case beside itself", `{"name": "Ann", "Name": "Bob"}`, "case \"Name\" the member \"Name\" differs from `name` only in case", "keep `name`", "", person{name: "Ann"}},
		{"of a repeated member the last", `{"name": "Ann", "name": "Bob"}`, "", "", "", person{name: "Bob"}},
		{"text for a number", `{"name": "Ann", "age": "7"}`, "type \"7\" `age` must be a number, not a string", "write 7 without quotes", `{"name": "Ann", "age": 7}`, person{name: "Ann"}},
		{"text that is no number", `{"name": "Ann", "age": " 7"}`, "type \" 7\" `age` must be a number, not a string", "write a number", "", person{name: "Ann"}},
		{"text for true", `{"name": "Ann", "wed": "true"}`, "type \"true\" `wed` must be true or false, not a string", "write true without quotes", `{"name": "Ann", "wed": true}`, person{name: "Ann"}},
		{"number for a text", `{"name": 5}`, "type 5 `name` must be a string, not a number", "put it into double quotes", "", person{}},
		{"null for a text", `{"name": null}`, "type null `name` must be a string, not null", "write a string", "", person{}},
		{"one for a list", `{"name": "Ann", "tags": "a"}`, "type \"a\" `tags` must be an array, not a string", "put it into brackets: [ … ]", "", person{name: "Ann"}},
		{"one of a list", `{"name": "Ann", "tags": ["a", 5, "b"]}`, "type 5 a tag must be a string, not a number", "put it into double quotes", "", person{name: "Ann", tags: []string{"a", "b"}}},
		{"below the bound", `{"name": "Ann", "age": -1}`, "value -1 `age` must be a whole number from 0 to 150, not -1", "write 0 or more", "", person{name: "Ann"}},
		{"above the bound", `{"name": "Ann", "age": 1e3}`, "value 1e3 `age` must be a whole number from 0 to 150, not 1e3", "write 150 or less", "", person{name: "Ann"}},
		{"of many digits", `{"name": "Ann", "age": ` + strings.Repeat("9", 50) + `}`, "value " + strings.Repeat("9", 50) + " `age` must be a whole number from 0 to 150, not " + strings.Repeat("9", 40) + "…", "write 150 or less", "", person{name: "Ann"}},
		{"not whole", `{"name": "Ann", "age": 7.5}`, "value 7.5 `age` must be a whole number from 0 to 150, not 7.5", "leave out what stands behind the point", "", person{name: "Ann"}},
		{"whole, with a point", `{"name": "Ann", "age": 7.0}`, "", "", "", person{name: "Ann", age: 7}},
		{"no bound above", `{"name": "Ann", "size": 0}`, "value 0 `size` must be a whole number from 1, not 0", "write 1 or more", "", person{name: "Ann"}},
		{"misspelt word: read as what it means", `{"name": "Ann", "eyes": "bleu"}`, "word \"bleu\" `eyes` cannot be \"bleu\"", "did you mean `blue`?", `{"name": "Ann", "eyes": "blue"}`, person{name: "Ann", eyes: "blue"}},
		{"another word", `{"name": "Ann", "eyes": "square"}`, "word \"square\" `eyes` cannot be \"square\"", "known here: blue, brown", "", person{name: "Ann"}},
		{"a broken value has its own finding", `{"name": "Ann", "age": True}`, "", "", "", person{name: "Ann"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root, _ := jsonval.ParseTree([]byte(tt.text))
			r := newReader()
			var got person
			got.read(r, root)
			var lines []string
			for _, d := range r.Sorted("x.json") {
				lines = append(lines, d.Code+" "+tt.text[d.Span.Start:d.Span.End]+" "+d.Message)
				if d.Name != d.Code+"-name" || d.File != "x.json" || d.Severity != diag.Error {
					t.Errorf("%+v", d)
				}
			}
			if found := strings.Join(lines, "\n"); found != tt.found {
				t.Errorf("got  %s\nwant %s", found, tt.found)
			}
			if !reflect.DeepEqual(got, tt.read) {
				t.Errorf("read %+v, want %+v", got, tt.read)
			}
			if len(r.Found) == 0 {
				return
			}
			d, fixed := r.Found[len(r.Found)-1], ""
			if d.Fix != nil {
				fixed = apply(tt.text, d.Fix)
			}
			if d.Hint != tt.hint || fixed != tt.fixed {
				t.Errorf("hint  %s\nfixed %s", d.Hint, fixed)
			}
		})
	}
}

func TestMember(t *testing.T) {
	root, _ := jsonval.ParseTree([]byte(`{"nmae": "Ann", "age": 7}`))
	r := newReader()
	if r.Member(root, "name") != nil {
		t.Error("a misspelt member before the object was read")
	}
	new(person).read(r, root)
	if r.Member(root, "age") != root.Children[1] || r.Member(root, "name") != root.Children[0] || r.Member(root, "tags") != nil || r.Member(nil, "age") != nil {
		t.Error("wrong members")
	}
}

// Findings about a text, and about what is not there, have their places.
func TestPlaces(t *testing.T) {
	const text = ` {"a": "x\ty"}`
	root, _ := jsonval.ParseTree([]byte(text))
	r := newReader()
	n := root.At("a")
	r.Adopt(n, &diag.Diagnostic{Code: "own", Span: diag.Span{Start: 1, End: 2}})
	r.AtKey("key", n, "", "of a member")
	r.AtKey("root", root, "", "of no member")
	r.Lacks(n, "", "lacks %d", 1)
	var got []string
	for _, d := range r.Found {
		got = append(got, d.Code+" "+d.Pointer+" "+text[d.Span.Start:d.Span.End])
	}
	if want := `own /a \t|key /a "a"|root  {"a": "x\ty"}|missing /a "`; strings.Join(got, "|") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, "|"), want)
	}
}

func TestManyMembers(t *testing.T) {
	var members []Member
	read := 0
	for i := range 40 {
		members = append(members, Required(fmt.Sprintf("m%d", i), func(*jsonval.Node) { read++ }))
	}
	root, _ := jsonval.ParseTree([]byte(`{"m0": 1, "m39": 2}`))
	r := newReader()
	if r.Object(root, "it", members...); read != 2 || len(r.Found) != 38 {
		t.Errorf("%d read, %d found", read, len(r.Found))
	}
}
