package s09_test

import (
	"testing"

	"github.com/wield-run/wield/lint/linttest"
	"github.com/wield-run/wield/lint/s09"
)

func Test(t *testing.T) { linttest.Run(t, s09.Analyzer) }
