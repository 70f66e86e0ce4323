package s16_test

import (
	"testing"

	"github.com/wield-run/wield/lint/linttest"
	"github.com/wield-run/wield/lint/s16"
)

func Test(t *testing.T) { linttest.Run(t, s16.Analyzer) }
