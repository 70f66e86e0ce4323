// Package config reads the settings of a project: the nearest .wield.yaml,
// .wield.toml or .wield.json, and the WIELD_… variables. It gives one typed
// value that nothing changes afterwards. What a setting means is for those who
// use it.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/viper"

	"github.com/wield-run/wield/internal/gitignore"
	"github.com/wield-run/wield/pkg/diag"
)

// NoLimit is the number of warnings of a project that sets none.
const NoLimit = -1

// Config is the settings of a project. It is not to be changed.
type Config struct {
	File        string   // the file that was read; empty: none
	Select      []string `mapstructure:"select"`       // codes to report; empty: all
	Ignore      []Ignore `mapstructure:"ignore"`       // warnings that are turned off
	Format      []string `mapstructure:"format"`       // "json" or "sarif=FILE"; empty: the command's default
	MaxWarnings int      `mapstructure:"max_warnings"` // more warnings than this are a fault; NoLimit
	Color       string   `mapstructure:"color"`        // auto, always, never; empty: not set
	Quiet       bool     `mapstructure:"quiet"`
	Jobs        int      `mapstructure:"jobs"`        // files at a time; 0: as many as there are cores
	CortexPath  string   `mapstructure:"cortex_path"` // the file of the local store; empty: the user's

	ignored []gitignore.Patterns // of each Ignore
	folder  string               // that the paths of Ignore are relative to
	from    map[string]string    // what sets each setting that is set
	found   bool                 // File was searched for, and not named
}

// Ignore turns codes off for the files that its paths name. The paths are
// patterns as in a .gitignore file beside the configuration.
type Ignore struct {
	Codes  []string `mapstructure:"codes"`
	Paths  []string `mapstructure:"paths"`
	Reason string   `mapstructure:"reason"`
}

// StoreElsewhere tells whether a file that was found and not named chooses a
// CortexPath that is not below its own folder.
func (c Config) StoreElsewhere() bool {
	if !c.found || c.CortexPath == "" || c.from["cortex_path"] != c.File {
		return false
	}
	abs, err := filepath.Abs(c.CortexPath)
	if err != nil {
		return true
	}
	rel, err := filepath.Rel(c.folder, abs)
	return err != nil || !below(c.folder, rel)
}

// Ignored tells whether warnings of a code are turned off for a file, and the
// reason that the project gives. A code turns off its sub-checks too: S7 also
// means S7/url.
func (c Config) Ignored(code, file string) (reason string, ok bool) {
	if len(c.Ignore) == 0 {
		return "", false
	}
	abs, err := filepath.Abs(file)
	if err != nil {
		return "", false
	}
	rel, err := filepath.Rel(c.folder, abs)
	if err != nil || !filepath.IsLocal(rel) {
		return "", false
	}
	rel = filepath.ToSlash(rel)
	for i, ignore := range c.Ignore {
		if matchesCode(ignore.Codes, code) && c.ignored[i].Match(rel, false) {
			return ignore.Reason, true
		}
	}
	return "", false
}

func matchesCode(codes []string, code string) bool {
	return slices.ContainsFunc(codes, func(c string) bool {
		return code == c || strings.HasPrefix(code, c+"/")
	})
}

// Error says what is wrong with the settings, in one sentence.
type Error struct {
	Where   string // a file, or a variable
	Line    int    // from 1; 0: not known
	Message string
}

func (e *Error) Error() string {
	if e.Line > 0 {
		return e.Where + ":" + strconv.Itoa(e.Line) + ": " + e.Message
	}
	return e.Where + ": " + e.Message
}

// Options say where settings are read from, beside the environment.
type Options struct {
	File   string // read this one; empty: search
	Search bool   // look for a file in the working folder and those above
}

