#!/bin/sh
# What it takes to make a Markdown table of a JSON response, beside jq doing the
# same. Figures of one call can be compared: the load of the machine falls out.
#
#   bench/render.sh [MEGABYTES...]      # 5 and 100
#
# Needs Go; a program to compare with that is not installed is passed over.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
CGO_ENABLED=0 go build -trimpath -buildvcs=false -ldflags '-s -w' -o "$work/" ./cmd/wield-dev ./testdata/bench/rows ./testdata/bench/measure
measure=$work/measure wield=$work/wield-dev

recipe() {
	cat <<RECIPE
{ "schemaVersion": 1, "name": "Rows", "select": "\$.items",
  "fields": {
    "Id": { "path": "id", "format": "integer" }, "Name": "name",
    "Price": { "path": "price", "format": "number" }, "Added": { "path": "added", "format": "date" }, "Seller": "seller.name"
  }, "limits": { "maxItems": $1, "maxChars": 2000000000 } }
RECIPE
}
recipe 50 > "$work/first.json"
recipe 100000000 > "$work/all.json"

# The same five columns. Backslash, pipe and what else is live in a cell are
# escaped, each run of white space becomes one space.
cat > "$work/table.jq" <<'JQ'
def cell: tostring | gsub("\\s+"; " ") | gsub("(?<c>[\\\\|`*<>~\\[\\]])"; "\\\(.c)");
"# Rows", "", "| Id | Name | Price | Added | Seller |", "| ---: | --- | ---: | --- | --- |",
(.items[] | "| \(.id | cell) | \(.name | cell) | \(.price | cell) | \(.added | cell) | \(.seller.name | cell) |")
JQ
cat > "$work/plain.jq" <<'JQ'
"# Rows", "", "| Id | Name | Price | Added | Seller |", "| ---: | --- | ---: | --- | --- |",
(.items[] | "| \(.id) | \(.name) | \(.price) | \(.added) | \(.seller.name) |")
JQ

[ $# -gt 0 ] || set -- 5 100
for size; do
	"$work/rows" "$size" > "$work/rows.json"
	echo "$size MB, $(grep -c '^{"id"' "$work/rows.json") rows"
	"$measure" "wield-dev render, every row" "$wield" render -q "$work/all.json" "$work/rows.json"
	"$measure" "wield-dev render, 50 rows, the rest counted" "$wield" render -q "$work/first.json" "$work/rows.json"
	"$measure" "wield-dev render, every row and its record" "$wield" render -q "$work/all.json" "$work/rows.json" --records "$work/records.json"
	for jq in jq gojq jaq; do
		if command -v "$jq" > /dev/null 2>&1; then
			"$measure" "$jq, every row, escaped" "$jq" -r -f "$work/table.jq" "$work/rows.json"
			"$measure" "$jq, every row, as it is" "$jq" -r -f "$work/plain.jq" "$work/rows.json"
		else
			echo "$jq is not installed: passed over"
		fi
	done
	# Miller reads records, not an object with a list of them; of what is live in
	# a cell it escapes the pipe.
	if command -v mlr > /dev/null 2>&1; then
		sed -n '/^{"id"/s/,$//p' "$work/rows.json" > "$work/rows.ndjson"
		"$measure" "mlr, every row of the bare records" mlr --ijsonl --omd flatten then cut -o -f id,name,price,added,seller.name "$work/rows.ndjson"
	else
		echo "mlr is not installed: passed over"
	fi
done
