package cli

import (
	"context"
	"net/netip"
	"os"
	"slices"
	"strings"

	"github.com/wield-run/wield/internal/files"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/fetch"
	"github.com/wield-run/wield/pkg/jsonschema"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
	"github.com/wield-run/wield/pkg/run"
)

// runParams merges --params and --param; nil where neither is given.
func (a *app) runParams(ctx context.Context, f *runFlags, r *recipe.Recipe) (*jsonval.Value, error) {
	if f.params == "" && len(f.param) == 0 {
		return nil, nil
	}
	params := jsonval.ObjectValue(nil)
	if f.params != "" {
		var err error
		if params, err = a.jsonFlag(ctx, "--params", f.params); err != nil {
			return nil, err
		}
		if params.Kind() != jsonval.Object {
			return nil, &failure{kind: usage, outcome: run.InvalidParams, message: `--params takes a JSON object, like '{"query":"fahrrad"}'`}
		}
	}
	var b jsonval.Builder
	for _, m := range params.Members() {
		b.Set(m.Key, m.Value)
	}
	lists := map[string][]jsonval.Value{}
	for _, text := range f.param {
		key, raw, ok := strings.Cut(text, "=")
		switch {
		case !ok:
			return nil, usagef("--param %s has no value; write KEY=VALUE", diag.Quote(text, 40))
		case key == "":
			return nil, usagef("--param %s names no param before the =; write KEY=VALUE", diag.Quote(text, 40))
		}
		v, list, err := paramValue(r.Params.Compiled, key, jsonval.DecodeUTF8WithoutBOM([]byte(raw)))
		if err != nil {
			return nil, err
		}
		if list {
			lists[key] = append(lists[key], v)
			v = jsonval.ArrayValue(slices.Clone(lists[key]))
		}
		b.Set(key, v)
	}
	merged := b.Value()
	return &merged, unknownParams(merged, r.Params.Compiled)
}

// paramValue reads the value of one --param by the type that the schema gives
// the property: text for a string, an item for a list, else JSON.
func paramValue(schema *jsonschema.Schema, key, raw string) (v jsonval.Value, list bool, err error) {
	p, known := schema.Property(key)
	if !known {
		if schema.Open() {
			if v, err := jsonval.ParseString(raw); err == nil {
				return v, false, nil
			}
			return jsonval.StringValue(raw), false, nil
		}
		return v, false, unknownParam(key, schema)
	}
	types := p.Types
	parsed, failed := jsonval.ParseString(raw)
	if types.Has(jsonval.Array) {
		if failed == nil && parsed.Kind() == jsonval.Array {
			return parsed, false, nil // the whole list at once
		}
		list, types = true, p.Items
	}
	if types.Has(jsonval.String) && (failed != nil || !types.Has(parsed.Kind()) || parsed.Kind() == jsonval.String || types.Only(jsonval.String)) {
		return jsonval.StringValue(raw), list, nil
	}
	if failed != nil {
		return v, list, &failure{kind: usage, outcome: run.InvalidParams, message: "the param " + diag.Quote(key, 40) + " is no text, and " + diag.Quote(raw, 40) + " is not JSON"}
	}
	return parsed, list, nil
}

// unknownParams refuses members that the schema rules out, with the name that
// was probably meant.
func unknownParams(params jsonval.Value, schema *jsonschema.Schema) error {
	if schema.Open() {
		return nil
	}
	for _, m := range params.Members() {
		if _, known := schema.Property(m.Key); !known {
			return unknownParam(m.Key, schema)
		}
	}
	return nil
}

func unknownParam(key string, schema *jsonschema.Schema) error {
	var names []string
	for _, p := range schema.Properties() {
		names = append(names, p.Name)
	}
	return &failure{kind: usage, outcome: run.InvalidParams, message: "the recipe has no param " + diag.Quote(key, 40) + "; " + diag.DidYouMean(key, names)}
}

// jsonFlag reads the value of a flag that is JSON or @FILE.
func (a *app) jsonFlag(ctx context.Context, flag, value string) (jsonval.Value, error) {
	text, where := []byte(value), flag
	if name, isFile := strings.CutPrefix(value, "@"); isFile {
		if name == "" {
			return jsonval.Value{}, usagef("%s @ names no file", flag)
		}
		var err error
		if text, err = files.ReadInput(ctx, name, a.streams.In, files.MaxSize); err != nil {
			return jsonval.Value{}, err
		}
		where = name
	}
	v, err := jsonval.Parse(text)
	if err != nil {
		return v, &failure{kind: usage, message: notJSON(where, text, err)}
	}
	return v, nil
}

