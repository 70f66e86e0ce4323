package cli

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/spf13/cobra"

	"github.com/wield-run/wield/internal/files"
	"github.com/wield-run/wield/internal/registry"
	"github.com/wield-run/wield/internal/signing"
	"github.com/wield-run/wield/lint/rules"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/recipe"
)

// indexFlags are those of index.
type indexFlags struct {
	checkFlags
	out, previous, sign string
}

func newIndex(a *app) *cobra.Command {
	f := &indexFlags{}
	cmd := &cobra.Command{
		Use:   "index [DIR] --out DIR",
		Short: "Check all recipes of a folder, and write the registry",
		Long: `Check all recipes of a folder as lint does, and write the registry: index.json
and every version of every recipe under its SHA-256. The same recipes give the
same bytes. Where anything has an error, nothing is written.

A version that was published stays as it was: a lower version, or other bytes
under the same version, are refused. What was published is what the folder of
--out holds, and that of --previous. A version beside a recipe that was not
published before is held to the safety rules like the current one.

The folder is replaced as a whole. It holds nothing but the registry.

KEY is a secret key of minisign, which signs the index in index.json.minisig;
a password is taken from WIELD_KEY_PASSWORD, else asked for.`,
		Example: `  wield-build index recipes --out public
  wield-build index recipes --out public --sign wield.key`,
		Args: arguments("[DIR]"),
		RunE: a.action(func(cmd *cobra.Command, args []string) error {
			return a.index(cmd, args, f)
		}),
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&f.out, "out", "", "write the registry to `DIR`, which is replaced")
	flags.StringVar(&f.previous, "previous", "", "refuse to go back on the earlier registry in `DIR`")
	flags.StringVar(&f.sign, "sign", "", "sign the index with the secret key in the file `KEY`")
	f.addFormat(flags)
	f.addLimit(flags)
	f.addJobs(flags)
	return cmd
}

func (a *app) index(cmd *cobra.Command, args []string, f *indexFlags) error {
	switch {
	case f.out == "":
		return usagef("index needs --out, the folder that the registry is written to")
	case len(args) == 1:
		if info, err := os.Lstat(args[0]); args[0] == "-" || err == nil && !info.IsDir() {
			return usagef("index reads a folder of recipes, and %s is none", diag.Quote(args[0], 80))
		}
	}
	targets, err := a.formats(&f.checkFlags)
	if err != nil {
		return err
	}
	earlier, err := f.earlier()
	if err != nil {
		return err
	}
	var key *signing.Key
	if f.sign != "" { // before the work: a person may be asked
		k, err := a.secretKey(cmd.Context(), f.sign)
		if err != nil {
			return err
		}
		key = &k
	}
	set, err := files.Find(cmd.Context(), args, files.Options{})
	if err != nil {
		return err
	}
	if err := f.apart(set.Files); err != nil {
		return err
	}
	if err := refuseOverwriting(set.Files, targets); err != nil {
		return err
	}
	for _, note := range set.Notes {
		a.streams.Note("note: %s", diag.Escape(note))
	}
	p := &publication{linter: a.newLinter()}
	p.linter.passed = func(r *recipe.Recipe) bool { return published(earlier, r) }
	in := &inspection{look: p.look, filter: everything(), jobs: cmp.Or(f.jobs, a.config.Jobs)}
	all, err := in.files(cmd.Context(), set.Files)
	if err != nil {
		return err
	}
	if err := a.report(all, targets, a.limit(cmd, &f.checkFlags), false); err != nil {
		return err
	}
	return a.publish(cmd.Context(), p, earlier, key, f.out)
}

// publish writes the registry of what was found to be right.
func (a *app) publish(ctx context.Context, p *publication, earlier []*registry.Index, key *signing.Key, out string) error {
	slices.Sort(p.others)
	for _, name := range p.others {
		a.streams.Note("note: %s is a Markdown recipe; the registry holds site recipes alone", diag.Escape(name))
	}
	reg, faults := registry.Build(p.files)
	for _, x := range earlier {
		more, gone := registry.Compare(x, reg.Index)
		faults = append(faults, more...)
		for _, id := range gone {
			a.streams.Note("note: %s is in the registry no longer", id)
		}
	}
	if err := a.faults(faults); err != nil {
		return err
	}
	var signed []byte
	if key != nil {
		var err error
		if signed, err = signature(*key, reg.Index); err != nil {
			return err
		}
	}
	if err := reg.Write(ctx, out, signed); err != nil {
		return err
	}
	a.streams.Note("wrote %s in %s to %s", count(len(reg.Index.Recipes), "recipe"), count(len(p.files), "version"), diag.Escape(out))
	if key != nil {
		a.streams.Note("signed with the key %s", key.Public().ID())
	}
	return nil
}

// earlier reads the registries that must not be gone back on.
func (f *indexFlags) earlier() ([]*registry.Index, error) {
	var all []*registry.Index
	x, err := registry.Previous(f.out)
	if err != nil {
		return nil, err
	}
	if x != nil {
		all = append(all, x)
	}
	if f.previous != "" {
		x, err := registry.ReadIndex(f.previous)
		if err != nil {
			return nil, err
		}
		all = append(all, x)
	}
	return all, nil
}

// apart refuses a registry among the recipes, or the recipes inside of it.
func (f *indexFlags) apart(list []files.File) error {
	out, err := filepath.Abs(f.out)
	if err != nil {
		return usagef("--out: %s", err)
	}
	if resolved, err := filepath.EvalSymlinks(out); err == nil {
		out = resolved
	}
	for i := range list {
		dir := filepath.Dir(filepath.FromSlash(list[i].Place))
		if resolved, err := filepath.EvalSymlinks(dir); err == nil {
			dir = resolved
		}
		if rel, err := filepath.Rel(out, dir); err == nil && filepath.IsLocal(rel) {
			return usagef("--out %s: the recipe %s stands in this folder; a registry is a folder of its own", diag.Escape(f.out), diag.Escape(list[i].Name))
		}
	}
	return nil
}

// everything is the filter of what has to be without any error.
func everything() *filter {
	return &filter{
		off:     func(string, string) bool { return false },
		fixed:   func(*diag.Diagnostic) bool { return true },
		follows: rules.Follows(),
	}
}

// published reports whether a version of a recipe is in a registry, byte for
// byte.
func published(registries []*registry.Index, r *recipe.Recipe) bool {
	hash := registry.Hash(r.Source.Text)
	return slices.ContainsFunc(registries, func(x *registry.Index) bool { return x.Has(r.ID, r.Version, hash) })
}

// publication collects the recipes that are without an error.
type publication struct {
	linter *linter
	mu     sync.Mutex
	files  []registry.File
	others []string // files that no registry holds
}

func (p *publication) look(t *target) ([]*diag.Diagnostic, error) {
	r, found, err := p.linter.recipe(t)
	if err != nil {
		return found, err
	}
	if errors, _ := diag.Count(found); errors > 0 {
		return found, nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if r.Root == nil {
		p.others = append(p.others, t.file.Name) // a Markdown recipe
	} else {
		p.files = append(p.files, registry.NewFile(r, t.current()))
	}
	return found, nil
}

// faults tells of all that is wrong with a registry.
func (a *app) faults(all []error) error {
	if len(all) == 0 {
		return nil
	}
	for _, err := range all {
		a.streams.Err.Print(a.program + ": " + err.Error())
	}
	return found()
}
