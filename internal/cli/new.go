package cli

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/wield-run/wield/internal/files"
	"github.com/wield-run/wield/internal/jsonfmt"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/draft"
	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
)

// newFlags are the flags of `new`.
type newFlags struct {
	fromHAR     string
	fromCurl    string
	url         string
	find        string
	pick        int
	param       []string
	effect      string
	task        string
	description string
	keywords    []string
	name        string
	origin      string
	country     string
	language    string
	dir         string
	force       bool
}

func newNew(a *app) *cobra.Command {
	f := &newFlags{}
	cmd := &cobra.Command{
		Use:   "new ID",
		Short: "Write a site recipe to begin with, also from recorded traffic",
		Long: `Write a site recipe to begin with. ID is <site>/<slug>; the file is
recipes/<site>/<slug>.json below the working folder, and its name is printed.
On a terminal, what no flag says is asked.

--from-har reads what a browser's developer tools save as "HAR with content".
Name with --find a text that you saw on the page: the requests are ranked by
whether they carry it, and the best one becomes a step, with params where it
shows what a user chose. Cookies, credentials and tracking are left out. Beside
the recipe stands what ` + "`run --replay`" + ` answers it from, <slug>.har.

--from-curl reads a command that was copied as "Copy as cURL".`,
		Example: `  wield-dev new example.de/find-lights --url 'https://www.example.de/suche?q=licht'
  wield-dev new example.de/search-bikes --from-har recipes/example.de/search-items.har --find Stadtfahrrad`,
		Args: arguments("ID"),
		RunE: a.action(func(cmd *cobra.Command, args []string) error {
			return a.newRecipe(cmd.Context(), args[0], f, cmd.Flags())
		}),
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.fromHAR, "from-har", "", "draft it from the recording of a browser, a HAR `FILE`")
	flags.StringVar(&f.fromCurl, "from-curl", "", "draft it from a curl command in `FILE`, or - for standard input")
	flags.StringVar(&f.url, "url", "", "the address of the page or API with the data (`URL`)")
	flags.StringVar(&f.find, "find", "", "a `TEXT` of the data that you want, as the page shows it")
	flags.Var(newWhole(&f.pick, 1), "pick", "take the request with this number of the list")
	flags.Var(newList(&f.param), "param", "a value that you typed, as `NAME=VALUE`: it becomes a param wherever it was sent")
	flags.Var(newChoice(&f.effect, "auto", "read", "write"), "effect", "whether the recipe changes something on the site")
	flags.StringVar(&f.task, "task", "", "what the recipe does, in one line (`TEXT`)")
	flags.StringVar(&f.description, "description", "", "what comes back, and what is left out (`TEXT`)")
	flags.Var(newCommaList(&f.keywords), "keywords", "words under which the recipe is found")
	flags.StringVar(&f.name, "name", "", "the `NAME` of the site")
	flags.StringVar(&f.origin, "origin", "", "where the site's pages stand: `https://HOST`")
	flags.StringVar(&f.country, "country", "", "the site's country, an ISO 3166-1 `CODE`, or INT")
	flags.StringVar(&f.language, "language", "", "the site's language, a BCP 47 `TAG`")
	flags.StringVar(&f.dir, "dir", "recipes", "the folder `DIR` of all recipes")
	flags.BoolVar(&f.force, "force", false, "replace the files that are there")
	return cmd
}

// newRecipe writes a recipe.
func (a *app) newRecipe(ctx context.Context, id string, f *newFlags, flags *pflag.FlagSet) error {
	if err := f.check(id); err != nil {
		return err
	}
	o, err := f.options(id)
	if err != nil {
		return err
	}
	name := filepath.Join(f.dir, filepath.FromSlash(id)+".json")
	if err := f.mayWrite(name); err != nil {
		return err
	}
	var d *draft.Draft
	switch {
	case f.fromHAR != "":
		d, err = a.draftFromHAR(ctx, f, o)
	case f.fromCurl != "":
		d, err = a.draftFromCurl(ctx, f, o)
	default:
		d, err = a.draftFromAnswers(ctx, f, o)
	}
	if err != nil {
		return err
	}
	return a.writeDraft(name, d)
}

// check refuses flags that do not go together, and an id that is none.
func (f *newFlags) check(id string) error {
	site, slug, ok := strings.Cut(id, "/")
	switch {
	case !ok || !slugLike(slug) || !hostLike(site):
		return usagef("%s is no id; it is <site>/<slug> in lower case, such as example.de/search-items", diag.Quote(id, 60))
	case f.fromHAR != "" && f.fromCurl != "", f.fromHAR != "" && f.url != "", f.fromCurl != "" && f.url != "":
		return usagef("--from-har, --from-curl and --url exclude each other: each says where the request comes from")
	case f.fromHAR == "" && f.find != "":
		return usagef("--find looks through a recording; name it with --from-har FILE")
	case f.fromHAR == "" && f.pick != 0:
		return usagef("--pick chooses from a recording; name it with --from-har FILE")
	}
	return nil
}

