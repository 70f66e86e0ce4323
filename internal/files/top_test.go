package files

import (
	"context"
	"fmt"
	"os"
	"sync"
	"testing"
)

// Files of several folders are read in any order and at once; of their folders
// one stays open.
func TestFoldersOfFiles(t *testing.T) {
	texts := map[string]string{}
	for folder := range 5 {
		for file := range 4 {
			texts[fmt.Sprintf("recipes/%d/d/%d.json", folder, file)] = fmt.Sprintf(`{"n": %d%d}`, folder, file)
		}
	}
	tree(t, texts)
	set, err := Find(context.Background(), nil, Options{})
	if err != nil || len(set.Files) != len(texts) {
		t.Fatal(len(set.Files), err)
	}
	read := func(f *File) {
		if text, err := f.Read(context.Background()); err != nil || string(text) != texts[f.Name] {
			t.Errorf("%s: %q, %v", f.Name, text, err)
		}
	}
	var group sync.WaitGroup
	for i := range set.Files {
		group.Go(func() { read(&set.Files[i]) })
		group.Go(func() { read(&set.Files[len(set.Files)-1-i]) })
	}
	group.Wait()
	first := &set.Files[0]
	read(first)
	last := first.top.last
	if last.rel != "0/d" || last.users != 0 || last.left {
		t.Errorf("%+v", last)
	}
	read(&set.Files[4])
	if _, err := last.root.Stat("0.json"); err == nil {
		t.Error("the folder before the last one is open")
	}
	beside := first.Beside("3.json")
	if beside.Name != "recipes/0/d/3.json" {
		t.Error(beside.Name)
	}
	read(&beside)
}

// A folder that is gone is told of, and the others are read.
func TestFolderIsGone(t *testing.T) {
	tree(t, map[string]string{"recipes/a/x.json": site, "recipes/b/x.json": site})
	set := want(t, "recipes", Options{}, "recipes/a/x.json recipes/b/x.json")
	if err := os.RemoveAll("recipes/a"); err != nil {
		t.Fatal(err)
	}
	if _, err := set.Files[0].Read(context.Background()); err == nil || err.Error() != "recipes/a/x.json: no such file or directory" {
		t.Errorf("got %v", err)
	}
	if _, err := set.Files[1].Read(context.Background()); err != nil {
		t.Error(err)
	}
}
