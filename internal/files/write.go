package files

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Access says who may read a file that is written.
type Access uint8

// The kinds of access.
const (
	Shared  Access = iota // as files are made here; one that exists keeps its permissions
	Private               // the owner alone
)

// Write puts data into a file, which is there in full or as it was before,
// never in part. A device or a pipe is written to as it is. Errors are *Error.
func Write(name string, data []byte, access Access) error {
	target := name
	if resolved, err := filepath.EvalSymlinks(name); err == nil {
		target = resolved // what a link points to is replaced, not the link
	}
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return &Error{Name: name, Message: "this is a folder"}
	case err == nil && !info.Mode().IsRegular():
		err = writeThrough(name, data)
	case err == nil && access == Shared:
		err = replace(target, data, 0o600, info.Mode().Perm())
	case access == Shared:
		err = replace(target, data, 0o666, 0)
	default:
		err = replace(target, data, 0o600, 0)
	}
	if err != nil {
		return failed(name, err)
	}
	return nil
}

func writeThrough(name string, data []byte) error {
	file, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	return errors.Join(err, file.Close())
}

// replace writes beside the file and renames. The permissions of creating are
// cut by the process's mask, those of later (0: none) are set as they are.
func replace(target string, data []byte, creating, later fs.FileMode) (err error) {
	dir, base := filepath.Split(target)
	name := filepath.Join(dir, "."+base+"."+rand.Text()[:10]+".tmp")
	temp, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, creating)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			temp.Close()
			os.Remove(name)
		}
	}()
	if _, err := temp.Write(data); err != nil {
		return err
	}
	if later != 0 {
		if err := temp.Chmod(later); err != nil {
			return err
		}
	}
	if err := temp.Sync(); err != nil {
		return err
	}
	if err := temp.Close(); err != nil {
		return err
	}
	return os.Rename(name, target)
}