func slugLike(s string) bool {
	if s == "" || len(s) > 64 || strings.Contains(s, "--") || strings.Trim(s, "-") != s {
		return false
	}
	return strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

func hostLike(s string) bool {
	u, err := fetch.ParseURL("https://"+s+"/", nil)
	return err == nil && u.Host() == s && strings.Contains(s, ".")
}

// options are what the flags say of the recipe.
func (f *newFlags) options(id string) (draft.Options, error) {
	o := draft.Options{ID: id, Name: f.name, Origin: f.origin, Country: f.country, Language: f.language, Task: f.task, Description: f.description,
		Keywords: f.keywords, Find: f.find, Version: bareVersion()}
	if f.effect != "auto" {
		o.Effect = f.effect
	}
	if f.origin != "" {
		u, err := fetch.ParseURL(f.origin, nil)
		if err != nil || u.Scheme() != "https" || u.String() != u.Origin()+"/" {
			return o, usagef("--origin %s is no origin; write it as https://www.example.de", diag.Quote(f.origin, 60))
		}
		o.Origin = u.Origin()
	}
	for _, text := range f.param {
		name, value, ok := strings.Cut(text, "=")
		if !ok || value == "" || !nameLike(name) {
			return o, usagef("--param %s is not NAME=VALUE, with a name of lower-case letters, digits and _", diag.Quote(text, 60))
		}
		for _, in := range o.Inputs {
			if in.Name == name {
				return o, usagef("--param %s is there twice", name)
			}
		}
		o.Inputs = append(o.Inputs, draft.Input{Name: name, Value: value})
	}
	return o, nil
}

func nameLike(s string) bool {
	return s != "" && len(s) <= 40 && s[0] >= 'a' && s[0] <= 'z' && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

// mayWrite refuses to replace what is there.
func (f *newFlags) mayWrite(name string) error {
	if f.force {
		return nil
	}
	for _, file := range []string{name, recordingOf(name)} {
		if file != name && f.fromHAR == "" {
			continue
		}
		if _, err := os.Lstat(file); err == nil {
			return usagef("%s is there already; --force replaces it", diag.Escape(filepath.ToSlash(file)))
		}
	}
	return nil
}

// recordingOf names the recording that stands beside a recipe.
func recordingOf(recipe string) string { return strings.TrimSuffix(recipe, ".json") + ".har" }

// writeDraft writes the recipe and its recording, and says what lint finds.
func (a *app) writeDraft(name string, d *draft.Draft) error {
	text, faults := jsonfmt.Format(jsonval.AppendSource(nil, d.Recipe))
	if len(faults) > 0 {
		return recipef("the draft cannot be written: %s", faults[0].Message) // nested too deep
	}
	_, found := recipe.Load(name, text)
	if i := slices.IndexFunc(found, isError); i >= 0 {
		return usagef("the recipe would not be valid: %s", found[i].Message)
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return files.Failed(filepath.Dir(name), err)
	}
	file, err := files.Create(name, files.Shared)
	if err != nil {
		return err
	}
	if _, err := file.Write(text); err != nil {
		file.Abort()
		return err
	}
	if d.HAR != nil { // neither of the two is there without the other
		if err := files.Write(recordingOf(name), d.HAR, files.Private); err != nil {
			file.Abort()
			return err
		}
	}
	if err := file.Commit(); err != nil {
		return err
	}
	for _, note := range d.Notes {
		a.streams.Note("note: %s", diag.Escape(note))
	}
	if err := a.noteFindings(name, text); err != nil {
		return err
	}
	shown := filepath.ToSlash(name)
	if folder := filepath.ToSlash(filepath.Dir(place(name))); strings.Count(folder+"/", "/recipes/") > 1 {
		a.streams.Note("note: %s stands in a folder recipes within another; call it from above the outer one, or name that with --dir", diag.Escape(shown))
	}
	if d.HAR != nil {
		a.streams.Note("try it: %s run %s --replay %s", a.program, shellWord(diag.Escape(shown)), shellWord(diag.Escape(recordingOf(shown))))
	}
	return a.printText(shown)
}

// place is the absolute path of a file, or its name where there is none.
func place(name string) string {
	if abs, err := filepath.Abs(name); err == nil {
		return abs
	}
	return name
}

// noteFindings says what validate and the safety rules find in a draft.
func (a *app) noteFindings(name string, text []byte) error {
	place, err := filepath.Abs(name)
	if err != nil {
		return &failure{kind: usage, err: err}
	}
	t := &target{file: files.File{Name: filepath.ToSlash(name), Place: filepath.ToSlash(place), Named: true}, text: text, folders: &folders{}}
	found, err := a.newLinter().file(t)
	if err != nil {
		return err
	}
	diag.Sort(found)
	told := ""
	for _, d := range found {
		line := d.Severity.String() + " " + d.Code + ": " + d.Message
		if d.Hint != "" {
			line += " (" + d.Hint + ")"
		}
		if line != told {
			a.streams.Note("note: %s", line)
		}
		told = line
	}
	return nil
}

func isError(d *diag.Diagnostic) bool { return d.Severity == diag.Error }
