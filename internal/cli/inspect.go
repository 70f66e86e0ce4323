package cli

import (
	"context"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/wield-run/wield/internal/files"
	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/pkg/diag"
)

// look gives the findings of one file. An error means that the question could
// not be asked.
type look func(t *target) ([]*diag.Diagnostic, error)

// inspection looks at files, several at a time.
type inspection struct {
	look    look
	filter  *filter
	jobs    int  // 0: as many as there are cores
	keep    bool // the text of every file, also of one without findings
	folders folders
}

// inspected is one file with what was found in it.
type inspected struct {
	file  files.File
	text  []byte // nil: nothing was found, and nobody asked to keep it
	found []*diag.Diagnostic
	err   error // the file could not be looked at
}

// files looks at all files. The results are in the files' order, whichever
// ends first. The error is that of the context.
func (in *inspection) files(ctx context.Context, list []files.File) ([]inspected, error) {
	all := make([]inspected, len(list))
	in.folders.await(list)
	if !in.keep {
		// Nearly all that is allocated for a file is garbage when the next one
		// comes, so that little is there to collect, and often.
		defer debug.SetGCPercent(debug.SetGCPercent(400))
	}
	err := in.each(ctx, len(list), func(i int) { all[i] = in.file(ctx, list[i]) })
	return all, err
}

// each does something for every number below n, several at a time. A panic
// reaches the caller, which has the one place that reports it.
func (in *inspection) each(ctx context.Context, n int, do func(i int)) error {
	jobs := in.jobs
	if jobs == 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	var next atomic.Int64
	var crashed atomic.Pointer[crash]
	work := func() {
		defer func() {
			if v := recover(); v != nil {
				crashed.CompareAndSwap(nil, newCrash(v))
			}
		}()
		for ctx.Err() == nil && crashed.Load() == nil {
			i := int(next.Add(1)) - 1
			if i >= n {
				return
			}
			do(i)
		}
	}
	var group sync.WaitGroup
	for range min(jobs, n) - 1 {
		group.Go(work)
	}
	work() // a single file needs no other thread
	group.Wait()
	if c := crashed.Load(); c != nil {
		panic(c)
	}
	return ctx.Err()
}

func (in *inspection) file(ctx context.Context, file files.File) inspected {
	text := in.folders.take(file.Place)
	if text == nil {
		var err error
		if text, err = file.Read(ctx); err != nil {
			return inspected{file: file, err: err}
		}
	}
	return in.text(file, text)
}

// text looks at a text as if it were that of a file.
func (in *inspection) text(file files.File, text []byte) inspected {
	found, err := in.look(&target{file, text, &in.folders})
	done := inspected{file: file, found: in.filter.apply(found), err: err}
	diag.Sort(done.found)
	if in.keep || len(done.found) > 0 {
		done.text = text
	}
	return done
}

// filter leaves findings out by their codes, and those that only follow of what
// is reported.
type filter struct {
	selected []string // empty: all
	ignored  []string
	off      func(code, file string) bool  // warnings that the project turns off
	fixed    func(d *diag.Diagnostic) bool // findings that stay whatever is asked
	follows  []lint.Follows
}

func (f *filter) apply(found []*diag.Diagnostic) []*diag.Diagnostic {
	reported := slices.DeleteFunc(found, func(d *diag.Diagnostic) bool {
		switch {
		case f.fixed(d):
			return false
		case len(f.selected) > 0 && !codeListed(f.selected, d.Code), codeListed(f.ignored, d.Code):
			return true
		}
		return d.Severity == diag.Warning && f.off(d.Code, d.File)
	})
	return lint.WithoutFollowing(reported, f.follows)
}
