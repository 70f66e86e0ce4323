package cli

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wield-run/wield/internal/mutate"
	"github.com/wield-run/wield/internal/terminal"
	"github.com/wield-run/wield/pkg/jsonval"
)

// variant writes a shipped recipe with changes into a new folder, and gives
// its name there.
func variant(t *testing.T, slug, changes string) string {
	t.Helper()
	text, err := os.ReadFile("../../recipes/example.de/" + slug + ".json")
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonval.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if v, err = mutate.Apply(v, changes); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), slug+".json")
	if err := os.WriteFile(file, jsonval.AppendIndent(nil, v, "  "), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// All shipped recipes pass their own tests, live too.
func TestTestLive(t *testing.T) {
	shop := newDemo(t)
	args := []string{"test", "../../recipes/example.de", "--allow-post", "--format", "json"}
	for origin, url := range shop.origins {
		args = append(args, "--map-origin", origin+"="+url)
	}
	code, stdout, stderr := invoke(t, "wield-dev", args...)
	v, err := jsonval.ParseString(stdout)
	if code != 0 || err != nil || int(v.Field("summary").Field("ok").Float()) != len(shipped()) {
		t.Errorf("exit %d\n%s%s", code, stdout, stderr)
	}
	// A request that is no GET is sent only where that was allowed.
	code, stdout, _ = invoke(t, "wield-dev", append(args[:2:2], args[3:]...)...)
	if code != 2 || !strings.Contains(stdout, `"code": "denied"`) || !strings.Contains(stdout, `"call_at_fault": 1`) {
		t.Errorf("exit %d\n%s", code, stdout)
	}
}

// A live run that takes longer than verify.max_ms fails its test; a replay has
// no time of its own.
func TestTestTime(t *testing.T) {
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-time.After(20 * time.Millisecond):
		}
		w.Header().Set("Content-Type", "application/json")
		w.Write([]byte(`{"meta":{"total":1},"results":[{"title":"a","price":{"amount":1},"path":"/a"}]}`))
	}))
	defer slow.Close()
	file := variant(t, "search-items", "verify.max_ms = 1")
	mapped := []string{"--map-origin", "https://api.example.de=" + slow.URL}
	code, stdout, stderr := invoke(t, "wield-dev", append([]string{"test", file}, mapped...)...)
	if code != 1 || !strings.Contains(stdout, "and verify.max_ms allows 1\n") {
		t.Errorf("exit %d\n%s%s", code, stdout, stderr)
	}
	// For `run` it is a warning.
	har := filepath.Join(filepath.Dir(file), "search-items.har")
	code, _, stderr = invoke(t, "wield-dev", append([]string{"run", file, "--har", har}, mapped...)...)
	if code != 0 || !strings.Contains(stderr, "note: the run took ") {
		t.Errorf("exit %d\n%s", code, stderr)
	}
	code, stdout, stderr = invoke(t, "wield-dev", "test", file, "--replay")
	if code != 0 {
		t.Errorf("exit %d\n%s%s", code, stdout, stderr)
	}
}

// --update shows what has changed in the answers, and only that; what is the
// same stays as it is, and so does the recording of a run that failed.
func TestTestUpdate(t *testing.T) {
	shop := newDemo(t)
	file := variant(t, "search-items", "")
	har := filepath.Join(filepath.Dir(file), "search-items.har")
	args := append([]string{"test", file, "--update", "--yes"}, shop.flags(t, file)...)
	code, stdout, stderr := invoke(t, "wield-dev", args...)
	if code != 0 || !strings.Contains(stderr, "+GET https://api.example.de/v2/search?q=fahrrad&price_to=300&size=20\n") || !strings.Contains(stderr, "wrote 1 recording; 0 as before") || !strings.HasPrefix(stdout, "ok ") {
		t.Fatalf("exit %d\n%s%s", code, stdout, stderr)
	}
	first, err := os.ReadFile(har)
	if err != nil {
		t.Fatal(err)
	}
	_, _, stderr = invoke(t, "wield-dev", args...)
	if !strings.Contains(stderr, "wrote 0 recordings; 1 as before") || strings.Contains(stderr, "@@") {
		t.Errorf("the second time: %s", stderr)
	}
	changed := strings.Replace(string(first), `\"amount\":249`, `\"amount\":248`, 1)
	if err := errors.Join(os.WriteFile(har, []byte(changed), 0o600), os.Chmod(har, 0o640)); err != nil {
		t.Fatal(err)
	}
	_, _, stderr = invoke(t, "wield-dev", args...)
	if !strings.Contains(stderr, "-<         \"amount\": 248,\n+<         \"amount\": 249,\n") || strings.Count(stderr, "\n+") != 2 || strings.Contains(stderr, "startedDateTime") {
		t.Errorf("a changed price: %s", stderr)
	}
	if info, err := os.Stat(har); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	code, _, stderr = invoke(t, "wield-dev", "test", file, "--replay")
	if code != 0 {
		t.Errorf("the new recording does not answer: %s", stderr)
	}
	before, _ := os.ReadFile(har)
	shop.origins["https://api.example.de"] = "http://127.0.0.1:1" // nobody listens
	code, _, stderr = invoke(t, "wield-dev", append([]string{"test", file, "--update", "--yes"}, shop.flags(t, file)...)...)
	after, _ := os.ReadFile(har)
	if code != 3 || string(before) != string(after) {
		t.Errorf("exit %d\n%s", code, stderr)
	}
}

// An interrupted test tells what is known by then.
func TestTestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	hanging := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	}))
	defer hanging.Close()
	file := variant(t, "search-items", "")
	broken := filepath.Join(filepath.Dir(file), "a.json")
	if err := os.WriteFile(broken, []byte(`{"schema": "https://wield.run/schema/recipe/v1.json"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	streams, out, errs := terminal.Buffers("")
	code := start(ctx, "wield-dev", []string{"test", filepath.Dir(file), "-j", "1", "--format", "json", "--map-origin", "https://api.example.de=" + hanging.URL}, streams)
	v, err := jsonval.ParseString(out.String())
	if code != 130 || err != nil || v.Field("recipes").At(0).Field("code").Str() != "invalid_recipe" || v.Field("recipes").At(1).Field("code").Str() != "interrupted" || !strings.HasSuffix(errs.String(), "wield-dev: interrupted\n") {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
}
