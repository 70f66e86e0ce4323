package extract

import (
	"errors"

	"github.com/wield-run/wield/pkg/dom"
)

// Page is the parsed page of a body that is HTML or a turbo stream, where
// selectors are asked. The error is a *Error.
func (b *Body) Page() (dom.Node, error) {
	if b.doc == nil && b.docErr == nil {
		if b.mode == ModeTurboStream {
			b.doc, b.docErr = dom.ParseStreams(b.Text())
		} else {
			b.doc, b.docErr = dom.Parse(b.Text())
		}
	}
	if b.docErr != nil {
		e := &Error{Reason: NotReadable, Offset: -1, Message: b.docErr.Error(), Err: b.docErr}
		var refused *dom.Error
		if errors.As(b.docErr, &refused) {
			e.Message, e.Hint = refused.Message, refused.Hint
		}
		return dom.Node{}, e
	}
	return b.doc.Root(), nil
}
