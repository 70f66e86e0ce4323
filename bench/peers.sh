#!/bin/sh
# What we do beside what others do with the same data, in one session: only the
# ratios can be compared, the load of the machine falls out.
#
#   NODE_PATH=/where/npm/installed/node_modules bench/peers.sh
#
# Needs Go. Node with ajv, @jmespath-community/jmespath and cheerio, and jq are
# passed over where they are not installed.
set -eu
cd "$(dirname "$0")/.."

echo "# Node: here, there, how many times as long"
go run ./testdata/bench/peers testdata/bench/peers/peers.js

echo
echo "# Go libraries: here, there, how many times as long"
benchmark() {
	go test -run '^$' -bench "$1" -benchtime 100ms -count 5 "$2"
}
{
	benchmark . ./pkg/jmespath
	benchmark 'TwentySelectors|Page5MB' ./pkg/selector
	benchmark Compile ./pkg/jsonschema | sed 's|^BenchmarkCompile|JSONSchema/own|; s|^BenchmarkLibraryCompile|JSONSchema/santhosh-tekuri/jsonschema|'
} | awk '
	/ns\/op/ {
		sub(/^Benchmark/, ""); sub(/-[0-9]+$/, "", $1)
		# The part that both have is the name, the rest who it is.
		name = $1
		sub(/\/(own|go-jmespath|selector|cascadia|dom\+selector|html\.Parse\+cascadia|santhosh-tekuri\/jsonschema)$/, "", name)
		who = substr($1, length(name) + 2)
		if (!(name in first)) { first[name] = who; order[++n] = name }
		if (who != first[name]) other[name] = who
		if (!((name, who) in best) || $3 < best[name, who]) best[name, who] = $3 + 0
	}
	END {
		for (i = 1; i <= n; i++) {
			name = order[i]
			ours = best[name, first[name]]; theirs = best[name, other[name]]
			if (other[name] != "") printf "%-44s %12.1f µs %12.1f µs %6.1fx  %s\n", name, ours / 1000, theirs / 1000, theirs / ours, other[name]
		}
	}'

echo
echo "# A table of a JSON response"
bench/render.sh 5
