package s15_test

import (
	"testing"

	"github.com/wield-run/wield/lint/linttest"
	"github.com/wield-run/wield/lint/s15"
)

func Test(t *testing.T) { linttest.Run(t, s15.Analyzer) }
