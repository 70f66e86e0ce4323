package cli

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/wield-run/wield/internal/registry"
	"github.com/wield-run/wield/internal/signing"
	"github.com/wield-run/wield/pkg/diag"
)

func newVerify(a *app) *cobra.Command {
	var key, previous string
	cmd := &cobra.Command{
		Use:   "verify DIR --key KEY",
		Short: "Check the signature, the hashes and the versions of a registry",
		Long: `Check a registry: that its index is signed with a key, that every file is the
one that the index lists, byte for byte, and that there is no other. With
--previous, nothing that was published may have changed or have been taken back
to a lower version.

KEY is a public key of minisign: its file, or the key itself (RW…).`,
		Example: `  wield-build verify public --key wield.pub`,
		Args:    arguments("DIR"),
		RunE: a.action(func(cmd *cobra.Command, args []string) error {
			if key == "" {
				return usagef("verify needs --key, the public key of whoever publishes the registry")
			}
			public, err := a.publicKey(cmd.Context(), key)
			if err != nil {
				return err
			}
			return a.verify(args[0], public, previous)
		}),
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&key, "key", "", "the public `KEY`")
	flags.StringVar(&previous, "previous", "", "refuse what goes back on the earlier registry in `DIR`")
	return cmd
}

func (a *app) verify(dir string, public signing.Public, previous string) error {
	var earlier *registry.Index
	if previous != "" {
		var err error
		if earlier, err = registry.ReadIndex(previous); err != nil {
			return err
		}
	}
	c, faults, err := registry.Verify(dir)
	if err != nil {
		return err
	}
	if c.IndexText != nil {
		if err := checkSignature(dir, c, public); err != nil {
			faults = append([]error{err}, faults...)
		}
	}
	if earlier != nil && c.Index != nil {
		more, gone := registry.Compare(earlier, c.Index)
		faults = append(faults, more...)
		for _, id := range gone {
			a.streams.Note("note: %s is in the registry no longer", id)
		}
	}
	if err := a.faults(faults); err != nil {
		return err
	}
	a.streams.Note("the registry is whole: %s in %s, signed with the key %s",
		count(len(c.Index.Recipes), "recipe"), count(c.Files, "version"), public.ID())
	return nil
}

// checkSignature tells what is wrong with the signature of a registry.
func checkSignature(dir string, c registry.Contents, public signing.Public) error {
	if c.Signature == nil {
		return fmt.Errorf("%s: there is no signature", diag.Escape(filepath.Join(dir, registry.SignatureName)))
	}
	if _, err := public.Check(c.IndexText, c.Signature); err != nil {
		return fmt.Errorf("%s: %w", diag.Escape(filepath.Join(dir, registry.SignatureName)), err)
	}
	return nil
}
