package tree

import "strings"

// quirksDoctype reports whether a doctype ("html PUBLIC ...") puts a page in
// quirks mode.
func quirksDoctype(text string) bool {
	name, rest := cutSpace(text)
	if !strings.EqualFold(name, "html") {
		return true
	}
	key := ""
	if len(rest) >= 6 {
		key = strings.ToLower(rest[:6])
	}
	var public, system string
	var hasPublic, hasSystem, broken bool
	switch key {
	case "public":
		public, rest, hasPublic, broken = quoted(rest[6:])
		if !broken {
			system, _, hasSystem, broken = quotedOrNone(rest)
		}
	case "system":
		system, _, hasSystem, broken = quoted(rest[6:])
	default:
		return rest != ""
	}
	if broken {
		return true
	}
	public, system = strings.ToLower(public), strings.ToLower(system)
	if hasSystem && system == "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd" {
		return true
	}
	if !hasPublic {
		return false
	}
	switch public {
	case "-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html":
		return true
	}
	if !hasSystem && hasAnyPrefix(public, "-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//") {
		return true
	}
	return hasAnyPrefix(public,
		"+//silmaril//dtd html pro v0r11 19970101//",
		"-//as//dtd html 3.0 aswedit + extensions//",
		"-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
		"-//ietf//dtd html 2.0 level 1//",
		"-//ietf//dtd html 2.0 level 2//",
		"-//ietf//dtd html 2.0 strict level 1//",
		"-//ietf//dtd html 2.0 strict level 2//",
		"-//ietf//dtd html 2.0 strict//",
		"-//ietf//dtd html 2.0//",
		"-//ietf//dtd html 2.1e//",
		"-//ietf//dtd html 3.0//",
		"-//ietf//dtd html 3.2 final//",
		"-//ietf//dtd html 3.2//",
		"-//ietf//dtd html 3//",
		"-//ietf//dtd html level 0//",
		"-//ietf//dtd html level 1//",
		"-//ietf//dtd html level 2//",
		"-//ietf//dtd html level 3//",
		"-//ietf//dtd html strict level 0//",
		"-//ietf//dtd html strict level 1//",
		"-//ietf//dtd html strict level 2//",
		"-//ietf//dtd html strict level 3//",
		"-//ietf//dtd html strict//",
		"-//ietf//dtd html//",
		"-//metrius//dtd metrius presentational//",
		"-//microsoft//dtd internet explorer 2.0 html strict//",
		"-//microsoft//dtd internet explorer 2.0 html//",
		"-//microsoft//dtd internet explorer 2.0 tables//",
		"-//microsoft//dtd internet explorer 3.0 html strict//",
		"-//microsoft//dtd internet explorer 3.0 html//",
		"-//microsoft//dtd internet explorer 3.0 tables//",
		"-//netscape comm. corp.//dtd html//",
		"-//netscape comm. corp.//dtd strict html//",
		"-//o'reilly and associates//dtd html 2.0//",
		"-//o'reilly and associates//dtd html extended 1.0//",
		"-//o'reilly and associates//dtd html extended relaxed 1.0//",
		"-//sq//dtd html 2.0 hotmetal + extensions//",
		"-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
		"-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//",
		"-//spyglass//dtd html 2.0 extended//",
		"-//sun microsystems corp.//dtd hotjava html//",
		"-//sun microsystems corp.//dtd hotjava strict html//",
		"-//w3c//dtd html 3 1995-03-24//",
		"-//w3c//dtd html 3.2 draft//",
		"-//w3c//dtd html 3.2 final//",
		"-//w3c//dtd html 3.2//",
		"-//w3c//dtd html 3.2s draft//",
		"-//w3c//dtd html 4.0 frameset//",
		"-//w3c//dtd html 4.0 transitional//",
		"-//w3c//dtd html experimental 19960712//",
		"-//w3c//dtd html experimental 970421//",
		"-//w3c//dtd w3 html//",
		"-//w3o//dtd w3 html 3.0//",
		"-//webtechs//dtd mozilla html 2.0//",
		"-//webtechs//dtd mozilla html//")
}

func hasAnyPrefix(s string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

// cutSpace gives the text up to the first white space, and what follows that.
func cutSpace(s string) (before, after string) {
	s = strings.TrimLeft(s, htmlSpace)
	end := strings.IndexAny(s, htmlSpace)
	if end < 0 {
		return s, ""
	}
	return s[:end], strings.TrimLeft(s[end:], htmlSpace)
}

// quoted reads an identifier in quotes; broken means that there is none, or
// that it does not end.
func quoted(s string) (id, rest string, has, broken bool) {
	id, rest, has, broken = quotedOrNone(s)
	return id, rest, has, broken || !has
}

func quotedOrNone(s string) (id, rest string, has, broken bool) {
	s = strings.TrimLeft(s, htmlSpace)
	if s == "" {
		return "", "", false, false
	}
	if s[0] != '"' && s[0] != '\'' {
		return "", "", false, true
	}
	end := strings.IndexByte(s[1:], s[0])
	if end < 0 {
		return "", "", false, true
	}
	return s[1 : end+1], s[end+2:], true, false
}
