package s17_test

import (
	"testing"

	"github.com/wield-run/wield/lint/linttest"
	"github.com/wield-run/wield/lint/s17"
)

func Test(t *testing.T) { linttest.Run(t, s17.Analyzer) }
