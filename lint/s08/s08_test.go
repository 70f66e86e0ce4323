package s08

import (
	"testing"

	"github.com/wield-run/wield/lint/linttest"
)

func Test(t *testing.T) { linttest.Run(t, Analyzer) }
