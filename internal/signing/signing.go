// Package signing signs a text with an Ed25519 key and checks signatures, in
// the form of the program minisign: whoever has that program, or a library for
// it in another language, checks what is signed here. Where keys and texts come
// from is not its business.
package signing

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"strings"

	"aead.dev/minisign"

	"github.com/wield-run/wield/pkg/diag"
)

// Key signs.
type Key struct{ key minisign.PrivateKey }

// errPassword says that a key could not be opened: the password is another, or
// the file is damaged.
var errPassword = errors.New("the password does not open the key, or the key is damaged")

// Generate makes a new key.
func Generate() (Key, error) {
	_, k, err := minisign.GenerateKey(rand.Reader)
	return Key{k}, err
}

// Text is the key as it stands in its file, which nobody else may read. An
// empty password leaves it open.
func (k Key) Text(password string) ([]byte, error) {
	text, err := k.key.MarshalText()
	if password != "" {
		text, err = minisign.EncryptKey(password, k.key)
	}
	return append(text, '\n'), err
}

// ReadKey reads a secret key. The password is asked for where the key has one.
func ReadKey(text []byte, password func() (string, error)) (Key, error) {
	text = bytes.TrimSpace(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))
	if !minisign.IsEncrypted(text) {
		var k minisign.PrivateKey
		if err := k.UnmarshalText(text); err != nil {
			return Key{}, errors.New("this is no secret key of minisign")
		}
		return Key{k}, nil
	}
	word, err := password()
	if err != nil {
		return Key{}, err
	}
	k, err := minisign.DecryptKey(word, text)
	if err != nil {
		return Key{}, errPassword
	}
	return Key{k}, nil
}

// Public is the key that checks what this one signs.
func (k Key) Public() Public {
	public, _ := k.key.Public().(minisign.PublicKey)
	return Public{public}
}

// Sign gives the signature of a text, which goes into a file of its own. The
// comment is signed too. The same text has the same signature.
func (k Key) Sign(text []byte, comment string) ([]byte, error) {
	r := minisign.NewReader(bytes.NewReader(text))
	if _, err := io.Copy(io.Discard, r); err != nil {
		return nil, err
	}
	signature := r.SignWithComments(k.key, comment, "signature of the key "+k.Public().ID())
	// A damaged key gives a signature that nobody can check.
	if _, err := k.Public().Check(text, signature); err != nil {
		return nil, errPassword
	}
	return signature, nil
}

// Public checks signatures.
type Public struct{ key minisign.PublicKey }

// ReadPublic reads a public key: the text of its file, or the key itself.
func ReadPublic(text string) (Public, error) {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	var p minisign.PublicKey
	if err := p.UnmarshalText([]byte(text)); err != nil {
		return Public{}, errors.New("this is no public key of minisign, which begins with RW")
	}
	return Public{p}, nil
}

// ID names the key: sixteen hexadecimal digits, as minisign shows them. It is a
// hint; another key may have the same.
func (p Public) ID() string { return keyID(p.key.ID()) }

// Text is the key as it stands in its file.
func (p Public) Text() []byte {
	return []byte("untrusted comment: minisign public key " + p.ID() + "\n" + p.String() + "\n")
}

// String is the key as `minisign -P` takes it.
func (p Public) String() string { return p.key.String() }

func keyID(id uint64) string { return fmt.Sprintf("%016X", id) }

// Check checks the signature of a text, and gives the comment that was signed
// with it.
func (p Public) Check(text, signature []byte) (comment string, err error) {
	var s minisign.Signature
	if err := s.UnmarshalText(signature); err != nil {
		return "", errors.New("this is no signature of minisign")
	}
	if s.KeyID != p.key.ID() {
		return "", fmt.Errorf("it is signed with the key %s, and not with %s", keyID(s.KeyID), p.ID())
	}
	if !minisign.Verify(p.key, text, signature) {
		return "", fmt.Errorf("the signature is not that of this text: one of the two was changed after it was signed with the key %s", p.ID())
	}
	return diag.Escape(s.TrustedComment), nil
}
