package signing

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"aead.dev/minisign"
)

// A key pair that the program minisign made for these tests, the same secret
// key under the password "pass word", and a signature of its.
const (
	publicText = `untrusted comment: minisign public key EF12BBD813EA23A3
RWSjI+oT2LsS70JnXQshL5IVpiQH/ADbHp9qwYXI6Au+jTqvcRN/S1Oo
`
	secretText = `untrusted comment: minisign encrypted secret key
RWQAAEIyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAoyPqE9i7Eu8iHkk2nJNc5fDiBrveoqsBBDx3BwzwflOdsbDREqR8MkJnXQshL5IVpiQH/ADbHp9qwYXI6Au+jTqvcRN/S1OoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
`
	encryptedText = `untrusted comment: minisign encrypted secret key
RWRTY0IyAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAAgAAAAAAAAAAAAAEAAAAA6dhWMGU2yiF4Npt/plX6oU+A7PgYMM7Gb0BXHU+bdPa2SMrw/jCkqrginfHDN8wtWnQBcmJIFk1sRIlZDnfs63jwS+CkAWGg6hAaKB1kVB8slvIe8eh0V4mbXtlrI0bQT6noXzOJC7w=
`
	signedText    = "one\ntwo\n"
	signatureText = `untrusted comment: signature from minisign secret key
RUSjI+oT2LsS75uO9gMOBClBb8Ilp8H9mmMqO24rvnApBIzhVEEz46uhx2qVKvNLx4SkUMfGExocO1xlovjfI2Qy8eZ6hDYT2Qc=
trusted comment: file:text
Yf5kepSQSvv+nm0x3m+O5iz6eD5wwXyso9is9ob2ulFhZtbyh+Q8pTOO6Qbcg3v419K0G6J7sTTsVUuBxaZqAw==
`
)

func word(password string) func() (string, error) {
	return func() (string, error) { return password, nil }
}

func never() (string, error) { return "", errors.New("a password was asked for") }

