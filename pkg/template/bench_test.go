package template

import "testing"

func benchmark(b *testing.B, src string) {
	tpl, env := parse(b, src), testEnv()
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := tpl.Value(env); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSingle(b *testing.B) { benchmark(b, `{{ params.query }}`) }

func BenchmarkURL(b *testing.B) {
	benchmark(b, `https://api.example.de/v2/items/{{ steps.search.items[0].id }}/offers?size={{ params.limit }}`)
}

func BenchmarkEncode(b *testing.B) {
	benchmark(b, `https://www.example.de/suche/{{ params.query | trim | encode }}`)
}

func BenchmarkDate(b *testing.B) { benchmark(b, `{{ now | date:'YYYY-MM-DDTHH:mm:ssZZ' }}`) }

func BenchmarkPieces(b *testing.B) {
	tpl, env := parse(b, `https://api.example.de/v2/items/{{ steps.search.items[0].id }}/offers?size={{ params.limit }}`), testEnv()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := tpl.Pieces(env); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Parse(`https://api.example.de/v2/items/{{ steps.search.items[0].id | default:0 }}/offers?size={{ params.limit }}`)
	}
}
