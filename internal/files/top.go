package files

import (
	"os"
	"sync"
)

// top is a folder that files are read below. It stays open as long as one of
// its files is there, and so does the folder of the file that was read last:
// most files stand beside the one before them, and each is read with a third of
// the system calls then.
type top struct {
	dir string // absolute

	mu   sync.Mutex
	root *os.Root // dir, open; nil: it is to be opened
	last *opened  // nil: nothing was read yet
}

// opened is a folder below a top that is open for as long as it is the last
// one, or somebody reads in it.
type opened struct {
	rel   string // below the top; "." is the top itself
	root  *os.Root
	users int
	left  bool // it is not the last one any more
}

// open gives the folder at rel, clean and with the system's separators, until
// leave is called.
func (t *top) open(rel string) (*opened, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.last == nil || t.last.rel != rel {
		next, err := t.folder(rel)
		if err != nil {
			return nil, err
		}
		if t.last != nil {
			t.last.left = true
			t.close(t.last)
		}
		t.last = next
	}
	t.last.users++
	return t.last, nil
}

// leave ends what open began.
func (t *top) leave(o *opened) {
	t.mu.Lock()
	defer t.mu.Unlock()
	o.users--
	t.close(o)
}

// close closes a folder that nobody needs.
func (t *top) close(o *opened) {
	if o.left && o.users == 0 && o.root != t.root {
		o.root.Close()
	}
}

// folder opens the folder at rel.
func (t *top) folder(rel string) (*opened, error) {
	if t.root == nil {
		root, err := os.OpenRoot(t.dir)
		if err != nil {
			return nil, err
		}
		t.root = root
	}
	if rel == "." {
		return &opened{rel: rel, root: t.root}, nil
	}
	root, err := t.root.OpenRoot(rel)
	if err != nil {
		return nil, err
	}
	return &opened{rel: rel, root: root}, nil
}
