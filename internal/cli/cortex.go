package cli

import (
	"cmp"
	"os"
	"path/filepath"
	"runtime"
)

// storePath is the file of the local store: the one that is named, else that
// of the configuration, else the user's.
func (a *app) storePath(named string) (string, error) {
	if path := cmp.Or(named, a.config.CortexPath); path != "" {
		return path, nil
	}
	dir, err := dataDir()
	if err != nil {
		return "", usagef("there is no folder for the local store (%s); name its file with cortex_path in .wield.yaml, or WIELD_CORTEX_PATH", err)
	}
	return filepath.Join(dir, "wield", "cortex.db"), nil
}

// dataDir is the folder of the user's data.
func dataDir() (string, error) {
	switch runtime.GOOS {
	case "windows": // %LocalAppData%
		return os.UserCacheDir()
	case "darwin":
		return os.UserConfigDir() // ~/Library/Application Support
	}
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return dir, nil
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "share"), err
}
