// Command wield-build is the registry's program.
package main

import (
	"os"

	"github.com/wield-run/wield/internal/cli"
)

func main() {
	os.Exit(cli.Main("wield-build", os.Args[1:]))
}
