package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/wield-run/wield/internal/files"
	"github.com/wield-run/wield/internal/registry"
	"github.com/wield-run/wield/internal/signing"
	"github.com/wield-run/wield/internal/terminal"
	"github.com/wield-run/wield/pkg/diag"
)

// passwordVariable holds the password of a secret key, for a program that
// signs without a person.
const passwordVariable = "WIELD_KEY_PASSWORD"

// maxKey is how long the file of a key may be, in bytes.
const maxKey = 64 << 10

// secretKey reads the key that --sign names. Its password comes from the
// environment, else from the person at the terminal.
func (a *app) secretKey(ctx context.Context, file string) (signing.Key, error) {
	text, err := files.ReadInput(ctx, file, a.streams.In, maxKey)
	if err != nil {
		return signing.Key{}, err
	}
	key, err := signing.ReadKey(text, func() (string, error) {
		if word, ok := os.LookupEnv(passwordVariable); ok {
			return word, nil
		}
		return a.streams.AskSecret(ctx, "Password of "+diag.Escape(file))
	})
	switch {
	case errors.Is(err, terminal.ErrNoTerminal):
		return key, usagef("--sign %s: the key has a password; give it in %s", diag.Escape(file), passwordVariable)
	case err != nil:
		return key, &failure{kind: usage, message: "--sign " + file, err: err}
	}
	return key, nil
}

// signature signs an index. Nothing in it tells when: the same recipes give
// the same bytes.
func signature(key signing.Key, x *registry.Index) ([]byte, error) {
	text, err := x.Bytes()
	if err != nil {
		return nil, err
	}
	return key.Sign(text, fmt.Sprintf("file:%s\trecipes:%d", registry.IndexName, len(x.Recipes)))
}

// publicKey reads the key that --key names: a file, or the key itself.
func (a *app) publicKey(ctx context.Context, value string) (signing.Public, error) {
	if strings.HasPrefix(value, "RW") {
		if key, err := signing.ReadPublic(value); err == nil {
			return key, nil
		}
	}
	text, err := files.ReadInput(ctx, value, a.streams.In, maxKey)
	if err != nil {
		return signing.Public{}, err
	}
	key, err := signing.ReadPublic(string(text))
	if err != nil {
		return key, &failure{kind: usage, message: "--key " + value, err: err}
	}
	return key, nil
}
