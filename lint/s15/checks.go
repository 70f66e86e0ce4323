package s15

import (
	"context"
	"fmt"
	"strings"

	"github.com/wield-run/wield/lint"
	"github.com/wield-run/wield/lint/internal/constant"
	"github.com/wield-run/wield/pkg/diag"
	"github.com/wield-run/wield/pkg/jmespath"
	"github.com/wield-run/wield/pkg/jsonval"
	"github.com/wield-run/wield/pkg/recipe"
)

// checks makes sure that verification can fail: at least one check refuses
// every output that holds nothing.
func checks(p *lint.Pass) {
	all := p.Recipe.Verify.Checks
	n := p.Root().Member("verify").Member("checks")
	if n == nil || len(all) == 0 || len(all) != len(n.Children) {
		return // a check was not understood
	}
	proof := false
	var accepted []string
	var outputs []jsonval.Value
	for _, check := range all {
		if check.Expr == nil {
			return
		}
		if existence(check.Tree) {
			p.Errorf("login-branch", "existence-check", check.Node, "test what the output holds: length(output.items) > `0`", "the check %s only tests that there is an output", diag.Quote(check.Node.Str, 60))
		}
		if proof {
			continue
		}
		if constant.Of(check.Tree, check.Node.Str) == constant.Truthy {
			accepted = append(accepted, diag.Quote(check.Node.Str, 40)+" accepts everything")
			continue
		}
		if alike(check.Tree) && !truthy(check.Expr, output(jsonval.NullValue())) {
			proof = true
			continue
		}
		if outputs == nil {
			outputs = emptyOutputs(p.Recipe)
		}
		var took []string
		for _, o := range outputs {
			if truthy(check.Expr, o) {
				took = append(took, diag.Cut(jsonval.Stringify(o.Field("output")), 60))
			}
		}
		proof = len(took) == 0
		if len(took) > 0 {
			accepted = append(accepted, fmt.Sprintf("%s accepts %s", diag.Quote(check.Node.Str, 40), strings.Join(took, " and ")))
		}
	}
	if proof {
		return
	}
	p.Report(lint.Finding{Check: "checks", Name: "check-cannot-fail", Node: n, Span: lint.KeySpan(n), Hint: "add a check that needs a result: length(output.items) > `0`",
		Message: "no check refuses an output that holds nothing: " + diag.Escape(diag.Cut(strings.Join(accepted, "; "), 200))})
}

// emptyOutputs are what checks see of the outputs that hold nothing: null, {},
// and what the schema asks for with null in each place.
func emptyOutputs(r *recipe.Recipe) []jsonval.Value {
	all := []jsonval.Value{output(jsonval.NullValue()), output(jsonval.ObjectValue(nil))}
	required := r.Output.Schema.Node.Member("required")
	if required == nil || required.Kind != jsonval.Array || len(required.Children) == 0 {
		return all
	}
	var b jsonval.Builder
	for _, name := range required.Children {
		if name.Kind == jsonval.String {
			b.Set(name.Str, jsonval.NullValue())
		}
	}
	return append(all, output(b.Value()))
}

// alike reports whether a check cannot tell one output that holds nothing from
// another, as it reads no more than members of it: each of them is null.
func alike(check *jmespath.Node) bool {
	members := true
	check.Walk(func(n *jmespath.Node) bool {
		switch n.Kind {
		case jmespath.KindSubexpression:
			left, right := n.Children[0], n.Children[1]
			if left.Kind == jmespath.KindField && left.Name == "output" && right.Kind == jmespath.KindField {
				return false
			}
		case jmespath.KindField:
			members = members && n.Name != "output"
		case jmespath.KindCurrent, jmespath.KindRoot:
			members = false
		}
		return members
	})
	return members
}

func output(v jsonval.Value) jsonval.Value {
	return jsonval.ObjectValue([]jsonval.Member{{Key: "output", Value: v}})
}

// truthy evaluates an expression; one that fails is not truthy.
func truthy(e *jmespath.Expr, v jsonval.Value) bool {
	result, err := e.Eval(context.Background(), v, jmespath.Limits{Steps: 100_000, Memory: 1 << 20})
	return err == nil && jmespath.Truthy(result)
}

// existence reports whether a check asks no more than whether there is an
// output: it reads `output`, and nothing of it.
func existence(n *jmespath.Node) bool {
	reads, more := false, false
	n.Walk(func(n *jmespath.Node) bool {
		switch n.Kind {
		case jmespath.KindField:
			reads = true
			more = more || n.Name != "output"
		case jmespath.KindLiteral, jmespath.KindRawString, jmespath.KindComparator, jmespath.KindNot, jmespath.KindAnd, jmespath.KindOr:
		case jmespath.KindSubexpression: // $.output
			more = more || n.Children[0].Kind != jmespath.KindRoot
		case jmespath.KindRoot:
		case jmespath.KindFunction:
			more = more || n.Name != "type" && n.Name != "not_null" && n.Name != "to_array"
		default:
			more = true
		}
		return !more
	})
	return reads && !more
}
