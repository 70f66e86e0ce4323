package cli

import (
	"bytes"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wield-run/wield/internal/guide"
	"github.com/wield-run/wield/internal/terminal"
	"github.com/wield-run/wield/pkg/diag"
)

// wholeGuide is the topic that stands for all of them.
const wholeGuide = "all"

func newGuide(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "guide [TOPIC]",
		Short: "Show how a recipe is written",
		Long: `Show how a recipe is written, for a person or an agent: the order of work, the
format, and an example for each thing that recipes do often. Without a TOPIC it
is the order of work and a list of the topics; "all" is the whole guide.`,
		Example: "  " + a.program + " guide cursor",
		Args:    arguments("[TOPIC]"),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			var described []string
			for _, p := range guide.Pages() {
				described = append(described, p.Topic+"\t"+p.Title)
			}
			return append(described, wholeGuide+"\tThe whole guide"), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: a.action(func(_ *cobra.Command, args []string) error {
			return a.guide(strings.Join(args, ""))
		}),
	}
}

// guide prints the page of a topic, the first page and the list of topics
// where the topic is "", or all pages.
func (a *app) guide(topic string) error {
	pages, out := guide.Pages(), a.streams.Out
	var b bytes.Buffer
	show := func(p guide.Page) { renderPage(&b, p.Text, out.Style(), out.Width()) }
	at := slices.IndexFunc(pages, func(p guide.Page) bool { return p.Topic == topic })
	switch {
	case topic == "":
		show(pages[0])
		b.WriteString("\n" + out.Style().Accent("Topics") + "\n\n")
		renderTopics(&b, pages[1:], out.Style())
		b.WriteByte('\n')
		fill(&b, "`"+a.program+" guide TOPIC` shows one, `"+a.program+" guide "+wholeGuide+"` the whole guide.", out.Style(), out.Width())
	case topic == wholeGuide:
		for i, p := range pages {
			if i > 0 {
				b.WriteString("\n\n")
			}
			show(p)
		}
	case at >= 0:
		show(pages[at])
	default:
		topics := []string{wholeGuide}
		for _, p := range pages {
			topics = append(topics, p.Topic)
		}
		return usagef("the guide has no topic %s; %s", diag.Quote(topic, 40), diag.DidYouMean(topic, topics))
	}
	_, err := out.Write(b.Bytes())
	return err
}

// renderTopics lists topics with what they are about.
func renderTopics(b *bytes.Buffer, pages []guide.Page, style terminal.Style) {
	widest := 0
	for _, p := range pages {
		widest = max(widest, len(p.Topic))
	}
	for _, p := range pages {
		b.WriteString("  " + style.Strong(p.Topic) + strings.Repeat(" ", widest-len(p.Topic)+2) + p.Title + "\n")
	}
}
