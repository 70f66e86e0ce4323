# Everything that is done with this repository. Nothing but Go is needed.

GO ?= go
FUZZTIME ?= 3s
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2

CLI = github.com/wield-run/wield/internal/cli

# The race detector needs a C compiler; without one the tests run plainly.
RACE := $(shell command -v $$($(GO) env CC) >/dev/null 2>&1 && echo -race)

# Where git refuses to look at the folder (it belongs to somebody else), the
# programs are built without the commit in their version.
VCS := $(shell git rev-parse HEAD >/dev/null 2>&1 || echo -buildvcs=false)

.PHONY: all demo test check recipes unit fuzz bench bench-peers generate packaging snapshot clean

## all: build both programs into bin/
all:
	CGO_ENABLED=0 $(GO) build -trimpath $(VCS) -ldflags '-s -w' -o bin/ ./cmd/...

## demo: run a recipe from a recording; nothing is sent
demo: all
	bin/wield-dev run recipes/example.de/search-items.json --replay recipes/example.de/search-items.har --params '{"query":"fahrrad","max_price":300}'

## test: all that must pass before a change is taken
test: all check recipes unit fuzz

## check: formatting and static analysis
check:
	@unformatted=$$(gofmt -l .); \
	if [ -n "$$unformatted" ]; then echo "gofmt would change:"; echo "$$unformatted"; exit 1; fi
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...

## recipes: the recipes that we ship hold the rules, and answer as recorded
recipes: all
	bin/wield-dev fmt --check --quiet recipes
	bin/wield-build lint --quiet --format concise recipes
	bin/wield-dev test --quiet --replay recipes

## unit: all tests, with the race detector
unit:
	$(GO) test $(RACE) -timeout 45m ./...

## fuzz: each fuzz target for FUZZTIME
# A run whose time is up in the middle of an input may fail with "context
# deadline exceeded", about one in fifty on a busy machine. An input that really
# fails is kept by the first run, and fails in the others too.
fuzz:
	@set -e; for package in $$($(GO) list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}' ./...); do \
		dir=$$($(GO) list -f '{{.Dir}}' $$package); \
		grep -qs '^func Fuzz' $$dir/*_test.go || continue; \
		for target in $$($(GO) test -list '^Fuzz' $$package | grep '^Fuzz'); do \
			echo "fuzz $$package $$target"; \
			fuzz="$(GO) test -run ^$$ -fuzz ^$$target\$$ -fuzztime $(FUZZTIME) -fuzzminimizetime 20x $$package"; \
			$$fuzz || $$fuzz || $$fuzz; \
		done; \
	done

## bench: all benchmarks
bench:
	$(GO) test -run '^$$' -bench . -benchmem ./...

## bench-peers: what other programs and libraries take for the same, where they are installed
bench-peers:
	bench/peers.sh

## generate: write the files that are made from others
generate:
	$(GO) generate ./...

## packaging: completions and manual pages, for the packages of a release
packaging:
	rm -rf packaging
	mkdir -p packaging/completions packaging/man
	@set -e; for program in wield-dev wield-build; do \
		run="$(GO) run -ldflags '-X $(CLI).version=$(VERSION) -X $(CLI).date=$(DATE)' ./cmd/$$program"; \
		eval "$$run completion bash" > packaging/completions/$$program.bash; \
		eval "$$run completion zsh" > packaging/completions/_$$program; \
		eval "$$run completion fish" > packaging/completions/$$program.fish; \
		eval "$$run completion powershell" > packaging/completions/$$program.ps1; \
		eval "$$run man --out packaging/man"; \
	done

## snapshot: a release that is not published, in dist/; needs goreleaser
snapshot:
	goreleaser check
	goreleaser release --snapshot --clean --skip=docker,sbom

## clean: remove what was built
clean:
	rm -rf bin dist packaging
