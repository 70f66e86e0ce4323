package jmespath

import (
	"strings"

	"github.com/wield-run/wield/pkg/jsonval"
)

func fnStartsWith(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	s, prefix := args[0].value.Str(), args[1].value.Str()
	return jsonval.BoolValue(strings.HasPrefix(s, prefix)), ev.scan(n, len(prefix))
}

func fnEndsWith(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	s, suffix := args[0].value.Str(), args[1].value.Str()
	return jsonval.BoolValue(strings.HasSuffix(s, suffix)), ev.scan(n, len(suffix))
}

func fnFindFirst(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	return ev.find(n, args, strings.Index)
}

func fnFindLast(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	return ev.find(n, args, strings.LastIndex)
}

// find looks for a text between two places of another one, in code points; a
// negative place counts from the end. Null where it is not there, and where
// one of the two is empty.
func (ev *evaluator) find(n *Node, args []operand, index func(s, sub string) int) (jsonval.Value, *Error) {
	s, sub := args[0].value.Str(), args[1].value.Str()
	length := runeCount(s)
	bounds := [2]int{0, length}
	for i := 2; i < len(args); i++ {
		at, err := wholeNumber(n, args, i)
		if err != nil {
			return jsonval.Value{}, err
		}
		if at < 0 {
			at += length
		}
		bounds[i-2] = min(max(at, 0), length)
	}
	if err := ev.scan(n, 2*len(s)+len(sub)); err != nil {
		return jsonval.Value{}, err
	}
	if s == "" || sub == "" || bounds[0] >= bounds[1] {
		return jsonval.Value{}, nil
	}
	from := runeOffset(s, bounds[0])
	to := from + runeOffset(s[from:], bounds[1]-bounds[0])
	at := index(s[from:to], sub)
	if at < 0 {
		return jsonval.Value{}, nil
	}
	return jsonval.IntValue(bounds[0] + runeCount(s[from:from+at])), nil
}

func fnJoin(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	glue, items := args[0].value.Str(), args[1].value.Items()
	if len(items) == 0 {
		return jsonval.StringValue(""), nil
	}
	size := int64(len(glue)) * int64(len(items)-1)
	for i := range items {
		size += int64(len(items[i].Str()))
	}
	if err := ev.text(n, size); err != nil {
		return jsonval.Value{}, err
	}
	if err := ev.work(n, len(items)/2); err != nil {
		return jsonval.Value{}, err
	}
	var b strings.Builder
	b.Grow(int(size))
	for i := range items {
		if i > 0 {
			b.WriteString(glue)
		}
		b.WriteString(items[i].Str())
	}
	return jsonval.StringValue(jsonval.Concat(b.String())), nil
}

func fnPadLeft(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	padding, err := ev.padding(n, args)
	s := args[0].value.Str()
	if err != nil || padding == "" {
		return args[0].value, err
	}
	return jsonval.StringValue(jsonval.Concat(padding, s)), nil
}

func fnPadRight(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	padding, err := ev.padding(n, args)
	s := args[0].value.Str()
	if err != nil || padding == "" {
		return args[0].value, err
	}
	return jsonval.StringValue(jsonval.Concat(s, padding)), nil
}

// padding is what a text lacks to have the width that is asked for, in code
// points.
func (ev *evaluator) padding(n *Node, args []operand) (string, *Error) {
	s := args[0].value.Str()
	width, err := count(n, args, 1)
	if err != nil {
		return "", err
	}
	pad := " "
	if len(args) > 2 {
		if pad = args[2].value.Str(); runeCount(pad) != 1 {
			return "", valueError(n, 2, "must be one character, found "+show(args[2].value), "")
		}
	}
	if err := ev.scan(n, len(s)); err != nil {
		return "", err
	}
	missing := width - runeCount(s)
	if missing <= 0 {
		return "", nil
	}
	if err := ev.text(n, int64(missing)*int64(len(pad))+int64(len(s))); err != nil {
		return "", err
	}
	return strings.Repeat(pad, missing), nil
}

// fnReplace replaces a text wherever it stands, or as often as it is told to,
// from the front.
func fnReplace(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	s, from, to := args[0].value.Str(), args[1].value.Str(), args[2].value.Str()
	times, err := count(n, args, 3)
	if err != nil {
		return jsonval.Value{}, err
	}
	if err := ev.scan(n, 2*len(s)); err != nil {
		return jsonval.Value{}, err
	}
	if from == "" {
		return ev.insert(n, args[0].value, to, times)
	}
	found := strings.Count(s, from)
	if times >= 0 {
		found = min(found, times)
	}
	if found == 0 {
		return args[0].value, nil
	}
	if err := ev.text(n, int64(len(s))+int64(found)*int64(len(to)-len(from))); err != nil {
		return jsonval.Value{}, err
	}
	return jsonval.StringValue(jsonval.Concat(strings.Replace(s, from, to, found))), nil
}

