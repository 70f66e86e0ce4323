package s12_test

import (
	"testing"

	"github.com/wield-run/wield/lint/linttest"
	"github.com/wield-run/wield/lint/s12"
)

func Test(t *testing.T) { linttest.Run(t, s12.Analyzer) }
