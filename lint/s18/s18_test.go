package s18_test

import (
	"testing"

	"github.com/wield-run/wield/lint/linttest"
	"github.com/wield-run/wield/lint/s18"
)

func Test(t *testing.T) { linttest.Run(t, s18.Analyzer) }
