package verdict

import (
	"bytes"
	"time"

	"github.com/wield-run/wield/internal/terminal"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jsonval"
)

// writeJSON prints {version, recipes: [{file, id, version, code, message,
// elapsed_ms}], summary}. The message is null where all went well; the summary
// counts the recipes by whose fault it was.
func writeJSON(b *bytes.Buffer, r *Report) {
	var counts [classes]int
	recipes := make([]jsonval.Value, len(r.Results))
	for i := range r.Results {
		one := &r.Results[i]
		counts[ClassOf(one.Outcome)]++
		message := jsonval.NullValue()
		if one.Failure != nil {
			message = jsonval.StringValue(one.message())
		}
		var o jsonval.Builder
		o.Set("file", jsonval.StringValue(one.File)).Set("id", jsonval.StringValue(one.ID))
		o.Set("version", jsonval.IntValue(one.Version)).Set("code", jsonval.StringValue(string(one.Outcome)))
		recipes[i] = o.Set("message", message).Set("elapsed_ms", millis(one.Elapsed)).Value()
	}
	var summary, root jsonval.Builder
	summary.Set("recipes", jsonval.IntValue(len(r.Results)))
	for _, c := range []struct {
		name  string
		class Class
	}{
		{"ok", OK}, {"recipe_at_fault", RecipeFault}, {"call_at_fault", CallFault}, {"no_judgement", NoJudgement}, {"interrupted", Interrupted},
	} {
		summary.Set(c.name, jsonval.IntValue(counts[c.class]))
	}
	summary.Set("elapsed_ms", millis(r.Elapsed))
	root.Set("version", jsonval.IntValue(1)).Set("recipes", jsonval.ArrayValue(recipes)).Set("summary", summary.Value())
	b.Write(terminal.EscapeJSON(jsonval.AppendIndent(nil, root.Value(), "  "), diag.Invisible))
	b.WriteByte('\n')
}

func millis(d time.Duration) jsonval.Value {
	return jsonval.NumberValue(float64(d.Round(100*time.Microsecond).Microseconds()) / 1000)
}