func key(t *testing.T) Key {
	t.Helper()
	k, err := ReadKey([]byte(secretText), never)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func public(t *testing.T) Public {
	t.Helper()
	p, err := ReadPublic(publicText)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestKeys(t *testing.T) {
	const id = "EF12BBD813EA23A3"
	for name, c := range map[string]struct {
		text     string
		password func() (string, error)
	}{
		"without a password":  {secretText, never},
		"with a password":     {encryptedText, word("pass word")},
		"with Windows' lines": {strings.ReplaceAll(secretText, "\n", "\r\n"), never},
		"without the comment": {strings.SplitN(secretText, "\n", 2)[1], never},
	} {
		k, err := ReadKey([]byte(c.text), c.password)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if k.Public().ID() != id || !strings.Contains(publicText, k.Public().String()) {
			t.Errorf("%s: %s %s", name, k.Public().ID(), k.Public())
		}
	}
	if _, err := ReadKey([]byte(encryptedText), word("password")); !errors.Is(err, errPassword) {
		t.Errorf("another password: %v", err)
	}
	if _, err := ReadKey([]byte(encryptedText), never); err == nil || err.Error() != "a password was asked for" {
		t.Errorf("%v", err)
	}
	for _, text := range []string{"", "x", publicText, secretText[:len(secretText)-20], "untrusted comment: x\nRW"} {
		if _, err := ReadKey([]byte(text), never); err == nil || err.Error() != "this is no secret key of minisign" {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{publicText, public(t).String(), " " + public(t).String() + "\n", strings.ReplaceAll(publicText, "\n", "\r\n")} {
		if p, err := ReadPublic(text); err != nil || p.ID() != id {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{"", "RW", secretText, public(t).String()[:50]} {
		if _, err := ReadPublic(text); err == nil {
			t.Errorf("%q is a public key", text)
		}
	}
}

// What minisign signed is checked here.
func TestSignatureOfMinisign(t *testing.T) {
	if comment, err := public(t).Check([]byte(signedText), []byte(signatureText)); err != nil || comment != "file:text" {
		t.Errorf("%q, %v", comment, err)
	}
}

// A signature is bound to the text, its comment and the key; the same text has
// the same signature.
func TestSign(t *testing.T) {
	k, p := key(t), public(t)
	signature, err := k.Sign([]byte(signedText), "file:text")
	if err != nil {
		t.Fatal(err)
	}
	want := strings.SplitN(signatureText, "\n", 2)[1] // but for the comment that is not signed
	if got := strings.SplitN(string(signature), "\n", 2)[1]; got != want {
		t.Errorf("\ngot  %s\nwant %s", got, want)
	}
	if again, err := k.Sign([]byte(signedText), "file:text"); err != nil || !bytes.Equal(again, signature) {
		t.Errorf("%s, %v", again, err)
	}
	const changed = "the signature is not that of this text: one of the two was changed after it was signed with the key EF12BBD813EA23A3"
	for i := range signedText {
		text := []byte(signedText)
		text[i] ^= 1
		if _, err := p.Check(text, signature); err == nil || err.Error() != changed {
			t.Errorf("byte %d: %v", i, err)
		}
	}
	unsigned := bytes.IndexByte(signature, '\n') + 1
	for i := unsigned; i < len(signature)-1; i++ {
		forged := bytes.Clone(signature)
		forged[i] ^= 1
		if _, err := p.Check([]byte(signedText), forged); err == nil {
			t.Errorf("byte %d of the signature: %s", i, forged)
		}
	}
	_, other, err := minisign.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	foreign, err := Key{other}.Sign([]byte(signedText), "file:text")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Check([]byte(signedText), foreign); err == nil || err.Error() != "it is signed with the key "+(Key{other}).Public().ID()+", and not with EF12BBD813EA23A3" {
		t.Errorf("%v", err)
	}
	if _, err := p.Check([]byte(signedText), nil); err == nil || err.Error() != "this is no signature of minisign" {
		t.Errorf("%v", err)
	}
	// A comment that was signed may still be made to look like something else.
	loud, err := k.Sign(nil, "a\x1b[2J")
	if err != nil {
		t.Fatal(err)
	}
	if comment, err := p.Check(nil, loud); err != nil || comment != `a\u{1B}[2J` {
		t.Errorf("%q, %v", comment, err)
	}
}

// The program minisign checks what is signed here.
func TestMinisignChecksIt(t *testing.T) {
	if _, err := exec.LookPath("minisign"); err != nil {
		t.Skip("minisign is not installed")
	}
	dir := t.TempDir()
	signature, err := key(t).Sign([]byte(signedText), "file:text")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"text": signedText, "text.minisig": string(signature)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("minisign", "-V", "-m", "text", "-P", public(t).String())
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "Trusted comment: file:text") {
		t.Errorf("%v\n%s", err, out)
	}
}

// FuzzCheck: no text that comes from elsewhere is taken for a signature, a key
// or a comment that can be shown as it is.
func FuzzCheck(f *testing.F) {
	f.Add([]byte(signatureText), publicText)
	f.Add([]byte("untrusted comment: \nRU\ntrusted comment: \n\n"), "RW")
	f.Add([]byte{}, secretText)
	f.Fuzz(func(t *testing.T, signature []byte, text string) {
		if _, err := ReadKey(signature, never); err == nil {
			t.Skip("a key without a password")
		}
		p, err := ReadPublic(text)
		if err != nil {
			return
		}
		comment, err := p.Check([]byte("another text"), signature)
		if err == nil {
			t.Errorf("%q signs another text with %s", signature, p)
		}
		if comment != "" {
			t.Errorf("%q", comment)
		}
	})
}

// A new key signs what its public key checks, and is read again from its file
// with its password and without.
func TestGenerate(t *testing.T) {
	k, err := Generate()
	if err != nil {
		t.Fatal(err)
	}
	other, err := Generate()
	if err != nil {
		t.Fatal(err)
	}
	if k.Public().String() == other.Public().String() || k.Public().ID() == other.Public().ID() {
		t.Error("two new keys are the same")
	}
	p, err := ReadPublic(string(k.Public().Text()))
	if err != nil || p.String() != k.Public().String() {
		t.Fatalf("%v %s", err, p)
	}
	passwords := []string{""}
	if !testing.Short() { // which takes seconds, as it should for whoever guesses
		passwords = append(passwords, "pass word")
	}
	for _, password := range passwords {
		text, err := k.Text(password)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ReadKey(text, word(password))
		if err != nil {
			t.Fatalf("with the password %q: %v", password, err)
		}
		signature, err := again.Sign([]byte(signedText), "c")
		if err != nil {
			t.Fatal(err)
		}
		if comment, err := p.Check([]byte(signedText), signature); err != nil || comment != "c" {
			t.Errorf("with the password %q: %s %v", password, comment, err)
		}
		if _, err := other.Public().Check([]byte(signedText), signature); err == nil {
			t.Error("another key checks it")
		}
	}
	if text := public(t).Text(); string(text) != publicText {
		t.Errorf("the file of a public key\ngot  %s\nwant %s", text, publicText)
	}
}
