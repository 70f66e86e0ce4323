package s11_test

import (
	"testing"

	"github.com/wield-run/wield/lint/linttest"
	"github.com/wield-run/wield/lint/s11"
)

func Test(t *testing.T) { linttest.Run(t, s11.Analyzer) }
