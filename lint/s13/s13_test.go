package s13_test

import (
	"testing"

	"github.com/wield-run/wield/lint/linttest"
	"github.com/wield-run/wield/lint/s13"
)

func Test(t *testing.T) { linttest.Run(t, s13.Analyzer) }