// runVars gathers the values for auth.derive: the environment, then
// --vars-file, then --var; the later wins.
func (a *app) runVars(ctx context.Context, f *runFlags, r *recipe.Recipe) (map[string]string, error) {
	vars := map[string]string{}
	var names []string
	folded := map[string]string{}
	for _, d := range r.Derive {
		names = append(names, d.Name)
		upper := strings.ToUpper(d.Name)
		text, set := os.LookupEnv("WIELD_VAR_" + upper)
		if other, clash := folded[upper]; clash && set {
			return nil, usagef("WIELD_VAR_%s could mean %s or %s; use --var", upper, other, d.Name)
		}
		folded[upper] = d.Name
		if set {
			vars[d.Name] = jsonval.DecodeUTF8WithoutBOM([]byte(text))
		}
	}
	given, err := a.givenVars(ctx, f)
	if err != nil {
		return nil, err
	}
	for _, v := range given {
		if !slices.Contains(names, v.name) {
			return nil, unknownVar(v, names)
		}
		vars[v.name] = v.text
	}
	return vars, nil
}

// givenVar is a value for auth.derive that a flag gives.
type givenVar struct{ name, text string }

// givenVars reads --vars-file and --var. What comes later wins.
func (a *app) givenVars(ctx context.Context, f *runFlags) ([]givenVar, error) {
	var given []givenVar
	if f.varsFile != "" {
		v, err := a.jsonFlag(ctx, "--vars-file", "@"+f.varsFile)
		if err != nil {
			return nil, err
		}
		if v.Kind() != jsonval.Object {
			return nil, usagef("%s is not a JSON object of names and values", diag.Escape(f.varsFile))
		}
		for _, m := range v.Members() {
			given = append(given, givenVar{m.Key, varText(m.Value)})
		}
	}
	for _, text := range f.vars {
		name, value, ok := strings.Cut(text, "=")
		if !ok { // the text may be the secret itself, so it is not shown
			return nil, usagef("--var takes NAME=VALUE")
		}
		given = append(given, givenVar{name, jsonval.DecodeUTF8WithoutBOM([]byte(value))})
	}
	return given, nil
}

// unknownVar tells of a var that nothing derives. Where the name was forgotten,
// what stands before the = may be a secret in base64.
func unknownVar(v givenVar, known []string) error {
	name := diag.Quote(v.name, 40)
	if v.text == "" {
		name = "of the name that stands before the ="
	}
	if len(known) == 0 {
		return usagef("the recipe derives no values, so it has no use for a var %s", name)
	}
	return usagef("auth.derive has no entry %s; %s", name, diag.DidYouMean(v.name, known))
}

// varText is a member of a file of vars as text.
func varText(v jsonval.Value) string {
	if v.Kind() == jsonval.String {
		return v.Str()
	}
	return jsonval.Stringify(v)
}

// runMappings reads --map-origin; only a declared origin may be mapped.
func runMappings(texts []string, r *recipe.Recipe) ([]fetch.Mapping, error) {
	return originMappings(texts, r.Origins(), "an origin of the recipe; declared: "+strings.Join(r.Origins(), ", "))
}

// originMappings reads --map-origin. What the origins are is for the message.
func originMappings(texts, origins []string, what string) ([]fetch.Mapping, error) {
	var mappings []fetch.Mapping
	for _, text := range texts {
		m, err := fetch.ParseMapping(text)
		if err != nil {
			return nil, &failure{kind: usage, message: "--map-origin", err: err}
		}
		if !slices.Contains(origins, m.Origin) {
			return nil, usagef("--map-origin: %s is not %s", diag.Escape(m.Origin), diag.Escape(what))
		}
		if slices.ContainsFunc(mappings, func(other fetch.Mapping) bool { return other.Origin == m.Origin }) {
			return nil, usagef("--map-origin: %s is mapped twice", diag.Escape(m.Origin))
		}
		if !reachable(m.Target) {
			return nil, usagef("--map-origin: %s is neither loopback nor a public address", diag.Escape(m.Target))
		}
		mappings = append(mappings, m)
	}
	return mappings, nil
}

// askPost decides on a request that is no GET: by the flag, else by asking the
// person at the terminal.
func (a *app) askPost(f *runFlags) func(context.Context, []run.Planned) (bool, error) {
	return func(ctx context.Context, planned []run.Planned) (bool, error) {
		if f.allowPost {
			return true, nil
		}
		a.printRequests(planned)
		return a.streams.Ask(ctx, "Send it?")
	}
}

// userAgent names the tool and its version.
func (a *app) userAgent() string { return a.program + "/" + bareVersion() }

// bareVersion is the version without the commit.
func bareVersion() string {
	v, _, _ := strings.Cut(buildVersion(), " ")
	return strings.TrimPrefix(v, "v")
}

// reachable reports whether a mapping may lead to a target, as far as its host
// is an address: loopback, or what anybody can reach.
func reachable(target string) bool {
	u, err := fetch.ParseURL(target, nil)
	if err != nil {
		return false
	}
	addr, err := netip.ParseAddr(strings.Trim(u.Hostname(), "[]"))
	return err != nil || addr.Unmap().IsLoopback() || fetch.PublicAddr(addr)
}