// insert is what replace does with an empty text: it stands between any two
// code points, or, where occurrences are counted, always at the front.
func (ev *evaluator) insert(n *Node, subject jsonval.Value, text string, times int) (jsonval.Value, *Error) {
	s := subject.Str()
	if times >= 0 {
		if text == "" || times == 0 {
			return subject, nil
		}
		if err := ev.text(n, int64(times)*int64(len(text))+int64(len(s))); err != nil {
			return jsonval.Value{}, err
		}
		return jsonval.StringValue(jsonval.Concat(strings.Repeat(text, times), s)), nil
	}
	between := runeCount(s) - 1
	if between < 1 || text == "" {
		return subject, nil
	}
	if err := ev.text(n, int64(between)*int64(len(text))+int64(len(s))); err != nil {
		return jsonval.Value{}, err
	}
	var b strings.Builder
	b.Grow(between*len(text) + len(s))
	for i := 0; i < len(s); {
		_, size := jsonval.DecodeRune(s[i:])
		if i > 0 {
			b.WriteString(text)
		}
		b.WriteString(s[i : i+size])
		i += size
	}
	return jsonval.StringValue(jsonval.Concat(b.String())), nil
}

// fnSplit splits a text wherever another one stands, or at its first so many
// places; what is left then is the last part. The empty text stands between
// any two code points.
func fnSplit(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	s, search := args[0].value.Str(), args[1].value.Str()
	times, err := count(n, args, 2)
	if err != nil {
		return jsonval.Value{}, err
	}
	if err := ev.scan(n, 2*len(s)); err != nil {
		return jsonval.Value{}, err
	}
	if s == "" && search == "" && times != 0 {
		return jsonval.ArrayValue(nil), nil
	}
	cuts := strings.Count(s, search)
	if search == "" {
		cuts = max(0, runeCount(s)-1)
	}
	if times >= 0 {
		cuts = min(cuts, times)
	}
	parts, err := ev.newItems(n, cuts+1)
	if err == nil {
		err = ev.work(n, cuts)
	}
	if err != nil {
		return jsonval.Value{}, err
	}
	for i := range cuts {
		at := runeOffset(s, 1)
		if search != "" {
			at = strings.Index(s, search)
		}
		parts[i] = jsonval.StringValue(s[:at])
		s = s[at+len(search):]
	}
	parts[cuts] = jsonval.StringValue(s)
	return jsonval.ArrayValue(parts), nil
}

func fnToString(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	v := args[0].value
	if v.Kind() == jsonval.String {
		return v, nil
	}
	left := measure(v, ev.limits.String, ev.limits.Depth, true)
	if left == tooDeep {
		return jsonval.Value{}, ev.tooDeep(n)
	}
	if err := ev.text(n, int64(ev.limits.String-left)); err != nil {
		return jsonval.Value{}, err
	}
	return jsonval.StringValue(jsonval.Stringify(v)), nil
}

func (ev *evaluator) reverseText(n *Node, s string) (string, *Error) {
	if err := ev.text(n, int64(len(s))); err != nil {
		return "", err
	}
	b := make([]byte, len(s))
	at := len(s)
	for i := 0; i < len(s); {
		_, size := jsonval.DecodeRune(s[i:])
		at -= size
		copy(b[at:], s[i:i+size])
		i += size
	}
	return jsonval.Concat(string(b)), nil
}

func fnTrim(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	return ev.trim(n, args, true, true)
}

func fnTrimLeft(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	return ev.trim(n, args, true, false)
}

func fnTrimRight(ev *evaluator, n *Node, args []operand) (jsonval.Value, *Error) {
	return ev.trim(n, args, false, true)
}

// trim takes white space, or the code points of a set, away from the ends.
func (ev *evaluator) trim(n *Node, args []operand, left, right bool) (jsonval.Value, *Error) {
	s, cut := args[0].value.Str(), isSpace
	set := ""
	if len(args) > 1 {
		set = args[1].value.Str()
	}
	if set != "" {
		cut = runeIn(set)
	}
	trimmed := s
	if left {
		trimmed = trimLeft(trimmed, cut)
	}
	if right {
		trimmed = trimRight(trimmed, cut)
	}
	return jsonval.StringValue(trimmed), ev.work(n, (len(s)-len(trimmed))/16*(1+len(set)/64))
}