// Load reads the settings. An error is an *Error.
func Load(o Options) (Config, error) {
	c := Config{MaxWarnings: NoLimit}
	path := o.File
	if path == "" && o.Search {
		var err error
		if path, err = find(); err != nil {
			return Config{}, err
		}
	}
	variables, err := environment(os.Environ())
	if err != nil {
		return Config{}, err
	}
	if path == "" && len(variables) == 0 {
		return c, nil
	}
	// Files first, then what overrides them.
	v := viper.New()
	c.from = map[string]string{}
	if path != "" {
		settings, err := readFile(path)
		if err != nil {
			return Config{}, err
		}
		if store, ok := settings["cortex_path"].(string); ok {
			if settings["cortex_path"], err = beside(path, store); err != nil {
				return Config{}, err
			}
		}
		if err := v.MergeConfigMap(settings); err != nil {
			return Config{}, &Error{Where: path, Message: err.Error()}
		}
		c.File, c.found = path, o.File == ""
		for key := range settings {
			c.from[key] = path
		}
	}
	for key, value := range variables {
		v.Set(key, value)
		c.from[key] = variable(key)
	}
	if err := v.UnmarshalExact(&c); err != nil {
		return Config{}, &Error{Where: path, Message: err.Error()}
	}
	if c.found && c.from["format"] == path {
		for _, format := range c.Format {
			if _, file, ok := strings.Cut(format, "="); ok && file != "" && !below(".", file) {
				return Config{}, &Error{Where: path, Message: "`format` writes to " + file + ", which is not below the working folder; only --format, WIELD_FORMAT and a file that --config names may"}
			}
		}
	}
	return c, c.compile()
}

// below reports whether a file, relative to a folder, is below it, whatever the
// links on the way: a folder that somebody else made must not choose what is
// written elsewhere.
func below(folder, rel string) bool {
	root, err := os.OpenRoot(folder)
	if err != nil || !filepath.IsLocal(rel) {
		return false
	}
	defer root.Close()
	_, err = root.Stat(rel)
	return err == nil || errors.Is(err, fs.ErrNotExist)
}

// beside reads a path as a configuration writes it: relative to the folder of
// the configuration, or to the home of the user with ~/.
func beside(config, path string) (string, error) {
	if below, ok := strings.CutPrefix(path, "~/"); ok {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", &Error{Where: config, Message: "`cortex_path` begins with ~, and the home of the user is not known"}
		}
		return filepath.Join(home, below), nil
	}
	if filepath.IsAbs(path) {
		return path, nil
	}
	return filepath.Join(filepath.Dir(config), path), nil
}

// compile reads the path patterns once.
func (c *Config) compile() error {
	abs, err := filepath.Abs(c.File)
	if err != nil {
		return &Error{Where: c.File, Message: err.Error()}
	}
	c.folder = filepath.Dir(abs)
	for _, ignore := range c.Ignore {
		c.ignored = append(c.ignored, gitignore.Parse([]byte(strings.Join(ignore.Paths, "\n"))))
	}
	return nil
}

// fileNames are the names that are searched for.
func fileNames() []string { return []string{".wield.yaml", ".wield.toml", ".wield.json"} }

// find looks for the nearest file from the working folder upwards.
func find() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", &Error{Where: ".", Message: err.Error()}
	}
	up := ""
	for {
		var found []string
		for _, name := range fileNames() {
			if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
				found = append(found, up+name)
			}
		}
		switch {
		case len(found) > 1:
			return "", &Error{Where: found[0], Message: fmt.Sprintf("%s stands beside it; keep one of them", filepath.Base(found[1]))}
		case len(found) == 1:
			return filepath.FromSlash(found[0]), nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", nil
		}
		dir, up = parent, up+"../"
	}
}

// environment picks the settings out of the environment. Variables of other
// programs that begin with WIELD_ are passed over, those that look like a
// misspelt setting are not.
func environment(environ []string) (map[string]any, error) {
	var settings map[string]any
	for _, e := range environ {
		name, text, _ := strings.Cut(e, "=")
		rest, ok := strings.CutPrefix(name, "WIELD_")
		if !ok || text == "" || strings.HasPrefix(rest, "VAR_") {
			continue
		}
		key := strings.ToLower(rest)
		i := slices.IndexFunc(schema(), func(s setting) bool { return s.key == key && s.fromText != nil })
		if i < 0 || rest != strings.ToUpper(rest) {
			if meant := diag.Nearest(rest, variableNames()); meant != "" {
				return nil, &Error{Where: diag.Escape(name), Message: fmt.Sprintf("there is no such variable; did you mean WIELD_%s?", meant)}
			}
			continue
		}
		value, problem := schema()[i].fromText(text)
		if problem != "" {
			return nil, &Error{Where: name, Message: problem}
		}
		if settings == nil {
			settings = map[string]any{}
		}
		settings[key] = value
	}
	return settings, nil
}

func variableNames() []string {
	var names []string
	for _, s := range schema() {
		if s.fromText != nil {
			names = append(names, strings.ToUpper(s.key))
		}
	}
	return names
}
