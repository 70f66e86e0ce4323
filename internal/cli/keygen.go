package cli

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wield-run/wield/internal/files"
	"github.com/wield-run/wield/internal/signing"
	"github.com/wield-run/wield/internal/terminal"
	"github.com/wield-run/wield/pkg/diag"
)

func newKeygen(a *app) *cobra.Command {
	var open bool
	cmd := &cobra.Command{
		Use:   "keygen FILE",
		Short: "Make a key that signs a registry",
		Long: `Make an Ed25519 key in the form of minisign: the secret key, which index --sign
takes, in FILE, which only you may read, and the public key, which verify --key
takes, beside it as FILE.pub (wield.key: wield.pub). The public key is printed
too. No file is ever replaced.

The secret key has a password, which is taken from WIELD_KEY_PASSWORD, else
asked for. A job that signs without a person needs that variable, or a key
without a password.`,
		Example: "  wield-build keygen --no-password wield.key",
		Args:    arguments("FILE"),
		RunE: a.action(func(cmd *cobra.Command, args []string) error {
			return a.keygen(cmd.Context(), args[0], open)
		}),
	}
	cmd.Flags().BoolVar(&open, "no-password", false, "leave the secret key without a password")
	return cmd
}

func (a *app) keygen(ctx context.Context, file string, open bool) error {
	public := strings.TrimSuffix(file, ".key") + ".pub"
	if file == "-" || strings.HasSuffix(file, ".pub") {
		return usagef("keygen writes the secret key to a file, and %s cannot be its name: write wield.key", diag.Quote(file, 80))
	}
	for _, name := range []string{file, public} { // before a person is asked
		if _, err := os.Lstat(name); err == nil {
			return wouldReplace(name)
		}
	}
	password := ""
	if !open {
		var err error
		if password, err = a.newPassword(ctx, file); err != nil {
			return err
		}
	}
	key, err := signing.Generate()
	if err != nil {
		return err
	}
	text, err := key.Text(password)
	if err != nil {
		return err
	}
	if err := writeNew(file, text, files.Private); err != nil {
		return err
	}
	if err := writeNew(public, key.Public().Text(), files.Shared); err != nil {
		os.Remove(file) // a key without the other is of no use
		return err
	}
	a.streams.Note("wrote the secret key to %s and the public key %s to %s", diag.Escape(file), key.Public().ID(), diag.Escape(public))
	if err := a.printText(key.Public().String()); err != nil {
		return &failure{kind: usage, message: diag.Escape(file) + " and " + diag.Escape(public) + " hold the keys, but the output could not be written", err: err}
	}
	return nil
}

// writeNew makes a file that is not there yet.
func writeNew(name string, text []byte, access files.Access) error {
	err := files.WriteNew(name, text, access)
	if errors.Is(err, fs.ErrExist) {
		return wouldReplace(name)
	}
	return err
}

func wouldReplace(name string) error {
	return usagef("%s is there already, and keygen replaces no file: name another one", diag.Escape(name))
}

// newPassword is the one in the environment, else what the person at the
// terminal types twice.
func (a *app) newPassword(ctx context.Context, file string) (string, error) {
	word, ok := os.LookupEnv(passwordVariable)
	if !ok {
		var err error
		word, err = a.streams.AskSecret(ctx, "Password for "+diag.Escape(file))
		switch {
		case errors.Is(err, terminal.ErrNoTerminal):
			return "", usagef("keygen needs a password for the key: give it in %s, or leave the key without one by --no-password", passwordVariable)
		case err != nil:
			return "", err
		}
		again, err := a.streams.AskSecret(ctx, "The same again")
		if err != nil {
			return "", err
		}
		if word != again {
			return "", usagef("the two passwords differ; no key was made")
		}
	}
	if word == "" {
		return "", usagef("the password is empty; --no-password makes a key without one")
	}
	return word, nil
}
