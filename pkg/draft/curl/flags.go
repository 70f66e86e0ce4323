package curl

import "slices"

// longName gives the long name of a flag of one letter; "" where curl has
// none, or none that makes sense in a copied command.
func longName(letter byte) string {
	switch letter {
	case 'X':
		return "request"
	case 'H':
		return "header"
	case 'd':
		return "data"
	case 'G':
		return "get"
	case 'I':
		return "head"
	case 'b':
		return "cookie"
	case 'u':
		return "user"
	case 'A':
		return "user-agent"
	case 'e':
		return "referer"
	case 'F':
		return "form"
	case 'K':
		return "config"
	case 'T':
		return "upload-file"
	case ':':
		return "next"
	case 'o':
		return "output"
	case 'c':
		return "cookie-jar"
	case 'm':
		return "max-time"
	case 'w':
		return "write-out"
	case 'x':
		return "proxy"
	case 'D':
		return "dump-header"
	case 'E':
		return "cert"
	case 'L':
		return "location"
	case 's':
		return "silent"
	case 'S':
		return "show-error"
	case 'k':
		return "insecure"
	case 'v':
		return "verbose"
	case 'i':
		return "include"
	case 'f':
		return "fail"
	case 'g':
		return "globoff"
	case 'O':
		return "remote-name"
	case 'J':
		return "remote-header-name"
	case 'N':
		return "no-buffer"
	case 'q':
		return "disable"
	case 'n':
		return "netrc"
	case '0', '1', '2', '3', '4', '6':
		return "http2"
	case '#':
		return "progress-bar"
	case 'j':
		return "junk-session-cookies"
	}
	return ""
}

// takesValue reports whether a flag is followed by a value.
func takesValue(name string) bool {
	return slices.Contains([]string{
		"request", "url", "header", "data", "data-ascii", "data-binary", "data-raw", "data-urlencode", "json", "cookie", "user", "oauth2-bearer",
		"user-agent", "referer", "form", "form-string", "config", "upload-file", "output", "cookie-jar", "max-time", "connect-timeout", "write-out",
		"proxy", "proxy-header", "dump-header", "cert", "key", "cacert", "capath", "ciphers", "resolve", "connect-to", "retry", "retry-delay", "retry-max-time",
		"limit-rate", "max-redirs", "interface", "range", "tls-max", "tls13-ciphers", "dns-servers", "noproxy", "pass", "trace", "trace-ascii", "stderr", "output-dir",
	}, name)
}

// switches are the flags without a value.
func switches() []string {
	return []string{
		"get", "head", "next", "compressed", "location", "location-trusted", "silent", "show-error", "insecure", "verbose", "include", "fail", "fail-with-body", "globoff",
		"remote-name", "remote-header-name", "buffer", "disable", "netrc", "http0.9", "http1.0", "http1.1", "http2", "http2-prior-knowledge", "http3", "http3-only",
		"ipv4", "ipv6", "progress-bar", "progress-meter", "junk-session-cookies", "path-as-is", "tcp-nodelay", "tcp-fastopen", "tlsv1", "tlsv1.0", "tlsv1.1", "tlsv1.2",
		"tlsv1.3", "ssl", "ssl-reqd", "keepalive", "sessionid", "alpn", "npn", "basic", "digest", "anyauth", "create-dirs", "retry-connrefused", "retry-all-errors", "raw",
		"styled-output", "parallel", "compressed-ssh", "post301", "post302", "post303", "tr-encoding",
	}
}
