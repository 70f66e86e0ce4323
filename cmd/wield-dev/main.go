// Command wield-dev is the author's program.
package main

import (
	"os"

	"github.com/wield-run/wield/internal/cli"
)

func main() {
	os.Exit(cli.Main("wield-dev", os.Args[1:]))
}
