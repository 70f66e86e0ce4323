package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// maxSize is how long a configuration file may be, in bytes.
const maxSize = 1 << 20

// node is a value of a configuration file, whatever its language: a string,
// bool, int64 or float64, nil, []*node or []member.
type node struct {
	line  int // from 1; 0: not known
	value any
}

type member struct {
	key  string
	line int
	node *node
}

// fault is what is wrong at a line.
type fault struct {
	line    int
	message string
}

// readFile reads and checks one file.
func readFile(path string) (map[string]any, error) {
	text, err := load(path)
	if err != nil {
		return nil, err
	}
	var root *node
	var f *fault
	switch ext := strings.ToLower(filepath.Ext(path)); ext {
	case ".yaml", ".yml":
		root, f = parseYAML(text)
	case ".toml":
		root, f = parseTOML(text)
	case ".json":
		root, f = parseJSON(text)
	default:
		f = &fault{0, "a configuration file ends in .yaml, .toml or .json"}
	}
	if f == nil {
		var settings map[string]any
		if settings, f = check(root); f == nil {
			return settings, nil
		}
	}
	return nil, &Error{Where: path, Line: f.line, Message: f.message}
}

func load(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		var cause *os.PathError
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil, &Error{Where: path, Message: "there is no such file"}
		case errors.As(err, &cause):
			err = cause.Err
		}
		return nil, &Error{Where: path, Message: err.Error()}
	}
	if !info.Mode().IsRegular() {
		return nil, &Error{Where: path, Message: "this is no file"}
	}
	if info.Size() > maxSize {
		return nil, &Error{Where: path, Message: "a configuration file has at most 1 MiB"}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, &Error{Where: path, Message: err.Error()}
	}
	return text, nil
}
