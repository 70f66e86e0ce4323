package format

import (
	"net/netip"
	"strings"
)

// isEmail reports whether s is an address of dotted words at a host name with
// a dot.
func isEmail(s string) bool {
	local, host, ok := strings.Cut(s, "@")
	if !ok {
		return false
	}
	word := set(func(c byte) bool { return isAlnum(c) || strings.IndexByte("!#$%&'*+/=?^_`{|}~-", c) >= 0 })
	for _, part := range strings.Split(local, ".") {
		if part == "" || !word.all(part) {
			return false
		}
	}
	labels := strings.Split(host, ".")
	for _, label := range labels {
		if !isLabel(label) {
			return false
		}
	}
	return len(labels) > 1
}

// isLabel is for letters, digits and hyphens, with no hyphen at either end.
func isLabel(s string) bool {
	in := set(func(c byte) bool { return isAlnum(c) || c == '-' })
	return s != "" && s[0] != '-' && s[len(s)-1] != '-' && in.all(s)
}

// isHostname reports whether s is a host name in ASCII.
func isHostname(s string) bool {
	s = strings.TrimSuffix(s, ".")
	if s == "" || len(s) > 253 {
		return false
	}
	for _, label := range strings.Split(s, ".") {
		if len(label) > 63 || !isLabel(label) {
			return false
		}
	}
	return true
}

func isIPv4(s string) bool {
	a, err := netip.ParseAddr(s)
	return err == nil && a.Is4()
}

func isIPv6(s string) bool {
	a, err := netip.ParseAddr(s)
	return err == nil && a.Is6() && a.Zone() == ""
}

// isPublicIPv4 is for addresses of hosts on the internet.
func isPublicIPv4(s string) bool {
	a, err := netip.ParseAddr(s)
	if err != nil || !a.Is4() {
		return false
	}
	b := a.As4()
	switch {
	case b[0] == 0 || b[0] > 223 || b[3] == 0 || b[3] == 255:
		return false
	case b[0] == 10, b[0] == 127, b[0] == 169 && b[1] == 254, b[0] == 192 && b[1] == 168, b[0] == 172 && b[1] >= 16 && b[1] < 32:
		return false
	}
	return true
}
